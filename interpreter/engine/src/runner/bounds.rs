//! Between which numbers is picked, and which one of them is not.

use super::super::program::{Act, CardSet, Must, Node, NodeId, Pick, Source};
use super::super::state::WIDE;
use super::Build;
use super::amounts::Amount;
use super::conditions::Test;
use super::desk::Desk;
use crate::index::fit;
use crate::{Comparison, Fold};

/// The lowest and the highest number that may be picked, and one between them that may not.
pub(super) struct Bounds {
    low: Amount,
    high: Amount,
    limits: Box<[Limit]>,
    hole: Option<Limit>,
}

impl Bounds {
    pub(super) fn up_to(high: i64) -> Self {
        Self { low: Amount::Fixed(0), high: Amount::Fixed(high), limits: Box::default(), hole: None }
    }

    #[inline(always)]
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

    /// How many numbers there are, and what [`Self::nth`] has to know: the lowest, and behind it how far above it the hole is, or 0.
    #[inline(always)]
    pub(super) fn count(&self, desk: &mut Desk) -> (u64, CardSet) {
        let (low, high) = self.of(desk);
        let count = fit::<_, u64>(high.saturating_sub(low).saturating_add(1).max(0));
        let kept = CardSet::of_half(low.cast_unsigned());
        match &self.hole {
            None => (count, kept),
            Some(hole) if count > 0 => Self::without(hole.of(desk).flatten(), (low, high), count, kept),
            Some(_) => (0, kept),
        }
    }

    #[cold]
    fn without(hole: Option<i64>, (low, high): (i64, i64), count: u64, kept: CardSet) -> (u64, CardSet) {
        match hole.filter(|hole| (low..=high).contains(hole)) {
            // The first number is as well left out by beginning behind it.
            Some(hole) if hole == low => (count - 1, CardSet::of_half(low.saturating_add(1).cast_unsigned())),
            Some(hole) => (count - 1, CardSet::of_words(kept.half(), hole.abs_diff(low))),
            None => (count, kept),
        }
    }

    /// The `n`th of the numbers that were counted.
    #[inline(always)]
    pub(super) fn nth(n: u64, kept: CardSet) -> i64 {
        let (low, hole) = (kept.half().cast_signed(), kept.second());
        low.wrapping_add_unsigned(n + u64::from(hole != 0 && n >= hole))
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

/// A part of a sum, and whether it is taken off.
type Part = (NodeId, bool);

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
            let (side, more) = side(comparison);
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
        Bounds { low, high, limits: limits.collect(), hole: None }
    }

    /// The bounds of an act that picks one number or value, if its conditions are bounds on that or on a sum with it, and at most one
    /// that it is not a number.
    pub(super) fn solved(&self, act: &Act) -> Option<Bounds> {
        let [pick] = act.picks.as_slice() else { return None };
        (pick.filter.is_none() && pick.so_that.is_none() && !act.musts.iter().any(|must| must.if_able)).then_some(())?;
        let mut bounds = self.bounds(act, (0, pick));
        let mut limits = std::mem::take(&mut bounds.limits).into_vec();
        for must in act.musts.iter().filter(|must| must.of_picks && must.bound.is_none()) {
            let limit = self.solved_for(must, pick.reg)?;
            match limit.side {
                Side::Neither if bounds.hole.is_none() => bounds.hole = Some(limit),
                Side::Neither => return None,
                Side::Lowest | Side::Highest | Side::Both => limits.push(limit),
            }
        }
        bounds.limits = limits.into();
        Some(bounds)
    }

    /// A comparison of sums of which the number in a register is a part, solved for it.
    fn solved_for(&self, must: &Must, reg: u32) -> Option<Limit> {
        let Node::Cmp(comparison, a, b) = *self.node(must.cond) else { return None };
        let calm = |when: NodeId| !self.asks(when, &[reg]) && !self.may_fail(when);
        must.when.is_none_or(calm).then_some(())?;
        let (own, other) = self.own_parts(reg, (a, b))?;
        let [(own, minus)] = *own.as_slice() else { return None };
        (*self.node(own) == Node::Reg(reg)).then_some(())?;
        let (side, more) = side(if minus { comparison.mirrored() } else { comparison });
        let bound = self.sum(other, !minus);
        Some(Limit { when: must.when.map(|when| self.test(when)), bound, more, side })
    }

    /// The parts of a comparison of sums that ask for a register, and the others, all brought to the left: each with whether it is taken off.
    pub(super) fn own_parts(&self, reg: u32, (a, b): (NodeId, NodeId)) -> Option<(Vec<Part>, Vec<Part>)> {
        let mut parts = Vec::new();
        (self.parts(a, false, &mut parts) && self.parts(b, true, &mut parts)).then_some(())?;
        Some(parts.into_iter().partition(|(id, _)| self.asks(*id, &[reg])))
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

/// What a comparison with a number says, and what is added to the number.
const fn side(comparison: Comparison) -> (Side, i64) {
    match comparison {
        Comparison::Is => (Side::Both, 0),
        Comparison::AtLeast => (Side::Lowest, 0),
        Comparison::MoreThan => (Side::Lowest, 1),
        Comparison::AtMost => (Side::Highest, 0),
        Comparison::LessThan => (Side::Highest, -1),
        Comparison::IsNot => (Side::Neither, 0),
    }
}
