//! The assembler: slots, registers, line numbers and operations of the program, handed out one after the other.

use super::{Binding, Lower};
use crate::design::Range;
use crate::diagnostic::Span;
use crate::engine::{Op, Pc, RuleId, WIDE, fit};

impl Lower<'_> {
    pub(super) const fn new_ints(&mut self, count: u32) -> u32 {
        self.program.ints += count;
        self.program.ints - count
    }

    /// Slots for numbers that can be such: of 64 bits where they may not fit 32.
    pub(super) const fn new_ints_for(&mut self, count: u32, range: Range) -> u32 {
        if range.fits_a_slot() {
            return self.new_ints(count);
        }
        self.program.wide += count;
        WIDE + self.program.wide - count
    }

    pub(super) const fn new_masks(&mut self, count: u32) -> u32 {
        self.program.masks += count;
        self.program.masks - count
    }

    pub(super) const fn new_reg(&mut self) -> u32 {
        self.program.regs += 1;
        self.program.regs - 1
    }

    pub(super) const fn new_card_reg(&mut self) -> u32 {
        self.program.mask_regs += 1;
        self.program.mask_regs - 1
    }

    pub(super) fn bind(&mut self, var: usize, binding: Binding) {
        if self.env.len() <= var {
            self.env.resize(var + 1, None);
        }
        if let Some(slot) = self.env.get_mut(var) {
            *slot = Some(binding);
        }
    }

    pub(super) fn rule(&mut self, span: Span) -> RuleId {
        let next = fit(self.lines.len());
        let rule = *self.known_lines.entry(span).or_insert(next);
        if rule == next {
            self.lines.push(span);
        }
        rule
    }

    pub(super) fn emit(&mut self, op: Op, span: Span) -> Pc {
        let rule = self.rule(span);
        self.the_program_stays_small(span);
        let weight = self.no_phrase_takes_too_long(span);
        self.program.weights.push(weight);
        self.program.code.push(op);
        self.program.lines.push(rule);
        self.here() - 1
    }

    pub(super) fn here(&self) -> Pc {
        Pc::try_from(self.program.code.len()).unwrap_or(Pc::MAX)
    }

    /// Makes the operation at `at` lead here.
    pub(super) fn lands_here(&mut self, at: Pc) {
        let here = self.here();
        if let Some(op) = self.program.code.get_mut(at as usize) {
            let mut leads = false;
            op.each_target(&mut |to| {
                *to = here;
                leads = true;
            });
            debug_assert!(leads, "an operation that leads nowhere is to lead here");
        }
    }
}
