//! Tricks whose winner does not go with what has to be followed.

use super::ranges::Ranges;
use super::walk;
use crate::diagnostic::{Code, Diagnostic};
use crate::ir::{Expr, Fact, Game, Over, StmtKind, TRICK, Tricks, VarId};

/// What wins a trick goes with what has to be followed.
pub fn who_follows_can_win(game: &Game) -> Vec<Diagnostic> {
    let mut told = Vec::new();
    walk::everywhere(game, &mut |stmt| {
        if let StmtKind::Tricks(tricks) = &stmt.kind {
            told.extend(in_vain(game, tricks));
            told.extend(wins_anyway(game, tricks));
            told.extend(trumps_of_a_suit(game, tricks));
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
    let of_the_trick = |expr: &Expr| matches!(expr, Expr::CardsIn(place) if place.place == TRICK);
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

/// A card that is always a trump asks for what it has of what has to be followed, and other cards that have it are no trumps: a trump that is led asks for these.
fn trumps_of_a_suit(game: &Game, tricks: &Tricks) -> Option<Diagnostic> {
    let (Expr::Attr { attr, .. }, trump) = (tricks.follow.as_ref()?, tricks.trump.as_ref()?) else { return None };
    // Where a line says what follows a card of the trick in another way, it says what trumps ask for.
    let of_the_trick = |expr: &Expr| {
        matches!(expr, Expr::CardsIn(place) if place.place == TRICK) || matches!(expr, Expr::Fact(Fact::WinningCard(_)))
    };
    let others = tricks.play.musts.iter().filter(|must| must.if_able && asks(game, &must.cond, of_the_trick));
    // One of them is `follow` itself.
    if others.count() > 1 {
        return None;
    }
    let ranges: Vec<Ranges> =
        (game.players.0..=game.players.1).map(|players| Ranges::any_options(game, players)).collect();
    let always =
        |row: usize| ranges.iter().all(|ranges| decided(game, ranges, (tricks.card, row), trump) == Some(true));
    let of = |row: usize| game.cards.get(row).and_then(|card| card.members.get(*attr)).copied().unwrap_or(0);
    let rows = 0..game.cards.len();
    let mixed = rows
        .clone()
        .filter(|row| always(*row))
        .find(|row| rows.clone().any(|other| of(*row) & of(other) != 0 && !always(other)))?;
    let (card, attr) = (game.cards.get(mixed)?, game.attrs.get(*attr)?);
    let (called, name) = (&card.name, &attr.name);
    Some(
        Diagnostic::new(
            Code::WinsByFollowing,
            tricks.span,
            format!("a trump such as the {called} asks for its own {name} when it is led, and not for trumps: {name} is what has to be followed"),
        )
        .help(format!("where trumps are a {name} of their own, make a value of it: `value {name}-played of card is Trumps if ... otherwise {name}` with a `kind` that has all of them, and `follow {name}-played`; else say that it is meant: `allow wins-by-following because ...`")),
    )
}

/// Whether a condition on a card always holds of the cards of a row, or never; nothing where it depends.
fn decided(game: &Game, ranges: &Ranges, card: (VarId, usize), cond: &Expr) -> Option<bool> {
    let part = |part: &Expr| decided(game, ranges, card, part);
    match cond {
        Expr::And(parts) if parts.iter().any(|of| part(of) == Some(false)) => Some(false),
        Expr::And(parts) => parts.iter().all(|of| part(of) == Some(true)).then_some(true),
        Expr::Or(parts) if parts.iter().any(|of| part(of) == Some(true)) => Some(true),
        Expr::Or(parts) => parts.iter().all(|of| part(of) == Some(false)).then_some(false),
        Expr::Not(of) => part(of).map(|holds| !holds),
        Expr::At { of, .. } => part(of),
        Expr::Value { value, args } => match (game.values.get(*value), args.as_slice()) {
            (Some(known), [Expr::Var(of)]) if *of == card.0 => {
                let (param, _) = known.params.first()?;
                decided(game, ranges, (*param, card.1), &known.body)
            }
            _ => None,
        },
        Expr::In(Over::Cards, of, named) => match (&**of, &**named) {
            (Expr::Var(of), Expr::CardsLike(wanted)) if *of == card.0 => {
                let has = &game.cards.get(card.1)?.members;
                Some(wanted.iter().zip(has).all(|(wanted, has)| *wanted == 0 || wanted & has != 0))
            }
            _ => None,
        },
        other => ranges.with_card(card.0, card.1, other).value().map(|holds| holds != 0),
    }
}
