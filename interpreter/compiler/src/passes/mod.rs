//! The optimiser: passes over a program, one after the other. Each leaves a program that plays the same games; what it does is seen
//! by printing the program before and after it. Constants have been folded before, as phrases were made ([`crate::lower`]).

#![deny(clippy::wildcard_enum_match_arm)]

mod branches;
mod jumps;
mod orders;
mod phrases;
mod steps;

use crate::engine::{NodeId, Program};

/// A pass.
pub struct Pass {
    /// Its name, in the field's words.
    pub name: &'static str,
    /// What it does, in a line.
    pub does: &'static str,
    run: fn(&mut Program, &mut [NodeId]),
}

/// All passes, in their order.
pub const PASSES: [Pass; 5] = [
    Pass {
        name: "constant branches",
        does: "a condition that is known before the game is not asked",
        run: |program, _| branches::settle(program),
    },
    Pass {
        name: "jump threading, dead code",
        does: "jumps lead where they end; operations to which nothing leads are dropped",
        run: |program, _| jumps::thread(program),
    },
    Pass { name: "dead phrases", does: "phrases that nothing asks for are dropped", run: phrases::drop_dead },
    Pass {
        name: "liveness of card order",
        does: "the order of cards is kept only in places where some rule looks at it",
        run: |program, _| orders::settle(program),
    },
    Pass {
        name: "fuel metering",
        does: "loop heads and calls count as steps, by the code that they begin",
        run: |program, _| steps::weigh(program),
    },
];

/// For each place of a program, whether some rule looks at its cards by their order, beside dealing and moving them in it.
#[must_use]
pub fn looked_at_by_order(program: &Program) -> Vec<bool> {
    orders::are_looked_at(program)
}

/// Takes a program through all passes. `asked` are phrases that are asked for from outside; their numbers change with those of the
/// program. `after` is called after each pass.
pub fn run(program: &mut Program, asked: &mut [NodeId], mut after: impl FnMut(&'static Pass, &Program)) {
    for pass in &PASSES {
        (pass.run)(program, asked);
        after(pass, program);
    }
}
