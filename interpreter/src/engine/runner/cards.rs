//! Sets of cards as closures.

use std::sync::Arc;

use super::super::eval::{each_card, each_seat};
use super::super::program::{CardSet, Node, NodeId};
use super::super::state::Spot;
use super::numbers::best_of;
use super::{Build, Cards};

impl Build<'_> {
    pub(super) fn set_table(&self, set: u32) -> Arc<[CardSet]> {
        self.program.sets.get(set as usize).map_or_else(|| Arc::from([]), |sets| Arc::from(sets.as_slice()))
    }

    /// A set of cards.
    pub(super) fn cards(&self, id: NodeId) -> Cards {
        match self.node(id) {
            Node::Cards(set) => {
                let set = *set;
                Box::new(move |_| set)
            }
            Node::Place(place) => {
                let mask = u32::from(*place);
                Box::new(move |desk| desk.state.mask(mask))
            }
            Node::PlaceOf { base, count, key } => self.place_of(*base, *count, *key),
            Node::PlacesOf { base, count, seats } => {
                let (base, count) = (u32::from(*base), *count);
                if let Node::Seats(seats) = self.node(*seats) {
                    let places: Box<[u32]> = each_seat(*seats)
                        .filter(|seat| u16::from(*seat) < count)
                        .map(|seat| base + u32::from(seat))
                        .collect();
                    return Box::new(move |desk| places.iter().fold(0, |set, place| set | desk.state.mask(*place)));
                }
                let seats = self.seats(*seats);
                Box::new(move |desk| {
                    let seats = seats(desk);
                    let places = each_seat(seats).filter(|seat| u16::from(*seat) < count);
                    places.fold(0, |set, seat| set | desk.state.mask(base + u32::from(seat)))
                })
            }
            Node::CardSlot(slot) => {
                let slot = *slot;
                Box::new(move |desk| desk.state.mask(slot))
            }
            Node::CardReg(reg) => {
                let reg = *reg;
                Box::new(move |desk| desk.card_reg(reg))
            }
            Node::JustCard(card) => {
                let card = self.number(*card);
                Box::new(move |desk| {
                    let card = card(desk);
                    if (0..128).contains(&card) { 1 << card } else { 0 }
                })
            }
            Node::SetTab { set, low, key } => self.set_by_key(*set, *low, *key),
            Node::Both(a, b) => {
                if let Node::Cards(set) = self.node(*b) {
                    let (a, set) = (self.cards(*a), *set);
                    return Box::new(move |desk| a(desk) & set);
                }
                let (a, b) = (self.cards(*a), self.cards(*b));
                Box::new(move |desk| {
                    let set = a(desk);
                    if set == 0 { 0 } else { set & b(desk) }
                })
            }
            Node::Either(a, b) => {
                let (a, b) = (self.cards(*a), self.cards(*b));
                Box::new(move |desk| a(desk) | b(desk))
            }
            Node::Without(a, b) => {
                let (a, b) = (self.cards(*a), self.cards(*b));
                Box::new(move |desk| a(desk) & !b(desk))
            }
            Node::IfCards(cond, a, b) => {
                let (cond, a, b) = (self.condition(*cond), self.cards(*a), self.cards(*b));
                Box::new(move |desk| if cond(desk) { a(desk) } else { b(desk) })
            }
            Node::Watch { of, .. } => self.cards(*of),
            Node::Let { reg, value, body } => {
                let (reg, value, body) = (*reg, self.number(*value), self.cards(*body));
                Box::new(move |desk| {
                    let value = value(desk);
                    desk.set_reg(reg, value);
                    body(desk)
                })
            }
            Node::Scan { reg, of, cond } => {
                let (reg, of, cond) = (*reg, self.cards(*of), self.condition(*cond));
                Box::new(move |desk| {
                    let mut found = 0;
                    for card in each_card(of(desk)) {
                        desk.set_reg(reg, i64::from(card));
                        if cond(desk) {
                            found |= 1 << card;
                        }
                    }
                    found
                })
            }
            Node::BestCards { reg, of, key, highest } => {
                let (of, key, highest) = (self.cards(*of), self.key(*reg, *key), *highest);
                Box::new(move |desk| {
                    let set = of(desk);
                    best_of(desk, set, highest, &key)
                })
            }
            _ => Box::new(|_| 0),
        }
    }

    fn set_by_key(&self, set: u32, low: i64, key: NodeId) -> Cards {
        let sets = self.set_table(set);
        let find = move |sets: &[CardSet], low: i64, key: i64| {
            usize::try_from(key.saturating_sub(low)).ok().and_then(|at| sets.get(at).copied()).unwrap_or(0)
        };
        // A set for what a table says of something is a set for that something.
        if let Node::Tab { table, low: first, key: inner, other } = self.node(key) {
            let table = self.table(*table);
            let direct: Arc<[CardSet]> = table.iter().map(|value| find(&sets, low, *value)).collect();
            let (first, beside) = (*first, find(&sets, low, *other));
            if let Node::EndCard { of, last: false } = self.node(*inner)
                && let Node::Place(place) = self.node(*of)
                && first == 0
            {
                let spot = self.program.spot(*place);
                return Box::new(move |desk| {
                    let top = desk.state.top(spot);
                    top.and_then(|card| direct.get(usize::from(card)).copied()).unwrap_or(beside)
                });
            }
            let inner = self.number(*inner);
            return Box::new(move |desk| {
                let at = usize::try_from(inner(desk).saturating_sub(first));
                at.ok().and_then(|at| direct.get(at).copied()).unwrap_or(beside)
            });
        }
        let key = self.number(key);
        Box::new(move |desk| {
            let key = key(desk);
            find(&sets, low, key)
        })
    }

    fn place_of(&self, base: u16, count: u16, key: NodeId) -> Cards {
        let (base, count) = (u32::from(base), u32::from(count));
        if let Node::Slot(slot) = self.node(key) {
            let slot = *slot;
            return Box::new(move |desk| match u32::try_from(desk.state.int(slot)) {
                Ok(at) if at < count => desk.state.mask(base + at),
                _ => 0,
            });
        }
        let key = self.number(key);
        Box::new(move |desk| match u32::try_from(key(desk)) {
            Ok(at) if at < count => desk.state.mask(base + at),
            _ => 0,
        })
    }

    /// The places from which the cards of a set may come, in their order.
    pub(super) fn spots(&self, id: NodeId) -> Box<[Spot]> {
        self.program.places_of(id).into_iter().map(|place| self.program.spot(place)).collect()
    }
}
