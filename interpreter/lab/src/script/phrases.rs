//! Phrases of a script, worked out at the table as it is now.

use super::Player;
use crate::engine::{CardSet, NodeId, work_out, work_out_cards};
use crate::ir::Expr;
use crate::lower::{Asking, Compiled};

impl Player<'_> {
    /// The number of a phrase, now.
    pub(super) fn number(&mut self, expr: &Expr) -> i64 {
        let Some((compiled, node)) = self.compiled_phrase(expr, false) else { return 0 };
        work_out(&compiled.program, self.table.state(), node)
    }

    /// The cards of a phrase, now.
    pub(super) fn cards(&mut self, expr: &Expr) -> CardSet {
        let Some((compiled, node)) = self.compiled_phrase(expr, true) else { return CardSet::NONE };
        work_out_cards(&compiled.program, self.table.state(), node)
    }

    /// A phrase of a number or of cards as a program; what is wrong with it is told.
    fn compiled_phrase(&mut self, expr: &Expr, cards: bool) -> Option<(Compiled, NodeId)> {
        let asking = self.asking.get_or_init(|| Asking::of(&self.rulebook.game, self.prepared.setup()));
        match asking.as_ref().map_err(Clone::clone).and_then(|asking| asking.compile(expr, cards)) {
            Ok(compiled) => Some(compiled),
            Err(problems) => {
                self.failures.extend(problems);
                None
            }
        }
    }
}
