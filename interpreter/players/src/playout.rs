//! How a game is played on behind the tree: at random, but where something is said rather than a card played to a trick, it is what went well
//! in this search (move-average sampling, of bids and other words alone): else seats overbid at random, and every auction looks ruinous.

use std::collections::HashMap;

use bidlang::engine::{Choice, Desk, Pause, Role, Runner, Silent, Stream, Turns, each_seat};

/// Choices that are drawn to find one that went well.
const DRAWN: usize = 4;
/// As often as this, in hundredths, it is any choice.
const ANY: u32 = 15;
/// The same where a seat may pass.
const ANY_BID: u32 = 5;
/// Most decisions of a playout.
const MOST: usize = 4_000;

/// How it went to say something: by decision, seat and what was said.
#[derive(Debug, Default)]
pub struct Talk {
    went: HashMap<(u16, u8, u64), (u32, f64)>,
}

/// A number for a choice.
pub fn number_of(choice: &Choice) -> u64 {
    let mut number = u64::from(choice.act).wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut mix = |value: u64| {
        number = (number ^ value).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        number ^= number >> 29;
    };
    for picked in &choice.picks {
        mix(picked.cards as u64);
        mix((picked.cards >> 64) as u64);
        mix(picked.value as u64);
    }
    number
}

/// What was said in a playout: decision, seat, choice.
pub type Said = Vec<(u16, u8, u64)>;

impl Talk {
    /// What came of what was said.
    pub fn learn(&mut self, said: &Said, worth: &[f64]) {
        for of in said {
            if let Some(worth) = worth.get(usize::from(of.1)) {
                let (count, sum) = self.went.entry(*of).or_default();
                *count += 1;
                *sum += worth;
            }
        }
    }

    fn mean(&self, of: &(u16, u8, u64)) -> Option<f64> {
        self.went.get(of).map(|(count, sum)| sum / f64::from((*count).max(1)))
    }

    /// What a seat says. Where it may pass it passes, but for what went better than passing; else it is what went best of some choices that are
    /// drawn, of each act as often.
    fn choose(&self, runner: &Runner, desk: &mut Desk, (ask, seat): (u16, u8), stream: &mut Stream) -> Option<Choice> {
        let pass =
            runner.ask(desk.state()).and_then(|ask| ask.acts.iter().position(|act| matches!(act.role, Role::Pass(_))));
        let mut acts: Vec<(u64, u64)> = Vec::new();
        let (mut first, mut passes) = (0, None);
        for (number, (count, _)) in runner.offered(desk, seat).iter().enumerate().filter(|(_, (count, _))| *count > 0) {
            if pass == Some(number) {
                passes = Some(first);
            }
            acts.push((first, *count));
            first += count;
        }
        let draw = |desk: &mut Desk, stream: &mut Stream| {
            let (first, count) = *acts.get(stream.below(u32::try_from(acts.len()).ok()?) as usize)?;
            let number = first + stream.below_long(count);
            runner.nth_choice(desk, seat, number)
        };
        let any = if passes.is_some() { ANY_BID } else { ANY };
        if stream.below(100) < any {
            return draw(desk, stream);
        }
        let mean = |choice: &Choice| self.mean(&(ask, seat, number_of(choice)));
        let (mut best, unsaid) = match passes {
            // What was never said is not said here: who bids what nobody knows the worth of loses it.
            Some(pass) => (runner.nth_choice(desk, seat, pass)?, f64::NEG_INFINITY),
            None => (draw(desk, stream)?, 0.0),
        };
        let mut went = mean(&best).unwrap_or(0.0);
        for _ in 1..DRAWN {
            let other = draw(desk, stream)?;
            let other_went = mean(&other).unwrap_or(unsaid);
            if other_went > went {
                (best, went) = (other, other_went);
            }
        }
        Some(best)
    }
}

/// Plays on to the end, or to where the desk stops; what is said is written down.
pub fn play_on(runner: &Runner, desk: &mut Desk, talk: &Talk, said: &mut Said, stream: &mut Stream) {
    for _ in 0..MOST {
        let Ok(Pause::Decision(seats)) = runner.run(desk, &mut Silent) else { return };
        let Some(seat) = each_seat(seats).next() else { return };
        let count = runner.choices(desk, seat);
        let talks = count > 1 && runner.ask(desk.state()).is_some_and(|ask| !matches!(ask.turns, Turns::Tricks(_)));
        if talks && let Some(ask) = desk.state().waiting() {
            let Some(choice) = talk.choose(runner, desk, (ask, seat), stream) else { return };
            said.push((ask, seat, number_of(&choice)));
            if runner.choose(desk, seat, &choice, false, &mut Silent).is_err() {
                return;
            }
        } else {
            let number = if count > 1 { stream.below_long(count) } else { 0 };
            if runner.take(desk, seat, number).is_err() {
                return;
            }
        }
    }
}
