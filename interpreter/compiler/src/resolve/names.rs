//! What each name of the file is, and the state of resolving.

mod unknown;

use std::collections::BTreeMap;

use super::Moment;
use super::bare::Bare;
use super::bids::{Bidding, Proposed};
use super::direction::DIRECTION;
use super::each::Each;
use super::numbers::Numbers;
use super::scope::{FormScope, Part, Scope};
use super::types::Quant;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::ir::{Expr, FormKind, Game, Place, Point, PointSort, Repeats, TRICK, Ty, VarId};
use crate::syntax::tree::{File, Item, Name, PhaseItem, Phrase, PhraseKind, ValueItem};

/// What a name stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Named {
    Attr(usize),
    Kind(usize),
    Option(usize),
    Place(usize),
    Track(usize),
    Value(usize),
    Phase(usize),
    /// A seat of a scripted game, or nobody.
    Seat(Option<usize>),
}

/// How far a value is resolved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Progress {
    Waiting,
    Working,
    Done,
    /// It has a problem that was told.
    Failed,
}

/// Resolves and types one file.
pub struct Resolver<'t> {
    pub(super) game: Game,
    pub(super) problems: Vec<Diagnostic>,
    pub(super) names: BTreeMap<String, (Named, Span)>,
    pub(super) scopes: Vec<Scope>,
    pub(super) forms: Vec<FormScope>,
    pub(super) quants: Vec<Vec<Quant>>,
    pub(super) each: Each,
    pub(super) value_items: Vec<(&'t ValueItem, Progress)>,
    /// How many values are being read, each because the one before uses it.
    pub(super) value_depth: usize,
    /// How many rows the tables have together.
    pub(super) rows: usize,
    pub(super) phase_items: Vec<&'t PhaseItem>,
    /// What each phase takes.
    pub(super) phase_takes: Vec<Vec<Scope>>,
    pub(super) phase: Option<usize>,
    pub(super) numerals: Vec<usize>,
    pub(super) card_owner: bool,
    pub(super) used: Vec<Named>,
    /// Names that mean two things, which was told: nothing more is said of them.
    pub(super) clashing: Vec<String>,
    /// How often a problem was found, those told before included.
    pub(super) told: usize,
    /// The value being read, where its heading does not say what it is of.
    pub(super) ownerless: Option<String>,
    /// By what teams are made in play.
    pub(super) sides: Option<Name>,
    /// Whether the file says who plays together.
    pub(super) has_teams: bool,
    /// The players whom lines under `for each player` go through, the innermost last.
    pub(super) gone_through: Vec<VarId>,
    /// Whether who takes part in tricks, or who leads them, is being read: before each of them, or before the first.
    pub(super) before_tricks: bool,
    /// Whether the lines under `play` are being read: the card lies in the trick.
    pub(super) played: bool,
    /// Whether a `must` of a card that may be played is being read.
    pub(super) to_be_played: bool,
    /// Whether the place is being read to which what is picked goes: it is known before anything is picked.
    pub(super) destination: bool,
    /// The names of what an act picks, while its `when` is being read.
    pub(super) picked_later: Vec<String>,
    /// What was said without whose it is, under an act.
    pub(super) bare: Bare,
    /// What are trumps in the tricks being read.
    pub(super) trumps: Option<Phrase>,
    /// The bids of the auction being read.
    pub(super) bidding: Option<Bidding>,
    /// The bid whose `must` lines are being read.
    pub(super) proposed: Option<Proposed>,
    /// What a game may reach, where that is asked for.
    pub(super) points: Option<Vec<Point>>,
    /// Whether what is read is worked out while a game is played: a value, or what happens in a phase.
    pub(super) played_out: bool,
    /// The numbers that are read.
    pub(super) numbers: Numbers,
}

/// What is told of a name that nothing declares and that is like no other.
pub const NAMES_ARE: &str =
    "names are those of attributes, their values, options, values, places, tracks and phases of this file";

impl<'t> Resolver<'t> {
    pub(super) fn new(file: &'t File) -> Self {
        let mut game = Game::default();
        for name in ["box", "trick"] {
            game.places.push(Place {
                name: name.to_owned(),
                per: None,
                sights: Vec::new(),
                size: Vec::new(),
                totals: Vec::new(),
                refilled: None,
                span: Span::default(),
            });
        }
        let owner = 0;
        game.vars = 1;
        if let Some(trick) = game.places.get_mut(TRICK) {
            trick.sights.push(crate::ir::Sight { who: Expr::AllPlayers, owner, when: None });
        }
        let value_items = file
            .items
            .iter()
            .filter_map(|item| if let Item::Value(value) = item { Some((value, Progress::Waiting)) } else { None })
            .collect();
        let phase_items = file
            .items
            .iter()
            .filter_map(|item| if let Item::Phase(phase) = item { Some(phase) } else { None })
            .collect();
        let mut names = BTreeMap::new();
        names.insert("box".to_owned(), (Named::Place(0), Span::default()));
        names.insert("trick".to_owned(), (Named::Place(TRICK), Span::default()));
        Self {
            game,
            problems: Vec::new(),
            names,
            scopes: Vec::new(),
            forms: Vec::new(),
            quants: Vec::new(),
            each: Each::No,
            value_items,
            value_depth: 0,
            rows: 0,
            phase_items,
            phase_takes: Vec::new(),
            phase: None,
            numerals: Vec::new(),
            card_owner: false,
            used: Vec::new(),
            clashing: Vec::new(),
            told: 0,
            ownerless: None,
            sides: None,
            has_teams: false,
            gone_through: Vec::new(),
            before_tricks: false,
            played: false,
            to_be_played: false,
            destination: false,
            picked_later: Vec::new(),
            bare: Bare::default(),
            trumps: None,
            bidding: None,
            proposed: None,
            points: None,
            played_out: false,
            numbers: Numbers::default(),
        }
    }

    /// Notes what a game may reach.
    pub(super) fn point(&mut self, sort: PointSort, span: Span) {
        if self.played_out
            && let Some(points) = &mut self.points
        {
            points.push(Point { span, sort });
        }
    }

    /// A phrase that is watched, if somebody wants to know.
    pub(super) fn watched(&mut self, sort: PointSort, span: Span, expr: Expr) -> Expr {
        if self.points.is_none() || !self.played_out {
            return expr;
        }
        self.point(sort, span);
        Expr::At { span, of: Box::new(expr) }
    }

    /// A condition that is watched.
    pub(super) fn watched_condition(&mut self, phrase: &Phrase) -> Option<Expr> {
        if let PhraseKind::YesNo(yes) = phrase.kind {
            let word = if yes { "yes" } else { "no" };
            self.problem(
                Diagnostic::new(Code::Type, phrase.span, format!("`{word}` by itself asks nothing: it is {} so", if yes { "always" } else { "never" }))
                    .help("what was picked with `yes or no` is `answer`, or `not answer`; of a track say its name, or compare it: `open is yes`"),
            );
            return None;
        }
        let found = self.condition(phrase)?;
        Some(self.watched(PointSort::Condition, phrase.span, found))
    }

    pub(super) fn problem(&mut self, problem: Diagnostic) {
        self.told += 1;
        // One cause is told once.
        if !self.problems.iter().any(|other| other.code == problem.code && other.span() == problem.span()) {
            self.problems.push(problem);
        }
    }

    /// What is missing here is so by a problem that was told where it was declared, such as a kind whose list cannot be read.
    pub(super) const fn told_where_declared(&mut self) {
        self.told += 1;
    }

    /// Nothing is lost in silence: where `found` is missing, a problem must have been told since `before`.
    pub(super) fn told_why<T>(&mut self, found: Option<T>, before: usize, span: Span) -> Option<T> {
        if found.is_none() && self.told == before {
            self.problem(
                Diagnostic::new(Code::Internal, span, "this could not be understood, and nothing says why")
                    .help("please report it, with the file; meanwhile say it in another way"),
            );
        }
        found
    }

    /// Gives `name` a meaning; two things of one name are a problem.
    pub(super) fn declare(&mut self, name: &Name, named: Named) {
        const BUILT_IN: [&str; 14] = [
            "bank",
            "box",
            "trick",
            "owner",
            "leader",
            "winner",
            "left",
            "right",
            "partner",
            "team",
            "opponents",
            "score",
            "position",
            "trick-number",
        ];
        if BUILT_IN.contains(&name.text.as_str()) {
            self.clashing.push(name.text.clone());
            self.problem(
                Diagnostic::new(Code::ReservedName, name.span, format!("`{}` has a meaning of its own", name.text))
                    .help("choose another name"),
            );
            return;
        }
        if name.text == DIRECTION && self.game.turning.is_some() {
            self.clashing.push(name.text.clone());
            self.problem(
                Diagnostic::new(
                    Code::ReservedName,
                    name.span,
                    "`direction` is which way play goes, as play turns round here",
                )
                .help("choose another name"),
            );
            return;
        }
        if let Some((_, first)) = self.names.get(&name.text) {
            let first = *first;
            self.clashing.push(name.text.clone());
            self.problem(
                Diagnostic::new(
                    Code::TwoOfOneName,
                    name.span,
                    format!("there are two things of the name `{}`", name.text),
                )
                .here("the second")
                .and(first, "the first")
                .help("give one of them another name"),
            );
            return;
        }
        self.names.insert(name.text.clone(), (named, name.span));
    }

    pub(super) fn find(&mut self, word: &str) -> Option<Named> {
        let named = self.names.get(word).map(|(named, _)| *named);
        if let Some(named) = named
            && !self.used.contains(&named)
        {
            self.used.push(named);
        }
        named
    }

    pub(super) fn new_var(&mut self) -> VarId {
        self.game.vars += 1;
        self.game.vars - 1
    }

    /// Seats by their names in a scripted game, and whose turn it is, unless the file calls something else `turn`.
    pub(super) fn sit(&mut self, seats: &[String], now: Option<Moment>) {
        let plain = |id: usize| self.game.phases.get(id).is_some_and(|phase| matches!(phase.repeats, Repeats::Once));
        let own = self.names.get("turn").is_some_and(|(named, _)| !matches!(named, Named::Phase(id) if plain(*id)));
        if let Some(now) = now.filter(|_| !own) {
            self.names.insert("turn".to_owned(), (Named::Seat(now.turn), Span::default()));
        }
        for (seat, name) in seats.iter().enumerate() {
            self.names.insert(name.clone(), (Named::Seat(Some(seat)), Span::default()));
        }
        if let Some((form, in_trick)) = now.and_then(|now| Some((now.form?, now.in_trick))) {
            let Some((kind, auction)) = self.game.forms.get(form).map(|form| (form.kind, form.auction)) else { return };
            let staged = self.game.forms.iter().any(|other| other.auction == Some(form));
            self.forms.push(FormScope {
                form: auction.unwrap_or(form),
                kind,
                stage: (!staged).then_some(form),
                // While cards lie in the trick, who is ahead in it is meant, and else who took the last.
                part: if kind == FormKind::Tricks && in_trick { Part::Turns } else { Part::Over },
                at_once: false,
            });
        }
    }

    pub(super) fn finish(mut self) -> (Game, Vec<Diagnostic>) {
        self.nothing_is_unused();
        self.problems.sort_by_key(|problem| problem.span().start);
        (self.game, self.problems)
    }

    /// What a type is called.
    pub(super) fn type_name(&self, ty: Ty) -> String {
        match ty {
            Ty::Number => "a number".to_owned(),
            Ty::YesNo => "yes or no".to_owned(),
            Ty::Player => "a player".to_owned(),
            Ty::Team => "a team".to_owned(),
            Ty::Card => "a card".to_owned(),
            Ty::Cards => "a group of cards".to_owned(),
            Ty::Players => "a group of players".to_owned(),
            Ty::Member(kind) => self.game.kinds.get(kind).map_or_else(
                || "a value".to_owned(),
                |kind| format!("{} {}", super::scope::article(&kind.name), kind.name),
            ),
            Ty::Nothing => "nothing".to_owned(),
        }
    }
}
