//! Chance of a scripted game: what the script gives, and the seed for all else.

use std::collections::VecDeque;

use crate::diagnostic::Span;
use crate::engine::{CardSet, Chance, SeatSet, Seeded};

/// A loaded deck.
#[derive(Debug, Clone)]
pub struct Loaded {
    seeded: Seeded,
    /// Cards that are to come to a place, in their order, each with the words that say so.
    wanted: Vec<(u16, VecDeque<(u8, Span)>)>,
    /// Seats that are to be drawn.
    draws: Vec<(u32, u8)>,
    /// Numbers that are to be drawn.
    numbers: Vec<(u32, i64)>,
}

impl Loaded {
    pub fn new(seed: u64) -> Self {
        Self { seeded: Seeded::new(seed), wanted: Vec::new(), draws: Vec::new(), numbers: Vec::new() }
    }

    /// Lets a card come to a place.
    pub fn want(&mut self, place: u16, card: u8, said: Span) {
        match self.wanted.iter_mut().find(|(wanted, _)| *wanted == place) {
            Some((_, cards)) => cards.push_back((card, said)),
            None => self.wanted.push((place, VecDeque::from([(card, said)]))),
        }
    }

    /// Lets a seat be drawn for a slot.
    pub fn draw_next(&mut self, slot: u32, seat: u8) {
        self.draws.push((slot, seat));
    }

    /// Lets a number be drawn for a slot.
    pub fn draw_number_next(&mut self, slot: u32, number: i64) {
        self.numbers.push((slot, number));
    }

    /// The cards that are promised to some place.
    pub fn reserved(&self) -> CardSet {
        self.wanted.iter().flat_map(|(_, cards)| cards).map(|(card, _)| *card).collect()
    }

    /// From here on nothing is promised any more. Gives the cards and draws that were promised and never came.
    pub fn forget(&mut self) -> (CardSet, Vec<u32>) {
        let left = (self.reserved(), self.draws.iter().map(|(slot, _)| *slot).collect());
        self.wanted.clear();
        self.draws.clear();
        left
    }

    /// A card that was promised and never came: where to, and the words that say so.
    pub fn left_over(&self) -> Option<(u16, u8, Span)> {
        self.wanted.iter().find_map(|(place, cards)| cards.front().map(|(card, said)| (*place, *card, *said)))
    }
}

impl Chance for Loaded {
    fn chooses(&self) -> bool {
        true
    }

    fn copy(&self) -> Box<dyn Chance> {
        Box::new(self.clone())
    }

    fn shuffle(&mut self, place: u16, cards: &mut [u8]) {
        self.seeded.shuffle(place, cards);
        let Some((_, wanted)) = self.wanted.iter_mut().find(|(wanted, _)| *wanted == place) else { return };
        // Cards promised to the shuffled place itself lie on top, in the order given.
        let given: Vec<u8> = wanted.iter().map(|(card, _)| *card).filter(|card| cards.contains(card)).collect();
        wanted.retain(|(card, _)| !given.contains(card));
        let rest: Vec<u8> = cards.iter().copied().filter(|card| !given.contains(card)).collect();
        for (slot, card) in cards.iter_mut().zip(given.into_iter().chain(rest)) {
            *slot = card;
        }
    }

    fn draw(&mut self, slot: u32, among: SeatSet) -> u8 {
        let drawn = self.seeded.draw(slot, among);
        match self.draws.iter().position(|(wanted, seat)| *wanted == slot && among & (1 << seat) != 0) {
            Some(index) => self.draws.remove(index).1,
            None => drawn,
        }
    }

    fn number(&mut self, slot: u32, low: i64, high: i64) -> i64 {
        let drawn = self.seeded.number(slot, low, high);
        let given = self.numbers.iter().position(|(wanted, number)| *wanted == slot && (low..=high).contains(number));
        given.map_or(drawn, |index| self.numbers.remove(index).1)
    }

    fn deal(&mut self, _from: u16, to: u16, cards: &mut dyn Iterator<Item = u8>) -> Option<u8> {
        let cards: Vec<u8> = cards.collect();
        if let Some((_, wanted)) = self.wanted.iter_mut().find(|(wanted, _)| *wanted == to)
            && let Some(index) = wanted.iter().position(|(card, _)| cards.contains(card))
        {
            return wanted.remove(index).map(|(card, _)| card);
        }
        let reserved = self.reserved();
        cards.iter().copied().find(|card| !reserved.has(*card)).or_else(|| cards.first().copied())
    }
}
