//! Blocks under statements (child traversal): which there are is said here once, for all who walk over a file.

use super::{Clause, File, Item, Statement, StatementKind};

/// Statements that have no block under them; one that is new has to be named here, or have its blocks below.
macro_rules! without_blocks {
    () => {
        StatementKind::Do { .. }
            | StatementKind::Move { .. }
            | StatementKind::Deal { .. }
            | StatementKind::DealEach { .. }
            | StatementKind::Fill { .. }
            | StatementKind::Shuffle(_)
            | StatementKind::Sort { .. }
            | StatementKind::Swap(..)
            | StatementKind::Set { .. }
            | StatementKind::Add { .. }
            | StatementKind::Pay { .. }
            | StatementKind::Score { .. }
            | StatementKind::Turn
            | StatementKind::EndPhase
            | StatementKind::Won(_)
            | StatementKind::Lost(_)
    };
}

impl Statement {
    /// The blocks under it, in the order of the text: of a form or a question those of its clauses, and of clauses of a stage.
    #[must_use]
    pub fn blocks(&self) -> Vec<&[Self]> {
        let mut found: Vec<&[Self]> = Vec::new();
        match &self.kind {
            StatementKind::If { branches, otherwise } => {
                found.extend(branches.iter().map(|(_, body)| body.as_slice()));
                found.push(otherwise);
            }
            StatementKind::ForEach { body, .. }
            | StatementKind::Repeat { body, .. }
            | StatementKind::Ends { body, .. } => found.push(body),
            StatementKind::Ask { acts, .. } => in_clauses(acts, &mut found),
            StatementKind::Form(form) => in_clauses(&form.clauses, &mut found),
            without_blocks!() => {}
        }
        found
    }

    /// The same, to change them.
    pub fn blocks_mut(&mut self) -> Vec<&mut Vec<Self>> {
        let mut found: Vec<&mut Vec<Self>> = Vec::new();
        match &mut self.kind {
            StatementKind::If { branches, otherwise } => {
                found.extend(branches.iter_mut().map(|(_, body)| body));
                found.push(otherwise);
            }
            StatementKind::ForEach { body, .. }
            | StatementKind::Repeat { body, .. }
            | StatementKind::Ends { body, .. } => found.push(body),
            StatementKind::Ask { acts, .. } => in_clauses_mut(acts, &mut found),
            StatementKind::Form(form) => in_clauses_mut(&mut form.clauses, &mut found),
            without_blocks!() => {}
        }
        found
    }
}

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

impl File {
    /// Every statement of the phases of a file, those in blocks under others included.
    pub fn each_statement<'t>(&'t self, visit: &mut dyn FnMut(&'t Statement)) {
        for item in &self.items {
            if let Item::Phase(phase) = item {
                statements(&phase.body, visit);
            }
        }
    }
}

fn statements<'t>(block: &'t [Statement], visit: &mut dyn FnMut(&'t Statement)) {
    for statement in block {
        visit(statement);
        statement.blocks().into_iter().for_each(|body| statements(body, visit));
    }
}
