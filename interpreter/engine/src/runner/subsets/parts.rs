//! Conditions on cards in parts: sums of numbers, sets that go by one, what is known of each member.

use super::super::super::eval::{Given, compares};
use super::super::super::program::{CardSet, Node, NodeId};
use super::super::super::state::bit;
use super::super::Build;
use super::super::amounts::Amount;
use super::{Domain, LARGE, MOST_SETS, Subset};
use crate::Comparison;

/// The members for whose values something holds.
pub(super) fn bits(values: &[i64], such: impl Fn(i64) -> bool) -> CardSet {
    (0..=u8::MAX)
        .zip(values)
        .fold(CardSet::NONE, |set, (member, value)| if such(*value) { set | bit(member) } else { set })
}

impl Build<'_> {
    /// A sum of what is known of each member and of what is the same for all, compared with another: the parts are brought to a side each.
    pub(super) fn weighed(&self, domain: &Domain, comparison: Comparison, (a, b): (NodeId, NodeId)) -> Option<Subset> {
        let mut parts = Vec::new();
        self.parts(a, false, &mut parts).then_some(())?;
        self.parts(b, true, &mut parts).then_some(())?;
        let (own, other): (Vec<_>, Vec<_>) = parts.into_iter().partition(|(id, _)| self.asks(*id, &domain.regs));
        let mut values: Vec<i64> = vec![0; domain.members().count()];
        for (id, minus) in own {
            for (sum, value) in values.iter_mut().zip(self.of_members(domain, id)?) {
                *sum = if minus { sum.checked_sub(value)? } else { sum.checked_add(value)? };
            }
        }
        let number = self.sum(other, true);
        self.by_number(&values, comparison, number)
    }

    /// The sum of parts of which some are taken off, or its negative.
    pub(in super::super) fn sum(&self, parts: Vec<(NodeId, bool)>, negative: bool) -> Amount {
        let (mut plus, mut minus, mut fixed) = (Vec::new(), Vec::new(), 0_i64);
        for (id, off) in parts {
            match (self.node(id), off != negative) {
                (Node::Int(value), false) => fixed = fixed.saturating_add(*value),
                (Node::Int(value), true) => fixed = fixed.saturating_sub(*value),
                (_, false) => plus.push(self.amount(id)),
                (_, true) => minus.push(self.amount(id)),
            }
        }
        match (plus.len(), minus.len()) {
            (0, 0) => return Amount::Fixed(fixed),
            (1, 0) if fixed == 0 => return plus.pop().unwrap_or(Amount::Fixed(0)),
            _ => {}
        }
        let (plus, minus): (Box<[Amount]>, Box<[Amount]>) = (plus.into(), minus.into());
        Amount::Other(match (<Box<[Amount; 1]>>::try_from(plus), <Box<[Amount; 1]>>::try_from(minus)) {
            (Ok(plus), Ok(minus)) => {
                let ([plus], [minus]) = (*plus, *minus);
                Box::new(move |desk| fixed.saturating_add(plus.of(desk)).saturating_sub(minus.of(desk)))
            }
            (plus, minus) => {
                let plus = plus.map_or_else(|plus| plus, |plus| plus as Box<[Amount]>);
                let minus = minus.map_or_else(|minus| minus, |minus| minus as Box<[Amount]>);
                Box::new(move |desk| {
                    let sum = plus.iter().fold(fixed, |sum, part| sum.saturating_add(part.of(desk)));
                    minus.iter().fold(sum, |sum, part| sum.saturating_sub(part.of(desk)))
                })
            }
        })
    }

    /// The parts of a sum, and whether each is taken off: nothing where they might be too large to be brought to the other side.
    pub(in super::super) fn parts(&self, id: NodeId, minus: bool, found: &mut Vec<(NodeId, bool)>) -> bool {
        match self.node(id) {
            Node::Add(a, b) => self.parts(*a, minus, found) && self.parts(*b, minus, found),
            Node::Sub(a, b) => self.parts(*a, minus, found) && self.parts(*b, !minus, found),
            _ if self.most_of(id) <= LARGE => {
                found.push((id, minus));
                true
            }
            _ => false,
        }
    }

    /// What is known of each member, compared with what is the same for all; `than_first` says that the latter stands first.
    pub(super) fn compared(
        &self,
        domain: &Domain,
        comparison: Comparison,
        (own, other): (NodeId, NodeId),
        than_first: bool,
    ) -> Option<Subset> {
        (!self.asks(other, &domain.regs)).then_some(())?;
        if let Some(values) = self.of_members(domain, own) {
            return self.by_number(&values, comparison, self.amount(other));
        }
        let [reg] = *domain.regs else { return None };
        let of_cards = (0..).zip(&self.program.like).map(|(card, _)| card).eq(domain.values.iter().copied());
        of_cards.then_some(())?;
        let own = Box::new(self.key_of_cards(reg, own)?);
        Some(Subset::ByRow { own, comparison, than: self.amount(other), than_first })
    }

    /// A set for each of what a number can be with which the members are compared.
    fn by_number(&self, values: &[i64], comparison: Comparison, number: Amount) -> Option<Subset> {
        let low = values.iter().min()?.checked_sub(1)?;
        let high = values.iter().max()?.checked_add(1)?;
        (high.checked_sub(low)? < MOST_SETS).then_some(())?;
        let sets = (low..=high).map(|than| bits(values, |own| compares(comparison, own, than)));
        Some(Subset::ByNumber { sets: sets.collect(), number, low })
    }

    /// What a number is for each member, if it depends on nothing else and never fails.
    pub(in super::super) fn of_members(&self, domain: &Domain, id: NodeId) -> Option<Vec<i64>> {
        self.is_known_of(id, &domain.regs).then_some(())?;
        let mut number = Given::new(self.program, id);
        domain.members().map(|member| number.of(&[], &domain.given(member))).collect()
    }

    /// Whether a phrase depends on nothing but these registers, and tells nobody that it is worked out.
    pub(in super::super) fn is_known_of(&self, id: NodeId, regs: &[u32]) -> bool {
        self.is_known(id, &mut regs.to_vec(), false)
    }

    /// The same; where it is `given` with the slots that are known now it may depend on these, and nobody is told that it is worked out.
    pub(in super::super) fn is_known(&self, id: NodeId, regs: &mut Vec<u32>, given: bool) -> bool {
        // As the program has it: other names for a register are not known where it is worked out before the game.
        let Some(node) = self.program.nodes.get(id) else { return false };
        match node {
            Node::Reg(reg) => regs.contains(reg),
            Node::Slot(slot) => given && self.fixed.iter().any(|(known, _)| known == slot),
            Node::Watch { of, .. } => given && self.is_known(*of, regs, given),
            Node::Let { reg, value, body } => {
                let value = self.is_known(*value, regs, given);
                regs.push(*reg);
                let body = self.is_known(*body, regs, given);
                regs.pop();
                value && body
            }
            node if node.is_of_numbers() => {
                let mut known = true;
                self.program.inner(node, &mut |inner| known = known && self.is_known(inner, regs, given));
                known
            }
            _ => false,
        }
    }

    /// Whether a phrase asks for any of these registers.
    pub(in super::super) fn asks(&self, id: NodeId, regs: &[u32]) -> bool {
        let node = self.node(id);
        if let Node::Reg(reg) = node {
            return regs.contains(reg);
        }
        let mut asks = false;
        self.program.inner(node, &mut |inner| asks = asks || self.asks(inner, regs));
        asks
    }
}
