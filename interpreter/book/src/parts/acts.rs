//! Decisions: what one may do, what is picked, and what has to be obeyed.

use bidlang::syntax::tree::{Clause, Phrase, Pick, Shape, Source};

use super::statements::{cards, list, say, with};
use crate::english::{Card, English, Me, article, spoken};
use crate::model::{Block, Step, Text, strong, term};
use crate::notes;

/// A decision of one player, or of several at once.
pub(super) fn ask(english: English, who: &Phrase, at_once: bool, acts: &[Clause]) -> Vec<Step> {
    let noun = english.noun(who);
    let mut named = noun.words.clone();
    if at_once {
        named = format!("{named}, all at the same time and in secret,");
    }
    let me = if english.me == Me::You && noun.words == "you" { Me::You } else { Me::They };
    let theirs = english.of(me);
    match acts {
        [only] if only.when.is_none() => {
            let (words, inner) = act(theirs, only);
            let must = if noun.words == "you" { "must".to_owned() } else { noun.verb("has to", "have to") };
            let text = format!("{named} {must} {words}");
            if inner.is_empty() { say(&text) } else { vec![Step { text: Text::sentence(&text), inner }] }
        }
        several => {
            let points: Vec<Step> = several.iter().filter_map(|clause| act_point(theirs, clause)).collect();
            let chooses = noun.verb("chooses one", "choose one");
            with(&format!("{named} {chooses}"), vec![Block::Points(points)])
        }
    }
}

/// An act among several: `draw a card ..., if ...`; none where what is settled rules it out.
pub(super) fn act_point(english: English, clause: &Clause) -> Option<Step> {
    let when = clause.when.as_ref().map(|when| (when, english.wish.decides(english.rulebook, when)));
    if let Some((_, Some(false))) = when {
        return None;
    }
    let (mut words, inner) = act(english, clause);
    if let Some((when, None)) = when {
        words = format!("{words}; only if {}", english.condition(when));
    }
    Some(Step { text: Text::sentence(&words), inner })
}

/// What one does in an act, and what belongs to it: what it has to obey, and what then happens.
pub(super) fn act(english: English, clause: &Clause) -> (String, Vec<Block>) {
    let (name, picks): (&str, &[Pick]) = match &clause.shape {
        Shape::Act { name, picks, .. } => (&name.text, picks),
        _ => (&clause.word.text, &[]),
    };
    // What is picked goes by the name of its kind.
    let kinds = picks
        .iter()
        .filter_map(|pick| if let Source::Kind(name) = &pick.source { Some(name.text.as_str()) } else { None });
    let english = kinds.fold(english, English::picking);
    let mut words = strong(&spoken(name));
    // A bid with a name of its own.
    let named = clause.word.text == "bid" && name != "bid";
    if named {
        words = format!("bid {words}");
    }
    let (english, picked) = all_picks(english, picks);
    if let [Pick { source: Source::YesNo, cond: None, name, .. }] = picks {
        let called = name.as_ref().map_or_else(String::new, |name| here_called(&name.text));
        words = format!("decide whether to {words}, yes or no{called}");
    } else if !picked.is_empty() {
        // A name of several words is hardly a verb.
        let colon = if named || name.contains('-') { ":" } else { "" };
        words = format!("{words}{colon} {picked}");
    }
    if let Shape::Act { for_good: true, .. } = &clause.shape {
        words = format!("{words}; you are then out of it for good");
    }
    (words, under(english, clause))
}

/// All that is picked, one behind the other, and how is spoken from there on.
fn all_picks<'b>(mut english: English<'b>, picks: &[Pick]) -> (English<'b>, String) {
    let mut words = String::new();
    // Whether `player` is one who was picked.
    let mut of_picked = false;
    for pick in picks {
        if matches!(&pick.source, Source::Kind(name) if name.text == "player") {
            if pick.name.is_none() {
                english = english.of(Me::They);
                of_picked = true;
            } else if english.me == Me::They && !of_picked {
                english = english.of(Me::Acts);
            }
        }
        let next = self::pick(english, pick);
        words = match words.as_str() {
            "" => next,
            // A condition ends where the next thing is picked.
            before if before.contains(", where ") => format!("{before}, together with {next}"),
            before => format!("{before} together with {next}"),
        };
    }
    (english, words)
}

fn here_called(name: &str) -> String {
    format!(" (here called {})", term(name))
}

/// What stands under an act.
pub(super) fn under(english: English, clause: &Clause) -> Vec<Block> {
    let mut points: Vec<Step> = Vec::new();
    for must in &clause.musts {
        points.extend(demand(english, must));
    }
    if let Some(worth) = &clause.worth {
        points.push(Step::from(Text::sentence(&format!("this bid is worth {}", english.number(worth)))));
    }
    let mut blocks = Vec::new();
    if !points.is_empty() {
        blocks.push(Block::Points(points));
    }
    blocks.extend(list(english, &clause.body));
    blocks
}

/// A `must` line as a rule.
pub(super) fn demand(english: English, must: &Clause) -> Option<Step> {
    let Shape::Must { cond, if_able, except } = &must.shape else { return None };
    let when = match must.when.as_ref().map(|when| (when, english.wish.decides(english.rulebook, when))) {
        Some((_, Some(false))) => return None,
        Some((when, None)) => Some(english.condition(when)),
        _ => None,
    };
    let mut words = english.demand(cond);
    if *if_able {
        words = format!("{words}, if that is possible");
    }
    if let Some(except) = except {
        words = format!("{words}; {}", free_cards(english, except));
    }
    if let Some(when) = when {
        words = format!("if {when}, {words}");
    }
    let mut text = Text::sentence(&words);
    if let Some(note) = notes::behind(english.rulebook.text(), must.span) {
        text.0 = format!("{} ({note})", text.0);
    }
    Some(Step::from(text))
}

/// Cards that may be played in any case.
pub(super) fn free_cards(english: English, cond: &Phrase) -> String {
    format!("a card {} may be played in any case, and obliges nobody", english.relative(cond, true, false, false))
}

/// Cards that make a run, or pairs in a row.
fn making(
    english: English,
    pick: &Pick,
    (least, most, or_more): (Option<&Phrase>, Option<&Phrase>, bool),
    from: &str,
) -> String {
    let Some(makes) = &pick.makes else { return String::new() };
    let by = english.name(&makes.by.text);
    let one = makes.one.as_ref().map(|one| format!(", all of one {}", english.name(&one.text))).unwrap_or_default();
    let count = least.map(|least| english.how_many(least, most, or_more));
    let (word, words) = match makes.each {
        1 => ("card", "cards"),
        2 => ("pair", "pairs"),
        3 => ("triple", "triples"),
        _ => ("four of a kind", "fours of a kind"),
    };
    match (makes.each, count) {
        (_, None) => format!("a {word} from {from} (of one {by}{one})"),
        (1, Some(count)) => {
            format!("a run of {count} {words} from {from} (by {by}, each one more than the one before{one})")
        }
        (_, Some(count)) if !makes.in_a_row => format!("{count} {words} from {from} (each of one {by}{one})"),
        (_, Some(count)) => format!("{count} {words} from {from} (that follow each other by {by}{one})"),
    }
}

/// Whether words are a number in digits.
fn is_number(words: &str) -> bool {
    words.parse::<i64>().is_ok()
}

/// One thing that is picked.
fn pick(english: English, pick: &Pick) -> String {
    let mut many = false;
    let mut words = match &pick.source {
        Source::Number(low, high) => format!("a number from {} to {}", english.number(low), english.number(high)),
        Source::Kind(name) if name.text == "player" => "a player".to_owned(),
        Source::Kind(name) => format!("{} {}", article(&name.text), spoken(&name.text)),
        Source::YesNo => "yes or no".to_owned(),
        Source::Cards { least, most, or_more, from } if pick.makes.is_some() => {
            many = true;
            making(english, pick, (least.as_ref(), most.as_ref(), *or_more), &english.noun(from).words)
        }
        Source::Cards { least: Some(least), or_more: true, from, .. } => {
            many = true;
            format!("{} cards from {}", english.how_many(least, None, true), english.noun(from).words)
        }
        Source::Cards { least, most, from, .. } => {
            let from = english.noun(from).words;
            let count = |phrase: &Phrase| english.number(phrase);
            match (least.as_ref().map(count), most.as_ref().map(count)) {
                (None, _) if pick.another => format!("another card from {from}"),
                (None, _) => format!("a card from {from}"),
                (Some(least), Some(most)) if least != most => {
                    many = true;
                    let plain = pick.cond.is_some() || is_number(&least) && is_number(&most);
                    if plain {
                        format!("{least} to {most} cards from {from}")
                    } else {
                        format!("cards from {from} (at least {least}, at most {most})")
                    }
                }
                (Some(least), _) if pick.cond.is_none() && !is_number(&least) => {
                    many = true;
                    format!("as many cards from {from} as {least}")
                }
                (Some(least), _) => {
                    many = least != "1";
                    format!("{} from {from}", cards(&least))
                }
            }
        }
    };
    if let Some(name) = &pick.name {
        words = format!("{words}{}", here_called(&name.text));
    }
    let is_card = matches!(pick.source, Source::Cards { .. });
    if let Some(cond) = &pick.cond
        && english.wish.decides(english.rulebook, cond) != Some(true)
    {
        words = if is_card {
            format!("{words} {}", english.relative(cond, true, many, false))
        } else {
            format!("{words}, where {}", english.with_card(Card::The).condition(cond))
        };
    }
    if let Some(so_that) = &pick.so_that {
        words = format!("{words}, so that {}", english.condition(so_that));
    }
    if let Some(to) = &pick.to {
        let goes = if many { "they go" } else { "it goes" };
        words = format!("{words} ({goes} to {})", english.noun(to).words);
    }
    if pick.if_able {
        let able = if many { "or as many as there are" } else { "if there are such cards" };
        words = format!("{words}, {able}");
    }
    words
}
