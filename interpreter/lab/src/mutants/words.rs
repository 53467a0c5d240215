//! Words of a line, and other words in their place.

use super::Mutant;
use crate::diagnostic::Span;

/// A word, number or sign.
#[derive(Debug, Clone, Copy)]
pub struct Word<'t> {
    pub text: &'t str,
    pub span: Span,
}

impl Word<'_> {
    pub fn is_name(&self) -> bool {
        self.text.starts_with(char::is_alphabetic)
    }

    /// This word replaced by another.
    pub fn replaced(&self, with: &str) -> Mutant {
        Mutant { span: self.span, with: with.to_owned(), what: format!("`{}` became `{with}`", self.text) }
    }
}

/// The words of a line and of all lines that it goes on in, without notes.
pub fn words(text: &str, span: Span) -> Vec<Word<'_>> {
    let mut found = Vec::new();
    let mut start = span.start as usize;
    for line in span.of(text).split_inclusive('\n') {
        let code = line.split('#').next().unwrap_or("");
        let mut rest = code.char_indices().peekable();
        while let Some((at, c)) = rest.next() {
            if c.is_whitespace() {
                continue;
            }
            let mut end = at + c.len_utf8();
            if c.is_alphanumeric() {
                while let Some((next, c)) = rest.next_if(|(_, c)| c.is_alphanumeric() || matches!(c, '-' | '_')) {
                    end = next + c.len_utf8();
                }
            }
            if let Some(text) = code.get(at..end) {
                found.push(Word { text, span: Span::new(start + at, start + end) });
            }
        }
        start += line.len();
    }
    found
}

/// Words that may stand in each other's place.
const TURNED: [(&str, &str); 14] = [
    ("and", "or"),
    ("highest", "lowest"),
    ("first", "last"),
    ("left", "right"),
    ("any", "every"),
    ("yes", "no"),
    ("smaller", "larger"),
    ("up", "down"),
    ("+", "-"),
    ("score", "deduct"),
    ("add", "subtract"),
    ("now", "good"),
    ("somebody", "nobody"),
    ("clockwise", "anticlockwise"),
];

/// Pairs of words that become other pairs: the boundary moves, or the comparison turns round.
const PAIRS: [(&str, &str, &str); 8] = [
    ("at", "least", "more than"),
    ("at", "least", "at most"),
    ("at", "most", "less than"),
    ("at", "most", "at least"),
    ("more", "than", "at least"),
    ("more", "than", "at most"),
    ("less", "than", "at most"),
    ("less", "than", "at least"),
];

/// Everything that can be changed in some words, one thing at a time.
pub fn changes(words: &[Word]) -> Vec<Mutant> {
    let mut found = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| words.get(at)).map_or("", |word| word.text);
        let next = words.get(at + 1);
        if let Ok(number) = word.text.parse::<u32>() {
            found.push(word.replaced(&number.saturating_add(1).to_string()));
            found.extend(number.checked_sub(1).map(|less| word.replaced(&less.to_string())));
            continue;
        }
        for (_, _, other) in
            PAIRS.iter().filter(|(a, b, _)| word.text == *a && next.is_some_and(|next| next.text == *b))
        {
            let Some(next) = next else { continue };
            let both = Span { start: word.span.start, end: next.span.end };
            let what = format!("`{} {}` became `{other}`", word.text, next.text);
            found.push(Mutant { span: both, with: (*other).to_owned(), what });
        }
        found.extend(turned(word, before));
        found.extend(denied(word, next));
    }
    found
}

/// The word's counterpart, where it has one.
fn turned(word: &Word, before: &str) -> Option<Mutant> {
    let other = |text: &str| {
        TURNED.iter().find_map(|(a, b)| match () {
            () if *a == text => Some(*b),
            () if *b == text => Some(*a),
            () => None,
        })
    };
    let with = match (before, word.text) {
        ("by", "nobody") => "all",
        ("by", "all") => "nobody",
        ("by", "owner") => "all",
        // `of all players`, `all at once` and the like speak of everybody.
        (_, "all" | "owner") => return None,
        ("to", "next") => "nobody",
        ("to", "nobody") => "next",
        ("for", text @ ("now" | "good")) => other(text)?,
        // Who has won stands at the head of a line; elsewhere it may be a name.
        ("", "won") => "lost",
        ("", "lost") => "won",
        (_, "now" | "good") => return None,
        // Which way a circuit goes is said by `clockwise from` alone.
        ("order" | "once" | "first" | "player" | "players", "clockwise") => return None,
        (_, "once") => "",
        (_, text) => other(text)?,
    };
    if with.is_empty() {
        let what = format!("`{}` was left out", word.text);
        return Some(Mutant { span: word.span, with: String::new(), what });
    }
    Some(word.replaced(with))
}

/// `is` to `is not`, and back.
fn denied(word: &Word, next: Option<&Word>) -> Option<Mutant> {
    if word.text != "is" {
        return None;
    }
    let next = next?;
    match next.text {
        // The comparison itself is turned.
        "at" | "more" | "less" => None,
        "not" => {
            let span = Span { start: word.span.start, end: next.span.end };
            Some(Mutant { span, with: "is".to_owned(), what: "`is not` became `is`".to_owned() })
        }
        _ => Some(Mutant { span: word.span, with: "is not".to_owned(), what: "`is` became `is not`".to_owned() }),
    }
}
