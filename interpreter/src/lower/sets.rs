//! Conditions on one card as sets of cards.

use super::Lower;
use crate::engine::{Node, NodeId, Program};
use crate::ir::Comparison;

/// What a phrase gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    /// A whole number.
    Int,
    /// A set of cards.
    Cards,
    /// A set of seats.
    Seats,
}

/// What a phrase gives.
pub fn sort_of(program: &Program, id: NodeId) -> Sort {
    match program.nodes.get(id as usize) {
        Some(
            Node::Cards(_)
            | Node::Place(_)
            | Node::PlaceOf { .. }
            | Node::PlacesOf { .. }
            | Node::CardSlot(_)
            | Node::CardReg(_)
            | Node::JustCard(_)
            | Node::SetTab { .. }
            | Node::Both(..)
            | Node::Either(..)
            | Node::Without(..)
            | Node::IfCards(..)
            | Node::Scan { .. }
            | Node::BestCards { .. },
        ) => Sort::Cards,
        Some(
            Node::Seats(_)
            | Node::SeatSlot(_)
            | Node::JustSeat(_)
            | Node::Members(_)
            | Node::Except(..)
            | Node::Opponents(_)
            | Node::IfSeats(..)
            | Node::ScanSeats { .. }
            | Node::BestSeats { .. },
        ) => Sort::Seats,
        Some(Node::Let { body: of, .. } | Node::Watch { of, .. }) => sort_of(program, *of),
        _ => Sort::Int,
    }
}

impl Lower<'_> {
    /// The cards of `of` for which `cond` holds, with the card in `reg`.
    pub(super) fn filter(&mut self, of: NodeId, cond: NodeId, reg: u32) -> NodeId {
        match self.as_set(cond, reg) {
            Some(set) => self.node(Node::Both(of, set)),
            None => self.node(Node::Scan { reg, of, cond }),
        }
    }

    /// The set of cards for which a condition holds, where it can be said without looking at each.
    pub(super) fn as_set(&mut self, cond: NodeId, reg: u32) -> Option<NodeId> {
        let deps = self.deps_of(cond);
        if !deps.on(reg) {
            let (all, none) = (self.node(Node::Cards(self.all_cards())), self.node(Node::Cards(0)));
            return Some(self.node(Node::IfCards(cond, all, none)));
        }
        if deps.only_on(reg) {
            let set = self.static_set(cond, reg)?;
            return Some(self.node(Node::Cards(set)));
        }
        let found = self.program.nodes.get(cond as usize)?.clone();
        match found {
            Node::And(a, b) => {
                let (a, b) = (self.as_set(a, reg)?, self.as_set(b, reg)?);
                Some(self.node(Node::Both(a, b)))
            }
            Node::Or(a, b) => {
                let (a, b) = (self.as_set(a, reg)?, self.as_set(b, reg)?);
                Some(self.node(Node::Either(a, b)))
            }
            Node::Not(a) => {
                let a = self.as_set(a, reg)?;
                let all = self.node(Node::Cards(self.all_cards()));
                Some(self.node(Node::Without(all, a)))
            }
            Node::If(cond, a, b) if !self.deps_of(cond).on(reg) => {
                let (a, b) = (self.as_set(a, reg)?, self.as_set(b, reg)?);
                Some(self.node(Node::IfCards(cond, a, b)))
            }
            Node::Cmp(Comparison::Is, a, b) => self.equal_set(a, b, reg).or_else(|| self.equal_set(b, a, reg)),
            Node::Cmp(Comparison::IsNot, a, b) => {
                let set = self.equal_set(a, b, reg).or_else(|| self.equal_set(b, a, reg))?;
                let all = self.node(Node::Cards(self.all_cards()));
                Some(self.node(Node::Without(all, set)))
            }
            Node::InSet { set, key, card } => {
                let this = Node::Reg(reg);
                // Sharing goes both ways, so either card may be the key.
                let other = if self.program.nodes.get(key as usize) == Some(&this) { card } else { key };
                let one = self.program.nodes.get(key as usize) == Some(&this)
                    || self.program.nodes.get(card as usize) == Some(&this);
                (one && !self.deps_of(other).on(reg)).then(|| self.node(Node::SetTab { set, low: 0, key: other }))
            }
            Node::InCards(card, of) => {
                let this = self.program.nodes.get(card as usize) == Some(&Node::Reg(reg));
                (this && !self.deps_of(of).on(reg)).then_some(of)
            }
            Node::Let { reg: inner, value, body }
                if self.program.nodes.get(value as usize) == Some(&Node::Reg(reg)) =>
            {
                if self.deps_of(body).on(reg) {
                    None
                } else {
                    self.as_set(body, inner)
                }
            }
            _ => None,
        }
    }

    fn static_set(&self, cond: NodeId, reg: u32) -> Option<u128> {
        let mut set = 0;
        for card in 0..self.program.cards.len() {
            if self.at(cond, reg, i64::try_from(card).ok()?)? != 0 {
                set |= 1 << card;
            }
        }
        Some(set)
    }

    /// `own` is known for each card, `other` does not depend on the card: a set for each value.
    fn equal_set(&mut self, own: NodeId, other: NodeId, reg: u32) -> Option<NodeId> {
        let own_deps = self.deps_of(own);
        if !own_deps.only_on(reg) || !own_deps.on(reg) || self.deps_of(other).on(reg) {
            return None;
        }
        let values: Option<Vec<i64>> =
            (0..self.program.cards.len()).map(|card| self.at(own, reg, i64::try_from(card).ok()?)).collect();
        let values = values?;
        let (low, high) = (values.iter().min().copied()?, values.iter().max().copied()?);
        if high - low > 4096 {
            return None;
        }
        let mut sets = vec![0_u128; usize::try_from(high - low + 1).ok()?];
        for (card, value) in values.iter().enumerate() {
            if let Some(set) = sets.get_mut(usize::try_from(value - low).unwrap_or(usize::MAX)) {
                *set |= 1 << card;
            }
        }
        let set = self.new_set(sets);
        Some(self.node(Node::SetTab { set, low, key: other }))
    }
}
