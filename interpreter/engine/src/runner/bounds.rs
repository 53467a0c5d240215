//! Between which numbers is picked.

use super::super::program::{Act, Node, NodeId, Pick, Source};
use super::super::state::WIDE;
use super::Build;
use super::conditions::Test;
use super::desk::Desk;
use super::numbers::Amount;
use crate::{Comparison, Fold};

/// The lowest and the highest number that may be picked.
pub(super) struct Bounds {
    low: Amount,
    high: Amount,
    limits: Box<[Limit]>,
}

impl Bounds {
    pub(super) fn up_to(high: i64) -> Self {
        Self { low: Amount::Fixed(0), high: Amount::Fixed(high), limits: Box::default() }
    }

    #[inline]
    pub(super) fn of(&self, desk: &mut Desk) -> (i64, i64) {
        let (mut from, mut to) = (self.low.of(desk), self.high.of(desk));
        for limit in &self.limits {
            let Some(bound) = limit.of(desk) else { continue };
            // Nothing is more than the greatest number, nothing less than the least.
            let Some(bound) = bound else { return (1, 0) };
            match limit.side {
                Side::Lowest => from = from.max(bound),
                Side::Highest => to = to.min(bound),
                Side::Both => (from, to) = (from.max(bound), to.min(bound)),
                Side::Neither => {}
            }
        }
        (from, to)
    }
}

/// A bound on a number that is picked.
struct Limit {
    when: Option<Test>,
    bound: Amount,
    /// What is added to the bound.
    more: i64,
    side: Side,
}

/// What a bound is: the lowest number, the highest, the only one, or none of these.
enum Side {
    Lowest,
    Highest,
    Both,
    Neither,
}

impl Limit {
    /// The lowest or highest number, if there is one; nothing where the bound does not hold.
    #[inline(always)]
    fn of(&self, desk: &mut Desk) -> Option<Option<i64>> {
        if self.when.as_ref().is_some_and(|when| !when.holds(desk)) {
            return None;
        }
        let bound = self.bound.of(desk);
        Some(bound.checked_add(self.more))
    }
}

impl Build<'_> {
    /// Between which numbers a pick of an act is, the conditions asked with it looked at.
    pub(super) fn bounds(&self, act: &Act, (index, pick): (usize, &Pick)) -> Bounds {
        let (low, high) = match pick.source {
            Source::Number { low, high } => (self.amount(low), self.amount(high)),
            Source::Member { count, .. } => return Bounds::up_to(i64::from(count) - 1),
            Source::Seat => return Bounds::up_to(i64::from(self.program.seats) - 1),
            Source::YesNo | Source::Cards { .. } => return Bounds::up_to(1),
        };
        let limits = act.musts_at(index).filter_map(|must| {
            let (comparison, bound) = must.bound?;
            let (side, more) = match comparison {
                Comparison::Is => (Side::Both, 0),
                Comparison::AtLeast => (Side::Lowest, 0),
                Comparison::MoreThan => (Side::Lowest, 1),
                Comparison::AtMost => (Side::Highest, 0),
                Comparison::LessThan => (Side::Highest, -1),
                Comparison::IsNot => (Side::Neither, 0),
            };
            // One more than what slots say is a number like theirs.
            let (bound, more) = match self.node(bound) {
                Node::Add(a, b) => match (self.node(*a), self.node(*b)) {
                    (Node::Int(plus), _) if i32::try_from(*plus).is_ok() && self.is_of_slots(*b) => (*b, more + plus),
                    (_, Node::Int(plus)) if i32::try_from(*plus).is_ok() && self.is_of_slots(*a) => (*a, more + plus),
                    _ => (bound, more),
                },
                _ => (bound, more),
            };
            Some(Limit { when: must.when.map(|when| self.test(when)), bound: self.amount(bound), more, side })
        });
        Bounds { low, high, limits: limits.collect() }
    }

    /// Whether a number is what a slot of 32 bits says, or one of several: then it is far from being too large.
    fn is_of_slots(&self, id: NodeId) -> bool {
        match self.node(id) {
            Node::Slot(slot) => *slot < WIDE,
            Node::SlotAt { base, .. } => *base < WIDE,
            Node::Let { body, .. } => self.is_of_slots(*body),
            Node::FoldSeats { fold: Fold::Highest | Fold::Lowest, key, .. } => self.is_of_slots(*key),
            _ => false,
        }
    }
}
