//! What a bid is worth: said once for the auction or under each `bid`, and known before the bid is made where a `must`
//! asks for it.

use super::depends::Reads;
use super::names::Resolver;
use super::scope::{FormScope, Knows, Part};
use crate::design::walk;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::ir::{Circuit, Comparison, Expr, Fact, FormKind, Pick, Role, Source, Stmt, StmtKind};
use crate::syntax::tree::{Clause, Form, Phrase, Shape};

/// What the clauses of an auction say of all its bids.
#[derive(Debug, Clone)]
pub struct Bidding {
    worth: Option<Phrase>,
    used: bool,
    highest: bool,
    /// Whether a `must` asks for the worth of a bid that has none.
    lacks: bool,
}

impl Bidding {
    pub(super) fn of(clauses: &[Clause]) -> Self {
        let mut found = Self { worth: None, used: false, highest: true, lacks: false };
        for clause in clauses {
            match (&clause.shape, clause.word.text.as_str()) {
                (Shape::Phrase(worth), "worth") => found.worth = Some(worth.clone()),
                (Shape::Wins { highest, .. }, _) => found.highest = *highest,
                _ => {}
            }
        }
        found
    }
}

/// A bid that may be made.
#[derive(Debug, Clone)]
pub struct Proposed {
    worth: Option<Expr>,
    /// Where its worth was asked for.
    asked: Option<Span>,
}

/// `outbid leader`
pub struct Outbids {
    /// Somebody is ahead.
    pub led: Expr,
    /// This bid would be better.
    pub beats: Expr,
}

impl Outbids {
    /// Where nobody is ahead, any bid does.
    pub fn anyhow(self) -> Expr {
        Expr::Or(vec![Expr::Not(Box::new(self.led)), self.beats])
    }
}

impl Resolver<'_> {
    /// Where an auction is over: what may be asked of the bids that were made.
    pub(super) fn what_was_bid(&self) -> Option<&'static str> {
        let around = self.forms.last()?;
        let over = around.kind == FormKind::Auction && around.part == Part::Over;
        over.then_some(
            "what was bid has its name only under its own `bid`; here it is `worth of winner`, if that is what the bid is worth; else remember it there, in a track for each player",
        )
    }

    /// The worth of a bid: its own, that of the auction, or the number that is bid.
    pub(super) fn worth_of_bid(&mut self, clause: &Clause, picks: &[Pick]) -> Option<Option<Expr>> {
        let phrase = clause.worth.clone().or_else(|| {
            let bidding = self.bidding.as_mut()?;
            bidding.used = true;
            bidding.worth.clone()
        });
        let Some(phrase) = phrase else {
            return Some(match picks {
                [Pick { source: Source::Number { .. }, var, .. }] => Some(Expr::Var(*var)),
                _ => None,
            });
        };
        // Turns belong to a stage, the worth to the whole auction.
        let around = self.forms.last().copied();
        self.forms
            .extend(around.map(|form| FormScope { stage: form.stage.filter(|stage| *stage == form.form), ..form }));
        let found = self.number(&phrase);
        if around.is_some() {
            self.forms.pop();
        }
        found.map(Some)
    }

    /// Whether a worth speaks of what is picked.
    pub(super) fn is_of_picks(&self, worth: Option<&Expr>, picks: &[Pick]) -> bool {
        let reads = worth.map(|worth| Reads::of(&self.game, worth)).unwrap_or_default();
        picks.iter().any(|pick| reads.vars.contains(&pick.var))
    }

    /// From here on the `must` lines of an act are read. Gives what was proposed before.
    pub(super) fn propose(&mut self, role: Role, worth: Option<&Option<Expr>>) -> Option<Proposed> {
        let now = worth.filter(|_| role == Role::Bid).map(|worth| Proposed { worth: worth.clone(), asked: None });
        std::mem::replace(&mut self.proposed, now)
    }

    /// `worth` in a `must` of a bid: what this bid would be worth.
    pub(super) fn proposed_worth(&mut self, span: Span) -> Option<Expr> {
        match &mut self.proposed {
            Some(proposed) => {
                proposed.asked.get_or_insert(span);
                if proposed.worth.is_none() {
                    // That nothing says what it is worth is told at the auction.
                    self.told += 1;
                    if let Some(bidding) = &mut self.bidding {
                        bidding.lacks = true;
                    }
                }
                self.proposed.as_ref().and_then(|proposed| proposed.worth.clone())
            }
            None => {
                self.problem(
                    Diagnostic::new(Code::Whose, span, "the `worth` of whose bid is meant?").help(
                        "say `worth of leader`, `worth of player` or the like; plain `worth` stands in the `must` lines of a `bid`, for what this bid would be worth",
                    ),
                );
                None
            }
        }
    }

    /// `outbid leader`: the bid would be better than that of who is ahead.
    pub(super) fn outbids(&mut self, span: Span) -> Option<Outbids> {
        let Some(highest) = self.bidding.as_ref().map(|bidding| bidding.highest).filter(|_| self.proposed.is_some())
        else {
            self.problem(
                Diagnostic::new(
                    Code::OutsideForm,
                    span,
                    "`outbid leader` is a rule for a bid that is about to be made",
                )
                .help("say it in a `must` of a `bid`: `must outbid leader`"),
            );
            return None;
        };
        let form = self.form_with(span, "leader", Knows::Leader)?.form;
        let worth = self.proposed_worth(span)?;
        let leader = Expr::Fact(Fact::Leader(form));
        let best = Expr::Fact(Fact::Worth(form, Box::new(leader.clone())));
        let better = if highest { Comparison::MoreThan } else { Comparison::LessThan };
        Some(Outbids {
            led: Expr::compare(Comparison::IsNot, leader, Expr::Nothing),
            beats: Expr::compare(better, worth, best),
        })
    }

    /// A `must` that asks what the bid would be worth wants a worth that does not depend on what the bid changes.
    pub(super) fn worth_is_known_before(&mut self, proposed: Option<Proposed>, picks: &[Pick], body: &[Stmt]) {
        let Some(Proposed { worth: Some(worth), asked: Some(asked) }) = proposed else { return };
        let reads = Reads::of(&self.game, &worth);
        let mut changed = None;
        let name = |place: usize, this: &Self| this.game.places.get(place).map(|place| place.name.clone());
        for pick in picks {
            let Some(to) = &pick.to else { continue };
            let from = if let Source::Cards { place, .. } = pick.source { place } else { None };
            if let Some(place) = [Some(to.place), from].into_iter().flatten().find(|place| reads.places.contains(place))
            {
                changed = name(place, self).map(|name| format!("on the cards in `{name}`, which the bid changes"));
            }
        }
        walk::statements(body, &mut |stmt| {
            // A phase may set any track.
            let set = match &stmt.kind {
                StmtKind::Do { .. } => reads.tracks.iter().next().copied(),
                _ => walk::changed(stmt).iter().map(|target| target.track).find(|track| reads.tracks.contains(track)),
            };
            if let Some(track) = set {
                let name = self.game.tracks.get(track).map(|track| track.name.as_str()).unwrap_or_default();
                changed = Some(format!("on `{name}`, which the bid sets"));
            }
            let moves = matches!(
                stmt.kind,
                StmtKind::Move { .. }
                    | StmtKind::Deal { .. }
                    | StmtKind::DealEach { .. }
                    | StmtKind::Fill { .. }
                    | StmtKind::Swap(..)
                    | StmtKind::Do { .. }
            );
            if moves && !reads.places.is_empty() {
                changed = Some("on where cards lie, which the bid changes".to_owned());
            }
        });
        if let Some(changed) = changed {
            self.problem(
                Diagnostic::new(Code::WorthNotKnown, asked, "what this bid would be worth is not known before it is made")
                    .here(format!("it depends {changed}"))
                    .help("say the `worth` with what is picked, for example `worth 10 * number + height of suit`; or say here what has to hold of the picks"),
            );
        }
    }

    pub(super) fn every_bid_has_a_worth(&mut self, form: &Form, stages: &[Option<Circuit>], bidding: Option<&Bidding>) {
        let mut bids = stages.iter().flatten().flat_map(|stage| &stage.acts).filter(|act| act.role == Role::Bid);
        if bids.any(|act| act.worth.is_none()) || bidding.is_some_and(|bidding| bidding.lacks) {
            self.problem(Diagnostic::new(Code::MissingClause, form.word.span, "nothing says what a bid is worth").help(
                "add a `worth` line, for example `worth total rank of bid`, to the auction or under its `bid`; only a bid of one number is worth itself",
            ));
        }
    }

    pub(super) fn the_worth_is_used(&mut self, bidding: Option<Bidding>) {
        if let Some(Bidding { worth: Some(worth), used: false, .. }) = bidding
            && !self.problems.iter().any(Diagnostic::is_error)
        {
            self.problem(
                Diagnostic::new(Code::Unused, worth.span, "nothing uses this `worth`: each bid has one of its own")
                    .help("take it out"),
            );
        }
    }
}
