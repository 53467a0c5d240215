//! Fuel metering: loop heads and calls count by the code that they begin, all else counts nothing but what its phrases take. So a game
//! that never ends comes to the limit of steps after the same operation, in whichever way it is played.

use crate::engine::{Op, Pc, Program};

/// So many operations of a loop or a phase count as one step more.
const OPERATIONS_OF_A_STEP: u32 = 16;

pub(super) fn weigh(program: &mut Program) {
    let ends = ends_of_loops(program);
    let own = of_forms(program);
    let mut weights = Vec::with_capacity(program.code.len());
    for ((op, weight), (pc, end)) in program.code.iter().zip(&program.weights).zip((0..).zip(&ends)) {
        // What a decision takes is counted when its choices are.
        let phrases = if matches!(op, Op::Ask(_)) { 0 } else { *weight };
        let code = if let Op::Call(phase) = op {
            Some(length_of(program, *phase))
        } else {
            end.filter(|_| !own.contains(&pc)).map(|end| end - pc)
        };
        weights.push(phrases.saturating_add(code.map_or(0, |code| 1 + code / OPERATIONS_OF_A_STEP)));
    }
    program.weights = weights;
}

/// For each operation to which some later one leads back, the last that does (natural loops).
fn ends_of_loops(program: &mut Program) -> Vec<Option<Pc>> {
    let mut ends = vec![None; program.code.len()];
    let mut leads = |from: Pc, to: Pc| {
        if let Some(end) = ends.get_mut(to as usize).filter(|_| to <= from) {
            *end = (*end).max(Some(from));
        }
    };
    for (pc, op) in (0..).zip(&mut program.code) {
        op.each_target(&mut |to| leads(pc, *to));
    }
    for ask in &program.asks {
        ask.acts.iter().for_each(|act| leads(ask.at, act.entry));
    }
    ends
}

/// The loops of forms: each pass of them asks somebody, or is that of one of the seats that were asked.
fn of_forms(program: &Program) -> Vec<Pc> {
    let circuits = program.circuits.iter().map(|circuit| circuit.at.turn);
    let tricks = program.tricks.iter().flat_map(|tricks| [tricks.at.head, tricks.at.turn]);
    circuits.chain(tricks).chain(program.asks.iter().filter(|ask| ask.at_once).map(|ask| ask.hears)).collect()
}

/// How many operations a phase has: phases lie one behind the other.
fn length_of(program: &Program, phase: u16) -> u32 {
    let entry = program.phases.get(usize::from(phase)).map_or(0, |phase| phase.entry);
    let all = Pc::try_from(program.code.len()).unwrap_or(Pc::MAX);
    let next = program.phases.iter().map(|phase| phase.entry).filter(|other| *other > entry).min();
    next.unwrap_or(all).saturating_sub(entry)
}
