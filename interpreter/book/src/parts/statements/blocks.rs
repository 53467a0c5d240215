//! Statements with others inside: branches, and what is done for each.

use bidlang::ir::plural;
use bidlang::syntax::tree::{Group, Noun as NounWord, Phrase, PhraseKind, Sorted, Statement, StatementKind, Which};

use super::super::play::holds;
use super::{list, steps, uncapital, with};
use crate::english::{English, Me, spoken};
use crate::model::{Block, Step, Text, term};

pub(super) fn branches_of(
    english: English,
    branches: &[(Phrase, Vec<Statement>)],
    otherwise: &[Statement],
) -> Vec<Step> {
    let mut found: Vec<Step> = Vec::new();
    for (cond, body) in branches {
        let holds = english.wish.decides(english.rulebook, cond);
        if holds == Some(false) {
            continue;
        }
        let inner = steps(english, body);
        if holds == Some(true) {
            return last_branch(found, inner);
        }
        let word = if found.is_empty() { "If" } else { "Otherwise, if" };
        found.push(branch(&format!("{word} {}", english.condition(cond)), inner));
    }
    if otherwise.is_empty() { found } else { last_branch(found, steps(english, otherwise)) }
}

/// What is done where none of the branches before it is; without any, it is simply done.
fn last_branch(mut found: Vec<Step>, inner: Vec<Step>) -> Vec<Step> {
    if found.is_empty() {
        return inner;
    }
    found.push(branch("Otherwise", inner));
    found
}

/// A condition with its steps; a single step goes on in the same sentence.
fn branch(words: &str, inner: Vec<Step>) -> Step {
    match inner.as_slice() {
        [only] if only.inner.is_empty() => Step::from(Text(format!("{words}, {}", uncapital(&only.text.0)))),
        _ => Step { text: Text(format!("{words}:")), inner: vec![Block::Steps(inner)] },
    }
}

/// Of whom bare words are, where something is done for each: of that one, unless it is a player who has a name.
fn who_is_meant(me: Me, group: &Phrase, name: Option<&str>) -> Me {
    let PhraseKind::Group(group) = &group.kind else { return Me::They };
    let of_players = matches!(group.noun, NounWord::Player | NounWord::Players | NounWord::Bidders);
    if of_players && (name.is_some() || group.name.is_some()) { me.behind_a_name() } else { Me::They }
}

pub(super) fn for_each(english: English, group: &Phrase, name: Option<&str>, body: &[Statement]) -> Vec<Step> {
    let mut words = english.noun(group).words;
    let mut inner = english.of(who_is_meant(english.me, group, name));
    if let PhraseKind::Word(kind) = &group.kind
        && (kind.text == "team" || english.rulebook.game.kinds.iter().any(|known| known.name == kind.text))
    {
        words = format!("each {}", spoken(&kind.text));
        inner = inner.picking(&kind.text);
    } else if let PhraseKind::Several(several) = &group.kind {
        let one = english.one_of(&several.word.text);
        words = english.for_which(&format!("each {}", spoken(one)), several);
        inner = inner.picking(several.name.as_ref().map_or(one, |name| name.text.as_str()));
    } else if let PhraseKind::Group(found) = &group.kind
        && matches!(found.which, Which::Plain | Which::Each)
        && matches!(found.noun, NounWord::Player | NounWord::Card)
    {
        let each = Group { which: Which::Each, ..(**found).clone() };
        words = english.group(&each).words;
        let asks = |statement: &Statement| holds(statement, |kind| matches!(kind, StatementKind::Ask { .. }));
        if found.noun == NounWord::Player
            && found.clockwise.is_none()
            && found.within.is_none()
            && body.iter().any(asks)
        {
            words = format!("{words}, seat by seat from seat 1");
        }
    } else if let Some(rest) = words.strip_prefix("all ") {
        words = format!("each of the {rest}");
    } else if !words.contains(' ') {
        words = format!("each {words}");
    }
    if let Some(name) = name {
        words = format!("{words} (here called {})", term(name));
    }
    with(&format!("for {words}"), list(inner, body))
}

/// `for the 3 artists with the highest shown, the first of them first`
pub(super) fn for_sorted(
    english: English,
    group: &Phrase,
    name: Option<&str>,
    sorted: &Sorted,
    body: &[Statement],
) -> Vec<Step> {
    let count = english.operand(&sorted.count);
    let (what, mut inner) = match &group.kind {
        PhraseKind::Word(kind) => {
            let several = spoken(&kind.text);
            let kinds = english.rulebook.game.kinds.iter().map(|kind| kind.name.as_str());
            let one = kinds.into_iter().find(|one| *one == kind.text || plural(one) == kind.text);
            let inner = english.of(Me::They);
            let cond = sorted.cond.as_ref().map(|cond| format!(" for which {}", inner.condition(cond)));
            (format!("{several}{}", cond.unwrap_or_default()), one.map_or(inner, |one| inner.picking(one)))
        }
        _ => {
            let words = english.noun(group).words;
            let words = words.strip_prefix("the ").or(words.strip_prefix("all ")).unwrap_or(&words).to_owned();
            (words, english.of(who_is_meant(english.me, group, name)))
        }
    };
    let called = name.map_or_else(String::new, |name| format!(" (each here called {})", term(name)));
    if let Some(name) = name {
        inner = inner.picking(name);
    }
    let best = sorted.best.as_ref().map(|best| format!(" with {}", english.best(best))).unwrap_or_default();
    let number = matches!(&sorted.count.kind, PhraseKind::Word(word) if word.text.parse::<u32>().is_ok());
    let whom = if number {
        format!("the {count} {what}{called}{best}")
    } else {
        format!("so many {what}{called}{best} ({})", english.number(&sorted.count))
    };
    with(&format!("for {whom}, one after the other, the best first"), list(inner, body))
}
