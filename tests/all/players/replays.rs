//! Every world is played again from its beginning by the rules, and the lines of its record are those that the seat was told, byte for byte.

use std::cell::RefCell;
use std::rc::Rc;

use bidlang::engine::{Choice, Desk, Event, Pause, Runner, Shown, Sink, State, Stream, each_seat};
use bidlang::{Listener, Prepared, Recorder};
use bidlang_players::{Past, Pool, tell, tell_choice};

use super::prepared;

/// Writes down the record that one seat may read.
type Writes = Recorder<Box<dyn FnMut(String)>>;

/// The lines of a record so far.
type Lines = Rc<RefCell<Vec<String>>>;

fn recorder(prepared: &Prepared, seat: u8) -> (Writes, Lines) {
    let lines = Lines::default();
    let write = Rc::clone(&lines);
    let recorder = Recorder::new(prepared, 0, Some(seat), Box::new(move |line| write.borrow_mut().push(line)) as _);
    (recorder, lines)
}

/// The seat's belief, and the record of what it was told, from the same events.
struct Heard {
    prepared: Prepared,
    seat: u8,
    pool: Pool,
    recorder: Writes,
}

impl Sink for Heard {
    fn event(&mut self, state: &State, event: &Event) {
        tell([(self.seat, &mut self.pool)], self.prepared.runner().program(), (state, event));
        self.recorder.event(state, event);
    }
}

impl Listener for Heard {
    fn decided(&mut self, runner: &Runner, desk: &mut Desk, seat: u8, choice: &Choice, forced: bool) {
        tell_choice([(self.seat, &mut self.pool)], (runner, desk), (seat, choice, forced));
        self.recorder.decided(runner, desk, seat, choice, forced);
    }
}

/// What was looked at.
#[derive(Debug, Default, Clone, Copy)]
pub struct Counted {
    pub games: u64,
    pub questions: u64,
    pub lost: u64,
    pub worlds: u64,
    /// Worlds that were played from the first line of the game on.
    pub whole: u64,
    /// Lines that were compared.
    pub lines: u64,
}

/// The lines of a world that is played again by the rules, to where its seat is asked among so many choices.
fn again(prepared: &Prepared, seat: u8, past: &Past, asked: (u64, &State)) -> Result<Vec<String>, String> {
    let (runner, program) = (prepared.runner(), prepared.runner().program());
    let (mut desk, mut shown) = (past.desk.clone(), past.shown.clone());
    if past.made == 0 {
        // Nothing was forgotten: a new table, with what came of chance alone.
        assert_eq!(past.told, 0);
        desk = runner.desk_by(past.desk.chance.clone());
        shown = Shown::new(program);
    }
    let (mut recorder, lines) = recorder(prepared, seat);
    if past.made > 0 {
        lines.borrow_mut().clear();
    }
    let mut to_make = past.choices.iter();
    loop {
        let paused = shown.run(runner, &mut desk, &mut recorder).map_err(|fault| format!("{fault:?}"))?;
        let Pause::Decision(seats) = paused else { return Err("the game is over".to_owned()) };
        let chooser = each_seat(seats).next().ok_or("nobody is asked")?;
        let count = runner.choices(&mut desk, chooser);
        let Some(choice) = to_make.next() else {
            if (chooser, count) != (seat, asked.0) {
                return Err(format!("seat {chooser} is asked among {count}"));
            }
            // What came of chance was all remembered, or this would be another game.
            if !desk.state().same(asked.1, program) {
                return Err("it comes to another table than before".to_owned());
            }
            return Ok(lines.take());
        };
        if !runner.allows(&mut desk, chooser, choice) {
            return Err(format!("{choice:?} of seat {chooser} is not legal"));
        }
        recorder.decided(runner, &mut desk, chooser, choice, count == 1);
        let chosen = shown.choose(runner, &mut desk, (chooser, choice, count == 1), &mut recorder);
        chosen.map_err(|fault| format!("{fault:?}"))?;
    }
}

/// Plays a game at random to its end, or to so many questions of a seat, and at each of them plays each of its worlds again.
pub fn game(prepared: &Prepared, seat: u8, (seed, size): (u64, usize), most: u64, counted: &mut Counted) {
    let (runner, name) = (prepared.runner(), prepared.game().title().to_owned());
    let (recorder, lines) = recorder(prepared, seat);
    let pool = Pool::new(prepared, seat, (size, 3), seed);
    let mut heard = Heard { prepared: prepared.clone(), seat, pool, recorder };
    let (mut desk, mut shown) = (runner.desk(seed), Shown::new(runner.program()));
    let mut dice = Stream::of_players(seed);
    // How many lines there were after so many decisions, and what had come of them.
    let mut after = vec![lines.borrow().len()];
    counted.games += 1;
    while heard.pool.report.questions < most {
        let Pause::Decision(seats) = shown.run(runner, &mut desk, &mut heard).unwrap() else { break };
        let chooser = each_seat(seats).next().unwrap();
        let count = runner.choices(&mut desk, chooser);
        if chooser == seat && count > 1 {
            for world in heard.pool.worlds().iter().filter(|world| world.fits()) {
                let past = world.past(usize::MAX).unwrap();
                let from = if past.made == 0 { 0 } else { after[past.made] };
                let told = &lines.borrow()[from..];
                let where_ = format!(
                    "{name}, {} players, seed {seed}, seat {seat}, line {}",
                    prepared.players(),
                    from + told.len()
                );
                let played = again(prepared, seat, &past, (count, world.desk.state()));
                let played = played.unwrap_or_else(|why| panic!("{where_}: {why}"));
                for (one, other) in told.iter().zip(&played) {
                    assert_eq!(one, other, "{where_}");
                }
                assert_eq!(told.len(), played.len(), "{where_}");
                counted.worlds += 1;
                counted.whole += u64::from(past.made == 0);
                counted.lines += told.len() as u64;
            }
        }
        let number = dice.below_long(count);
        let choice = runner.nth_choice(&mut desk, chooser, number).unwrap();
        heard.decided(runner, &mut desk, chooser, &choice, count == 1);
        shown.choose(runner, &mut desk, (chooser, &choice, count == 1), &mut heard).unwrap();
        after.push(lines.borrow().len());
    }
    counted.questions += heard.pool.report.questions;
    counted.lost += heard.pool.report.lost;
}

/// Every game of the repository, with its player counts: so many games of each, the seats in turn.
fn games(each: u64, size: usize, most: u64, mut done: impl FnMut(&str, Counted)) -> Counted {
    let all = bidlang_tests::shipped().into_iter().chain(bidlang_tests::classics()).chain(bidlang_tests::variants());
    let mut sum = Counted::default();
    for (name, game_) in all {
        if std::env::var("ONLY").is_ok_and(|only| name != only) {
            continue;
        }
        let setups = bidlang_tests::playable(&game_);
        let mut counted = Counted::default();
        for seed in 0..each {
            let prepared = &setups[(seed % setups.len() as u64) as usize];
            let seat = u8::try_from(seed / setups.len() as u64 % u64::from(prepared.players())).unwrap();
            game(prepared, seat, (seed, size), most, &mut counted);
        }
        done(&name, counted);
        sum.games += counted.games;
        sum.questions += counted.questions;
        sum.lost += counted.lost;
        sum.worlds += counted.worlds;
        sum.whole += counted.whole;
        sum.lines += counted.lines;
    }
    sum
}

/// In the first questions of a game or two of every game.
#[test]
fn worlds_are_what_the_seat_was_told() {
    let sum = games(2, 2, 8, |_, _| {});
    assert!(sum.worlds > 500, "{sum:?}");
    // Some forget what came before a shuffle, most do not in so short a game.
    assert!(sum.whole * 2 > sum.worlds, "{sum:?}");
}

/// What was laid is told only by where it goes then, and who passes has nothing that fits: no question is without a world, and none takes long.
#[test]
fn worlds_are_found_where_it_shows_only_then_what_was_laid() {
    let wide = super::possible::SEVENS
        .replace("Hearts", "Hearts, Spades")
        .replace("1 to 4", "1 to 12")
        .replace("is 2", "is 6");
    let prepared = prepared(&wide.replace("deal 4", "deal 16"), 3);
    let mut counted = Counted::default();
    for seed in 0..3 {
        game(&prepared, seed as u8, (seed, 4), u64::MAX, &mut counted);
    }
    assert!(counted.questions > 15, "{counted:?}");
    assert_eq!(counted.lost, 0, "{counted:?}");
}

/// The same in whole games, as many of each game as `GAMES` says (20); with `ONLY` those of one rules file.
#[test]
#[ignore = "long: GAMES=1000 takes days"]
fn worlds_are_what_the_seat_was_told_in_whole_games() {
    let each = std::env::var("GAMES").map_or(20, |games| games.parse().unwrap());
    let sum = games(each, 8, u64::MAX, |name, counted| println!("{name}: {counted:?}"));
    println!("all: {sum:?}");
}
