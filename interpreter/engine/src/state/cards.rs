//! The cards of a state: where they lie, in which order, and how they are moved.

use super::super::program::{CardSet, Program};
use super::super::{MOST_CARDS, each_card};
use super::{NONE, Spot, State, bit};
use crate::index::fit;

impl State {
    /// The top card of a place.
    #[inline]
    pub(in super::super) fn top(&self, spot: Spot) -> Option<u8> {
        if spot.ordered {
            return Some(self.get(usize::from(spot.ends))).filter(|card| *card != NONE);
        }
        each_card(self.mask(u32::from(spot.place))).next()
    }

    /// The bottom card of a place.
    #[inline]
    pub(in super::super) fn bottom(&self, spot: Spot) -> Option<u8> {
        if spot.ordered {
            return Some(self.get(usize::from(spot.ends) + 1)).filter(|card| *card != NONE);
        }
        let here = self.mask(u32::from(spot.place));
        here.checked_ilog2().and_then(|card| u8::try_from(card).ok())
    }

    /// The cards of a place, top first.
    pub fn in_order(&self, program: &Program, place: u16) -> impl Iterator<Item = u8> + '_ {
        self.in_spot(program.spot(place))
    }

    pub(in super::super) fn in_spot(&self, spot: Spot) -> impl Iterator<Item = u8> + '_ {
        let mut left = self.mask(u32::from(spot.place));
        let mut next = self.top(spot);
        std::iter::from_fn(move || {
            let card = next?;
            left &= !bit(card);
            next = if spot.ordered {
                Some(self.get(2 * usize::from(card))).filter(|card| *card != NONE)
            } else {
                each_card(left).next()
            };
            Some(card)
        })
    }

    #[inline]
    pub(in super::super) fn put_down(&mut self, card: u8, to: Spot) {
        self.link(card, to);
        self.add(to, bit(card));
    }

    #[inline]
    pub(in super::super) fn take_up(&mut self, card: u8, from: Spot) {
        self.unlink(card, from);
        let mask = u32::from(from.place);
        self.set_mask(mask, self.mask(mask) & !bit(card));
    }

    /// Puts a card at the end of the order of a place, if it has one.
    #[inline]
    pub(in super::super) fn link(&mut self, card: u8, to: Spot) {
        if to.ordered {
            let ends = usize::from(to.ends);
            let last = self.get(ends + 1);
            self.put(2 * usize::from(card), NONE);
            self.put(2 * usize::from(card) + 1, last);
            self.put(if last == NONE { ends } else { 2 * usize::from(last) }, card);
            self.put(ends + 1, card);
        }
    }

    /// Takes a card out of the order of a place, if it has one.
    #[inline]
    fn unlink(&mut self, card: u8, from: Spot) {
        if from.ordered {
            let ends = usize::from(from.ends);
            let (next, before) = (self.get(2 * usize::from(card)), self.get(2 * usize::from(card) + 1));
            self.put(if before == NONE { ends } else { 2 * usize::from(before) }, next);
            self.put(if next == NONE { ends + 1 } else { 2 * usize::from(next) + 1 }, before);
        }
    }

    /// Empties a place whose cards are put down elsewhere.
    #[inline]
    pub(in super::super) fn clear(&mut self, from: Spot) {
        if from.ordered {
            let ends = usize::from(from.ends);
            self.put(ends, NONE);
            self.put(ends + 1, NONE);
        }
        self.set_mask(u32::from(from.place), 0);
    }

    /// Puts the cards of a place, which are all of these, in this order.
    pub(in super::super) fn lay(&mut self, spot: Spot, order: &[u8]) {
        if !spot.ordered || order.is_empty() {
            return;
        }
        let ends = usize::from(spot.ends);
        let mut before = NONE;
        for card in order {
            self.put(2 * usize::from(*card) + 1, before);
            self.put(if before == NONE { ends } else { 2 * usize::from(before) }, *card);
            before = *card;
        }
        self.put(2 * usize::from(before), NONE);
        self.put(ends + 1, before);
    }

    /// Takes so many cards from the top of a place, to be put down where no order is kept.
    pub(in super::super) fn take_off(&mut self, from: Spot, count: i64) -> CardSet {
        let there = self.mask(u32::from(from.place));
        if count >= i64::from(there.count_ones()) {
            self.clear(from);
            return there;
        }
        let mut taken = [0_u64; 2];
        if from.ordered {
            let ends = usize::from(from.ends);
            let mut top = self.get(ends);
            for _ in 0..count {
                if let Some(half) = taken.get_mut(usize::from(top >> 6 & 1)) {
                    *half |= 1 << (top & 63);
                }
                top = self.get(2 * usize::from(top));
            }
            self.put(ends, top);
            self.put(2 * usize::from(top) + 1, NONE);
        } else {
            for card in each_card(there).take(fit::<_, usize>(count.max(0))) {
                if let Some(half) = taken.get_mut(usize::from(card >> 6 & 1)) {
                    *half |= 1 << (card & 63);
                }
            }
        }
        let [low, high] = taken.map(CardSet::from);
        let taken = low | high << 64;
        self.set_mask(u32::from(from.place), there & !taken);
        taken
    }

    /// Moves so many cards from the top of a place to the end of another, both orders being kept; no more than there are.
    pub(in super::super) fn pass_on(&mut self, from: Spot, to: Spot, count: i64) {
        let (ends, into) = (usize::from(from.ends), usize::from(to.ends));
        let first = self.get(ends);
        let (mut end, mut next, mut taken): (u8, u8, CardSet) = (NONE, first, 0);
        for _ in 0..count {
            if next == NONE {
                break;
            }
            taken |= bit(next);
            end = next;
            next = self.get(2 * usize::from(end));
        }
        if end == NONE {
            return;
        }
        let last = self.get(into + 1);
        self.put(2 * usize::from(first) + 1, last);
        self.put(if last == NONE { into } else { 2 * usize::from(last) }, first);
        self.put(into + 1, end);
        self.put(2 * usize::from(end), NONE);
        self.put(ends, next);
        self.put(if next == NONE { ends + 1 } else { 2 * usize::from(next) + 1 }, NONE);
        let mask = u32::from(from.place);
        self.set_mask(mask, self.mask(mask) & !taken);
        self.add(to, taken);
    }

    /// Adds cards to a place whose order is not kept.
    #[inline]
    pub(in super::super) fn add(&mut self, to: Spot, some: CardSet) {
        let mask = u32::from(to.place);
        self.set_mask(mask, self.mask(mask) | some);
    }

    /// Moves one card of a place to the end of another.
    #[inline]
    pub(in super::super) fn carry_one(&mut self, one: CardSet, from: Spot, to: Spot) {
        if from.place != to.place {
            if from.ordered || to.ordered {
                let card = u8::try_from(one.trailing_zeros()).unwrap_or(NONE);
                self.unlink(card, from);
                self.link(card, to);
            }
            let mask = u32::from(from.place);
            self.set_mask(mask, self.mask(mask) & !one);
            self.add(to, one);
        }
    }

    /// Moves some of the cards of a place to the end of another, in their order or in that of the deck.
    #[inline]
    pub(in super::super) fn carry(&mut self, some: CardSet, from: Spot, to: Spot, in_order: bool) {
        if from.place == to.place || some == 0 {
            return;
        }
        if !to.ordered {
            self.take_some(some, from);
            self.add(to, some);
        } else {
            self.carry_to_order(some, from, to, in_order);
        }
    }

    fn carry_to_order(&mut self, some: CardSet, from: Spot, to: Spot, in_order: bool) {
        if from.ordered && in_order && some.count_ones() > 1 {
            if self.mask(u32::from(from.place)) == some {
                return self.carry_all(some, from, to);
            }
            let mut list = [NONE; MOST_CARDS];
            for (slot, card) in list.iter_mut().zip(self.in_spot(from).filter(|card| some & bit(*card) != 0)) {
                *slot = card;
            }
            for card in list.into_iter().take_while(|card| *card != NONE) {
                self.take_up(card, from);
                self.put_down(card, to);
            }
            return;
        }
        self.take_some(some, from);
        let ends = usize::from(to.ends);
        let mut last = self.get(ends + 1);
        for card in each_card(some) {
            self.put(2 * usize::from(card) + 1, last);
            self.put(if last == NONE { ends } else { 2 * usize::from(last) }, card);
            last = card;
        }
        self.put(2 * usize::from(last), NONE);
        self.put(ends + 1, last);
        self.add(to, some);
    }

    /// Moves all cards of a place to the end of another, both orders being kept.
    fn carry_all(&mut self, all: CardSet, from: Spot, to: Spot) {
        let (first, end) = (self.get(usize::from(from.ends)), self.get(usize::from(from.ends) + 1));
        let last = self.get(usize::from(to.ends) + 1);
        self.put(2 * usize::from(first) + 1, last);
        self.put(if last == NONE { usize::from(to.ends) } else { 2 * usize::from(last) }, first);
        self.put(usize::from(to.ends) + 1, end);
        self.clear(from);
        self.add(to, all);
    }

    /// Takes some of the cards of a place.
    #[inline]
    pub(in super::super) fn take_some(&mut self, some: CardSet, from: Spot) {
        let here = self.mask(u32::from(from.place));
        if here & !some == 0 {
            self.clear(from);
        } else if from.ordered {
            each_card(some).for_each(|card| self.take_up(card, from));
        } else {
            self.set_mask(u32::from(from.place), here & !some);
        }
    }

    /// Moves a card to the end of a place.
    pub(in super::super) fn shift(&mut self, program: &Program, card: u8, from: u16, to: u16) {
        self.take_up(card, program.spot(from));
        self.put_down(card, program.spot(to));
    }
}
