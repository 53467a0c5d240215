//! Predicates as bit sets: conditions on one card as sets of cards.

use super::Lower;
use crate::engine::{CardSet, Node, NodeId, compares};
use crate::ir::Comparison;

impl Lower<'_> {
    /// The cards of `of` for which `cond` holds, with the card in `reg`.
    pub(super) fn filter(&mut self, of: NodeId, cond: NodeId, reg: u32) -> NodeId {
        match self.as_set(cond, reg) {
            Some(set) => self.node(Node::Both(of, set)),
            None => self.node(Node::Scan { reg, of, cond }),
        }
    }

    /// The set of cards for which a condition holds, where it can be said without looking at each.
    #[allow(clippy::wildcard_enum_match_arm, reason = "what is no set is asked of each card")]
    pub(super) fn as_set(&mut self, cond: NodeId, reg: u32) -> Option<NodeId> {
        let deps = self.deps_of(cond);
        if !deps.on(reg) {
            let (all, none) = (self.node(Node::Cards(self.all_cards())), self.node(Node::Cards(CardSet::NONE)));
            return Some(self.node(Node::IfCards(cond, all, none)));
        }
        if deps.only_on(reg) {
            let set = self.static_set(cond, reg)?;
            return Some(self.node(Node::Cards(set)));
        }
        let found = self.program.nodes.get(cond)?.clone();
        match found {
            Node::And(a, b) => {
                let (a, b) = (self.as_set(a, reg)?, self.as_set(b, reg)?);
                let found = self.narrowed(a, b).or_else(|| self.narrowed(b, a));
                Some(found.unwrap_or_else(|| self.node(Node::Both(a, b))))
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
            Node::Cmp(comparison, a, b) => {
                self.ordered_set(comparison, a, b, reg).or_else(|| self.ordered_set(comparison.mirrored(), b, a, reg))
            }
            Node::InSet { set, key, card } => {
                let this = Node::Reg(reg);
                // Sharing goes both ways, so either card may be the key.
                let other = if self.program.nodes.get(key) == Some(&this) { card } else { key };
                let one = self.program.nodes.get(key) == Some(&this) || self.program.nodes.get(card) == Some(&this);
                (one && !self.deps_of(other).on(reg)).then(|| self.node(Node::SetTab { set, low: 0, key: other }))
            }
            Node::InCards(card, of) => {
                let this = self.program.nodes.get(card) == Some(&Node::Reg(reg));
                (this && !self.deps_of(of).on(reg)).then_some(of)
            }
            Node::Let { reg: inner, value, body } if self.program.nodes.get(value) == Some(&Node::Reg(reg)) => {
                if self.deps_of(body).on(reg) { None } else { self.as_set(body, inner) }
            }
            _ => None,
        }
    }

    /// Sets by key, all of them narrowed by the same cards, or empty where there is no key.
    #[allow(clippy::wildcard_enum_match_arm, reason = "what is not narrowed before the game is in it")]
    fn narrowed(&mut self, by: NodeId, of: NodeId) -> Option<NodeId> {
        let Node::SetTab { set, low, key } = *self.program.nodes.get(of)? else { return None };
        let sets = self.program.sets.get(set as usize)?.clone();
        let narrow: Vec<CardSet> = match self.program.nodes.get(by)? {
            Node::Cards(cards) => sets.into_iter().map(|set| set & cards).collect(),
            Node::IfCards(cond, all, none) => {
                let is = |id: &NodeId, cards: CardSet| self.program.nodes.get(*id) == Some(&Node::Cards(cards));
                let Node::Cmp(comparison, asked, than) = *self.program.nodes.get(*cond)? else { return None };
                let than = self.constant(than).filter(|_| asked == key)?;
                (is(all, self.all_cards()) && is(none, CardSet::NONE)).then_some(())?;
                let kept = |key: i64| compares(comparison, key, than);
                (low..).zip(sets).map(|(key, set)| if kept(key) { set } else { CardSet::NONE }).collect()
            }
            _ => return None,
        };
        if self.program.sets.get(set as usize) == Some(&narrow) {
            return Some(of);
        }
        let set = self.new_set(narrow);
        Some(self.node(Node::SetTab { set, low, key }))
    }

    fn static_set(&self, cond: NodeId, reg: u32) -> Option<CardSet> {
        let mut set = CardSet::NONE;
        for card in self.program.deck() {
            if self.at(cond, reg, i64::from(card))? != 0 {
                set |= CardSet::one(card);
            }
        }
        Some(set)
    }

    /// What is known for each card, if it does not depend on anything else.
    fn values(&mut self, own: NodeId, other: NodeId, reg: u32) -> Option<Vec<i64>> {
        let own_deps = self.deps_of(own);
        if !own_deps.only_on(reg) || !own_deps.on(reg) || self.deps_of(other).on(reg) {
            return None;
        }
        (0..self.program.cards.len()).map(|card| self.at(own, reg, i64::try_from(card).ok()?)).collect()
    }

    /// `own` is known for each card, `other` does not depend on the card: a set for each value.
    fn equal_set(&mut self, own: NodeId, other: NodeId, reg: u32) -> Option<NodeId> {
        let values = self.values(own, other, reg)?;
        let (low, high) = (values.iter().min().copied()?, values.iter().max().copied()?);
        let set = self.set_by_value((low, high), |value| each_where(&values, |own| own == value))?;
        Some(self.node(Node::SetTab { set, low, key: other }))
    }

    /// The same for more and less: all cards or none where the value is beyond those of the cards.
    fn ordered_set(&mut self, comparison: Comparison, own: NodeId, other: NodeId, reg: u32) -> Option<NodeId> {
        let values = self.values(own, other, reg)?;
        let (low, high) =
            (values.iter().min().copied()?.checked_sub(1)?, values.iter().max().copied()?.checked_add(1)?);
        let set =
            self.set_by_value((low, high), |value| each_where(&values, |own| compares(comparison, own, value)))?;
        let within = self.node(Node::SetTab { set, low, key: other });
        if self.table_within(other, low, high) {
            return Some(within);
        }
        let beyond = match comparison {
            Comparison::MoreThan | Comparison::AtLeast => (Comparison::LessThan, low),
            Comparison::Is | Comparison::IsNot | Comparison::AtMost | Comparison::LessThan => {
                (Comparison::MoreThan, high)
            }
        };
        let end = self.node(Node::Int(beyond.1));
        let beyond = self.node(Node::Cmp(beyond.0, other, end));
        let all = self.node(Node::Cards(self.all_cards()));
        Some(self.node(Node::IfCards(beyond, all, within)))
    }

    /// Whether a number is one of a table, all of them between two.
    fn table_within(&self, id: NodeId, low: i64, high: i64) -> bool {
        let Some(Node::Tab { table, other, .. }) = self.program.nodes.get(id) else { return false };
        let within = |value: &i64| (low..=high).contains(value);
        within(other) && self.program.tables.get(*table as usize).is_some_and(|table| table.iter().all(within))
    }

    fn set_by_value(&mut self, (low, high): (i64, i64), of: impl Fn(i64) -> CardSet) -> Option<u32> {
        if high.checked_sub(low)? > 4096 {
            return None;
        }
        Some(self.new_set((low..=high).map(of).collect()))
    }
}

/// The cards whose value is such.
fn each_where(values: &[i64], such: impl Fn(i64) -> bool) -> CardSet {
    (0..=u8::MAX).zip(values).filter(|(_, value)| such(**value)).map(|(card, _)| card).collect()
}
