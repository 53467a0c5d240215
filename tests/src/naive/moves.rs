//! Cards on their way (statements.md, cards; places-and-tracks.md, the order of cards).

use bidlang::engine::{Chance, Fault, FaultKind, NodeId, PlaceAt, Whose};

use super::{Cards, Naive};

impl Naive<'_> {
    /// The one place that is meant; one of nobody stops the game.
    pub(super) fn place(&mut self, at: PlaceAt) -> Result<usize, Fault> {
        let found = match at.of {
            Whose::Whole => Some(usize::from(at.base)),
            Whose::One(key) => self.place_of_key(at, key)?,
            Whose::Seats(_) | Whose::Owner => None,
        };
        found.ok_or_else(|| self.fault(FaultKind::Nobody))
    }

    /// Where a card goes.
    pub(super) fn destination(&mut self, card: u8, at: PlaceAt) -> Result<Option<usize>, Fault> {
        Ok(match at.of {
            Whose::Whole => Some(usize::from(at.base)),
            Whose::One(key) => self.place_of_key(at, key)?,
            Whose::Seats(_) => None,
            Whose::Owner => {
                let place = &self.program.places[self.place_of(card)];
                let owner = place.owner.filter(|owner| place.of_seat && *owner < at.count);
                owner.map(|owner| usize::from(at.base + owner))
            }
        })
    }

    fn place_of_key(&mut self, at: PlaceAt, key: NodeId) -> Result<Option<usize>, Fault> {
        let key = self.number(key)?;
        Ok((key >= 0 && key < i64::from(at.count)).then(|| usize::from(at.base) + key as usize))
    }

    /// Moves cards, place by place. Those that a rule moves go in their order; those that were picked together in that of the
    /// deck, since the order of a hand would tell how it was drawn. Whether all had somewhere to go.
    pub(super) fn move_cards(&mut self, cards: &Cards, to: PlaceAt, picked: bool) -> Result<bool, Fault> {
        let places: Vec<Vec<u8>> = self.places.clone();
        for (from, lie) in places.iter().enumerate() {
            let mut moved: Vec<u8> = lie.iter().copied().filter(|card| cards.contains(card)).collect();
            if picked {
                moved.sort_unstable();
            }
            let Some(first) = moved.first() else { continue };
            let Some(to) = self.destination(*first, to)? else { return Ok(false) };
            let untold = !picked && moved.len() > 1 && self.is_untold(from);
            self.carry(&moved, from, to);
            if untold && from != to {
                self.untold.insert(to);
            }
        }
        Ok(true)
    }

    /// Whether the program keeps no order of a place, since no rule looks at it before the next shuffle. The oracle keeps it, and
    /// what a rule sees of it has to be the same: how the cards lie is compared only where the program keeps it.
    pub(super) fn is_untold(&self, place: usize) -> bool {
        !self.program.places[place].ordered || self.untold.contains(&place)
    }

    /// Cards that arrive go to the end.
    fn carry(&mut self, cards: &[u8], from: usize, to: usize) {
        if from != to {
            self.places[from].retain(|card| !cards.contains(card));
            if self.places[from].is_empty() {
                self.untold.remove(&from);
            }
            self.places[to].extend(cards);
        }
    }

    /// Exchanges all cards of two places.
    pub(super) fn swap(&mut self, a: usize, b: usize) {
        let untold = [a, b].map(|place| self.is_untold(place) && self.places[place].len() > 1);
        self.places.swap(a, b);
        for (place, untold) in [b, a].into_iter().zip(untold) {
            if untold {
                self.untold.insert(place);
            } else {
                self.untold.remove(&place);
            }
        }
    }

    /// A shuffle begins in the order of the deck (record.md, how chance is made).
    pub(super) fn shuffle(&mut self, place: usize) {
        self.places[place].sort_unstable();
        self.untold.remove(&place);
        self.chance.shuffle(place as u16, &mut self.places[place]);
    }

    /// Equal cards keep their order.
    pub(super) fn sort(&mut self, place: usize, reg: u32, key: NodeId, highest: bool) -> Result<(), Fault> {
        let mut keyed = Vec::new();
        for card in self.places[place].clone() {
            keyed.push((self.speaking_of(reg, i64::from(card), |this| this.number(key))?, card));
        }
        keyed.sort_by(|(a, _), (b, _)| if highest { b.cmp(a) } else { a.cmp(b) });
        self.places[place] = keyed.into_iter().map(|(_, card)| card).collect();
        Ok(())
    }

    /// Deals one after the other from the top; a place that has none any more is refilled from another and shuffled first
    /// (places-and-tracks.md, `refilled from`).
    pub(super) fn deal(&mut self, count: i64, from: usize, to: usize, exact: bool) -> Result<(), Fault> {
        let refill = self.program.places[from].refilled.map(usize::from);
        let there = self.places[from].len() + refill.map_or(0, |refill| self.places[refill].len());
        if exact && count > there as i64 {
            return Err(self.fault(FaultKind::DealShort(count, there as i64)));
        }
        for _ in 0..count.min(there as i64) {
            if self.places[from].is_empty()
                && let Some(refill) = refill
            {
                let cards = self.places[refill].clone();
                self.carry(&cards, refill, from);
                self.shuffle(from);
            }
            let Some(top) = self.places[from].first().copied() else { break };
            self.carry(&[top], from, to);
        }
        Ok(())
    }
}
