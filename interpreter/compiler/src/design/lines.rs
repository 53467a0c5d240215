//! Lines that a search by playing asks for: who moves what, which acts stand side by side, which statement follows which.

use std::collections::BTreeMap;

use super::walk;
use crate::diagnostic::Span;
use crate::engine::Comparison;
use crate::ir::{Expr, Game, PlaceRef, Repeats, Stmt, StmtKind, Ty};

/// The first line of which something holds.
fn first(game: &Game, is: impl Fn(&Stmt) -> bool) -> Option<Span> {
    let mut found: Option<Span> = None;
    walk::everywhere(game, &mut |stmt| {
        if is(stmt) && found.is_none_or(|found| stmt.span.start < found.start) {
            found = Some(stmt.span);
        }
    });
    found
}

/// The line that shuffles a place.
#[must_use]
pub fn shuffle_of(game: &Game, place: usize) -> Option<Span> {
    first(game, |stmt| matches!(&stmt.kind, StmtKind::Shuffle(of) if of.place == place))
}

/// A line that moves cards to a place, other than a deal.
#[must_use]
pub fn moved_to(game: &Game, place: usize) -> Option<Span> {
    first(game, |stmt| matches!(&stmt.kind, StmtKind::Move { to, .. } if to.place == place))
}

/// The line that says who wins.
#[must_use]
pub fn winning(game: &Game) -> Option<Span> {
    first(game, |stmt| matches!(stmt.kind, StmtKind::Won(_)))
}

/// The only line that takes cards out of a place.
#[derive(Debug, Clone)]
pub struct TakenOut {
    /// The line.
    pub line: Span,
    /// The phases in whose passes it is done, directly or by way of others.
    pub rounds: Vec<usize>,
}

/// The line that takes all cards of a place away, where there is one such line, under no condition, nothing is shuffled there, and no rule asks whether there are
/// any: else somebody has thought of what becomes of the cards, as where those of a trick lie until all have passed.
#[must_use]
pub fn taken_out_of(game: &Game, place: usize) -> Option<TakenOut> {
    let is = |expr: &Expr| matches!(expr, Expr::CardsIn(PlaceRef { place: other, .. }) if *other == place);
    let asks = |expr: &Expr| match expr {
        Expr::Compare(Comparison::Is | Comparison::IsNot, a, b, _) => {
            matches!((&**a, &**b), (Expr::Count(_, of), Expr::Int(0)) if is(of))
        }
        _ => false,
    };
    // What is shuffled is a pile to draw from.
    if walk::is_used(game, asks) || shuffle_of(game, place).is_some() {
        return None;
    }
    let mut found = Vec::new();
    walk::everywhere(game, &mut |stmt| {
        if matches!(&stmt.kind, StmtKind::Move { cards, to } if is(cards) && to.place != place) {
            found.push(stmt.span);
        }
    });
    let [line] = found.as_slice() else { return None };
    if !in_any_case(game).contains(line) {
        return None;
    }
    let does = |body: &[Stmt]| {
        let mut does = false;
        walk::statements(body, &mut |stmt| does |= stmt.span == *line);
        does
    };
    let runs = |phase: usize| {
        let body = game.phases.get(phase).map_or(&[][..], |phase| phase.body.as_slice());
        does(body)
            || walk::phases_run(game, body).into_iter().any(|of| game.phases.get(of).is_some_and(|of| does(&of.body)))
    };
    Some(TakenOut { line: *line, rounds: walk::phases_of(game).into_iter().filter(|phase| runs(*phase)).collect() })
}

/// The lines to which a game comes by at least one way on which nothing is asked: no `if`, no `when`.
fn in_any_case(game: &Game) -> Vec<Span> {
    let (mut lines, mut phases) = (Vec::new(), vec![walk::beginning(game)]);
    let mut next = 0;
    while let Some(phase) = phases.get(next).and_then(|phase| game.phases.get(*phase)) {
        next += 1;
        let mut waiting = vec![phase.body.as_slice()];
        while let Some(body) = waiting.pop() {
            for stmt in body.iter().filter(|stmt| stmt.when.is_none()) {
                lines.push(stmt.span);
                match stmt.kind {
                    StmtKind::If { .. } => {}
                    StmtKind::Do { phase, .. } if phases.contains(&phase) => {}
                    StmtKind::Do { phase, .. } => phases.push(phase),
                    _ => waiting.extend(walk::blocks(stmt)),
                }
            }
        }
    }
    lines
}

/// How rarely a condition may come about without being wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rare {
    /// It is about what players do.
    Usual,
    /// It is about cards: the luck of the deal may be rare.
    Luck,
    /// It is asked of each card by a value: it is worked out for all of them again and again.
    EachCard,
    /// It stands in a formula, which provides for what hardly ever comes.
    Provided,
    /// It stands in a formula about several cards, which provides for hands that hardly ever come.
    Formula,
}

/// The conditions of a watched game that may be rare, and how.
#[must_use]
pub fn rare(game: &Game) -> BTreeMap<Span, Rare> {
    let mut found = BTreeMap::new();
    let mut note = |cond: &Expr, of_cards: Rare, otherwise: Rare| {
        if let Expr::At { span, .. } = cond {
            let mut cards = false;
            walk::with_values(game, vec![cond], &mut |part| {
                cards |= matches!(part, Expr::CardsIn(_) | Expr::AllCards | Expr::Attr { .. });
            });
            found.insert(*span, if cards { of_cards } else { otherwise });
        }
    };
    walk::used(game, &mut |expr| note(expr, Rare::Luck, Rare::Usual));
    walk::used(game, &mut |expr| {
        if let Expr::If(cond, ..) = expr {
            note(cond, Rare::Formula, Rare::Provided);
        }
    });
    for value in game.values.iter().filter(|value| matches!(value.params.as_slice(), [(_, Ty::Card)])) {
        walk::within(&value.body, &mut |expr| {
            if let Expr::If(cond, ..) = expr {
                note(cond, Rare::EachCard, Rare::EachCard);
            }
        });
    }
    found
}

/// What is done for each of a group, with the first line under it.
#[must_use]
pub fn for_each(game: &Game) -> Vec<(Span, Span)> {
    let mut found = Vec::new();
    walk::everywhere(game, &mut |stmt| {
        if let StmtKind::ForEach { body, .. } = &stmt.kind
            && let Some(first) = body.first().filter(|first| first.when.is_none())
        {
            found.push((stmt.span, first.span));
        }
    });
    found
}

/// Lines under no condition that repeat what stands under them, or run a phase that repeats, with the first line that is repeated.
#[must_use]
pub fn repeated(game: &Game) -> Vec<(Span, Span)> {
    let mut found = Vec::new();
    walk::everywhere(game, &mut |stmt| {
        let body = match &stmt.kind {
            StmtKind::Repeat { body, .. } => Some(body),
            StmtKind::Do { phase, .. } => {
                game.phases.get(*phase).filter(|phase| !matches!(phase.repeats, Repeats::Once)).map(|phase| &phase.body)
            }
            _ => None,
        };
        let first = body.and_then(|body| body.first()).filter(|first| first.when.is_none() && stmt.when.is_none());
        found.extend(first.map(|first| (stmt.span, reached(first))));
    });
    found
}

/// Where a statement is reached: a form with its first word, whatever its heading says.
const fn reached(stmt: &Stmt) -> Span {
    match &stmt.kind {
        StmtKind::Auction(auction) => auction.span,
        StmtKind::Circuit { circuit, .. } => circuit.span,
        StmtKind::Tricks(tricks) => tricks.span,
        _ => stmt.span,
    }
}

/// The acts that stand beside an act in one decision, by the lines of all of them.
#[must_use]
pub fn offers(game: &Game, act: Span) -> Vec<Span> {
    let mut found = Vec::new();
    walk::everywhere(game, &mut |stmt| {
        let acts = walk::acts(stmt);
        if acts.iter().any(|other| other.span == act) {
            found.extend(acts.iter().map(|other| other.span).filter(|other| *other != act));
        }
    });
    found
}

/// The act that a `must` line belongs to.
#[must_use]
pub fn act_of_must(game: &Game, must: Span) -> Option<Span> {
    let mut found = None;
    walk::everywhere(game, &mut |stmt| {
        for act in walk::acts(stmt) {
            if act.musts.iter().any(|other| other.span == must) {
                found = Some(act.span);
            }
        }
    });
    found
}

/// Statements without a condition of their own, each with the one before it in its block.
#[must_use]
pub fn in_a_row(game: &Game) -> Vec<(Span, Span)> {
    fn block(body: &[Stmt], found: &mut Vec<(Span, Span)>) {
        for pair in body.windows(2) {
            if let [before, line] = pair
                && line.when.is_none()
            {
                found.push((reached(line), reached(before)));
            }
        }
        body.iter().flat_map(walk::blocks).for_each(|inner| block(inner, found));
    }
    let mut found = Vec::new();
    for phase in walk::phases(game) {
        block(&phase.body, &mut found);
    }
    found
}

/// The rows of each table of a watched game, without those of grids and those for all others, which a table may have to have.
#[must_use]
pub fn rows(game: &Game) -> Vec<Vec<Span>> {
    let mut found = Vec::new();
    for value in &game.values {
        walk::within(&value.body, &mut |expr| {
            if let Expr::Table { arms, .. } = expr {
                let row = |arm: &Expr| if let Expr::At { span, .. } = arm { Some(*span) } else { None };
                let mut rows: Vec<Span> = arms.iter().flatten().filter_map(row).collect();
                rows.sort_unstable();
                rows.dedup();
                found.push(rows);
            }
        });
    }
    found
}
