//! Statements at any depth: a walk over them, and lines put in or taken out.

use crate::diagnostic::Span;
use crate::syntax::tree::Statement;

/// All statements of a block and under it, in order.
pub fn all(block: &[Statement]) -> Vec<&Statement> {
    let mut found = Vec::new();
    for statement in block {
        found.push(statement);
        found.extend(statement.blocks().into_iter().flat_map(all));
    }
    found
}

/// Does something with the statement at a place.
pub fn with(block: &mut [Statement], at: Span, act: &mut dyn FnMut(&mut Statement)) {
    for statement in block {
        if statement.span == at {
            act(statement);
            return;
        }
        for inner in statement.blocks_mut() {
            with(inner, at, act);
        }
    }
}

/// Where new statements go, as seen from one that is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Before,
    After,
    Instead,
}

/// Puts statements beside or in place of the one at a place.
pub fn put(block: &mut Vec<Statement>, at: Span, side: Side, new: &mut Vec<Statement>) {
    if let Some(index) = block.iter().position(|statement| statement.span == at) {
        let (from, to) = match side {
            Side::Before => (index, index),
            Side::After => (index + 1, index + 1),
            Side::Instead => (index, index + 1),
        };
        block.splice(from..to, std::mem::take(new));
        return;
    }
    for statement in block {
        for inner in statement.blocks_mut() {
            put(inner, at, side, new);
        }
    }
}
