//! What an author may have meant who wrote a line as people say it: ways to write it that this language knows.
//!
//! Takes the words of one line and the [`Names`] of the file, gives lines that may be meant instead, each with what was changed. It does
//! not know which of them can be read: who asks has to try. The words themselves are one table, [`rows`].

mod generic;
mod joining;
mod names;
mod pasted;
mod pattern;
pub mod rows;
mod words;

pub use joining::joining;
pub use names::Names;
pub use pasted::{Pasted, pasted, typed};
pub use pattern::in_digits;
pub use words::{FURTHER_IN, declared, is_one_line, said, split, told};

/// A line that may be meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meant {
    /// Its words.
    pub words: Vec<String>,
    /// What is said here in another way; empty where the line shows it.
    pub why: String,
    /// Whether it says the same for certain, so that it may be put there without asking.
    pub sure: bool,
    /// How far it goes from what was written: the nearest are tried first.
    pub cost: u32,
}

/// What a line may mean, by one change: the rows of the table first, in their order.
#[must_use]
pub fn instead(line: &[String], names: &Names) -> Vec<Meant> {
    let mut found = Vec::new();
    for row in &rows::ROWS.first {
        pattern::apply(row, (false, 1), line, names, &mut found);
    }
    for row in &rows::ROWS.same {
        pattern::apply(row, (true, 1), line, names, &mut found);
    }
    for row in &rows::ROWS.meant {
        pattern::apply(row, (false, 2), line, names, &mut found);
    }
    generic::apply(line, names, &mut found);
    found.retain(|meant| meant.words != line && !meant.words.is_empty());
    found
}

/// What is told of a line for which no other line may be offered.
#[must_use]
pub fn only_told(line: &[String], names: &Names) -> Option<String> {
    let rows = rows::ROWS.first.iter().filter(|row| row.meant.is_empty());
    rows.into_iter().find_map(|row| pattern::told_of(row, line, names))
}

/// Advice on a line that cannot be written out.
#[must_use]
pub fn advice(line: &[String], names: &Names) -> Option<String> {
    found_in(&rows::ROWS.advice, line, names)
}

/// What may help where nothing else is known of a line.
#[must_use]
pub fn general(line: &[String], names: &Names) -> Option<String> {
    found_in(&rows::ROWS.general, line, names)
}

/// What may help where a word of the field is used as a name that nothing declares.
#[must_use]
pub fn of_a_name(word: &str) -> Option<String> {
    let is_of = |row: &&rows::Row| row.wrote.iter().any(|words| words.split('|').any(|one| one == word));
    rows::ROWS.names.iter().find(is_of).map(|row| row.why.replace("{word}", word))
}

fn found_in(rows: &[rows::Row], line: &[String], names: &Names) -> Option<String> {
    let found = rows.iter().find(|row| row.wrote.iter().any(|wrote| pattern::is_like(wrote, line)));
    found.map(|row| pattern::with_names(row.why, names))
}
