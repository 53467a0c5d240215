//! Conditions on a group of cards are read: as sums of features where they are such, part by part; anything else is kept as it stands.

mod joined;
mod runs;

use std::rc::Rc;

use super::super::super::eval::each_card;
use super::super::super::program::{CardSet, Node, NodeId, PerNode};
use super::super::super::state::bit;
use super::super::conditions::Test;
use super::super::{Build, Conditions, Numbers};
use super::anchored::Ends;
use super::asked::{
    Alike, Asked, Constraint, Feature, Kept, MOST_CONSTRAINTS, MOST_FEATURES, MOST_WEIGHT, Partition, Ranking, Weights,
    Within,
};
use super::known::{Known, MOST_NUMBER, UNKNOWN};
use crate::{Comparison, Fold};

/// A sum of features and of what does not depend on the group.
#[derive(Default, Clone)]
struct Sum {
    terms: Vec<(i64, Feature)>,
    fixed: i64,
    amounts: Vec<(i64, NodeId)>,
}

impl Sum {
    fn add(&mut self, other: Self, times: i64) -> Option<()> {
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

/// A condition outside the group, and whether it is its opposite that has to hold.
type Gate = (NodeId, bool);

/// Reads conditions on one group.
struct Reader<'b, 'p> {
    build: &'b Build<'p>,
    /// The register of the group.
    group: u32,
    /// What is known of each phrase.
    known: Rc<PerNode<Known>>,
    asked: Asked,
}

impl Build<'_> {
    /// What conditions ask of the group in a register; each may have something else that has to hold for it to count.
    pub(super) fn asked_of(&self, group: u32, conditions: &[(Option<NodeId>, NodeId)]) -> Asked {
        let mut reader =
            Reader { build: self, group, known: self.known_of(&Node::CardReg(group)), asked: Asked::default() };
        // Where a phrase may stop the game, all are asked of each group in their order.
        let plain = |(when, cond): &(Option<NodeId>, NodeId)| {
            !reader.may_fail(*cond) && !when.is_some_and(|when| reader.may_fail(when))
        };
        let plain = conditions.iter().all(plain);
        for (when, cond) in conditions {
            let gates: Vec<Gate> = when.iter().map(|when| (*when, true)).collect();
            let whole = reader.closure(&gates, *cond);
            reader.asked.whole.push(whole);
            if plain {
                reader.condition(&gates, *cond);
            } else {
                let other = reader.closure(&gates, *cond);
                reader.asked.others.push(other);
            }
        }
        reader.asked
    }
}

impl Reader<'_, '_> {
    fn node(&self, id: NodeId) -> &Node {
        self.build.node(id)
    }

    fn speaks(&self, id: NodeId) -> bool {
        self.known.get(id).copied().unwrap_or(UNKNOWN).speaks
    }

    fn is_group(&self, id: NodeId) -> bool {
        *self.node(id) == Node::CardReg(self.group)
    }

    /// Whether a register with this value is no more than another name for it.
    fn is_name(&self, value: NodeId) -> bool {
        matches!(self.node(value), Node::Slot(_) | Node::Int(_) | Node::Reg(_))
    }

    /// Reads a phrase in which a register is another name for something.
    fn named<T>(&mut self, reg: u32, value: NodeId, read: impl FnOnce(&mut Self) -> T) -> T {
        let value = self.build.named(value).unwrap_or(value);
        self.build.known.borrow_mut().push((reg, value));
        let found = read(self);
        self.build.known.borrow_mut().pop();
        found
    }

    fn tests(&self, gates: &[Gate]) -> Box<[Test]> {
        gates.iter().map(|(id, holds)| if *holds { self.build.test(*id) } else { self.build.untest(*id) }).collect()
    }

    fn closure(&self, gates: &[Gate], cond: NodeId) -> Conditions {
        let cond = self.build.condition(cond);
        if gates.is_empty() {
            return cond;
        }
        let gates = self.tests(gates);
        Box::new(move |desk| !gates.iter().all(|gate| gate.holds(desk)) || cond(desk))
    }

    /// Keeps a condition, in parts where it has several.
    fn condition(&mut self, gates: &[Gate], cond: NodeId) {
        match *self.node(cond) {
            Node::And(a, b) => {
                self.condition(gates, a);
                self.condition(gates, b);
            }
            Node::Watch { of, .. } => self.condition(gates, of),
            Node::Let { reg, value, body } if self.is_name(value) => {
                self.named(reg, value, |this| this.condition(gates, body));
            }
            Node::Or(a, b) if !self.speaks(a) => self.condition(&[gates, &[(a, false)]].concat(), b),
            Node::Or(a, b) if !self.speaks(b) => self.condition(&[gates, &[(b, false)]].concat(), a),
            Node::If(on, a, b) if !self.speaks(on) => {
                self.condition(&[gates, &[(on, true)]].concat(), a);
                self.condition(&[gates, &[(on, false)]].concat(), b);
            }
            Node::Int(value) if value != 0 => {}
            _ => {
                if self.known_shape(gates, cond).is_none() && self.joined(gates, cond).is_none() {
                    self.asked.ends = self.ends(cond).filter(|_| gates.is_empty());
                    let other = self.closure(gates, cond);
                    self.asked.others.push(other);
                }
            }
        }
    }

    /// Keeps a condition that has a shape which is known here; nothing where it has none.
    fn known_shape(&mut self, gates: &[Gate], cond: NodeId) -> Option<()> {
        let full = self.asked.constraints.len() + self.asked.alike.len() + self.asked.within.len() >= MOST_CONSTRAINTS;
        if full {
            return None;
        }
        match *self.node(cond) {
            Node::Not(of) => match *self.node(of) {
                Node::Cmp(comparison, a, b) => self.compared(gates, comparison.opposite(), a, b),
                _ => None,
            },
            Node::Cmp(comparison, a, b) => self.compared(gates, comparison, a, b),
            Node::FoldCards { fold: Fold::Every, reg, of, key } if self.is_group(of) => self.every(gates, reg, key),
            Node::FoldCards { fold: Fold::Any, reg, of, key } if self.is_group(of) && !self.speaks(key) => {
                let weights = self.weights_of_condition(reg, key)?;
                self.constraint(gates, vec![(1, Feature::Sum(weights))], Comparison::AtLeast, 1, &[]);
                Some(())
            }
            _ => None,
        }
    }

    /// A condition that no card of the group is beside a set that goes by the first of them, or by the last.
    fn ends(&self, cond: NodeId) -> Option<Ends> {
        let Node::Cmp(Comparison::Is, count, none) = *self.node(cond) else { return None };
        let (Node::Count(beside), Node::Int(0)) = (self.node(count), self.node(none)) else { return None };
        let Node::Without(group, same) = *self.node(*beside) else { return None };
        let Node::SetTab { set, low, key } = *self.node(same) else { return None };
        let Node::EndCard { of, last } = *self.node(key) else { return None };
        (self.is_group(group) && self.is_group(of)).then_some(())?;
        let sets = self.build.set_table(set);
        let of = |card: i64| usize::try_from(card.checked_sub(low)?).ok().and_then(|at| sets.get(at).copied());
        let cards = i64::try_from(self.build.program.like.len()).ok()?;
        Some(Ends { with: (0..cards).map(|card| of(card).unwrap_or(CardSet::NONE)).collect(), last })
    }

    /// A condition on each card of the group.
    fn every(&mut self, gates: &[Gate], reg: u32, key: NodeId) -> Option<()> {
        if !self.speaks(key) {
            let cards = Kept::Each(self.build.key(reg, key));
            self.asked.within.push(Within { gates: self.tests(gates), cards });
            return Some(());
        }
        // As many of its value in the group as this.
        let Node::Cmp(comparison, count, number) = *self.node(key) else { return None };
        let Node::Count(both) = *self.node(count) else { return None };
        let Node::Both(group, same) = *self.node(both) else { return None };
        if !self.is_group(group) || self.speaks(number) {
            return None;
        }
        let partition = self.partition_by_sets(reg, same)?;
        let alike = Alike { gates: self.tests(gates), partition, comparison, count: self.build.number(number) };
        self.asked.alike.push(alike);
        Some(())
    }

    /// For each card the cards of a set that goes by it, if these are the classes of a partition.
    fn partition_by_sets(&mut self, reg: u32, same: NodeId) -> Option<usize> {
        let Node::SetTab { set, low, key } = *self.node(same) else { return None };
        let keys = self.build.by_card(reg, key)?;
        self.partition_of(set, low, &keys)
    }

    /// The classes of cards that each go with their set, given the key of each card.
    fn partition_of(&mut self, set: u32, low: i64, keys: &[i64]) -> Option<usize> {
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
        self.partition(&firsts)
    }

    fn compared(&mut self, gates: &[Gate], comparison: Comparison, a: NodeId, b: NodeId) -> Option<()> {
        // All go with the one at an end: where the cards that do are classes, all are of one.
        if let (Comparison::Is, Node::Count(beside), Node::Int(0)) = (comparison, self.node(a), self.node(b))
            && let Node::Without(group, same) = *self.node(*beside)
            && let Node::SetTab { set, low, key } = *self.node(same)
            && let Node::EndCard { of, .. } = *self.node(key)
            && self.is_group(group)
            && self.is_group(of)
        {
            let cards = 0..i64::try_from(self.build.program.like.len()).ok()?;
            let partition = self.partition_of(set, low, &cards.collect::<Vec<_>>())?;
            self.constraint(gates, vec![(1, Feature::Different(partition))], Comparison::AtMost, 1, &[]);
            return Some(());
        }
        if comparison == Comparison::Is {
            // All of the group are such: as many as it has.
            for (some, all) in [(a, b), (b, a)] {
                if let (Node::Count(some), Node::Count(all)) = (self.node(some), self.node(all))
                    && let (some, true) = (*some, self.is_group(*all))
                    && let Node::Scan { reg, of, cond } = *self.node(some)
                    && self.is_group(of)
                {
                    return self.every(gates, reg, cond);
                }
            }
        }
        if comparison == Comparison::Is
            && [(a, b), (b, a)].into_iter().any(|(run, as_long)| self.run(gates, run, as_long).is_some())
        {
            return Some(());
        }
        let (mut left, right) = (self.sum(a)?, self.sum(b)?);
        left.add(right, -1)?;
        let Sum { terms, fixed, mut amounts } = left;
        let bound = fixed.checked_neg()?;
        amounts.iter_mut().for_each(|(count, _)| *count = -*count);
        if terms.is_empty() {
            return None;
        }
        if self.is_within(gates, &terms, comparison, bound, &amounts) {
            return Some(());
        }
        if amounts.is_empty() && self.asks_for_a_card(&terms, comparison, bound) {
            self.constraint(gates, vec![(1, Feature::Size)], Comparison::AtLeast, 1, &[]);
            return Some(());
        }
        self.constraint(gates, terms, comparison, bound, &amounts);
        Some(())
    }

    fn constraint(
        &mut self,
        gates: &[Gate],
        terms: Vec<(i64, Feature)>,
        comparison: Comparison,
        fixed: i64,
        amounts: &[(i64, NodeId)],
    ) {
        let gates = self.tests(gates);
        let amounts = self.numbers(amounts);
        self.asked.constraints.push(Constraint {
            partial: false,
            gates,
            terms: terms.into(),
            comparison,
            fixed,
            amounts,
        });
    }

    fn numbers(&self, amounts: &[(i64, NodeId)]) -> Box<[(i64, Numbers)]> {
        amounts.iter().map(|(count, id)| (*count, self.build.number(*id))).collect()
    }

    /// Whether a constraint is one on each card: the lowest is more than this, none of these. Then it is kept as such.
    fn is_within(
        &mut self,
        gates: &[Gate],
        terms: &[(i64, Feature)],
        comparison: Comparison,
        bound: i64,
        amounts: &[(i64, NodeId)],
    ) -> bool {
        use Comparison::{AtLeast, AtMost, Is, LessThan, MoreThan};
        let [(times @ (1 | -1), feature)] = *terms else { return false };
        let comparison = if times == 1 { comparison } else { comparison.mirrored() };
        let Some(bound) = bound.checked_mul(times) else { return false };
        let cards = match (feature, comparison) {
            (Feature::Lowest(ranking), AtLeast | MoreThan) | (Feature::Highest(ranking), AtMost | LessThan) => {
                let amounts: Vec<_> = amounts.iter().map(|(count, id)| (count * times, *id)).collect();
                Kept::Ranked(ranking, comparison, bound, self.numbers(&amounts))
            }
            (Feature::Sum(weights), Is | AtMost) if bound == 0 && amounts.is_empty() => {
                match self.asked.weights.get(weights) {
                    // No card of which this counts.
                    Some(Weights::Fixed(table)) if table.iter().all(|weight| *weight >= 0) => {
                        let none = (0..=u8::MAX).zip(table).filter(|(_, weight)| **weight == 0);
                        let none = none.fold(CardSet::NONE, |set, (card, _)| set | bit(card));
                        Kept::Set(Box::new(move |_| none))
                    }
                    _ => return false,
                }
            }
            _ => return false,
        };
        self.asked.within.push(Within { gates: self.tests(gates), cards });
        true
    }

    /// Whether a constraint holds for each group that has a card at all: the highest is at least what any card has. Cards that take no part
    /// are remembered, and no group of them is looked at by features.
    fn asks_for_a_card(&self, terms: &[(i64, Feature)], comparison: Comparison, bound: i64) -> bool {
        let [(1, Feature::Highest(ranking) | Feature::Lowest(ranking))] = *terms else { return false };
        let Some(ranking) = self.asked.rankings.get(ranking) else { return false };
        let takes_part = |step: &&(i64, CardSet)| step.1 & !self.asked.odd != CardSet::NONE;
        let Some((least, _)) = ranking.steps.iter().find(takes_part) else { return false };
        match comparison {
            Comparison::AtLeast => 0 < bound && bound <= *least,
            Comparison::MoreThan => 0 <= bound && bound < *least,
            _ => false,
        }
    }

    /// A number as a sum of features; nothing where it is none.
    fn sum(&mut self, id: NodeId) -> Option<Sum> {
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
                let among = match *self.node(of) {
                    Node::CardReg(_) => CardSet::MAX,
                    Node::Both(a, b) => match (self.node(a), self.node(b)) {
                        (Node::CardReg(_), Node::Cards(set)) | (Node::Cards(set), Node::CardReg(_)) => {
                            CardSet::from(*set)
                        }
                        _ => return None,
                    },
                    _ => return None,
                };
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
                self.others_lack(part);
                let of = self.build.by_card(reg, key)?;
                let ranking = self.ranking(of)?;
                Some(one(if fold == Fold::Highest { Feature::Highest(ranking) } else { Feature::Lowest(ranking) }))
            }
            Node::FoldCards { fold: Fold::Different, reg, of, key } if let Some(part) = self.part(of) => {
                self.others_lack(part);
                let of = self.build.by_card(reg, key)?;
                self.lack(&of);
                Some(one(Feature::Different(self.partition(&of)?)))
            }
            _ => None,
        }
    }

    /// How many cards of the group there are in something.
    fn count(&mut self, of: NodeId) -> Option<Sum> {
        let size = Sum { terms: vec![(1, Feature::Size)], ..Sum::default() };
        let within = |this: &mut Self, set: NodeId| -> Option<Sum> {
            let weights = match this.node(set) {
                Node::Cards(set) => {
                    let set = CardSet::from(*set);
                    let weight = |card: u8| i64::from(set & bit(card) != 0);
                    let cards = this.build.program.like.len();
                    this.fixed_weights((0..=u8::MAX).take(cards).map(weight).collect())?
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

    fn weights_of_condition(&mut self, reg: u32, cond: NodeId) -> Option<usize> {
        let key = self.build.key(reg, cond);
        self.keep_weights(Weights::Where(Box::new(move |desk, card| i64::from(key(desk, card) != 0))))
    }

    fn keep_weights(&mut self, weights: Weights) -> Option<usize> {
        let number = self.asked.weights.len();
        if number >= MOST_FEATURES {
            return None;
        }
        self.asked.weights.push(weights);
        Some(number)
    }

    fn fixed_weights(&mut self, table: Box<[i64]>) -> Option<usize> {
        if table.iter().any(|weight| weight.abs() > MOST_WEIGHT) {
            return None;
        }
        self.lack(&table);
        let same = |weights: &Weights| matches!(weights, Weights::Fixed(known) if *known == table);
        match self.asked.weights.iter().position(same) {
            Some(known) => Some(known),
            None => self.keep_weights(Weights::Fixed(table)),
        }
    }

    /// Remembers the cards that have no such value.
    fn lack(&mut self, values: &[i64]) {
        let lacking = (0..=u8::MAX).zip(values).filter(|(_, value)| **value == -1);
        self.asked.odd |= lacking.fold(CardSet::NONE, |set, (card, _)| set | bit(card));
    }

    fn partition(&mut self, values: &[i64]) -> Option<usize> {
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
        let found = Partition { classes, class: class.into() };
        if let Some(known) = self.asked.partitions.iter().position(|known| *known == found) {
            return Some(known);
        }
        let number = self.asked.partitions.len();
        (number < MOST_FEATURES).then(|| {
            self.asked.partitions.push(found);
            number
        })
    }

    fn ranking(&mut self, of: Box<[i64]>) -> Option<usize> {
        if of.iter().any(|value| value.abs() > MOST_WEIGHT) {
            return None;
        }
        self.lack(&of);
        if let Some(known) = self.asked.rankings.iter().position(|known| known.of == of) {
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
            self.asked.rankings.push(Ranking { steps: steps.into(), of });
            number
        })
    }

    /// Whether working out a phrase may stop the game: then it is only done where a group is looked at.
    fn may_fail(&self, id: NodeId) -> bool {
        self.known.get(id).copied().unwrap_or(UNKNOWN).most > MOST_NUMBER
    }
}
