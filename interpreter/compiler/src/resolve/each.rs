//! `each player`, `each team`, `each artist` in a statement, which is done for one after the other.

use super::names::Resolver;
use super::scope::Scope;
use super::types::{Typed, element};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::ir::{Expr, Over, Sorted, VarId, plural};

/// Whether `each` says here what a statement is done for.
pub enum Each {
    /// It would say something else: in conditions and comparisons, in what is worked out of a group.
    No,
    /// It may be said, once.
    May,
    /// It is said: these.
    Of(Box<EachOne>),
}

/// What a statement is done for, one after the other.
pub struct EachOne {
    pub(super) over: Over,
    pub(super) var: VarId,
    /// The players.
    pub(super) group: Expr,
    /// Which values of a kind.
    pub(super) sorted: Option<Sorted>,
}

impl Resolver<'_> {
    /// `each player`, `each card`.
    pub(super) fn each(&mut self, span: Span, over: Over, of: Expr) -> Option<Typed> {
        if over != Over::Players {
            self.problem(
                Diagnostic::new(Code::Every, span, "`each card` stands only in `for each card`")
                    .help("say `for each card in ...` with lines under it, or `all cards` for all of them together"),
            );
            return None;
        }
        let one = EachOne { over, var: self.new_var(), group: of, sorted: None };
        self.one_after_the_other(span, None, one)
    }

    /// The statement is done for one after the other, each of which goes by a name, if any.
    pub(super) fn one_after_the_other(&mut self, span: Span, name: Option<String>, one: EachOne) -> Option<Typed> {
        let (what, all) = self.one_and_all(one.over);
        let (words, help) = match &self.each {
            Each::May => {
                let (ty, var) = (element(one.over), one.var);
                self.each = Each::Of(Box::new(one));
                self.scopes.push(Scope { name, ty, var, inner: false });
                return Some(Typed::new(Expr::Var(var), ty, span));
            }
            Each::Of(before) => {
                let two = format!("for two of them say `for each {what}` with the line under it");
                let same =
                    "is meant by a bare name, as in `move hand of each player to won`, from one's hand to what one won";
                (
                    "an `each` stands here already, and the statement is done for one after the other".to_owned(),
                    if before.over == one.over { format!("the same {what} {same}; {two}") } else { two },
                )
            }
            Each::No => (
                format!("`each {what}` stands in statements, where the statement is done for one after the other"),
                format!(
                    "of all {all} together it is `highest V of {all}`, `total V of {all}`; in a comparison `every {what}` or `any {what}`; what is done for one after the other \
                     stands under `for each {what}`"
                ),
            ),
        };
        self.problem(Diagnostic::new(Code::Every, span, words).help(help));
        None
    }

    /// Where `each` would not say what is done for one after the other.
    pub(super) fn not_for_each<T>(&mut self, body: impl FnOnce(&mut Self) -> T) -> T {
        let each = std::mem::replace(&mut self.each, Each::No);
        let found = body(self);
        self.each = each;
        found
    }

    /// What to say in place of `any` and `every` where nothing is compared.
    pub(super) fn not_in_a_comparison(&self, over: Over) -> String {
        let (one, all) = self.one_and_all(over);
        let together = format!("of all of them together it is `highest V of {all}`, `total V of {all}`");
        match self.each {
            Each::May if over != Over::Cards => format!("say `each {one}` for one after the other; {together}"),
            Each::May | Each::Of(_) | Each::No => together,
        }
    }

    /// The words for one of a group, and for all of them.
    fn one_and_all(&self, over: Over) -> (String, String) {
        let one = match over {
            Over::Cards => return ("card".to_owned(), "cards in ...".to_owned()),
            Over::Players => "player",
            Over::Teams => "team",
            Over::Kind(kind) => self.game.kinds.get(kind).map_or("value", |kind| kind.name.as_str()),
        };
        (one.to_owned(), plural(one))
    }
}
