//! How a phrase was read, shown with brackets, where that may surprise: what a `where` takes in, which of `and` and `or` binds, what a sign
//! behind `with` or `smaller of` belongs to.

use bidlang_grammar::{BidParser, Rule};
use pest::Parser;
use pest::iterators::Pair;

use crate::diagnostic::Span;
use crate::line::is_too_deep;

/// The longest line that is looked at.
const LONGEST: usize = 400;

/// The phrase of a line in which `at` lies, with brackets that show how it was read; none where there is nothing to show.
///
/// ```
/// use bidlang_syntax::{as_read, diagnostic::Span};
///
/// let line = "set due to number of players where alive is 1";
/// assert_eq!(as_read(line, Span::new(35, 45)).as_deref(), Some("number of (players where alive is 1)"));
/// assert_eq!(as_read("must suit is Hearts or rank is 3 and free", Span::new(35, 39)).as_deref(), Some("suit is Hearts or (rank is 3 and free)"));
/// assert_eq!(as_read("set due to 3 + cards", Span::new(15, 20)), None);
/// ```
#[must_use]
pub fn as_read(line: &str, at: Span) -> Option<String> {
    if line.len() > LONGEST || is_too_deep(line) {
        return None;
    }
    let (from, to) = (at.start as usize, at.end as usize);
    // `value NAME of player is ...` begins as a comparison does, and is none.
    let first = if line.starts_with("value ") { line.find(" is ").map_or(0, |at| at + 4) } else { 0 };
    let starts = line.char_indices().filter(|(index, c)| {
        let before = line.get(..*index).and_then(|text| text.chars().next_back());
        c.is_alphanumeric() && before.is_none_or(char::is_whitespace) && (first..=from).contains(index)
    });
    for (start, _) in starts {
        let Ok(mut pairs) = BidParser::parse(Rule::either, line.get(start..)?) else { continue };
        let Some(phrase) = pairs.next() else { continue };
        if start + phrase.as_str().trim_end().len() < to {
            continue;
        }
        let whole = phrase.as_str().trim_end();
        // `if able` behind it takes in all of it.
        let able = line.get(start + whole.len()..)?.trim_start().starts_with("if able");
        let mut found = Vec::new();
        brackets(&phrase, None, &mut found);
        found.retain(|(from, to)| (*from, *to) != (0, whole.len()) || able && is_joined(whole));
        if able && is_joined(whole) && !found.contains(&(0, whole.len())) {
            found.push((0, whole.len()));
        }
        return written(whole, found).map(|text| if able { format!("{text} if able") } else { text });
    }
    None
}

/// What the `where` of a group may belong to, written out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Readings {
    /// What stands before the words that it is not for: empty where nothing does, none where nothing says what else it might be for.
    pub first: Option<String>,
    /// With brackets around what it is not for.
    pub parted: String,
    /// With brackets around what it is read for.
    pub behind: String,
}

/// How the `where` of the group that stands at `at` may be read; none where no such group stands there.
///
/// ```
/// use bidlang_syntax::{diagnostic::Span, readings};
///
/// let line = "set due to number of cards in hand of player where rank is 5";
/// let both = readings(line, Span::new(38, 60)).unwrap();
/// assert_eq!((both.first.as_deref(), &*both.parted), (Some("cards in"), "(hand of player) where rank is 5"));
/// assert_eq!(both.behind, "cards in hand of (player where rank is 5)");
/// let line = "set next to right of player where hand is empty";
/// let both = readings(line, Span::new(21, 47)).unwrap();
/// assert_eq!((both.first.as_deref(), &*both.parted), (Some("first player clockwise from"), "(right of player) where hand is empty"));
/// assert_eq!(both.behind, "right of (player where hand is empty)");
/// ```
#[must_use]
pub fn readings(line: &str, at: Span) -> Option<Readings> {
    if line.len() > LONGEST || is_too_deep(line) {
        return None;
    }
    let group = at.start as usize;
    let starts = line.char_indices().filter(|(index, c)| {
        let before = line.get(..*index).and_then(|text| text.chars().next_back());
        c.is_alphanumeric() && before.is_none_or(|c| c.is_whitespace() || c == '(') && *index <= group
    });
    for (start, _) in starts {
        let Ok(mut pairs) = BidParser::parse(Rule::either, line.get(start..)?) else { continue };
        let found = pairs.next().and_then(|pair| whose(&pair, group.checked_sub(start)?, Around::default()));
        let Some(found) = found else { continue };
        let part = |from: usize, to: usize| line.get(start + from..start + to).map(str::trim);
        let (first, head, last) =
            (part(found.first, found.whose)?, part(found.whose, found.joint)?, part(found.joint, found.end)?);
        let (chain, own) = (part(found.whose, found.group)?, part(found.group, found.end)?);
        let picked = line.get(..start + found.whose)?.trim_end().ends_with(" from");
        let begins = match chain.split_whitespace().next() {
            _ if picked || !first.is_empty() => Some(first),
            Some("left" | "right" | "seat") => Some("first player clockwise from"),
            _ => None,
        };
        let behind = plain(&format!("{first} {chain} ({own})"));
        return Some(Readings { first: begins.map(plain), parted: plain(&format!("({head}) {last}")), behind });
    }
    None
}

/// The words with one blank between them.
fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What stands around a group: where the group before it begins, if any, and where the chain begins that ends with it.
#[derive(Clone, Copy, Default)]
struct Around {
    group: Option<usize>,
    chain: Option<usize>,
}

/// Where the parts of a chain stand that ends with a group.
struct Whose {
    /// The group of which the chain says whose it is; the chain where there is none.
    first: usize,
    /// The chain.
    whose: usize,
    /// The group.
    group: usize,
    /// Its `where`.
    joint: usize,
    end: usize,
}

/// Looks for the group that begins at `at`.
fn whose(pair: &Pair<Rule>, at: usize, around: Around) -> Option<Whose> {
    let (start, rule) = (pair.as_span().start(), pair.as_rule());
    let inner: Vec<Pair<Rule>> = pair.clone().into_inner().collect();
    if rule == Rule::group && start == at {
        let joint = inner.iter().find(|part| part.as_rule() == Rule::k_where)?.as_span().start();
        let whose = around.chain.unwrap_or(at);
        let end = start + pair.as_str().trim_end().len();
        return Some(Whose { first: around.group.unwrap_or(whose), whose, group: at, joint, end });
    }
    let mut before = None;
    for part in &inner {
        let inside = match (rule, before) {
            (Rule::group, Some(Rule::k_in | Rule::k_from)) => {
                Around { group: Some(start), chain: Some(part.as_span().start()) }
            }
            (Rule::chain | Rule::seat | Rule::card_of, _) => Around { chain: around.chain.or(Some(start)), ..around },
            (Rule::group | Rule::paren | Rule::either, _) => Around::default(),
            _ => around,
        };
        if let Some(found) = whose(part, at, inside) {
            return Some(found);
        }
        before = Some(part.as_rule());
    }
    None
}

fn is_joined(phrase: &str) -> bool {
    phrase.split_whitespace().any(|word| matches!(word, "and" | "or"))
}

/// The parts of a phrase that are shown in brackets: where each begins and ends.
fn brackets(pair: &Pair<Rule>, outer: Option<Rule>, found: &mut Vec<(usize, usize)>) {
    let inner: Vec<Pair<Rule>> = pair.clone().into_inner().collect();
    let has = |rule: Rule| inner.iter().any(|part| part.as_rule() == rule);
    let several = |rule: Rule| inner.iter().filter(|part| part.as_rule() == rule).count() > 1;
    let surprises = match pair.as_rule() {
        // What is joined by `and` among what is joined by `or`.
        Rule::both => several(Rule::denial) && outer == Some(Rule::either),
        Rule::group => has(Rule::k_where) || has(Rule::best) && outer != Some(Rule::expr),
        Rule::pairwise => outer == Some(Rule::sum),
        // A sum of which a `shares ... with` or a comparison is made.
        Rule::sum => several(Rule::product) && matches!(outer, Some(Rule::shares)),
        _ => false,
    };
    if surprises {
        let text = pair.as_str();
        let start = pair.as_span().start();
        found.push((start, start + text.trim_end().len()));
    }
    // Rules that only hand on what is in them do not count.
    let outer =
        if inner.len() > 1 || matches!(pair.as_rule(), Rule::shares | Rule::is) { Some(pair.as_rule()) } else { outer };
    inner.iter().for_each(|part| brackets(part, outer, found));
}

/// The phrase with these parts in brackets; none where no part gets any.
fn written(phrase: &str, mut found: Vec<(usize, usize)>) -> Option<String> {
    let bytes = phrase.as_bytes();
    found.retain(|(from, to)| {
        let before = from.checked_sub(1).and_then(|at| bytes.get(at));
        !(before == Some(&b'(') && bytes.get(*to) == Some(&b')'))
    });
    found.sort_unstable();
    found.dedup();
    if found.is_empty() {
        return None;
    }
    let mut text = String::new();
    for (at, letter) in phrase.char_indices() {
        close(&mut text, &found, at);
        found.iter().filter(|(from, _)| *from == at).for_each(|_| text.push('('));
        text.push(letter);
    }
    close(&mut text, &found, phrase.len());
    Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Ends what ends at a place.
fn close(text: &mut String, found: &[(usize, usize)], at: usize) {
    found.iter().filter(|(_, to)| *to == at).for_each(|_| text.push(')'));
}
