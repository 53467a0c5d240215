//! Whether a round leaves something behind for later ones, beside points (non-interference, by trial): where one begins, what a track says is changed
//! by one, and it is seen whether the same game goes on otherwise.

use bidlang::Prepared;
use bidlang::engine::{Desk, Pause, Runner, Silent, State, Stream, each_seat};
use bidlang::ir::Ty;

use crate::aim::margins;

/// Where a round leaves something behind for later ones, playouts go on to the end of so many that a seat has so many decisions in them, as rounds go.
const AHEAD: f64 = 8.0;
/// So many beginnings of rounds are looked at.
pub const MOST_STARTS: usize = 24;
/// Most decisions of a game that goes on from there.
const MOST_DECISIONS: usize = 200;

/// A state in which a round begins, and the number of its pass.
pub type Start = (i64, State);

/// How many rounds behind this one playouts go on, where a seat has so many decisions in one, on the mean: none where each stands for itself.
pub fn rounds_behind(prepared: &Prepared, starts: &[Start], decisions: f64) -> u16 {
    let rounds = (AHEAD / decisions.max(1.0)) as u16;
    if rounds > 1 && lasts(prepared, starts) { rounds - 1 } else { 0 }
}

/// Whether what some track says where a round begins is told by what was done before, and makes a difference.
fn lasts(prepared: &Prepared, starts: &[Start]) -> bool {
    let runner = prepared.runner();
    let tracks = runner.program().tracks.iter().zip(&prepared.words().game.tracks);
    let tracks = tracks.filter(|(_, track)| matches!(track.ty, Ty::Number | Ty::YesNo | Ty::Member(_)));
    // What is the same in that pass of every game, as a count of rounds is, comes of nothing that was done.
    let varies = |slot: u32| {
        starts.iter().any(|(pass, state)| {
            starts.iter().any(|(other, found)| pass == other && state.int(slot) != found.int(slot))
        })
    };
    let mut slots = tracks.flat_map(|(slots, _)| slots.slots()).filter(|slot| varies(*slot));
    slots.any(|slot| starts.iter().zip(0..).any(|((_, state), seed)| makes_a_difference(runner, state, slot, seed)))
}

/// Whether a game goes on otherwise for one more of it, or one less.
fn makes_a_difference(runner: &Runner, state: &State, slot: u32, seed: u64) -> bool {
    let Some((low, high)) = runner.program().track_of(slot).map(|(_, track)| track.range) else { return false };
    let now = state.int(slot);
    let other = if now < high { now + 1 } else { now - 1 };
    let mut changed = runner.desk(seed);
    changed.load(state);
    if other < low || !changed.set_slot(slot, other) {
        return false;
    }
    let mut same = runner.desk(seed);
    same.load(state);
    goes_on(runner, &mut changed, seed) != goes_on(runner, &mut same, seed)
}

/// How a game goes on in which each seat does what falls to it: how many choices it has each time, and how far each seat is in front at last; nothing where a rule
/// stops it.
fn goes_on(runner: &Runner, desk: &mut Desk, seed: u64) -> Option<(Vec<u64>, Vec<f64>)> {
    let (mut stream, mut counts) = (Stream::new(seed, 7), Vec::new());
    for _ in 0..MOST_DECISIONS {
        let Pause::Decision(seats) = runner.run(desk, &mut Silent).ok()? else { break };
        let seat = each_seat(seats).next()?;
        let count = runner.choices(desk, seat);
        counts.push(count);
        let number = stream.below_long(count.max(1));
        runner.take(desk, seat, number).ok()?;
    }
    Some((counts, margins(runner.program(), desk.state())))
}
