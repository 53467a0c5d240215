//! Problems as other programs read them: a line each, JSON, SARIF, and the commands of GitHub's workflows.

use bidlang::diagnostic::{Diagnostic, Span, is_control, printable};
use clap::ValueEnum;
use serde_json::{Value, json};

use crate::files::Text;
use crate::{output, sarif};

/// How problems are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// With the lines of the file, on standard error
    Human,
    /// One line a problem: FILE:LINE:COLUMN: CODE: MESSAGE (HELP)
    Plain,
    /// One JSON object
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Workflow commands of GitHub, shown beside the lines of a change
    Github,
}

/// A file with its problems.
pub struct Found {
    /// The file.
    pub text: Text,
    /// What is wrong with it.
    pub problems: Vec<Diagnostic>,
}

/// Line and column of a byte, both from 1; columns count letters.
pub fn position(text: &str, at: u32) -> (usize, usize) {
    let before = text.get(..at as usize).unwrap_or(text);
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    (before.matches('\n').count() + 1, column)
}

/// Prints the problems of all files to standard output.
pub fn print(format: Format, found: &[Found]) {
    match format {
        Format::Json => output::line(&pretty(&as_json(found))),
        Format::Sarif => output::line(&pretty(&sarif::log(found))),
        Format::Human | Format::Plain | Format::Github => {
            let line = if format == Format::Github { github } else { plain };
            for file in found {
                file.problems.iter().for_each(|problem| output::line(&line(&file.text, problem)));
            }
        }
    }
}

/// JSON on several lines; control characters stay what they are, as escapes.
fn pretty(value: &Value) -> String {
    let text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.chars().fold(String::with_capacity(text.len()), |mut out, c| {
        // All of them lie below 65,536; between strings there are none but ends of lines.
        if is_control(c) && c != '\n' {
            out += &format!("\\u{:04x}", u32::from(c))
        } else {
            out.push(c)
        }
        out
    })
}

/// `night_market.bid:12:3: unknown-name: ... (did you mean `hand`?)`
fn plain(text: &Text, problem: &Diagnostic) -> String {
    let (line, column) = position(&text.text, problem.span().start);
    let help = problem.help.as_ref().map(|help| format!(" ({})", one_line(help))).unwrap_or_default();
    let name = printable(&text.name);
    format!("{name}:{line}:{column}: {}: {}{help}", problem.code, one_line(&problem.message))
}

fn one_line(text: &str) -> String {
    text.lines().map(|line| printable(line.trim_end())).collect::<Vec<_>>().join("; ")
}

fn as_json(found: &[Found]) -> Value {
    let problems: Vec<Value> = found
        .iter()
        .flat_map(|file| file.problems.iter().map(|problem| problem_as_json(&file.text, problem)))
        .collect();
    json!({ "version": 1, "files": found.len(), "problems": problems })
}

fn problem_as_json(text: &Text, problem: &Diagnostic) -> Value {
    let labels: Vec<Value> = problem
        .labels
        .iter()
        .map(|label| {
            let mut place = place(&text.text, label.span);
            if let Some(place) = place.as_object_mut() {
                place.insert("text".to_owned(), json!(label.text));
            }
            place
        })
        .collect();
    let fix = problem.fix.as_ref().map(
        |fix| json!({ "place": place(&text.text, fix.span), "before": fix.span.of(&text.text), "after": fix.text }),
    );
    json!({
        "file": text.name,
        "code": problem.code,
        "message": problem.message,
        "help": problem.help,
        "labels": labels,
        "fix": fix,
    })
}

/// Lines and columns from 1, the end one past the last letter, and bytes from 0.
fn place(text: &str, span: Span) -> Value {
    let (line, column) = position(text, span.start);
    let (end_line, end_column) = position(text, span.end);
    json!({
        "line": line, "column": column, "endLine": end_line, "endColumn": end_column,
        "start": span.start, "end": span.end,
    })
}

/// `::error file=...,line=...::message`
fn github(text: &Text, problem: &Diagnostic) -> String {
    let (line, column) = position(&text.text, problem.span().start);
    let (end_line, end_column) = position(&text.text, problem.span().end);
    let data = |text: &str| text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    let property = |text: &str| data(text).replace(':', "%3A").replace(',', "%2C");
    let columns = if end_line == line { format!(",col={column},endColumn={end_column}") } else { String::new() };
    let help = problem.help.as_ref().map(|help| format!("\n{help}")).unwrap_or_default();
    format!(
        "::error file={},line={line},endLine={end_line}{columns},title={}::{}",
        property(&text.name),
        property(problem.code),
        data(&format!("{}{help}", problem.message))
    )
}
