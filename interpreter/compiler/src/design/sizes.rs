//! How many cards lie where: a place of which not all may count the cards, while all can work it out.

use super::walk;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::ir::{Expr, Game, Place, PlaceRef, Source, StmtKind};

/// Cards go somewhere.
struct Way {
    /// The places from which they may come; none where the words do not say.
    from: Option<Vec<usize>>,
    /// Whether all cards of a place go.
    whole: bool,
    to: usize,
    line: Span,
}

/// A line `size seen by` keeps something from somebody: cards come from a place that is not counted by all, or leave for one.
pub fn every_hidden_size_is_hidden(game: &Game) -> Vec<Diagnostic> {
    let ways = ways(game);
    let counted = |place: &usize| game.places.get(*place).is_some_and(counted_by_all);
    let mut found = Vec::new();
    for (number, place) in game.places.iter().enumerate().filter(|(_, place)| !counted_by_all(place)) {
        let mut come = ways.iter().filter(|way| way.to == number && way.from.as_deref() != Some(&[number])).peekable();
        let leaves = |way: &&Way| way.to != number && way.from.as_ref().is_none_or(|from| from.contains(&number));
        let told = come.peek().map(|way| way.line);
        let all_told = come.all(|way| way.from.as_ref().is_some_and(|from| from.iter().all(counted)))
            && ways.iter().filter(leaves).all(|way| way.whole || counted(&way.to));
        let Some(line) = told.filter(|_| all_told && place.refilled.is_none()) else { continue };
        let from = ways.iter().find(|way| way.line == line).and_then(|way| way.from.as_ref()?.first().copied());
        let from = from.and_then(|from| game.places.get(from)).map_or("", |from| from.name.as_str());
        let name = &place.name;
        found.push(
            Diagnostic::new(
                Code::HidesNothing,
                place.span,
                format!("all can count the cards of `{name}`, whatever `size seen by` says"),
            )
            .and(line, format!("all see how many cards `{from}` has, before and after"))
            .help(format!("say `size seen by` of `{from}`, too, or leave it out here")),
        );
    }
    found
}

fn counted_by_all(place: &Place) -> bool {
    place.size.is_empty()
        || place.size.iter().any(|sight| sight.when.is_none() && matches!(sight.who, Expr::AllPlayers))
}

/// The places that a phrase of cards names, where it names them.
fn named(cards: &Expr) -> Option<Vec<usize>> {
    match cards {
        Expr::CardsIn(place) => Some(vec![place.place]),
        Expr::Together(all) => Some(all.iter().map(named).collect::<Option<Vec<_>>>()?.concat()),
        Expr::Where { of, .. } | Expr::Best { of, .. } | Expr::EndCard { of, .. } => named(of),
        Expr::Only(_, of) | Expr::JustCard(of) | Expr::At { of, .. } => named(of),
        _ => None,
    }
}

/// All ways that cards may go.
fn ways(game: &Game) -> Vec<Way> {
    let mut found = Vec::new();
    let mut way = |from: Option<Vec<usize>>, whole: bool, to: &PlaceRef, line: Span| {
        found.push(Way { from, whole, to: to.place, line });
    };
    walk::everywhere(game, &mut |stmt| {
        match &stmt.kind {
            StmtKind::Move { cards, to } => {
                way(named(cards), matches!(cards, Expr::CardsIn(_) | Expr::AllCards), to, stmt.span);
            }
            StmtKind::Deal { from, to, .. }
            | StmtKind::DealEach { from, to, .. }
            | StmtKind::Fill { from, place: to, .. } => {
                way(Some(vec![from.place]), false, to, stmt.span);
            }
            StmtKind::Swap(a, b) => {
                way(Some(vec![a.place]), true, b, stmt.span);
                way(Some(vec![b.place]), true, a, stmt.span);
            }
            StmtKind::Tricks(tricks) => {
                way(None, true, &tricks.taken, stmt.span);
            }
            StmtKind::Do { .. }
            | StmtKind::Shuffle(_)
            | StmtKind::Sort { .. }
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
            | StmtKind::Circuit { .. } => {}
        }
        for act in walk::acts(stmt) {
            for pick in &act.picks {
                if let (Source::Cards { from, .. }, Some(to)) = (&pick.source, &pick.to) {
                    way(named(from), false, to, act.span);
                }
            }
        }
    });
    found
}
