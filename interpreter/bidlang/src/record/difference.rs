//! In what a line of a record differs from the line that the rules give, in words.

use serde_json::Value;

/// The most letters of a value that are told.
const MOST_TOLD: usize = 120;

/// What is told of a first difference: what the record says, and what the rules give.
///
/// ```text
/// says `totals` [1, 2], but the rules give [1, 3]
/// ```
pub(super) fn words(record: &Value, rules: &Value) -> Option<String> {
    if record == rules {
        return None;
    }
    let (said, given) = (sort(record), sort(rules));
    if said != given {
        return Some(format!("is a line `{said}`, but the rules give a line `{given}` here: {}", told(rules)));
    }
    between(record, rules, &mut Vec::new())
}

/// The same for a line of which the record may leave out what follows from the rest.
pub(super) fn words_of_part(record: &Value, rules: &Value) -> Option<String> {
    let mut part = rules.clone();
    if let (Some(part), Some(record)) = (part.as_object_mut(), record.as_object()) {
        part.retain(|name, _| record.contains_key(name));
    }
    words(record, &part)
}

/// The sort of a line, as it names itself.
pub(super) fn sort(line: &Value) -> &str {
    line.get("line").and_then(Value::as_str).unwrap_or_default()
}

/// The first difference of two values at a path of fields and numbers.
fn between(record: &Value, rules: &Value, path: &mut Vec<String>) -> Option<String> {
    match (record, rules) {
        (Value::Object(said), Value::Object(given)) => {
            for (name, given) in given {
                path.push(format!("`{name}`"));
                match said.get(name) {
                    Some(said) if said == given => {}
                    Some(said) => return between(said, given, path),
                    None => return Some(format!("lacks {}, and the rules give {}", at(path), told(given))),
                }
                path.pop();
            }
            let more = said.iter().find(|(name, _)| !given.contains_key(*name))?;
            path.push(format!("`{}`", more.0));
            Some(format!("says {} {}, which the rules do not give", at(path), told(more.1)))
        }
        (Value::Array(said), Value::Array(given)) if said.len() == given.len() => {
            let (index, (said, given)) = said.iter().zip(given).enumerate().find(|(_, (said, given))| said != given)?;
            if !said.is_array() && !said.is_object() {
                return Some(plainly(record, rules, path));
            }
            path.push(format!("entry {}", index + 1));
            between(said, given, path)
        }
        (Value::Array(said), Value::Array(given)) if told(rules).len() > MOST_TOLD => {
            let (said, given) = (said.len(), given.len());
            Some(format!("says {} with {said} entries, but the rules give {given}", at(path)))
        }
        _ => Some(plainly(record, rules, path)),
    }
}

fn plainly(record: &Value, rules: &Value, path: &[String]) -> String {
    format!("says {} {}, but the rules give {}", at(path), told(record), told(rules))
}

/// `rank` of entry 1 of `cards`
fn at(path: &[String]) -> String {
    path.iter().rev().cloned().collect::<Vec<_>>().join(" of ")
}

/// A value as JSON, up to some letters.
fn told(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() <= MOST_TOLD {
        return text;
    }
    format!("{}...", text.chars().take(MOST_TOLD).collect::<String>())
}
