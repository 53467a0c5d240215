//! Conditions joined by `or` and `not` as formulas of constraints, each of which is only part of what is asked.

use super::super::super::super::program::{Node, NodeId};
use super::super::asked::Weights;
use super::super::cases::Formula;
use super::{Gate, Reader};
use crate::Comparison;

/// How many constraints, alike and within there were.
type Before = (usize, usize, usize);

impl Reader<'_, '_> {
    /// Keeps a condition that is a formula of constraints; nothing where it is none.
    pub(super) fn joined(&mut self, gates: &[Gate], cond: NodeId) -> Option<()> {
        let before = self.before();
        let Some(formula) = self.formula(cond) else {
            self.forget(before);
            return None;
        };
        let closure = self.closure(gates, cond);
        // Where its conditions do not hold that are no matter of the group, it asks nothing.
        let gates = gates
            .iter()
            .map(|(id, holds)| Formula::Given(if *holds { self.build.untest(*id) } else { self.build.test(*id) }));
        let formula = gates.fold(formula, |all, gate| Formula::Or(Box::new([gate, all])));
        self.asked.joined.push((formula, closure));
        Some(())
    }

    fn before(&self) -> Before {
        (self.asked.constraints.len(), self.asked.alike.len(), self.asked.within.len())
    }

    fn forget(&mut self, (constraints, alike, within): Before) {
        self.asked.constraints.truncate(constraints);
        self.asked.alike.truncate(alike);
        self.asked.within.truncate(within);
    }

    fn formula(&mut self, cond: NodeId) -> Option<Formula> {
        if !self.speaks(cond) {
            return Some(Formula::Given(self.build.test(cond)));
        }
        let both = |a: Formula, b: Formula| Box::new([a, b]);
        match *self.node(cond) {
            Node::And(a, b) => Some(Formula::And(both(self.formula(a)?, self.formula(b)?))),
            Node::Or(a, b) => Some(Formula::Or(both(self.formula(a)?, self.formula(b)?))),
            Node::Not(of) => Some(Formula::Not(Box::new(self.formula(of)?))),
            Node::Watch { of, .. } => self.formula(of),
            Node::Let { reg, value, body } if self.is_name(value) => self.named(reg, value, |this| this.formula(body)),
            Node::If(on, a, b) if !self.speaks(on) => {
                let yes = both(Formula::Given(self.build.untest(on)), self.formula(a)?);
                let no = both(Formula::Given(self.build.test(on)), self.formula(b)?);
                Some(Formula::And(both(Formula::Or(yes), Formula::Or(no))))
            }
            _ => self.atom(cond),
        }
    }

    /// A condition that is nothing but constraints, which are taken for parts of it.
    fn atom(&mut self, cond: NodeId) -> Option<Formula> {
        let (constraints, alike, within) = self.before();
        self.known_shape(&[], cond)?;
        (self.asked.alike.len() == alike).then_some(())?;
        let kept = self.asked.within.split_off(within);
        let mut parts: Vec<Formula> = kept.into_iter().map(|within| Formula::Within(within.cards)).collect();
        for number in constraints..self.asked.constraints.len() {
            let some = self.asked.some_of(number);
            let constraint = self.asked.constraints.get_mut(number)?;
            constraint.partial = true;
            parts.push(if some { Formula::Some(number) } else { Formula::Line(number) });
        }
        parts.into_iter().reduce(|all, part| Formula::And(Box::new([all, part])))
    }
}

impl super::super::asked::Asked {
    /// Whether a constraint is on nothing but how many cards of a set there are.
    pub(in super::super) fn some_of(&self, constraint: usize) -> bool {
        self.some_in(constraint).is_some()
    }

    /// Of which weights, each of which is 0 or 1, a constraint compares the sum; and how, with what times this.
    pub(in super::super) fn some_in(&self, constraint: usize) -> Option<(usize, Comparison, i64)> {
        use super::super::asked::Feature;
        let constraint = self.constraints.get(constraint)?;
        let [(times @ (1 | -1), Feature::Sum(weights))] = *constraint.terms else { return None };
        match self.weights.get(weights)? {
            Weights::Fixed(table) if table.iter().all(|weight| matches!(weight, 0 | 1)) => {}
            Weights::In(_) | Weights::Where(_) => {}
            Weights::Fixed(_) | Weights::Key(_) => return None,
        }
        let comparison = if times == 1 { constraint.comparison } else { constraint.comparison.mirrored() };
        Some((weights, comparison, times))
    }
}
