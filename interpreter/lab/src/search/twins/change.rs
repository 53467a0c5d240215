//! What makes a twin of a game: two hidden cards in each other's place, another hidden choice, another hidden draw.

use crate::engine::{CardSet, Chance, Choice, Luck, MOST_CARDS, SeatSet, Seeded, each_card};

/// What is different in a twin.
#[derive(Debug, Clone)]
#[allow(clippy::large_enum_variant, reason = "one for each twin")]
pub enum Change {
    /// Cards lie each where another would, from a shuffle on: its number.
    Cards(usize, Exchange),
    /// Another choice is made in a decision: its number among the steps of the game. Cards that are picked in place of others are
    /// taken for them from then on.
    Choice(usize, Choice, Exchange),
    /// Another seat is drawn: which of the draws, and the seat.
    Draw(usize, u8),
}

/// Cards that have changed places: for each the one that lies where it would.
#[derive(Debug, Clone)]
pub struct Exchange {
    to: [u8; MOST_CARDS],
}

impl Exchange {
    /// Cards change places: the first lies where the second would, and so on.
    pub fn of(from: &[u8], to: &[u8]) -> Self {
        let mut exchange = Self { to: std::array::from_fn(|card| u8::try_from(card).unwrap_or(u8::MAX)) };
        for (from, to) in from.iter().zip(to) {
            if let Some(slot) = exchange.to.get_mut(usize::from(*from)) {
                *slot = *to;
            }
        }
        exchange
    }

    fn card(&self, card: u8) -> u8 {
        self.to.get(usize::from(card)).copied().unwrap_or(card)
    }

    fn set(&self, cards: CardSet) -> CardSet {
        each_card(cards).map(|card| self.card(card)).collect()
    }

    /// The cards that have changed places.
    pub fn cards(&self) -> CardSet {
        (0..=u8::MAX).zip(&self.to).filter(|(card, to)| card != *to).map(|(card, _)| card).collect()
    }

    /// A choice with the cards exchanged.
    pub fn choice(&self, choice: &Choice) -> Choice {
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
        if let Some(Change::Cards(from, exchange)) = &self.change
            && self.shuffles.len() == *from
        {
            cards.iter_mut().for_each(|card| *card = exchange.card(*card));
        }
        self.shuffles.push(cards.iter().copied().collect());
    }

    fn number(&mut self, slot: u32, low: i64, high: i64) -> i64 {
        self.inner.number(slot, low, high)
    }

    fn draw(&mut self, slot: u32, among: SeatSet) -> u8 {
        let mut seat = self.inner.draw(slot, among);
        if let Some(Change::Draw(number, other)) = &self.change
            && self.draws.len() == *number
            && among & (1 << *other) != 0
        {
            seat = *other;
        }
        self.draws.push((among, seat));
        seat
    }
}
