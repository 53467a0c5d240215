//! Runs among a group, and cards of it that take no part in what is asked.

use super::super::super::super::program::{CardSet, Node, NodeId};
use super::super::super::super::state::bit;
use super::super::asked::{Feature, MOST_CONSTRAINTS};
use super::{Gate, Reader};
use crate::{Comparison, Fold};

impl Reader<'_, '_> {
    /// The group, or those of it that have some value: of which cards that is.
    pub(super) fn part(&self, of: NodeId) -> Option<CardSet> {
        if self.is_group(of) {
            return Some(CardSet::MAX);
        }
        match *self.node(of) {
            Node::Scan { reg, of, cond } => {
                let part = self.part(of)?;
                let holds = self.build.by_card(reg, cond)?;
                let those = (0..=u8::MAX).zip(&holds).filter(|(_, holds)| **holds != 0);
                Some(part & those.fold(CardSet::NONE, |set, (card, _)| set | bit(card)))
            }
            Node::Both(a, b) => match (self.node(a), self.node(b)) {
                (_, Node::Cards(set)) => Some(self.part(a)? & CardSet::from(*set)),
                (Node::Cards(set), _) => Some(self.part(b)? & CardSet::from(*set)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The longest run is as long as there are cards, or as there are different values: the highest is as far above the lowest.
    pub(super) fn run(&mut self, gates: &[Gate], run: NodeId, as_long: NodeId) -> Option<()> {
        let Node::FoldCards { fold: Fold::LongestRun, reg, of, key } = *self.node(run) else { return None };
        let part = self.part(of)?;
        let values = self.build.by_card(reg, key)?;
        let all = match *self.node(as_long) {
            Node::Count(all) if self.is_group(all) || self.part(all) == Some(part) => Some(self.count(all)?.terms),
            Node::FoldCards { fold: Fold::Different, reg, of, key } if self.part(of) == Some(part) => {
                // It may be another value of the card, as the number that an attribute spells, if the same cards share it.
                let same = self.build.by_card(reg, key)?;
                (self.partition(&same, part)? == self.partition(&values, part)?).then_some(None)?
            }
            _ => return None,
        };
        let known = self.asked.constraints.len() + self.asked.alike.len() + self.asked.within.len();
        (known + 2 <= MOST_CONSTRAINTS).then_some(())?;
        let (partition, ranking) = (self.partition(&values, part)?, self.ranking(values, part)?);
        let different = Feature::Different(partition);
        if let Some(all) = all {
            let less = all.into_iter().map(|(times, feature)| (-times, feature));
            self.constraint(gates, [(1, different)].into_iter().chain(less).collect(), Comparison::Is, 0, &[]);
        }
        let terms = vec![(1, Feature::Highest(ranking)), (-1, Feature::Lowest(ranking)), (-1, different)];
        self.constraint(gates, terms, Comparison::Is, -1, &[]);
        Some(())
    }
}
