//! The formatter, one style for rules files: text to text. The words stay, in their order and on their lines; what changes is the
//! white space between them. Works on the layout and the words of a line, never on meaning.
//!
//! Invariant: the tidied text has the same tree and the same notes, and tidying it again changes nothing.

mod cells;
mod notes;
pub(super) mod words;

use std::collections::BTreeMap;

use super::layout::{self, Line};
use super::tree::File;
use crate::diagnostic::{Code, Diagnostic};
use cells::{Around, Row};

/// Two spaces for each step inwards.
const STEP: usize = 2;

/// A line of code that is to be written again.
struct CodeLine {
    /// Where it begins now, in columns.
    was: usize,
    /// Where it will begin.
    indent: usize,
    /// The code, without the indentation.
    text: String,
}

/// The text in the one style.
///
/// # Errors
/// Problems of the syntax, other than tabs: what cannot be read is not touched.
///
/// ```
/// let text = bidlang_syntax::formatter::format("game  Nothing\nplay\n      shuffle   deck\n");
/// assert_eq!(text, Ok("game Nothing\nplay\n  shuffle deck\n".to_owned()));
/// ```
pub fn format(text: &str) -> Result<String, Vec<Diagnostic>> {
    let (file, mut problems) = super::parse(text);
    problems.retain(|problem| problem.code != Code::TabInIndentation);
    if !problems.is_empty() {
        return Err(problems);
    }
    let tab = super::tab_width(text, 0);
    let lines = layout::lines_with_tabs(text, 0, tab, &mut Vec::new());
    let mut code = Writer { text, tab, starts: line_starts(text), code: BTreeMap::new() };
    code.block(&lines, 0, &Around::Items);
    let tidied = notes::joined(text, &code.code);
    // Words are never changed; should that ever fail, the author's text is kept.
    if same(&file, &super::parse(&tidied).0) { Ok(tidied) } else { Ok(text.to_owned()) }
}

/// Whether two trees differ at most in the places of their words.
#[must_use]
pub fn same(one: &File, other: &File) -> bool {
    let bare = |file: &File| serde_json::to_value(file).ok().map(without_spans);
    bare(one) == bare(other)
}

fn without_spans(value: serde_json::Value) -> serde_json::Value {
    use serde_json::Value;
    match value {
        Value::Object(fields) if fields.len() == 2 && fields.contains_key("start") && fields.contains_key("end") => {
            Value::Null
        }
        Value::Object(fields) => {
            Value::Object(fields.into_iter().map(|(name, field)| (name, without_spans(field))).collect())
        }
        Value::Array(items) => Value::Array(items.into_iter().map(without_spans).collect()),
        other => other,
    }
}

fn line_starts(text: &str) -> Vec<usize> {
    std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect()
}

/// The part of a physical line before its note.
fn before_note(line: &str) -> &str {
    line.split('#').next().unwrap_or("")
}

struct Writer<'t> {
    text: &'t str,
    /// As many columns as a tab has.
    tab: usize,
    starts: Vec<usize>,
    /// By the number of the physical line.
    code: BTreeMap<usize, CodeLine>,
}

/// A logical line with its physical lines: number, column, content.
struct Physical<'t> {
    lines: Vec<(usize, usize, &'t str)>,
}

impl<'t> Writer<'t> {
    fn physical(&self, line: &Line) -> Physical<'t> {
        let (start, end) = (line.span.start as usize, line.span.end as usize);
        let first = self.starts.partition_point(|begin| *begin <= start).saturating_sub(1);
        let last = self.starts.partition_point(|begin| *begin < end).saturating_sub(1).max(first);
        let lines = (first..=last).filter_map(|number| {
            let begin = *self.starts.get(number)?;
            let stop = self.starts.get(number + 1).copied().unwrap_or(self.text.len());
            let code = before_note(self.text.get(begin..stop)?).trim_end();
            let content = code.trim_start();
            let margin = code.len() - content.len();
            let column = code.get(..margin)?.chars().map(|c| if c == '\t' { self.tab } else { 1 }).sum();
            (!content.is_empty()).then_some((number, column, content))
        });
        Physical { lines: lines.collect() }
    }

    /// All lines of a block, and the blocks under them.
    fn block(&mut self, lines: &[Line], indent: usize, around: &Around) {
        let physical: Vec<Physical> = lines.iter().map(|line| self.physical(line)).collect();
        let first_words: Vec<&str> =
            physical.iter().map(|lines| lines.lines.first().map_or("", |(_, _, content)| content)).collect();
        let last_lines: Vec<(usize, usize)> = physical
            .iter()
            .map(|lines| {
                let number = |line: Option<&(usize, usize, &str)>| line.map_or(0, |(number, ..)| *number);
                (number(lines.lines.first()), number(lines.lines.last()))
            })
            .collect();
        let rows = cells::rows(&first_words, &last_lines, around);
        for ((line, physical), row) in lines.iter().zip(&physical).zip(rows) {
            self.line(physical, indent, &row);
            let inner =
                around.inside(physical.lines.first().map_or("", |(_, _, content)| content), line.block.is_empty());
            self.block(&line.block, indent + STEP, &inner);
        }
    }

    fn line(&mut self, physical: &Physical, indent: usize, row: &Row) {
        for (index, (number, was, content)) in physical.lines.iter().enumerate() {
            let code = if index == 0 {
                CodeLine { was: *was, indent, text: row.text.clone() }
            } else {
                CodeLine { was: *was, indent: indent + row.goes_on, text: words::spaced(content, row.words) }
            };
            self.code.insert(*number, code);
        }
    }
}
