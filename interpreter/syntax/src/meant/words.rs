//! A line as words, and words as a line.

/// Stands for the end of a line where the next one stands further in.
pub const FURTHER_IN: &str = "\n";
/// Stands for the end of a line where the next one stands below it, as far in.
pub const BELOW: &str = "\u{b}";
/// Stands before and behind words that are a line of their own at the left edge.
pub const AT_THE_EDGE: &str = "@";

/// Signs of several characters.
const SIGNS: [&str; 14] = ["...", "===", "!==", "==", "!=", ">=", "<=", "->", "=>", "+=", "-=", "++", "&&", "||"];

/// The words and signs of a line, without its note.
#[must_use]
pub fn split(line: &str) -> Vec<String> {
    let line = super::typed(line.split('#').next().unwrap_or(""));
    let mut found: Vec<String> = Vec::new();
    let mut rest = line.trim();
    while let Some(first) = rest.chars().next() {
        let length = if is_letter(first) {
            word(rest)
        } else {
            SIGNS.iter().find(|sign| rest.starts_with(*sign)).map_or(first.len_utf8(), |sign| sign.len())
        };
        let (one, behind) = rest.split_at_checked(length).unwrap_or((rest, ""));
        found.push(one.to_owned());
        rest = behind.trim_start();
    }
    found
}

fn is_letter(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_')
}

/// How long the word is that stands at the beginning: letters, with `-`, `'` and `.` inside, no sign behind them.
fn word(text: &str) -> usize {
    let mut end = 0;
    for (at, c) in text.char_indices() {
        let next = text.get(at + c.len_utf8()..).and_then(|rest| rest.chars().next());
        let inside = matches!(c, '-' | '\'' | '\u{2019}' | '.') && next.is_some_and(is_letter);
        if !is_letter(c) && !inside {
            break;
        }
        end = at + c.len_utf8();
    }
    end
}

/// One line of words; those behind [`FURTHER_IN`] are left for the next.
fn joined(words: &[String]) -> String {
    let mut line = String::new();
    let mut before = "";
    let mut quoted = false;
    for word in words {
        // Quotation marks stand close around what they hold.
        let closes = word == "\"" && quoted;
        let opened = before == "\"" && quoted;
        quoted ^= word == "\"";
        let tight =
            matches!(word.as_str(), "," | ")" | ":" | ";") || closes || opened || before == "(" || before.is_empty();
        if !tight {
            line.push(' ');
        }
        line += word;
        before = word;
    }
    line
}

/// The line at the left edge that is wanted besides.
#[must_use]
pub fn declared(words: &[String]) -> Option<String> {
    let line = words.split(|word| word == AT_THE_EDGE).nth(1)?;
    Some(joined(line))
}

/// The lines as they stand in a file, the first at this margin.
#[must_use]
pub fn told(words: &[String], margin: &str) -> String {
    let own = words.split(|word| word == AT_THE_EDGE).enumerate().filter(|(at, _)| at % 2 == 0);
    let words: Vec<String> = own.flat_map(|(_, words)| words.iter().cloned()).collect();
    let mut lines = Vec::new();
    for (step, part) in words.split(|word| word == FURTHER_IN).enumerate() {
        for line in part.split(|word| word == BELOW) {
            lines.push(format!("{margin}{}{}", "  ".repeat(step), joined(line)));
        }
    }
    lines.join("\n")
}

/// Whether it is one line, and none is wanted besides.
#[must_use]
pub fn is_one_line(words: &[String]) -> bool {
    !words.iter().any(|word| word == FURTHER_IN || word == BELOW || word == AT_THE_EDGE)
}

/// The lines as a message says them.
#[must_use]
pub fn said(words: &[String]) -> String {
    let text = told(words, "");
    if let Some(line) = declared(words) {
        return format!("write `{text}`, and at the left edge `{line}`");
    }
    if text.contains('\n') { format!("write:\n{text}") } else { format!("write `{text}`") }
}
