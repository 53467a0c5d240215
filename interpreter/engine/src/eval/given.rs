//! Phrases worked out without a game: from nothing, or from some slots and registers.

use super::{Eval, Regs};
use crate::TRICK;
use crate::program::{CardSet, NodeId, Program, SeatSet};
use crate::state::State;

/// The value of a phrase that depends on nothing but registers; none where working it out fails.
#[must_use]
pub fn constant_int(program: &Program, regs: &[(u32, i64)], id: NodeId) -> Option<i64> {
    constant(program, regs, |eval, regs| eval.int(regs, id))
}

/// The cards of a phrase that depends on nothing.
#[must_use]
pub fn constant_cards(program: &Program, id: NodeId) -> Option<CardSet> {
    constant(program, &[], |eval, regs| eval.cards(regs, id))
}

/// The seats of a phrase that depends on nothing.
#[must_use]
pub fn constant_seats(program: &Program, id: NodeId) -> Option<SeatSet> {
    constant(program, &[], |eval, regs| eval.seats(regs, id))
}

/// What a number is where some slots and registers have these values, and nothing else is known; nothing where that is a fault.
#[must_use]
pub fn number_given(program: &Program, slots: &[(u32, i64)], regs: &[(u32, i64)], id: NodeId) -> Option<i64> {
    number_in(program, State::nothing(), slots, regs, id)
}

/// The same, where a card leads a trick.
#[must_use]
pub fn number_led(
    program: &Program,
    led: Option<u8>,
    slots: &[(u32, i64)],
    regs: &[(u32, i64)],
    id: NodeId,
) -> Option<i64> {
    let mut state = State::nothing();
    if let Some(card) = led {
        state.put_down(card, program.spot(TRICK));
    }
    number_in(program, state, slots, regs, id)
}

fn number_in(
    program: &Program,
    mut state: State,
    slots: &[(u32, i64)],
    regs: &[(u32, i64)],
    id: NodeId,
) -> Option<i64> {
    for (slot, value) in slots {
        state.set_int(*slot, *value);
        if state.int(*slot) != *value {
            return None;
        }
    }
    let mut known = Regs::new(program);
    for (reg, value) in regs {
        known.set(*reg, *value);
    }
    let found = Eval { program, state: &state }.int(&mut known, id);
    known.fault.is_none().then_some(found)
}

fn constant<T>(program: &Program, set: &[(u32, i64)], of: impl FnOnce(&Eval, &mut Regs) -> T) -> Option<T> {
    let state = State::nothing();
    let mut regs = Regs::new(program);
    for (reg, value) in set {
        regs.set(*reg, *value);
    }
    let found = of(&Eval { program, state: &state }, &mut regs);
    regs.fault.is_none().then_some(found)
}
