//! How beliefs go: how many questions are without a world, and how many worlds are made in a second.
//!
//! `cargo run --release -p bidlang-players --example belief -- FILE PLAYERS GAMES [WORLDS] [habits|dice] [QUESTIONS]`. In each game one seat, in turn, holds so many worlds (80)
//! at each of its questions; all seats play by habit, or any legal choice; it is left after so many questions. The
//! middle of a game is the second third of that seat's questions.

use std::collections::BTreeMap;
use std::error::Error;
use std::time::Instant;

use bidlang::engine::{Pause, Shown, Stream, each_seat};
use bidlang::{Game, Listener as _, Setup};
use bidlang_players::{Ears, Eyes, Goal, Lore, Nothing, Pool, Practised, never, own_seed};

/// Most decisions of a game.
const MOST: u64 = 20_000;
/// Changes of each world for each question.
const SWEEPS: usize = 3;

/// How one question went.
struct Asked {
    ask: u16,
    took: f64,
    steps: u64,
    worlds: usize,
    lost: bool,
}

/// Questions of one decision: all, those without a world, and the time.
#[derive(Default)]
struct Sum {
    questions: usize,
    lost: usize,
    took: f64,
    steps: u64,
    worlds: usize,
}

impl Sum {
    fn add(&mut self, asked: &Asked) {
        self.questions += 1;
        self.lost += usize::from(asked.lost);
        self.took += asked.took;
        self.steps += asked.steps;
        self.worlds += asked.worlds;
    }

    fn words(&self) -> String {
        let share = 100.0 * self.lost as f64 / self.questions.max(1) as f64;
        let (time, questions) = (self.took, self.questions.max(1) as f64);
        let (each, rate) = (1e3 * time / questions, self.worlds as f64 / time.max(1e-9));
        let steps = self.steps as f64 / questions;
        format!(
            "{} questions, {} ({share:.2} %) without a world, {each:.2} ms each, {steps:.0} decisions played, {rate:.0} worlds a second",
            self.questions, self.lost
        )
    }
}

/// The time on the processor of this thread, where the machine tells it; else since a beginning.
fn seconds(beginning: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|told| told.split_whitespace().next()?.parse::<u64>().ok());
    nanoseconds.map_or_else(|| beginning.elapsed().as_secs_f64(), |count| count as f64 * 1e-9)
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [file, players, games, rest @ ..] = args.as_slice() else {
        return Err("say FILE PLAYERS GAMES [WORLDS] [habits|dice] [QUESTIONS]".into());
    };
    let size = rest.first().map_or(Ok(80), |size| size.parse())?;
    let most = rest.get(2).map_or(Ok(usize::MAX), |most| most.parse())?;
    let by_dice = rest.get(1).is_some_and(|how| how == "dice");
    let text = std::fs::read_to_string(file)?;
    let game = Game::read(file, &text)?;
    let prepared = game.prepare(&Setup::players(players.parse()?))?;
    let clock = Instant::now();
    let lore = (!by_dice).then(|| Lore::of(&prepared, (Goal::Both, Practised::Usual), (&Nothing, &never)));
    let runner = prepared.runner();
    let (mut whole, mut middle, mut by_ask) = (Sum::default(), Sum::default(), BTreeMap::<u16, Sum>::new());
    for number in 0..games.parse::<u64>()? {
        let seed = 7_000 + number;
        let seat = u8::try_from(number % u64::from(prepared.players()))?;
        let pool = Pool::new(&prepared, seat, (size, SWEEPS), own_seed(seed, seat));
        let mut ears = Ears { prepared: prepared.clone(), at: vec![(seat, pool)] };
        let (mut desk, mut shown) = (runner.desk(seed), Shown::new(runner.program()));
        let (mut dice, mut eyes) = (Stream::of_players(seed), Eyes::default());
        let mut found = Vec::new();
        for _ in 0..MOST {
            let Pause::Decision(seats) =
                shown.run(runner, &mut desk, &mut ears).map_err(|fault| format!("{fault:?}"))?
            else {
                break;
            };
            let asked = each_seat(seats).next().ok_or("nobody is asked")?;
            let ask = desk.state().waiting().ok_or("nothing is asked")?;
            let count = runner.choices(&mut desk, asked);
            if asked == seat && count > 1 {
                if found.len() == most {
                    break;
                }
                for (_, pool) in &mut ears.at {
                    let (lost, steps, began) = (pool.report.lost, pool.steps(), seconds(clock));
                    pool.go();
                    let (took, steps) = (seconds(clock) - began, pool.steps() - steps);
                    let lost = pool.report.lost > lost;
                    let worlds = if lost { 0 } else { pool.states().len() };
                    found.push(Asked { ask, took, steps, worlds, lost });
                }
            }
            let choice = match &lore {
                Some(lore) if count > 1 => {
                    lore.habits().choose(runner, &mut desk, (ask, asked, count), (&mut eyes, None), &mut dice)
                }
                _ => {
                    let number = dice.below_long(count);
                    runner.nth_choice(&mut desk, asked, number)
                }
            };
            let choice = choice.ok_or("there is no choice")?;
            ears.decided(runner, &mut desk, asked, &choice, count == 1);
            shown
                .choose(runner, &mut desk, (asked, &choice, count == 1), &mut ears)
                .map_err(|fault| format!("{fault:?}"))?;
        }
        let (first, last) = (found.len() / 3, found.len() - found.len() / 3);
        for (at, asked) in found.iter().enumerate() {
            whole.add(asked);
            by_ask.entry(asked.ask).or_default().add(asked);
            if (first..last).contains(&at) {
                middle.add(asked);
            }
        }
    }
    println!("{}: {}", game.title(), whole.words());
    println!("  the middle: {}", middle.words());
    for (ask, sum) in &by_ask {
        let rule = runner.program().asks.get(usize::from(*ask)).map_or(0, |ask| ask.rule);
        let before = text.get(..prepared.compiled().line(rule).start as usize).unwrap_or_default();
        println!("  line {}: {}", before.lines().count() + 1, sum.words());
    }
    Ok(())
}
