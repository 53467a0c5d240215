//! Phrases of a script, worked out at the table as it is now.

use super::Player;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::engine::{CardSet, FaultKind, NodeId, work_out, work_out_cards};
use crate::ir::Expr;
use crate::lower::{Asked, Asking, Compiled};

impl Player<'_> {
    /// The number of a phrase, now; 0 where it cannot be worked out, which is told at the place.
    pub(super) fn number(&mut self, expr: &Expr, span: Span) -> i64 {
        self.worked_out(expr).unwrap_or_else(|kind| {
            let problem = Diagnostic::new(Code::BadRange, span, self.ear.words.fault(kind));
            self.fail(problem.help("give what is there"));
            0
        })
    }

    /// The number of a phrase, now, or what would stop a game whose rules ask for it.
    pub(super) fn worked_out(&mut self, expr: &Expr) -> Result<i64, FaultKind> {
        let Some((compiled, node)) = self.compiled_phrase(expr, Asked::Number) else { return Ok(0) };
        work_out(&compiled.program, self.table.state(), node)
    }

    /// Whether there is such a number, now.
    pub(super) fn is_there(&mut self, expr: &Expr) -> bool {
        let Some((compiled, node)) = self.compiled_phrase(expr, Asked::Whether) else { return true };
        work_out(&compiled.program, self.table.state(), node) != Ok(0)
    }

    /// The cards of a phrase, now, or what would stop a game whose rules ask for them.
    pub(super) fn cards(&mut self, expr: &Expr) -> Result<CardSet, FaultKind> {
        let Some((compiled, node)) = self.compiled_phrase(expr, Asked::Cards) else { return Ok(CardSet::NONE) };
        work_out_cards(&compiled.program, self.table.state(), node)
    }

    /// An expectation that the rules could not ask for either.
    pub(super) fn cannot_be_worked_out(&mut self, span: Span, kind: FaultKind) {
        let why = self.ear.words.fault(kind);
        let problem = Diagnostic::new(Code::Expected, span, "this cannot be worked out");
        self.fail(
            problem.here(why).help(
                "rules that ask for it stop the game; expect first what it is made of, as in `expect boss is Ann`",
            ),
        );
    }

    /// A phrase as a program; what is wrong with it is told.
    fn compiled_phrase(&mut self, expr: &Expr, asked: Asked) -> Option<(Compiled, NodeId)> {
        let asking = self.asking.get_or_init(|| Asking::of(&self.rulebook.game, self.prepared.setup()));
        match asking.as_ref().map_err(Clone::clone).and_then(|asking| asking.compile(expr, asked)) {
            Ok(compiled) => Some(compiled),
            Err(problems) => {
                self.failures.extend(problems);
                None
            }
        }
    }
}
