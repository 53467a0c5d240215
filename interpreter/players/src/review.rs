//! What the choices of a game that is over cost: each is held against what a player that thinks would have done, knowing what the seat knew then.

use std::sync::Arc;

use bidlang::engine::{Choice, SeatSet};
use bidlang::{Act, Error, Prepared, Recorded, Replay};

use crate::goal::Goal;
use crate::hearing::Ears;
use crate::keep::{Keep, Stop};
use crate::level::Level;
use crate::matches::{Company, act};
use crate::player::Answer;
use crate::search::Clock;

/// How often both choices are played on, side by side.
const TRIES: u32 = 600;
/// A difference of so many standard errors is one.
const CLEAR: f64 = 2.0;

/// A choice that cost something.
#[derive(Debug, Clone)]
pub struct Cost {
    /// The decision, as the record numbers them: from 1, forced ones count.
    pub decision: u64,
    /// The seat.
    pub seat: u8,
    /// What was done.
    pub made: Act,
    /// What is better.
    pub better: Act,
    /// How many points better, in front of the others; with carried tracks at what they are worth.
    pub points: f64,
    /// The standard error of that.
    pub error: f64,
}

/// How seats did.
#[derive(Debug, Clone, Default)]
pub struct Reviewed {
    /// Choices that cost something clear of chance, the dearest first.
    pub costs: Vec<Cost>,
    /// Choices among several that were looked at.
    pub looked_at: u64,
    /// Of those, choices for which no world was found in which all would have happened.
    pub unknown: u64,
}

/// Looks at the choices of some seats in a recorded game. `looked` is told after each choice how many of all choices of the record
/// were passed, and whether to go on: what was found until then is given. Practice before them stops where `stop` says so.
///
/// # Errors
/// Where the record cannot be played again.
pub fn review(
    (prepared, replay): (&Prepared, &Replay),
    seats: SeatSet,
    (level, clock): (Level, Arc<Clock>),
    (keep, stop): (&dyn Keep, &Stop),
    mut looked: impl FnMut(usize) -> bool,
) -> Result<Reviewed, Error> {
    let levels = (0..prepared.players()).map(|seat| (seats & (1 << seat) != 0).then_some(level)).collect();
    let company = Company::new(prepared, levels, Goal::Both, (keep, stop));
    let mut ears = Ears { prepared: prepared.clone(), at: company.thinkers(replay.seed, clock).collect() };
    let (mut table, mut found) = (replay.table(prepared), Reviewed::default());
    let mut next = table.replay(&[], &mut ears)?;
    for (number, recorded) in replay.choices.iter().enumerate() {
        let Some(turn) = &next else { break };
        if let Some((seat, thinker)) = ears.at.iter_mut().find(|(seat, _)| *seat == recorded.seat) {
            let made = turn.recorded(recorded)?;
            found.looked_at += 1;
            match thinker.weigh(made.choice(), TRIES) {
                Weighed::Best => {}
                Weighed::Unknown => found.unknown += 1,
                Weighed::Worse { better, points, error } if points > CLEAR * error => {
                    let better = act(turn, Answer::Choice(better));
                    found.costs.extend(better.map(|better| Cost {
                        decision: table.decisions() + 1,
                        seat: *seat,
                        made,
                        better,
                        points,
                        error,
                    }));
                }
                Weighed::Worse { .. } => {}
            }
        }
        next = table.replay(std::slice::from_ref::<Recorded>(recorded), &mut ears)?;
        if !looked(number + 1) {
            break;
        }
    }
    found.costs.sort_by(|one, other| other.points.total_cmp(&one.points));
    Ok(found)
}

/// What a choice is worth beside the best.
#[derive(Debug, Clone, Copy)]
#[allow(clippy::large_enum_variant, reason = "one for each choice that is looked at")]
pub enum Weighed {
    /// None is better.
    Best,
    /// No world was found.
    Unknown,
    /// Another is thought to be better, by so many points with this standard error.
    Worse {
        /// The other.
        better: Choice,
        /// How many points.
        points: f64,
        /// Of them.
        error: f64,
    },
}
