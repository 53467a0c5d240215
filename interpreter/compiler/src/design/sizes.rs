//! How many cards lie where: a place of which not all may count the cards, while all can work it out.

use super::walk;
use super::ways::{self, Goes, Way};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::ir::{Expr, Game, Of, Place, PlaceRef};

/// Cards go from place to place.
struct Step {
    /// The places from which they may come; none where the words do not say.
    from: Option<Vec<usize>>,
    /// Whether all cards of a place go.
    whole: bool,
    to: usize,
    /// Which place of the name it is goes by what some do not see: from, to.
    secret: (bool, bool),
    line: Span,
}

impl Step {
    fn of(game: &Game, way: &Way<'_>) -> Self {
        let (from, whole) = match way.cards {
            Goes::Group(cards) => (named(cards), matches!(cards, Expr::CardsIn(_) | Expr::AllCards)),
            Goes::First(from) | Goes::Alike(from, _) => (Some(vec![from.place]), false),
            Goes::Swapped(from) => (Some(vec![from.place]), true),
            Goes::Trick => (None, true),
            Goes::Picked(cards) => (named(cards), false),
        };
        let comes = match way.cards {
            Goes::Group(cards) | Goes::Picked(cards) => {
                let mut secret = false;
                walk::within(cards, &mut |part| {
                    secret |= matches!(part, Expr::CardsIn(place) if is_secret(game, place));
                });
                secret
            }
            Goes::First(from) | Goes::Alike(from, _) | Goes::Swapped(from) => is_secret(game, from),
            Goes::Trick => false,
        };
        Self { from, whole, to: way.to.place, secret: (comes, is_secret(game, way.to)), line: way.line }
    }
}

/// A line `size seen by` keeps something from somebody: cards come from a place that is not counted by all, or leave for one.
pub fn every_hidden_size_is_hidden(game: &Game) -> Vec<Diagnostic> {
    let ways: Vec<Step> = ways::all(game).iter().map(|way| Step::of(game, way)).collect();
    let counted = |place: &usize| game.places.get(*place).is_some_and(counted_by_all);
    let mut found = Vec::new();
    for (number, place) in game.places.iter().enumerate().filter(|(_, place)| !counted_by_all(place)) {
        let mut come = ways.iter().filter(|way| way.to == number && way.from.as_deref() != Some(&[number])).peekable();
        let leaves = |way: &&Step| way.to != number && way.from.as_ref().is_none_or(|from| from.contains(&number));
        let told = come.peek().map(|way| way.line);
        let all_told = come.all(|way| !way.secret.1 && way.from.as_ref().is_some_and(|from| from.iter().all(counted)))
            && ways.iter().filter(leaves).all(|way| !way.secret.0 && (way.whole || counted(&way.to)));
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

/// Whether which place of its name is meant goes by a track that some do not see.
fn is_secret(game: &Game, place: &PlaceRef) -> bool {
    let Of::One(of) = &place.of else { return false };
    let mut secret = false;
    walk::within(of, &mut |part| {
        if let Expr::Track { track, .. } = part {
            secret |= game.tracks.get(*track).is_some_and(|track| track.untold || !track.seen_by_all());
        }
    });
    secret
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
