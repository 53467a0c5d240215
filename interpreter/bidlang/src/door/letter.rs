//! Diagnostics as plain text: the message, each line concerned with what is underlined in it, what to do.

use std::fmt;

use crate::diagnostic::{Diagnostic, Label, Span, is_control, printable};
use crate::sources::{Sources, position};

/// A problem, and the texts in which its places lie, where it has any.
pub(super) struct Letter<'a> {
    pub(super) sources: Option<&'a Sources>,
    pub(super) problem: &'a Diagnostic,
}

/// A line longer than this is named, and not shown.
const WIDEST: usize = 400;

impl fmt::Display for Letter<'_> {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { sources, problem } = self;
        write!(to, "{}: {}", problem.code, safe(&problem.message))?;
        if let Some(sources) = sources.filter(|_| problem.span() != Span::default()) {
            for (part, text, labels) in sources.labels(problem) {
                for label in labels {
                    let at = position(text, label.span.start);
                    write!(to, "\n  {}:{}:{}", printable(&part.name), at.line, at.column)?;
                    underlined(to, text, &label, at.line)?;
                }
            }
        }
        for more in problem.help.iter().chain(&problem.script) {
            write!(to, "\n  {}", safe(more).replace('\n', "\n  "))?;
        }
        Ok(())
    }
}

/// The line of a label, and the words below those that it is about.
fn underlined(to: &mut fmt::Formatter<'_>, text: &str, label: &Label, number: usize) -> fmt::Result {
    let (before, behind) = text.split_at(text.floor_char_boundary(label.span.start as usize));
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    let (left, right) = (before.get(start..).unwrap_or(""), behind.lines().next().unwrap_or(""));
    if left.len() + right.len() > WIDEST {
        return Ok(());
    }
    let number = number.to_string();
    let marked = right.chars().count().min(label.span.of(text).chars().count()).max(1);
    let (gap, marks) = (" ".repeat(number.len()), "^".repeat(marked));
    write!(to, "\n  {number} | {}", line(left) + &line(right))?;
    write!(to, "\n  {gap} | {}{marks}", " ".repeat(left.chars().count()))?;
    if !label.text.is_empty() {
        write!(to, " {}", safe(&label.text))?;
    }
    Ok(())
}

/// Part of a line, every letter at its place.
fn line(text: &str) -> String {
    text.chars().map(|letter| if is_control(letter) { ' ' } else { letter }).collect()
}

/// Text without control characters but ends of lines.
fn safe(text: &str) -> String {
    text.replace(|letter| is_control(letter) && letter != '\n', " ")
}
