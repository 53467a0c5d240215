//! Which lines of a block stand in columns, and where the columns are.

use super::words::{Words, joined, spaced, split};
use crate::schema::{self, CLAUSES};

/// Narrower than this the first column of a form's clauses never is.
const CLAUSE: usize = 6;
/// Between two columns.
const GAP: usize = 2;

/// What kind of lines a block has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Around {
    /// Lines at the left edge.
    Items,
    /// Under `cards`.
    Cards,
    /// Under `places`.
    Places,
    /// Under `track`.
    Tracks,
    /// Under `value ... by`, also where a variant changes one.
    Table,
    /// Under `change cards`.
    CardChanges,
    /// Under `change phase` and `change play`.
    PhaseChanges,
    /// Under a form or a stage.
    Clauses,
    /// Under a `test`.
    Test,
    /// Under a phase and all that is done.
    Statements,
}

/// A line as it will be written.
pub struct Row {
    /// Its first physical line.
    pub text: String,
    /// How far further in its other lines stand.
    pub goes_on: usize,
    /// What its other lines hold.
    pub words: Words,
}

fn head(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or("")
}

/// A line of a variant without the verb of the change; other lines as they are.
fn changed(line: &str) -> &str {
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    if matches!(word, "add" | "change" | "remove" | "replace") { rest.trim_start() } else { line }
}

fn is_change(line: &str) -> bool {
    changed(line) != line
}

impl Around {
    /// What stands under a line of such a block.
    pub fn inside(self, line: &str, empty: bool) -> Self {
        let word = head(line);
        match self {
            _ if empty => Self::Statements,
            Self::Items => match head(changed(line)) {
                "cards" if word == "change" => Self::CardChanges,
                "phase" | "play" if word == "change" => Self::PhaseChanges,
                "cards" => Self::Cards,
                "places" => Self::Places,
                "track" => Self::Tracks,
                "value" => Self::Table,
                "test" => Self::Test,
                _ => Self::Statements,
            },
            Self::Cards => Self::Cards,
            Self::Statements | Self::Clauses if word == "track" => Self::Tracks,
            Self::PhaseChanges if head(changed(line)) == "track" => Self::Tracks,
            Self::Clauses if word == "replace" || head(changed(line)) == "stage" => Self::Clauses,
            Self::Statements | Self::PhaseChanges if matches!(word, "auction" | "circuit" | "tricks") => Self::Clauses,
            _ => Self::Statements,
        }
    }
}

/// The cells of a line; lines of one group share their columns.
struct Cells<'t> {
    group: usize,
    cells: Vec<String>,
    line: &'t str,
}

/// The lines of a block as they will be written. `spans` says on which physical lines each begins and ends.
pub fn rows(lines: &[&str], spans: &[(usize, usize)], around: &Around) -> Vec<Row> {
    let grid = *around == Around::Table
        && (lines.first().is_some_and(|line| head(line) == "across") || lines.iter().any(|line| has_numbers(line)));
    let mut found: Vec<Cells> = Vec::new();
    let mut group = 0;
    let mut before: Option<((&str, &str), usize)> = None;
    for (line, (first, last)) in lines.iter().zip(spans) {
        let word = (head(line), head(changed(line)));
        // At the left edge only lines of one sort that follow each other belong together.
        if *around == Around::Items && before != first.checked_sub(1).map(|above| (word, above)) {
            group += 1;
        }
        before = Some((word, *last));
        found.push(Cells { group, cells: cells(line, *around, grid), line });
    }
    let least = if *around == Around::Clauses { CLAUSE + GAP } else { 0 };
    let columns: Vec<Vec<usize>> = (0..=group).map(|group| columns(&found, group, least)).collect();
    found.iter().map(|row| written(row, columns.get(row.group).map_or(&[], Vec::as_slice), *around)).collect()
}

/// Where each column begins: behind the widest cell that stands before one of its cells.
fn columns(rows: &[Cells], group: usize, least: usize) -> Vec<usize> {
    let rows: Vec<&Cells> = rows.iter().filter(|row| row.group == group && row.cells.len() > 1).collect();
    let most = rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
    let mut found = vec![0; most.min(1)];
    for column in 1..most {
        let ends = rows.iter().filter(|row| row.cells.get(column).is_some_and(|cell| !cell.is_empty())).map(|row| {
            let before = row.cells.iter().zip(&found).rfind(|(cell, _)| !cell.is_empty());
            before.map_or(0, |(cell, begin)| begin + cell.chars().count() + GAP)
        });
        found.push(ends.max().unwrap_or(0).max(if column == 1 { least } else { 0 }));
    }
    found
}

fn written(row: &Cells, columns: &[usize], around: Around) -> Row {
    let words = words_of(row.line, around);
    if row.cells.len() < 2 {
        return Row { text: row.cells.concat(), goes_on: super::STEP, words };
    }
    let mut text = String::new();
    let mut begin = 0;
    for (cell, column) in row.cells.iter().zip(columns).filter(|(cell, _)| !cell.is_empty()) {
        text.extend(std::iter::repeat_n(' ', column.saturating_sub(text.chars().count())));
        text.push_str(cell);
        begin = *column;
    }
    Row { text, goes_on: begin.max(super::STEP), words }
}

/// What is free text in a line.
fn words_of(line: &str, around: Around) -> Words {
    match (around, head(line)) {
        (Around::Items, "game" | "variant" | "of" | "use" | "library" | "tests" | "by" | "source" | "test") => {
            Words::Text
        }
        (Around::PhaseChanges, "add" | "remove" | "replace") => {
            let line = changed(line);
            let at = if matches!(head(line), "before" | "after") { line.split_at(head(line).len()).1 } else { line };
            words_of(at.trim_start(), Around::Statements)
        }
        (Around::Test, "refused" | "allowed") => Words::TextAfter("because"),
        (Around::Statements | Around::Clauses, "score" | "deduct") => Words::TextAfter("for"),
        _ => Words::CodeLine,
    }
}

fn cells(line: &str, around: Around, grid: bool) -> Vec<String> {
    let words = split(line);
    let whole = || vec![spaced(line, words_of(line, around))];
    let two = |at: usize| {
        let (first, rest) = words.split_at(at.min(words.len()));
        if first.is_empty() || rest.is_empty() { whole() } else { vec![joined(first), joined(rest)] }
    };
    match around {
        Around::Items if matches!(head(line), "option" | "kind") => two(2),
        Around::Items if head(line) == "add" && matches!(head(changed(line)), "option" | "kind") => two(3),
        Around::Cards if is_attribute(&words) => two(1),
        Around::CardChanges if is_attribute(&words) || is_change(line) => two(1),
        Around::Places | Around::Tracks => placed(&words),
        Around::Table if grid => grid_cells(&words),
        Around::Table if head(line) == "remove" => whole(),
        Around::Table if head(line) == "add" => two(1 + keys(words.get(1..).unwrap_or_default())),
        Around::Table => two(keys(&words)),
        Around::Clauses if is_clause(line) || is_change(line) => two(1),
        _ => whole(),
    }
}

fn is_clause(line: &str) -> bool {
    let word = head(line);
    word != "stage" && schema::find(CLAUSES, word).is_some()
}

/// `suit  Clubs, Hearts`: a name, and then a value.
fn is_attribute(words: &[&str]) -> bool {
    let [name, next, ..] = words else { return false };
    let value = next.starts_with(char::is_alphanumeric) && !matches!(*next, "of" | "to" | "copies" | "mod" | "rounded");
    name.starts_with(char::is_alphabetic) && !matches!(*name, "if" | "players" | "number" | "half") && value
}

/// `name  each player  what  starts ...`; some of the cells may be empty.
fn placed(words: &[&str]) -> Vec<String> {
    let mut at = 1;
    while words.get(at) == Some(&"each") {
        at += 2;
    }
    let starts = words.iter().position(|word| *word == "starts").filter(|starts| *starts > at);
    let (Some(name), Some(each)) = (words.first(), words.get(1..at)) else { return vec![joined(words)] };
    let mut cells = vec![(*name).to_owned(), joined(each)];
    cells.push(joined(words.get(at..starts.unwrap_or(words.len())).unwrap_or(&[])));
    cells.extend(starts.and_then(|starts| words.get(starts..)).map(joined));
    cells
}

/// How many words the keys of a row take: `2 to 9`, `Ace, King`, `other`.
fn keys(words: &[&str]) -> usize {
    let mut at = 1;
    loop {
        at += match words.get(at).copied() {
            Some("to" | ",") => 2,
            _ => return at,
        };
    }
}

/// Whether two numbers, or brackets, stand beside each other: such a row has several cells.
fn has_numbers(line: &str) -> bool {
    let words = split(line);
    let begins = |word: &str| word.starts_with(|c: char| c.is_ascii_digit() || c == '(');
    let ends = |word: &str| word.starts_with(|c: char| c.is_ascii_digit() || c == ')');
    let cells = words.get(keys(&words)..).unwrap_or_default();
    !is_change(line) && cells.windows(2).any(|pair| matches!(pair, [one, other] if ends(one) && begins(other)))
}

/// `across round  1  2 to 3`, `3  -1  (2 + lots)`.
fn grid_cells(words: &[&str]) -> Vec<String> {
    let mut cells = Vec::new();
    let mut at = 0;
    if words.first() == Some(&"across") {
        cells.push(joined(words.get(..2).unwrap_or(words)));
        at = 2;
    }
    while at < words.len() {
        let mut end = at + 1;
        match words.get(at).copied() {
            Some("(") => {
                let mut depth = 1;
                while depth > 0 && end < words.len() {
                    match words.get(end).copied() {
                        Some("(") => depth += 1,
                        Some(")") => depth -= 1,
                        _ => {}
                    }
                    end += 1;
                }
            }
            Some("-") => end += 1,
            _ if words.get(end) == Some(&"to") => end += 2,
            _ => {}
        }
        let cell = words.get(at..end.min(words.len())).unwrap_or(&[]);
        cells.push(if cell.first() == Some(&"-") { cell.concat() } else { joined(cell) });
        at = end;
    }
    cells
}
