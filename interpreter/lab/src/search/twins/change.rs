//! What makes a twin of a game: hidden cards in each other's place, another hidden choice, another hidden draw, at any time of the game.

use crate::engine::{CardSet, Chance, Choice, Luck, MOST_CARDS, SeatSet, Seeded, each_card};

/// What is different in a twin. What came of chance is counted through the whole game: shuffles, seats and numbers together.
#[derive(Debug, Clone)]
#[allow(clippy::large_enum_variant, reason = "one for each twin")]
pub enum Change {
    /// Cards lie each where another would, from a shuffle on: its number.
    Cards(usize, Exchange),
    /// Another choice is made in a decision: its number among the steps of the game. Cards that are picked in place of others are
    /// taken for them from then on.
    Choice(usize, Choice, Exchange),
    /// Another seat is drawn.
    Seat(usize, u8),
    /// Another number is drawn.
    Number(usize, i64),
}

/// Something that came of chance.
#[derive(Debug, Clone, Copy)]
pub enum Drawn {
    /// These cards were shuffled.
    Cards(CardSet),
    /// A seat, among others, for a slot.
    Seat { slot: u32, among: SeatSet, seat: u8 },
    /// A number, between others, for a slot.
    Number { slot: u32, low: i64, high: i64, value: i64 },
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
        from.iter().zip(to).for_each(|(from, to)| exchange.lay(*from, *to));
        exchange
    }

    fn lay(&mut self, card: u8, to: u8) {
        if let Some(slot) = self.to.get_mut(usize::from(card)) {
            *slot = to;
        }
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
    fn choice(&self, choice: &Choice) -> Choice {
        let mut other = *choice;
        for picked in &mut other.picks {
            picked.cards = self.set(picked.cards);
        }
        other
    }

    /// Cards of a place are shuffled in the twin as those that would lie there are in the plain game. What lies there in both falls as it falls
    /// there: cards that were exchanged and come together again are exchanged no more. What lies there in the twin alone falls where that falls
    /// which lies there in the plain game alone, and is there for it from then on.
    fn shuffle(&mut self, cards: &mut [u8], shuffle: impl FnOnce(&mut [u8])) {
        let here: CardSet = cards.iter().copied().collect();
        let before = self.clone();
        let plain: CardSet = (0..=u8::MAX).filter(|card| here.has(before.card(*card))).collect();
        for card in each_card(plain) {
            let mut other = card;
            if !here.has(card) {
                other = before.card(card);
                while plain.has(other) {
                    other = before.card(other);
                }
            }
            self.lay(card, other);
        }
        cards.iter_mut().zip(each_card(plain)).for_each(|(slot, card)| *slot = card);
        shuffle(cards);
        cards.iter_mut().for_each(|card| *card = self.card(*card));
    }
}

/// Chance of the game, with the change; notes what comes of it.
#[derive(Clone)]
pub struct Changed {
    /// The chance of the seed.
    inner: Seeded,
    /// What is different.
    change: Option<Change>,
    /// Which card lies where another would, by now.
    exchange: Option<Box<Exchange>>,
    /// How often chance was asked.
    asked: usize,
    /// What came of it, since it was last taken from here.
    pub drawn: Vec<Drawn>,
}

impl Changed {
    /// The chance of a seed.
    pub fn new(seed: u64) -> Self {
        Self { inner: Seeded::new(seed), change: None, exchange: None, asked: 0, drawn: Vec::new() }
    }

    /// From here on the game is a twin.
    pub fn set(&mut self, change: &Change) {
        if let Change::Choice(_, _, exchange) = change {
            self.exchange = Some(Box::new(exchange.clone()));
        }
        self.change = Some(change.clone());
    }

    /// What a seat chooses that chooses as in the plain game.
    pub fn choice(&self, choice: &Choice) -> Choice {
        self.exchange.as_ref().map_or(*choice, |exchange| exchange.choice(choice))
    }

    fn note(&mut self, drawn: Drawn) {
        self.drawn.push(drawn);
        self.asked += 1;
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
        let inner = &mut self.inner;
        match &mut self.exchange {
            Some(exchange) => exchange.shuffle(cards, |cards| inner.shuffle(place, cards)),
            None => inner.shuffle(place, cards),
        }
        if let Some(Change::Cards(from, exchange)) = &self.change
            && self.asked == *from
        {
            cards.iter_mut().for_each(|card| *card = exchange.card(*card));
            self.exchange = Some(Box::new(exchange.clone()));
        }
        self.note(Drawn::Cards(cards.iter().copied().collect()));
    }

    fn number(&mut self, slot: u32, low: i64, high: i64) -> i64 {
        let mut value = self.inner.number(slot, low, high);
        if let Some(Change::Number(number, other)) = &self.change
            && self.asked == *number
            && (low..=high).contains(other)
        {
            value = *other;
        }
        self.note(Drawn::Number { slot, low, high, value });
        value
    }

    fn draw(&mut self, slot: u32, among: SeatSet) -> u8 {
        let mut seat = self.inner.draw(slot, among);
        if let Some(Change::Seat(number, other)) = &self.change
            && self.asked == *number
            && among & (1 << *other) != 0
        {
            seat = *other;
        }
        self.note(Drawn::Seat { slot, among, seat });
        seat
    }
}
