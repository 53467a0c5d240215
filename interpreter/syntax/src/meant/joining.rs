//! Small words that were left out or misspelt at the place where a line could not go on.

use super::Meant;
use crate::diagnostic::nearest;

/// What often lacks between two things.
const SMALL: [&str; 9] = ["to", "from", "of", "for", "is", "in", "and", "where", "a"];

/// With these, a phrase goes on.
const GOES_ON: [&str; 38] = [
    "where",
    "when",
    "if",
    "unless",
    "and",
    "or",
    "to",
    "of",
    "except",
    "but",
    "besides",
    "excluding",
    "save",
    "who",
    "whom",
    "whose",
    "which",
    "that",
    "without",
    "with",
    "having",
    "in",
    "on",
    "at",
    "from",
    "by",
    "as",
    "than",
    "only",
    "not",
    "once",
    "twice",
    "thrice",
    "again",
    "instead",
    "while",
    "until",
    "because",
];

/// The line with a word more, or with another one, at word `at`: such as are expected there (backticks in `expected`), then small ones.
#[must_use]
pub fn joining(line: &[String], at: usize, expected: &str) -> Vec<Meant> {
    let Some(word) = line.get(at) else { return Vec::new() };
    let wanted = expected.split('`').skip(1).step_by(2).filter(|word| word.chars().all(|c| c.is_ascii_lowercase()));
    let wanted: Vec<&str> = wanted.collect();
    let before = line.get(..at).unwrap_or_default();
    let with = |new: &str, behind: usize| {
        let behind = line.get(behind..).unwrap_or_default();
        [before, &[new.to_owned()], behind].concat()
    };
    let mut found = Vec::new();
    let mut tell = |words: Vec<String>, why: String, cost: u32| {
        found.push(Meant { words, why, sure: false, cost });
    };
    // `or` is no misspelt `for`, `of` no misspelt `or`.
    let small = word.len() == 2 && GOES_ON.contains(&word.as_str());
    if let Some(near) = nearest(word, wanted.iter().copied()).filter(|_| !small) {
        tell(with(near, at + 1), format!("did you mean `{near}`?"), 1);
    }
    // What is a condition, or goes on with who, when or how often, would be read behind `for` as a reason in words; so would what is
    // another reason's, where one stands further on.
    let behind = line.get(at + 1..).unwrap_or_default();
    let goes_on = GOES_ON.contains(&word.as_str())
        || !word.starts_with(char::is_alphabetic) && !word.starts_with('"')
        || behind.iter().any(|word| word == "for");
    // Before a line there is nothing to join it to.
    // Who has some is not who has most: `players with taken`.
    let most = |new: &str| matches!(new, "highest" | "lowest" | "second");
    let reads = |new: &&str| at > 0 && (*new != "for" || !goes_on) && !most(new);
    for new in wanted.iter().copied().filter(reads) {
        tell(with(new, at), format!("`{new}` is wanted before `{word}`"), 2);
    }
    for new in SMALL.into_iter().filter(reads) {
        tell(with(new, at), format!("`{new}` is wanted before `{word}`"), 3);
    }
    found
}
