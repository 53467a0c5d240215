//! Conditions of a program as closures.

use super::super::eval::compares;
use super::super::program::{CardSet, Node, NodeId};
use super::super::state::{Spot, bit, has};
use super::desk::Desk;
use super::lies::Lies;
use super::within::Within;
use super::{Build, Conditions};
use crate::{Comparison, Fold};

/// One closure for each comparison, so that none is chosen while a game is played.
macro_rules! compared {
    ($comparison:expr, |$desk:ident| $a:expr, $b:expr) => {
        match $comparison {
            Comparison::Is => Box::new(move |$desk: &mut Desk| $a == $b) as Conditions,
            Comparison::IsNot => Box::new(move |$desk: &mut Desk| $a != $b),
            Comparison::AtLeast => Box::new(move |$desk: &mut Desk| $a >= $b),
            Comparison::AtMost => Box::new(move |$desk: &mut Desk| $a <= $b),
            Comparison::MoreThan => Box::new(move |$desk: &mut Desk| $a > $b),
            Comparison::LessThan => Box::new(move |$desk: &mut Desk| $a < $b),
        }
    };
}

/// A condition of which the commonest are looked at without a call.
pub(super) enum Test {
    SlotIs(u32, i64),
    SlotIsNot(u32, i64),
    /// Whether a place is empty.
    Empty(u32),
    Filled(u32),
    SlotsAlike(u32, u32),
    SlotsUnlike(u32, u32),
    /// Whether the place that a slot names, of several, is empty.
    EmptyOf(PlacesBySlot),
    FilledOf(PlacesBySlot),
    /// Whether all who are still in have passed.
    AllPass(u32, u32),
    NotAllPass(u32, u32),
    /// Whether any of some places has a card, or none.
    AnyFilled(u32, u32),
    NoneFilled(u32, u32),
    /// Whether the card in a slot is one of a set.
    CardIn(u32, CardSet),
    Other(Conditions),
}

/// The place of several that a slot names.
#[derive(Clone, Copy)]
pub(super) struct PlacesBySlot {
    base: u32,
    count: u32,
    slot: u32,
}

impl PlacesBySlot {
    /// Whether they are these places, by this slot.
    pub(super) fn are(self, places: impl Iterator<Item = u32>, slot: u32) -> bool {
        slot == self.slot && places.eq(self.base..self.base + self.count)
    }

    #[inline]
    fn cards(self, desk: &Desk) -> CardSet {
        match u32::try_from(desk.state.int(self.slot)) {
            Ok(at) if at < self.count => desk.state.cards_in(self.base + at),
            _ => CardSet::NONE,
        }
    }
}

impl Test {
    #[inline(always)]
    pub(super) fn holds(&self, desk: &mut Desk) -> bool {
        match self {
            Self::SlotIs(slot, value) => desk.state.int(*slot) == *value,
            Self::SlotIsNot(slot, value) => desk.state.int(*slot) != *value,
            Self::Empty(mask) => desk.state.cards_in(*mask) == 0,
            Self::Filled(mask) => desk.state.cards_in(*mask) != 0,
            Self::SlotsAlike(a, b) => desk.state.int(*a) == desk.state.int(*b),
            Self::SlotsUnlike(a, b) => desk.state.int(*a) != desk.state.int(*b),
            Self::EmptyOf(places) => places.cards(desk) == 0,
            Self::FilledOf(places) => places.cards(desk) != 0,
            Self::AllPass(still, passed) => desk.state.seats(*still) & !desk.state.seats(*passed) == 0,
            Self::NotAllPass(still, passed) => desk.state.seats(*still) & !desk.state.seats(*passed) != 0,
            Self::AnyFilled(from, to) => any_filled(desk, *from, *to),
            Self::NoneFilled(from, to) => !any_filled(desk, *from, *to),
            Self::CardIn(slot, set) => has(*set, desk.state.int(*slot)),
            Self::Other(cond) => cond(desk),
        }
    }
}

impl Test {
    /// Whether it can be asked while a trick is played apart from the state: it looks neither at the trick nor at these slots.
    pub(super) fn apart(&self, trick: Spot, changed: &[u32]) -> bool {
        let trick = u32::from(trick.place);
        let kept = |slot: &u32| !changed.contains(slot);
        match self {
            Self::SlotIs(slot, _) | Self::SlotIsNot(slot, _) | Self::CardIn(slot, _) => kept(slot),
            Self::SlotsAlike(a, b) | Self::SlotsUnlike(a, b) => kept(a) && kept(b),
            Self::Empty(place) | Self::Filled(place) => *place != trick,
            _ => false,
        }
    }
}

impl Build<'_> {
    /// A condition, the commonest without a call.
    pub(super) fn test(&self, id: NodeId) -> Test {
        self.common(id, false).unwrap_or_else(|| Test::Other(self.condition(id)))
    }

    /// The opposite of a condition.
    pub(super) fn untest(&self, id: NodeId) -> Test {
        self.common(id, true).unwrap_or_else(|| Test::Other(self.negated(id)))
    }

    fn common(&self, id: NodeId, not: bool) -> Option<Test> {
        match self.node(id) {
            Node::Not(of) => self.common(*of, !not),
            Node::AllPass { still, passed } => {
                Some(if not { Test::NotAllPass(*still, *passed) } else { Test::AllPass(*still, *passed) })
            }
            Node::FoldSeats { fold: Fold::Any, reg, of, key } => {
                let (from, to) = self.own_places(*reg, *of, *key)?;
                Some(if not { Test::NoneFilled(from, to) } else { Test::AnyFilled(from, to) })
            }
            Node::Slot(slot) => Some(if not { Test::SlotIs(*slot, 0) } else { Test::SlotIsNot(*slot, 0) }),
            Node::Cmp(comparison @ (Comparison::Is | Comparison::IsNot), a, b) => {
                let equal = (*comparison == Comparison::Is) != not;
                match (self.node(*a), self.node(*b)) {
                    (Node::Slot(slot), Node::Int(value)) | (Node::Int(value), Node::Slot(slot)) => {
                        Some(if equal { Test::SlotIs(*slot, *value) } else { Test::SlotIsNot(*slot, *value) })
                    }
                    (Node::Slot(a), Node::Slot(b)) => {
                        Some(if equal { Test::SlotsAlike(*a, *b) } else { Test::SlotsUnlike(*a, *b) })
                    }
                    (Node::Count(of), Node::Int(0)) => match self.node(*of) {
                        Node::PlaceOf { base, count, key } => {
                            let Node::Slot(slot) = self.node(*key) else { return None };
                            let places = PlacesBySlot { base: u32::from(*base), count: u32::from(*count), slot: *slot };
                            Some(if equal { Test::EmptyOf(places) } else { Test::FilledOf(places) })
                        }
                        Node::Place(place) if equal => Some(Test::Empty(u32::from(*place))),
                        Node::Place(place) => Some(Test::Filled(u32::from(*place))),
                        _ => None,
                    },
                    (Node::Tab { table, low: 0, key, other }, Node::Int(value)) => {
                        let Node::Slot(slot) = self.node(*key) else { return None };
                        let table = self.table(*table);
                        // A table of cards: those for which it holds are a set. Nobody's card must not be asked for.
                        let set = (0..=u8::MAX).zip(table.iter()).fold(CardSet::NONE, |set, (card, found)| {
                            if (found == value) == equal { set | bit(card) } else { set }
                        });
                        (table.len() == self.program.like.len() && (other == value) != equal)
                            .then_some(Test::CardIn(*slot, set))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// A condition; a number holds unless it is 0.
    pub(super) fn condition(&self, id: NodeId) -> Conditions {
        if let Some(within) = self.is_long(id).then(|| self.within(id, false)).flatten() {
            return Box::new(move |desk| within.holds(desk));
        }
        if let Some(known) = self.known_condition(id).or_else(|| self.shared_condition(id)) {
            return known;
        }
        match self.node(id) {
            Node::Int(value) => {
                let holds = *value != 0;
                Box::new(move |_| holds)
            }
            Node::Slot(slot) => {
                let slot = *slot;
                Box::new(move |desk| desk.state.int(slot) != 0)
            }
            Node::Not(of) => self.negated(*of),
            Node::And(a, b) => {
                let b = self.condition(*b);
                if let Some(a) = self.first_within(*a) {
                    return Box::new(move |desk| a.holds(desk) && b(desk));
                }
                let a = self.condition(*a);
                Box::new(move |desk| a(desk) && b(desk))
            }
            Node::Or(a, b) => {
                let b = self.condition(*b);
                if let Some(a) = self.first_within(*a) {
                    return Box::new(move |desk| a.holds(desk) || b(desk));
                }
                let a = self.condition(*a);
                Box::new(move |desk| a(desk) || b(desk))
            }
            Node::Cmp(comparison, a, b) => self.comparison(*comparison, *a, *b),
            Node::InCards(card, of) => {
                if let Node::Cards(set) = self.node(*of) {
                    let (card, set) = (self.number(*card), CardSet::from(*set));
                    return Box::new(move |desk| has(set, card(desk)));
                }
                let (card, of) = (self.number(*card), self.cards(*of));
                Box::new(move |desk| {
                    let card = card(desk);
                    has(of(desk), card)
                })
            }
            Node::InSeats(seat, of) => {
                let (seat, of) = (self.number(*seat), self.seats(*of));
                Box::new(move |desk| {
                    let seat = seat(desk);
                    (0..32).contains(&seat) && of(desk) & (1 << seat) != 0
                })
            }
            Node::InSet { set, key, card } => {
                let (sets, key, card) = (self.set_table(*set), self.number(*key), self.number(*card));
                Box::new(move |desk| {
                    let (key, card) = (key(desk), card(desk));
                    let set = usize::try_from(key).ok().and_then(|key| sets.get(key).copied());
                    has(set.unwrap_or(CardSet::NONE), card)
                })
            }
            Node::AllPass { still, passed } => {
                let (still, passed) = (*still, *passed);
                Box::new(move |desk| desk.state.seats(still) & !desk.state.seats(passed) == 0)
            }
            Node::FoldSeats { fold: Fold::Any, reg, of, key } => self.any_seat(*reg, *of, *key),
            Node::If(cond, a, b) => {
                let (cond, a, b) = (self.condition(*cond), self.condition(*a), self.condition(*b));
                Box::new(move |desk| if cond(desk) { a(desk) } else { b(desk) })
            }
            _ => {
                let of = self.number(id);
                Box::new(move |desk| of(desk) != 0)
            }
        }
    }

    /// Whether a condition is more than a slot held against a number, which is as quick as a set of bits.
    fn is_long(&self, id: NodeId) -> bool {
        match self.node(id) {
            Node::Cmp(_, a, b) => {
                !matches!((self.node(*a), self.node(*b)), (Node::Slot(_), Node::Int(_)) | (Node::Int(_), Node::Slot(_)))
            }
            _ => true,
        }
    }

    /// What is asked first, where it is a condition on one slot.
    fn first_within(&self, id: NodeId) -> Option<Within> {
        match self.node(id) {
            Node::Not(of) => self.within(*of, true),
            _ => self.within(id, false),
        }
    }

    pub(super) fn negated(&self, of: NodeId) -> Conditions {
        if let Some(within) = self.is_long(of).then(|| self.within(of, true)).flatten() {
            return Box::new(move |desk| within.holds(desk));
        }
        match self.node(of) {
            Node::Not(of) => self.condition(*of),
            Node::Cmp(comparison, a, b) => self.comparison(comparison.opposite(), *a, *b),
            _ => {
                let of = self.condition(of);
                Box::new(move |desk| !of(desk))
            }
        }
    }

    /// Whether any seat has a card in a place of its own, or whatever else is asked of it.
    fn any_seat(&self, reg: u32, of: NodeId, key: NodeId) -> Conditions {
        if let Some((from, to)) = self.own_places(reg, of, key) {
            return Box::new(move |desk| any_filled(desk, from, to));
        }
        let (of, key) = (self.seats(of), self.key(reg, key));
        Box::new(move |desk| {
            let set = of(desk);
            super::super::eval::each_seat(set).any(|seat| key(desk, i64::from(seat)) != 0)
        })
    }

    /// The places of all seats, where it is asked of each how many cards are in its own.
    fn own_places(&self, reg: u32, of: NodeId, key: NodeId) -> Option<(u32, u32)> {
        let (Node::Seats(set), Node::Count(cards)) = (self.node(of), self.node(key)) else { return None };
        let Node::PlaceOf { base, count, key } = self.node(*cards) else { return None };
        let all = *self.node(*key) == Node::Reg(reg) && u64::from(*set) == (1 << count.min(&32)) - 1;
        all.then_some((u32::from(*base), u32::from(*base + *count)))
    }

    fn comparison(&self, comparison: Comparison, a: NodeId, b: NodeId) -> Conditions {
        // A constant stands on the right.
        if matches!(self.node(a), Node::Int(_)) && !matches!(self.node(b), Node::Int(_)) {
            return self.comparison(comparison.mirrored(), b, a);
        }
        match (self.node(a), self.node(b)) {
            (Node::Int(a), Node::Int(b)) => {
                let holds = compares(comparison, *a, *b);
                Box::new(move |_| holds)
            }
            (Node::Slot(slot), Node::Int(value)) => {
                let (slot, value) = (*slot, *value);
                compared!(comparison, |desk| desk.state.int(slot), value)
            }
            (Node::Slot(a), Node::Slot(b)) => {
                let (a, b) = (*a, *b);
                compared!(comparison, |desk| desk.state.int(a), desk.state.int(b))
            }
            (Node::Count(of), Node::Int(0)) if matches!(comparison, Comparison::Is | Comparison::IsNot) => {
                let empty = comparison == Comparison::Is;
                if let Node::Place(place) = self.node(*of) {
                    let mask = u32::from(*place);
                    return Box::new(move |desk| (desk.state.cards_in(mask) == 0) == empty);
                }
                if let Node::Both(a, b) = self.node(*of)
                    && let Node::Place(place) = self.node(*a)
                {
                    let mask = u32::from(*place);
                    if let Some(by) = self.set_by_slot(*b) {
                        return Box::new(move |desk| (desk.state.cards_in(mask) & by.of(desk) == 0) == empty);
                    }
                    if let Some(by) = self.by_first(*b) {
                        return Box::new(move |desk| (desk.state.cards_in(mask) & by.of(desk) == 0) == empty);
                    }
                }
                let of = self.cards(*of);
                Box::new(move |desk| (of(desk) == 0) == empty)
            }
            (Node::Tab { .. }, Node::Int(value)) if let Some(first) = self.of_first(a) => {
                let value = *value;
                compared!(comparison, |desk| first.of(desk), value)
            }
            (Node::Tab { .. }, Node::Slot(slot)) if let Some(first) = self.of_first(a) => {
                let slot = *slot;
                compared!(comparison, |desk| first.of(desk), desk.state.int(slot))
            }
            (_, Node::Int(value)) => {
                let (a, value) = (self.amount(a), *value);
                compared!(comparison, |desk| a.of(desk), value)
            }
            _ => {
                let (a, b) = (self.amount(a), self.amount(b));
                compared!(comparison, |desk| a.of(desk), b.of(desk))
            }
        }
    }
}

#[inline]
pub(super) fn any_filled(desk: &Desk, from: u32, to: u32) -> bool {
    (from..to).any(|place| desk.state.cards_in(place) != 0)
}
