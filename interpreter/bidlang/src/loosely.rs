//! Acts as people type them at a table: `QS`, `10h`, `the 9 of hearts`, `1NT`, `q of s, k of d`, in letters of any size. What is typed is held
//! against the legal choices alone, so that nothing is read that may not be done; scripts are read strictly, by [`crate::said`].

use std::ops::ControlFlow;

use crate::engine::{self, Ask, Choice, Source, each_card};
use crate::words::Words;
use crate::{Act, Turn};

/// Most legal choices that are looked through.
const MOST: u64 = 20_000;
/// Most steps of comparing what is typed with names: behind them nothing is read.
pub(crate) const MOST_STEPS: u32 = 2_000_000;
/// Words between names, which say nothing by themselves.
const FILL: [&str; 7] = ["of", "and", "the", "with", "a", "to", "from"];

/// What was typed, as far as it can be read so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Typed {
    /// It tells this act.
    Act(Act),
    /// It tells several; these are the first of them.
    Several(Vec<Act>),
    /// It tells none.
    Nothing,
}

/// The legal act that is typed.
pub(crate) fn read(turn: &Turn, typed: &str) -> Typed {
    let (Some(ask), false) = (turn.ask(), turn.count() > MOST) else { return Typed::Nothing };
    let said: Vec<String> = tokens(typed);
    if said.is_empty() {
        return Typed::Nothing;
    }
    let words = turn.words();
    let mut steps = MOST_STEPS;
    let mut best: (u8, Vec<Choice>) = (0, Vec::new());
    turn.each(|choice| {
        let well = fits(words, ask, choice, &said, &mut steps);
        if well > best.0 {
            best = (well, vec![*choice]);
        } else if well > 0 && well == best.0 {
            best.1.push(*choice);
        }
        if steps == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if steps == 0 {
        return Typed::Nothing;
    }
    let mut found = best.1.iter().map(|choice| turn.act(choice));
    match (found.next(), best.1.len()) {
        (None, _) => Typed::Nothing,
        (Some(act), 1) if best.0 > MISSING_NAMED => Typed::Act(act),
        (Some(act), _) => Typed::Several(std::iter::once(act).chain(found).take(8).collect()),
    }
}

/// The legal act that picks one number, and this one; none where no act, or more than one, picks a number alone.
pub(crate) fn number(turn: &Turn, number: i64) -> Option<Act> {
    let mut found = (0_u8..).zip(&turn.ask()?.acts).filter(|(_, act)| picks_a_number(act)).filter_map(|(act, _)| {
        let mut choice = Choice { act, ..Choice::default() };
        choice.picks.first_mut()?.value = number;
        turn.allows(&choice).then_some(choice)
    });
    let only = found.next()?;
    found.next().is_none().then(|| turn.act(&only))
}

/// Whether an act picks a number and nothing else.
fn picks_a_number(act: &engine::Act) -> bool {
    matches!(act.picks.as_slice(), [pick] if matches!(pick.source, Source::Number { .. }))
}

/// Whether an act of the decision that is open picks a number and nothing else.
pub(crate) fn asks_for_a_number(turn: &Turn) -> bool {
    turn.ask().is_some_and(|ask| ask.acts.iter().any(picks_a_number))
}

/// Small letters and digits, part by part; `No-trump` is two, `-5` and `5.5` are one.
pub(crate) fn tokens(text: &str) -> Vec<String> {
    let (mut words, mut word, mut before) = (Vec::new(), String::new(), None);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let digit_follows = letters.peek().is_some_and(char::is_ascii_digit);
        let sign = letter == '-' && digit_follows && before.is_none_or(char::is_whitespace);
        let point = letter == '.' && digit_follows && before.is_some_and(|letter| letter.is_ascii_digit());
        if letter.is_alphanumeric() || sign || point {
            word.push(letter);
        } else {
            words.push(std::mem::take(&mut word));
        }
        before = Some(letter);
    }
    words.push(word);
    let words = words.into_iter().filter(|word| !word.is_empty());
    words.map(|word| word.to_lowercase()).filter(|word| !FILL.contains(&word.as_str())).collect()
}

/// Words without gaps but for one between two numbers: `5 5` is not 55.
pub(crate) fn joined(words: &[String]) -> String {
    let mut all = String::new();
    for word in words {
        if all.ends_with(|letter: char| letter.is_ascii_digit())
            && word.starts_with(|letter: char| letter.is_ascii_digit())
        {
            all.push(GAP);
        }
        all.push_str(word);
    }
    all
}

/// Stands between two numbers.
const GAP: char = ' ';

/// Where letters go on from a place: behind a gap that stands there.
fn behind_gap(letters: &str, at: usize) -> usize {
    if letters.get(at..).is_some_and(|rest| rest.starts_with(GAP)) { at + GAP.len_utf8() } else { at }
}

/// How well things are named, from the worst: some of them not at all.
const MISSING: u8 = 1;
/// The same behind the act's own name.
const MISSING_NAMED: u8 = 2;
/// All of them, by parts of their names.
const PARTS: u8 = 3;
/// All of them, by their whole names; one more with the act's own name before them.
const WHOLE: u8 = 4;

/// How well what is said tells a choice; 0 where it does not.
fn fits(words: Words, ask: &Ask, choice: &Choice, said: &[String], steps: &mut u32) -> u8 {
    let name = tokens(words.act_name(ask, choice.act));
    let picks = picked(words, ask, choice);
    let mut all = |said: &[String], named: u8| -> u8 {
        if picks.iter().all(Vec::is_empty) {
            return if said.is_empty() { named } else { 0 };
        }
        if said.is_empty() {
            return if named > 0 { MISSING } else { 0 };
        }
        mentions(&joined(said), &picks, steps)
    };
    // The name of the act, or its beginning, may stand before the rest.
    let mut best = if name.is_empty() { 0 } else { all(said, 0) };
    if name.len() <= said.len() && name.iter().zip(said).all(|(name, said)| name.starts_with(said.as_str())) {
        let whole = name.iter().zip(said).all(|(name, said)| name == said);
        let rest = all(said.get(name.len()..).unwrap_or_default(), WHOLE);
        best = best.max(if rest == 0 { 0 } else { rest + u8::from(whole) });
    }
    best
}

/// What a choice picks, each thing as the parts of its name.
fn picked(words: Words, ask: &Ask, choice: &Choice) -> Vec<Vec<String>> {
    let Some(act) = ask.acts.get(usize::from(choice.act)) else { return Vec::new() };
    let mut found = Vec::new();
    for ((pick, picked), told) in act.picks.iter().zip(choice.picks).zip(words.picks(ask, choice)) {
        match pick.source {
            Source::Cards { .. } if picked.cards == 0 => {}
            Source::Cards { .. } => found.extend(each_card(picked.cards).map(|card| tokens(&words.picked_card(card)))),
            _ => found.push(tokens(&told)),
        }
    }
    found
}

/// How well letters without gaps name these things, in any order.
fn mentions(letters: &str, things: &[Vec<String>], steps: &mut u32) -> u8 {
    if things.is_empty() {
        return if letters.is_empty() { WHOLE } else { 0 };
    }
    if letters.is_empty() {
        return MISSING;
    }
    *steps = steps.saturating_sub(1);
    if *steps == 0 {
        return 0;
    }
    let mut best = 0;
    for (index, thing) in things.iter().enumerate() {
        if things.iter().take(index).any(|before| before == thing) {
            continue;
        }
        let mut rest: Vec<Vec<String>> = things.to_vec();
        rest.remove(index);
        for (end, whole) in ends(letters, thing) {
            let others = letters.get(end..).map_or(0, |letters| mentions(letters, &rest, steps));
            best = best.max(if whole { others } else { others.min(PARTS) });
            if best == WHOLE {
                return best;
            }
        }
    }
    best
}

/// Where a name may end that letters begin with: each of its parts, in order, by its beginning; a number by all of its digits; later
/// parts may be left out.
pub(crate) fn ends(letters: &str, parts: &[String]) -> Vec<(usize, bool)> {
    let mut found: Vec<(usize, bool)> = Vec::new();
    // So far as the parts before are read: where, and whether each was said in full.
    let mut open: Vec<(usize, bool)> = vec![(0, true)];
    for (index, part) in parts.iter().enumerate() {
        let mut next = Vec::new();
        for (start, whole) in open {
            let start = behind_gap(letters, start);
            let rest = letters.get(start..).unwrap_or_default();
            let same = part.chars().zip(rest.chars()).take_while(|(one, other)| one == other);
            let lengths: Vec<usize> = same
                .scan(0, |length, (letter, _)| {
                    *length += letter.len_utf8();
                    Some(*length)
                })
                .collect();
            let is_digit = |letter: char| letter.is_ascii_digit();
            let is_number = part.strip_prefix('-').unwrap_or(part).chars().all(is_digit);
            for length in lengths {
                let all = length == part.len();
                let digits_follow = rest.get(length..).is_some_and(|rest| rest.starts_with(is_digit));
                if !is_number || all && !digits_follow {
                    next.push((start + length, whole && all));
                }
            }
        }
        let last = index + 1 == parts.len();
        found.extend(next.iter().map(|(end, whole)| (behind_gap(letters, *end), *whole && last)));
        open = next;
    }
    found
}
