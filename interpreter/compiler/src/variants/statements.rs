//! Statements at any depth: a walk over them, and lines put in or taken out.

use crate::diagnostic::Span;
use crate::syntax::tree::{Clause, Statement, StatementKind};

/// The blocks of clauses, those of stages too.
fn in_clauses<'t>(clauses: &'t [Clause], found: &mut Vec<&'t [Statement]>) {
    for clause in clauses {
        found.push(&clause.body);
        in_clauses(&clause.clauses, found);
    }
}

fn in_clauses_mut<'t>(clauses: &'t mut [Clause], found: &mut Vec<&'t mut Vec<Statement>>) {
    for clause in clauses {
        found.push(&mut clause.body);
        in_clauses_mut(&mut clause.clauses, found);
    }
}

/// The blocks under a statement.
fn blocks(statement: &Statement) -> Vec<&[Statement]> {
    let mut found: Vec<&[Statement]> = Vec::new();
    match &statement.kind {
        StatementKind::If { branches, otherwise } => {
            found.extend(branches.iter().map(|(_, body)| body.as_slice()));
            found.push(otherwise);
        }
        StatementKind::ForEach { body, .. } | StatementKind::Repeat { body, .. } | StatementKind::Ends { body, .. } => {
            found.push(body);
        }
        StatementKind::Ask { acts, .. } => in_clauses(acts, &mut found),
        StatementKind::Form(form) => in_clauses(&form.clauses, &mut found),
        _ => {}
    }
    found
}

fn blocks_mut(statement: &mut Statement) -> Vec<&mut Vec<Statement>> {
    let mut found: Vec<&mut Vec<Statement>> = Vec::new();
    match &mut statement.kind {
        StatementKind::If { branches, otherwise } => {
            found.extend(branches.iter_mut().map(|(_, body)| body));
            found.push(otherwise);
        }
        StatementKind::ForEach { body, .. } | StatementKind::Repeat { body, .. } | StatementKind::Ends { body, .. } => {
            found.push(body);
        }
        StatementKind::Ask { acts, .. } => in_clauses_mut(acts, &mut found),
        StatementKind::Form(form) => in_clauses_mut(&mut form.clauses, &mut found),
        _ => {}
    }
    found
}

/// All statements of a block and under it, in order.
pub fn all(block: &[Statement]) -> Vec<&Statement> {
    let mut found = Vec::new();
    for statement in block {
        found.push(statement);
        found.extend(blocks(statement).into_iter().flat_map(all));
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
        for inner in blocks_mut(statement) {
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
        for inner in blocks_mut(statement) {
            put(inner, at, side, new);
        }
    }
}
