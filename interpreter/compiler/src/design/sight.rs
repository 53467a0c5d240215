//! Information flow, by reading: what may be done tells everybody something, so it must not depend on cards that who chooses
//! cannot know.

use std::cell::RefCell;

use super::walk;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::ir::{Act, Expr, Game, Of, Over, Pick, Place, PlaceRef, Sight, Source, StmtKind, VarId};

/// No rule about an act looks at cards that are hidden from who chooses.
pub fn no_rule_tells_hidden_cards(game: &Game) -> Vec<Diagnostic> {
    let dealt = dealt_unseen(game);
    let mut found: Vec<Diagnostic> = Vec::new();
    walk::everywhere(game, &mut |stmt| {
        let (acts, chooser): (Vec<&Act>, VarId) = match &stmt.kind {
            StmtKind::Ask(ask) => (ask.acts.iter().collect(), ask.player),
            StmtKind::Circuit { circuit, .. } => (circuit.acts.iter().collect(), circuit.player),
            StmtKind::Auction(auction) => {
                for stage in &auction.stages {
                    let rules = Rules { game, dealt: &dealt, chooser: stage.player, others: RefCell::default() };
                    stage.acts.iter().for_each(|act| rules.of(act, &mut found));
                }
                return;
            }
            StmtKind::Tricks(tricks) => {
                if let Some(window) = &tricks.window {
                    let rules = Rules { game, dealt: &dealt, chooser: window.player, others: RefCell::default() };
                    window.acts.iter().for_each(|act| rules.of(act, &mut found));
                }
                if tricks.chooser.is_some() {
                    return;
                }
                (std::iter::once(&tricks.play).chain(&tricks.acts).collect(), tricks.player)
            }
            _ => return,
        };
        let rules = Rules { game, dealt: &dealt, chooser, others: RefCell::default() };
        acts.into_iter().for_each(|act| rules.of(act, &mut found));
    });
    found
}

/// Whether nobody ever sees the cards of a place.
fn is_dark(place: &Place) -> bool {
    !place.sights.is_empty() && place.sights.iter().all(|sight| sight.when.is_none() && is_nobody(&sight.who))
}

/// What is written in place of an act at a line in which a card is picked that who picks does not see.
#[must_use]
pub fn instead_of_a_blind_pick(game: &Game, line: Span) -> Option<String> {
    let mut found = None;
    walk::everywhere(game, &mut |stmt| {
        for act in walk::acts(stmt).into_iter().filter(|act| act.span == line || stmt.span == line) {
            found = found.take().or_else(|| act.picks.iter().find_map(|pick| instead_of_picking(game, act, pick)));
        }
    });
    found
}

/// What is written in place of a pick of cards that who picks does not see: of a pile cards are dealt, of a hand they are picked by where they lie.
pub(super) fn instead_of_picking(game: &Game, act: &Act, pick: &Pick) -> Option<String> {
    let Source::Cards { place: Some(place), from: Expr::CardsIn(PlaceRef { of, .. }), .. } = &pick.source else {
        return None;
    };
    let place = game.places.get(*place)?;
    let (from, name) = (&place.name, game.acts.get(act.name)?);
    if is_dark(place) {
        let own = game.places.iter().find(|place| place.per.is_some());
        let to = pick.to.as_ref().and_then(|to| game.places.get(to.place)).or(own)?;
        return Some(format!(
            "nobody sees the cards of `{from}`, so none of them is chosen: take the pick out of `{name}`, and write under it `deal 1 from {from} to {}`",
            to.name
        ));
    }
    // Who is neither the one who acts nor spoken of further out: a seat beside them, or a player who is picked.
    let others = match of {
        Of::One(owner) => match &**owner {
            Expr::Var(var) => act.picks.iter().any(|pick| pick.var == *var),
            owner => matches!(owner, Expr::Seat { .. } | Expr::Partner(_)),
        },
        Of::Whole | Of::Each(_) | Of::Owner => false,
    };
    (others && !place.sights.is_empty() && place.sights.iter().all(is_owner)).then(|| {
        format!(
            "a card of others is picked by where it lies: `a number from 1 to number of cards in {from} of ...`, and under the act a `move` of \
             `last card in first (number) cards in {from} of ...`"
        )
    })
}

fn is_nobody(who: &Expr) -> bool {
    match who {
        Expr::JustPlayer(one) => matches!(**one, Expr::Nothing),
        Expr::Nothing => true,
        Expr::Together(all) => all.is_empty(),
        _ => false,
    }
}

fn is_owner(sight: &Sight) -> bool {
    sight.when.is_none()
        && matches!(&sight.who, Expr::JustPlayer(who) if matches!(**who, Expr::Var(var) if var == sight.owner))
}

/// For each place whether cards are dealt there from one that nobody sees: others cannot have followed them.
fn dealt_unseen(game: &Game) -> Vec<bool> {
    let mut dealt = vec![false; game.places.len()];
    walk::everywhere(game, &mut |stmt| {
        let (from, to) = match &stmt.kind {
            StmtKind::Deal { from, to, .. } | StmtKind::Fill { from, place: to, .. } => (from, to),
            _ => return,
        };
        if game.places.get(from.place).is_some_and(is_dark)
            && let Some(slot) = dealt.get_mut(to.place)
        {
            *slot = true;
        }
    });
    dealt
}

/// The rules of the acts of one decision.
struct Rules<'g, 'd> {
    game: &'g Game,
    dealt: &'d [bool],
    chooser: VarId,
    /// Pronouns that go over other players.
    others: RefCell<Vec<VarId>>,
}

impl Rules<'_, '_> {
    fn of(&self, act: &Act, found: &mut Vec<Diagnostic>) {
        let mut look = |span: Span, expr: &Expr| {
            self.others.borrow_mut().clear();
            walk::within(expr, &mut |part| self.note(part));
            if let Some(place) = self.hidden(expr)
                && !found.iter().any(|other| other.span() == span)
            {
                found.push(told(span, place));
            }
        };
        act.when.iter().for_each(|when| look(act.span, when));
        for must in &act.musts {
            look(must.span, &must.cond);
            must.when.iter().for_each(|when| look(must.span, when));
        }
        for pick in &act.picks {
            pick.cond.iter().chain(&pick.so_that).for_each(|cond| look(pick.span, cond));
        }
    }

    /// A place whose cards a condition looks at, though who chooses does not see them.
    fn hidden(&self, expr: &Expr) -> Option<&Place> {
        match expr {
            // How many there are is another thing.
            Expr::Count(_, of) if matches!(**of, Expr::CardsIn(_)) => {
                let mut found = None;
                of.parts(&mut |part| found = found.or_else(|| self.hidden(part)));
                found
            }
            Expr::Value { value, args } => {
                let value = self.game.values.get(*value)?;
                let of_others = value.params.iter().zip(args).filter(|(_, arg)| self.is_somebody_else(arg));
                let of_others: Vec<VarId> = of_others.map(|((param, _), _)| *param).collect();
                self.others.borrow_mut().extend(&of_others);
                walk::within(&value.body, &mut |part| self.note(part));
                let found = self.hidden(&value.body);
                self.others.borrow_mut().retain(|other| !of_others.contains(other));
                found
            }
            Expr::CardsIn(place) if self.is_hidden(place) => self.game.places.get(place.place),
            _ => {
                let mut found = None;
                expr.parts(&mut |part| found = found.or_else(|| self.hidden(part)));
                found
            }
        }
    }

    fn is_hidden(&self, of: &PlaceRef) -> bool {
        let Some(place) = self.game.places.get(of.place) else { return false };
        if !place.totals.is_empty() || !self.dealt.get(of.place).copied().unwrap_or(false) {
            return false;
        }
        let others = match &of.of {
            Of::One(owner) => self.is_somebody_else(owner),
            Of::Each(group) => self.has_others(group),
            Of::Whole | Of::Owner => false,
        };
        !place.sights.is_empty() && place.sights.iter().all(is_owner) && others
    }

    /// Pronouns in `player where ...` and the like go over others, too.
    fn note(&self, expr: &Expr) {
        if let Expr::Where { over: Over::Players, var, of, .. }
        | Expr::Best { over: Over::Players, var, of, .. }
        | Expr::Fold { over: Over::Players, var, of, .. } = expr
            && self.has_others(of)
        {
            self.others.borrow_mut().push(*var);
        }
    }

    fn has_others(&self, group: &Expr) -> bool {
        match group {
            Expr::AllPlayers => self.game.players.0 > 1,
            Expr::Except(of, _) => matches!(**of, Expr::AllPlayers),
            Expr::Opponents(_) => true,
            _ => false,
        }
    }

    /// Whether a phrase means another seat than the one that chooses, by its words alone.
    fn is_somebody_else(&self, owner: &Expr) -> bool {
        let me = |expr: &Expr| matches!(expr, Expr::Var(var) if *var == self.chooser);
        match owner {
            Expr::Var(var) => self.others.borrow().contains(var),
            Expr::Seat { from, steps } => {
                let one = |steps: &Expr| matches!(steps, Expr::Int(1 | -1));
                let next = match &**steps {
                    Expr::If(_, there, back) => one(there) && one(back),
                    steps => one(steps),
                };
                me(from) && next && self.game.players.0 > 1
            }
            Expr::Partner(of) => me(of),
            _ => false,
        }
    }
}

fn told(span: Span, place: &Place) -> Diagnostic {
    let name = &place.name;
    Diagnostic::new(
        Code::TellsHiddenCards,
        span,
        format!("what may be done here tells who chooses something about `{name}` of another, which is hidden"),
    )
    .and(place.span, "only its owner sees these cards")
    .help(format!(
        "let the rule ask for what everybody sees, such as how many cards lie in `{name}`, or let all see it"
    ))
}
