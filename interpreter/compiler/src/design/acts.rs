//! Acts that nobody can ever do.

use super::ranges::Ranges;
use super::walk;
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::MOST_CARDS;
use crate::ir::{Game, Pick, Source};

/// Every act has something to pick.
pub fn every_act_can_be_done(game: &Game) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = Vec::new();
    let ranges: Vec<Ranges> =
        (game.players.0..=game.players.1).map(|players| Ranges::any_options(game, players)).collect();
    for phase in walk::phases_of(game).into_iter().filter_map(|phase| game.phases.get(phase)) {
        walk::statements(&phase.body, &mut |stmt| {
            for pick in walk::acts(stmt).into_iter().flat_map(|act| &act.picks) {
                found.extend(impossible(&ranges, pick).filter(|problem| !found.contains(problem)));
            }
        });
    }
    found
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
