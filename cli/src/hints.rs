//! Hints at the prompt: what a player that thinks would do in the person's place. It knows what the person's seat was told, and nothing else.

use bidlang::Act;
use bidlang_players::{Answer, Considered, Foreseen, Horizon};

use crate::output;
use crate::scene::Scene;
use crate::sim::progress;

/// Results this near to nought, in spreads of all, are even.
const EVEN: f64 = 0.06;
/// So many choices are told.
const TOLD: usize = 3;

/// Tells the best choices, each with how often it was tried, what came of it, and what happens most often after it.
pub fn tell(scene: &Scene) {
    let turn = scene.turn;
    let mut hinter = scene.hints.map(|hinter| hinter.borrow_mut());
    let waits = progress::thinking("looking ahead");
    let Some(thinker) = hinter.as_mut().and_then(|hinter| hinter.thinker()) else {
        drop(waits);
        output::told("  nobody gives hints here");
        return;
    };
    let found: Vec<(Considered, Option<Foreseen>)> = thinker.explain(TOLD);
    drop(waits);
    let by = match thinker.lore().aim().horizon {
        Horizon::Round { behind: 0 } => "the round",
        // As many as there still are.
        Horizon::Round { .. } => "the next rounds",
        Horizon::Match => "the game",
    };
    let told: Vec<(Act, &Considered, &Option<Foreseen>)> = found
        .iter()
        .filter_map(|(one, foreseen)| Some((bidlang_players::act(turn, Answer::Choice(one.choice))?, one, foreseen)))
        .collect();
    if told.is_empty() {
        output::told("  no way was found in which all could have happened that you were told; so there is no hint");
        return;
    }
    let widest = told.iter().map(|(act, ..)| act.to_string().chars().count()).max().unwrap_or(0);
    for (act, one, foreseen) in told {
        let words = act.to_string();
        let share = (100.0 * one.share).round();
        let ends = match one.worth {
            worth if worth > EVEN => "mostly gains ground",
            worth if worth < -EVEN => "mostly loses ground",
            _ => "about even",
        };
        let ends =
            if one.kept_up { "best if you go on with it".to_owned() } else { format!("{ends} by the end of {by}") };
        output::told(&format!("  {words:widest$}  {share:3} % of the tries, {ends}"));
        if let Some(Foreseen { line, share }) = foreseen {
            output::told(&format!("  {:widest$}  then {}: {line}", "", how_often(*share)));
        }
    }
}

/// In words how often something happens.
fn how_often(share: f64) -> &'static str {
    match share {
        share if share > 0.995 => "always",
        share if share > 0.8 => "nearly always",
        share if share > 0.5 => "mostly",
        share if share > 0.33 => "often",
        _ => "sometimes",
    }
}
