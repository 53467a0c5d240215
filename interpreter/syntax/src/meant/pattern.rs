//! The rows of the table laid on a line.

use super::rows::Row;
use super::{Meant, Names};

/// What the words in curly brackets of a row stand for in a line.
type Bound<'a> = Vec<(&'a str, Vec<String>)>;

/// Most words that one slot takes.
const LONGEST: usize = 14;

/// Numbers in words.
const NUMBERS: [&str; 21] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];

/// A number in digits, where the word is one in words.
pub fn in_digits(word: &str) -> Option<String> {
    let lower = word.to_lowercase();
    NUMBERS.iter().position(|number| *number == lower).map(|number| number.to_string())
}

/// Words that are numbers, in digits.
fn digits(words: &[String]) -> Vec<String> {
    words.iter().map(|word| in_digits(word).unwrap_or_else(|| word.clone())).collect()
}

/// Puts what the row makes of the line behind `found`: whether that is sure, and what it costs.
pub fn apply(row: &Row, (sure, cost): (bool, u32), line: &[String], names: &Names, found: &mut Vec<Meant>) {
    for wrote in &row.wrote {
        let pattern: Vec<&str> = wrote.split(' ').collect();
        for (start, end, bound) in all(&pattern, line) {
            // Nothing that was written may be lost.
            let whole = |meant: &&&'static str| {
                bound.iter().all(|(slot, _)| {
                    *slot == "_"
                        || [format!("{{{slot}}}"), format!("{{{slot}+1}}"), format!("{{{slot}-1}}")]
                            .iter()
                            .any(|slot| meant.contains(slot))
                })
            };
            for meant in row.meant.iter().filter(whole) {
                for words in filled(meant, &bound, names) {
                    let before = line.get(..start).unwrap_or_default();
                    let behind = line.get(end..).unwrap_or_default();
                    let words = [before, &words, behind].concat();
                    found.push(Meant { words, why: reason(row.why, &bound), sure, cost });
                }
            }
        }
    }
}

/// What is told, with the words of the line.
fn reason(why: &str, bound: &Bound) -> String {
    bound.iter().fold(why.to_owned(), |why, (slot, held)| {
        let held = if matches!(*slot, "n" | "m") { digits(held) } else { held.clone() };
        why.replace(&format!("{{{slot}}}"), &held.join(" "))
    })
}

/// What a row tells of a line on which it can be laid.
pub fn told_of(row: &Row, line: &[String], names: &Names) -> Option<String> {
    let laid = |wrote: &&'static str| all(&wrote.split(' ').collect::<Vec<_>>(), line).into_iter().next();
    let (_, _, bound) = row.wrote.iter().find_map(laid)?;
    Some(with_names(&reason(row.why, &bound), names))
}

/// Whether a row can be laid on a line.
pub fn is_like(wrote: &str, line: &[String]) -> bool {
    !all(&wrote.split(' ').collect::<Vec<_>>(), line).is_empty()
}

/// Where the pattern lies in the line: from, to, and what its slots hold.
fn all<'a>(pattern: &[&'a str], line: &[String]) -> Vec<(usize, usize, Bound<'a>)> {
    let (anchored, pattern) = match pattern.split_first() {
        Some((&"^", rest)) => (true, rest),
        _ => (false, pattern),
    };
    let starts = if anchored { 0..1 } else { 0..line.len() };
    let mut found = Vec::new();
    for start in starts {
        let mut bound = Vec::new();
        if let Some(end) = lay(pattern, line, start, &mut bound) {
            found.push((start, end, bound));
        }
    }
    found
}

fn lay<'a>(pattern: &[&'a str], line: &[String], at: usize, bound: &mut Bound<'a>) -> Option<usize> {
    let Some((first, rest)) = pattern.split_first() else { return Some(at) };
    if *first == "$" {
        // A condition behind a line stays where it is.
        let condition = line.get(at).is_some_and(|word| matches!(word.as_str(), "when" | "if" | "unless"));
        return (at == line.len() || condition).then_some(at);
    }
    if let Some(slot) = first.strip_prefix('{').and_then(|slot| slot.strip_suffix('}')) {
        let most = if matches!(slot, "n" | "m" | "_" | "w" | "v" | "u") { 1 } else { LONGEST };
        for length in 1..=most.min(line.len().saturating_sub(at)) {
            let held = line.get(at..at + length)?;
            let number = |word: &String| word.parse::<i64>().is_ok() || in_digits(word).is_some();
            if matches!(slot, "n" | "m" | "_") && !held.iter().all(number) {
                return None;
            }
            if matches!(slot, "w" | "v" | "u") && !held.iter().all(|word| word.starts_with(char::is_alphanumeric)) {
                return None;
            }
            if bound.iter().any(|(name, before)| *name == slot && before != held) {
                continue;
            }
            // What points are for ends where a condition begins.
            let before = at.checked_sub(1).and_then(|at| line.get(at));
            if slot == "z" && before.is_some_and(|word| word == "for") && held.iter().any(|word| word == "when") {
                return None;
            }
            // What begins with `of` belongs to the word before it.
            if most > 1 && held.first().is_some_and(|word| word == "of") {
                return None;
            }
            let before = bound.len();
            bound.push((slot, held.to_vec()));
            if let Some(end) = lay(rest, line, at + length, bound) {
                return Some(end);
            }
            bound.truncate(before);
        }
        return None;
    }
    let (words, may_lack) = first.strip_suffix('?').map_or((*first, false), |words| (words, true));
    let words = if words == "÷" { "/" } else { words };
    let word = line.get(at).map(|word| word.to_lowercase());
    // A bar stands between words; alone it is a sign.
    let fits = word.is_some_and(|word| words == word || words.split('|').any(|one| one == word));
    if fits && let Some(end) = lay(rest, line, at + 1, bound) {
        return Some(end);
    }
    if may_lack { lay(rest, line, at, bound) } else { None }
}

/// Advice with the names of the file.
pub fn with_names(advice: &str, names: &Names) -> String {
    let words = advice.split(' ').map(|word| {
        let (Some(from), Some(to)) = (word.find('{'), word.find('}')) else { return word.to_owned() };
        let slot = word.get(from + 1..to).unwrap_or("");
        let name = names.for_slot(slot).into_iter().next().unwrap_or_else(|| slot.to_owned());
        [word.get(..from).unwrap_or(""), &name, word.get(to + 1..).unwrap_or("")].concat()
    });
    words.collect::<Vec<_>>().join(" ")
}

/// The words of a meant line, once for each of the names that a slot may stand for.
fn filled(meant: &str, bound: &Bound, names: &Names) -> Vec<Vec<String>> {
    let mut found: Vec<Vec<String>> = vec![Vec::new()];
    // What somebody is asked to do stands there as one says it to them.
    let (asked, mut before) = (meant.starts_with("ask "), "");
    let mut chosen: Vec<Vec<(String, String)>> = vec![Vec::new()];
    for word in meant.split(' ').filter(|word| !word.is_empty()) {
        let slot = word.strip_prefix('{').and_then(|slot| slot.strip_suffix('}'));
        match slot {
            None => {
                let word = match word {
                    "/" => super::FURTHER_IN,
                    "//" => super::words::BELOW,
                    "÷" => "/",
                    _ => word,
                };
                found.iter_mut().for_each(|words| words.push(word.to_owned()));
            }
            Some(slot) => match bound.iter().find(|(name, _)| *name == slot) {
                Some((_, held)) => {
                    let mut held = if matches!(slot, "n" | "m") { digits(held) } else { held.clone() };
                    if let (true, "to", Some(verb)) = (asked, before, held.first_mut()) {
                        *verb = base(verb);
                    }
                    found.iter_mut().for_each(|words| words.extend(held.iter().cloned()));
                }
                None if matches!(slot, "2n" | "n+1" | "n-1") => {
                    let number = bound.iter().find(|(name, _)| *name == "n").map(|(_, held)| digits(held));
                    let number = number.and_then(|words| words.first().and_then(|word| word.parse::<i64>().ok()));
                    let number = number.unwrap_or(1).max(1);
                    let other = match slot {
                        "n+1" => number.saturating_add(1),
                        "n-1" => number - 1,
                        _ => number.saturating_mul(2),
                    };
                    found.iter_mut().for_each(|words| words.push(other.to_string()));
                }
                None => {
                    let mut next = Vec::new();
                    let mut next_chosen = Vec::new();
                    for (words, chosen) in found.iter().zip(&chosen) {
                        // The same name each time.
                        let before: Option<&String> =
                            chosen.iter().find(|(name, _)| name == slot).map(|(_, word)| word);
                        let likely = before.map_or_else(|| names.for_slot(slot), |word| vec![word.clone()]);
                        for name in likely {
                            next.push([words.as_slice(), std::slice::from_ref(&name)].concat());
                            next_chosen.push([chosen.as_slice(), &[(slot.to_owned(), name)]].concat());
                        }
                    }
                    (found, chosen) = (next, next_chosen);
                }
            },
        }
        before = word;
    }
    found
}

/// `passes` as `pass`, `carries` as `carry`, `plays` as `play`.
fn base(verb: &str) -> String {
    if let Some(stem) = verb.strip_suffix("ies") {
        return format!("{stem}y");
    }
    let hissing = ["sses", "shes", "ches", "xes", "oes"].iter().any(|end| verb.ends_with(end));
    let stem = verb.strip_suffix(if hissing { "es" } else { "s" });
    let whole = |stem: &&str| hissing || stem.len() > 2 && !stem.ends_with('s');
    stem.filter(whole).unwrap_or(verb).to_owned()
}
