//! The offside rule, blocks by indentation: text to a tree of logical lines.
//!
//! A block is what stands further in than the line above it. A line that begins with a joining word, or stands behind a comma, and stands
//! further in continues the line above. Empty lines and notes (`# ...`) count for nothing.

use std::ops::Range;

use super::{DEEPEST_NESTING, LONGEST_LINE, MOST_JOINED};
use crate::diagnostic::{Code, Diagnostic, Span};

/// Words that, at the start of a line standing further in, continue the line above.
const JOINING: [&str; 8] = ["and", "or", "+", "-", "when", "where", "with", "otherwise"];

/// One logical line and the block under it.
#[derive(Debug)]
pub struct Line {
    /// From the first letter to the end of the last continued line, without the indentation.
    pub span: Span,
    /// The block that stands further in.
    pub block: Vec<Self>,
    /// Whether lines under it were left out, nested too deep.
    pub cut: bool,
}

struct Physical<'t> {
    column: usize,
    start: usize,
    content: &'t str,
}

/// As many columns as a tab is taken for where it stands alone.
pub const TAB: usize = 2;

/// The lines of the part of `text` that begins at `start`, as a tree. Problems: tabs in an indentation, a step back to
/// where no block stands, too many levels.
pub fn lines(text: &str, start: usize, problems: &mut Vec<Diagnostic>) -> Vec<Line> {
    lines_with_tabs(text, start, TAB, problems)
}

/// Whether some lines are indented with tabs and others with spaces: then it has to be found out how wide a tab is.
pub fn mixes_tabs(text: &str) -> bool {
    let begins = |sign: char| text.lines().any(|line| line.starts_with(sign) && !line.trim().is_empty());
    begins('\t') && begins(' ')
}

/// The same with tabs of so many columns.
pub fn lines_with_tabs(text: &str, start: usize, tab: usize, problems: &mut Vec<Diagnostic>) -> Vec<Line> {
    let physical = physical_lines((text.get(start..).unwrap_or(""), start), tab, problems);
    let mut at = 0;
    block(&physical, &mut at, &[], problems)
}

fn physical_lines<'t>(
    (text, mut start): (&'t str, usize),
    wide: usize,
    problems: &mut Vec<Diagnostic>,
) -> Vec<Physical<'t>> {
    let mut found = Vec::new();
    let mut tab_told = false;
    for whole in text.split_inclusive('\n') {
        let content = strip_note(whole.trim_end_matches(['\n', '\r']));
        let begin = content.len() - content.trim_start_matches([' ', '\t']).len();
        let (margin, content) = content.split_at(begin);
        let content = content.trim_end();
        if !content.is_empty() {
            if let Some(tab) = margin.find('\t') {
                if !tab_told {
                    problems.push(
                        Diagnostic::new(
                            Code::TabInIndentation,
                            Span::new(start + tab, start + tab + 1),
                            "a tab stands at the beginning of this line",
                        )
                        .here("a tab")
                        .help("indent with spaces, two for each step; most editors can convert tabs to spaces")
                        .fix(Span::new(start, start + begin), margin.replace('\t', &" ".repeat(wide))),
                    );
                }
                tab_told = true;
            }
            let column = margin.chars().map(|c| if c == '\t' { wide } else { 1 }).sum();
            found.push(Physical { column, start: start + begin, content });
        }
        start += whole.len();
    }
    found
}

fn strip_note(line: &str) -> &str {
    line.find('#').map_or(line, |at| line.get(..at).unwrap_or(line))
}

/// Whether a line goes on with what the one above it, `before`, began.
fn continues(before: &str, line: &str) -> bool {
    let mut words = line.split_whitespace();
    match words.next() {
        // A list that goes on.
        _ if before.ends_with(',') => true,
        // `so` joins only in `so that`: a name may begin with these letters.
        Some("so") => words.next() == Some("that"),
        Some(word) => JOINING.contains(&word),
        None => false,
    }
}

/// The lines of one block: those at the column of its first. `outer` holds the columns of the blocks around it.
fn block(physical: &[Physical], at: &mut usize, outer: &[usize], problems: &mut Vec<Diagnostic>) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    let Some(column) = physical.get(*at).map(|first| first.column) else { return lines };
    let mut here = outer.to_vec();
    here.push(column);
    while let Some(next) = physical.get(*at) {
        if next.column < column {
            if outer.contains(&next.column) || outer.is_empty() {
                if outer.is_empty() {
                    problems.push(wrong_step(next, &here));
                } else {
                    break;
                }
            } else if outer.iter().any(|c| *c > next.column) {
                break;
            } else {
                problems.push(wrong_step(next, &here));
            }
        } else if next.column > column {
            // Further in than its block without a line that opens one: the first line of a file.
            problems.push(wrong_step(next, &here));
        }
        let before = *at;
        let start = next.start;
        let mut end = start + next.content.len();
        *at += 1;
        let mut above = next.content;
        while let Some(more) = physical.get(*at).filter(|more| more.column > column && continues(above, more.content)) {
            end = more.start + more.content.len();
            above = more.content;
            *at += 1;
        }
        let mut inner = Vec::new();
        let mut cut = false;
        problems.extend(too_long(physical, before, *at));
        if physical.get(*at).is_some_and(|more| more.column > column) {
            if here.len() > DEEPEST_NESTING {
                let deep = physical
                    .get(*at)
                    .map(|line| Span::new(line.start, line.start + line.content.len()))
                    .unwrap_or_default();
                problems.push(
                    Diagnostic::new(
                        Code::NestedTooDeep,
                        deep,
                        format!("blocks are nested more than {DEEPEST_NESTING} deep here"),
                    )
                    .help("move an inner part into a phase of its own and `do` it"),
                );
                cut = true;
                while physical.get(*at).is_some_and(|more| more.column > column) {
                    *at += 1;
                }
            } else {
                inner = block(physical, at, &here, problems);
            }
        }
        lines.push(Line { span: Span::new(start, end), block: inner, cut });
    }
    lines
}

/// A logical line that is longer than a line may be.
fn too_long(physical: &[Physical], from: usize, to: usize) -> Option<Diagnostic> {
    let parts = physical.get(from..to)?;
    let (first, last) = (parts.first()?, parts.last()?);
    let length = last.start + last.content.len() - first.start;
    let joined: usize =
        parts.iter().map(|part| part.content.split_whitespace().filter(|word| joins(word)).count()).sum();
    let message = if length > LONGEST_LINE {
        format!("this line has {length} bytes, more than {LONGEST_LINE}")
    } else if joined > MOST_JOINED {
        format!("this line joins more than {MOST_JOINED} parts")
    } else {
        return None;
    };
    let word = first.content.split_whitespace().next().filter(|word| word.len() < LONGEST_LINE).unwrap_or("");
    let end = first.start + word.len();
    Some(
        Diagnostic::new(Code::LineTooLong, Span::new(first.start, end), message)
            .help("make several lines of it, or give a part a name with `value NAME is ...`"),
    )
}

/// Whether a word joins two parts of a phrase.
fn joins(word: &str) -> bool {
    matches!(word, "+" | "-" | "*" | "/" | "mod" | "and" | "or" | "not" | "otherwise" | "where" | "of")
}

fn wrong_step(line: &Physical, open: &[usize]) -> Diagnostic {
    let span = Span::new(line.start, line.start + line.content.len());
    let columns: Vec<String> = open.iter().map(ToString::to_string).collect();
    Diagnostic::new(
        Code::WrongIndentation,
        span,
        format!("this line is indented by {} spaces, where no block stands", line.column),
    )
    .here(format!("the blocks around it stand at {}", columns.join(", ")))
    .help("move it under the first letter of the block that it belongs to")
}

/// The words of a line, of all lines that it goes on in, without notes and without more than one space between them.
pub fn words_of(line: &str) -> String {
    let parts: Vec<&str> = line.lines().flat_map(|line| strip_note(line).split_whitespace()).collect();
    parts.join(" ")
}

/// The words of a line of code with the white space of the one style: lines that differ in their white space only have the
/// same.
pub fn code_of(line: &str) -> String {
    super::formatter::words::joined(&super::formatter::words::split(&words_of(line)))
}

/// The line at `span` with what continues it, and with all that stands further in under it.
pub fn block_at(text: &str, span: Span) -> &str {
    text.get(block_range(text, span)).unwrap_or_default()
}

/// The same as a stretch of the text, in bytes.
pub fn block_range(text: &str, span: Span) -> Range<usize> {
    let at = (span.start as usize).min(text.len());
    let start = text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1);
    let rest = text.get(start..).unwrap_or("");
    let column = |line: &str| line.len() - line.trim_start().len();
    let own = rest.lines().next().map_or(0, column);
    let mut end = 0;
    for (number, line) in rest.split_inclusive('\n').enumerate() {
        if number > 0 && !line.trim().is_empty() && column(line) <= own {
            break;
        }
        end += line.len();
    }
    start..start + end
}

/// The whole logical line in which `span` begins, in plain words.
pub fn line_at(text: &str, span: Span) -> String {
    let block = block_at(text, span);
    let mut words = String::new();
    for (number, line) in block.lines().enumerate() {
        let content = strip_note(line).trim();
        if number > 0 && !content.is_empty() && !continues(&words, content) {
            break;
        }
        if !content.is_empty() {
            words = words_of(&format!("{words} {content}"));
        }
    }
    words
}

/// Text of a rules file on one line, without its notes.
#[must_use]
pub fn one_line(text: &str) -> String {
    text.lines()
        .map(|line| line.split('#').next().unwrap_or("").trim())
        .filter(|line| !line.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}
