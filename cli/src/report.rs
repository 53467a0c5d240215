//! Diagnostics on standard error, as miette draws them.

use std::fmt;
use std::io::IsTerminal;

use bidlang::diagnostic::{Diagnostic, is_control, printable};
use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource, SourceCode};

use crate::files::Text;
use crate::output;

/// A diagnostic with the text that it speaks of.
#[derive(Debug)]
struct Shown<'a> {
    diagnostic: &'a Diagnostic,
    source: Option<NamedSource<String>>,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(&output::safe(&self.diagnostic.message))
    }
}

impl std::error::Error for Shown<'_> {}

impl miette::Diagnostic for Shown<'_> {
    fn code<'s>(&'s self) -> Option<Box<dyn fmt::Display + 's>> {
        Some(Box::new(self.diagnostic.code))
    }

    fn help<'s>(&'s self) -> Option<Box<dyn fmt::Display + 's>> {
        self.diagnostic.help.as_ref().map(|help| Box::new(output::safe(help)) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.source.as_ref().map(|source| source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        self.source.as_ref()?;
        Some(Box::new(self.diagnostic.labels.iter().map(|label| {
            let text = if label.text.is_empty() { "here".to_owned() } else { output::safe(&label.text).into_owned() };
            let length = label.span.end.saturating_sub(label.span.start) as usize;
            LabeledSpan::new(Some(text), label.span.start as usize, length)
        })))
    }
}

/// A source text without control characters but tabs and ends of lines; every byte stays at its place.
fn in_place(text: &str) -> String {
    let blank = |c: char| is_control(c) && !matches!(c, '\n' | '\r' | '\t');
    text.chars().fold(String::with_capacity(text.len()), |mut out, c| {
        if blank(c) {
            out.extend(std::iter::repeat_n(' ', c.len_utf8()))
        } else {
            out.push(c)
        }
        out
    })
}

/// Prints problems of a text.
pub fn problems(text: &Text, problems: &[Diagnostic]) {
    for problem in problems {
        print(problem, Some(NamedSource::new(printable(&text.name), in_place(&text.text))));
    }
}

/// Prints a problem that belongs to no text.
pub fn plain(problem: &Diagnostic) {
    print(problem, None);
}

fn print(diagnostic: &Diagnostic, source: Option<NamedSource<String>>) {
    let colour = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let theme = if colour { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let handler = GraphicalReportHandler::new_themed(theme).with_width(110).with_links(false);
    let mut text = String::new();
    // A span in a file that changed meanwhile cannot be drawn; the message still can.
    if handler.render_report(&mut text, &Shown { diagnostic, source }).is_err() {
        text = format!("{}: {}", diagnostic.code, output::safe(&diagnostic.message));
    }
    output::note(text.trim_end());
    output::note("");
}

/// Prints problems of a setup: those that point into the rules file show it, the others stand alone.
pub fn setup(text: &Text, found: &[Diagnostic]) {
    for problem in found {
        if problem.span() == bidlang::diagnostic::Span::default() {
            plain(problem);
        } else {
            problems(text, std::slice::from_ref(problem));
        }
    }
}
