//! Jump threading and dead code elimination: what leads to a jump leads to where that ends, and operations that nothing leads to go.

use crate::engine::{Calls, Op, Pc, Program};

pub(super) fn thread(program: &mut Program) {
    let jumps: Vec<Option<Pc>> =
        program.code.iter().map(|op| if let Op::Jump(to) = op { Some(*to) } else { None }).collect();
    let end_of = |pc: &mut Pc| {
        let mut at = *pc;
        // A circle of jumps is left as it is: the limit of steps ends it.
        for _ in 0..=jumps.len() {
            match jumps.get(at as usize).copied().flatten() {
                Some(to) => at = to,
                None => {
                    *pc = at;
                    return;
                }
            }
        }
    };
    program.code.iter_mut().for_each(|op| op.each_target(&mut |to| end_of(to)));
    program.asks.iter_mut().flat_map(|ask| &mut ask.acts).for_each(|act| end_of(&mut act.entry));
    let mut kept = reached(program);
    loop {
        let (now, known) = (renumbered(&kept), kept.clone());
        for ((pc, op), kept) in (0..).zip(&program.code).zip(&mut kept) {
            // A jump to what comes next anyway.
            *kept &= !matches!(op, Op::Jump(to) if at(&now, *to) == at(&now, pc + 1));
        }
        if kept == known {
            break;
        }
    }
    drop_others(program, &kept);
}

/// Which operations can be reached: from the beginning, and from that of each phase, as a script may begin there.
fn reached(program: &Program) -> Vec<bool> {
    let mut reached = vec![false; program.code.len()];
    let mut open: Vec<usize> = program.phases.iter().map(|phase| phase.entry as usize).chain([0]).collect();
    while let Some(pc) = open.pop() {
        if let Some(reached) = reached.get_mut(pc).filter(|reached| !**reached) {
            *reached = true;
            open.extend(program.successors(pc, Calls::Into));
        }
    }
    reached
}

/// For each operation its number when only those that are kept remain; one that goes is the next that stays.
fn renumbered(kept: &[bool]) -> Vec<Pc> {
    let mut next = 0;
    let mut numbers: Vec<Pc> = Vec::with_capacity(kept.len() + 1);
    for kept in kept {
        numbers.push(next);
        next += Pc::from(*kept);
    }
    numbers.push(next);
    numbers
}

/// The new number of an operation; those beyond the end stay beyond it.
fn at(numbers: &[Pc], pc: Pc) -> Pc {
    numbers.get(pc as usize).or(numbers.last()).copied().unwrap_or(pc)
}

fn drop_others(program: &mut Program, kept: &[bool]) {
    let numbers = renumbered(kept);
    program.each_target(&mut |pc| *pc = at(&numbers, *pc));
    keep_only(&mut program.code, kept);
    keep_only(&mut program.weights, kept);
    keep_only(&mut program.lines, kept);
}

fn keep_only<T>(list: &mut Vec<T>, kept: &[bool]) {
    let mut kept = kept.iter();
    list.retain(|_| kept.next() == Some(&true));
}
