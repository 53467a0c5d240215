//! `move card in lot with highest rank to won`: where two cards are equal it is none of them, and nothing is moved.

use super::cards::Flow;
use super::walk;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::ir::{CardDef, Expr, Game, Over, StmtKind};

/// Which attributes decide what a phrase says of a card.
fn attributes(game: &Game, phrases: Vec<&Expr>) -> Vec<usize> {
    let mut found = Vec::new();
    walk::with_values(game, phrases, &mut |part| match part {
        Expr::Attr { attr, .. } | Expr::Has(attr, ..) => found.push(*attr),
        Expr::Shares(attrs, ..) => found.extend(attrs),
        // Which card it is.
        Expr::CardsLike(_) => found.extend(0..game.attrs.len()),
        _ => {}
    });
    found
}

/// What the cards of a group are put in order by, and what they have to be.
fn parted(mut of: &Expr) -> (Vec<&Expr>, Vec<&Expr>) {
    let (mut keys, mut conds) = (Vec::new(), Vec::new());
    loop {
        of = match of {
            Expr::Best { over: Over::Cards, of, key, .. } => {
                keys.push(&**key);
                of
            }
            Expr::Where { over: Over::Cards, of, cond, .. } => {
                conds.push(&**cond);
                of
            }
            _ => return (keys, conds),
        };
    }
}

/// One card of several that are equal goes where it should.
pub fn one_of_equals_is_moved(game: &Game) -> Vec<Diagnostic> {
    let mut flow = None;
    let mut told = Vec::new();
    walk::everywhere(game, &mut |stmt| {
        let StmtKind::Move { cards: Expr::JustCard(card), .. } = &stmt.kind else { return };
        let Expr::Only(Over::Cards, group) = &**card else { return };
        let (keys, conds) = parted(group);
        if keys.is_empty() || stmt.when.is_some() {
            return;
        }
        let ordered = attributes(game, keys.clone());
        if ordered.is_empty() {
            return;
        }
        let decides = attributes(game, keys.into_iter().chain(conds).collect());
        let flow = flow.get_or_insert_with(|| Flow::of(game));
        let there = flow.cards(group);
        let there: Vec<&CardDef> =
            game.cards.iter().zip(there).filter(|(_, there)| *there).map(|(card, _)| card).collect();
        let of = |attr: &usize, card: &CardDef| card.members.get(*attr).copied();
        // What has no such thing is not the best.
        let counts = |card: &CardDef| ordered.iter().all(|attr| of(attr, card).is_some_and(|member| member != 0));
        let same = |card: &CardDef, other: &CardDef| decides.iter().all(|attr| of(attr, card) == of(attr, other));
        let twice = |card: &CardDef| matches!(card.copies, Some(Expr::Int(copies)) if copies > 1);
        let there: Vec<&CardDef> = there.into_iter().filter(|card| counts(card)).collect();
        let pair = |line: Span| {
            let of_line: Vec<&CardDef> = there.iter().copied().filter(|card| card.span == line).collect();
            of_line.iter().enumerate().find_map(|(at, card)| {
                let other = of_line.iter().skip(at + 1).find(|other| same(card, other));
                other.copied().or_else(|| twice(card).then_some(*card)).map(|other| (*card, other))
            })
        };
        // Where cards of one line alone are equal, others may be meant.
        let pairs: Option<Vec<_>> = there.iter().map(|card| pair(card.span)).collect();
        let Some((card, other)) = pairs.and_then(|pairs| pairs.first().copied()) else { return };
        let both = if card.name == other.name {
            format!("two of {}", card.name)
        } else {
            format!("{} and {}", card.name, other.name)
        };
        told.push(
            Diagnostic::new(
                Code::MovesNothing,
                stmt.span,
                format!("where two cards are equal, as {both} are, this is none of them, and nothing is moved"),
            )
            .help("say which of them goes: `card in ... with highest ..., ties to first`; or that all of them go: `cards in ... with highest ...`"),
        );
    });
    told
}
