//! A pilot match: whether the win alone is played for. Two ways of playing a game by habit are held against each other, some sides playing the one way and some the other, where
//! nothing else tells what should be played for.

use bidlang::Prepared;
use bidlang::engine::{Runner, Silent, Stream};

use crate::aim::{Aim, shares, sides};
use crate::habits::{Eyes, Habits, Practised, Sides, Traits};
use crate::keep::{self, Keep, Stop};
use crate::playout::{Next, next};

/// So many games, as long as there were no more decisions in all.
const GAMES: u64 = 400;
const DECISIONS: usize = 200_000;
/// Most decisions of one of them.
const MOST: usize = 3_000;
/// The first seed.
const SEED: u64 = 3_000_000;
/// So much more of the win each seat that plays for it alone has to have, and so many standard errors.
const MUCH: f64 = 0.2;
const CLEAR: f64 = 2.0;

/// Whether who plays for the win alone wins much more than who plays for points as well, after a short practice each. What came of it is kept.
pub fn for_the_win(prepared: &Prepared, (aim, sides): (&Aim, &Sides), (keep, stop): (&dyn Keep, &Stop)) -> bool {
    let name = keep::name(prepared, aim.goal, Practised::Short);
    if let Some([came]) = keep.get(&name).and_then(|bytes| keep::from_bytes(&bytes, 1)).as_deref() {
        return *came > 0.0;
    }
    let practised =
        |aim: &Aim| Habits::practised(prepared, aim, Traits::of(prepared, sides.clone()), (Practised::Short, stop));
    let more = wins_much_more(prepared, &practised(aim), &practised(&aim.clone().for_the_win()));
    if !stop() {
        keep.put(&name, &keep::to_bytes(&[f32::from(u8::from(more))]));
    }
    more
}

/// Whether seats that play as the second habits say win much more than those that play as the first ones do.
fn wins_much_more(prepared: &Prepared, first: &Habits, second: &Habits) -> bool {
    let runner = prepared.runner();
    let Some(all) = 1_u64.checked_shl(sides(runner.program()) as u32).filter(|ways| *ways > 2) else { return false };
    let (mut games, mut sum, mut squares, mut decisions) = (0.0, 0.0, 0.0, 0);
    for number in 0..GAMES {
        if decisions > DECISIONS {
            break;
        }
        // Any sides but none and all play the second way, and in the next game all others do: each side plays each way as often.
        let drawn = 1 + Stream::new(SEED + number / 2, 6).below_long(all - 2);
        let of = if number % 2 == 0 { drawn } else { all - 1 - drawn };
        let is_second =
            |seat: u8| runner.program().teams.get(usize::from(seat)).is_some_and(|side| of >> *side & 1 != 0);
        let (made, won) = plays(runner, SEED + number, |seat| if is_second(seat) { second } else { first });
        decisions += made;
        let Some(shares) = won else { continue };
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
    let error = ((squares / f64::max(games, 1.0) - mean * mean).max(0.0) / f64::max(games - 1.0, 1.0)).sqrt();
    mean > MUCH && mean > CLEAR * error
}

/// Plays a game by habit: how many decisions it had, and what share of the win is each seat's; none where it came to no end.
fn plays<'h>(runner: &Runner, seed: u64, habits: impl Fn(u8) -> &'h Habits) -> (usize, Option<Vec<f64>>) {
    let (mut desk, mut stream, mut eyes) = (runner.desk(seed), Stream::of_players(seed), Eyes::default());
    for decisions in 0..MOST {
        let (ask, seat, count) = match next(runner, &mut desk, |_| false) {
            Next::Asks(ask, seat, count) => (ask, seat, count),
            Next::Forced => continue,
            Next::Ends => {
                let won = desk.state().is_over().then(|| runner.winners(desk.state()));
                return (decisions, won.and_then(|won| shares(runner.program(), won)));
            }
        };
        let choice = habits(seat).choose(runner, &mut desk, (ask, seat, count), (&mut eyes, None), &mut stream);
        if choice.is_none_or(|choice| runner.choose(&mut desk, seat, &choice, false, &mut Silent).is_err()) {
            break;
        }
    }
    (MOST, None)
}
