//! Tricks whose winner does not go with what has to be followed.

use super::walk;
use crate::diagnostic::{Code, Diagnostic};
use crate::ir::{Expr, Game, StmtKind, Tricks};

/// What wins a trick goes with what has to be followed.
pub fn who_follows_can_win(game: &Game) -> Vec<Diagnostic> {
    let mut told = Vec::new();
    walk::everywhere(game, &mut |stmt| {
        if let StmtKind::Tricks(tricks) = &stmt.kind {
            told.extend(in_vain(game, tricks));
            told.extend(wins_anyway(game, tricks));
        }
    });
    told
}

/// All phrases of one, those of the values that it asks for included.
fn asks(game: &Game, expr: &Expr, is: impl Fn(&Expr) -> bool) -> bool {
    let mut found = false;
    walk::with_values(game, vec![expr], &mut |part| found |= is(part));
    found
}

/// Only cards that follow compete, and yet what counts depends on what has to be followed: such a card cannot win.
fn in_vain(game: &Game, tricks: &Tricks) -> Option<Diagnostic> {
    let followed = tricks.follow.as_ref().filter(|_| tricks.follows.is_some())?;
    if tricks.trump.is_some() {
        return None;
    }
    let Expr::Attr { attr, .. } = followed else { return None };
    let compares = |expr: &Expr| match expr {
        Expr::Compare(_, a, b, _) => {
            [a, b].iter().any(|side| matches!(&***side, Expr::Attr { attr: other, .. } if other == attr))
        }
        Expr::Table { key, .. } => matches!(&**key, Expr::Attr { attr: other, .. } if other == attr),
        _ => false,
    };
    asks(game, &tricks.key, compares).then(|| {
        let name = game.attrs.get(*attr).map(|attr| attr.name.as_str()).unwrap_or_default();
        Diagnostic::new(
            Code::WinsByFollowing,
            tricks.span,
            format!("what wins depends on the {name} of a card, and a card that does not follow the {name} that was led never wins"),
        )
        .help(format!("say which cards beat the others, as in `trump {name} is ...`; or let `wins` ask for something else"))
    })
}

/// What has to be followed is said by `must` alone, and a card that does not follow can win.
fn wins_anyway(game: &Game, tricks: &Tricks) -> Option<Diagnostic> {
    if tricks.follow.is_some() || tricks.trump.is_some() {
        return None;
    }
    let of_the_trick = |expr: &Expr| matches!(expr, Expr::CardsIn(place) if place.place == 1);
    let must = tricks.play.musts.iter().find(|must| {
        let mut shares = false;
        walk::within(&must.cond, &mut |part| shares |= matches!(part, Expr::Shares(..)));
        must.if_able && shares && asks(game, &must.cond, of_the_trick)
    })?;
    (!asks(game, &tricks.key, of_the_trick)).then(|| {
        Diagnostic::new(Code::WinsByFollowing, tricks.span, "a card that does not follow can win the trick: without `follow` all cards count")
            .and(must.span, "this is asked of whoever can")
            .help("say `follow` with what has to be followed: then only cards that follow can win; or let `wins` look at the first card in the trick")
    })
}
