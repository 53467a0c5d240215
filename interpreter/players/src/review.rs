//! What the choices of a game that is over cost: each is held against what a player that thinks would have done, knowing what the seat knew then.

use std::sync::Arc;

use bidlang::engine::{Choice, Desk, Event, Reader, Runner, SeatSet, Sink, State, Telling};
use bidlang::{Act, Error, Listener, Prepared, Recorded, Replay};

use crate::level::Level;
use crate::matches::{Company, act};
use crate::player::{Answer, Player};
use crate::search::Clock;
use crate::thinker::Thinker;

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

/// Thinkers that hear a game.
struct Ears<'a> {
    prepared: &'a Prepared,
    thinkers: Vec<(u8, Thinker)>,
}

impl Sink for Ears<'_> {
    fn event(&mut self, state: &State, event: &Event) {
        for (seat, thinker) in &mut self.thinkers {
            let reader = Reader::Seats(1 << *seat);
            if let Some(telling) = Telling::of(event, self.prepared.runner().program(), state, reader) {
                thinker.hear(&telling);
            }
        }
    }
}

impl Listener for Ears<'_> {
    fn decided(&mut self, runner: &Runner, desk: &mut Desk, seat: u8, choice: &Choice, forced: bool) {
        let own = self.thinkers.iter_mut().find(|(of, _)| *of == seat && !forced);
        if let Some((_, thinker)) = own {
            thinker.chose(choice, runner.choices(desk, seat));
        }
    }
}

/// Looks at the choices of some seats in a recorded game. `looked` is told after each choice how many of all choices of the record
/// were passed, and whether to go on: what was found until then is given.
///
/// # Errors
/// Where the record cannot be played again.
pub fn review(
    (prepared, replay): (&Prepared, &Replay),
    seats: SeatSet,
    (level, clock): (Level, Arc<Clock>),
    mut looked: impl FnMut(usize) -> bool,
) -> Result<Reviewed, Error> {
    let levels = (0..prepared.players()).map(|seat| (seats & (1 << seat) != 0).then_some(level)).collect();
    let company = Company::new(prepared, levels, crate::Goal::Both);
    let thinkers = company.thinkers(replay.seed, clock).collect();
    let mut ears = Ears { prepared, thinkers };
    let (mut table, mut found) = (replay.table(prepared), Reviewed::default());
    let mut next = table.replay(&[], &mut ears)?;
    for (number, recorded) in replay.choices.iter().enumerate() {
        let Some(turn) = &next else { break };
        if let Some((seat, thinker)) = ears.thinkers.iter_mut().find(|(seat, _)| *seat == recorded.seat) {
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
