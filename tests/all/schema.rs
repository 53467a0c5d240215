//! Records against `docs/record.schema.json`: each line has the fields that the schema asks for and no others, of its types.

use bidlang_tests::{game, games, playable, record, root};
use serde_json::Value;

/// Checks the part of JSON Schema that the file uses.
fn fits(schema: &Value, root: &Value, value: &Value) -> Result<(), String> {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.strip_prefix("#/$defs/")) {
        return fits(&root["$defs"][name], root, value);
    }
    if let Some(wanted) = schema.get("const") {
        return if wanted == value { Ok(()) } else { Err(format!("{value} is not {wanted}")) };
    }
    if let Some(wanted) = schema["enum"].as_array() {
        return if wanted.contains(value) { Ok(()) } else { Err(format!("{value} is none of {wanted:?}")) };
    }
    if let Some(choices) = schema["oneOf"].as_array() {
        let fitting = choices.iter().filter(|choice| fits(choice, root, value).is_ok()).count();
        return if fitting == 1 { Ok(()) } else { Err(format!("{fitting} shapes fit {value}")) };
    }
    let is = |kind: &str| match kind {
        "integer" => value.is_i64() || value.is_u64(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "null" => value.is_null(),
        other => panic!("the schema uses the type {other}"),
    };
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    if !kinds.is_empty() && !kinds.iter().any(|kind| is(kind)) {
        return Err(format!("{value} is not {kinds:?}"));
    }
    if let Some(object) = value.as_object() {
        for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            if !object.contains_key(name) {
                return Err(format!("`{name}` is missing in {value}"));
            }
        }
        for (name, inner) in object {
            let known = schema["properties"].get(name);
            let rule = known.or(Some(&schema["additionalProperties"])).filter(|rule| !rule.is_null());
            match rule {
                Some(Value::Bool(false)) => return Err(format!("`{name}` is not known")),
                Some(rule) => fits(rule, root, inner).map_err(|error| format!("{name}: {error}"))?,
                None => {}
            }
        }
    }
    for inner in value.as_array().into_iter().flatten() {
        if schema.get("items").is_some() {
            fits(&schema["items"], root, inner)?;
        }
    }
    Ok(())
}

#[test]
fn records_fit_the_schema() {
    let schema: Value =
        serde_json::from_str(&std::fs::read_to_string(root().join("docs/record.schema.json")).unwrap()).unwrap();
    let mut kinds = std::collections::BTreeSet::new();
    // One more, in which a place becomes visible without a move.
    for name in games().into_iter().chain(["classics/bridge".to_owned()]) {
        let rulebook = game(&name);
        for (setup, compiled) in playable(&rulebook).into_iter().step_by(3).take(9) {
            for view in [None, Some(0)] {
                for line in record(&rulebook, &setup, &compiled, 6, view).lines() {
                    let value: Value = serde_json::from_str(line).unwrap();
                    kinds.insert(value["line"].as_str().unwrap().to_owned());
                    fits(&schema, &schema, &value).unwrap_or_else(|error| panic!("{name}: {error}"));
                }
            }
        }
    }
    let all: Vec<&str> = schema["oneOf"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|line| line["properties"]["line"]["const"].as_str())
        .collect();
    assert_eq!(kinds.iter().map(String::as_str).collect::<std::collections::BTreeSet<_>>(), all.into_iter().collect());
}

#[test]
fn the_schema_refuses_what_does_not_fit() {
    let schema: Value =
        serde_json::from_str(&std::fs::read_to_string(root().join("docs/record.schema.json")).unwrap()).unwrap();
    for wrong in [
        r#"{"line":"bid","seat":1,"worth":3}"#,
        r#"{"line":"bid","seat":1,"worth":"three","leader":1}"#,
        r#"{"line":"bid","seat":1,"worth":3,"leader":1,"more":1}"#,
        r#"{"line":"song"}"#,
    ] {
        let value: Value = serde_json::from_str(wrong).unwrap();
        assert!(fits(&schema, &schema, &value).is_err(), "{wrong}");
    }
}
