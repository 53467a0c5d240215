//! How the game goes: set-up, then phase by phase in the order in which they come.

use bidlang::syntax::tree::{Item, PhaseItem, Repeats, Statement, StatementKind};

use super::material;
use super::statements::{steps, times_of};
use super::values::taken;
use super::{heading_of, part};
use crate::english::English;
use crate::model::{Block, Chapter, Text};
use crate::notes;

/// Set-up, the game, and each phase.
pub(crate) fn play(english: English) -> Vec<Chapter> {
    let phases: Vec<&PhaseItem> = english
        .rulebook
        .file
        .items
        .iter()
        .filter_map(|item| if let Item::Phase(phase) = item { Some(phase) } else { None })
        .collect();
    let Some(play) = phases.iter().find(|phase| phase.name.text == "play") else { return Vec::new() };
    let ready = play.body.iter().take_while(|statement| is_preparation(&statement.kind)).count();
    let (before, game) = play.body.split_at_checked(ready).unwrap_or((&[], &play.body));
    let mut parts = Vec::new();
    if !before.is_empty() {
        parts.push(part("Set-up", 2, vec![Block::Steps(steps(english, before))]));
    }
    parts.push(part("The game", 2, vec![Block::Steps(steps(english, game))]));
    for name in in_order(&phases, play) {
        let Some(phase) = phases.iter().find(|phase| phase.name.text == name) else { continue };
        parts.push(self::phase(english, phase));
    }
    parts
}

fn is_preparation(kind: &StatementKind) -> bool {
    match kind {
        StatementKind::Move { .. }
        | StatementKind::Deal { .. }
        | StatementKind::DealEach { .. }
        | StatementKind::Fill { .. }
        | StatementKind::Shuffle(_)
        | StatementKind::Sort { .. }
        | StatementKind::Swap(..)
        | StatementKind::Set { .. }
        | StatementKind::Add { .. }
        | StatementKind::Pay { .. } => true,
        // What all choose once comes before the game; what is chosen again and again, or brings points, is the game.
        StatementKind::ForEach { body, .. } => body.iter().all(|statement| {
            is_preparation(&statement.kind)
                || matches!(statement.kind, StatementKind::Ask { .. }) && !holds(statement, is_score)
        }),
        StatementKind::Repeat { body, .. } => {
            body.iter().all(|statement| is_preparation(&statement.kind) && !holds(statement, is_ask))
        }
        StatementKind::If { branches, otherwise } => {
            let mut all = branches.iter().flat_map(|(_, body)| body).chain(otherwise);
            all.all(|statement| is_preparation(&statement.kind))
        }
        _ => false,
    }
}

const fn is_score(kind: &StatementKind) -> bool {
    matches!(kind, StatementKind::Score { .. })
}

const fn is_ask(kind: &StatementKind) -> bool {
    matches!(kind, StatementKind::Ask { .. })
}

/// Whether it is such a statement, or one stands under it.
pub(super) fn holds(statement: &Statement, is: fn(&StatementKind) -> bool) -> bool {
    is(&statement.kind) || statement.blocks().into_iter().flatten().any(|inner| holds(inner, is))
}

/// The names of the phases in the order in which the game comes to them.
fn in_order(phases: &[&PhaseItem], play: &PhaseItem) -> Vec<String> {
    let mut found = Vec::new();
    visit(phases, &play.body, &mut found);
    found
}

fn visit(phases: &[&PhaseItem], block: &[Statement], found: &mut Vec<String>) {
    let mut names = Vec::new();
    called(block, &mut names);
    for name in names {
        if found.contains(&name) {
            continue;
        }
        found.push(name.clone());
        if let Some(phase) = phases.iter().find(|phase| phase.name.text == name) {
            visit(phases, &phase.body, found);
        }
    }
}

/// The phases that a block runs, in their order.
fn called(block: &[Statement], names: &mut Vec<String>) {
    for statement in block {
        if let StatementKind::Do { phase, .. } = &statement.kind {
            names.push(phase.text.clone());
        }
        statement.blocks().into_iter().for_each(|body| called(body, names));
    }
}

fn phase(english: English, phase: &PhaseItem) -> Chapter {
    let mut blocks = Vec::new();
    let text = english.rulebook.text();
    let notes = [notes::above(text, phase.name.span), notes::behind(text, phase.name.span)];
    blocks.extend(notes.into_iter().flatten().map(|note| Block::Note(Text::sentence(&note))));
    if !phase.takes.is_empty() {
        let takes: Vec<String> = phase.takes.iter().map(taken).collect();
        blocks.push(Block::Say(Text::sentence(&format!("This is done for {}", takes.join(" and ")))));
    }
    let english = phase.takes.iter().fold(english, |english, taken| english.picking(&taken.what.text));
    match &phase.repeats {
        Repeats::Always => blocks.push(Block::Say(Text::sentence(
            "This is played again and again, until the game ends or something below leaves it",
        ))),
        Repeats::Times(times) => {
            blocks.push(Block::Say(Text::sentence(&format!("This is played {}", times_of(english, times)))))
        }
        Repeats::Until(cond) => {
            let cond = english.condition(cond);
            blocks.push(Block::Say(Text::sentence(&format!(
                "This is played again and again, until {cond}; that is looked at before each time"
            ))));
        }
        Repeats::Once | Repeats::Count { .. } => {}
    }
    let passing: Vec<String> = phase.tracks.iter().filter_map(|line| material::passing(english, line)).collect();
    if !passing.is_empty() {
        let anew = if matches!(phase.repeats, Repeats::Once) { "" } else { ", anew each time" };
        blocks.push(Block::Say(Text::sentence(&format!(
            "Keep in mind while this is played{anew}: {}",
            passing.join(", ")
        ))));
    }
    let working: Vec<String> = phase.tracks.iter().filter_map(|line| material::working(english, line)).collect();
    if !working.is_empty() {
        blocks.push(Block::Say(Text::sentence(&format!("Begin with {}", working.join(", ")))));
    }
    let found = steps(english, &phase.body);
    // A phase that is one form needs no list around it.
    match found.as_slice() {
        [only] if !only.inner.is_empty() => {
            blocks.push(Block::Lead(only.text.clone()));
            blocks.extend(only.inner.iter().cloned());
        }
        _ => blocks.push(Block::Steps(found)),
    }
    part(&heading_of(&phase.name.text), 3, blocks)
}
