//! Pronouns: what `card`, `player`, `number`, a kind's name or a name given with `as` means where it stands.

use super::names::{Named, Resolver};
use crate::diagnostic::{Diagnostic, Span};
use crate::ir::{Expr, Ty, VarId};

/// A thing that is spoken of.
#[derive(Debug, Clone)]
pub struct Scope {
    /// The word for it: a name given with `as`, `number`, a kind's name; none for a plain card or player.
    pub name: Option<String>,
    pub ty: Ty,
    pub var: VarId,
    /// Spoken of by a `where`, a total or the like, rather than by a statement.
    pub inner: bool,
}

/// A form around a phrase.
#[derive(Debug, Clone, Copy)]
pub struct FormScope {
    /// The auction, tricks or circuit.
    pub form: usize,
    /// The circuit whose turns these are.
    pub stage: usize,
}

impl Resolver<'_> {
    /// Speaks of a new thing; the caller truncates the scopes again.
    pub(super) fn speak(&mut self, name: Option<String>, ty: Ty, inner: bool) -> VarId {
        let var = self.new_var();
        self.scopes.push(Scope { name, ty, var, inner });
        var
    }

    /// Does `body` while a thing is spoken of.
    pub(super) fn speaking<T>(&mut self, name: Option<String>, ty: Ty, inner: bool, body: impl FnOnce(&mut Self) -> T) -> (VarId, T) {
        let depth = self.scopes.len();
        let var = self.speak(name, ty, inner);
        let result = body(self);
        self.scopes.truncate(depth);
        (var, result)
    }

    /// The thing that goes by a name of its own.
    pub(super) fn by_name(&self, word: &str) -> Option<&Scope> {
        self.scopes.iter().rev().find(|scope| scope.name.as_deref() == Some(word))
    }

    /// The nearest card or player: an unnamed one if there is one, else a named one.
    pub(super) fn nearest(&mut self, ty: Ty, span: Span) -> Option<VarId> {
        let mut unnamed = self.scopes.iter().rev().filter(|scope| scope.ty == ty && scope.name.is_none());
        let first = unnamed.next().cloned();
        let second = unnamed.next().cloned();
        if let (Some(first), Some(second)) = (&first, &second) {
            if first.inner && second.inner {
                let noun = if ty == Ty::Card { "card" } else { "player" };
                self.problem(
                    Diagnostic::new("ambiguous-noun", span, format!("two {noun}s are spoken of here, one inside the other; which is meant?"))
                        .help(format!("name the inner one: `{noun}s ... as this where ...`, and say `this`; then plain `{noun}` is the outer one")),
                );
            }
        }
        let found = first.or_else(|| self.scopes.iter().rev().find(|scope| scope.ty == ty).cloned());
        found.map(|scope| scope.var)
    }

    /// The acting player, for a bare name that each player has.
    pub(super) fn whose(&mut self, word: &str, span: Span) -> Option<Expr> {
        let found = self.nearest(Ty::Player, span);
        if found.is_none() {
            self.problem(
                Diagnostic::new("whose", span, format!("each player has a `{word}`; whose is meant?"))
                    .help(format!("say `{word} of dealer`, `{word} of each player` or the like")),
            );
        }
        found.map(Expr::Var)
    }

    /// The card spoken of, for a bare name that each card has.
    pub(super) fn which_card(&mut self, word: &str, span: Span) -> Option<Expr> {
        let found = self.nearest(Ty::Card, span);
        if found.is_none() {
            self.problem(
                Diagnostic::new("which-card", span, format!("each card has a `{word}`; which card is meant?"))
                    .help(format!("say `{word} of first card in lot` or the like")),
            );
        }
        found.map(Expr::Var)
    }

    /// Whether a bare attribute is nearer as a card's than as a picked value of the same name.
    pub(super) fn nearer_as_attribute(&self, word: &str) -> bool {
        let picked = self.scopes.iter().rposition(|scope| scope.name.as_deref() == Some(word));
        let card = self.scopes.iter().rposition(|scope| scope.ty == Ty::Card && scope.name.is_none());
        matches!(self.names.get(word), Some((Named::Attr(_), _))) && card > picked
    }
}
