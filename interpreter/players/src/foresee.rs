//! What happens most often after a choice, in the words of the game: a reason for a hint.

use std::collections::BTreeMap;

use bidlang::Prepared;
use bidlang::engine::{Choice, Desk, Event, Pause, Program, Reader, Seeded, Sink, State, Stream, Telling, each_seat};

use crate::habits::{Eyes, Habits};
use crate::story::Likes;

/// A line that is told less often than in this share of worlds is no reason.
const SELDOM: f64 = 0.25;
/// What comes after a choice by no more than this oftener than after the others says nothing of it.
const ALIKE: f64 = 0.1;
/// Most decisions that are looked at.
const MOST: usize = 120;

/// What comes of a choice.
#[derive(Debug, Clone, PartialEq)]
pub struct Foreseen {
    /// What the seat is told then.
    pub line: String,
    /// In what share of the worlds, above 0 and at most 1.
    pub share: f64,
}

/// Writes down what a seat is told, but for what it does itself.
struct Hears<'a> {
    prepared: &'a Prepared,
    seat: u8,
    lines: Vec<String>,
}

impl Hears<'_> {
    fn program(&self) -> &Program {
        self.prepared.runner().program()
    }
}

impl Sink for Hears<'_> {
    fn event(&mut self, state: &State, event: &Event) {
        let Some(telling) = Telling::of(event, self.program(), state, Reader::Seats(1 << self.seat)) else { return };
        if matches!(telling, Telling::Act { seat, .. } if seat == self.seat) {
            return;
        }
        for line in bidlang::transcript::lines_of(self.prepared, &telling) {
            let line = line.trim().to_owned();
            if !self.lines.contains(&line) {
                self.lines.push(line);
            }
        }
    }
}

/// For each choice what is told most often after it, and more often than after the others: until the seat is asked again, or, where that says
/// nothing, further.
pub fn foresee(
    (prepared, habits, likes): (&Prepared, &Habits, &Likes),
    seat: u8,
    worlds: &[&State],
    choices: &[Choice],
    seed: u64,
) -> Vec<Option<Foreseen>> {
    let near = told_after((prepared, habits, likes), false, seat, worlds, choices, seed);
    let found: Vec<Option<Foreseen>> = (0..choices.len()).map(|of| most_telling(&near, of)).collect();
    if found.iter().all(Option::is_some) {
        return found;
    }
    let far = told_after((prepared, habits, likes), true, seat, worlds, choices, seed);
    found.into_iter().enumerate().map(|(of, found)| found.or_else(|| most_telling(&far, of))).collect()
}

/// For each choice in what share of the worlds each line is told after it: `far` or not until the seat is asked again.
fn told_after(
    (prepared, habits, likes): (&Prepared, &Habits, &Likes),
    far: bool,
    seat: u8,
    worlds: &[&State],
    choices: &[Choice],
    seed: u64,
) -> Vec<BTreeMap<String, f64>> {
    let mut desk = prepared.runner().desk_by(Seeded(Stream::new(seed, 6)));
    let (mut stream, mut eyes) = (Stream::new(seed, 7), Eyes::default());
    let told = choices.iter().map(|choice| {
        let mut told = BTreeMap::new();
        for world in worlds {
            desk.load(world);
            let mut hears = Hears { prepared, seat, lines: Vec::new() };
            go_on(&mut hears, &mut desk, (choice, far, likes), (habits, &mut eyes), &mut stream);
            for line in hears.lines {
                *told.entry(line).or_insert(0.0) += 1.0 / worlds.len() as f64;
            }
        }
        told
    });
    told.collect()
}

/// Plays a choice, and on to the next question of the seat, or far.
fn go_on(
    hears: &mut Hears,
    desk: &mut Desk,
    (choice, far, likes): (&Choice, bool, &Likes),
    (habits, eyes): (&Habits, &mut Eyes),
    stream: &mut Stream,
) {
    let (runner, own) = (hears.prepared.runner().clone(), hears.seat);
    let begun = runner.ask_anew(desk).is_ok();
    let choice = likes.among_those_there(&runner, desk, own, choice);
    // What the seat does itself is told by its own choice, and by nothing that comes of it at once.
    if !begun
        || !runner.allows(desk, own, &choice)
        || runner.choose(desk, own, &choice, false, &mut bidlang::engine::Silent).is_err()
    {
        return;
    }
    for _ in 0..MOST {
        let Ok(Pause::Decision(seats)) = runner.run(desk, hears) else { return };
        let (Some(seat), Some(ask)) = (each_seat(seats).next(), desk.state().waiting()) else { return };
        let count = runner.choices(desk, seat);
        if count > 1 && seat == own && !far {
            return;
        }
        let chosen = match count {
            0 | 1 => runner.nth_choice(desk, seat, 0),
            _ => habits.choose(&runner, desk, (ask, seat, count), (eyes, None), stream),
        };
        let done = chosen.is_some_and(|choice| runner.choose(desk, seat, &choice, count == 1, hears).is_ok());
        if !done {
            return;
        }
    }
}

/// The line that says most of a choice: told often after it, and seldom after the others.
fn most_telling(told: &[BTreeMap<String, f64>], of: usize) -> Option<Foreseen> {
    let lines = told.get(of)?;
    let elsewhere = |line: &str| -> Option<f64> {
        let all = told.iter().enumerate().filter(|(number, _)| *number != of);
        let all = all.map(|(_, lines)| lines.get(line).copied().unwrap_or_default());
        all.max_by(f64::total_cmp)
    };
    let says = |(line, share): &(&String, &f64)| elsewhere(line).map_or(**share, |other| **share - other);
    let likely = lines.iter().filter(|(_, share)| **share >= SELDOM).filter(|line| says(line) > ALIKE);
    let best = likely.max_by(|one, other| (says(one) + one.1).total_cmp(&(says(other) + other.1)));
    best.map(|(line, share)| Foreseen { line: line.clone(), share: share.min(1.0) })
}
