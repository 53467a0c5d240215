//! What each of several gets where a statement is done for one after the other (loop-invariant and loop-carried reads): what is the same for all is worked out once,
//! and what would go on from one to the next is refused.

use super::depends::Reads;
use super::names::Resolver;
use crate::design::walk::{changed, within};
use crate::design::ways::{Goes, ways};
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

/// What a statement changes for one of several, each with words that say whose it is: the same words where it is the same one's.
pub(super) struct Cells(Vec<(Changed, String)>);

/// What a statement changes for one of several (`var`).
pub(super) fn cells(stmt: &Stmt, var: VarId) -> Cells {
    let place = |of: &PlaceRef| (Changed::Place(of.place), owner(of).unwrap_or_default());
    let mut found = Vec::new();
    for way in ways(stmt) {
        found.push(place(way.to));
        match way.cards {
            Goes::First(from) | Goes::Alike(from, _) | Goes::Swapped(from) => found.push(place(from)),
            Goes::Group(cards) | Goes::Picked(cards) => within(cards, &mut |part| {
                if let Expr::CardsIn(from) = part {
                    found.push(place(from));
                }
            }),
            Goes::Trick => {}
        }
    }
    found.extend(changed(stmt).into_iter().map(|of| (Changed::Track(of.track), format!("{:?}", of.keys))));
    if matches!(stmt.kind, StmtKind::Score { .. }) {
        found.push((Changed::Scores, format!("{:?}", Expr::Var(var))));
    }
    Cells(found)
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
    pub(super) fn one_share(&mut self, kind: &mut StmtKind, var: VarId, changed: &Cells) -> Option<Share> {
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
        if !changed.0.iter().any(|(of, _)| of.is_read(&reads)) || reads.speaks_of(var) {
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

    /// Refuses a condition that what the ones before got has changed: on how one of several (`var`) stands among all, of three who are equal only the first
    /// would be among the highest; on what is the same for all, which may hold for the first and not for the others; on what the one beside has.
    pub(super) fn changes_what_is_asked(&mut self, stmt: &Stmt, var: VarId, changed: &Cells) -> Option<()> {
        let Some(when) = &stmt.when else { return Some(()) };
        let span = stmt.span;
        if self.holds_for_all_or_none(when, var, &changed.0) {
            return self.handed_on(
                span,
                "this is looked at anew for each, and what the ones before got changes it: it may hold for the first, and not for the others",
                "for all of them or for none: put the line under `if ...` with this condition; one after the other, as long as it holds: say `for each player` with the line under it; as many cards as there are: `deal 1 from stock to hand of each player if able`",
            );
        }
        if self.is_of_another(when, var, &changed.0, &mut Vec::new()) {
            return self.handed_on(
                span,
                "this asks of each for what another has, and that may be what the line gave the other just before",
                "as things stand before any gets it: say `where` in place of `when`, as in `each player where purse of left of player is 1`; one after the other: say `for each player` with the line under it",
            );
        }
        if !self.is_of_all(when, var, changed) {
            return Some(());
        }
        self.handed_on(
            span,
            "this asks of each how things stand after the ones before got theirs: of several who are equal only the first would get it",
            "as things stand before any gets it: say `where` in place of `when`, as in `each player where score is highest score of players`; one after the other: say `for each player` with the line under it",
        )
    }

    /// Refuses what one of several (`var`) would take on from the one before: `move hand of each player to hand of left of player` would bring all cards to one hand.
    pub(super) fn goes_on(&mut self, stmt: &Stmt, var: VarId, changed: &Cells) -> Option<()> {
        let another = |amount: &Expr| self.is_of_another(amount, var, &changed.0, &mut Vec::new());
        let span = stmt.span;
        let found = match &stmt.kind {
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
            StmtKind::Set { to: amount, .. } | StmtKind::Add { amount, .. } | StmtKind::Score { amount, .. } => {
                self.is_of_all(amount, var, changed) || another(amount)
            }
            StmtKind::Pay { amount, .. }
            | StmtKind::Deal { count: amount, .. }
            | StmtKind::Fill { size: amount, .. } => another(amount),
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
    fn is_of_all(&self, phrase: &Expr, var: VarId, changed: &Cells) -> bool {
        Reads::of(&self.game, phrase).speaks_of(var)
            && self.is_in(phrase, &mut Vec::new(), &|phrase| match phrase {
                Expr::Fold { over: Over::Players, key: of, .. }
                | Expr::Best { over: Over::Players, key: of, .. }
                | Expr::Where { over: Over::Players, cond: of, .. } => {
                    let reads = Reads::of(&self.game, of);
                    changed.0.iter().any(|(changed, _)| changed.is_read(&reads))
                }
                _ => false,
            })
    }

    /// Whether a part of a condition is the same for all of several (`var`), and what is done for one of them changes it.
    fn holds_for_all_or_none(&self, cond: &Expr, var: VarId, changed: &[(Changed, String)]) -> bool {
        if let Expr::And(_) | Expr::Or(_) | Expr::Not(_) | Expr::At { .. } = cond {
            let mut found = false;
            cond.parts(&mut |part| found |= self.holds_for_all_or_none(part, var, changed));
            return found;
        }
        let reads = Reads::of(&self.game, cond);
        !reads.speaks_of(var) && changed.iter().any(|(of, _)| of.is_read(&reads))
    }

    /// Whether a phrase asks, of one of several (`var`), for what the statement changes for another of them: `purse of left of player`. In a value the one of
    /// whom it is asked goes by a name of its own.
    fn is_of_another(&self, phrase: &Expr, var: VarId, changed: &[(Changed, String)], values: &mut Vec<usize>) -> bool {
        let speaks = |of: &Expr| Reads::of(&self.game, of).speaks_of(var);
        let differs = |is: &dyn Fn(Changed) -> bool, whose: &str| {
            let mut same = changed.iter().filter(|(of, _)| is(*of)).peekable();
            same.peek().is_some() && same.any(|(_, own)| own != whose)
        };
        let mut found = match phrase {
            Expr::Track { track, keys } => {
                keys.iter().any(speaks)
                    && differs(&|of| matches!(of, Changed::Track(other) if other == *track), &format!("{keys:?}"))
            }
            Expr::Score(of) => {
                let whose = format!("{:?}", scorer(of));
                speaks(of) && differs(&|of| matches!(of, Changed::Scores), &whose)
            }
            Expr::CardsIn(from) => match &from.of {
                Of::One(of) => {
                    let whose = owner(from).unwrap_or_default();
                    speaks(of) && differs(&|of| matches!(of, Changed::Place(other) if other == from.place), &whose)
                }
                Of::Whole | Of::Each(_) | Of::Owner => false,
            },
            Expr::Value { value, args } if !values.contains(value) => {
                values.push(*value);
                let one = args.iter().position(|arg| matches!(arg, Expr::Var(of) if *of == var));
                let known = self.game.values.get(*value);
                known.zip(one).is_some_and(|(known, one)| {
                    known.params.get(one).is_some_and(|(param, _)| {
                        let (here, there) = (format!("{:?}", Expr::Var(var)), format!("{:?}", Expr::Var(*param)));
                        let changed: Vec<_> =
                            changed.iter().map(|(of, whose)| (*of, whose.replace(&here, &there))).collect();
                        self.is_of_another(&known.body, *param, &changed, values)
                    })
                })
            }
            _ => false,
        };
        phrase.parts(&mut |part| found = found || self.is_of_another(part, var, changed, values));
        found
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

/// Of whom a score is: of a team, where it is that of any of its players.
fn scorer(of: &Expr) -> &Expr {
    match of {
        Expr::FirstFrom { of, .. } => match &**of {
            Expr::Members(team) => team,
            _ => of,
        },
        _ => of,
    }
}

/// Whose place it is, as words that are the same where it is the same.
fn owner(of: &PlaceRef) -> Option<String> {
    match &of.of {
        Of::One(owner) => Some(format!("{owner:?}")),
        Of::Whole | Of::Each(_) | Of::Owner => None,
    }
}
