//! Types of phrases, and what may stand for what.

use super::names::Resolver;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::ir::{Expr, Fold, Over, Said, Ty, VarId};

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
    /// Where it stands.
    pub span: Span,
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
        Over::Teams => Ty::Team,
    }
}

impl Resolver<'_> {
    /// The phrase as a `wanted`; a problem where it cannot be one.
    pub(super) fn want(&mut self, typed: Typed, wanted: Ty) -> Option<Expr> {
        if typed.ty == wanted {
            return Some(typed.expr);
        }
        match (typed.ty, wanted) {
            (Ty::Nothing, Ty::Player | Ty::Card | Ty::Team) => Some(Expr::Nothing),
            (Ty::Nothing, Ty::Member(_)) => Some(Expr::NoMember),
            (Ty::Player, Ty::Players) => Some(Expr::JustPlayer(Box::new(typed.expr))),
            (Ty::Team, Ty::Players) => self.players_of(typed.expr),
            (Ty::Card, Ty::Cards) => Some(Expr::JustCard(Box::new(typed.expr))),
            (Ty::Players, Ty::Number) if matches!(typed.expr, Expr::AllPlayers) => Some(Expr::PlayerCount),
            (Ty::Member(kind), Ty::Number) => self.as_number(kind, typed),
            (Ty::Number, Ty::Member(kind)) if self.game.kinds.get(kind).is_some_and(|kind| kind.numeric) => {
                self.as_like_spelt(kind, typed)
            }
            (Ty::Member(from), Ty::Member(to)) if self.share_members(from, to) => {
                self.as_member(typed, from, to, false)
            }
            _ => {
                let (is, want) = (self.type_name(typed.ty), self.type_name(wanted));
                let problem =
                    Diagnostic::new(Code::Type, typed.span, format!("this is {is}, but {want} is wanted here"))
                        .here(is);
                let problem = match (typed.ty, wanted) {
                    (Ty::Cards, Ty::Card) => {
                        problem.help("say `first card in ...`, or `card in ... where ...` for the only one")
                    }
                    (Ty::Players, Ty::Player) => problem.help(
                        "say `player where ...` for the only one, or `first player clockwise from ... where ...`",
                    ),
                    (Ty::Cards, Ty::Number) => problem.help("say `number of cards in ...` or `total ... of ...`"),
                    (Ty::Players, Ty::Number) => problem.help("say `number of players where ...`"),
                    _ => problem.help(self.for_example(&typed, wanted)),
                };
                self.problem(problem);
                None
            }
        }
    }

    /// What could stand where a `wanted` is wanted.
    fn for_example(&self, is: &Typed, wanted: Ty) -> String {
        let words = match (wanted, is.ty) {
            (Ty::Number, Ty::Nothing) => {
                "a number is always there: say one that nothing else has, such as 0, or leave out what has none where you ask, as in `highest height of (cards in hand where rank is not Ace)`"
            }
            (Ty::Number, _) => "a number is for example `3`, `number of cards in lot`, `score of dealer`",
            (Ty::YesNo, Ty::Number) => "compare it: `... is at least 1`",
            (Ty::YesNo, Ty::Cards) => {
                "say `... is empty` or `... is not empty`, or compare a number: `number of cards in ... is 3`; whether a card is among them is `card is one of ...`"
            }
            (Ty::YesNo, Ty::Players) => {
                "say `... is empty` or `... is not empty`, or compare a number: `number of cards in ... is 3`"
            }
            (Ty::YesNo, Ty::Member(kind)) => {
                let (name, members) = self.words_of(kind);
                // The word that stands there, where it is one.
                let said = if let Expr::Int(word) = is.expr { usize::try_from(word).ok() } else { None };
                let first = members.get(said.unwrap_or(0)).map_or("...", String::as_str);
                return format!("compare it with one of its words: `{name} is {first}`");
            }
            (Ty::YesNo, _) => "compare it: `... is ...`, `... is not ...`, `... is somebody`",
            (Ty::Player, _) => {
                "a player is for example `dealer`, `left of dealer`, `player with highest score`, `owner of first card in trick`"
            }
            (Ty::Team, _) => "a team is for example `team of dealer`",
            (Ty::Card, _) => "a card is for example `first card in lot`",
            (Ty::Cards, _) => "cards are for example `lot`, `hand of dealer`, `cards in lot where ...`",
            (Ty::Players, _) => "players are for example `dealer`, `all players`, `players where ...`",
            (Ty::Member(kind), _) => {
                let (name, members) = self.words_of(kind);
                return format!("{} {name} is one of {}", super::scope::article(name), few(members));
            }
            (Ty::Nothing, _) => "say `nobody` or `none`",
        };
        words.to_owned()
    }

    /// The value of a kind of numbers that is spelt as a number is; none where there is none. A number said outright has to have one.
    fn as_like_spelt(&mut self, kind: usize, typed: Typed) -> Option<Expr> {
        let numbers: Vec<i64> = self.words_of(kind).1.iter().filter_map(|member| member.parse().ok()).collect();
        if let Expr::Int(number) = typed.expr {
            let name = crate::syntax::tree::Name { text: number.to_string(), span: typed.span };
            let found = self.member(kind, &name.text);
            if found.is_none() {
                self.unknown_member(&name, kind);
            }
            return found.map(Expr::Int);
        }
        let (Some(low), Some(high)) = (numbers.iter().min().copied(), numbers.iter().max().copied()) else {
            self.told_where_declared();
            return None;
        };
        // Far apart, it is looked for one after the other.
        let like =
            |number: i64| numbers.iter().position(|other| *other == number).and_then(|at| i64::try_from(at).ok());
        if high.saturating_sub(low) < FEW_APART {
            let arms = (low..=high).map(|number| like(number).map(Expr::Int)).collect();
            let other = Some(Box::new(Expr::Nothing));
            return Some(Expr::Table { key: Box::new(typed.expr), low, arms, other, span: typed.span });
        }
        let (is, want) = (self.type_name(typed.ty), self.type_name(Ty::Member(kind)));
        self.problem(
            Diagnostic::new(Code::Type, typed.span, format!("this is {is}, but {want} is wanted here"))
                .help("the numbers of this kind lie too far apart to be found by number"),
        );
        None
    }

    fn as_number(&mut self, kind: usize, typed: Typed) -> Option<Expr> {
        let numeric = self.game.kinds.get(kind).is_some_and(|kind| kind.numeric);
        if numeric || self.numerals.contains(&kind) {
            return Some(Expr::Convert {
                from: kind,
                to: None,
                compared: false,
                said: Said(typed.span),
                of: Box::new(typed.expr),
            });
        }
        let (name, members) = self.words_of(kind);
        let (name, odd) = (name.to_owned(), members.iter().find(|member| member.parse::<i64>().is_err()).cloned());
        if let Expr::Int(member) = typed.expr
            && let Some(word) = self.word_of(kind, member)
        {
            // A value by its name: the other side is the number.
            self.problem(
                Diagnostic::new(
                    Code::Type,
                    typed.span,
                    format!("`{word}` is {} {name}, but a number is wanted here", super::scope::article(&name)),
                )
                .help("write a number, or compare something else with it"),
            );
            return None;
        }
        let (use_it, table) = if self.game.attrs.iter().any(|attr| attr.kind == kind) {
            ("worth", format!("value worth of card by {name}"))
        } else {
            ("height", format!("value height of {name} by {name}"))
        };
        let odd = odd.map_or_else(String::new, |odd| format!(": `{odd}` is none"));
        self.problem(
            Diagnostic::new(Code::NotANumber, typed.span, format!("a {name} is not always a number{odd}"))
                .help(format!("make a table, `{table}`, and use `{use_it}` here")),
        );
        None
    }

    /// The like-spelt value of another kind: none where there is none, and in a comparison like nothing. A value said by
    /// its name has to have one.
    pub(super) fn as_member(&mut self, typed: Typed, from: usize, to: usize, compared: bool) -> Option<Expr> {
        if let Expr::Int(member) = typed.expr
            && let Some(text) = self.word_of(from, member)
        {
            let found = self.member(to, &text).map(Expr::Int);
            if found.is_none() {
                self.unknown_member(&crate::syntax::tree::Name { text, span: typed.span }, to);
            }
            return found;
        }
        if let Expr::If(cond, then, otherwise) = typed.expr {
            let either = |this: &mut Self, expr: Expr| match expr {
                Expr::Nothing => Some(Expr::Nothing),
                expr => this.as_member(Typed::new(expr, typed.ty, typed.span), from, to, compared),
            };
            let (then, otherwise) = (either(self, *then)?, either(self, *otherwise)?);
            return Some(Expr::If(cond, Box::new(then), Box::new(otherwise)));
        }
        Some(Expr::Convert { from, to: Some(to), compared, said: Said(typed.span), of: Box::new(typed.expr) })
    }

    /// Whether a kind has all values of another, by their names.
    pub(super) fn has_all_of(&self, kind: usize, other: usize) -> bool {
        let (all, some) = (self.words_of(kind).1, self.words_of(other).1);
        some.iter().all(|member| all.contains(member))
    }

    pub(super) fn share_members(&self, a: usize, b: usize) -> bool {
        match (self.game.kinds.get(a), self.game.kinds.get(b)) {
            (Some(a), Some(b)) => a.members.iter().any(|member| b.members.contains(member)),
            _ => false,
        }
    }

    /// The name of a kind and its values; nothing of one that is not there.
    pub(super) fn words_of(&self, kind: usize) -> (&str, &[String]) {
        self.game.kinds.get(kind).map(|kind| (kind.name.as_str(), kind.members.as_slice())).unwrap_or_default()
    }

    /// The word for a value of a kind.
    pub(super) fn word_of(&self, kind: usize, member: i64) -> Option<String> {
        self.words_of(kind).1.get(usize::try_from(member).ok()?).cloned()
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

/// How far apart the numbers of a kind may lie that are found by number.
const FEW_APART: i64 = 10_000;

/// A list of values, shortened where it is long.
pub fn few(members: &[String]) -> String {
    const MOST: usize = 16;
    let shown = members.iter().take(MOST).map(String::as_str).collect::<Vec<_>>().join(", ");
    if members.len() > MOST { format!("{shown}, ...") } else { shown }
}
