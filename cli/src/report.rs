//! Diagnostics on standard error, as miette draws them.

use std::fmt;
use std::io::IsTerminal;
use std::path::Path;

use bidlang::diagnostic::{Diagnostic, Label, is_control, printable};
use bidlang::sources::{Part, Sources, position};
use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource, Severity, SourceCode};

use crate::files::{self, Text};
use crate::{End, output};

/// A diagnostic with one of the texts that it speaks of; what it says of others is told below it.
#[derive(Debug)]
struct Shown {
    message: String,
    code: Option<&'static str>,
    help: Option<String>,
    source: Option<NamedSource<String>>,
    labels: Vec<Label>,
    others: Vec<Self>,
}

impl fmt::Display for Shown {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(&output::safe(&self.message))
    }
}

impl std::error::Error for Shown {}

impl miette::Diagnostic for Shown {
    fn code<'s>(&'s self) -> Option<Box<dyn fmt::Display + 's>> {
        self.code.map(|code| Box::new(code) as Box<dyn fmt::Display>)
    }

    fn severity(&self) -> Option<Severity> {
        // A place in another file is no error of its own.
        Some(if self.code.is_some() { Severity::Error } else { Severity::Advice })
    }

    fn help<'s>(&'s self) -> Option<Box<dyn fmt::Display + 's>> {
        self.help.as_ref().map(|help| Box::new(output::safe(help)) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.source.as_ref().map(|source| source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        self.source.as_ref()?;
        Some(Box::new(self.labels.iter().map(|label| {
            let text = if label.text.is_empty() { "here".to_owned() } else { output::safe(&label.text).into_owned() };
            let length = label.span.end.saturating_sub(label.span.start) as usize;
            LabeledSpan::new(Some(text), label.span.start as usize, length)
        })))
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn miette::Diagnostic> + 'a>> {
        if self.others.is_empty() {
            return None;
        }
        Some(Box::new(self.others.iter().map(|other| other as &dyn miette::Diagnostic)))
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

/// Prints problems of one text.
pub fn problems(text: &Text, problems: &[Diagnostic]) {
    told(&Sources::one(&text.name, &text.text), problems);
}

/// Prints problems of a game that is made of several texts: each place is shown in its own file.
pub fn told(sources: &Sources, problems: &[Diagnostic]) {
    for problem in problems {
        let mut files = sources.labels(problem).into_iter();
        let named = |part: &Part, text: &str| Some(NamedSource::new(printable(&part.name), in_place(text)));
        let mut whole = alone(problem);
        if let Some((part, text, labels)) = files.next() {
            if let Some(line) = too_wide(text, &labels) {
                whole.message = format!("{}:{line}: {}", part.name, whole.message);
                print(&whole);
                continue;
            }
            whole.source = named(part, text);
            whole.labels = labels;
        }
        whole.others = files
            .flat_map(|(part, text, labels)| near(text, labels).into_iter().map(move |labels| (part, text, labels)))
            .map(|(part, text, labels)| Shown {
                message: format!("in {}", part.name),
                code: None,
                help: None,
                source: named(part, text),
                labels,
                others: Vec::new(),
            })
            .collect();
        print(&whole);
    }
}

/// The number of a line that a label stands in and that is too long to be drawn.
fn too_wide(text: &str, labels: &[Label]) -> Option<usize> {
    const WIDEST: usize = 4000;
    labels.iter().find_map(|label| {
        let at = label.span.start as usize;
        let (before, behind) = (text.get(..at)?, text.get(at..)?);
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        let end = at + behind.find('\n').unwrap_or(behind.len());
        (end - start > WIDEST).then(|| position(text, label.span.start).line)
    })
}

/// Labels that lie close together are shown in one piece of a file; the lines between those far apart say nothing.
fn near(text: &str, mut labels: Vec<Label>) -> Vec<Vec<Label>> {
    const CLOSE: usize = 4;
    let line = |label: &Label| position(text, label.span.start).line;
    labels.sort_by_key(|label| label.span.start);
    let mut found: Vec<Vec<Label>> = Vec::new();
    for label in labels {
        let close = found.last().and_then(|piece| piece.last()).is_some_and(|last| line(&label) - line(last) <= CLOSE);
        match found.last_mut().filter(|_| close) {
            Some(piece) => piece.push(label),
            None => found.push(vec![label]),
        }
    }
    found
}

/// What to do, and the script that plays the game again.
fn help(problem: &Diagnostic) -> Option<String> {
    match (&problem.help, &problem.script) {
        (Some(help), Some(script)) => Some(format!("{help}\n\n{script}")),
        (help, script) => help.clone().or_else(|| script.clone()),
    }
}

fn alone(problem: &Diagnostic) -> Shown {
    Shown {
        message: problem.message.clone(),
        code: Some(problem.code),
        help: help(problem),
        source: None,
        labels: Vec::new(),
        others: Vec::new(),
    }
}

/// Reads a rules file; `-` is standard input.
///
/// # Errors
/// How the command ends where it cannot be read, after that is told.
pub fn read(path: &Path) -> Result<Text, End> {
    files::read(path).map_err(|problem| {
        plain(&problem);
        End::Usage
    })
}

/// Prints a problem that belongs to no text.
pub fn plain(problem: &Diagnostic) {
    print(&alone(problem));
}

fn print(told: &Shown) {
    let colour = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let theme = if colour { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let handler = GraphicalReportHandler::new_themed(theme).with_width(110).with_links(false);
    let mut text = String::new();
    // A span in a file that changed meanwhile cannot be drawn; the message still can.
    if handler.render_report(&mut text, told).is_err() {
        text = format!("{}: {}", told.code.unwrap_or_default(), output::safe(&told.message));
    }
    output::note(text.trim_end());
    output::note("");
}

/// Prints problems of a setup: those that point into the rules file show it, the others stand alone.
pub fn setup(sources: &Sources, found: &[Diagnostic]) {
    for problem in found {
        if problem.span() == bidlang::diagnostic::Span::default() {
            plain(problem);
        } else {
            told(sources, std::slice::from_ref(problem));
        }
    }
}
