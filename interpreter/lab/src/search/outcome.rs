//! How games came out: who wins whatever happens, points that are always nought, shuffles of nothing, cards that pile up.

use std::collections::BTreeMap;

use bidlang::Game;

use super::never::{self, FEWEST_GAMES};
use super::seen::{Of, Seen};
use crate::design;
use crate::diagnostic::{Code, Diagnostic, Span};

/// So many games have to be over before who wins them says anything.
const GAMES: u64 = 40;
/// So often a thing has to be done before it says anything that it never made a difference.
const TIMES: u64 = 40;

/// What all games have in common.
pub fn looked_at(game: &Game, seen: &Seen, games: u64) -> Vec<Diagnostic> {
    let among = never::among(games);
    // Few games say nothing of what never comes about, however often they do a line.
    let never = |of: &Of| games >= FEWEST_GAMES && of.some == 0 && of.all >= TIMES;
    let mut found = Vec::new();
    found.extend(who_wins(game, seen, &among));
    found.extend(seen.points.iter().filter(|(_, of)| never(of)).map(|(line, _)| {
        Diagnostic::new(Code::NoEffect, *line, format!("the points of this line are always 0, in {among}"))
            .help("look at what it counts: is it there at that moment? Or take the line out")
    }));
    for (place, of) in &seen.shuffles {
        let Some(line) = design::shuffle_of(&game.game, *place).filter(|_| never(of)) else { continue };
        let name = game.game.places.get(*place).map(|place| place.name.as_str()).unwrap_or_default();
        found.push(
            Diagnostic::new(
                Code::NoEffect,
                line,
                format!("`{name}` never holds two cards when it is shuffled, in {among}"),
            )
            .help("move the cards there first, and shuffle then"),
        );
    }
    found.extend(never_dealt(game, seen, &never, &among));
    found.retain(|problem| game.is_own(problem.span()));
    for (place, of) in &seen.comes {
        if let Some(out) = design::taken_out_of(&game.game, *place).filter(|_| of.some > 0 && of.all >= TIMES) {
            found.extend(piled_up(game, *place, out.line, of, &among).map(|problem| game.blame(problem)));
        }
    }
    found
}

/// Cards that lie in the box from the beginning to the end of each game, by the rows of the deck.
fn never_dealt(game: &Game, seen: &Seen, never: &dyn Fn(&Of) -> bool, among: &str) -> Vec<Diagnostic> {
    let mut rows: BTreeMap<Span, Vec<&str>> = BTreeMap::new();
    for (card, _) in seen.dealt.iter().filter(|(_, of)| never(of)) {
        if let Some(card) = game.game.cards.get(*card) {
            rows.entry(card.span).or_default().push(&card.name);
        }
    }
    let told = rows.into_iter().map(|(row, cards)| {
        let what = match cards.as_slice() {
            [one] => format!("the {one} never leaves the box"),
            [one, other] => format!("the {one} and the {other} never leave the box"),
            [one, rest @ ..] => format!("the {one} and {} other cards of this row never leave the box", rest.len()),
            [] => String::new(),
        };
        Diagnostic::new(Code::NeverInPlay, row, format!("{what}, in {among}"))
            .help("look at the lines that take cards out of the box; or take them out of the deck")
    });
    told.collect()
}

fn who_wins(game: &Game, seen: &Seen, among: &str) -> Option<Diagnostic> {
    // Where nobody has a choice, that is so by the rules.
    if seen.over < GAMES || seen.choices == 0 {
        return None;
    }
    let span = design::winning(&game.game)?;
    let problem = |what: String| Some(Diagnostic::new(Code::EverybodyWins, span, what));
    if seen.all_won == seen.over {
        return problem(format!("all players win, in each of {among}"))?
            .help("look at the score: does each line give its points to the player that is meant, and not the same to all?")
            .into();
    }
    let always = seen.always?;
    if always.count_ones() != 1 {
        return None;
    }
    let seat = always.trailing_zeros() + 1;
    problem(format!("seat {seat} wins, whatever is played, in each of {among}"))?
        .help("look at who gets the points, and at who begins")
        .into()
}

fn piled_up(game: &Game, place: usize, line: Span, of: &Of, among: &str) -> Option<Diagnostic> {
    let declared = game.game.places.get(place)?;
    let percent = (of.some * 100).div_ceil(of.all);
    Some(
        Diagnostic::new(
            Code::PilesUp,
            declared.span,
            format!("cards come to `{}` while others of the round before still lie there, {percent} times in 100, in {among}", declared.name),
        )
        .and(line, "they are taken away here, but not always")
        .help("take them away in any case, as under `unsold` or `after`; where they are meant to stay, ask whether the place is empty, or say `allow piles-up`"),
    )
}
