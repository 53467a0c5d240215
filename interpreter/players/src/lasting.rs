//! Whether a round leaves something behind for later ones, beside points (non-interference, by trial): where one begins, what a track says is changed
//! by one, and it is seen whether the same game goes on otherwise.

use bidlang::Prepared;
use bidlang::engine::{Desk, Pause, Runner, Silent, State, Stream, each_seat};
use bidlang::ir::Ty;

use crate::aim::{margins, sides};

/// Where a round leaves something behind for later ones, playouts go on to the end of so many that a seat has so many decisions in them, as rounds go.
const AHEAD: f64 = 8.0;
/// So many beginnings of rounds are looked at.
pub const MOST_STARTS: usize = 24;
/// Most decisions of a game that goes on from there.
const MOST_DECISIONS: usize = 200;

/// What is left of a round that stands for itself when the next one begins, and makes a difference there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Alone {
    /// Whether one is not like another: its number says how.
    pub differ: bool,
    /// The number of the last one, where others come before it: who has won is seen at its end.
    pub last: Option<i64>,
    /// Tracks that name players, as who deals, with what their slots say as the game begins.
    pub players: Vec<((u16, u32), i64)>,
}

impl Alone {
    /// Of a game in which no track but those that name players tells what was done in another round, and the last of all is always this: none where cards lie as they came to lie in
    /// another round, or points that were made there make a difference.
    pub fn of(prepared: &Prepared, (starts, shuffled): (&[Start], u64), last: Option<(u16, i64)>) -> Option<Self> {
        let Some((phase, pass)) = last else {
            return Some(Self { differ: false, last: None, players: players(prepared, starts) });
        };
        let stand_alone = begin_alike(prepared, starts)
            && are_dealt_anew(prepared, starts, shuffled)
            && !scores_count(prepared, starts, phase);
        let differ = || differ(prepared, starts) || counts(prepared, starts, phase);
        stand_alone.then(|| Self { differ: differ(), last: Some(pass), players: players(prepared, starts) })
    }
}

/// A state in which a round begins, and the number of its pass.
pub type Start = (i64, State);

/// How many rounds behind this one playouts go on, where a seat has so many decisions in one, on the mean, and whether rounds leave something behind: none where each stands for itself.
pub fn rounds_behind(lasts: bool, decisions: f64) -> u16 {
    let rounds = (AHEAD / decisions.max(1.0)) as u16;
    if rounds > 1 && lasts { rounds - 1 } else { 0 }
}

/// Whether as many cards lie in each place wherever a round begins.
fn begin_alike(prepared: &Prepared, starts: &[Start]) -> bool {
    let places = prepared.runner().program().places.len() as u32;
    let sizes = |state: &State| (0..places).map(|place| state.mask(place).count_ones()).collect::<Vec<u32>>();
    let mut starts = starts.iter().map(|(_, state)| sizes(state));
    starts.next().is_none_or(|first| starts.all(|other| other == first))
}

/// Whether what some track says where a round begins is told by what was done before, and makes a difference.
pub fn lasts(prepared: &Prepared, starts: &[Start]) -> bool {
    let runner = prepared.runner();
    // What is the same in that pass of every game, as a count of rounds is, comes of nothing that was done.
    let mut slots = slots(prepared).filter(|slot| varies(starts, *slot));
    slots.any(|slot| starts.iter().zip(0..).any(|((_, state), seed)| makes_a_difference(runner, state, slot, seed)))
}

/// Whether what some track says goes by the number of the round, and makes a difference.
fn differ(prepared: &Prepared, starts: &[Start]) -> bool {
    let runner = prepared.runner();
    let mut slots = slots(prepared).filter(|slot| says_several(starts, *slot) && !varies(starts, *slot));
    slots.any(|slot| starts.iter().zip(0..).any(|((_, state), seed)| makes_a_difference(runner, state, slot, seed)))
}

/// Whether all cards that lie now here and now there as rounds begin are shuffled for each; so many were at least.
fn are_dealt_anew(prepared: &Prepared, starts: &[Start], shuffled: u64) -> bool {
    let program = prepared.runner().program();
    let lies = |card: u8| {
        let mut places = starts.iter().map(|(_, state)| state.place_of(program, card));
        places.next().is_some_and(|first| places.any(|place| place != first))
    };
    let moving = (0..=u8::MAX).take(program.cards.len()).filter(|card| lies(*card)).count();
    shuffled >= moving as u64
}

/// How a round goes that begins so, with these slots changed: how many choices there were each time, and how many points each seat gained; nothing where a rule stops it.
fn round_from(
    runner: &Runner,
    ((pass, state), phase): (&Start, u16),
    changes: &[(u32, i64)],
    seed: u64,
) -> Option<(Vec<u64>, Vec<f64>)> {
    let mut desk = runner.desk(seed);
    desk.load(state);
    desk.most_passes = Some((phase, *pass));
    for (slot, value) in changes {
        if !desk.set_slot(*slot, *value) {
            return None;
        }
    }
    let before = margins(runner.program(), desk.state());
    let (counts, after) = goes_on(runner, &mut desk, seed)?;
    Some((counts, after.iter().zip(&before).map(|(after, before)| after - before).collect()))
}

/// Whether the number of a round makes a difference to what comes of it: to what may be chosen, or to points.
fn counts(prepared: &Prepared, starts: &[Start], phase: u16) -> bool {
    let runner = prepared.runner();
    let Some(slot) = runner.program().phases.get(usize::from(phase)).and_then(|phase| phase.pass) else { return false };
    let differs = |(pass, state): &Start, by: i64, seed: u64| {
        let moved = (pass + by, state.clone());
        let changed = round_from(runner, (&moved, phase), &[(slot, pass + by)], seed);
        changed != round_from(runner, (&(*pass, state.clone()), phase), &[], seed)
    };
    starts.iter().zip(0..).any(|(start, seed)| [-1, 1].iter().any(|by| differs(start, *by, seed)))
}

/// Whether points that were made before make a difference to what comes of a round.
fn scores_count(prepared: &Prepared, starts: &[Start], phase: u16) -> bool {
    let runner = prepared.runner();
    let slots = runner.program().scores..runner.program().scores + sides(runner.program()) as u32;
    let said: Vec<Vec<i64>> =
        starts.iter().map(|(_, state)| slots.clone().map(|slot| state.int(slot)).collect()).collect();
    let differs = |start: &Start, scores: &[i64], seed: u64| {
        let changes: Vec<(u32, i64)> = slots.clone().zip(scores.iter().copied()).collect();
        round_from(runner, (start, phase), &changes, seed) != round_from(runner, (start, phase), &[], seed)
    };
    starts.iter().zip(0..).any(|(start, seed)| {
        said.iter().any(|scores| {
            let turned: Vec<i64> = scores.iter().rev().copied().collect();
            differs(start, scores, seed) || differs(start, &turned, seed)
        })
    })
}

/// The slots that name players, where that makes a difference, with what they say as the game begins.
fn players(prepared: &Prepared, starts: &[Start]) -> Vec<((u16, u32), i64)> {
    let runner = prepared.runner();
    let begins = runner.desk(0);
    let tracks = (0_u16..).zip(&runner.program().tracks).zip(&prepared.words().game.tracks);
    let tracks = tracks.filter(|(_, track)| matches!(track.ty, Ty::Player));
    let slots = tracks.flat_map(|((number, slots), _)| {
        (0_u32..).zip(slots.slots()).map(move |(index, slot)| ((number, index), slot))
    });
    let matters = |slot: u32| {
        let makes = |((_, state), seed): (&Start, u64)| makes_a_difference(runner, state, slot, seed);
        says_several(starts, slot) && starts.iter().zip(0..).any(makes)
    };
    slots.filter(|(_, slot)| matters(*slot)).map(|(of, slot)| (of, begins.state().int(slot))).collect()
}

/// The slots of tracks that tell something of other than players and cards.
fn slots(prepared: &Prepared) -> impl Iterator<Item = u32> {
    let tracks = prepared.runner().program().tracks.iter().zip(&prepared.words().game.tracks);
    let tracks = tracks.filter(|(_, track)| matches!(track.ty, Ty::Number | Ty::YesNo | Ty::Member(_)));
    tracks.flat_map(|(slots, _)| slots.slots())
}

/// Whether a slot says one thing as one round begins and another as another does.
fn says_several(starts: &[Start], slot: u32) -> bool {
    let mut said = starts.iter().map(|(_, state)| state.int(slot));
    said.next().is_some_and(|first| said.any(|value| value != first))
}

/// Whether a slot says one thing in one game, and another in the same round of another.
fn varies(starts: &[Start], slot: u32) -> bool {
    let says = |(pass, state): &Start| (*pass, state.int(slot));
    let differs = |one: &Start| starts.iter().any(|other| says(one).0 == says(other).0 && says(one) != says(other));
    starts.iter().any(differs)
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
