//! What is told to the author of a rules file: one message, its place, what to do about it, and a code that never changes.

use serde::Serialize;

pub use crate::code::{Code, Level};

/// A stretch of a source text, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The bytes from `start` up to `end`.
    #[must_use]
    pub fn new(start: usize, end: usize) -> Self {
        let clip = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Self { start: clip(start), end: clip(end.max(start)) }
    }

    /// The smallest span that holds both.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The text that the span covers; empty where it lies outside of `text`.
    #[must_use]
    pub fn of(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or("")
    }
}

/// A stretch of the source and what is to be said about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Label {
    /// The stretch that is underlined.
    pub span: Span,
    /// What is there, in a few words.
    pub text: String,
}

/// A change of the text that takes a problem away.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Fix {
    /// What is replaced.
    pub span: Span,
    /// What stands there afterwards.
    pub text: String,
}

/// One problem of a rules file or a script.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// What sort of problem it is; its text is stable.
    pub code: Code,
    /// What is wrong: one line in lower case.
    pub message: String,
    /// Where; the first label is the place itself.
    pub labels: Vec<Label>,
    /// What to do about it.
    pub help: Option<String>,
    /// A change that is very likely to be meant; who applies it has to look whether the problem is gone.
    pub fix: Option<Box<Fix>>,
    /// A `test` block that plays a game in which the problem shows.
    pub script: Option<String>,
}

impl Diagnostic {
    /// A problem at `span`.
    #[must_use]
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Self {
        let labels = vec![Label { span, text: String::new() }];
        Self { code, message: told(message), labels, help: None, fix: None, script: None }
    }

    /// Says what stands at the place itself.
    #[must_use]
    pub fn here(mut self, text: impl Into<String>) -> Self {
        if let Some(first) = self.labels.first_mut() {
            first.text = told(text);
        }
        self
    }

    /// Points at a second place.
    #[must_use]
    pub fn and(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: told(text) });
        self
    }

    /// Says what to do.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.say_help(text);
        self
    }

    /// Says what to do, in place of what was said before.
    pub fn say_help(&mut self, text: impl Into<String>) {
        self.help = Some(told(text));
    }

    /// Offers a change of the text.
    #[must_use]
    pub fn fix(mut self, span: Span, text: impl Into<String>) -> Self {
        self.fix = Some(Box::new(Fix { span, text: text.into() }));
        self
    }

    /// Offers the known word nearest to `word`, where one is near enough; as a [`Fix`] where no other is near and the
    /// problem's place is the word.
    #[must_use]
    pub fn did_you_mean<'a>(self, word: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        let mut near: Vec<(usize, &str)> = near(word, known).collect();
        near.sort_unstable();
        near.dedup();
        let Some((_, first)) = near.first() else { return self };
        let span = self.span();
        let is_word = (span.end - span.start) as usize == word.len() && !word.is_empty();
        let helped = self.help(format!("did you mean `{first}`?"));
        if near.len() == 1 && is_word { helped.fix(span, *first) } else { helped }
    }

    /// How bad it is.
    #[must_use]
    pub const fn level(&self) -> Level {
        self.code.level()
    }

    /// Whether it has to be mended before the game is played.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.level() == Level::Error
    }

    /// The place of the problem.
    #[must_use]
    pub fn span(&self) -> Span {
        self.labels.first().map(|label| label.span).unwrap_or_default()
    }
}

/// Most problems of one game that are told.
const MOST_TOLD: usize = 100;

/// The first problems, in the order of the text; where there are many more, that is said behind them.
#[must_use]
pub fn first_of(mut problems: Vec<Diagnostic>) -> Vec<Diagnostic> {
    problems.sort_by_key(|problem| problem.span().start);
    if problems.len() <= MOST_TOLD {
        return problems;
    }
    problems.retain(|problem| problem.code != Code::TooManyProblems);
    // What stops a game is told before what does not.
    problems.sort_by_key(|problem| !problem.is_error());
    let next = problems.get(MOST_TOLD).map(Diagnostic::span).unwrap_or_default();
    problems.truncate(MOST_TOLD);
    problems.sort_by_key(|problem| problem.span().start);
    problems.push(
        Diagnostic::new(
            Code::TooManyProblems,
            next,
            format!("more than {MOST_TOLD} problems: the others are not told"),
        )
        .here("from here on")
        .help("mend the first ones, and check again"),
    );
    problems
}

/// Words of a message as they are shown: lines may end in it, other control characters become spaces.
fn told(text: impl Into<String>) -> String {
    let text = text.into();
    let odd = |c: char| is_control(c) && c != '\n';
    if text.contains(odd) { text.replace(odd, " ") } else { text }
}

/// The known word that is most like `word`: the fewest edits, then the first in alphabetical order; none if all are far.
#[must_use]
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    near(word, known).min().map(|(_, other)| other)
}

/// The known words that are like `word`, with the number of edits.
fn near<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> impl Iterator<Item = (usize, &'a str)> {
    let lower = word.to_lowercase();
    let most = (lower.chars().count() / 3).max(1);
    // A number is no slip of the pen for a word.
    let has_digits = |text: &str| text.bytes().any(|letter| letter.is_ascii_digit());
    let is_number = |text: &str| text.bytes().all(|letter| letter.is_ascii_digit());
    let may_be_number = has_digits(word);
    known
        .into_iter()
        .filter(move |other| *other != word && (may_be_number || !is_number(other)))
        .filter(move |other| !is_opposite(word, other) && !is_sum(word, other))
        .map(move |other| (strsim::damerau_levenshtein(&lower, &other.to_lowercase()), other))
        .filter(move |(distance, _)| *distance <= most)
}

/// What a word says not to be so, where it does: `broken` of `unbroken`.
pub fn denied(word: &str) -> impl Iterator<Item = &str> {
    let before = ["un", "in", "im", "ir", "dis", "non-", "non", "not-", "no-"].into_iter();
    before.filter_map(|before| word.strip_prefix(before))
}

/// Whether one word says the opposite of the other: `unbroken` is no misspelt `broken`, `anticlockwise` no misspelt `clockwise`.
fn is_opposite(word: &str, other: &str) -> bool {
    let turned = |long: &str, short: &str| matches!(long.strip_suffix(short), Some("anti" | "counter"));
    let opposes = |long: &str, short: &str| turned(long, short) || denied(long).any(|rest| rest == short);
    opposes(word, other) || opposes(other, word)
}

/// Whether a word is another with a number taken off: `left-over-1`.
fn is_sum(word: &str, other: &str) -> bool {
    let number = word.strip_prefix(other).and_then(|rest| rest.strip_prefix('-'));
    number.is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|letter| letter.is_ascii_digit()))
}

/// Text from a rules file, safe to print: control characters, also those that turn the direction of writing or are not
/// seen, become spaces.
#[must_use]
pub fn printable(text: &str) -> String {
    text.chars().map(|c| if is_control(c) { ' ' } else { c }).collect()
}

/// Whether a character does something to what is shown around it instead of being shown.
#[must_use]
pub fn is_control(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
                | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'
        )
}
