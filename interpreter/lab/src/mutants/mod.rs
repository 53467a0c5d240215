//! Mutation testing: small changes of a rules file, one at a time, that a scripted game should notice. Takes the text of one
//! file; gives changes with their places. It knows lines and words, not meaning: whether a change is a valid rules file is for
//! the checker to say.

mod words;

use crate::diagnostic::Span;
use crate::sources::position;
use crate::syntax::{Line, lines};

use words::{Word, changes, words};

/// One change of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mutant {
    /// What is replaced.
    pub span: Span,
    /// What stands there instead.
    pub with: String,
    /// The change in words.
    pub what: String,
}

impl Mutant {
    /// The changed text.
    #[must_use]
    pub fn applied(&self, text: &str) -> String {
        let before = text.get(..self.span.start as usize).unwrap_or("");
        let after = text.get(self.span.end as usize..).unwrap_or("");
        format!("{before}{}{after}", self.with)
    }

    /// The number of its first line, from 1.
    #[must_use]
    pub fn line(&self, text: &str) -> usize {
        position(text, self.span.start).line
    }
}

/// Parts of a file that say something about the game: what they hold is changed.
const PARTS: [&str; 9] = ["cards", "kind", "value", "places", "track", "play", "phase", "change", "add"];
/// Clauses of which a form has to have one: without them it is no form.
const NEEDED: [&str; 6] = ["order", "bid", "worth", "wins", "lead", "taken"];

/// Words without which a line is still one.
const MAY_GO: [&[&str]; 10] = [
    &["if", "able"],
    &["in", "a", "row"],
    &["or", "more"],
    &["or", "trump"],
    &[",", "following", "or", "not"],
    &["for", "good"],
    &["instead", "of", "a", "card"],
    &["at", "any", "time"],
    &[",", "not", "told"],
    &["second"],
];

/// All changes of a text, in its order.
#[must_use]
pub fn of(text: &str) -> Vec<Mutant> {
    let mut found = Vec::new();
    for part in lines(text, 0, &mut Vec::new()) {
        let words = words(text, part.span);
        let Some(first) = words.first() else { continue };
        if first.text == "option" {
            found.extend(other_default(&words));
        } else if PARTS.contains(&first.text) {
            // What a part is called and of what it is stays; how often it runs and how it is worked out does not.
            let heading = words
                .iter()
                .position(|word| matches!(word.text, "is" | "repeats" | "by"))
                .map_or(words.len(), |at| at + 1);
            found.extend(changes(words.get(heading..).unwrap_or_default()));
            found.extend(without_when(text, &part, &words));
            part.block.iter().for_each(|line| inside(text, line, first.text, &mut found));
        }
    }
    // Where two play, the left of a player is the right.
    let two =
        lines(text, 0, &mut Vec::new()).iter().any(|part| crate::syntax::words_of(part.span.of(text)) == "players 2");
    found.retain(|mutant| !(two && matches!(mutant.span.of(text), "left" | "right")));
    found.sort_by_key(|mutant| (mutant.span.start, mutant.span.end));
    found.dedup();
    found
}

/// The changes of a line and of all that stands under it.
fn inside(text: &str, line: &Line, part: &str, found: &mut Vec<Mutant>) {
    let words = words(text, line.span);
    let Some(first) = words.first() else { return };
    if !NEEDED.contains(&first.text) {
        found.extend(left_out(text, line, &words));
    }
    found.extend(without_when(text, line, &words));
    found.extend(without_words(&words));
    found.extend(without_except(&words));
    found.extend(without_then(&words));
    let said = without_reason(&words);
    let bounds = bounds(part, &words);
    let is_bound = |span| bounds.iter().any(|word| word.span == span && word.text.parse::<u32>().is_ok());
    // The first word of a line in places and tracks is a name.
    let skip = usize::from(matches!(part, "places" | "track"));
    let more = changes(said.get(skip..).unwrap_or_default());
    found.extend(more.into_iter().filter(|mutant| !is_bound(mutant.span)));
    // A phase may have tracks of its own.
    let part = if words.len() == 1 && first.text == "track" { "track" } else { part };
    line.block.iter().for_each(|line| inside(text, line, part, found));
}

/// The words of a line whose numbers are bounds that nothing has to come to: those of a track, before what it starts with, and the values that
/// cards may have.
fn bounds<'w, 't>(part: &str, words: &'w [Word<'t>]) -> &'w [Word<'t>] {
    let before = |wanted: &str| words.split(|word| word.text == wanted).next().unwrap_or(words);
    match part {
        "track" => before("starts"),
        "cards" if before("of").len() == words.len() => words,
        _ => &[],
    }
}

/// What points are for is told to people: a change of it is none of the game.
fn without_reason<'t>(words: &[Word<'t>]) -> Vec<Word<'t>> {
    let scores = words.first().is_some_and(|first| matches!(first.text, "score" | "deduct"));
    let reason = words.iter().position(|word| scores && word.text == "for");
    let when = words.iter().position(|word| word.text == "when").unwrap_or(words.len());
    let (before, after) = (reason.unwrap_or(words.len()), reason.map_or(words.len(), |at| when.max(at)));
    words.iter().take(before).chain(words.iter().skip(after)).copied().collect()
}

fn other_default(words: &[Word]) -> Vec<Mutant> {
    let Some(usual) = words.iter().position(|word| word.text == "usually").and_then(|at| words.get(at + 1)) else {
        return Vec::new();
    };
    if usual.text.parse::<i64>().is_ok() {
        return changes(std::slice::from_ref(usual));
    }
    // `option NAME  A, B or C, usually A`
    let values = words.iter().skip(2).take_while(|word| word.text != "usually");
    let other =
        values.into_iter().find(|word| word.is_name() && !matches!(word.text, "or" | "to") && word.text != usual.text);
    other.map(|other| usual.replaced(other.text)).into_iter().collect()
}

/// A line with all that stands under it is taken out; an empty block would be no block, so the checker refuses that.
fn left_out(text: &str, line: &Line, words: &[Word]) -> Option<Mutant> {
    let end = last(line);
    let start = text.get(..line.span.start as usize)?.rfind('\n').map_or(0, |end| end + 1);
    let stop = text.get(end as usize..)?.find('\n').map_or(text.len(), |at| end as usize + at + 1);
    let said: Vec<&str> = words.iter().take(4).map(|word| word.text).collect();
    let more = if words.len() > 4 || !line.block.is_empty() { " ..." } else { "" };
    let what = format!("`{}{more}` was left out", said.join(" "));
    Some(Mutant { span: Span::new(start, stop), with: String::new(), what })
}

fn last(line: &Line) -> u32 {
    line.block.last().map_or(line.span.end, last)
}

/// `... when CONDITION` without the condition.
fn without_when(text: &str, line: &Line, words: &[Word]) -> Option<Mutant> {
    let at = words.iter().position(|word| word.text == "when")?;
    if at == 0 || words.first().is_some_and(|first| first.text == "closes") {
        return None;
    }
    let start = words.get(at.checked_sub(1)?)?.span.end;
    let span = Span { start, end: line.span.end };
    let cond = crate::syntax::words_of(span.of(text));
    Some(Mutant { span, with: String::new(), what: format!("`{cond}` was left out") })
}

/// A line without words that it can do without.
fn without_words(words: &[Word]) -> Vec<Mutant> {
    let mut found = Vec::new();
    for gone in MAY_GO {
        let here = words.windows(gone.len() + 1).find_map(|here| {
            let (before, here) = here.split_first()?;
            here.iter().map(|word| word.text).eq(gone.iter().copied()).then_some((before, here.last()?))
        });
        if let Some((before, last)) = here {
            let span = Span { start: before.span.end, end: last.span.end };
            let said = gone.join(" ");
            let what = format!("`{}` was left out", said.trim_start_matches(", "));
            found.push(Mutant { span, with: String::new(), what });
        }
    }
    found
}

/// `... with highest V, then lowest W` without what decides among equals.
fn without_then(words: &[Word]) -> Vec<Mutant> {
    let mut found = Vec::new();
    for five in words.windows(5) {
        if let [before, comma, then, which, by] = five
            && (comma.text, then.text) == (",", "then")
        {
            let span = Span { start: before.span.end, end: by.span.end };
            let what = format!("`then {} {}` was left out", which.text, by.text);
            found.push(Mutant { span, with: String::new(), what });
        }
    }
    found
}

/// `... except cards where CONDITION` without these cards.
fn without_except(words: &[Word]) -> Option<Mutant> {
    let at = words.windows(3).position(|three| three.iter().map(|word| word.text).eq(["except", "cards", "where"]))?;
    let before = words.get(at.checked_sub(1)?)?;
    let last = words.iter().skip(at).take_while(|word| word.text != "when").last()?;
    let span = Span { start: before.span.end, end: last.span.end };
    Some(Mutant { span, with: String::new(), what: "`except cards where ...` was left out".to_owned() })
}
