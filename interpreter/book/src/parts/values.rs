//! Tables and formulas.

use bidlang::ir::Ty;
use bidlang::syntax::tree::{Item, Phrase, PhraseKind, Taken, ValueBody, ValueItem, YES_OR_NO};

use super::front::mark;
use super::part;
use crate::english::{Card, English, Me, article, spoken};
use crate::model::{Block, Chapter, Step, Table, Text, capital, strong, term};
use crate::notes;

/// Values of cards and players, tables and numbers.
pub(crate) fn values(english: English) -> Option<Chapter> {
    let mut blocks = Vec::new();
    let mut plain: Vec<Step> = Vec::new();
    for item in &english.rulebook.file.items {
        let Item::Value(value) = item else { continue };
        match formula(english, value) {
            Some(step) => plain.push(step),
            None => blocks.extend(table(english, value)),
        }
    }
    if !plain.is_empty() {
        blocks.push(Block::Say(Text::from("These words are used in the rules:")));
        blocks.push(Block::Points(plain));
    }
    (!blocks.is_empty()).then(|| part("Values and numbers", 2, blocks))
}

/// `bid worth of a card`
fn heading(english: English, value: &ValueItem) -> String {
    let owners: Vec<String> = value.owners.iter().map(taken).collect();
    if let Some((owner, others)) = owners.split_first().filter(|_| english.counts_as(&value.name.text)) {
        let name = strong(&spoken(english.bare(&value.name.text)));
        let with: String = others.iter().map(|other| format!(" for {other}")).collect();
        return format!("{owner} counts as {name}{with}");
    }
    let name = strong(&spoken(&value.name.text));
    if owners.is_empty() { name } else { format!("{name} of {}", owners.join(" and ")) }
}

/// `a player (the counter)`: what a value is of, what a phase takes.
pub(super) fn taken(taken: &Taken) -> String {
    if let (YES_OR_NO, Some(name)) = (taken.what.text.as_str(), &taken.called) {
        return format!("yes or no ({})", term(&name.text));
    }
    let what = format!("{} {}", article(&taken.what.text), spoken(&taken.what.text));
    match &taken.called {
        Some(name) => format!("{what} (the {})", term(&name.text)),
        None => what,
    }
}

fn formula(english: English, value: &ValueItem) -> Option<Step> {
    let english = english.with_card(Card::Its).of(Me::They);
    let english = value.owners.iter().fold(english, |english, owner| english.picking(&owner.what.text));
    let ValueBody::Formula(phrase) = &value.body else { return None };
    let definition = english.rulebook.game.values.iter().find(|known| known.name == value.name.text);
    let yes_no = definition.is_some_and(|known| known.ty == Ty::YesNo);
    let heading = heading(english, value);
    let counts = english.counts_as(&value.name.text);
    let mut text = match cases(english, phrase) {
        None if counts => Text::sentence(&format!("{heading} if {}", english.condition(phrase))),
        Some(cases) if yes_no => Text::sentence(&format!("{heading}: {}", cases.join("; "))),
        None if yes_no => Text::sentence(&format!("{heading}: true if {}", english.condition(phrase))),
        Some(cases) => Text::sentence(&format!("{heading}: {}", cases.join("; "))),
        None => Text::sentence(&format!("{heading}: {}", english.number(phrase))),
    };
    if let Some(note) = note(english, value) {
        text.0 = format!("{} ({note})", text.0);
    }
    Some(Step::from(text))
}

fn note(english: English, value: &ValueItem) -> Option<String> {
    let text = english.rulebook.text();
    let notes: Vec<String> =
        [notes::above(text, value.name.span), notes::behind(text, value.name.span)].into_iter().flatten().collect();
    let note = notes.join(" ");
    (!note.is_empty()).then(|| note.trim_end_matches('.').to_owned())
}

/// `11 if its rank is Ace`, ..., `otherwise its bid worth`
fn cases(english: English, phrase: &Phrase) -> Option<Vec<String>> {
    let mut found = Vec::new();
    let mut rest = phrase;
    while let PhraseKind::If(then, cond, otherwise) = &rest.kind {
        match english.wish.decides(english.rulebook, cond) {
            Some(true) => {
                rest = then;
                break;
            }
            Some(false) => {}
            None if english.is_condition(then) => {
                found.push(format!("if {}, true if {}", english.condition(cond), english.condition(then)));
            }
            None => found.push(format!("{} if {}", english.branch(then), english.condition(cond))),
        }
        rest = otherwise;
    }
    if found.is_empty() {
        return matches!(phrase.kind, PhraseKind::If(..)).then(|| vec![english.say(rest)]);
    }
    found.push(match english.is_condition(rest) {
        true => format!("otherwise true if {}", english.condition(rest)),
        false => format!("otherwise {}", english.say(rest)),
    });
    Some(found)
}

fn table(english: English, value: &ValueItem) -> Vec<Block> {
    let mut blocks = Vec::new();
    let english = value.owners.iter().fold(english, |english, owner| match owner.what.text.as_str() {
        "player" => english.of(Me::They),
        owner => english.picking(owner),
    });
    let counts = english.counts_as(&value.name.text);
    let heading = heading(english, value);
    let heading = capital(&if counts { format!("whether {heading}") } else { heading });
    match &value.body {
        ValueBody::Formula(_) => return blocks,
        ValueBody::Table { key, rows } => {
            // A table by something that is settled is one row.
            let by = english.number(key);
            let mut found = Vec::new();
            let mut other = true;
            for row in rows {
                let keys: Vec<String> = row.keys.iter().map(mark).collect();
                let holds = english.wish.chooses(english.rulebook, key, &row.keys);
                let taken = if row.keys.is_empty() { other } else { holds != Some(false) };
                if holds == Some(true) {
                    other = false;
                }
                if !taken {
                    continue;
                }
                let key = if keys.is_empty() { "all others".to_owned() } else { keys.join(", ") };
                found.push(vec![Text(key), Text(english.with_card(Card::Its).say(&row.result))]);
            }
            let head = vec![Text(column(english, key, &by)), Text(spoken(&value.name.text))];
            blocks.push(Block::Say(Text(format!("{heading}:"))));
            blocks.push(Block::Table(Table { head, rows: found }));
        }
        ValueBody::Grid { key, across, columns, rows } => {
            let mut head =
                vec![Text(format!("{} / {}", column(english, key, &english.number(key)), spoken(&across.text)))];
            head.extend(columns.iter().map(|column| Text(mark(column))));
            let rows = rows
                .iter()
                .filter(|(row, ..)| {
                    english.wish.chooses(english.rulebook, key, std::slice::from_ref(row)) != Some(false)
                })
                .map(|(row, cells, _)| {
                    std::iter::once(Text(mark(row))).chain(cells.iter().map(|cell| Text(english.say(cell)))).collect()
                });
            let rows = rows.collect();
            blocks.push(Block::Say(Text(format!("{heading}:"))));
            blocks.push(Block::Table(Table { head, rows }));
        }
    }
    if let Some(note) = note(english, value) {
        blocks.push(Block::Note(Text::sentence(&note)));
    }
    blocks
}

/// The heading of the column of keys.
fn column(english: English, key: &Phrase, words: &str) -> String {
    match &key.kind {
        _ if english.is_player_count(key) => "players".to_owned(),
        PhraseKind::Word(name) => {
            let name = spoken(&name.text);
            if words.contains(&term("")) { term(&name) } else { name }
        }
        _ => words.to_owned(),
    }
}
