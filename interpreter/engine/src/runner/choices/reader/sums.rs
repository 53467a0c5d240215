//! Numbers that speak of a group are read as sums of its features (a linear form).

use super::super::super::super::program::{CardSet, Node, NodeId};
use super::super::super::super::state::bit;
use super::super::asked::{Feature, Weights};
use super::Reader;
use crate::Fold;

/// A sum of features and of what does not depend on the group.
#[derive(Default, Clone)]
pub(super) struct Sum {
    pub(super) terms: Vec<(i64, Feature)>,
    pub(super) fixed: i64,
    pub(super) amounts: Vec<(i64, NodeId)>,
}

impl Sum {
    pub(super) fn add(&mut self, other: Self, times: i64) -> Option<()> {
        for (count, feature) in other.terms {
            let count = count.checked_mul(times)?;
            match self.terms.iter_mut().find(|(_, known)| *known == feature) {
                Some((known, _)) => *known = known.checked_add(count)?,
                None => self.terms.push((count, feature)),
            }
        }
        self.terms.retain(|(count, _)| *count != 0);
        self.fixed = self.fixed.checked_add(other.fixed.checked_mul(times)?)?;
        for (count, id) in other.amounts {
            self.amounts.push((count.checked_mul(times)?, id));
        }
        Some(())
    }
}

impl Reader<'_, '_> {
    /// A number as a sum of features; nothing where it is none.
    pub(super) fn sum(&mut self, id: NodeId) -> Option<Sum> {
        if !self.speaks(id) {
            return match self.node(id) {
                Node::Int(value) => Some(Sum { fixed: *value, ..Sum::default() }),
                _ => Some(Sum { amounts: vec![(1, id)], ..Sum::default() }),
            };
        }
        let one = |feature: Feature| Sum { terms: vec![(1, feature)], ..Sum::default() };
        match *self.node(id) {
            Node::Watch { of, .. } => self.sum(of),
            Node::Let { reg, value, body } if self.is_name(value) => self.named(reg, value, |this| this.sum(body)),
            Node::Add(a, b) | Node::Sub(a, b) => {
                let times = if matches!(self.node(id), Node::Add(..)) { 1 } else { -1 };
                let (mut a, b) = (self.sum(a)?, self.sum(b)?);
                a.add(b, times)?;
                Some(a)
            }
            Node::Mul(a, b) => {
                let (of, times) = match (self.node(a), self.node(b)) {
                    (_, Node::Int(times)) => (a, *times),
                    (Node::Int(times), _) => (b, *times),
                    _ => return None,
                };
                let (mut all, of) = (Sum::default(), self.sum(of)?);
                all.add(of, times)?;
                Some(all)
            }
            Node::Count(of) => self.count(of),
            Node::TotalTab { table, of } => {
                let table: Box<[i64]> = self.build.program.tables.get(table as usize)?.as_slice().into();
                let among = self.part(of)?;
                let weight = |(card, weight): (u8, &i64)| if among & bit(card) == 0 { 0 } else { *weight };
                Some(one(Feature::Sum(self.fixed_weights((0..=u8::MAX).zip(&table).map(weight).collect())?)))
            }
            Node::FoldCards { fold: Fold::Total, reg, of, key } if self.is_group(of) && !self.speaks(key) => {
                let weights = Weights::Key(self.build.key(reg, key));
                Some(one(Feature::Sum(self.keep_weights(weights)?)))
            }
            Node::FoldCards { fold: fold @ (Fold::Highest | Fold::Lowest), reg, of, key }
                if let Some(part) = self.part(of) =>
            {
                let of = self.build.by_card(reg, key)?;
                let ranking = self.ranking(of, part)?;
                Some(one(if fold == Fold::Highest { Feature::Highest(ranking) } else { Feature::Lowest(ranking) }))
            }
            Node::FoldCards { fold: Fold::Different, reg, of, key } if let Some(part) = self.part(of) => {
                let of = self.build.by_card(reg, key)?;
                self.lack(&of, part);
                Some(one(Feature::Different(self.partition(&of, part)?)))
            }
            _ => None,
        }
    }

    /// How many cards of the group there are in something.
    pub(super) fn count(&mut self, of: NodeId) -> Option<Sum> {
        let size = Sum { terms: vec![(1, Feature::Size)], ..Sum::default() };
        let fixed = |this: &mut Self, set: CardSet| {
            let weight = |card: u8| i64::from(set & bit(card) != 0);
            let cards = this.build.program.like.len();
            this.fixed_weights((0..=u8::MAX).take(cards).map(weight).collect())
        };
        if let Some(part) = self.part(of).filter(|part| *part != CardSet::MAX) {
            return Some(Sum { terms: vec![(1, Feature::Sum(fixed(self, part)?))], ..Sum::default() });
        }
        let within = |this: &mut Self, set: NodeId| -> Option<Sum> {
            let weights = match this.node(set) {
                Node::Cards(set) => {
                    let set = CardSet::from(*set);
                    fixed(this, set)?
                }
                _ if this.speaks(set) => return None,
                _ => {
                    let set = this.build.cards(set);
                    this.keep_weights(Weights::In(set))?
                }
            };
            Some(Sum { terms: vec![(1, Feature::Sum(weights))], ..Sum::default() })
        };
        match *self.node(of) {
            Node::CardReg(_) => Some(size),
            Node::Both(a, b) if self.is_group(a) => within(self, b),
            Node::Both(a, b) if self.is_group(b) => within(self, a),
            Node::Without(a, b) if self.is_group(a) => {
                let (mut all, some) = (size, within(self, b)?);
                all.add(some, -1)?;
                Some(all)
            }
            Node::Scan { reg, of, cond } if self.is_group(of) && !self.speaks(cond) => {
                let weights = self.weights_of_condition(reg, cond)?;
                Some(Sum { terms: vec![(1, Feature::Sum(weights))], ..Sum::default() })
            }
            _ => None,
        }
    }
}
