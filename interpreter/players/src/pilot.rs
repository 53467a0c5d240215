//! A pilot match: two ways of playing a game by habit against each other, some seats the one way and some the other, where nothing else tells what should be played for.

use bidlang::Prepared;
use bidlang::engine::{Pause, Runner, Silent, Stream, each_seat};

use crate::aim::{shares, sides};
use crate::habits::{Eyes, Habits};

/// So many games, as long as there were no more decisions in all.
const GAMES: u64 = 400;
const DECISIONS: usize = 200_000;
/// Most decisions of one of them.
const MOST: usize = 3_000;
/// So much more of the win each seat of the second way has to have, and so many standard errors.
const MUCH: f64 = 0.2;
const CLEAR: f64 = 2.0;

/// Whether seats that play as the second habits say win much more than those that play as the first ones do.
pub fn wins_much_more(prepared: &Prepared, (first, second): (&Habits, &Habits)) -> bool {
    let runner = prepared.runner();
    let count = sides(runner.program()) as u32;
    // All ways in which some sides play the one way and some the other.
    let ways = (1_u64 << count.min(32)) - 2;
    if ways == 0 {
        return false;
    }
    let (mut games, mut sum, mut squares, mut decisions) = (0.0, 0.0, 0.0, 0);
    for number in 0..GAMES {
        if decisions > DECISIONS {
            break;
        }
        // As often each way, in an order that goes through all of them.
        let of = 1 + number % ways;
        let is_second = |seat: u8| {
            runner.program().teams.get(usize::from(seat)).is_some_and(|side| of & (1 << (u32::from(*side) % 32)) != 0)
        };
        let played = plays(runner, 3_000_000 + number, |seat| if is_second(seat) { second } else { first });
        decisions += played.0;
        let Some(shares) = played.1 else { continue };
        let mean = |wanted: bool| {
            let own = (0_u8..).zip(&shares).filter(|(seat, _)| is_second(*seat) == wanted);
            let (all, seats) = own.fold((0.0, 0.0), |(all, seats), (_, share)| (all + share, seats + 1.0));
            all / f64::max(seats, 1.0)
        };
        let more = mean(true) - mean(false);
        games += 1.0;
        sum += more;
        squares += more * more;
    }
    let mean = sum / f64::max(games, 1.0);
    let error = libm::sqrt((squares / f64::max(games, 1.0) - mean * mean).max(0.0) / f64::max(games - 1.0, 1.0));
    mean > MUCH && mean > CLEAR * error
}

/// Plays a game by habit: how many decisions it had, and what share of the win is each seat's; none where it came to no end.
fn plays<'h>(runner: &Runner, seed: u64, habits: impl Fn(u8) -> &'h Habits) -> (usize, Option<Vec<f64>>) {
    let (mut desk, mut stream, mut eyes) = (runner.desk(seed), Stream::of_players(seed), Eyes::default());
    for decisions in 0..MOST {
        let Ok(Pause::Decision(seats)) = runner.run(&mut desk, &mut Silent) else {
            let won = runner.winners(desk.state());
            return (decisions, desk.state().is_over().then(|| shares(runner.program(), won)).flatten());
        };
        let (Some(seat), Some(ask)) = (each_seat(seats).next(), desk.state().waiting()) else { break };
        let count = runner.choices(&mut desk, seat);
        let done = if count > 1 {
            let choice = habits(seat).choose(runner, &mut desk, (ask, seat, count), (&mut eyes, None), &mut stream);
            choice.is_some_and(|choice| runner.choose(&mut desk, seat, &choice, false, &mut Silent).is_ok())
        } else {
            runner.take(&mut desk, seat, 0).is_ok()
        };
        if !done {
            break;
        }
    }
    (MOST, None)
}
