//! Records against `docs/record.schema.json`: each line has the fields that the schema asks for and no others, of its types.

use std::collections::BTreeSet;

use bidlang::Game;
use bidlang_tests::{game, games, playable, record, root};
use jsonschema::Validator;
use serde_json::{Value, json};

fn schema() -> Value {
    serde_json::from_str(&std::fs::read_to_string(root().join("docs/record.schema.json")).unwrap()).unwrap()
}

/// A validator of a schema, which may use no keyword that JSON Schema 2020-12 does not know: validators pass over those.
fn validator(schema: &Value) -> Result<Validator, String> {
    // The schema of schemas, closed at each level: its parts refer to each other by the dynamic anchor `meta`.
    let closed = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:closed",
        "$dynamicAnchor": "meta",
        "$ref": "https://json-schema.org/draft/2020-12/schema",
        "unevaluatedProperties": false,
    });
    let closed = jsonschema::validator_for(&closed).map_err(|error| error.to_string())?;
    let told: Vec<String> =
        closed.iter_errors(schema).map(|error| format!("{}: {error}", error.instance_path())).collect();
    if !told.is_empty() {
        return Err(told.join("\n"));
    }
    jsonschema::validator_for(schema).map_err(|error| error.to_string())
}

#[test]
fn records_fit_the_schema() {
    let schema = schema();
    let validator = validator(&schema).unwrap();
    let mut kinds = BTreeSet::new();
    // Two more, in which a place becomes visible without a move, and a track without a change.
    let shown = root().join("tests/corpus/secrets/track-comes-into-view.bid");
    let shown = Game::read("track-comes-into-view.bid", &std::fs::read_to_string(shown).unwrap()).unwrap();
    let rulebooks = games().into_iter().chain(["classics/bridge".to_owned()]).map(|name| (game(&name), name));
    for (rulebook, name) in rulebooks.chain([(shown, "track-comes-into-view".to_owned())]) {
        for prepared in playable(&rulebook).into_iter().step_by(3).take(9) {
            for view in [None, Some(0)] {
                for line in record(&prepared, 6, view).lines() {
                    let value: Value = serde_json::from_str(line).unwrap();
                    kinds.insert(value["line"].as_str().unwrap().to_owned());
                    let told: Vec<String> = validator.iter_errors(&value).map(|error| error.to_string()).collect();
                    assert!(told.is_empty(), "{name}: {line}\n{}", told.join("\n"));
                }
            }
        }
    }
    let all: BTreeSet<&str> = schema["oneOf"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|line| line["properties"]["line"]["const"].as_str())
        .collect();
    assert_eq!(kinds.iter().map(String::as_str).collect::<BTreeSet<_>>(), all);
}

#[test]
fn the_schema_refuses_what_does_not_fit() {
    let validator = validator(&schema()).unwrap();
    let fits = |line: Value| validator.is_valid(&line);
    assert!(fits(json!({"line": "bid", "seat": 1, "worth": 3, "leader": 1})));
    assert!(fits(json!({"line": "end", "scores": [1, 2], "stopped": "left", "passes": 2, "decisions": 3})));
    assert!(fits(json!({"line": "decision", "seat": 1, "choice": {"act": "pass", "picks": []}, "at_once": false})));
    for wrong in [
        json!({"line": "bid", "seat": 1, "worth": 3}),
        json!({"line": "bid", "seat": 1, "worth": "three", "leader": 1}),
        json!({"line": "bid", "seat": 1, "worth": 3, "leader": 1, "more": 1}),
        json!({"line": "phase", "phase": "play", "pass": 0}),
        json!({"line": "song"}),
        json!({"line": "end", "scores": [1, 2], "decisions": 3}),
        json!({"line": "end", "scores": [1, 2], "winners": [], "stopped": "left", "decisions": 3}),
        json!({"line": "end", "scores": [1, 2], "winners": [1], "passes": 1, "decisions": 3}),
        json!({"line": "end", "scores": [1, 2], "winners": [0], "decisions": 3}),
        json!({"line": "trick", "winner": 13, "number": 1}),
        json!({"line": "draw", "track": null, "among": [1, 1], "seat": 1}),
    ] {
        assert!(!fits(wrong.clone()), "{wrong}");
    }
}

#[test]
fn a_keyword_that_nobody_knows_is_no_schema() {
    let misspelt = json!({"type": "object", "properties": {"a": {"oneOf": [{"type": "string", "patern": "^a$"}]}}});
    let told = validator(&misspelt).unwrap_err();
    assert!(told.contains("patern"), "{told}");
}
