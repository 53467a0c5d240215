//! A state of a game: flat arrays of a size known when the game is compiled.

use super::program::{CardSet, Program};

/// No card, at the end of an order.
pub const NONE: u8 = u8::MAX;

/// Everything that changes while a game is played. Copying it copies four flat arrays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// Tracks, forms, scores and the engine's own slots.
    pub(super) ints: Box<[i32]>,
    /// The cards of each place, then kept sets of cards.
    pub(super) masks: Box<[CardSet]>,
    /// Orders: next and previous card of each card, first and last card of each place.
    pub(super) links: Box<[u8]>,
    /// The place of each card.
    pub(super) place: Box<[u8]>,
    /// Where the program goes on.
    pub(super) pc: u32,
    /// The decision that waits for an answer, or -1.
    pub(super) waiting: i32,
    /// Whether the game is over.
    pub(super) over: bool,
}

impl State {
    /// The state before the first operation: all cards in the first place.
    #[must_use]
    pub fn new(program: &Program) -> Self {
        let (cards, places) = (program.like.len(), program.places.len());
        let mut state = Self {
            ints: vec![0; program.ints as usize].into(),
            masks: vec![0; program.masks as usize].into(),
            links: vec![NONE; 2 * cards + 2 * places].into(),
            place: vec![NONE; cards].into(),
            pc: 0,
            waiting: -1,
            over: false,
        };
        for card in 0..cards {
            state.link(cards, u8::try_from(card).unwrap_or(NONE), 0);
        }
        state
    }

    /// A state without slots or cards, for phrases that look at none.
    pub(super) fn nothing() -> Self {
        Self {
            ints: Box::default(),
            masks: Box::default(),
            links: Box::default(),
            place: Box::default(),
            pc: 0,
            waiting: -1,
            over: false,
        }
    }

    /// The size of a state in bytes.
    #[must_use]
    pub fn size(program: &Program) -> usize {
        let (cards, places) = (program.like.len(), program.places.len());
        size_of::<Self>() + 4 * program.ints as usize + 16 * program.masks as usize + 3 * cards + 2 * places
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

    /// A slot; 0 outside of the state.
    #[must_use]
    pub fn int(&self, slot: u32) -> i64 {
        self.ints.get(slot as usize).copied().map_or(0, i64::from)
    }

    /// Sets a slot; numbers that do not fit are cut to the nearest that does.
    pub fn set_int(&mut self, slot: u32, value: i64) {
        if let Some(to) = self.ints.get_mut(slot as usize) {
            *to = i32::try_from(value).unwrap_or(if value < 0 { i32::MIN } else { i32::MAX });
        }
    }

    /// A slot as a set of seats.
    #[must_use]
    pub fn seats(&self, slot: u32) -> u32 {
        self.ints.get(slot as usize).copied().map_or(0, i32::cast_unsigned)
    }

    pub(super) fn set_seats(&mut self, slot: u32, value: u32) {
        if let Some(to) = self.ints.get_mut(slot as usize) {
            *to = value.cast_signed();
        }
    }

    /// The cards of a place, or a kept set.
    #[must_use]
    pub fn mask(&self, slot: u32) -> CardSet {
        self.masks.get(slot as usize).copied().unwrap_or(0)
    }

    pub(super) fn set_mask(&mut self, slot: u32, value: CardSet) {
        if let Some(to) = self.masks.get_mut(slot as usize) {
            *to = value;
        }
    }

    /// The place of a card.
    #[must_use]
    pub fn place_of(&self, card: u8) -> Option<u16> {
        self.place.get(usize::from(card)).filter(|place| **place != NONE).map(|place| u16::from(*place))
    }

    fn get(&self, index: usize) -> u8 {
        self.links.get(index).copied().unwrap_or(NONE)
    }

    fn put(&mut self, index: usize, value: u8) {
        if let Some(to) = self.links.get_mut(index) {
            *to = value;
        }
    }

    /// The top card of a place.
    pub(super) fn top(&self, cards: usize, place: u16) -> Option<u8> {
        Some(self.get(2 * cards + 2 * usize::from(place))).filter(|card| *card != NONE)
    }

    /// The bottom card of a place.
    pub(super) fn bottom(&self, cards: usize, place: u16) -> Option<u8> {
        Some(self.get(2 * cards + 2 * usize::from(place) + 1)).filter(|card| *card != NONE)
    }

    /// The cards of a place, top first.
    pub fn in_order(&self, cards: usize, place: u16) -> impl Iterator<Item = u8> + '_ {
        let mut next = self.top(cards, place);
        std::iter::from_fn(move || {
            let card = next?;
            next = Some(self.get(2 * usize::from(card))).filter(|card| *card != NONE);
            Some(card)
        })
    }

    /// The card before one, in the order of their place.
    pub(super) fn before(&self, card: u8) -> Option<u8> {
        Some(self.get(2 * usize::from(card) + 1)).filter(|card| *card != NONE)
    }

    /// The card after one, in the order of their place.
    pub(super) fn after(&self, card: u8) -> Option<u8> {
        Some(self.get(2 * usize::from(card))).filter(|card| *card != NONE)
    }

    fn link(&mut self, cards: usize, card: u8, to: u8) {
        let ends = 2 * cards + 2 * usize::from(to);
        let last = self.get(ends + 1);
        self.put(2 * usize::from(card), NONE);
        self.put(2 * usize::from(card) + 1, last);
        if last == NONE {
            self.put(ends, card);
        } else {
            self.put(2 * usize::from(last), card);
        }
        self.put(ends + 1, card);
        if let Some(place) = self.place.get_mut(usize::from(card)) {
            *place = to;
        }
        if let Some(mask) = self.masks.get_mut(usize::from(to)) {
            *mask |= 1 << (card & 127);
        }
    }

    fn unlink(&mut self, cards: usize, card: u8) {
        let Some(from) = self.place.get(usize::from(card)).copied() else { return };
        let ends = 2 * cards + 2 * usize::from(from);
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
        if let Some(mask) = self.masks.get_mut(usize::from(from)) {
            *mask &= !(1 << (card & 127));
        }
    }

    /// Moves a card to the end of a place.
    pub(super) fn shift(&mut self, cards: usize, card: u8, to: u16) {
        self.unlink(cards, card);
        self.link(cards, card, u8::try_from(to).unwrap_or(0));
        debug_assert!(self.conserved(cards), "every card is in exactly one place");
    }

    /// Puts the cards of a place in a new order.
    pub(super) fn reorder(&mut self, cards: usize, place: u16, order: &[u8]) {
        for card in order {
            self.unlink(cards, *card);
            self.link(cards, *card, u8::try_from(place).unwrap_or(0));
        }
        debug_assert!(self.conserved(cards), "every card is in exactly one place");
    }

    /// Whether every card lies in exactly one place, and the orders agree with the sets.
    #[must_use]
    pub fn conserved(&self, cards: usize) -> bool {
        let places = (self.links.len() - 2 * cards) / 2;
        let mut seen: CardSet = 0;
        for place in 0..places {
            let mut here: CardSet = 0;
            let number = u16::try_from(place).unwrap_or(0);
            for card in self.in_order(cards, number).take(cards + 1) {
                let bit = 1 << (card & 127);
                if (seen | here) & bit != 0 || self.place_of(card) != Some(number) {
                    return false;
                }
                here |= bit;
            }
            if self.masks.get(place).copied() != Some(here) {
                return false;
            }
            seen |= here;
        }
        seen.count_ones() as usize == cards
    }
}
