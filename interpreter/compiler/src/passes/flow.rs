//! The control flow graph: which operations may come after which.

use crate::engine::{Ask, Op, Program};

/// The operations that may come next.
pub(super) fn successors(program: &Program, pc: usize) -> Vec<usize> {
    let next = pc + 1;
    let at = |pc: &u32| *pc as usize;
    let entries = |ask: &u16| {
        let acts = program.asks.get(usize::from(*ask)).map_or(&[][..], |ask: &Ask| ask.acts.as_slice());
        acts.iter().map(|act| act.entry as usize).chain([next])
    };
    match program.code.get(pc) {
        None | Some(Op::End | Op::Won(_)) => Vec::new(),
        Some(Op::Jump(to)) => vec![at(to)],
        Some(Op::Call(phase)) => {
            program.phases.get(usize::from(*phase)).map(|phase| phase.entry as usize).into_iter().collect()
        }
        Some(Op::Return(phase)) => {
            let calls = program.code.iter().enumerate();
            calls.filter(|(_, op)| matches!(op, Op::Call(called) if called == phase)).map(|(pc, _)| pc + 1).collect()
        }
        Some(Op::Ask(ask)) => entries(ask).collect(),
        Some(Op::NextAnswer { ask, exit }) => entries(ask).chain([at(exit)]).collect(),
        Some(
            Op::Unless { to, .. }
            | Op::NextSeat { exit: to, .. }
            | Op::NextCard { exit: to, .. }
            | Op::CircuitTurn { exit: to, .. }
            | Op::TrickTurn { exit: to, .. }
            | Op::AuctionClose { unsold: to, .. },
        ) => vec![next, at(to)],
        Some(_) => vec![next],
    }
}
