//! What looks forgotten: tracks that nothing sets, a winner by points that nobody gets, cards that nobody mixes, players whose turn
//! never moves on.

use super::walk;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::ir::{Expr, Game, Order, Over, Repeats, Stmt, StmtKind, Ty};

/// For each track whether a rule asks for it.
fn asked(game: &Game) -> Vec<bool> {
    let mut asked = vec![false; game.tracks.len()];
    walk::used(game, &mut |expr| {
        if let Expr::Track { track, .. } = expr
            && let Some(slot) = asked.get_mut(*track)
        {
            *slot = true;
        }
    });
    asked
}

/// What a rule asks for, some line sets.
pub fn every_track_is_set(game: &Game) -> Vec<Diagnostic> {
    let mut set = vec![false; game.tracks.len()];
    walk::everywhere(game, &mut |stmt| {
        for target in walk::changed(stmt) {
            if let Some(slot) = set.get_mut(target.track) {
                *slot = true;
            }
        }
    });
    let asked = asked(game);
    let never = game.tracks.iter().zip(set).zip(asked).filter(|((_, set), asked)| !set && *asked);
    // A yes or no is told with what it always is.
    let never = never.filter(|((track, _), _)| track.ty != Ty::YesNo);
    never
        .map(|((track, _), _)| {
            let begins = match (&track.starts, track.ty) {
                (Some(_), _) => "what it starts with",
                (None, Ty::Number) => &track.begins_at().to_string(),
                (None, Ty::Player) => "nobody",
                (None, _) => "none",
            };
            let name = &track.name;
            Diagnostic::new(
                Code::NeverSet,
                track.span,
                format!("rules ask for `{name}`, and nothing ever sets it: it is always {begins}"),
            )
            .help(format!(
                "set it where it is known, as in `set {name} to ...`, or take it out with the rules that ask for it"
            ))
        })
        .collect()
}

/// Where the score says who wins, some line gives points.
pub fn the_winner_can_get_points(game: &Game) -> Vec<Diagnostic> {
    let mut won: Vec<(Span, &Expr)> = Vec::new();
    let mut gives = false;
    walk::everywhere(game, &mut |stmt| match &stmt.kind {
        StmtKind::Won(who) => won.push((stmt.span, who)),
        StmtKind::Score { .. } => gives = true,
        _ => {}
    });
    if gives {
        return Vec::new();
    }
    let by_score = won.into_iter().find(|(_, who)| {
        let mut found = false;
        walk::with_values(game, vec![*who], &mut |expr| found |= matches!(expr, Expr::Score(_)));
        found
    });
    let told = by_score.map(|(span, _)| {
        Diagnostic::new(Code::NoPoints, span, "the score says who wins, and no line gives points")
            .help("give points, as in `score 1 to winner for a trick`; or say who wins by something else")
    });
    told.into_iter().collect()
}

/// A part of the game that comes again and again.
struct Again<'g> {
    /// Its statements, those of phases that it runs included.
    inside: Vec<&'g Stmt>,
}

/// All that repeats: phases and loops, each with what it runs.
fn repeated(game: &Game) -> Vec<Again<'_>> {
    fn all<'g>(game: &'g Game, body: &'g [Stmt]) -> Vec<&'g Stmt> {
        let mut inside = Vec::new();
        walk::statements(body, &mut |stmt| inside.push(stmt));
        for phase in walk::phases_run(game, body).into_iter().filter_map(|phase| game.phases.get(phase)) {
            walk::statements(&phase.body, &mut |stmt| inside.push(stmt));
        }
        inside
    }
    let mut found = Vec::new();
    for phase in walk::phases(game) {
        if !matches!(phase.repeats, Repeats::Once) {
            found.push(Again { inside: all(game, &phase.body) });
        }
        walk::statements(&phase.body, &mut |stmt| {
            if let StmtKind::Repeat { body, .. } = &stmt.kind {
                found.push(Again { inside: all(game, body) });
            }
        });
    }
    found
}

/// The player from whom turns go around in a statement.
fn begins(stmt: &Stmt) -> Vec<&Expr> {
    match &stmt.kind {
        StmtKind::ForEach { over: Over::Players, from: Some(from), .. } => vec![from],
        StmtKind::Circuit { circuit, .. } => from_of(&circuit.order).into_iter().collect(),
        StmtKind::Auction(auction) => auction.stages.iter().filter_map(|stage| from_of(&stage.order)).collect(),
        StmtKind::Tricks(tricks) => vec![&tricks.lead],
        StmtKind::Ask(ask) if !ask.at_once => vec![&ask.who],
        // Another track may be what turns begin with.
        StmtKind::Set { to, .. } => vec![to],
        _ => Vec::new(),
    }
}

const fn from_of(order: &Order) -> Option<&Expr> {
    match order {
        Order::Clockwise { from, .. } => Some(from),
        Order::AtOnce => None,
    }
}

/// Who begins is not the same in every round, unless the rounds are one player's.
pub fn turns_move_on(game: &Game) -> Vec<Diagnostic> {
    let again = repeated(game);
    let mut told = Vec::new();
    for (id, track) in game.tracks.iter().enumerate() {
        if track.ty != Ty::Player || !track.per.is_empty() || track.phase.is_some() {
            continue;
        }
        let mut set = Vec::new();
        walk::everywhere(game, &mut |stmt| {
            if walk::changed(stmt).iter().any(|target| target.track == id) {
                set.push(stmt);
            }
        });
        let [only, others @ ..] = set.as_slice() else { continue };
        let moves = again
            .iter()
            .any(|part| part.inside.iter().any(|inside| set.iter().any(|stmt| std::ptr::eq(*inside, *stmt))));
        let is_it = |expr: &Expr| matches!(expr, Expr::Track { track, .. } if *track == id);
        let begins_there = again.iter().any(|part| {
            part.inside.iter().any(|stmt| {
                begins(stmt).into_iter().any(|from| {
                    let mut found = false;
                    walk::within(from, &mut |part| found |= is_it(part));
                    found
                })
            })
        });
        if moves || !begins_there || !others.is_empty() {
            continue;
        }
        let name = &track.name;
        told.push(
            Diagnostic::new(Code::NeverMovesOn, track.span, format!("`{name}` is set once, and every round begins with the same player"))
                .and(only.span, "it is set here, and nowhere else")
                .help(format!("let it move on at the end of a round, as in `set {name} to left of {name}`; where it is meant to stay, say `allow never-moves-on in {name} because ...`")),
        );
    }
    told
}
