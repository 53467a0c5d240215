//! Acts that nobody can ever do.

use super::ranges::Ranges;
use super::walk;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::engine::MOST_CARDS;
use crate::ir::{Expr, Game, Of, Pick, PlaceRef, Source, StmtKind};

/// Every act has something to pick.
pub fn every_act_can_be_done(game: &Game) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = Vec::new();
    let ranges: Vec<Ranges> =
        (game.players.0..=game.players.1).map(|players| Ranges::any_options(game, players)).collect();
    let mut too_large = |expr: &Expr| {
        let problem = never_so_many(game, &ranges, expr);
        found.extend(problem.filter(|problem| !found.contains(problem)));
    };
    walk::used(game, &mut |expr| walk::within(expr, &mut too_large));
    walk::everywhere(game, &mut |stmt| {
        for pick in walk::acts(stmt).into_iter().flat_map(|act| &act.picks) {
            found.extend(impossible(&ranges, pick).filter(|problem| !found.contains(problem)));
        }
    });
    found
}

/// Cards do not go where they lie already.
pub fn cards_go_elsewhere(game: &Game) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = Vec::new();
    let mut look = |from: &Expr, to: &PlaceRef, span: Span| {
        if let Expr::CardsIn(from) = from
            && from.place == to.place
            && format!("{:?}", from.of) == format!("{:?}", to.of)
            && !matches!(to.of, Of::Each(_) | Of::Owner)
        {
            let problem = Diagnostic::new(Code::NoEffect, span, "these cards go to the place where they lie already");
            found.push(problem.help("say whose place they go to, as in `to hand of left of player`; or take it out"));
        }
    };
    walk::everywhere(game, &mut |stmt| {
        if let StmtKind::Move { cards, to } = &stmt.kind {
            look(cards, to, stmt.span);
        }
        for pick in walk::acts(stmt).into_iter().flat_map(|act| &act.picks) {
            if let (Source::Cards { from, .. }, Some(to)) = (&pick.source, &pick.to) {
                look(from, to, pick.span);
            }
        }
    });
    found
}

/// A set of more cards than the deck has in any setup.
fn never_so_many(game: &Game, ranges: &[Ranges], expr: &Expr) -> Option<Diagnostic> {
    let Expr::CountSets { least, most, said, .. } = expr else { return None };
    let copies = i64::try_from(game.cards.len()).unwrap_or(i64::MAX);
    let bound = if game.cards.iter().all(|card| card.copies.is_none()) {
        copies
    } else {
        i64::try_from(MOST_CARDS).unwrap_or(i64::MAX)
    };
    let never = |ranges: &Ranges| ranges.of(least).low > bound || ranges.of(least).low > ranges.of(most).high;
    (!ranges.is_empty() && ranges.iter().all(never)).then(|| {
        Diagnostic::new(Code::NeverPossible, said.0, "there is never a set of so many cards")
            .help("put the smaller number first, and no more than there are cards")
    })
}

fn impossible(ranges: &[Ranges], pick: &Pick) -> Option<Diagnostic> {
    let most_cards = i64::try_from(MOST_CARDS).unwrap_or(i64::MAX);
    let always = |no: &dyn Fn(&Ranges) -> bool| !ranges.is_empty() && ranges.iter().all(no);
    let tell = |message: &str, help: &str| Some(Diagnostic::new(Code::NeverPossible, pick.span, message).help(help));
    match &pick.source {
        Source::Number { low, high } if always(&|ranges| ranges.of(low).low > ranges.of(high).high) => tell(
            "there is no such number: the lowest is always above the highest",
            "put the smaller number first: `a number from 1 to 9`",
        ),
        Source::Cards { least, most, if_able: false, .. }
            if always(&|ranges| ranges.of(least).low > ranges.of(most).high || ranges.of(least).low > most_cards) =>
        {
            tell("nobody can ever pick so many cards", "put the smaller number first, and no more than there are cards")
        }
        _ => None,
    }
}
