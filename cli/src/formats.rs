//! Problems as other programs read them: a line each, JSON, SARIF, and the commands of GitHub's workflows.

use bidlang::diagnostic::{Diagnostic, Label, Level, Span, is_control, printable};
use bidlang::sources::{Place, Position, Sources, position};
use bidlang_lab::check::Checked;
use clap::ValueEnum;
use serde_json::{Value, json};

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

/// Prints the problems of all files to standard output.
pub fn print(format: Format, found: &[Checked], strict: bool) {
    match format {
        Format::Json => output::line(&pretty(&as_json(found, strict))),
        Format::Sarif => output::line(&pretty(&sarif::log(found, strict))),
        Format::Human | Format::Plain | Format::Github => {
            let line = if format == Format::Github { github } else { plain };
            for file in found {
                file.problems.iter().for_each(|problem| output::line(&line(&file.sources, problem, strict)));
            }
        }
    }
}

/// How bad a problem is in this call: where warnings are to be mended too, all are errors.
pub fn level(problem: &Diagnostic, strict: bool) -> Level {
    if strict { Level::Error } else { problem.level() }
}

/// JSON on several lines; control characters stay what they are, as escapes.
pub fn pretty(value: &Value) -> String {
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

/// A place in one of the texts; the first one has all that is nowhere.
pub fn place_of(sources: &Sources, span: Span) -> Place<'_> {
    sources.place(span).unwrap_or(Place { name: "", text: "", span })
}

/// What a problem says of other files than the one that it lies in: `night_market.bid:12:3: it is needed here`.
fn elsewhere(sources: &Sources, problem: &Diagnostic) -> Vec<String> {
    let home = sources.file_of(problem.span());
    let others = problem.labels.iter().filter(|label| sources.file_of(label.span) != home);
    let told = others.map(|label| {
        let place = place_of(sources, label.span);
        let Position { line, column, .. } = position(place.text, place.span.start);
        let says = if label.text.is_empty() { "here" } else { &label.text };
        format!("{}:{line}:{column}: {}", printable(place.name), one_line(says))
    });
    told.collect()
}

/// `night_market.bid:12:3: error: unknown-name: ... (did you mean `hand`?)`; then in square brackets what lies in other files.
fn plain(sources: &Sources, problem: &Diagnostic, strict: bool) -> String {
    let place = place_of(sources, problem.span());
    let Position { line, column, .. } = position(place.text, place.span.start);
    let help = problem.help.as_ref().map(|help| format!(" ({})", one_line(help))).unwrap_or_default();
    let others: String = elsewhere(sources, problem).iter().map(|other| format!(" [{other}]")).collect();
    let script =
        problem.script.as_ref().map(|script| format!(" [script: {}]", in_one_line(script))).unwrap_or_default();
    let name = printable(place.name);
    let level = level(problem, strict).text();
    let here = here(problem).map(|here| format!(": {}", one_line(here))).unwrap_or_default();
    let message = one_line(&problem.message);
    format!("{name}:{line}:{column}: {level}: {}: {message}{here}{help}{others}{script}", problem.code)
}

/// What is said of the place itself, such as what was expected there.
fn here(problem: &Diagnostic) -> Option<&str> {
    problem.labels.first().map(|label| label.text.as_str()).filter(|text| !text.is_empty())
}

/// `test ...; players Ann, Ben; seed 3`
fn in_one_line(script: &str) -> String {
    script.lines().map(|line| printable(line.trim())).collect::<Vec<_>>().join("; ")
}

fn one_line(text: &str) -> String {
    text.lines().map(|line| printable(line.trim_end())).collect::<Vec<_>>().join("; ")
}

fn as_json(found: &[Checked], strict: bool) -> Value {
    let problems: Vec<Value> = found
        .iter()
        .flat_map(|file| file.problems.iter().map(|problem| problem_as_json(&file.sources, problem, strict)))
        .collect();
    let setups: Vec<Value> = found.iter().filter_map(setups_as_json).collect();
    let games: u64 = found.iter().map(|file| file.games).sum();
    json!({ "version": 1, "files": found.len(), "games": games, "setups": setups, "problems": problems })
}

/// In how many setups each file was compiled, and how many it declares.
fn setups_as_json(file: &Checked) -> Option<Value> {
    let (looked, declared) = file.setups?;
    let name = file.sources.parts().first().map(|part| part.name.as_str());
    Some(json!({ "file": name, "looked_at": looked, "declared": declared }))
}

fn problem_as_json(sources: &Sources, problem: &Diagnostic, strict: bool) -> Value {
    let label = |label: &Label| {
        let mut place = place(&place_of(sources, label.span));
        if let Some(place) = place.as_object_mut() {
            place.insert("text".to_owned(), json!(label.text));
        }
        place
    };
    let labels: Vec<Value> = problem.labels.iter().map(label).collect();
    let fix = problem.fix.as_ref().map(|fix| {
        let at = place_of(sources, fix.span);
        json!({ "place": place(&at), "before": at.span.of(at.text), "after": fix.text })
    });
    json!({
        "file": place_of(sources, problem.span()).name,
        "level": level(problem, strict),
        "code": problem.code,
        "message": problem.message,
        "help": problem.help,
        "labels": labels,
        "fix": fix,
        "script": problem.script,
    })
}

/// Lines and columns from 1, the end one past the last letter, and bytes from 0.
fn place(place: &Place) -> Value {
    let Position { line, column, .. } = position(place.text, place.span.start);
    let Position { line: end_line, column: end_column, .. } = position(place.text, place.span.end);
    json!({
        "file": place.name,
        "line": line, "column": column, "endLine": end_line, "endColumn": end_column,
        "start": place.span.start, "end": place.span.end,
    })
}

/// `::error file=...,line=...::message`, `::warning`
fn github(sources: &Sources, problem: &Diagnostic, strict: bool) -> String {
    let place = place_of(sources, problem.span());
    let Position { line, column, .. } = position(place.text, place.span.start);
    let Position { line: end_line, column: end_column, .. } = position(place.text, place.span.end);
    let data = |text: &str| text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    let property = |text: &str| data(text).replace(':', "%3A").replace(',', "%2C");
    let columns = if end_line == line { format!(",col={column},endColumn={end_column}") } else { String::new() };
    let here = here(problem).map(|here| format!(": {here}")).unwrap_or_default();
    let help = problem.help.as_ref().map(|help| format!("\n{help}")).unwrap_or_default();
    let others: String = elsewhere(sources, problem).iter().map(|other| format!("\n{other}")).collect();
    let script = problem.script.as_ref().map(|script| format!("\n{script}")).unwrap_or_default();
    format!(
        "::{} file={},line={line},endLine={end_line}{columns},title={}::{}",
        level(problem, strict).text(),
        property(place.name),
        property(problem.code.text()),
        data(&format!("{}{here}{help}{others}{script}", problem.message))
    )
}
