//! Runs among a group, and cards of it that take no part in what is asked.

use super::super::super::super::program::{CardSet, Node, NodeId};
use super::super::super::super::state::bit;
use super::super::asked::{Feature, MOST_CONSTRAINTS};
use super::{Gate, Reader};
use crate::{Comparison, Fold};

impl Reader<'_, '_> {
    /// The group, or those of it that have some value: of which cards that is.
    pub(super) fn part(&self, of: NodeId) -> Option<CardSet> {
        if let Node::Scan { reg, of, cond } = *self.node(of)
            && self.is_group(of)
        {
            let holds = self.build.by_card(reg, cond)?;
            let those = (0..=u8::MAX).zip(&holds).filter(|(_, holds)| **holds != 0);
            return Some(those.fold(CardSet::NONE, |set, (card, _)| set | bit(card)));
        }
        let Node::Both(a, b) = *self.node(of) else { return self.is_group(of).then_some(CardSet::MAX) };
        let (group, set) = if self.is_group(a) { (a, b) } else { (b, a) };
        match *self.node(set) {
            Node::Cards(set) if self.is_group(group) => Some(CardSet::from(set)),
            _ => None,
        }
    }

    /// Remembers the cards that take no part.
    pub(super) fn others_lack(&mut self, part: CardSet) {
        let all = self.build.program.deck().fold(CardSet::NONE, |all, card| all | bit(card));
        self.asked.odd |= all & !part;
    }

    /// The longest run is as long as there are cards, or as there are different values: the highest is as far above the lowest.
    pub(super) fn run(&mut self, gates: &[Gate], run: NodeId, as_long: NodeId) -> Option<()> {
        let Node::FoldCards { fold: Fold::LongestRun, reg, of, key } = *self.node(run) else { return None };
        let part = self.part(of)?;
        let values = self.build.by_card(reg, key)?;
        let all = match *self.node(as_long) {
            Node::Count(of) => self.is_group(of).then_some(true)?,
            Node::FoldCards { fold: Fold::Different, reg, of, key } if self.part(of) == Some(part) => {
                // It may be another value of the card, as the number that an attribute spells, if the same cards share it.
                let same = self.build.by_card(reg, key)?;
                (self.partition(&same)? == self.partition(&values)?).then_some(false)?
            }
            _ => return None,
        };
        let known = self.asked.constraints.len() + self.asked.alike.len() + self.asked.within.len();
        (known + 2 <= MOST_CONSTRAINTS).then_some(())?;
        let (partition, ranking) = (self.partition(&values)?, self.ranking(values)?);
        self.others_lack(part);
        let different = Feature::Different(partition);
        if all {
            self.constraint(gates, vec![(1, different), (-1, Feature::Size)], Comparison::Is, 0, &[]);
        }
        let terms = vec![(1, Feature::Highest(ranking)), (-1, Feature::Lowest(ranking)), (-1, different)];
        self.constraint(gates, terms, Comparison::Is, -1, &[]);
        Some(())
    }
}
