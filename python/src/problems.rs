//! Errors as Python exceptions: the letter as their text, and every diagnostic behind it.

use bidlang::diagnostic::{Diagnostic, Label};
use bidlang::engine::Fault;
use bidlang::sources::{Place, Position, Sources, position};
use bidlang::{Clause, Error, Prepared};
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::values::to_python;

/// An error of the front door as an exception of `bidlang.errors`.
pub fn raised(py: Python<'_>, error: &Error) -> PyErr {
    let kind = match error {
        Error::Rules { .. } => "RulesError",
        Error::Setup { .. } => "SetupError",
        Error::Record(_) => "RecordError",
        Error::Words(_) => "WordsError",
        Error::NotToChoose { .. } => "NotToChooseError",
        Error::Illegal { .. } => "IllegalActError",
        Error::Stopped(_) => "GameStoppedError",
        _ => "BidlangError",
    };
    let problems = error.problems().iter().map(|problem| diagnostic(error.sources(), problem)).collect();
    let clauses = match error {
        Error::Illegal { because, .. } => because.iter().map(|found| clause(&found.clause, found.why)).collect(),
        _ => Vec::new(),
    };
    exception(py, kind, &error.to_string(), problems, clauses)
}

/// The rules stop a game.
pub fn stopped(prepared: &Prepared, fault: Fault) -> Error {
    Error::Stopped(Box::new(prepared.stopped(fault)))
}

/// An exception of `bidlang.errors` without a rules file behind it.
pub fn plain(py: Python<'_>, kind: &str, message: &str) -> PyErr {
    exception(py, kind, message, Vec::new(), Vec::new())
}

fn exception(py: Python<'_>, kind: &str, message: &str, problems: Vec<Value>, clauses: Vec<Value>) -> PyErr {
    let made = || -> PyResult<PyErr> {
        let class = py.import("bidlang.errors")?.getattr(kind)?;
        let parts = (to_python(py, &Value::Array(problems))?, to_python(py, &Value::Array(clauses))?);
        Ok(PyErr::from_value(class.call_method1("_of", (message, parts.0, parts.1))?))
    };
    made().unwrap_or_else(|error| error)
}

/// A clause that forbids something.
pub fn clause(clause: &Clause, why: &str) -> Value {
    json!({"why": why, "file": clause.file, "line": clause.line, "words": clause.words})
}

/// As `bidlang check --format json` writes it.
fn diagnostic(sources: Option<&Sources>, problem: &Diagnostic) -> Value {
    let place_of = |label: &Label| match sources.and_then(|sources| sources.place(label.span)) {
        Some(at) => place(&at, &label.text),
        None => json!({
            "file": "", "line": 0, "column": 0, "end_line": 0, "end_column": 0,
            "start": label.span.start, "end": label.span.end, "text": label.text,
        }),
    };
    json!({
        "code": problem.code.text(),
        "level": problem.level().text(),
        "message": problem.message,
        "help": problem.help,
        "places": problem.labels.iter().map(place_of).collect::<Vec<_>>(),
    })
}

fn place(at: &Place<'_>, text: &str) -> Value {
    let Position { line, column, .. } = position(at.text, at.span.start);
    let Position { line: end_line, column: end_column, .. } = position(at.text, at.span.end);
    json!({
        "file": at.name, "line": line, "column": column, "end_line": end_line, "end_column": end_column,
        "start": at.span.start, "end": at.span.end, "text": text,
    })
}
