//! What the rules say of themselves, whoever plays (static analysis of the program).

use bidlang::engine::{Node, Op, Program, SeatSet};

/// Whether all win or nobody does, where every line that ends the game says which of both.
pub fn says_together(program: &Program) -> Option<bool> {
    let everybody: SeatSet = (0..program.seats).fold(0, |seats, seat| seats | 1 << seat);
    let mut all_may_win = false;
    for op in &program.code {
        let Op::Won(of) = *op else { continue };
        match program.nodes.get(of) {
            Some(Node::Seats(seats)) if *seats == everybody => all_may_win = true,
            Some(Node::Seats(0)) => {}
            _ => return None,
        }
    }
    all_may_win.then_some(true)
}

/// Whether points come in a phase, or in one that it runs.
pub fn scores_in(program: &Program, phase: u16) -> bool {
    // A phase cannot run itself.
    let of_phase = |entry: usize| {
        let ops = program.code.iter().skip(entry);
        ops.take_while(|op| !matches!(op, Op::Return(_)))
    };
    let entry = program.phases.get(usize::from(phase)).map(|entry| entry.entry as usize);
    entry.into_iter().flat_map(of_phase).any(|op| match op {
        Op::Score { .. } => true,
        Op::Call(inner) => scores_in(program, *inner),
        _ => false,
    })
}
