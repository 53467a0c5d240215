//! Chance of a world: what came of each shuffle and draw is kept, comes again when the world is played again, and can be changed.

use std::sync::Arc;

use bidlang::engine::{CardSet, Chance, Luck, MOST_CARDS, SeatSet, Stream, each_card, each_seat};

/// What came of chance once.
#[derive(Debug, Clone)]
pub enum Outcome {
    /// A place was shuffled: its cards, top first.
    Order(Arc<[u8]>),
    /// A card was dealt: any of those that were left, whatever their order.
    Card(u8),
    /// A seat was drawn, for a slot.
    Seat { slot: u32, seat: u8 },
    /// A number was drawn, for a slot.
    Number { slot: u32, value: i64 },
}

/// Chance that comes again.
#[derive(Clone)]
pub struct Remembered {
    outcomes: Vec<Outcome>,
    /// How many came before those that are kept.
    dropped: usize,
    /// Which comes next, of all.
    next: usize,
    /// How many were drawn since this was last asked.
    drawn: usize,
    stream: Stream,
}

/// Cards that change places: each lies where another would.
#[derive(Debug, Clone)]
pub struct Swap {
    to: [u8; MOST_CARDS],
}

impl Swap {
    /// Nothing changes.
    pub fn none() -> Self {
        Self { to: std::array::from_fn(|card| card as u8) }
    }

    /// Two cards change places.
    pub fn of(one: u8, other: u8) -> Self {
        let mut swap = Self::none();
        swap.then(one, other);
        swap
    }

    /// After what was changed so far two cards change places.
    pub fn then(&mut self, one: u8, other: u8) {
        for to in &mut self.to {
            if *to == one {
                *to = other;
            } else if *to == other {
                *to = one;
            }
        }
    }

    /// The card that lies where this one would.
    pub fn card(&self, card: u8) -> u8 {
        self.to.get(usize::from(card)).copied().unwrap_or(card)
    }

    /// The same for several.
    pub fn set(&self, cards: CardSet) -> CardSet {
        each_card(cards).map(|card| self.card(card)).collect()
    }
}

impl Remembered {
    /// Nothing has come yet; what comes is drawn from a stream.
    pub const fn new(stream: Stream) -> Self {
        Self { outcomes: Vec::new(), dropped: 0, next: 0, drawn: 0, stream }
    }

    /// How much was drawn, and not known before, since this was last asked.
    pub const fn drawn(&mut self) -> usize {
        std::mem::replace(&mut self.drawn, 0)
    }

    /// How often chance came so far.
    pub const fn count(&self) -> usize {
        self.next
    }

    /// Goes back to when chance had come so often.
    pub const fn back_to(&mut self, count: usize) {
        self.next = count;
    }

    /// What came before so many is not wanted any more.
    pub fn drop_before(&mut self, count: usize) {
        let some = count.saturating_sub(self.dropped).min(self.outcomes.len());
        self.outcomes.drain(..some);
        self.dropped += some;
    }

    /// What came after so many is drawn anew.
    pub fn drop_after(&mut self, count: usize) {
        self.outcomes.truncate(count.saturating_sub(self.dropped));
    }

    /// From where on two cards can change places: the first time that one of them was dealt since the last shuffle in which both were, or that
    /// shuffle. By its number among all that came of chance.
    pub fn where_both(&self, one: u8, other: u8) -> Option<usize> {
        let so_far = self.outcomes.get(..self.next.saturating_sub(self.dropped))?;
        let both = |outcome: &Outcome| matches!(outcome, Outcome::Order(order) if order.contains(&one) && order.contains(&other));
        let shuffle = so_far.iter().rposition(both)?;
        let dealt = |outcome: &Outcome| matches!(outcome, Outcome::Card(card) if *card == one || *card == other);
        let since = so_far.get(shuffle..)?.iter().position(dealt);
        Some(self.dropped + shuffle + since.unwrap_or(0))
    }

    /// The cards of all shuffles between two times that chance had come so often.
    pub fn shuffled(&self, times: std::ops::Range<usize>) -> CardSet {
        let from = times.start.saturating_sub(self.dropped);
        let some = self.outcomes.get(from..times.end.saturating_sub(self.dropped)).unwrap_or_default();
        some.iter().fold(CardSet::NONE, |set, outcome| match outcome {
            Outcome::Order(order) => set | order.iter().copied().collect::<CardSet>(),
            Outcome::Card(_) | Outcome::Seat { .. } | Outcome::Number { .. } => set,
        })
    }

    /// Cards change places in all shuffles from one on.
    pub fn swap_from(&mut self, from: usize, swap: &Swap) {
        for outcome in self.outcomes.iter_mut().skip(from.saturating_sub(self.dropped)) {
            match outcome {
                Outcome::Order(order) => *order = order.iter().map(|card| swap.card(*card)).collect(),
                Outcome::Card(card) => *card = swap.card(*card),
                Outcome::Seat { .. } | Outcome::Number { .. } => {}
            }
        }
    }

    /// The draws so far that are neither shuffles nor deals: number, slot.
    pub fn draws(&self) -> Vec<(usize, u32)> {
        let some = self.outcomes.iter().take(self.next.saturating_sub(self.dropped)).enumerate();
        let draw = |(number, outcome): (usize, &Outcome)| match outcome {
            Outcome::Order(_) | Outcome::Card(_) => None,
            Outcome::Seat { slot, .. } | Outcome::Number { slot, .. } => Some((number + self.dropped, *slot)),
        };
        some.filter_map(draw).collect()
    }

    /// Whether the last that came of chance is a seat or a number for a slot.
    pub fn has_just_drawn(&self, of: u32) -> bool {
        let last = self.next.checked_sub(self.dropped + 1).and_then(|at| self.outcomes.get(at));
        matches!(last, Some(Outcome::Seat { slot, .. } | Outcome::Number { slot, .. }) if *slot == of)
    }

    /// A draw is drawn anew when it comes again.
    pub fn draw_again(&mut self, number: usize) {
        if let Some(outcome) = self.outcomes.get_mut(number.saturating_sub(self.dropped)) {
            // An order that fits nothing.
            *outcome = Outcome::Order(Arc::new([]));
        }
    }

    /// A draw comes out as told, if there is one for this slot, the last so far: its number. None where it came out so.
    pub fn set_drawn(&mut self, of: u32, told: i64) -> Option<usize> {
        let drawn = self.next.saturating_sub(self.dropped);
        let found =
            self.outcomes.iter_mut().take(drawn).enumerate().rev().find_map(|(number, outcome)| match outcome {
                Outcome::Seat { slot, seat } if *slot == of => {
                    let before = std::mem::replace(seat, u8::try_from(told).ok()?);
                    Some((number, before != *seat))
                }
                Outcome::Number { slot, value } if *slot == of => {
                    Some((number, std::mem::replace(value, told) != told))
                }
                _ => None,
            });
        found.filter(|(_, changed)| *changed).map(|(number, _)| number + self.dropped)
    }

    fn coming(&self) -> Option<&Outcome> {
        self.outcomes.get(self.next.checked_sub(self.dropped)?)
    }

    fn keep(&mut self, outcome: Outcome) {
        let at = self.next.saturating_sub(self.dropped);
        self.next += 1;
        self.drawn += 1;
        match self.outcomes.get_mut(at) {
            Some(kept) => *kept = outcome,
            None => self.outcomes.push(outcome),
        }
    }
}

impl From<Remembered> for Luck {
    fn from(chance: Remembered) -> Self {
        Self::Other(Box::new(chance))
    }
}

impl Chance for Remembered {
    fn copy(&self) -> Box<dyn Chance> {
        Box::new(self.clone())
    }

    fn shuffle(&mut self, _place: u16, cards: &mut [u8]) {
        let set = |cards: &[u8]| cards.iter().copied().collect::<CardSet>();
        if let Some(Outcome::Order(order)) = self.coming()
            && order.len() == cards.len()
            && set(order) == set(cards)
        {
            cards.copy_from_slice(order);
            self.next += 1;
            return;
        }
        self.stream.shuffle(cards);
        self.keep(Outcome::Order(cards.into()));
    }

    fn deal(&mut self, _from: u16, _to: u16, cards: &mut dyn Iterator<Item = u8>) -> Option<u8> {
        let mut cards = cards.peekable();
        let top = *cards.peek()?;
        if let Some(Outcome::Card(card)) = self.coming() {
            let card = *card;
            if cards.any(|other| other == card) {
                self.next += 1;
                return Some(card);
            }
        }
        // They lie in a random order: the top is any of them.
        self.keep(Outcome::Card(top));
        Some(top)
    }

    fn chooses(&self) -> bool {
        true
    }

    fn number(&mut self, slot: u32, low: i64, high: i64) -> i64 {
        if let Some(Outcome::Number { slot: of, value }) = self.coming()
            && *of == slot
            && (low..=high).contains(value)
        {
            let value = *value;
            self.next += 1;
            return value;
        }
        // As many as there are, where they are not all that there can be.
        let count = high.abs_diff(low).saturating_add(1);
        let value = low.saturating_add_unsigned(self.stream.below_long(count));
        self.keep(Outcome::Number { slot, value });
        value
    }

    fn draw(&mut self, slot: u32, among: SeatSet) -> u8 {
        if let Some(Outcome::Seat { slot: of, seat }) = self.coming()
            && *of == slot
            && among & (1 << (seat & 31)) != 0
        {
            let seat = *seat;
            self.next += 1;
            return seat;
        }
        let nth = self.stream.below(among.count_ones()) as usize;
        // One of none is asked by no rule: the engine stops the game before.
        let seat = each_seat(among).nth(nth).unwrap_or(0);
        self.keep(Outcome::Seat { slot, seat });
        seat
    }
}
