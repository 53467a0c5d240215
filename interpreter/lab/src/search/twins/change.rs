//! What makes a twin of a game: two hidden cards in each other's place, another hidden choice, another hidden draw.

use crate::engine::{CardSet, Chance, Choice, Luck, SeatSet, Seeded, each_card};

/// What is different in a twin.
#[derive(Debug, Clone, Copy)]
pub enum Change {
    /// Two cards lie each where the other would.
    Cards(Exchange),
    /// Another choice is made in a decision: its number among the steps of the game.
    Choice(usize, Choice),
    /// Another seat is drawn: which of the draws, and the seat.
    Draw(usize, u8),
}

/// Two cards, and the shuffle from which on they have changed places.
#[derive(Debug, Clone, Copy)]
pub struct Exchange {
    /// The number of the shuffle.
    pub from: usize,
    /// Two cards that are not alike.
    pub cards: (u8, u8),
}

impl Exchange {
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

/// Chance of the game, with the change; notes what is shuffled and drawn.
#[derive(Clone)]
pub struct Changed {
    /// The chance of the seed.
    inner: Seeded,
    /// What is different.
    pub change: Option<Change>,
    /// The cards of each shuffle so far.
    pub shuffles: Vec<CardSet>,
    /// The seats among which each draw was, and who was drawn.
    pub draws: Vec<(SeatSet, u8)>,
}

impl Changed {
    /// The chance of a seed.
    pub fn new(seed: u64) -> Self {
        Self { inner: Seeded::new(seed), change: None, shuffles: Vec::new(), draws: Vec::new() }
    }
}

impl From<Changed> for Luck {
    fn from(chance: Changed) -> Self {
        Self::Other(Box::new(chance))
    }
}

impl Chance for Changed {
    fn copy(&self) -> Box<dyn Chance> {
        Box::new(self.clone())
    }

    fn shuffle(&mut self, place: u16, cards: &mut [u8]) {
        self.inner.shuffle(place, cards);
        // Later shuffles begin with the cards in changed places already.
        if let Some(Change::Cards(exchange)) = self.change
            && self.shuffles.len() == exchange.from
        {
            cards.iter_mut().for_each(|card| *card = exchange.of(*card));
        }
        self.shuffles.push(cards.iter().fold(0, |set, card| set | 1 << *card));
    }

    fn draw(&mut self, slot: u32, among: SeatSet) -> u8 {
        let mut seat = self.inner.draw(slot, among);
        if let Some(Change::Draw(number, other)) = self.change
            && self.draws.len() == number
            && among & (1 << other) != 0
        {
            seat = other;
        }
        self.draws.push((among, seat));
        seat
    }
}
