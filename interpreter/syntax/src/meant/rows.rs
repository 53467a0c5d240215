//! The table of words that people use for a thing: `rows.txt`, read when it is first asked for.

use std::sync::LazyLock;

/// What was written, what is meant, and what to tell.
#[derive(Debug, Clone, Default)]
pub struct Row {
    /// Patterns of words; any of them.
    pub wrote: Vec<&'static str>,
    /// What stands there instead; the first that can be read and understood. None where something can only be told.
    pub meant: Vec<&'static str>,
    /// What to tell.
    pub why: &'static str,
}

/// The table by its parts.
#[derive(Debug, Default)]
pub struct Rows {
    /// What the rows behind would take for something else, so it comes before them: it is told, not put there. Without a line that is meant,
    /// what is told is all, and no other line is offered.
    pub first: Vec<Row>,
    /// Other words for the same: `--fix` may put them right.
    pub same: Vec<Row>,
    /// Words that most likely mean this: they are told, not put there.
    pub meant: Vec<Row>,
    /// What can only be told.
    pub advice: Vec<Row>,
    /// What may help where nothing else is known of something that happens.
    pub general: Vec<Row>,
    /// What is told of words of the field that are used as names and that no line declares.
    pub names: Vec<Row>,
}

/// The whole table.
pub static ROWS: LazyLock<Rows> = LazyLock::new(|| read(include_str!("rows.txt")));

fn read(text: &'static str) -> Rows {
    let mut rows = Rows::default();
    let mut part = "";
    for block in text.split("\n\n") {
        let mut row = Row::default();
        for line in block.lines() {
            if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                part = name;
            } else if let Some(wrote) = line.strip_prefix("? ") {
                row.wrote.push(wrote);
            } else if let Some(meant) = line.strip_prefix("> ") {
                row.meant.push(meant);
            } else if line == ">" {
                // What was written is left out.
                row.meant.push("");
            } else if let Some(why) = line.strip_prefix("! ") {
                row.why = why;
            }
        }
        if row.wrote.is_empty() {
            continue;
        }
        match part {
            "first" => rows.first.push(row),
            "same" => rows.same.push(row),
            "meant" => rows.meant.push(row),
            "advice" => rows.advice.push(row),
            "names" => rows.names.push(row),
            _ => rows.general.push(row),
        }
    }
    rows
}

/// What happens is said with these words.
pub const STATEMENT: &str = "cards go with `move` and `deal`, points with `score`, money with `pay`, what is remembered is changed with `set` and `add`, who \
     decides is asked with `ask`, a phase is run with `do`; `if`, `for each player` and `repeat` stand over lines further in";

#[cfg(test)]
mod tests {
    use super::{ROWS, Row};

    /// No block is lost by a slip of the pen.
    #[test]
    fn every_block_of_the_table_is_read() {
        let rows = &*ROWS;
        assert!(rows.first.len() > 40 && rows.first.iter().all(|row| !row.why.is_empty()));
        assert!(rows.same.len() > 80 && rows.meant.len() > 100, "{} {}", rows.same.len(), rows.meant.len());
        assert!(!rows.same.iter().chain(&rows.meant).any(|row| row.meant.is_empty()));
        let told = |row: &Row| row.meant.is_empty() && !row.why.is_empty();
        assert!(rows.advice.iter().chain(&rows.general).chain(&rows.names).all(told));
        let known = |line: &str| line.is_empty() || line.starts_with(['?', '>', '!', '#', '[']);
        assert!(include_str!("rows.txt").lines().all(known));
    }

    /// Advice is told with the words of the line or with names of the file, and never with the brackets of the table.
    #[test]
    fn all_that_is_told_can_be_filled_in() {
        const NAMES: [&str; 13] = [
            "won", "hand", "stock", "open", "discard", "money", "pot", "seat", "phase", "value", "attr", "word",
            "place",
        ];
        let rows = &*ROWS;
        for row in rows.first.iter().chain(&rows.same).chain(&rows.meant) {
            let told = row.why.split('{').skip(1).filter_map(|part| part.split_once('}')).map(|(slot, _)| slot);
            for slot in told.filter(|slot| !NAMES.contains(slot)) {
                let lacks = row.wrote.iter().find(|wrote| !wrote.contains(&format!("{{{slot}}}")));
                assert_eq!(lacks, None, "`{{{slot}}}` of: {}", row.why);
            }
        }
    }
}
