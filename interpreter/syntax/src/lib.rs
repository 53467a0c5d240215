//! Text to tree. Takes the text of one file, gives a [`tree::File`] and every problem of its layout and grammar; parsing
//! cannot fail, it only leaves out what it could not read. It knows nothing of names, types or meaning.
//!
//! Invariant: outside this crate nothing knows pest or the grammar's rules.

mod belongs;
mod bracketed;
mod change;
mod code;
mod cursor;
pub mod diagnostic;
mod form;
pub mod formatter;
mod groups;
mod item;
mod layout;
mod line;
pub mod meant;
mod phrase;
pub mod schema;
mod script;
pub mod sources;
mod statement;
pub mod tree;

use crate::diagnostic::{Code, Diagnostic, Span, first_of};

/// The longest text that is read: 1 MiB.
pub const LONGEST_TEXT: usize = 1 << 20;
/// So begins the record of a game.
const RECORD: &str = "{\"line\":\"game\"";
/// Most lines of rules that a game may have, all its files together.
pub const MOST_LINES: usize = 4000;
/// Most lines of scripted games in a file.
const MOST_SCRIPT_LINES: usize = 10_000;
/// The longest line, with those that continue it, in bytes.
const LONGEST_LINE: usize = 16 * 1024;
/// How wide tabs are in editors, the likeliest here first.
const TAB_WIDTHS: [usize; 4] = [layout::TAB, 4, 8, 3];
/// Most signs and joining words in one line: each stands further in than the one before.
const MOST_JOINED: usize = 256;
/// The deepest nesting of blocks, and of brackets in one line.
pub const DEEPEST_NESTING: usize = 64;

pub use bracketed::{Readings, as_read, readings};
pub use layout::{Line, block_at, block_range, code_of, line_at, lines, one_line, words_of};

/// Reads `text` into a tree. The problems come in the order of the text.
///
/// ```
/// let (file, problems) = bidlang_syntax::parse("game Nothing\nplayers 2\nplay\n  shufle deck\n");
/// assert_eq!(file.items.len(), 3);
/// assert_eq!(problems[0].span().of("game Nothing\nplayers 2\nplay\n  shufle deck\n"), "shufle");
/// ```
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
                Code::FileTooLong,
                Span::new(start, start),
                format!("the file has {} bytes, more than {LONGEST_TEXT}", own.len()),
            )
            .help("a rules file is a few kilobytes; is this the right file?"),
        );
        return (tree::File::default(), problems);
    }
    if own.starts_with(RECORD) {
        problems.push(
            Diagnostic::new(Code::NotAText, Span::new(start, start), "this is the record of a game, and no rules file")
                .help("`bidlang run RULES --replay RECORD` plays it again; `bidlang review RECORD` and `bidlang why RECORD` read it"),
        );
        return (tree::File::default(), problems);
    }
    if let Some(at) = own.find('\0').map(|at| start + at) {
        problems.push(
            Diagnostic::new(Code::NotAText, Span::new(at, at + 1), "this is not a text file: it holds a zero byte")
                .help("name a rules file, a plain text that begins with `game` and its title"),
        );
        return (tree::File::default(), problems);
    }
    if let Some((at, line)) = rules_in(own).nth(MOST_LINES) {
        problems.push(too_many_lines(Span::new(start + at, start + at + line.len())));
        return (tree::File::default(), problems);
    }
    if let Some((at, line)) =
        code_in(own).filter(|(_, _, script)| *script).map(|(at, line, _)| (at, line)).nth(MOST_SCRIPT_LINES)
    {
        let at = Span::new(start + at, start + at + line.len());
        problems.push(
            Diagnostic::new(
                Code::TooManyLines,
                at,
                format!("a file has at most {MOST_SCRIPT_LINES} lines of scripted games"),
            )
            .help("put some of them into another file that begins with `tests for`"),
        );
        return (tree::File::default(), problems);
    }
    let tab = tab_width(text, start);
    line::allow_this_much_work();
    let lines = layout::lines_with_tabs(text, start, tab, &mut problems);
    if problems.iter().any(|problem| problem.code == Code::LineTooLong) {
        problems.retain(|problem| problem.code == Code::LineTooLong);
        return (tree::File::default(), first_of(problems));
    }
    let mut reader = line::Reader { text, problems };
    let file = item::file(&mut reader, &lines);
    let mut problems = reader.problems;
    only_the_cause(text, &mut problems);
    if lines.is_empty() && problems.is_empty() {
        problems.push(
            Diagnostic::new(Code::EmptyFile, Span::new(start, start), "the file has no rules in it")
                .help("a rules file begins with `game` and a title, then `players`, `cards`, `places` and `play`"),
        );
    }
    (file, first_of(problems))
}

/// As many columns as a tab has to be for the fewest problems, where lines with tabs stand among lines with spaces.
fn tab_width(text: &str, start: usize) -> usize {
    if !layout::mixes_tabs(text.get(start..).unwrap_or("")) {
        return layout::TAB;
    }
    let problems = |tab: usize| {
        let mut problems = Vec::new();
        line::allow_this_much_work();
        let lines = layout::lines_with_tabs(text, start, tab, &mut problems);
        let mut reader = line::Reader { text, problems };
        item::file(&mut reader, &lines);
        reader.problems.len()
    };
    TAB_WIDTHS.into_iter().min_by_key(|tab| problems(*tab)).unwrap_or(layout::TAB)
}

/// How many lines of rules a text has: notes, empty lines and scripted games do not count.
#[must_use]
pub fn lines_of_rules(text: &str) -> usize {
    rules_in(text).count()
}

/// The lines of rules, each with the place where it begins.
fn rules_in(text: &str) -> impl Iterator<Item = (usize, &str)> {
    code_in(text).filter(|(_, _, script)| !script).map(|(at, line, _)| (at, line))
}

/// All lines but notes and empty ones, each with the place where it begins, and whether it is of a scripted game.
fn code_in(text: &str) -> impl Iterator<Item = (usize, &str, bool)> {
    let (mut at, mut script) = (0, false);
    text.split_inclusive('\n').filter_map(move |line| {
        let start = at;
        at += line.len();
        let line = line.trim_end();
        if line.starts_with(|first: char| !first.is_whitespace() && first != '#') {
            script = line.split_whitespace().next() == Some("test");
        }
        let words = line.trim_start();
        (!words.is_empty() && !words.starts_with('#')).then_some((start, line, script))
    })
}

/// More lines of rules than a game may have.
#[must_use]
pub fn too_many_lines(at: Span) -> Diagnostic {
    Diagnostic::new(
        Code::TooManyLines,
        at,
        format!("a game has at most {MOST_LINES} lines of rules, all its files together"),
    )
    .help("say what is alike once: in a table, a value or a phase of its own")
}

/// A reserved word as a name is told where it is declared; that lines which use it cannot be read follows from that.
fn only_the_cause(text: &str, problems: &mut Vec<Diagnostic>) {
    let told: Vec<(&str, Span)> = problems
        .iter()
        .filter(|problem| problem.code == Code::ReservedName)
        .map(|problem| (problem.span().of(text), problem.span()))
        .collect();
    // The `otherwise` of an `if` that could not be read has lost it only by that.
    let begins = |problem: &Diagnostic, words: &[&str]| {
        let line =
            text.get(..problem.span().start as usize).and_then(|before| before.rsplit('\n').next()).unwrap_or("");
        words.iter().any(|word| line.trim_start().starts_with(word))
    };
    let unread: Vec<u32> = problems
        .iter()
        .filter(|problem| problem.code == Code::Syntax && begins(problem, &["if ", "otherwise if "]))
        .map(|problem| problem.span().start)
        .collect();
    problems.retain(|problem| {
        problem.code != Code::OtherwiseWithoutIf || !unread.iter().any(|before| *before < problem.span().start)
    });
    problems.retain(|problem| {
        // The last word of the line before a place.
        let last = |end: u32| {
            let line = text.get(..end as usize).and_then(|text| text.rsplit('\n').next());
            line.and_then(|line| line.split_whitespace().next_back())
        };
        let near = [last(problem.span().start), last(problem.span().end)];
        let follows = |(word, span): &(&str, Span)| *span != problem.span() && near.contains(&Some(*word));
        !(problem.code == Code::Syntax && told.iter().any(follows))
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
