//! Conditions on a group of cards are read: as sums of features where they are such, part by part; anything else is kept as it stands.

mod features;
mod joined;
mod runs;
mod sums;

use std::rc::Rc;

use super::super::super::program::{CardSet, Node, NodeId, PerNode};
use super::super::super::state::bit;
use super::super::conditions::Test;
use super::super::{Build, Conditions, Numbers};
use super::anchored::Ends;
use super::asked::{Alike, Asked, Constraint, Feature, Kept, MOST_CONSTRAINTS, Weights, Within};
use super::known::{Known, MOST_NUMBER, UNKNOWN};
use crate::{Comparison, Fold};
use sums::Sum;

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
        let odd = conditions.iter().position(|condition| !plain(condition));
        for (number, (when, cond)) in conditions.iter().enumerate() {
            let gates: Vec<Gate> = when.iter().map(|when| (*when, true)).collect();
            let whole = reader.closure(&gates, *cond);
            reader.asked.whole.push(whole);
            if odd.is_none() {
                reader.condition(&gates, *cond);
            } else {
                let other = reader.closure(&gates, *cond);
                reader.asked.others.push(other);
            }
            if !reader.asked.others.is_empty() {
                reader.asked.slow.get_or_insert(odd.unwrap_or(number));
            }
        }
        reader.asked.set_aside();
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
        let partition = match *self.node(both) {
            _ if self.speaks(number) => None,
            Node::Both(group, same) if self.is_group(group) => self.partition_by_sets(reg, same),
            Node::Scan { reg: other, of, cond } if self.is_group(of) => self.partition_by_value((reg, other), cond),
            _ => None,
        }?;
        let alike = Alike { gates: self.tests(gates), partition, comparison, count: self.build.number(number) };
        self.asked.alike.push(alike);
        Some(())
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
            if let Some(constraint) = self.asked.constraints.last_mut() {
                constraint.of_part = true;
            }
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
            of_part: false,
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
        let takes_part = |step: &&(i64, CardSet)| step.1 & ranking.part & !self.asked.odd != CardSet::NONE;
        let Some((least, _)) = ranking.steps.iter().find(takes_part) else { return false };
        match comparison {
            Comparison::AtLeast => 0 < bound && bound <= *least,
            Comparison::MoreThan => 0 <= bound && bound < *least,
            _ => false,
        }
    }

    /// Whether working out a phrase may stop the game: then it is only done where a group is looked at.
    fn may_fail(&self, id: NodeId) -> bool {
        self.known.get(id).copied().unwrap_or(UNKNOWN).most > MOST_NUMBER
    }
}
