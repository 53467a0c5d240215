//! What is known while a phrase is worked out.

use crate::fault::{Fault, FaultKind};
use crate::program::{CardSet, Program, RuleId};
use crate::reached::{Reach, Reached};
use crate::step::MOST_LOOKED_AT;

/// Registers: what is spoken of inside a phrase, and the first fault met.
#[derive(Debug, Clone, Default)]
pub struct Regs {
    pub ints: Vec<i64>,
    pub cards: Vec<CardSet>,
    pub fault: Option<Fault>,
    /// How many choices may still be looked at one by one.
    pub look_at: u64,
    /// What was reached, where somebody counts.
    pub reached: Option<Box<Reached>>,
}

impl Regs {
    pub fn new(program: &Program) -> Self {
        Self {
            ints: vec![0; program.regs as usize],
            cards: vec![0; program.mask_regs as usize],
            fault: None,
            look_at: u64::MAX,
            reached: None,
        }
    }

    pub fn set(&mut self, reg: u32, value: i64) {
        if let Some(to) = self.ints.get_mut(reg as usize) {
            *to = value;
        }
    }

    pub fn set_cards(&mut self, reg: u32, value: CardSet) {
        if let Some(to) = self.cards.get_mut(reg as usize) {
            *to = value;
        }
    }

    /// Looks at one more choice: whether there are still few enough.
    pub fn looks_at_one(&mut self) -> bool {
        self.look_at = self.look_at.saturating_sub(1);
        if self.look_at == 0 {
            self.fail(FaultKind::Choices(MOST_LOOKED_AT), 0);
        }
        self.look_at > 0
    }

    /// Counts what was reached, where somebody wants to know.
    #[inline]
    pub fn note(&mut self, rule: RuleId, what: Reach) {
        if let Some(reached) = &mut self.reached {
            reached.note(rule, what);
        }
    }

    pub(super) fn fail(&mut self, kind: FaultKind, rule: u32) -> i64 {
        self.fault.get_or_insert(Fault { kind, rule });
        0
    }
}
