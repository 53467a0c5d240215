//! Diagnostics as miette draws them: the message, the lines of the file with what is underlined, what to do.

use std::borrow::Cow;
use std::fmt;

use bidlang::diagnostic::{Code, Diagnostic, Label, Level, Span, is_control, printable};
use bidlang::sources::{Part, Sources, position};
use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents, NamedSource, Severity,
    SourceCode, SourceSpan, SpanContents,
};

/// How a letter is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// Letters of a line; longer ones of messages and help are broken.
    pub width: usize,
    /// Whether the codes of a terminal colour it.
    pub colour: bool,
}

/// Text without control characters but tabs and ends of lines.
#[must_use]
pub fn safe(text: &str) -> Cow<'_, str> {
    let odd = |c: char| is_control(c) && !matches!(c, '\n' | '\t');
    if text.contains(odd) { Cow::Owned(text.replace(odd, " ")) } else { Cow::Borrowed(text) }
}

/// The letter of a problem: each place is shown in its own file. One that has no place stands alone.
#[must_use]
pub fn letter(sources: &Sources, problem: &Diagnostic, look: Look) -> String {
    if problem.span() == Span::default() { alone(problem, look) } else { with_texts(sources, problem, look) }
}

/// The letter of a problem that belongs to no text.
#[must_use]
pub fn alone(problem: &Diagnostic, look: Look) -> String {
    drawn(&Shown::of(problem), look)
}

/// As [`letter`], also where the place is the beginning of a text.
#[must_use]
pub fn with_texts(sources: &Sources, problem: &Diagnostic, look: Look) -> String {
    let mut files = sources.labels(problem).into_iter();
    let named = |part: &Part, text: &str| Some(Text(NamedSource::new(printable(&part.name), in_place(text))));
    let mut whole = Shown::of(problem);
    if let Some((part, text, labels)) = files.next() {
        if let Some(line) = too_wide(text, &labels) {
            whole.message = format!("{}:{line}: {}", part.name, whole.message);
            return drawn(&whole, look);
        }
        whole.source = named(part, text);
        whole.labels = labels;
    }
    whole.others = files
        .map(|(part, text, labels)| Shown {
            message: format!("in {}", part.name),
            code: None,
            level: None,
            help: None,
            source: named(part, text),
            labels,
            others: Vec::new(),
        })
        .collect();
    drawn(&whole, look)
}

fn drawn(told: &Shown, look: Look) -> String {
    let theme = if look.colour { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let handler = GraphicalReportHandler::new_themed(theme).with_width(look.width).with_links(false);
    let mut text = String::new();
    // A span in a file that changed meanwhile cannot be drawn; the message still can.
    if handler.render_report(&mut text, told).is_err() {
        let code = told.code.map_or("", Code::text);
        text = format!("{code}: {}", safe(&told.message));
    }
    text.trim_end().to_owned()
}

/// A text and its name. Labels that lie close together are shown in one piece of it, others in pieces of their own, as the lines between say nothing:
/// miette decides that by how many lines a piece has, which it counts from the beginning of the text (7.6).
#[derive(Debug)]
struct Text(NamedSource<String>);

impl SourceCode for Text {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let piece = self.0.read_span(span, before, after)?;
        let (data, span, line, column) = (piece.data(), *piece.span(), piece.line(), piece.column());
        let lines = data.split_inclusive(|byte| *byte == b'\n').count();
        let name = self.0.name().to_owned();
        Ok(Box::new(MietteSpanContents::new_named(name, data, span, line, column, lines)))
    }
}

/// A diagnostic with one of the texts that it speaks of; what it says of others is told below it.
#[derive(Debug)]
struct Shown {
    message: String,
    code: Option<Code>,
    level: Option<Level>,
    help: Option<String>,
    source: Option<Text>,
    labels: Vec<Label>,
    others: Vec<Self>,
}

impl Shown {
    fn of(problem: &Diagnostic) -> Self {
        Self {
            message: problem.message.clone(),
            code: Some(problem.code),
            level: Some(problem.level()),
            help: help(problem),
            source: None,
            labels: Vec::new(),
            others: Vec::new(),
        }
    }
}

impl fmt::Display for Shown {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(&safe(&self.message))
    }
}

impl std::error::Error for Shown {}

impl miette::Diagnostic for Shown {
    fn code<'s>(&'s self) -> Option<Box<dyn fmt::Display + 's>> {
        self.code.map(|code| Box::new(code) as Box<dyn fmt::Display>)
    }

    fn severity(&self) -> Option<Severity> {
        // A place in another file is no error of its own.
        Some(match self.level {
            Some(Level::Error) => Severity::Error,
            Some(Level::Warning) => Severity::Warning,
            None => Severity::Advice,
        })
    }

    fn help<'s>(&'s self) -> Option<Box<dyn fmt::Display + 's>> {
        self.help.as_ref().map(|help| Box::new(safe(help)) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.source.as_ref().map(|source| source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        self.source.as_ref()?;
        Some(Box::new(self.labels.iter().map(|label| {
            let text = if label.text.is_empty() { "here".to_owned() } else { safe(&label.text).into_owned() };
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

/// What to do, and the script that plays the game again.
fn help(problem: &Diagnostic) -> Option<String> {
    match (&problem.help, &problem.script) {
        (Some(help), Some(script)) => Some(format!("{help}\n\n{script}")),
        (help, script) => help.clone().or_else(|| script.clone()),
    }
}
