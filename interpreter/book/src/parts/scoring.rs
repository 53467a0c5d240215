//! What scores points, and how the game ends, on one page.

use bidlang::syntax::tree::{Item, Phrase, PhraseKind, Statement, StatementKind};

use super::statements::{lost, score, score_for, won};
use super::{heading_of, part};
use crate::english::{English, Me, spoken};
use crate::model::{Block, Chapter, Step, Table, Text, anchor, link};

/// A line that scores.
struct Scored<'t> {
    amount: &'t Phrase,
    who: &'t Phrase,
    reason: &'t str,
    minus: bool,
    /// Whether it is done for each of several players.
    each: bool,
    phase: String,
}

/// How the end of the game is said, won or lost.
type Ends = fn(English, &Phrase) -> String;

/// All scores and ways to win.
#[derive(Default)]
struct Points<'t> {
    scores: Vec<Scored<'t>>,
    won: Vec<(Ends, &'t Phrase, Option<&'t Phrase>, String)>,
}

/// The table of scores, and who wins.
pub(crate) fn scoring(english: English) -> Option<Chapter> {
    let mut found = Points::default();
    for item in &english.rulebook.file.items {
        if let Item::Phase(phase) = item {
            look(&phase.body, &phase.name.text, false, &mut found);
        }
    }
    let place = |phase: &str| {
        let heading = if phase == "play" { "The game".to_owned() } else { heading_of(phase) };
        link(&heading, &anchor(&heading))
    };
    let mut rows = Vec::new();
    for Scored { amount, who, reason, minus, each, phase } in &found.scores {
        let said = score(english.of(Me::They), amount, who, reason, *minus);
        let said = said.strip_suffix(&score_for(reason)).unwrap_or(&said).to_owned();
        let who = if *each { "each player " } else { "the player " };
        let said = said.strip_prefix("that player ").map_or(said.clone(), |rest| format!("{who}{rest}"));
        rows.push(vec![Text(spoken(reason)), Text::sentence(&said), Text(place(phase))]);
    }
    let mut blocks = Vec::new();
    if !rows.is_empty() {
        let say = "In one table, all that scores; the rules above say when:";
        blocks.push(Block::Say(Text::from(say)));
        blocks.push(Block::Table(Table { head: ["For", "Points", "In"].map(Text::from).into(), rows }));
    }
    let ends: Vec<Step> = found
        .won
        .iter()
        .map(|(say, who, when, phase)| {
            let mut words = say(english, who);
            if let Some(when) = when {
                words = format!("{words}, if {}", english.condition(when));
            }
            Step::from(Text(format!("{} ({})", Text::sentence(&words).0, place(phase))))
        })
        .collect();
    if !ends.is_empty() {
        blocks.push(Block::Say(Text::from("The game ends, and somebody wins, like this:")));
        blocks.push(Block::Points(ends));
    }
    (!blocks.is_empty()).then(|| part("Scoring and end", 2, blocks))
}

fn look<'t>(block: &'t [Statement], phase: &str, each: bool, found: &mut Points<'t>) {
    for statement in block {
        match &statement.kind {
            StatementKind::Score { amount, who, reason, minus, .. } => {
                let (reason, phase) = (reason.text.as_str(), phase.to_owned());
                found.scores.push(Scored { amount, who, reason, minus: *minus, each, phase });
            }
            StatementKind::Won(who) => found.won.push((won, who, statement.when.as_ref(), phase.to_owned())),
            StatementKind::Lost(who) => found.won.push((lost, who, statement.when.as_ref(), phase.to_owned())),
            _ => {}
        }
        let each = match &statement.kind {
            StatementKind::ForEach { group, sorted, .. } => sorted.is_none() && is_all(group),
            StatementKind::Ask { .. } | StatementKind::Form(_) => false,
            _ => each,
        };
        statement.blocks().into_iter().for_each(|body| look(body, phase, each, found));
    }
}

/// Whether a loop goes through all there are.
fn is_all(group: &Phrase) -> bool {
    match &group.kind {
        PhraseKind::Group(group) => group.cond.is_none() && group.within.is_none() && group.best.is_none(),
        PhraseKind::Several(several) => several.cond.is_none(),
        _ => true,
    }
}
