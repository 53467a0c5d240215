//! A state of a game: one flat run of bytes, of a size known when the game is compiled.

use super::MOST_CARDS;
use super::eval::each_card;
use super::program::{CardSet, Program};

/// No card, at the end of an order.
pub const NONE: u8 = u8::MAX;

/// Everything that changes while a game is played. Copying it copies one run of bytes.
///
/// First come the sets: the cards of each place, then kept sets. Then the slots: tracks, forms, scores and the engine's
/// own. Then the orders: next and previous card of each card, first and last card of each place. Only places whose order
/// some rule looks at keep one; the others lie in the order of the deck.
#[derive(Debug)]
pub struct State {
    bytes: Box<[u8]>,
    /// Where the slots begin.
    ints: u32,
    /// Where the orders begin.
    links: u32,
    /// Where the program goes on.
    pub(super) pc: u32,
    /// The decision that waits for an answer, or -1.
    pub(super) waiting: i32,
    /// Whether the game is over.
    pub(super) over: bool,
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self { bytes: self.bytes.clone(), ..*self }
    }

    fn clone_from(&mut self, other: &Self) {
        if self.bytes.len() == other.bytes.len() {
            self.bytes.copy_from_slice(&other.bytes);
            (self.ints, self.links) = (other.ints, other.links);
            (self.pc, self.waiting, self.over) = (other.pc, other.waiting, other.over);
        } else {
            *self = other.clone();
        }
    }
}

/// A place as the state needs to know it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spot {
    /// Its number.
    pub place: u8,
    /// Whether its order is kept.
    pub ordered: bool,
}

impl State {
    /// The state before the first operation: all cards in the first place.
    #[must_use]
    pub fn new(program: &Program) -> Self {
        let (cards, places) = (program.like.len(), program.places.len());
        let ints = 16 * program.masks;
        let links = ints + 4 * program.ints;
        let orders = 2 * cards + 2 * places;
        let mut bytes = vec![0; links as usize + orders];
        bytes.iter_mut().skip(links as usize).for_each(|link| *link = NONE);
        let mut state = Self { bytes: bytes.into(), ints, links, pc: 0, waiting: -1, over: false };
        let spot = program.spot(0);
        for card in 0..cards {
            state.put_down(cards, u8::try_from(card).unwrap_or(NONE), spot);
        }
        state
    }

    /// A state without slots or cards, for phrases that look at none.
    pub(super) fn nothing() -> Self {
        Self { bytes: Box::default(), ints: 0, links: 0, pc: 0, waiting: -1, over: false }
    }

    /// The size of a state in bytes.
    #[must_use]
    pub fn size(program: &Program) -> usize {
        let (cards, places) = (program.like.len(), program.places.len());
        size_of::<Self>() + 4 * program.ints as usize + 16 * program.masks as usize + 2 * cards + 2 * places
    }

    /// Whether two states of a program mean the same: not how the bytes lie that nothing reads.
    #[must_use]
    pub fn same(&self, other: &Self, program: &Program) -> bool {
        fn read(state: &State) -> Option<&[u8]> {
            state.bytes.get(..state.links as usize)
        }
        let rest = |state: &Self| (state.pc, state.waiting, state.over);
        let in_order = |place| self.in_order(program, place).eq(other.in_order(program, place));
        rest(self) == rest(other)
            && read(self) == read(other)
            && (0..program.places.len()).all(|place| in_order(u16::try_from(place).unwrap_or(0)))
    }

    /// Whether the game is over.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.over
    }

    /// The decision that waits for an answer.
    #[must_use]
    pub fn waiting(&self) -> Option<u16> {
        u16::try_from(self.waiting).ok()
    }

    #[inline]
    fn word(&self, slot: u32) -> Option<i32> {
        let at = (self.ints + 4 * slot) as usize;
        self.bytes.get(at..at + 4)?.first_chunk().map(|bytes| i32::from_le_bytes(*bytes))
    }

    #[inline]
    fn set_word(&mut self, slot: u32, value: i32) {
        let at = (self.ints + 4 * slot) as usize;
        if let Some(to) = self.bytes.get_mut(at..at + 4) {
            to.copy_from_slice(&value.to_le_bytes());
        }
    }

    /// A slot; 0 outside of the state.
    #[must_use]
    #[inline]
    pub fn int(&self, slot: u32) -> i64 {
        self.word(slot).map_or(0, i64::from)
    }

    /// Sets a slot; numbers that do not fit are cut to the nearest that does.
    #[inline]
    pub fn set_int(&mut self, slot: u32, value: i64) {
        self.set_word(slot, i32::try_from(value).unwrap_or(if value < 0 { i32::MIN } else { i32::MAX }));
    }

    /// A slot as a set of seats.
    #[must_use]
    #[inline]
    pub fn seats(&self, slot: u32) -> u32 {
        self.word(slot).map_or(0, i32::cast_unsigned)
    }

    #[inline]
    pub(super) fn set_seats(&mut self, slot: u32, value: u32) {
        self.set_word(slot, value.cast_signed());
    }

    /// The cards of a place, or a kept set.
    #[must_use]
    #[inline]
    pub fn mask(&self, slot: u32) -> CardSet {
        let at = 16 * slot as usize;
        self.bytes
            .get(at..at + 16)
            .and_then(|bytes| bytes.first_chunk())
            .map_or(0, |bytes| CardSet::from_le_bytes(*bytes))
    }

    #[inline]
    pub(super) fn set_mask(&mut self, slot: u32, value: CardSet) {
        let at = 16 * slot as usize;
        if let Some(to) = self.bytes.get_mut(at..at + 16) {
            to.copy_from_slice(&value.to_le_bytes());
        }
    }

    /// The place of a card.
    #[must_use]
    pub fn place_of(&self, program: &Program, card: u8) -> Option<u16> {
        let bit = bit(card);
        (0..program.places.len())
            .map(|place| u16::try_from(place).unwrap_or(0))
            .find(|place| self.mask(u32::from(*place)) & bit != 0)
    }

    #[inline]
    fn get(&self, index: usize) -> u8 {
        self.bytes.get(self.links as usize + index).copied().unwrap_or(NONE)
    }

    #[inline]
    fn put(&mut self, index: usize, value: u8) {
        if let Some(to) = self.bytes.get_mut(self.links as usize + index) {
            *to = value;
        }
    }

    /// The top card of a place.
    #[inline]
    pub(super) fn top(&self, cards: usize, spot: Spot) -> Option<u8> {
        if spot.ordered {
            return Some(self.get(2 * cards + 2 * usize::from(spot.place))).filter(|card| *card != NONE);
        }
        each_card(self.mask(u32::from(spot.place))).next()
    }

    /// The bottom card of a place.
    #[inline]
    pub(super) fn bottom(&self, cards: usize, spot: Spot) -> Option<u8> {
        if spot.ordered {
            return Some(self.get(2 * cards + 2 * usize::from(spot.place) + 1)).filter(|card| *card != NONE);
        }
        let here = self.mask(u32::from(spot.place));
        here.checked_ilog2().and_then(|card| u8::try_from(card).ok())
    }

    /// The cards of a place, top first.
    pub fn in_order(&self, program: &Program, place: u16) -> impl Iterator<Item = u8> + '_ {
        self.in_spot(program.like.len(), program.spot(place))
    }

    pub(super) fn in_spot(&self, cards: usize, spot: Spot) -> impl Iterator<Item = u8> + '_ {
        let mut left = self.mask(u32::from(spot.place));
        let mut next = self.top(cards, spot);
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
    pub(super) fn put_down(&mut self, cards: usize, card: u8, to: Spot) {
        if to.ordered {
            let ends = 2 * cards + 2 * usize::from(to.place);
            let last = self.get(ends + 1);
            self.put(2 * usize::from(card), NONE);
            self.put(2 * usize::from(card) + 1, last);
            if last == NONE {
                self.put(ends, card);
            } else {
                self.put(2 * usize::from(last), card);
            }
            self.put(ends + 1, card);
        }
        let mask = u32::from(to.place);
        self.set_mask(mask, self.mask(mask) | bit(card));
    }

    #[inline]
    pub(super) fn take_up(&mut self, cards: usize, card: u8, from: Spot) {
        if from.ordered {
            let ends = 2 * cards + 2 * usize::from(from.place);
            let (next, before) = (self.get(2 * usize::from(card)), self.get(2 * usize::from(card) + 1));
            if before == NONE {
                self.put(ends, next);
            } else {
                self.put(2 * usize::from(before), next);
            }
            if next == NONE {
                self.put(ends + 1, before);
            } else {
                self.put(2 * usize::from(next) + 1, before);
            }
        }
        let mask = u32::from(from.place);
        self.set_mask(mask, self.mask(mask) & !bit(card));
    }

    /// Empties a place whose cards are put down elsewhere.
    #[inline]
    pub(super) fn clear(&mut self, cards: usize, from: Spot) {
        if from.ordered {
            let ends = 2 * cards + 2 * usize::from(from.place);
            self.put(ends, NONE);
            self.put(ends + 1, NONE);
        }
        self.set_mask(u32::from(from.place), 0);
    }

    /// Moves some of the cards of a place to the end of another, in their order or in that of the deck.
    pub(super) fn carry(&mut self, cards: usize, some: CardSet, from: Spot, to: Spot, in_order: bool) {
        if from.place == to.place || some == 0 {
            return;
        }
        if to.ordered && from.ordered && in_order && some.count_ones() > 1 {
            let mut list = [NONE; MOST_CARDS];
            for (slot, card) in list.iter_mut().zip(self.in_spot(cards, from).filter(|card| some & bit(*card) != 0)) {
                *slot = card;
            }
            for card in list.into_iter().take_while(|card| *card != NONE) {
                self.take_up(cards, card, from);
                self.put_down(cards, card, to);
            }
            return;
        }
        let here = self.mask(u32::from(from.place));
        if here & !some == 0 {
            self.clear(cards, from);
        } else if from.ordered {
            each_card(some).for_each(|card| self.take_up(cards, card, from));
        } else {
            self.set_mask(u32::from(from.place), here & !some);
        }
        if to.ordered {
            each_card(some).for_each(|card| self.put_down(cards, card, to));
        } else {
            self.set_mask(u32::from(to.place), self.mask(u32::from(to.place)) | some);
        }
    }

    /// Moves a card to the end of a place.
    pub(super) fn shift(&mut self, program: &Program, card: u8, from: u16, to: u16) {
        self.take_up(program.like.len(), card, program.spot(from));
        self.put_down(program.like.len(), card, program.spot(to));
    }

    /// Puts the cards of a place in a new order.
    pub(super) fn reorder(&mut self, program: &Program, place: u16, order: &[u8]) {
        let spot = program.spot(place);
        if spot.ordered {
            self.clear(program.like.len(), spot);
            for card in order {
                self.put_down(program.like.len(), *card, spot);
            }
        }
    }

    /// Whether every card lies in exactly one place, and the orders agree with the sets.
    #[must_use]
    pub fn conserved(&self, program: &Program) -> bool {
        let mut seen: CardSet = 0;
        for place in 0..program.places.len() {
            let mut here: CardSet = 0;
            let number = u16::try_from(place).unwrap_or(0);
            for card in self.in_order(program, number).take(program.like.len() + 1) {
                if (seen | here) & bit(card) != 0 {
                    return false;
                }
                here |= bit(card);
            }
            if self.mask(u32::from(number)) != here {
                return false;
            }
            seen |= here;
        }
        seen.count_ones() as usize == program.like.len()
    }
}

#[inline]
const fn bit(card: u8) -> CardSet {
    1 << (card & 127)
}
