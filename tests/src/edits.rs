//! Edits of records: each line and each field changed, taken out, put in twice, or swapped with the next.

use bidlang::engine::Stream;
use serde_json::{Map, Value, json};

/// One edit of a record.
pub struct Edit {
    /// The line that is edited, from 1.
    pub line: usize,
    /// What is done.
    pub what: String,
    /// So many lines from there are taken out.
    pub out: usize,
    /// These come in their place.
    pub put: Vec<String>,
}

impl Edit {
    /// The record after it.
    pub fn apply(&self, lines: &[&str]) -> String {
        let (before, rest) = lines.split_at(self.line - 1);
        let put = self.put.iter().map(String::as_str);
        before
            .iter()
            .copied()
            .chain(put)
            .chain(rest[self.out..].iter().copied())
            .map(|line| format!("{line}\n"))
            .collect()
    }
}

/// What is done to a line or a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// Something else is in its place.
    Change,
    /// It is not there.
    Delete,
    /// It is there twice.
    Duplicate,
    /// It changes places with the next.
    Swap,
}

/// All ways.
pub const WAYS: [Way; 4] = [Way::Change, Way::Delete, Way::Duplicate, Way::Swap];

/// Every edit of whole lines.
pub fn of_lines(lines: &[&str]) -> Vec<Edit> {
    let of_line =
        |at: usize| [Way::Delete, Way::Duplicate, Way::Swap].into_iter().filter_map(move |way| of_line(lines, at, way));
    (0..lines.len()).flat_map(of_line).collect()
}

/// An edit of a whole line; none where it changes nothing.
pub fn of_line(lines: &[&str], at: usize, way: Way) -> Option<Edit> {
    let line = (*lines.get(at)?).to_owned();
    let (out, put) = match way {
        Way::Delete => (1, Vec::new()),
        Way::Duplicate => (1, vec![line.clone(), line]),
        Way::Swap => (2, vec![(*lines.get(at + 1)?).to_owned(), line]),
        Way::Change => return None,
    };
    let same = put.len() == out && put.iter().zip(lines.get(at..)?).all(|(put, line)| put == line);
    (!same).then(|| Edit { line: at + 1, what: format!("{way:?} line"), out, put })
}

/// Every edit of the fields of a line, the way each is changed drawn from chance.
pub fn of_fields(lines: &[&str], at: usize, stream: &mut Stream) -> Vec<Edit> {
    let value: Value = serde_json::from_str(lines[at]).unwrap();
    let mut found = Vec::new();
    for path in paths(&value) {
        for way in WAYS {
            if let Some(edited) = field_edited(&value, &path, way, stream) {
                let what = format!("{way:?} {path:?}: {}", edited.chars().take(300).collect::<String>());
                found.push(Edit { line: at + 1, what, out: 1, put: vec![edited] });
            }
        }
    }
    found
}

/// A step to a value inside another: a field, or an entry.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// Of an object.
    Field(String),
    /// Of a list.
    Entry(usize),
}

/// The paths to all values in a line. Of a long list the first entries and the last.
pub fn paths(value: &Value) -> Vec<Vec<Step>> {
    let mut found = Vec::new();
    collect(value, &mut Vec::new(), &mut found);
    found
}

fn collect(value: &Value, path: &mut Vec<Step>, found: &mut Vec<Vec<Step>>) {
    let mut inner = |step: Step, value: &Value| {
        path.push(step);
        found.push(path.clone());
        collect(value, path, found);
        path.pop();
    };
    match value {
        Value::Object(fields) => fields.iter().for_each(|(name, value)| inner(Step::Field(name.clone()), value)),
        Value::Array(entries) => {
            let some = entries.iter().enumerate().filter(|(at, _)| *at < 1 || at + 1 == entries.len());
            some.for_each(|(at, value)| inner(Step::Entry(at), value));
        }
        _ => {}
    }
}

/// The line after an edit of one of its values, as text; none where it says the same after it.
pub fn field_edited(line: &Value, path: &[Step], way: Way, stream: &mut Stream) -> Option<String> {
    let (last, before) = path.split_last()?;
    let mut edited = line.clone();
    let mut inside = &mut edited;
    for step in before {
        inside = match step {
            Step::Field(name) => inside.get_mut(name)?,
            Step::Entry(at) => inside.get_mut(*at)?,
        };
    }
    match (last, way) {
        (Step::Field(name), Way::Change) => changed(inside.get_mut(name)?, stream),
        (Step::Entry(at), Way::Change) => changed(inside.get_mut(*at)?, stream),
        (Step::Field(name), Way::Delete) => drop(inside.as_object_mut()?.shift_remove(name)),
        (Step::Entry(at), Way::Delete) => drop(inside.as_array_mut()?.remove(*at)),
        (Step::Entry(at), Way::Duplicate) => {
            let again = inside.get(*at)?.clone();
            inside.as_array_mut()?.insert(*at, again);
        }
        (Step::Entry(at), Way::Swap) => {
            let entries = inside.as_array_mut()?;
            if at + 1 >= entries.len() {
                return None;
            }
            entries.swap(*at, at + 1);
        }
        // An object that has a field twice, with another value behind.
        (Step::Field(name), Way::Duplicate) if before.is_empty() => {
            let mut again = Map::new();
            let mut other = inside.get(name)?.clone();
            changed(&mut other, stream);
            again.insert(name.clone(), other);
            let (whole, more) = (line.to_string(), Value::Object(again).to_string());
            return Some(format!("{},{}", whole.strip_suffix('}')?, more.strip_prefix('{')?));
        }
        (Step::Field(name), Way::Swap) => {
            // The values of two fields, not their places.
            let fields = inside.as_object_mut()?;
            let names: Vec<String> = fields.keys().cloned().collect();
            let at = names.iter().position(|other| other == name)?;
            let next = names.get(at + 1)?;
            let (one, other) = (fields.get(name)?.clone(), fields.get(next)?.clone());
            fields.insert(name.clone(), other);
            fields.insert(next.clone(), one);
        }
        (Step::Field(_), Way::Duplicate) => return None,
    }
    (edited != *line).then(|| edited.to_string())
}

/// Puts something else in place of a value, most often of the same sort.
fn changed(value: &mut Value, stream: &mut Stream) {
    let other = match value {
        _ if stream.below(8) == 0 => json!(null),
        Value::Number(number) => match stream.below(4) {
            0 => json!(number.as_i64().unwrap_or(0).wrapping_sub(1)),
            1 => json!(number.as_i64().unwrap_or(0).wrapping_add(1 + i64::from(stream.below(3)))),
            2 => json!(number.to_string()),
            _ => json!(-7),
        },
        Value::String(text) => match stream.below(3) {
            0 => json!(format!("{text}x")),
            1 => json!(""),
            _ => json!(1),
        },
        Value::Bool(is) => json!(!*is),
        Value::Null => json!(1),
        Value::Array(entries) if !entries.is_empty() && stream.below(2) == 0 => json!([]),
        Value::Array(entries) => json!([entries.as_slice(), &[json!(1)]].concat()),
        Value::Object(_) => json!({"more": 1}),
    };
    *value = if *value == other { json!("other") } else { other };
}
