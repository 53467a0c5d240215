//! SARIF 2.1.0: one run, a rule for each code, a result for each problem.

use std::collections::BTreeSet;
use std::fmt::Write;

use bidlang::diagnostic::{Code, Diagnostic};
use bidlang::sources::{Place, Sources, position};
use bidlang_lab::check::Checked;
use serde_json::{Value, json};

use crate::formats::{level, place_of};

/// The whole log.
pub fn log(found: &[Checked], strict: bool) -> Value {
    let codes: Vec<Code> = found
        .iter()
        .flat_map(|file| file.problems.iter().map(|problem| problem.code))
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect();
    let rules: Vec<Value> = codes.iter().copied().map(rule).collect();
    let results: Vec<Value> = found
        .iter()
        .flat_map(|file| file.problems.iter().map(|problem| result(&codes, &file.sources, problem, strict)))
        .collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "bidlang",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "informationUri": env!("CARGO_PKG_REPOSITORY"),
                "rules": rules,
            }},
            "columnKind": "utf16CodeUnits",
            "results": results,
        }],
    })
}

fn rule(code: Code) -> Value {
    json!({
        "id": code,
        "shortDescription": { "text": code.meaning() },
        "helpUri": format!("{}/blob/main/cli/diagnostics/{code}.md", env!("CARGO_PKG_REPOSITORY")),
        "defaultConfiguration": { "level": code.level() },
    })
}

fn result(codes: &[Code], sources: &Sources, problem: &Diagnostic, strict: bool) -> Value {
    let message = match &problem.help {
        Some(help) => format!("{}\n{help}", problem.message),
        None => problem.message.clone(),
    };
    let mut result = json!({
        "ruleId": problem.code,
        "ruleIndex": codes.iter().position(|code| *code == problem.code),
        "level": level(problem, strict),
        "message": { "text": message },
        "locations": [{ "physicalLocation": physical(&place_of(sources, problem.span())) }],
    });
    let others: Vec<Value> = problem
        .labels
        .iter()
        .skip(1)
        .map(|label| json!({ "physicalLocation": physical(&place_of(sources, label.span)), "message": { "text": label.text } }))
        .collect();
    if let Some(result) = result.as_object_mut() {
        if !others.is_empty() {
            result.insert("relatedLocations".to_owned(), Value::Array(others));
        }
        if let Some(script) = &problem.script {
            result.insert("properties".to_owned(), json!({ "script": script }));
        }
        if let Some(fix) = &problem.fix {
            let place = place_of(sources, fix.span);
            let change = json!({
                "artifactLocation": { "uri": uri(place.name) },
                "replacements": [{
                    "deletedRegion": region(&place),
                    "insertedContent": { "text": fix.text },
                }],
            });
            let says = format!("write `{}`", fix.text);
            result
                .insert("fixes".to_owned(), json!([{ "description": { "text": says }, "artifactChanges": [change] }]));
        }
    }
    result
}

fn physical(place: &Place) -> Value {
    json!({ "artifactLocation": { "uri": uri(place.name) }, "region": region(place) })
}

fn region(place: &Place) -> Value {
    let (start, end) = (position(place.text, place.span.start), position(place.text, place.span.end));
    json!({ "startLine": start.line, "startColumn": start.utf16, "endLine": end.line, "endColumn": end.utf16 })
}

/// A path as a reference of a URI: all but a few letters in the percent encoding.
fn uri(path: &str) -> String {
    path.bytes().fold(String::new(), |mut uri, byte| {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(uri, "%{byte:02X}");
        }
        uri
    })
}
