//! What a seat is told by tracks, as numbers of weights (state features): money, a price, a pot, what a die shows, what is filled already; and the pass of a phase.

use bidlang::Prepared;
use bidlang::engine::{Desk, Program, Runner, TrackSlots};
use bidlang::ir::{Per, Track, Ty};

/// So many facts are looked at, those of the tracks that stand first in the file.
const MOST: usize = 16;
/// So many slots of a track at most, beside those of other seats.
const MOST_OF_A_TRACK: u32 = 8;
/// So many values of one are told apart.
const VALUES: u32 = 32;
/// Numbers below this are told apart one by one, and from there on by halves of a doubling.
const EXACT: u32 = 14;
/// What is said is told apart beside facts: nothing, or about which number, seat or value.
pub(super) const SAID: u32 = VALUES + 1;

/// What the number in a slot is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Holds {
    /// One of few values, from a lowest one on.
    One(i64),
    /// Any number.
    Number,
    /// A seat, or a side: it is looked at from the own one on, of so many.
    Whose(i64, i64),
}

/// A slot that is looked at.
#[derive(Debug, Clone, Copy)]
struct Slot {
    at: u32,
    holds: Holds,
    /// The track and its place in it, where not all see it always.
    hidden: Option<(u16, u32)>,
}

/// For each seat the facts it may be told, each the highest of some slots.
#[derive(Debug)]
pub(super) struct Facts {
    by: Vec<Vec<Vec<Slot>>>,
}

/// A seat with its side, and how many of both there are.
#[derive(Clone, Copy)]
struct Own {
    seat: u32,
    side: u32,
    seats: u32,
    sides: u32,
}

impl Own {
    /// The facts of a track for the seat: of what each seat or side has, its own and the highest of the others.
    fn facts(self, number: u16, slots: &TrackSlots, track: &Track) -> Vec<Vec<Slot>> {
        let (low, high) = slots.range;
        let holds = match track.ty {
            Ty::Player => Holds::Whose(i64::from(self.seat), i64::from(self.seats)),
            Ty::Team => Holds::Whose(i64::from(self.side), i64::from(self.sides)),
            Ty::Number | Ty::YesNo | Ty::Member(_) if high.saturating_sub(low) < i64::from(VALUES) - 1 => {
                Holds::One(low)
            }
            Ty::Number | Ty::YesNo | Ty::Member(_) => Holds::Number,
            Ty::Card | Ty::Cards | Ty::Players | Ty::Nothing => return Vec::new(),
        };
        let slot = |index: u32| {
            let is_open = slots.sights.get(index as usize).is_none_or(Vec::is_empty);
            Slot { at: slots.base + index, holds, hidden: (!is_open).then_some((number, index)) }
        };
        let all: u32 = slots.dims.iter().product();
        let (own, count) = match (track.per.first(), slots.dims.first()) {
            (Some(Per::Player), Some(count)) => (self.seat, *count),
            (Some(Per::Team), Some(count)) => (self.side, *count),
            (Some(Per::Kind(_)), _) | (None, _) | (_, None) => (0, 1),
        };
        let each = all / count.max(1);
        if each > MOST_OF_A_TRACK || own >= count {
            return Vec::new();
        }
        let mut found: Vec<Vec<Slot>> = (own * each..(own + 1) * each).map(|index| vec![slot(index)]).collect();
        if each == 1 && count > 1 && !matches!(holds, Holds::Whose(..)) {
            found.push((0..count).filter(|other| *other != own).map(slot).collect());
        }
        found
    }
}

impl Facts {
    /// Of a game.
    pub(super) fn of(prepared: &Prepared) -> Self {
        let program: &Program = prepared.runner().program();
        let seats = u32::from(program.seats);
        let sides = program.teams.iter().map(|team| u32::from(*team) + 1).max().unwrap_or(1);
        let passes = || program.phases.iter().filter_map(|phase| phase.pass);
        let of_seat = |(seat, team): (u32, u8)| {
            let own = Own { seat, side: u32::from(team), seats, sides };
            let tracks = (0_u16..).zip(&program.tracks).zip(&prepared.words().game.tracks);
            let told = tracks.filter(|((_, slots), _)| slots.told);
            let mut facts: Vec<_> = told.flat_map(|((number, slots), track)| own.facts(number, slots, track)).collect();
            facts.extend(passes().map(|at| vec![Slot { at, holds: Holds::Number, hidden: None }]));
            facts.truncate(MOST);
            facts
        };
        Self { by: (0..).zip(program.teams.iter().copied()).map(of_seat).collect() }
    }

    /// How many numbers there are.
    pub(super) fn size(&self) -> u32 {
        let most = self.by.iter().map(Vec::len).max().unwrap_or_default();
        u32::try_from(most).unwrap_or(u32::MAX).saturating_mul(VALUES)
    }

    /// Puts the numbers of what a seat is told now to others.
    pub(super) fn see(&self, runner: &Runner, desk: &mut Desk, seat: u8, seen: &mut Vec<u32>) {
        let facts = self.by.get(usize::from(seat)).into_iter().flatten();
        for (number, slots) in (0_u32..).zip(facts) {
            let values = slots.iter().filter_map(|slot| {
                let sees = |(track, index)| runner.seers_of_track(desk, track, index) & (1 << seat) != 0;
                let is_told = slot.hidden.is_none_or(sees);
                is_told.then(|| slot.holds.value(desk.state().int(slot.at)))
            });
            seen.extend(values.max().map(|value| number * VALUES + value));
        }
    }
}

impl Holds {
    /// Which of the values that are told apart a number is; nobody and none are the first.
    fn value(self, number: i64) -> u32 {
        let from_one = |from: i64| u32::try_from(from.max(-1).saturating_add(1)).unwrap_or(u32::MAX).min(VALUES - 1);
        match self {
            Self::One(low) => from_one(number.saturating_sub(low)),
            Self::Number => about(number),
            Self::Whose(..) if number < 0 => 0,
            Self::Whose(own, count) => from_one((number - own).rem_euclid(count.max(1))),
        }
    }
}

/// About how much a number is; all below nought are one.
fn about(number: i64) -> u32 {
    if number < 0 {
        return 0;
    }
    let much = u32::try_from(number).unwrap_or(u32::MAX);
    if much < EXACT {
        return 1 + much;
    }
    let octave = much.ilog2();
    let half = much >> (octave - 1) & 1;
    (EXACT + 2 * (octave - EXACT.ilog2()) + half).min(VALUES - 1)
}

/// What is said, as it is told apart beside facts.
pub(super) fn said(value: Option<i64>) -> u32 {
    value.map_or(0, |value| 1 + about(value))
}

#[cfg(test)]
mod tests {
    use super::{EXACT, Holds, SAID, VALUES, about, said};

    #[test]
    fn numbers_are_told_apart_the_finer_the_smaller_they_are() {
        assert!((0..EXACT).all(|number| about(i64::from(number)) == number + 1));
        assert!((1..100_000).all(|number| (0..2).contains(&(about(number) - about(number - 1)))));
        assert_eq!((about(-7), about(i64::MAX), said(Some(i64::MAX))), (0, VALUES - 1, SAID - 1));
    }

    #[test]
    fn seats_are_looked_at_from_the_own_one_on() {
        let from_third = Holds::Whose(2, 4);
        assert_eq!([-1, 2, 3, 0, 1].map(|seat| from_third.value(seat)), [0, 1, 2, 3, 4]);
        assert_eq!([-1, 0, 30].map(|member| Holds::One(0).value(member)), [0, 1, VALUES - 1]);
        assert_eq!(Holds::One(i64::MIN).value(i64::MAX), VALUES - 1, "numbers so far apart overflow nothing");
    }
}
