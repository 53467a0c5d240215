//! A rule book as Markdown.

use std::fmt::Write;

use super::model::{Block, Book, Run, Step, Table, Text};

/// Letters that mean something in Markdown.
const SPECIAL: [char; 11] = ['\\', '`', '*', '_', '[', ']', '<', '>', '#', '|', '~'];

fn escape(words: &str) -> String {
    let mut out = String::with_capacity(words.len());
    for letter in words.chars() {
        if SPECIAL.contains(&letter) {
            out.push('\\');
        }
        if letter == '&' { out.push_str("&amp;") } else { out.push(letter) }
    }
    out
}

/// A text that begins a line: what would make it a list or a heading is escaped.
fn line(text: &Text) -> String {
    let words = inline(text);
    let number = words.chars().take_while(char::is_ascii_digit).count();
    if words.starts_with(['-', '+', '=']) {
        return format!("\\{words}");
    }
    match words.split_at_checked(number) {
        Some((digits, rest)) if number > 0 && rest.starts_with(['.', ')']) => format!("{digits}\\{rest}"),
        _ => words,
    }
}

fn inline(text: &Text) -> String {
    text.runs()
        .into_iter()
        .map(|run| match run {
            Run::Plain(words) => escape(&words),
            Run::Term(words) => format!("*{}*", escape(&words)),
            Run::Strong(words) => format!("**{}**", escape(&words)),
            Run::Link(words, to) => format!("[{}](#{to})", escape(&words)),
        })
        .collect()
}

/// The whole book.
pub(super) fn write(book: &Book) -> String {
    let mut out = format!("# {}\n", escape(&book.title));
    for part in &book.parts {
        if !part.heading.is_empty() {
            let _ = write!(out, "\n{} {}\n", "#".repeat(usize::from(part.level)), escape(&part.heading));
        }
        blocks(&mut out, &part.blocks, 0);
    }
    out
}

fn blocks(out: &mut String, blocks: &[Block], depth: usize) {
    let margin = " ".repeat(depth);
    for block in blocks {
        // Inside a list a list follows its line at once.
        if depth == 0 || !matches!(block, Block::Steps(_) | Block::Points(_)) {
            out.push('\n');
        }
        match block {
            Block::Say(text) | Block::Lead(text) => {
                let _ = writeln!(out, "{margin}{}", line(text));
            }
            Block::Note(text) => {
                let _ = writeln!(out, "{margin}> {}", line(text));
            }
            Block::Steps(steps) => list(out, steps, depth, true),
            Block::Points(steps) => list(out, steps, depth, false),
            Block::Table(found) => table(out, found, &margin),
        }
    }
}

fn list(out: &mut String, steps: &[Step], depth: usize, numbered: bool) {
    let margin = " ".repeat(depth);
    for (number, step) in steps.iter().enumerate() {
        let sign = if numbered { format!("{}. ", number + 1) } else { "- ".to_owned() };
        let _ = writeln!(out, "{margin}{sign}{}", line(&step.text));
        blocks(out, &step.inner, depth + sign.len());
    }
}

fn table(out: &mut String, table: &Table, margin: &str) {
    let row = |out: &mut String, cells: Vec<String>| {
        let _ = writeln!(out, "{margin}| {} |", cells.join(" | "));
    };
    row(out, table.head.iter().map(inline).collect());
    row(out, table.head.iter().map(|_| "---".to_owned()).collect());
    for cells in &table.rows {
        row(out, cells.iter().map(inline).collect());
    }
}
