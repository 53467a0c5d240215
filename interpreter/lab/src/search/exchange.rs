//! Chance that exchanges two cards from a shuffle on.

use crate::engine::{CardSet, Chance, Choice, Luck, SeatSet, Seeded, each_card};

/// Two cards, and the shuffle from which on they have changed places.
#[derive(Clone, Copy)]
pub struct Exchange {
    /// The number of the shuffle.
    pub from: usize,
    /// Two cards that are not alike; each lies where the other would.
    pub cards: (u8, u8),
}

impl Exchange {
    /// The game as the seed has it.
    pub const NONE: Self = Self { from: usize::MAX, cards: (0, 0) };

    const fn of(self, card: u8) -> u8 {
        if card == self.cards.0 {
            self.cards.1
        } else if card == self.cards.1 {
            self.cards.0
        } else {
            card
        }
    }

    fn set(self, cards: CardSet) -> CardSet {
        each_card(cards).fold(0, |set, card| set | 1 << self.of(card))
    }

    /// A choice with the cards exchanged.
    pub fn choice(self, choice: &Choice) -> Choice {
        let mut other = *choice;
        for picked in &mut other.picks {
            picked.cards = self.set(picked.cards);
        }
        other
    }
}

/// Chance of the game, with the exchange; notes what is shuffled.
#[derive(Clone)]
pub struct Shuffles {
    /// The chance of the seed.
    pub inner: Seeded,
    /// Which cards, from which shuffle on.
    pub exchange: Exchange,
    /// The cards of each shuffle so far.
    pub seen: Vec<CardSet>,
}

impl From<Shuffles> for Luck {
    fn from(chance: Shuffles) -> Self {
        Self::Other(Box::new(chance))
    }
}

impl Chance for Shuffles {
    fn copy(&self) -> Box<dyn Chance> {
        Box::new(self.clone())
    }

    fn shuffle(&mut self, place: u16, cards: &mut [u8]) {
        self.inner.shuffle(place, cards);
        // Later shuffles begin with the cards in changed places already.
        if self.seen.len() == self.exchange.from {
            cards.iter_mut().for_each(|card| *card = self.exchange.of(*card));
        }
        self.seen.push(cards.iter().fold(0, |set, card| set | 1 << *card));
    }

    fn draw(&mut self, slot: u32, among: SeatSet) -> u8 {
        self.inner.draw(slot, among)
    }
}
