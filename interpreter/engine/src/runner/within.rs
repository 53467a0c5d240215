//! Conditions on one slot as a set of bits (partial evaluation): what a condition says for each value that the slot can have is known before the game.

use super::super::eval::Given;
use super::super::program::{Node, NodeId};
use super::desk::Desk;
use super::{Build, Conditions};

/// Most values of a slot: as many as a word has bits.
const MOST_VALUES: i64 = 64;

/// A condition that asks for nothing but one slot of few values.
pub(super) struct Within {
    slot: u32,
    low: i64,
    /// For each value whether it holds, and for which that is known: a fault is not.
    holds: u64,
    known: u64,
    /// What tells the fault, or looks at a value that the slot was not thought to have.
    otherwise: Conditions,
}

impl Within {
    #[inline(always)]
    pub(super) fn holds(&self, desk: &mut Desk) -> bool {
        let at = desk.state.int(self.slot).wrapping_sub(self.low).cast_unsigned();
        if at < u64::from(u64::BITS) && self.known >> at & 1 != 0 {
            self.holds >> at & 1 != 0
        } else {
            (self.otherwise)(desk)
        }
    }
}

impl Build<'_> {
    /// A condition, or its opposite, where it asks for nothing but one slot.
    pub(super) fn within(&self, id: NodeId, not: bool) -> Option<Within> {
        let is_condition = matches!(self.node(id), Node::And(..) | Node::Or(..) | Node::Cmp(..) | Node::InSet { .. });
        if !is_condition || self.untabulated.get() {
            return None;
        }
        let mut found = None;
        let slot = self.only_slot(id, &mut Vec::new(), &mut found).then_some(found).flatten()?;
        let (low, high) = self.range_of_slot(slot)?;
        let count = high.checked_sub(low).filter(|count| *count < MOST_VALUES)?;
        let mut condition = Given::new(self.program, id);
        let (mut holds, mut known) = (0, 0);
        for (bit, value) in (0..=count).zip(low..) {
            if let Some(is) = condition.of(&[(slot, value)], &[]) {
                holds |= u64::from((is != 0) != not) << bit;
                known |= 1 << bit;
            }
        }
        self.untabulated.set(true);
        let otherwise = if not { self.negated(id) } else { self.condition(id) };
        self.untabulated.set(false);
        Some(Within { slot, low, holds, known, otherwise })
    }
}
