//! Hints at the prompt: what a player that thinks would do in the person's place. It knows what the person's seat was told, and nothing else.

use bidlang::Act;
use bidlang_players::{Answer, Considered, Horizon};

use crate::output;
use crate::scene::Scene;
use crate::sim::progress;

/// Results this near to nought, of -1 to 1, are even.
const EVEN: f64 = 0.03;
/// So many choices are told.
const TOLD: usize = 3;

/// Tells the best choices, each with how often it was tried and what came of it.
pub fn tell(scene: &Scene) {
    let turn = scene.turn;
    let Some(thinker) = scene.hints else {
        output::told("  nobody gives hints here");
        return;
    };
    let mut thinker = thinker.borrow_mut();
    let found: Vec<Considered> = {
        let _waits = progress::thinking("looking ahead");
        thinker.consider()
    };
    let all: u64 = found.iter().map(|one| u64::from(one.tried)).sum();
    let by = match thinker.lore().aim().horizon {
        Horizon::Round => "the round",
        Horizon::Match => "the game",
    };
    let told: Vec<(Act, &Considered)> = found
        .iter()
        .filter_map(|one| Some((bidlang_players::act(turn, Answer::Choice(one.choice))?, one)))
        .take(TOLD)
        .collect();
    if told.is_empty() {
        output::told("  no way was found in which all could have happened that you were told; so there is no hint");
        return;
    }
    let widest = told.iter().map(|(act, _)| act.to_string().chars().count()).max().unwrap_or(0);
    for (act, one) in told {
        let words = act.to_string();
        let share = (u64::from(one.tried) * 100).checked_div(all).unwrap_or(0);
        let ends = match one.worth {
            worth if worth > EVEN => "mostly in front",
            worth if worth < -EVEN => "mostly behind",
            _ => "about even",
        };
        output::told(&format!("  {words:widest$}  {share:3} of 100 tries, {ends} by the end of {by}"));
    }
}
