//! Text to tree. Takes the text of one file, gives a [`tree::File`] and every problem of its layout and grammar; parsing
//! cannot fail, it only leaves out what it could not read. It knows nothing of names, types or meaning.
//!
//! Invariant: outside this module nothing knows pest or the grammar's rules.

mod change;
mod cursor;
mod form;
mod item;
mod layout;
mod line;
mod phrase;
pub mod schema;
mod script;
mod statement;
pub mod tidy;
pub mod tree;

use crate::diagnostic::{Diagnostic, Span};

/// The longest text that is read: 1 MiB.
pub const LONGEST_TEXT: usize = 1 << 20;
/// The deepest nesting of blocks, and of brackets in one line.
pub const DEEPEST_NESTING: usize = 64;

pub(crate) use layout::{Line, lines};
pub use layout::{block_at, code_of, line_at, words_of};

/// Reads `text` into a tree. The problems come in the order of the text.
#[must_use]
pub fn parse(text: &str) -> (tree::File, Vec<Diagnostic>) {
    parse_from(text, 0)
}

/// Reads the end of `text` from `start` on into a tree whose places are those in the whole of `text`: so one text may hold
/// several files, one after the other.
#[must_use]
pub fn parse_from(text: &str, start: usize) -> (tree::File, Vec<Diagnostic>) {
    let mut problems = Vec::new();
    let own = text.get(start..).unwrap_or("");
    if own.len() > LONGEST_TEXT {
        problems.push(
            Diagnostic::new(
                "file-too-long",
                Span::new(start, start),
                format!("the file has {} bytes, more than {LONGEST_TEXT}", own.len()),
            )
            .help("a rules file is a few kilobytes; is this the right file?"),
        );
        return (tree::File::default(), problems);
    }
    if let Some(at) = own.find('\0').map(|at| start + at) {
        problems.push(
            Diagnostic::new("not-a-text", Span::new(at, at + 1), "this is not a text file: it holds a zero byte")
                .help("name a rules file, a plain text that begins with `game` and its title"),
        );
        return (tree::File::default(), problems);
    }
    line::allow_this_much_work();
    let lines = lines(text, start, &mut problems);
    let mut reader = line::Reader { text, problems };
    let file = item::file(&mut reader, &lines);
    let mut problems = reader.problems;
    only_the_cause(text, &mut problems);
    if lines.is_empty() && problems.is_empty() {
        problems.push(
            Diagnostic::new("empty-file", Span::new(start, start), "the file has no rules in it")
                .help("a rules file begins with `game` and a title, then `players`, `cards`, `places` and `play`"),
        );
    }
    problems.sort_by_key(|problem| problem.span().start);
    (file, problems)
}

/// A reserved word as a name is told where it is declared; that lines which use it cannot be read follows from that.
fn only_the_cause(text: &str, problems: &mut Vec<Diagnostic>) {
    let told: Vec<(&str, Span)> = problems
        .iter()
        .filter(|problem| problem.code == "reserved-name")
        .map(|problem| (problem.span().of(text), problem.span()))
        .collect();
    problems.retain(|problem| {
        // The last word of the line before a place.
        let last = |end: u32| {
            let line = text.get(..end as usize).and_then(|text| text.rsplit('\n').next());
            line.and_then(|line| line.split_whitespace().next_back())
        };
        let near = [last(problem.span().start), last(problem.span().end)];
        let follows = |(word, span): &(&str, Span)| *span != problem.span() && near.contains(&Some(*word));
        !(problem.code == "syntax" && told.iter().any(follows))
    });
}

/// Reads one act as a script or a prompt says it (`bid 9 of Hearts`), without the seat's name.
///
/// # Errors
/// The problems found, with places inside `text`.
pub fn parse_said(text: &str) -> Result<tree::Said, Vec<Diagnostic>> {
    let mut reader = line::Reader { text, problems: Vec::new() };
    let found = script::said_alone(&mut reader, Span::new(0, text.len()));
    found.ok_or(reader.problems)
}
