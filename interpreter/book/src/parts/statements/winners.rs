//! Who wins and who loses.

use bidlang::syntax::tree::{Best, Phrase, PhraseKind, Which};

use crate::english::{English, all_players};

/// Who wins: `the players with the highest score win`.
pub(in crate::parts) fn won(english: English, who: &Phrase) -> String {
    let noun = english.noun(who);
    format!("the game is over: {} {}{}", noun.words, noun.verb("wins", "win"), as_one(english, who, "wins"))
}

/// Who loses: `the player whose hand is not empty loses; all others win`.
pub(in crate::parts) fn lost(english: English, who: &Phrase) -> String {
    let noun = english.noun(who);
    format!(
        "the game is over: {} {}{}; all others win",
        noun.words,
        noun.verb("loses", "lose"),
        as_one(english, who, "loses")
    )
}

/// That a team wins or loses as one, where some of its players are named.
fn as_one(english: English, who: &Phrase, does: &str) -> String {
    let game = &english.rulebook.game;
    let whole = match &who.kind {
        PhraseKind::Nothing => true,
        PhraseKind::Of { word, .. } => matches!(word.text.as_str(), "team" | "opponents"),
        PhraseKind::Group(group) => {
            let by_score = |best: &Best| best.order.iter().any(|(_, name)| name.text == "score");
            all_players(group) || group.which == Which::All || group.best.as_ref().is_some_and(by_score)
        }
        _ => false,
    };
    if whole || game.teams.is_empty() || game.sides.is_some() {
        return String::new();
    }
    format!(" (a team {does} as one)")
}
