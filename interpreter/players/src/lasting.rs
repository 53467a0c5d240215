//! Whether a round leaves something behind for later ones (non-interference, by trial): where one begins, what a track says, the points that were made or the number of the
//! round are changed, and it is seen whether the same game goes on otherwise.

use bidlang::Prepared;
use bidlang::engine::{Desk, Pause, Runner, Silent, State, Stream, each_seat};
use bidlang::ir::Ty;

use crate::aim::{margins, sides};

/// Where a round leaves something behind for later ones, playouts go on to the end of so many that a seat has so many decisions in them, as rounds go.
const AHEAD: f64 = 8.0;
/// So many beginnings of rounds are looked at.
const MOST_STARTS: usize = 24;
/// Most decisions of a game that goes on from there.
const MOST_DECISIONS: usize = 200;

/// What is left of a round that stands for itself when the next one begins, and makes a difference there.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Alone {
    /// The phases whose passes are rounds; none where the whole game is one.
    pub phases: Vec<u16>,
    /// Whether one is not like another: its number says how.
    pub differ: bool,
    /// The number of the last one, where others come before it: who has won is seen at its end.
    pub last: Option<i64>,
    /// Tracks that name players, as who deals, with what their slots say as the game begins.
    pub players: Vec<((u16, u32), i64)>,
}

/// A state in which a round begins, and the number of its pass.
type Start = (i64, State);

/// How rounds began in random games, and with which the games ended.
#[derive(Default)]
pub struct Beginnings {
    /// The phases whose passes are rounds.
    phases: Vec<u16>,
    /// Rounds behind others, as they began: the first that were played.
    starts: Vec<Start>,
    /// How many cards were shuffled for each of those, at least.
    shuffled: u64,
    /// The last rounds of games that came to an end, each once.
    lasts: Vec<(u16, i64)>,
}

impl Beginnings {
    /// A round of a phase begins.
    pub fn begins(&mut self, phase: u16) {
        if !self.phases.contains(&phase) {
            self.phases.push(phase);
        }
    }

    /// It is one behind another, with this number; so many cards were shuffled since that began.
    pub fn goes_on(&mut self, pass: i64, state: &State, shuffled: u64) {
        if self.starts.len() < MOST_STARTS {
            self.shuffled = if self.starts.is_empty() { shuffled } else { self.shuffled.min(shuffled) };
            self.starts.push((pass, state.clone()));
        }
    }

    /// A game is over in this round.
    pub fn ends(&mut self, round: (u16, i64)) {
        if !self.lasts.contains(&round) {
            self.lasts.push(round);
        }
    }

    /// Whether what some track says where a round begins is told by what was done before, and makes a difference.
    pub fn leave_something(&self, prepared: &Prepared) -> bool {
        lasts(prepared, &self.starts)
    }

    /// What is known as a round begins, in a game in which no track but those that name players tells what was done in another: none where nobody knows how many come, where cards lie
    /// as they came to lie in another, or where points that were made there make a difference.
    pub fn alone(self, prepared: &Prepared, several: bool) -> Option<Alone> {
        let Self { phases, starts, shuffled, lasts } = self;
        if !several {
            return Some(Alone { phases, ..Alone::default() });
        }
        // Where a round more may be played, as long as nobody has so many points, what is best goes by them.
        let [(phase, last)] = lasts.as_slice() else { return None };
        let stand_alone = begin_alike(prepared, &starts)
            && are_dealt_anew(prepared, &starts, shuffled)
            && !scores_count(prepared, &starts, *phase);
        let differ = || differ(prepared, &starts) || counts(prepared, &starts, *phase);
        stand_alone.then(|| Alone { phases, differ: differ(), last: Some(*last), players: players(prepared, &starts) })
    }
}

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
fn lasts(prepared: &Prepared, starts: &[Start]) -> bool {
    // What is the same in that pass of every game, as a count of rounds is, comes of nothing that was done.
    slots(prepared).any(|slot| varies(starts, slot) && makes_a_difference(prepared.runner(), starts, slot))
}

/// Whether what some track says goes by the number of the round, and makes a difference.
fn differ(prepared: &Prepared, starts: &[Start]) -> bool {
    let by_number = |slot: u32| says_several(starts, slot) && !varies(starts, slot);
    slots(prepared).any(|slot| by_number(slot) && makes_a_difference(prepared.runner(), starts, slot))
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

/// How a game goes on: how many choices there were each time, and how many points each seat gained against the others; nothing where a rule stops it.
type Course = Option<(Vec<u64>, Vec<f64>)>;

/// How a round goes that begins so and has this number, with these slots changed.
fn round_from(runner: &Runner, (state, phase, pass): (&State, u16, i64), changes: &[(u32, i64)], seed: u64) -> Course {
    let mut desk = runner.desk(seed);
    desk.load(state);
    desk.most_passes = Some((phase, pass));
    if changes.iter().any(|(slot, value)| !desk.set_slot(*slot, *value)) {
        return None;
    }
    goes_on(runner, &mut desk, seed)
}

/// Whether the number of a round makes a difference to what comes of it: to what may be chosen, or to points.
fn counts(prepared: &Prepared, starts: &[Start], phase: u16) -> bool {
    let runner = prepared.runner();
    let Some(slot) = runner.program().phases.get(usize::from(phase)).and_then(|phase| phase.pass) else { return false };
    starts.iter().zip(0..).any(|((pass, state), seed)| {
        let as_it_was = round_from(runner, (state, phase, *pass), &[], seed);
        let of = |pass: i64| round_from(runner, (state, phase, pass), &[(slot, pass)], seed);
        [pass - 1, pass + 1].into_iter().any(|other| of(other) != as_it_was)
    })
}

/// Whether points that were made before make a difference to what comes of a round: those of other rounds are put in their place, and those of the seats the other way round.
fn scores_count(prepared: &Prepared, starts: &[Start], phase: u16) -> bool {
    let runner = prepared.runner();
    let slots = runner.program().scores..runner.program().scores + sides(runner.program()) as u32;
    let said = |(_, state): &Start| slots.clone().map(|slot| state.int(slot)).collect::<Vec<i64>>();
    let all: Vec<Vec<i64>> = starts.iter().map(said).collect();
    starts.iter().zip(0..).any(|((pass, state), seed)| {
        let round = |scores: &[(u32, i64)]| round_from(runner, (state, phase, *pass), scores, seed);
        let as_it_was = round(&[]);
        all.iter().any(|scores| {
            let there: Vec<(u32, i64)> = slots.clone().zip(scores.iter().copied()).collect();
            let turned: Vec<(u32, i64)> = slots.clone().zip(scores.iter().rev().copied()).collect();
            round(&there) != as_it_was || round(&turned) != as_it_was
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
    let matters = |slot: u32| says_several(starts, slot) && makes_a_difference(runner, starts, slot);
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

/// Whether a game goes on otherwise for one more of what a slot says, or one less, where some round begins.
fn makes_a_difference(runner: &Runner, starts: &[Start], slot: u32) -> bool {
    let Some((low, high)) = runner.program().track_of(slot).map(|(_, track)| track.range) else { return false };
    starts.iter().zip(0..).any(|((_, state), seed)| {
        let now = state.int(slot);
        let other = if now < high { now + 1 } else { now - 1 };
        let (mut changed, mut same) = (runner.desk(seed), runner.desk(seed));
        changed.load(state);
        same.load(state);
        other >= low
            && changed.set_slot(slot, other)
            && goes_on(runner, &mut changed, seed) != goes_on(runner, &mut same, seed)
    })
}

/// How a game goes on in which each seat does what falls to it.
fn goes_on(runner: &Runner, desk: &mut Desk, seed: u64) -> Course {
    let (mut stream, mut counts) = (Stream::new(seed, 7), Vec::new());
    let before = margins(runner.program(), desk.state());
    for _ in 0..MOST_DECISIONS {
        let Pause::Decision(seats) = runner.run(desk, &mut Silent).ok()? else { break };
        let seat = each_seat(seats).next()?;
        let count = runner.choices(desk, seat);
        counts.push(count);
        let number = stream.below_long(count.max(1));
        runner.take(desk, seat, number).ok()?;
    }
    let after = margins(runner.program(), desk.state());
    Some((counts, after.iter().zip(&before).map(|(after, before)| after - before).collect()))
}
