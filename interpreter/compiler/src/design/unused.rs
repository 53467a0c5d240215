//! What is written down and has no part in the game, though its name is used.

use super::walk;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::ir::{Expr, Game, StmtKind};

/// Whatever is remembered, some rule asks for.
pub fn every_track_is_read(game: &Game) -> Vec<Diagnostic> {
    let mut read = vec![false; game.tracks.len()];
    let mut ask = |track: usize| {
        if let Some(slot) = read.get_mut(track) {
            *slot = true;
        }
    };
    let mut set: Vec<Option<Span>> = vec![None; game.tracks.len()];
    walk::used(game, &mut |expr| {
        if let Expr::Track { track, .. } = expr {
            ask(*track);
        }
    });
    for phase in walk::phases_of(game).into_iter().filter_map(|phase| game.phases.get(phase)) {
        walk::statements(&phase.body, &mut |stmt| match &stmt.kind {
            StmtKind::Set { target, .. } | StmtKind::Draw { target, .. } | StmtKind::Add { target, .. } => {
                if let Some(slot) = set.get_mut(target.track) {
                    slot.get_or_insert(stmt.span);
                }
            }
            // What is paid has to be there: that is asked of it.
            StmtKind::Pay { from, .. } => from.iter().for_each(|target| ask(target.track)),
            _ => {}
        });
    }
    let never = game.tracks.iter().enumerate().filter(|(id, _)| !read.get(*id).copied().unwrap_or(true));
    never
        .filter_map(|(id, track)| Some((track, set.get(id).copied().flatten()?)))
        .map(|(track, set)| {
            Diagnostic::new(
                Code::Unused,
                track.span,
                format!("the track `{}` is set, and nothing asks for it", track.name),
            )
            .and(set, "it is set here")
            .help("ask for it in a rule, or take it out with the lines that set it")
        })
        .collect()
}

/// An option that only `require` lines speak of changes nothing.
pub fn every_option_changes_something(game: &Game) -> Vec<Diagnostic> {
    let mut used = vec![false; game.options.len()];
    walk::used(game, &mut |expr| {
        if let Expr::Option(option) = expr
            && let Some(slot) = used.get_mut(*option)
        {
            *slot = true;
        }
    });
    // What the rules do not come to is told elsewhere; an option there is used.
    for phase in &game.phases {
        walk::statements(&phase.body, &mut |stmt| {
            walk::phrases(stmt, &mut |expr| {
                walk::within(expr, &mut |part| {
                    if let Expr::Option(option) = part
                        && let Some(slot) = used.get_mut(*option)
                    {
                        *slot = true;
                    }
                });
            });
        });
    }
    let idle = game.options.iter().zip(used).filter(|(_, used)| !used);
    idle.map(|(option, _)| {
        Diagnostic::new(Code::Unused, option.span, format!("the option `{}` changes nothing in the game", option.name))
            .help("only `require` lines and values that nothing uses ask for it; use it in a rule, or take it out")
    })
    .collect()
}

/// Points are asked for: by `won by`, or by some other rule.
pub fn points_count(game: &Game) -> Vec<Diagnostic> {
    // Where nobody can win at all, that is told.
    let mut asked = !somebody_wins(game).is_empty();
    walk::used(game, &mut |expr| asked |= matches!(expr, Expr::Score(_)));
    let mut first: Option<Span> = None;
    for phase in walk::phases_of(game).into_iter().filter_map(|phase| game.phases.get(phase)) {
        walk::statements(&phase.body, &mut |stmt| {
            if matches!(stmt.kind, StmtKind::Score { .. }) && first.is_none_or(|first| stmt.span.start < first.start) {
                first = Some(stmt.span);
            }
        });
    }
    let told = first.filter(|_| !asked).map(|span| {
        Diagnostic::new(Code::Unused, span, "points are written down, and nothing asks for the score")
            .help("say who wins by it, as in `won by players with highest score`, or take the points out")
    });
    told.into_iter().collect()
}

/// Somebody can win.
pub fn somebody_wins(game: &Game) -> Vec<Diagnostic> {
    let mut won = false;
    for phase in walk::phases_of(game).into_iter().filter_map(|phase| game.phases.get(phase)) {
        walk::statements(&phase.body, &mut |stmt| won |= matches!(stmt.kind, StmtKind::Won(_)));
    }
    if won {
        return Vec::new();
    }
    let span = game.phases.get(walk::beginning(game)).map(|phase| phase.span).unwrap_or_default();
    vec![
        Diagnostic::new(Code::NoWinner, span, "no rule says who wins").help(
            "add a last line, as in `won by players with highest score`; `won by nobody` if the game has no winner",
        ),
    ]
}
