//! What somebody asks about with `why not`, typed as people type at a table: an act that may be done, cards by short names, an act of another decision.

use std::collections::BTreeSet;

use crate::engine::Ask;
use crate::loosely::{ends, joined, tokens};
use crate::said::{self, Ground};
use crate::syntax::parse_said;
use crate::words::Words;
use crate::{Turn, Typed};

/// Most readings of short names that are looked through.
const MOST: u32 = 20_000;
/// So many are told, where several could be meant.
const TOLD: usize = 8;

/// What forbids what is typed, empty if it may be done; none where it is read in no way.
pub(crate) fn grounds(turn: &Turn, typed: &str) -> Option<Vec<Ground>> {
    let typed = &in_its_letters(turn, typed);
    let strict = parse_said(typed).map(|said| (said::objections_to(turn, &said), said));
    if let Ok((grounds, said)) = &strict
        && (!grounds.is_empty() || turn.understand(said).is_ok())
    {
        return Some(grounds.clone());
    }
    let plain = |words: String| Ground { words, span: crate::diagnostic::Span::default() };
    match turn.read_typed(typed) {
        Typed::Act(_) => return Some(Vec::new()),
        Typed::Several(acts) => {
            let acts: Vec<String> = acts.iter().map(ToString::to_string).collect();
            return Some(vec![plain(format!("several acts could be meant that may be done: {}", acts.join("; ")))]);
        }
        Typed::Nothing => {}
    }
    if let Some(ground) = elsewhere(turn, typed) {
        return Some(vec![ground]);
    }
    let mut readings = cards(turn, typed);
    if readings.len() > 1 {
        readings.truncate(TOLD);
        return Some(vec![plain(format!("several cards could be meant: {}", readings.join("; ")))]);
    }
    if let Some(said) = readings.pop().and_then(|words| parse_said(&words).ok()) {
        return Some(said::why_not(turn, &said));
    }
    strict.ok().map(|(_, said)| said::why_not(turn, &said))
}

/// Words of the rules and names of seats in the letters in which they are written, whatever letters are typed: what is not legal now
/// cannot be held against the legal acts.
fn in_its_letters(turn: &Turn, typed: &str) -> String {
    let (words, Some(ask)) = (turn.prepared().words(), turn.ask()) else { return typed.to_owned() };
    let acts = (0_u8..).zip(&ask.acts).map(|(act, _)| words.act_name(ask, act));
    let members = words.game.kinds.iter().flat_map(|kind| &kind.members).map(String::as_str);
    let known: BTreeSet<&str> = acts.chain(members).chain(words.seats.iter().map(String::as_str)).collect();
    let letter = |word: &str| -> String {
        let mut same = known.iter().filter(|known| known.to_lowercase() == word.to_lowercase());
        match (known.contains(word), same.next(), same.next()) {
            (false, Some(only), None) => (*only).to_owned(),
            _ => word.to_owned(),
        }
    };
    let ends = |letter: char| letter.is_whitespace() || letter == ',';
    typed
        .split_inclusive(ends)
        .map(|word| {
            let bare = word.trim_end_matches(ends);
            letter(bare) + word.get(bare.len()..).unwrap_or_default()
        })
        .collect()
}

/// An act of another decision, with its line.
fn elsewhere(turn: &Turn, typed: &str) -> Option<Ground> {
    let (words, here, typed) = (turn.prepared().words(), turn.ask()?, tokens(typed));
    let said = |name: &str| !name.is_empty() && typed.starts_with(&tokens(name));
    if (0_u8..).zip(&here.acts).any(|(act, _)| said(words.act_name(here, act))) {
        return None;
    }
    let acts = words.program.asks.iter().flat_map(|ask| (0_u8..).zip(&ask.acts).map(move |(act, it)| (ask, act, it)));
    let (ask, act, it) = acts.into_iter().find(|(ask, act, _)| said(words.act_name(ask, *act)))?;
    let span = turn.prepared().compiled().line(it.rule);
    let words = format!("`{}` is no act of this decision, but of another one", words.act_name(ask, act));
    Some(Ground { words, span })
}

/// The acts and cards of which short names tell, in the words of the rules; the best readings, each once.
fn cards(turn: &Turn, typed: &str) -> Vec<String> {
    let (words, Some(ask)) = (turn.prepared().words(), turn.ask()) else { return Vec::new() };
    let names: BTreeSet<&str> = (0..=u8::MAX).zip(&words.program.cards).map(|(card, _)| words.card(card)).collect();
    let names: Vec<(&str, Vec<String>)> = names.into_iter().map(|name| (name, tokens(name))).collect();
    let mut found = Vec::new();
    for (act, letters) in after_acts(words, ask, &tokens(typed)) {
        let mut budget = MOST;
        follow(&letters, &names, true, &mut Vec::new(), &mut budget, &mut |whole, cards| {
            found.push(((!whole, cards.len()), format!("{act}{}", cards.join(", "))));
        });
        if budget == 0 {
            return Vec::new();
        }
    }
    let best = found.iter().map(|(well, _)| *well).min();
    let of_best = found.into_iter().filter(|(well, _)| Some(*well) == best).map(|(_, words)| words);
    of_best.collect::<BTreeSet<String>>().into_iter().collect()
}

/// What is typed behind the name of an act, and all of it where none is said; with the name as it stands before cards.
fn after_acts(words: Words, ask: &Ask, typed: &[String]) -> Vec<(String, String)> {
    let names = (0_u8..).zip(&ask.acts).map(|(act, _)| words.act_name(ask, act));
    let behind = names.filter_map(|name| {
        let rest = typed.strip_prefix(tokens(name).as_slice())?;
        Some((format!("{name} "), joined(rest)))
    });
    behind.chain([(String::new(), joined(typed))]).collect()
}

/// All ways to read letters as names of cards, one behind the other.
fn follow<'n>(
    letters: &str,
    names: &[(&'n str, Vec<String>)],
    whole: bool,
    taken: &mut Vec<&'n str>,
    budget: &mut u32,
    found: &mut impl FnMut(bool, &[&'n str]),
) {
    if letters.is_empty() {
        if !taken.is_empty() {
            found(whole, taken);
        }
        return;
    }
    for (name, parts) in names {
        for (end, all) in ends(letters, parts) {
            *budget = budget.saturating_sub(1);
            let Some(rest) = letters.get(end..).filter(|_| *budget > 0) else { return };
            taken.push(name);
            follow(rest, names, whole && all, taken, budget, found);
            taken.pop();
        }
    }
}
