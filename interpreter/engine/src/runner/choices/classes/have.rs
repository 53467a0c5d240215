//! What there is of each class: the cards that are taken, and those that may be.

use super::super::super::super::MOST_CARDS;
use super::super::super::super::program::CardSet;
use super::super::super::super::sets::Count;
use super::{Class, MOST_CLASSES, Part};

/// How many cards of a class are taken, and how many there are behind them.
#[derive(Clone, Copy, Default)]
pub(super) struct Both {
    pub(super) taken: Count,
    pub(super) there: Count,
}

/// That of each class.
#[derive(Clone, Copy)]
pub(in super::super) struct Tally {
    pub(super) each: [Both; MOST_CARDS],
}

impl Default for Tally {
    fn default() -> Self {
        Self { each: [Both { taken: 0, there: 0 }; MOST_CARDS] }
    }
}

/// The cards of a class that are there: those that are taken already, and those that may be.
#[derive(Clone, Copy)]
pub(super) struct Here<'a> {
    pub(super) taken: u32,
    pub(super) there: u32,
    pub(super) class: &'a Class,
}

/// The classes of a part of which there are cards.
pub(super) struct Have<'a> {
    part: &'a Part,
    /// Their numbers in the part, and of each how many cards are taken, and how many are there behind those.
    classes: [u8; MOST_CLASSES],
    each: [Both; MOST_CLASSES],
    pub(super) count: usize,
    /// How many cards there are behind those that are taken.
    pub(super) there: u32,
    /// The first and the last of which cards are taken.
    pub(super) taken: (usize, usize),
}

/// A class without cards.
const NOTHING: &Class = &Class { cards: CardSet::NONE, key: 0 };

impl<'a> Have<'a> {
    const fn nothing(part: &'a Part) -> Self {
        let (classes, each) = ([0; MOST_CLASSES], [Both { taken: 0, there: 0 }; MOST_CLASSES]);
        Self { part, classes, each, count: 0, there: 0, taken: (usize::MAX, 0) }
    }

    /// A class more.
    #[inline(always)]
    fn add(&mut self, number: u8, both: Both) {
        if both.taken != 0 {
            self.taken = (self.taken.0.min(self.count), self.count);
        }
        self.there += u32::from(both.there);
        if let (Some(class), Some(each)) = (self.classes.get_mut(self.count), self.each.get_mut(self.count)) {
            (*class, *each) = (number, both);
            self.count += 1;
        }
    }

    /// Those of some cards, of which none is taken.
    pub(super) fn untouched(part: &'a Part, from: CardSet) -> Self {
        let mut have = Self::nothing(part);
        for (number, class) in (0_u8..).zip(&part.classes) {
            let there = (class.cards & from).count_ones();
            if there != 0 {
                have.add(number, Both { taken: 0, there: there as Count });
            }
        }
        have
    }

    #[inline(always)]
    pub(super) fn of(part: &'a Part, tally: &Tally) -> Self {
        let mut have = Self::nothing(part);
        let each = tally.each.get(part.first..part.first + part.classes.len()).unwrap_or(&[]);
        for (number, both) in each.iter().enumerate() {
            if both.taken | both.there != 0 {
                have.add(number as u8, *both);
            }
        }
        have
    }

    /// How many cards there can be in a group that has none of a class, or so many.
    pub(super) fn room(&self, (least, most): (u32, u32)) -> u32 {
        let each = self.each.get(..self.count).unwrap_or(&[]).iter();
        each.map(|both| u32::from(both.taken) + u32::from(both.there))
            .filter(|cards| *cards >= least)
            .fold(0, |room: u32, cards| room.saturating_add(cards.min(most)))
    }

    /// Where they stand above the lowest class of the part, a bit each, if that is known of all.
    pub(super) fn steps(&self) -> Option<u64> {
        self.part.steps.as_ref().map(|steps| self.set_of(steps))
    }

    /// The same where a gap is one step, however wide it is.
    pub(super) fn rows(&self) -> Option<u64> {
        self.part.rows.as_ref().map(|rows| self.set_of(rows))
    }

    fn set_of(&self, steps: &[u8]) -> u64 {
        let here = self.numbers().iter().filter_map(|number| steps.get(usize::from(*number)));
        here.fold(0, |set, step| set | 1 << (step & 63))
    }

    fn numbers(&self) -> &[u8] {
        self.classes.get(..self.count).unwrap_or(&[])
    }

    fn class(&self, number: u8) -> &'a Class {
        self.part.classes.get(usize::from(number)).unwrap_or(NOTHING)
    }

    pub(super) fn key(&self, at: usize) -> i64 {
        self.classes.get(at).map_or(0, |number| self.class(*number).key)
    }

    /// Some of the classes, from one on up to before another.
    pub(super) fn window(&self, (from, to): (usize, usize)) -> impl Iterator<Item = Here<'a>> + '_ {
        let here = |(number, both): (&u8, &Both)| Here {
            taken: u32::from(both.taken),
            there: u32::from(both.there),
            class: self.class(*number),
        };
        let (classes, each) = (self.classes.get(from..to), self.each.get(from..to));
        classes.unwrap_or(&[]).iter().zip(each.unwrap_or(&[])).map(here)
    }

    /// Pairs of classes of which the second is just so far above the first.
    pub(super) fn apart(steps: u64, distance: u32) -> impl Iterator<Item = (usize, usize)> {
        let mut lows = steps & steps.checked_shr(distance).unwrap_or(0);
        std::iter::from_fn(move || {
            let low = lows & lows.wrapping_neg();
            lows &= !low;
            let below = |step: u64| (steps & step.wrapping_sub(1)).count_ones() as usize;
            (low != 0).then(|| (below(low), below(low << (distance & 63))))
        })
    }
}
