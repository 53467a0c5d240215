//! Instrumentation for coverage, watched phrases: those that say each time they are worked out whether they held. The game is the
//! same with and without.

use super::Lower;
use crate::diagnostic::Span;
use crate::engine::{Node, NodeId, Op};
use crate::ir::{Comparison, Expr};

impl Lower<'_> {
    /// A phrase that tells when it is worked out.
    pub(super) fn watch(&mut self, span: Span, of: NodeId) -> NodeId {
        if self.unwatched {
            return of;
        }
        let rule = self.rule(span);
        self.node(Node::Watch { rule, holds: None, of })
    }

    /// A condition that this setup decides, where it is watched: its words, and whether it holds.
    pub(super) fn decided(&mut self, cond: &Expr) -> Option<(Span, bool)> {
        let Expr::At { span, of } = cond else { return None };
        if self.unwatched {
            return None;
        }
        let inner = self.int(of);
        self.constant(inner).map(|value| (*span, value != 0))
    }

    /// A phrase that tells, when it is worked out, that a condition held or did not.
    pub(super) fn watch_decided(&mut self, span: Span, holds: bool, of: NodeId) -> NodeId {
        let rule = self.rule(span);
        self.node(Node::Watch { rule, holds: Some(holds), of })
    }

    /// An operation that does nothing but tell that a condition held or did not.
    pub(super) fn tell_decided(&mut self, span: Span, holds: bool) {
        let yes = self.constant_int(1);
        let cond = self.watch_decided(span, holds, yes);
        let to = self.here() + 1;
        self.emit(Op::Unless { cond, to }, span);
    }

    /// The watched formula of a value of a card. Where the plain one is a table by card, no card gives what that table gives.
    pub(super) fn like_a_table(&mut self, reg: u32, plain: NodeId, watched: NodeId, other: i64) -> NodeId {
        if plain == watched || self.tabulate(plain, reg).is_none() {
            return watched;
        }
        let (card, none, other) = (self.node(Node::Reg(reg)), self.constant_int(-1), self.constant_int(other));
        let nobody = self.compare(Comparison::Is, card, none);
        self.node(Node::If(nobody, other, watched))
    }
}
