//! What each of several gets where a statement is done for one after the other (loop-invariant and loop-carried reads): what is the same for all is worked out once,
//! and what would go on from one to the next is refused.

use super::depends::Reads;
use super::names::Resolver;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::ir::{Expr, Of, Over, PlaceRef, Repeats, Stmt, StmtKind, Target, Ty, VarId};

/// An amount that is worked out once, before the first gets it.
pub(super) struct Share {
    var: VarId,
    amount: Expr,
}

/// What a statement changes.
#[derive(Clone, Copy)]
enum Changed {
    Place(usize),
    Track(usize),
    Scores,
}

impl Changed {
    fn is_read(self, reads: &Reads) -> bool {
        match self {
            Self::Place(place) => reads.places.contains(&place),
            Self::Track(track) => reads.tracks.contains(&track),
            Self::Scores => reads.scores,
        }
    }
}

/// The numbers and cards that a statement changes.
fn changed(kind: &StmtKind) -> Vec<Changed> {
    let (place, track) = (|of: &PlaceRef| Changed::Place(of.place), |of: &Target| Changed::Track(of.track));
    match kind {
        StmtKind::Deal { from, to, .. } | StmtKind::Fill { from, place: to, .. } => vec![place(from), place(to)],
        StmtKind::Pay { from, to, .. } => from.iter().chain(to.iter()).map(track).collect(),
        StmtKind::Add { target, .. } | StmtKind::Set { target, .. } => vec![track(target)],
        StmtKind::Score { .. } => vec![Changed::Scores],
        StmtKind::Do { .. }
        | StmtKind::Move { .. }
        | StmtKind::DealEach { .. }
        | StmtKind::Shuffle(_)
        | StmtKind::Sort { .. }
        | StmtKind::Swap(..)
        | StmtKind::Draw { .. }
        | StmtKind::DrawNumber { .. }
        | StmtKind::If { .. }
        | StmtKind::ForEach { .. }
        | StmtKind::Repeat { .. }
        | StmtKind::Ask(_)
        | StmtKind::Ends { .. }
        | StmtKind::EndPhase
        | StmtKind::Won(_)
        | StmtKind::Auction(_)
        | StmtKind::Circuit { .. }
        | StmtKind::Tricks(_) => Vec::new(),
    }
}

impl Share {
    /// A statement behind it, in which it is known: as a count from the amount up to itself.
    pub(super) fn before(self, each: Stmt) -> Stmt {
        let Self { var, amount } = self;
        let repeats = Repeats::Count { var, from: amount.clone(), to: amount, down: false };
        Stmt { span: each.span, when: None, kind: StmtKind::Repeat { repeats, body: vec![each] } }
    }
}

impl Resolver<'_> {
    /// What each of several gets (`var`), where the amount asks for what the statement changes, and not for who gets it: all get the same, as
    /// `deal (number of cards in stock / players rounded down) from stock to hand of each player` says.
    pub(super) fn one_share(&mut self, kind: &mut StmtKind, var: VarId) -> Option<Share> {
        let changed = changed(kind);
        let amount = match kind {
            StmtKind::Deal { count: amount, .. }
            | StmtKind::Fill { size: amount, .. }
            | StmtKind::Pay { amount, .. }
            | StmtKind::Add { amount, .. }
            | StmtKind::Score { amount, .. } => amount,
            StmtKind::Set { target, to } if self.is_a_number(target) => to,
            _ => return None,
        };
        let reads = Reads::of(&self.game, amount);
        if !changed.iter().any(|of| of.is_read(&reads)) || reads.speaks_of(var) {
            return None;
        }
        let once = self.new_var();
        Some(Share { var: once, amount: std::mem::replace(amount, Expr::Var(once)) })
    }

    /// Refuses that the game ends for each of several: it would end at the first of them.
    pub(super) fn ends_at_the_first(&mut self, kind: &StmtKind, span: Span) -> Option<()> {
        if !matches!(kind, StmtKind::Won(_)) {
            return Some(());
        }
        self.handed_on(
            span,
            "the game ends here, so it would end at the first of them, and the others would not win or lose",
            "all of them together: `won by players where score is at least 10`, `won by players with highest score`, `lost by players where ...`",
        )
    }

    /// Refuses a condition on how one of several (`var`) stands among all, where what the ones before got has changed that: of three who are equal only the
    /// first would be among the highest.
    pub(super) fn changes_what_is_asked(&mut self, stmt: &Stmt, var: VarId, span: Span) -> Option<()> {
        if !stmt.when.as_ref().is_some_and(|when| self.is_of_all(when, var, &stmt.kind)) {
            return Some(());
        }
        self.handed_on(
            span,
            "this asks of each how things stand after the ones before got theirs: of several who are equal only the first would get it",
            "as things stand before any gets it: say `where` in place of `when`, as in `each player where score is highest score of players`; one after the other: say `for each player` with the line under it",
        )
    }

    /// Refuses what one of several (`var`) would take on from the one before: `move hand of each player to hand of left of player` would bring all cards to one hand.
    pub(super) fn goes_on(&mut self, kind: &StmtKind, var: VarId, span: Span) -> Option<()> {
        let found = match kind {
            StmtKind::Move { cards, to } => self.comes_from(
                cards,
                var,
                &mut |of| matches!(of, Expr::CardsIn(from) if from.place == to.place && owner(from) != owner(to)),
            ),
            StmtKind::Swap(one, other) => {
                let speaks = |of: &PlaceRef| self.comes_from(&Expr::CardsIn(of.clone()), var, &mut |_| true);
                let differ = one.place == other.place && owner(one) != owner(other);
                // What all have in common would go from one to the next.
                (differ && speaks(one) && speaks(other)) || speaks(one) != speaks(other)
            }
            StmtKind::Set { target, to: amount } | StmtKind::Add { target, amount } => {
                let others = self.comes_from(amount, var, &mut |of| {
                    matches!(of, Expr::Track { track, keys } if *track == target.track && !is_same(keys, &target.keys))
                });
                others || self.is_of_all(amount, var, kind)
            }
            StmtKind::Score { amount, .. } => self.is_of_all(amount, var, kind),
            _ => false,
        };
        if !found {
            return Some(());
        }
        self.handed_on(
            span,
            "this can be read in two ways: all at the same time, or one after the other, so that each hands on what came from the one before",
            "all at the same time: put aside first what each gives, as in `move hand of each player to passed of left of player`, then `move passed of each player to hand`; one after the \
             other: say `for each player` with the line under it",
        )
    }

    fn handed_on(&mut self, span: Span, message: &str, help: &str) -> Option<()> {
        self.problem(Diagnostic::new(Code::HandedOn, span, message).help(help));
        None
    }

    /// Refuses all cards of one place for each of several (`var`): the first would get them, and the others none.
    pub(super) fn is_for_the_first(&mut self, kind: &StmtKind, var: VarId, span: Span) -> Option<()> {
        let StmtKind::Move { cards, to } = kind else { return Some(()) };
        let Of::One(owner) = &to.of else { return Some(()) };
        let speaks = |phrase: &Expr| Reads::of(&self.game, phrase).speaks_of(var);
        let (Expr::CardsIn(from), false, true) = (all_of(cards), speaks(cards), speaks(owner)) else { return Some(()) };
        let place = self.game.places.get(from.place).map(|place| place.name.clone()).unwrap_or_default();
        let help = format!(
            "so many for each: `deal 3 from {place} to ... of each player`; as many as there are: `deal number of cards in {place} / players rounded down from {place} to ... of each player`; for one player, say who that is"
        );
        self.handed_on(span, "the first of them would get all of these cards, and the others none", &help)
    }

    /// Whether a phrase speaks of one of several (`var`), and asks of all of them what the statement changes.
    fn is_of_all(&self, phrase: &Expr, var: VarId, kind: &StmtKind) -> bool {
        let changed = changed(kind);
        Reads::of(&self.game, phrase).speaks_of(var)
            && self.is_in(phrase, &mut Vec::new(), &|phrase| match phrase {
                Expr::Fold { over: Over::Players, key: of, .. }
                | Expr::Best { over: Over::Players, key: of, .. }
                | Expr::Where { over: Over::Players, cond: of, .. } => {
                    let reads = Reads::of(&self.game, of);
                    changed.iter().any(|changed| changed.is_read(&reads))
                }
                _ => false,
            })
    }

    /// Whether something is in a phrase, or in a value that it asks for.
    fn is_in(&self, phrase: &Expr, values: &mut Vec<usize>, is: &dyn Fn(&Expr) -> bool) -> bool {
        let mut found = is(phrase);
        if let Expr::Value { value, .. } = phrase
            && !values.contains(value)
            && let Some(known) = self.game.values.get(*value)
        {
            values.push(*value);
            found = found || self.is_in(&known.body, values, is);
        }
        phrase.parts(&mut |part| found = found || self.is_in(part, values, is));
        found
    }

    /// Whether a track always holds a number.
    fn is_a_number(&self, of: &Target) -> bool {
        self.game.tracks.get(of.track).is_some_and(|track| track.ty == Ty::Number && !track.or_nothing)
    }

    /// Whether a phrase looks at something that speaks of one of several.
    fn comes_from(&self, phrase: &Expr, var: VarId, is: &mut dyn FnMut(&Expr) -> bool) -> bool {
        let mut found = is(phrase) && Reads::of(&self.game, phrase).speaks_of(var);
        phrase.parts(&mut |part| found |= self.comes_from(part, var, is));
        found
    }
}

/// Whether two phrases say the same: pronouns and names alike.
pub(super) fn is_same(one: &impl std::fmt::Debug, other: &impl std::fmt::Debug) -> bool {
    format!("{one:?}") == format!("{other:?}")
}

/// The group of which only some are meant.
fn all_of(cards: &Expr) -> &Expr {
    if let Expr::Where { of, .. } = cards { all_of(of) } else { cards }
}

/// Whose place it is, as words that are the same where it is the same.
fn owner(of: &PlaceRef) -> Option<String> {
    match &of.of {
        Of::One(owner) => Some(format!("{owner:?}")),
        Of::Whole | Of::Each(_) | Of::Owner => None,
    }
}
