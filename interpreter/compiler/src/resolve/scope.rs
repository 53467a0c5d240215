//! Scopes of pronouns: what `card`, `player`, `number`, a kind's name or a name given with `as` means where it stands.

use super::names::{Named, Resolver};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::ir::{Expr, FormKind, Ty, VarId};

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
    /// Which of the three it is.
    pub kind: FormKind,
    /// The circuit whose turns these are; none where there are several stages or none has begun.
    pub stage: Option<usize>,
    /// Where in the form the phrase stands.
    pub part: Part,
    /// Whether all choose at once in its turns.
    pub at_once: bool,
}

/// A part of a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// `order` and `among`, before the first turn.
    Before,
    /// `order` and `among` of a later stage: there may be a leader by now.
    Between,
    /// While it goes on.
    Turns,
    /// `taken`: it is known who won, and the cards still lie in the trick.
    Taken,
    /// `sold`, `unsold`, `after`: it is over.
    Over,
}

/// What a form may know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Knows {
    /// `leader`
    Leader,
    /// `winner`
    Winner,
    /// `worth of P`
    Worth,
    /// `bidders`, `acts`, passes: what belongs to turns.
    Turns,
    /// `trick-number`
    TrickNumber,
    /// `winning card`, `winner so far`, `card of P`: what lies in the trick.
    Trick,
}

impl FormScope {
    fn knows(&self, what: Knows) -> bool {
        match what {
            Knows::Leader => self.is_being_played() || self.kind == FormKind::Auction && self.part != Part::Before,
            Knows::Worth => self.kind == FormKind::Auction && self.part != Part::Before,
            Knows::Winner => {
                self.kind == FormKind::Tricks && !self.is_being_played()
                    || self.kind == FormKind::Auction && self.part == Part::Over
            }
            Knows::Turns => self.kind != FormKind::Tricks && self.stage.is_some(),
            Knows::TrickNumber => self.kind == FormKind::Tricks,
            Knows::Trick => self.kind == FormKind::Tricks && self.part != Part::Before,
        }
    }

    /// A trick goes on: somebody leads it, and nobody has won it.
    fn is_being_played(&self) -> bool {
        self.kind == FormKind::Tricks && self.part == Part::Turns
    }
}

/// `a` or `an`.
pub fn article(word: &str) -> &'static str {
    if word.starts_with(['a', 'e', 'i', 'o', 'A', 'E', 'I', 'O']) { "an" } else { "a" }
}

impl Resolver<'_> {
    /// Speaks of a new thing; the caller truncates the scopes again.
    pub(super) fn speak(&mut self, name: Option<String>, ty: Ty, inner: bool) -> VarId {
        let var = self.new_var();
        self.scopes.push(Scope { name, ty, var, inner });
        var
    }

    /// Does `body` while a thing is spoken of.
    pub(super) fn speaking<T>(
        &mut self,
        name: Option<String>,
        ty: Ty,
        inner: bool,
        body: impl FnOnce(&mut Self) -> T,
    ) -> (VarId, T) {
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

    /// The value of a kind that is spoken of, where that is not rather a card which has such a value.
    pub(super) fn nearest_of_kind(&mut self, kind: usize, span: Span) -> Option<Expr> {
        let of_cards = self.game.attrs.iter().any(|attr| attr.kind == kind);
        let spoken = |scope: &&Scope| scope.ty == Ty::Member(kind) || of_cards && scope.ty == Ty::Card;
        self.scopes.iter().rev().find(spoken).filter(|scope| scope.ty != Ty::Card)?;
        self.nearest(Ty::Member(kind), span).map(Expr::Var)
    }

    /// The nearest card, player or value of a kind: one without a name of its own if there is one, else a named one.
    pub(super) fn nearest(&mut self, ty: Ty, span: Span) -> Option<VarId> {
        let kind =
            if let Ty::Member(kind) = ty { self.game.kinds.get(kind).map(|kind| kind.name.clone()) } else { None };
        let mut unnamed = self.scopes.iter().rev().filter(|scope| scope.ty == ty && scope.name == kind);
        let first = unnamed.next().cloned();
        let second = unnamed.next().cloned();
        if let (Some(first), Some(second)) = (&first, &second)
            && first.inner
            && second.inner
        {
            // It is told once for each inner group.
            if let Some(told) = self.scopes.iter_mut().find(|scope| scope.var == first.var) {
                told.inner = false;
            }
            let noun = kind.as_deref().unwrap_or(if ty == Ty::Card { "card" } else { "player" });
            self.problem(
                    Diagnostic::new(Code::AmbiguousNoun, span, format!("two {noun}s are spoken of here, one inside the other; which is meant?"))
                        .help(format!("name the inner one: `{noun}s ... as this where ...`, and say `this`; then plain `{noun}` is the outer one")),
                );
        }
        let found = first.or_else(|| self.scopes.iter().rev().find(|scope| scope.ty == ty).cloned());
        found.map(|scope| scope.var)
    }

    /// The nearest form around that knows `what`; `words` are how the file asks for it.
    pub(super) fn form_with(&mut self, span: Span, words: &str, what: Knows) -> Option<FormScope> {
        // Who won an auction around a trick is not who wins the trick.
        let stops = |form: &&FormScope| form.knows(what) || what == Knows::Winner && form.is_being_played();
        let nearest = self.forms.iter().rev().find(stops).copied();
        if let Some(found) = nearest.filter(|form| form.knows(what)) {
            return Some(found);
        }
        let around = nearest.or(self.forms.last().copied());
        let in_auction = around.is_some_and(|form| form.kind == FormKind::Auction);
        let problem = |message: String, help: &str| Diagnostic::new(Code::OutsideForm, span, message).help(help);
        let problem = match (what, around) {
            (Knows::Leader | Knows::Worth | Knows::Turns, Some(form)) if in_auction && form.part == Part::Before => {
                problem(
                    format!("`{words}` means nothing yet: this is worked out before the first bid"),
                    "say who in another way, for example `left of dealer`",
                )
            }
            (Knows::Turns, Some(form)) if in_auction && form.part == Part::Between => problem(
                format!("`{words}` means nothing here: this is worked out before the turns of the stage"),
                "say it in another way, or remember it in a track in the stage before",
            ),
            (Knows::Turns, Some(_)) if in_auction => problem(
                format!("this auction has several stages, and `{words}` is of one of them; of which?"),
                "use it in a clause of a stage; remember it in a track to use it later",
            ),
            (Knows::Winner, Some(_)) if in_auction => problem(
                "nobody has won yet while the auction goes on".to_owned(),
                "say `leader` for who is ahead; `winner` stands under `sold`, `unsold` and `after`",
            ),
            (Knows::Leader, Some(form)) if form.kind == FormKind::Tricks => problem(
                "there is a `leader` only while a trick is played".to_owned(),
                "say `winner` for who won it; who led it is remembered in a track under `play`, as in `set led-by to leader`",
            ),
            (Knows::Winner, Some(form)) if form.kind == FormKind::Tricks => problem(
                "nobody has won the trick yet while it is played".to_owned(),
                "say `winner so far` for who is ahead in it, `leader` for who leads it; what happens to who wins it stands in `after`",
            ),
            (Knows::Leader | Knows::Worth, _) => problem(
                format!("`{words}` belongs to an auction, and there is none around this line"),
                "use it under `auction`; remember it in a track to use it later or in another phase",
            ),
            (Knows::Winner, _) => problem(
                "there is no `winner` here: it belongs to an auction that is over, or to a trick".to_owned(),
                "use it under `sold`, `unsold` or `after` of an `auction`, or under `tricks`; remember it in a track to use it later or in another phase",
            ),
            (Knows::Turns, _) => problem(
                format!("`{words}` belongs to an auction or a circuit, and there is none around this line"),
                "use it in a clause of `auction` or `circuit`",
            ),
            (Knows::Trick, Some(form)) if form.kind == FormKind::Tricks => problem(
                format!("`{words}` means nothing here: no trick is being played when this is looked at"),
                "use it in `must`, under `play` or in `after`; remember it in a track to use it here",
            ),
            (Knows::Trick, _) => problem(
                format!("`{words}` belongs to a trick, and there are no tricks around this line"),
                "use it under `tricks`; remember it in a track to use it later or in another phase",
            ),
            (Knows::TrickNumber, _) if self.before_tricks => problem(
                "`trick-number` is not known in `among` and `lead`: they are worked out before a trick begins"
                    .to_owned(),
                "count them in a track of the game, as in `add 1 to tricks-played` under `after`, and ask for that",
            ),
            (Knows::TrickNumber, _) => problem(
                "`trick-number` belongs to tricks, and there are none around this line".to_owned(),
                "use it under `tricks`; remember it in a track to use it later or in another phase",
            ),
        };
        self.problem(problem);
        None
    }

    /// The acting player, for a bare name that each player has.
    pub(super) fn whose(&mut self, word: &str, span: Span) -> Option<Expr> {
        let found = self.nearest(Ty::Player, span);
        if found.is_none() {
            let problem = Diagnostic::new(
                Code::Whose,
                span,
                format!("each player has {} `{word}`; whose is meant?", article(word)),
            );
            let problem = match &self.ownerless {
                Some(name) => problem.help(format!("add `of player` to the heading: `value {name} of player`; or say whose here, for example `{word} of dealer`")),
                None => problem.help(format!("say `{word} of dealer`, `{word} of each player` or the like")),
            };
            self.problem(problem);
        }
        if let Some(player) = found {
            self.is_said_bare(word, player, span);
        }
        found.map(Expr::Var)
    }

    /// The team spoken of, for a bare name that each team has.
    pub(super) fn team_spoken_of(&self) -> Option<Expr> {
        self.scopes.iter().rev().find(|scope| scope.ty == Ty::Team).map(|scope| Expr::Var(scope.var))
    }

    /// The card spoken of, for a bare name that each card has.
    pub(super) fn which_card(&mut self, word: &str, span: Span) -> Option<Expr> {
        let found = self.nearest(Ty::Card, span);
        if found.is_none() {
            let problem = Diagnostic::new(
                Code::WhichCard,
                span,
                format!("each card has {} `{word}`; which card is meant?", article(word)),
            );
            let problem = match &self.ownerless {
                Some(name) => problem.help(format!("add `of card` to the heading: `value {name} of card`; or say which here, for example `{word} of first card in lot`")),
                None => problem.help(format!("say `{word} of first card in lot` or the like")),
            };
            self.problem(problem);
        }
        self.bare.cards.extend(found);
        found.map(Expr::Var)
    }

    /// Whether a bare attribute is nearer as a card's than as a picked value of the same name.
    pub(super) fn nearer_as_attribute(&self, word: &str) -> bool {
        let picked = self.scopes.iter().rposition(|scope| scope.name.as_deref() == Some(word));
        let card = self.scopes.iter().rposition(|scope| scope.ty == Ty::Card && scope.name.is_none());
        matches!(self.names.get(word), Some((Named::Attr(_), _))) && card > picked
    }
}
