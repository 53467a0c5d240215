//! The words of a line with the right white space between them.

/// What stands in a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Words {
    /// Free text: one space between words.
    Text,
    /// CodeLine.
    CodeLine,
    /// CodeLine up to this word, free text after it.
    TextAfter(&'static str),
}

/// The words with one space between them, and the usual white space around signs.
pub fn spaced(line: &str, words: Words) -> String {
    match words {
        Words::Text => line.split_whitespace().collect::<Vec<_>>().join(" "),
        Words::CodeLine => joined(&split(line)),
        Words::TextAfter(word) => {
            let after = find_word(line, word).map_or(line.len(), |at| at + word.len());
            let (code, text) = line.split_at(after);
            let parts = [joined(&split(code)), spaced(text, Words::Text)];
            parts.iter().filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join(" ")
        }
    }
}

fn find_word(line: &str, word: &str) -> Option<usize> {
    line.match_indices(word).map(|(at, _)| at).find(|at| {
        let ends = |c: Option<char>| c.is_none_or(char::is_whitespace);
        let (before, rest) = line.split_at(*at);
        ends(before.chars().next_back()) && ends(rest.chars().nth(word.chars().count()))
    })
}

/// The words and signs of a piece of code. A hyphen inside a word belongs to it.
pub fn split(line: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for chunk in line.split_whitespace() {
        let mut start = 0;
        let mut in_word = false;
        for (at, c) in chunk.char_indices() {
            let sign = matches!(c, ',' | '(' | ')' | ':' | '+' | '*' | '/') || (c == '-' && !in_word);
            if sign {
                found.extend(chunk.get(start..at).filter(|word| !word.is_empty()));
                found.extend(chunk.get(at..at + c.len_utf8()));
                start = at + c.len_utf8();
                in_word = false;
            } else {
                in_word = true;
            }
        }
        found.extend(chunk.get(start..).filter(|word| !word.is_empty()));
    }
    found
}

/// Words after which a `-` belongs to the number behind it.
const BEFORE_A_NUMBER: [&str; 11] = ["is", "for", "most", "least", "than", "from", "to", "otherwise", "(", ",", "and"];

/// Words and signs as one line.
pub fn joined(words: &[&str]) -> String {
    let mut line = String::new();
    for (at, word) in words.iter().enumerate() {
        let before = |back: usize| at.checked_sub(back).and_then(|at| words.get(at)).copied();
        let digits = word.starts_with(|c: char| c.is_ascii_digit());
        let negative =
            digits && before(1) == Some("-") && before(2).is_some_and(|word| BEFORE_A_NUMBER.contains(&word));
        let close = matches!(*word, "," | ")" | ":") || before(1) == Some("(") || negative;
        if !line.is_empty() && !close {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}
