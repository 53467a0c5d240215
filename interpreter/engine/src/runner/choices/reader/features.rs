//! Features of a group that conditions ask for, each kept once: what it weighs, into which classes it falls, how its cards rank.

use super::super::super::super::eval::each_card;
use super::super::super::super::program::{CardSet, Node, NodeId};
use super::super::super::super::state::bit;
use super::super::asked::{MOST_FEATURES, MOST_WEIGHT, Partition, Ranking, Weights};
use super::Reader;
use crate::Comparison;

impl Reader<'_, '_> {
    /// For each card the cards of a set that goes by it, if these are the classes of a partition.
    pub(super) fn partition_by_sets(&mut self, reg: u32, same: NodeId) -> Option<usize> {
        let Node::SetTab { set, low, key } = *self.node(same) else { return None };
        let keys = self.build.by_card(reg, key)?;
        self.partition_of(set, low, &keys)
    }

    /// The classes of cards of which each counts those of the group that have its value: another card, and the condition that they have the same.
    pub(super) fn partition_by_value(&mut self, (reg, other): (u32, u32), same: NodeId) -> Option<usize> {
        let Node::Cmp(Comparison::Is, a, b) = *self.node(same) else { return None };
        let of_both = |a: NodeId, b: NodeId| Some((self.build.by_card(other, a)?, self.build.by_card(reg, b)?));
        let (there, here) = of_both(a, b).or_else(|| of_both(b, a))?;
        if there == here { self.partition(&here, CardSet::MAX) } else { None }
    }

    /// The classes of cards that each go with their set, given the key of each card.
    pub(super) fn partition_of(&mut self, set: u32, low: i64, keys: &[i64]) -> Option<usize> {
        let sets = self.build.set_table(set);
        let of = |value: i64| usize::try_from(value.checked_sub(low)?).ok().and_then(|at| sets.get(at).copied());
        let of_cards: Option<Vec<CardSet>> = keys.iter().map(|key| of(*key)).collect();
        let of_cards = of_cards?;
        let whole = (0..=u8::MAX).zip(&of_cards).all(|(card, set)| {
            set & bit(card) != 0 && each_card(*set).all(|other| of_cards.get(usize::from(other)) == Some(set))
        });
        if !whole {
            return None;
        }
        let firsts: Vec<i64> = of_cards.iter().map(|set| i64::from(set.trailing_zeros())).collect();
        self.partition(&firsts, CardSet::MAX)
    }

    pub(super) fn weights_of_condition(&mut self, reg: u32, cond: NodeId) -> Option<usize> {
        let key = self.build.key(reg, cond);
        self.keep_weights(Weights::Where(Box::new(move |desk, card| i64::from(key(desk, card) != 0))))
    }

    pub(super) fn keep_weights(&mut self, weights: Weights) -> Option<usize> {
        let number = self.asked.weights.len();
        if number >= MOST_FEATURES {
            return None;
        }
        self.asked.weights.push(weights);
        Some(number)
    }

    pub(super) fn fixed_weights(&mut self, table: Box<[i64]>) -> Option<usize> {
        if table.iter().any(|weight| weight.abs() > MOST_WEIGHT) {
            return None;
        }
        self.lack(&table, CardSet::MAX);
        let same = |weights: &Weights| matches!(weights, Weights::Fixed(known) if *known == table);
        match self.asked.weights.iter().position(same) {
            Some(known) => Some(known),
            None => self.keep_weights(Weights::Fixed(table)),
        }
    }

    /// Remembers the cards that have no such value, of those that are asked for it; and those that are not.
    pub(super) fn lack(&mut self, values: &[i64], part: CardSet) {
        let lacking = (0..=u8::MAX).zip(values).filter(|(_, value)| **value == -1);
        self.asked.odd |= part & lacking.fold(CardSet::NONE, |set, (card, _)| set | bit(card));
        let all = self.build.program.deck().fold(CardSet::NONE, |all, card| all | bit(card));
        self.asked.idle |= all & !part;
    }

    pub(super) fn partition(&mut self, values: &[i64], part: CardSet) -> Option<usize> {
        let mut classes: Vec<(i64, CardSet)> = Vec::new();
        let mut class = Vec::with_capacity(values.len());
        for (card, value) in (0..=u8::MAX).zip(values) {
            let at = match classes.iter().position(|(known, _)| known == value) {
                Some(at) => at,
                None => {
                    classes.push((*value, CardSet::NONE));
                    classes.len() - 1
                }
            };
            if let Some((_, set)) = classes.get_mut(at) {
                *set |= bit(card);
            }
            class.push(u8::try_from(at).ok()?);
        }
        let classes = classes.into_iter().map(|(_, set)| set).collect();
        let found = Partition { part, classes, class: class.into() };
        if let Some(known) = self.asked.partitions.iter().position(|known| *known == found) {
            return Some(known);
        }
        let number = self.asked.partitions.len();
        (number < MOST_FEATURES).then(|| {
            self.asked.partitions.push(found);
            number
        })
    }

    pub(super) fn ranking(&mut self, of: Box<[i64]>, part: CardSet) -> Option<usize> {
        if of.iter().any(|value| value.abs() > MOST_WEIGHT) {
            return None;
        }
        self.lack(&of, part);
        let same = |known: &Ranking| known.of == of && known.part == part;
        if let Some(known) = self.asked.rankings.iter().position(same) {
            return Some(known);
        }
        let mut steps: Vec<(i64, CardSet)> = Vec::new();
        for (card, value) in (0..=u8::MAX).zip(&of) {
            match steps.iter_mut().find(|(known, _)| known == value) {
                Some((_, set)) => *set |= bit(card),
                None => steps.push((*value, bit(card))),
            }
        }
        steps.sort_unstable_by_key(|(value, _)| *value);
        let number = self.asked.rankings.len();
        (number < MOST_FEATURES).then(|| {
            self.asked.rankings.push(Ranking { part, steps: steps.into(), of });
            number
        })
    }
}
