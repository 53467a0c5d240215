//! Order of cards, as far as anything mixes it: what is dealt from an order that is the same in every game.

use super::walk;
use super::ways::{Goes, Way, ways};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::ir::{BOX, Expr, Game, Stmt, StmtKind};

/// Cards are dealt from places that something mixes: a shuffle, a sort, what somebody chose, cards of such a place.
pub fn what_is_dealt_is_mixed(game: &Game) -> Vec<Diagnostic> {
    let mut mixed = vec![false; game.places.len()];
    let mut flows: Vec<(Vec<usize>, usize)> = Vec::new();
    let mut deals: Vec<(usize, Span)> = Vec::new();
    let mut mark = |place: usize| {
        if let Some(slot) = mixed.get_mut(place) {
            *slot = true;
        }
    };
    for (id, place) in game.places.iter().enumerate() {
        if let Some(from) = place.refilled {
            flows.push((vec![from], id));
            mark(id);
        }
    }
    // What lies in a trick lies there by choice.
    mark(1);
    walk::everywhere(game, &mut |stmt| {
        if let StmtKind::Shuffle(place) | StmtKind::Sort { place, .. } = &stmt.kind {
            mark(place.place);
        }
        for Way { cards, to, .. } in ways(stmt) {
            match cards {
                Goes::Group(cards) => flows.push((from(cards), to.place)),
                Goes::First(of) => {
                    deals.push((of.place, stmt.span));
                    flows.push((vec![of.place], to.place));
                }
                // What is dealt by its value falls the same however the cards lie.
                Goes::Alike(of, _) | Goes::Swapped(of) => flows.push((vec![of.place], to.place)),
                Goes::Trick | Goes::Picked(_) => mark(to.place),
            }
        }
    });
    for _ in 0..=game.places.len() {
        for (from, to) in &flows {
            // What is put into the box is out of the game: what is taken out of it later lay there from the beginning.
            if *to != 0
                && from.iter().any(|place| mixed.get(*place) == Some(&true))
                && let Some(slot) = mixed.get_mut(*to)
            {
                *slot = true;
            }
        }
    }
    // Cards that are all alike need no shuffle.
    let sorts = game.cards.len();
    let mut told: Vec<Diagnostic> = Vec::new();
    for (place, span) in deals {
        // Where no cards come to lie is told elsewhere.
        let comes = place == BOX || flows.iter().any(|(_, to)| *to == place);
        if sorts < 2
            || !comes
            || mixed.get(place).copied().unwrap_or(true)
            || told.iter().any(|other| other.span() == span)
        {
            continue;
        }
        let name = game.places.get(place).map(|place| place.name.as_str()).unwrap_or_default();
        if told.iter().any(|other| other.message.contains(&format!("`{name}`"))) {
            continue;
        }
        told.push(
            Diagnostic::new(
                Code::NeverShuffled,
                span,
                format!("`{name}` is never shuffled: the cards come in the same order in every game"),
            )
            .help(format!("say `shuffle {name}` before")),
        );
    }
    told
}

/// Where all cards are gathered in a place, and then dealt from it, it is shuffled before and not behind.
pub fn what_is_gathered_is_shuffled_first(game: &Game) -> Vec<Diagnostic> {
    let mut told = Vec::new();
    for phase in walk::phases(game) {
        let mut bodies = vec![phase.body.as_slice()];
        while let Some(body) = bodies.pop() {
            told.extend(dealt_before(game, body));
            bodies.extend(body.iter().flat_map(walk::blocks));
        }
    }
    told
}

/// The first deal of a block out of a place in which all cards were gathered just before, and that is shuffled only after it.
fn dealt_before(game: &Game, body: &[Stmt]) -> Option<Diagnostic> {
    // Where all cards lie in their old order, and the first line that deals them.
    let mut gathered: Option<(usize, Option<Span>)> = None;
    for stmt in body {
        match (&stmt.kind, gathered) {
            (StmtKind::Move { cards: Expr::AllCards, to }, _) => gathered = Some((to.place, None)),
            (StmtKind::Shuffle(place), Some((of, dealt))) if place.place == of => {
                let Some(span) = dealt else {
                    gathered = None;
                    continue;
                };
                let name = &game.places.get(of)?.name;
                let what = format!("cards are dealt from `{name}` before it is shuffled");
                return Some(
                    Diagnostic::new(Code::NeverShuffled, span, what)
                        .and(stmt.span, "this comes too late for them")
                        .help(format!("put `shuffle {name}` before what is dealt")),
                );
            }
            // What other lines mix is not followed.
            (StmtKind::Do { .. } | StmtKind::Sort { .. } | StmtKind::Swap(..) | StmtKind::Tricks(_), _) => {
                gathered = None
            }
            (_, Some((of, None))) => {
                let (mut deals, mut mixes) = (false, false);
                walk::statements(std::slice::from_ref(stmt), &mut |inner| match &inner.kind {
                    StmtKind::Deal { from, .. } | StmtKind::Fill { from, .. } => deals |= from.place == of,
                    StmtKind::Do { .. } | StmtKind::Shuffle(_) | StmtKind::Sort { .. } => mixes = true,
                    // What is dealt by its value falls the same however the cards lie; the others deal nothing, and hold what does.
                    StmtKind::DealEach { .. }
                    | StmtKind::Move { .. }
                    | StmtKind::Swap(..)
                    | StmtKind::Set { .. }
                    | StmtKind::Draw { .. }
                    | StmtKind::DrawNumber { .. }
                    | StmtKind::Add { .. }
                    | StmtKind::Pay { .. }
                    | StmtKind::Score { .. }
                    | StmtKind::If { .. }
                    | StmtKind::ForEach { .. }
                    | StmtKind::Repeat { .. }
                    | StmtKind::Ask(_)
                    | StmtKind::Ends { .. }
                    | StmtKind::EndPhase
                    | StmtKind::Won(_)
                    | StmtKind::Auction(_)
                    | StmtKind::Circuit { .. }
                    | StmtKind::Tricks(_) => {}
                });
                if mixes {
                    gathered = None;
                } else if deals {
                    gathered = Some((of, Some(stmt.span)));
                }
            }
            (_, None | Some((_, Some(_)))) => {}
        }
    }
    None
}

/// The places out of which a group of cards comes, by its words.
fn from(cards: &Expr) -> Vec<usize> {
    let mut found = Vec::new();
    walk::within(cards, &mut |part| {
        match part {
            Expr::CardsIn(place) => found.push(place.place),
            // All cards begin in the box, and come in the order in which they lie.
            Expr::AllCards => found.push(BOX),
            _ => {}
        }
    });
    found
}
