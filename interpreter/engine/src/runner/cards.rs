//! Sets of cards as closures.

use super::lies::{Lies, Sets};
use crate::index::item;
use std::sync::Arc;

use super::super::eval::{each_card, each_seat};
use super::super::program::{CardSet, Node, NodeId, numbers, seat_sets};
use super::super::reached::Reach;
use super::super::state::{Spot, bit};
use super::conditions::Test;
use super::desk::Desk;
use super::keys::best_of;
use super::numbers::misplaced;
use super::{Build, Cards};
use crate::Comparison;

/// Sets of which a slot says which it is: the first is for the lowest number.
pub(super) struct BySlot {
    sets: Arc<[CardSet]>,
    low: i64,
    slot: u32,
}

impl BySlot {
    #[inline(always)]
    pub(super) fn of(&self, desk: &Desk) -> CardSet {
        let at = usize::try_from(desk.state.int(self.slot).saturating_sub(self.low));
        at.ok().and_then(|at| self.sets.get(at).copied()).unwrap_or(CardSet::NONE)
    }
}

/// A set of cards for each card that may be the first of a place: those of its suit, say.
pub(super) struct ByFirst {
    spots: Box<[Spot]>,
    /// The slot that names the place, where there are several.
    slot: Option<u32>,
    sets: Box<[CardSet]>,
    /// Where the place is empty.
    beside: CardSet,
}

impl ByFirst {
    /// The sets, if they go by the first card of this place.
    pub(super) fn of_place(self, place: Spot) -> Option<Box<[CardSet]>> {
        (self.is_of(place)).then_some(self.sets)
    }

    /// The set where this place is empty, if they go by its first card.
    pub(super) fn of_nothing(&self, place: Spot) -> Option<CardSet> {
        self.is_of(place).then_some(self.beside)
    }

    pub(super) fn is_of(&self, place: Spot) -> bool {
        self.slot.is_none() && self.spots.iter().all(|spot| spot.place == place.place)
    }

    /// Whether a condition is that there is a first card.
    pub(super) fn is_there(&self, cond: &Test) -> bool {
        let places = self.spots.iter().map(|spot| u32::from(spot.place));
        match (cond, self.slot) {
            (Test::Filled(place), None) => places.eq([*place]),
            (Test::FilledOf(several), Some(slot)) => several.are(places, slot),
            _ => false,
        }
    }

    /// The same with all cards where there is no first one.
    pub(super) fn or_all(self) -> Self {
        Self { beside: CardSet::MAX, ..self }
    }

    /// The set for one card.
    #[inline]
    pub(super) fn by(&self, card: u8) -> CardSet {
        item(&self.sets, usize::from(card))
    }

    #[inline]
    pub(super) fn of(&self, desk: &Desk) -> CardSet {
        let at = self.slot.map_or(0, |slot| desk.state.int(slot));
        let spot = usize::try_from(at).ok().and_then(|at| self.spots.get(at));
        let first = spot.and_then(|spot| desk.state.top(*spot));
        first.and_then(|card| self.sets.get(usize::from(card)).copied()).unwrap_or(self.beside)
    }
}

impl Build<'_> {
    pub(super) fn set_table(&self, set: u32) -> Arc<[CardSet]> {
        self.program.sets.get(set as usize).into_iter().flatten().map(|set| CardSet::from(*set)).collect()
    }

    /// A set of cards.
    pub(crate) fn cards(&self, id: NodeId) -> Cards {
        if let Some(known) = self.shared_cards(id) {
            return known;
        }
        match self.node(id) {
            Node::Cards(set) => {
                let set = CardSet::from(*set);
                Box::new(move |_| set)
            }
            Node::Place(place) => {
                let mask = u32::from(*place);
                Box::new(move |desk| desk.state.cards_in(mask))
            }
            Node::PlaceOf { base, count, key } => self.place_of(*base, *count, *key),
            Node::PlacesOf { base, count, seats } => {
                let (base, count) = (u32::from(*base), *count);
                if let Node::Seats(seats) = self.node(*seats) {
                    let places: Box<[u32]> = each_seat(*seats)
                        .filter(|seat| u16::from(*seat) < count)
                        .map(|seat| base + u32::from(seat))
                        .collect();
                    return Box::new(move |desk| {
                        places.iter().fold(CardSet::NONE, |set, place| set | desk.state.cards_in(*place))
                    });
                }
                let seats = self.seats(*seats);
                Box::new(move |desk| {
                    let seats = seats(desk);
                    let places = each_seat(seats).filter(|seat| u16::from(*seat) < count);
                    places.fold(CardSet::NONE, |set, seat| set | desk.state.cards_in(base + u32::from(seat)))
                })
            }
            Node::CardSlot(slot) => {
                let slot = *slot;
                Box::new(move |desk| desk.state.cards_in(slot))
            }
            Node::CardReg(reg) => {
                let reg = *reg;
                Box::new(move |desk| desk.card_reg(reg))
            }
            Node::Ends { of, count, last } => self.end_cards(*of, *count, *last),
            Node::JustCard(card) => {
                let card = self.number(*card);
                Box::new(move |desk| {
                    let card = card(desk);
                    u8::try_from(card).ok().map_or(CardSet::NONE, bit)
                })
            }
            Node::SetTab { set, low, key } => match self.by_first(id) {
                Some(sets) => Box::new(move |desk| sets.of(desk)),
                None => self.set_by_key(*set, *low, *key),
            },
            Node::Both(a, b) => {
                if let Node::Cards(set) = self.node(*b) {
                    let (a, set) = (self.cards(*a), CardSet::from(*set));
                    return Box::new(move |desk| a(desk) & set);
                }
                if let Node::Place(place) = self.node(*a) {
                    let mask = u32::from(*place);
                    if let Some(by) = self.set_by_slot(*b) {
                        return Box::new(move |desk| desk.state.cards_in(mask) & by.of(desk));
                    }
                    let b = self.cards(*b);
                    return Box::new(move |desk| {
                        let set = desk.state.cards_in(mask);
                        if set == 0 { CardSet::NONE } else { set & b(desk) }
                    });
                }
                let (a, b) = (self.cards(*a), self.cards(*b));
                Box::new(move |desk| {
                    let set = a(desk);
                    if set == 0 { CardSet::NONE } else { set & b(desk) }
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
            Node::Watch { rule, holds, of } => {
                let (rule, holds, of) = (*rule, *holds, self.cards(*of));
                Box::new(move |desk| {
                    let set = of(desk);
                    desk.note(rule, Reach::held(holds.unwrap_or(set != 0)));
                    set
                })
            }
            Node::Let { reg, value, body } => self.bound((*reg, *value), || self.cards(*body)),
            Node::Scan { reg, of, cond } => {
                if let Some((sets, others)) = self.sharing(*reg, *cond) {
                    let of = self.cards(*of);
                    if goes_both_ways(&sets) {
                        return Box::new(move |desk| {
                            let (of, others) = (of(desk), others(desk));
                            let sharing = each_card(others).filter_map(|card| sets.get(usize::from(card)));
                            of & sharing.fold(CardSet::NONE, |all, set| all | set)
                        });
                    }
                    return Box::new(move |desk| {
                        let (of, others) = (of(desk), others(desk));
                        let shares = |card: &u8| sets.get(usize::from(*card)).is_some_and(|set| set & others != 0);
                        each_card(of).filter(shares).fold(CardSet::NONE, |found, card| found | bit(card))
                    });
                }
                let (of, obeyed) = (self.cards(*of), self.subset(&self.deck(*reg), *cond));
                Box::new(move |desk| {
                    let of = of(desk);
                    obeyed.of(desk, of)
                })
            }
            Node::BestCards { reg, of, key, highest } => {
                let (of, highest) = (self.cards(*of), *highest);
                if let Some(table) = self.key_of_card(*reg, *key) {
                    return Box::new(move |desk| {
                        let set = of(desk);
                        best_of(desk, set, highest, &table)
                    });
                }
                if let Some(key) = self.key_of_cards(*reg, *key) {
                    return Box::new(move |desk| {
                        let set = of(desk);
                        best_of(desk, set, highest, &key)
                    });
                }
                let key = self.key(*reg, *key);
                Box::new(move |desk| {
                    let set = of(desk);
                    best_of(desk, set, highest, &key)
                })
            }
            // No set of cards; what a phrase is known by is looked through by `node`.
            numbers!() | seat_sets!() | Node::SeenIn { .. } => Box::new(misplaced),
        }
    }

    /// Whether a condition on a card is that any of some other cards is in its set: for each card the set, and the others.
    fn sharing(&self, reg: u32, cond: NodeId) -> Option<(Arc<[CardSet]>, Cards)> {
        let Node::Cmp(Comparison::IsNot, count, none) = self.node(cond) else { return None };
        let (Node::Count(both), Node::Int(0)) = (self.node(*count), self.node(*none)) else { return None };
        let Node::Both(others, set) = self.node(*both) else { return None };
        let Node::SetTab { set, low: 0, key } = self.node(*set) else { return None };
        let plain = matches!(self.node(*others), Node::Place(_)) && *self.node(*key) == Node::Reg(reg);
        plain.then(|| (self.set_table(*set), self.cards(*others)))
    }

    /// Whether a set goes by the first card of a place.
    pub(super) fn by_first(&self, id: NodeId) -> Option<ByFirst> {
        let Node::SetTab { set, low, key } = self.node(id) else { return None };
        let sets = self.set_table(*set);
        let find = |value: i64| {
            let at = usize::try_from(value.saturating_sub(*low)).ok();
            at.and_then(|at| sets.get(at).copied()).unwrap_or(CardSet::NONE)
        };
        // A set for what a table says of a card is a set for the card.
        let (card, of_cards, beside) = match self.node(*key) {
            Node::Tab { table, low: 0, key: card, other } => {
                (*card, self.table(*table).iter().map(|value| find(*value)).collect(), find(*other))
            }
            _ => (*key, (0..).zip(&self.program.like).map(|(card, _)| find(card)).collect(), find(-1)),
        };
        let Node::EndCard { of, last: false } = self.node(card) else { return None };
        let (spots, slot) = match self.node(*of) {
            Node::Place(place) => (Box::from([self.program.spot(*place)]), None),
            Node::PlaceOf { base, count, key } => {
                let Node::Slot(slot) = self.node(*key) else { return None };
                ((*base..*base + *count).map(|place| self.program.spot(place)).collect(), Some(*slot))
            }
            _ => return None,
        };
        Some(ByFirst { spots, slot, sets: of_cards, beside })
    }

    /// Sets of which a slot says which it is.
    pub(super) fn set_by_slot(&self, id: NodeId) -> Option<BySlot> {
        let Node::SetTab { set, low, key } = self.node(id) else { return None };
        let Node::Slot(slot) = self.node(*key) else { return None };
        self.by_first(id).is_none().then(|| BySlot { sets: self.set_table(*set), low: *low, slot: *slot })
    }

    fn set_by_key(&self, set: u32, low: i64, key: NodeId) -> Cards {
        let sets = self.set_table(set);
        let find = move |sets: &[CardSet], low: i64, key: i64| {
            usize::try_from(key.saturating_sub(low)).ok().and_then(|at| sets.get(at).copied()).unwrap_or(CardSet::NONE)
        };
        // A set for what a table says of something is a set for that something.
        if let Node::Tab { table, low: first, key: inner, other } = self.node(key) {
            let table = self.table(*table);
            let direct: Arc<[CardSet]> = table.iter().map(|value| find(&sets, low, *value)).collect();
            let (first, beside) = (*first, find(&sets, low, *other));
            let inner = self.number(*inner);
            return Box::new(move |desk| {
                let at = usize::try_from(inner(desk).saturating_sub(first));
                at.ok().and_then(|at| direct.get(at).copied()).unwrap_or(beside)
            });
        }
        let key = self.amount(key);
        Box::new(move |desk| {
            let key = key.of(desk);
            find(&sets, low, key)
        })
    }

    fn place_of(&self, base: u16, count: u16, key: NodeId) -> Cards {
        let (base, count) = (u32::from(base), u32::from(count));
        if let Node::Slot(slot) = self.node(key) {
            let slot = *slot;
            return Box::new(move |desk| match u32::try_from(desk.state.int(slot)) {
                Ok(at) if at < count => desk.state.cards_in(base + at),
                _ => CardSet::NONE,
            });
        }
        if let Node::Reg(reg) = self.node(key) {
            let reg = *reg;
            return Box::new(move |desk| match u32::try_from(desk.reg(reg)) {
                Ok(at) if at < count => desk.state.cards_in(base + at),
                _ => CardSet::NONE,
            });
        }
        let key = self.number(key);
        Box::new(move |desk| match u32::try_from(key(desk)) {
            Ok(at) if at < count => desk.state.cards_in(base + at),
            _ => CardSet::NONE,
        })
    }

    /// The places from which the cards of a set may come, in their order.
    pub(super) fn spots(&self, id: NodeId) -> Box<[Spot]> {
        self.program.places_of(id).into_iter().map(|place| self.program.spot(place)).collect()
    }
}

/// Whether each card is in the sets of just those cards that are in its own.
fn goes_both_ways(sets: &[CardSet]) -> bool {
    let holds = |set: &CardSet, card: u8| set & bit(card) != 0;
    (0..=u8::MAX).zip(sets).all(|(card, set)| {
        each_card(*set).all(|other| sets.get(usize::from(other)).is_some_and(|set| holds(set, card)))
    })
}
