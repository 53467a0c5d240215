//! Constant branches: a condition that is known before the game becomes a jump, or nothing.

use crate::engine::{Node, Op, Pc, Program};

pub(super) fn settle(program: &mut Program) {
    // Forms are played as a whole and ask their own conditions.
    let circuits = program.circuits.iter().filter_map(|circuit| circuit.at.closes);
    let kept: Vec<Pc> = circuits.chain(program.tricks.iter().map(|tricks| tricks.at.head)).collect();
    for ((pc, op), weight) in (0..).zip(&mut program.code).zip(&mut program.weights) {
        let Op::Unless { cond, to } = op else { continue };
        let Some(Node::Int(known)) = program.nodes.get(*cond).filter(|_| !kept.contains(&pc)) else {
            continue;
        };
        *op = Op::Jump(if *known == 0 { *to } else { pc + 1 });
        *weight = 0;
    }
}
