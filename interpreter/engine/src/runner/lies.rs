//! The cards of a state: where they lie, in which order, and how they are moved.

use super::super::MOST_CARDS;
use super::super::desk::Desk;
use super::super::eval::each_card;
use super::super::program::{CardSet, Program};
use super::super::sets::{self, Scratch};
use super::super::state::{Spot, State, bit};
use crate::index::fit;

/// What a desk keeps of sets.
pub(crate) trait Sets {
    /// What a register holds.
    fn card_reg(&self, reg: u32) -> CardSet;
    /// Puts a set into a register.
    fn set_card_reg(&mut self, reg: u32, value: CardSet);
    /// Room to count choices in.
    fn scratch(&mut self) -> &mut Scratch;
}

impl Sets for Desk {
    #[inline]
    fn card_reg(&self, reg: u32) -> CardSet {
        self.sets.get(reg as usize).copied().unwrap_or_default().into()
    }

    #[inline]
    fn set_card_reg(&mut self, reg: u32, value: CardSet) {
        if let Some(to) = self.sets.get_mut(reg as usize) {
            *to = value.into();
        }
    }

    #[inline]
    fn scratch(&mut self) -> &mut Scratch {
        sets::scratch(self)
    }
}

impl Lies for State {
    #[inline]
    fn cards_in(&self, slot: u32) -> CardSet {
        sets::get(self, slot)
    }

    #[inline]
    fn set_cards_in(&mut self, slot: u32, value: CardSet) {
        sets::put(self, slot, value);
    }

    #[inline]
    fn get(&self, index: usize) -> u8 {
        self.link_at(index)
    }

    #[inline]
    fn put(&mut self, index: usize, value: u8) {
        self.set_link(index, value);
    }
}

/// Cards in places.
pub(crate) trait Lies: Sized {
    /// The cards of a place, or a kept set.
    fn cards_in(&self, slot: u32) -> CardSet;
    /// Keeps the cards of a place, or a set.
    fn set_cards_in(&mut self, slot: u32, value: CardSet);
    /// A link of an order.
    fn get(&self, index: usize) -> u8;
    /// Sets a link of an order.
    fn put(&mut self, index: usize, value: u8);

    /// The top card of a place.
    #[inline]
    fn top(&self, spot: Spot) -> Option<u8> {
        let here = self.cards_in(u32::from(spot.place));
        if spot.ordered && here != 0 { Some(self.get(usize::from(spot.ends))) } else { here.lowest() }
    }

    /// The bottom card of a place.
    #[inline]
    fn bottom(&self, spot: Spot) -> Option<u8> {
        let here = self.cards_in(u32::from(spot.place));
        if spot.ordered && here != 0 { Some(self.get(usize::from(spot.ends) + 1)) } else { here.highest() }
    }

    /// The cards of a place, top first.
    fn in_spot(&self, spot: Spot) -> impl Iterator<Item = u8> + '_ {
        let mut left = self.cards_in(u32::from(spot.place));
        let mut next = self.top(spot);
        std::iter::from_fn(move || {
            let card = next?;
            left &= !bit(card);
            next = if spot.ordered && left != 0 { Some(self.get(2 * usize::from(card))) } else { left.lowest() };
            Some(card)
        })
    }

    #[inline]
    fn put_down(&mut self, card: u8, to: Spot) {
        self.link(card, to);
        self.add(to, bit(card));
    }

    #[inline]
    fn take_up(&mut self, card: u8, from: Spot) {
        self.unlink(card, from);
        let mask = u32::from(from.place);
        self.set_cards_in(mask, self.cards_in(mask) & !bit(card));
    }

    /// Puts a card at the end of the order of a place, if it has one.
    #[inline]
    fn link(&mut self, card: u8, to: Spot) {
        if to.ordered {
            let ends = usize::from(to.ends);
            let last = self.behind(to);
            self.follow(last, card, to);
            self.put(ends + 1, card);
        }
    }

    /// Takes a card out of the order of a place, if it has one.
    #[inline]
    fn unlink(&mut self, card: u8, from: Spot) {
        if from.ordered {
            let ends = usize::from(from.ends);
            let (next, before) = (self.get(2 * usize::from(card)), self.get(2 * usize::from(card) + 1));
            let (first, last) = (self.get(ends), self.get(ends + 1));
            self.put(if card == first { ends } else { 2 * usize::from(before) }, next);
            self.put(if card == last { ends + 1 } else { 2 * usize::from(next) + 1 }, before);
        }
    }

    /// Empties a place whose cards are put down elsewhere.
    #[inline]
    fn clear(&mut self, from: Spot) {
        self.set_cards_in(u32::from(from.place), CardSet::NONE);
    }

    /// Puts the cards of a place, which are all of these, in this order.
    fn lay(&mut self, spot: Spot, order: &[u8]) {
        if !spot.ordered || order.is_empty() {
            return;
        }
        let mut before = None;
        for card in order {
            self.follow(before, *card, spot);
            before = Some(*card);
        }
        self.put(usize::from(spot.ends) + 1, before.unwrap_or_default());
    }

    /// Takes so many cards from the top of a place, to be put down where no order is kept.
    fn take_off(&mut self, from: Spot, count: i64) -> CardSet {
        let there = self.cards_in(u32::from(from.place));
        if count >= i64::from(there.count_ones()) {
            self.clear(from);
            return there;
        }
        let mut taken = CardSet::NONE;
        if from.ordered {
            let ends = usize::from(from.ends);
            let mut top = self.get(ends);
            for _ in 0..count {
                taken |= bit(top);
                top = self.get(2 * usize::from(top));
            }
            self.put(ends, top);
        } else {
            for card in each_card(there).take(fit::<_, usize>(count.max(0))) {
                taken |= bit(card);
            }
        }
        self.set_cards_in(u32::from(from.place), there & !taken);
        taken
    }

    /// Moves so many cards from the top of a place to the end of another, both orders being kept; no more than there are.
    fn pass_on(&mut self, from: Spot, to: Spot, count: i64) {
        let (ends, into) = (usize::from(from.ends), usize::from(to.ends));
        let mut left = self.cards_in(u32::from(from.place));
        let (first, mut taken) = (self.get(ends), CardSet::NONE);
        let (mut end, mut next) = (None, first);
        for _ in 0..count {
            if left == 0 {
                break;
            }
            left &= !bit(next);
            taken |= bit(next);
            end = Some(next);
            next = self.get(2 * usize::from(next));
        }
        let Some(end) = end else { return };
        let last = self.behind(to);
        self.follow(last, first, to);
        self.put(into + 1, end);
        self.put(ends, next);
        self.set_cards_in(u32::from(from.place), left);
        self.add(to, taken);
    }

    /// The last card of a place whose order is kept.
    #[inline]
    fn behind(&self, spot: Spot) -> Option<u8> {
        let there = self.cards_in(u32::from(spot.place)) != 0;
        there.then(|| self.get(usize::from(spot.ends) + 1))
    }

    /// Puts a card behind another, or first.
    #[inline]
    fn follow(&mut self, last: Option<u8>, card: u8, to: Spot) {
        match last {
            Some(last) => {
                self.put(2 * usize::from(card) + 1, last);
                self.put(2 * usize::from(last), card);
            }
            None => self.put(usize::from(to.ends), card),
        }
    }

    /// Adds cards to a place whose order is not kept.
    #[inline]
    fn add(&mut self, to: Spot, some: CardSet) {
        let mask = u32::from(to.place);
        self.set_cards_in(mask, self.cards_in(mask) | some);
    }

    /// Moves one card of a place to the end of another.
    #[inline(always)]
    fn carry_one(&mut self, one: CardSet, from: Spot, to: Spot) {
        if from.place != to.place {
            if from.ordered || to.ordered {
                let Some(card) = one.lowest() else { return };
                self.unlink(card, from);
                self.link(card, to);
            }
            let mask = u32::from(from.place);
            self.set_cards_in(mask, self.cards_in(mask) & !one);
            self.add(to, one);
        }
    }

    /// Moves some of the cards of a place to the end of another, in their order or in that of the deck.
    #[inline]
    fn carry(&mut self, some: CardSet, from: Spot, to: Spot, in_order: bool) {
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
            if self.cards_in(u32::from(from.place)) == some {
                return self.carry_all(some, from, to);
            }
            let mut list = [0; MOST_CARDS];
            let count = some.count_ones() as usize;
            for (slot, card) in list.iter_mut().zip(self.in_spot(from).filter(|card| some & bit(*card) != 0)) {
                *slot = card;
            }
            for card in list.into_iter().take(count) {
                self.take_up(card, from);
                self.put_down(card, to);
            }
            return;
        }
        self.take_some(some, from);
        let mut last = self.behind(to);
        for card in each_card(some) {
            self.follow(last, card, to);
            last = Some(card);
        }
        self.put(usize::from(to.ends) + 1, last.unwrap_or_default());
        self.add(to, some);
    }

    /// Moves all cards of a place to the end of another, both orders being kept.
    fn carry_all(&mut self, all: CardSet, from: Spot, to: Spot) {
        let (first, end) = (self.get(usize::from(from.ends)), self.get(usize::from(from.ends) + 1));
        let last = self.behind(to);
        self.follow(last, first, to);
        self.put(usize::from(to.ends) + 1, end);
        self.clear(from);
        self.add(to, all);
    }

    /// Takes some of the cards of a place.
    #[inline]
    fn take_some(&mut self, some: CardSet, from: Spot) {
        let here = self.cards_in(u32::from(from.place));
        if here & !some == 0 {
            self.clear(from);
        } else if from.ordered {
            each_card(some).for_each(|card| self.take_up(card, from));
        } else {
            self.set_cards_in(u32::from(from.place), here & !some);
        }
    }

    /// Moves a card to the end of a place.
    fn shift(&mut self, program: &Program, card: u8, from: u16, to: u16) {
        self.take_up(card, program.spot(from));
        self.put_down(card, program.spot(to));
    }
}
