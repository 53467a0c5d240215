//! Types of phrases, and what may stand for what.

use super::names::Resolver;
use crate::diagnostic::{Diagnostic, Span};
use crate::ir::{Expr, Fold, Over, Ty, VarId};

/// A phrase with its type.
#[derive(Debug, Clone)]
pub struct Typed {
    /// What it says.
    pub expr: Expr,
    /// What it is.
    pub ty: Ty,
    /// Where it stands.
    pub span: Span,
}

/// `every player where C` inside a comparison that is still being read.
#[derive(Debug)]
pub struct Quant {
    pub fold: Fold,
    pub over: Over,
    pub var: VarId,
    pub of: Expr,
}

impl Typed {
    pub(super) const fn new(expr: Expr, ty: Ty, span: Span) -> Self {
        Self { expr, ty, span }
    }
}

/// The element type of a group.
pub const fn element(over: Over) -> Ty {
    match over {
        Over::Cards => Ty::Card,
        Over::Players => Ty::Player,
        Over::Kind(kind) => Ty::Member(kind),
    }
}

impl Resolver<'_> {
    /// The phrase as a `wanted`; a problem where it cannot be one.
    pub(super) fn want(&mut self, typed: Typed, wanted: Ty) -> Option<Expr> {
        if typed.ty == wanted {
            return Some(typed.expr);
        }
        match (typed.ty, wanted) {
            (Ty::Nothing, Ty::Player | Ty::Card | Ty::Member(_) | Ty::Team) => Some(Expr::Nothing),
            (Ty::Player, Ty::Players) => Some(Expr::JustPlayer(Box::new(typed.expr))),
            (Ty::Team, Ty::Players) => Some(Expr::Members(Box::new(typed.expr))),
            (Ty::Card, Ty::Cards) => Some(Expr::JustCard(Box::new(typed.expr))),
            (Ty::Players, Ty::Number) if matches!(typed.expr, Expr::AllPlayers) => Some(Expr::PlayerCount),
            (Ty::Member(kind), Ty::Number) => self.as_number(kind, typed),
            (Ty::Member(from), Ty::Member(to)) if self.share_members(from, to) => {
                Some(Expr::Convert { from, to: Some(to), of: Box::new(typed.expr) })
            }
            _ => {
                let (is, want) = (self.type_name(typed.ty), self.type_name(wanted));
                let problem = Diagnostic::new("type", typed.span, format!("this is {is}, but {want} is wanted here")).here(is);
                let problem = match (typed.ty, wanted) {
                    (Ty::Cards, Ty::Card) => problem.help("say `first card in ...`, or `card in ... where ...` for the only one"),
                    (Ty::Players, Ty::Player) => problem.help("say `player where ...` for the only one, or `first player clockwise from ... where ...`"),
                    (Ty::Cards, Ty::Number) => problem.help("say `number of cards in ...` or `total ... of ...`"),
                    (Ty::Players, Ty::Number) => problem.help("say `number of players where ...`"),
                    _ => problem,
                };
                self.problem(problem);
                None
            }
        }
    }

    fn as_number(&mut self, kind: usize, typed: Typed) -> Option<Expr> {
        let numeric = self.game.kinds.get(kind).is_some_and(|kind| kind.numeric);
        if numeric || self.numerals.contains(&kind) {
            return Some(Expr::Convert { from: kind, to: None, of: Box::new(typed.expr) });
        }
        let name = self.game.kinds.get(kind).map(|kind| kind.name.clone()).unwrap_or_default();
        let odd = self.game.kinds.get(kind).and_then(|kind| kind.members.iter().find(|member| member.parse::<i64>().is_err()).cloned());
        let odd = odd.unwrap_or_default();
        self.problem(
            Diagnostic::new("not-a-number", typed.span, format!("a {name} is not always a number: `{odd}` is none"))
                .help(format!("make a table, `value worth of card by {name}`, and use `worth` here")),
        );
        None
    }

    pub(super) fn share_members(&self, a: usize, b: usize) -> bool {
        match (self.game.kinds.get(a), self.game.kinds.get(b)) {
            (Some(a), Some(b)) => a.members.iter().any(|member| b.members.contains(member)),
            _ => false,
        }
    }

    /// A member's number in its kind.
    pub(super) fn member(&self, kind: usize, word: &str) -> Option<i64> {
        let found = self.game.kinds.get(kind)?.members.iter().position(|member| member == word)?;
        i64::try_from(found).ok()
    }

    /// The kinds that have this member.
    pub(super) fn kinds_with(&self, word: &str) -> Vec<usize> {
        (0..self.game.kinds.len()).filter(|kind| self.member(*kind, word).is_some()).collect()
    }
}
