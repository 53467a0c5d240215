//! One row a game, into a file, as the games are played.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use bidlang::diagnostic::Diagnostic;
use bidlang::engine::each_seat;
use bidlang_lab::sim::Outcome;

use crate::files;

#[cfg(feature = "parquet")]
use super::parquet::Columns;

/// How one game ended.
#[derive(Debug, Clone)]
pub struct Row {
    /// Its seed.
    pub seed: u64,
    /// Who won, and how long it was.
    pub outcome: Outcome,
    /// The scores.
    pub scores: Vec<i64>,
}

/// What is the same in all rows of one setup.
#[derive(Debug, Clone)]
pub struct Head {
    /// How many players.
    pub players: u8,
    /// The options in words.
    pub options: Vec<String>,
    /// Whether a phase repeats.
    pub rounds: bool,
}

/// What the columns are.
#[derive(Debug, Clone)]
pub struct Shape {
    /// Names of the options.
    pub options: Vec<String>,
    /// Most players of all setups.
    pub seats: usize,
}

/// A file of rows.
pub enum Rows {
    /// Comma-separated values.
    Csv(BufWriter<File>),
    /// Parquet.
    #[cfg(feature = "parquet")]
    Parquet(Box<Columns>),
}

impl Rows {
    /// Begins a file; what it is, its ending says.
    ///
    /// # Errors
    /// An ending that is neither `.csv` nor `.parquet`; a file that cannot be written.
    pub fn create(path: &Path, shape: &Shape) -> Result<Self, Diagnostic> {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            Some("csv") => {
                let mut file = BufWriter::new(files::create(path)?);
                writeln!(file, "{}", heading(shape)).map_err(|error| files::unwritable(path, &error))?;
                Ok(Self::Csv(file))
            }
            #[cfg(feature = "parquet")]
            Some("parquet") => Columns::create(path, shape).map(|columns| Self::Parquet(Box::new(columns))),
            #[cfg(not(feature = "parquet"))]
            Some("parquet") => Err(super::usage("this build of bidlang does not write Parquet files")
                .help("build it with `cargo build --release -p bidlang-cli --features parquet`, or write a .csv file")),
            _ => Err(super::usage(format!("{}: games are written to a .csv or a .parquet file", path.display()))
                .help("give the file one of these endings")),
        }
    }

    /// Writes rows.
    ///
    /// # Errors
    /// What went wrong.
    pub fn write(&mut self, head: &Head, rows: &[Row], shape: &Shape, path: &Path) -> Result<(), Diagnostic> {
        match self {
            Self::Csv(file) => {
                let mut text = String::new();
                for row in rows {
                    line(&mut text, head, row, shape);
                }
                file.write_all(text.as_bytes()).map_err(|error| files::unwritable(path, &error))
            }
            #[cfg(feature = "parquet")]
            Self::Parquet(columns) => columns.write(head, rows, path),
        }
    }

    /// Ends the file.
    ///
    /// # Errors
    /// What went wrong.
    pub fn finish(self, path: &Path) -> Result<(), Diagnostic> {
        match self {
            Self::Csv(mut file) => file.flush().map_err(|error| files::unwritable(path, &error)),
            #[cfg(feature = "parquet")]
            Self::Parquet(columns) => columns.finish(path),
        }
    }
}

/// Winners as `1 3`.
pub fn winners(outcome: &Outcome) -> String {
    each_seat(outcome.winners).map(|seat| (seat + 1).to_string()).collect::<Vec<_>>().join(" ")
}

/// A word between commas.
pub fn quoted(word: &str) -> String {
    if word.contains([',', '"', '\n']) { format!("\"{}\"", word.replace('"', "\"\"")) } else { word.to_owned() }
}

fn heading(shape: &Shape) -> String {
    let fixed = ["seed", "players"].map(str::to_owned).into_iter();
    let options = shape.options.iter().map(|option| quoted(&format!("option:{option}")));
    let scores = (1..=shape.seats).map(|seat| format!("score_{seat}"));
    let rest = ["winners", "decisions", "rounds"].map(str::to_owned);
    fixed.chain(options).chain(scores).chain(rest).collect::<Vec<_>>().join(",")
}

fn line(text: &mut String, head: &Head, row: &Row, shape: &Shape) {
    // Writing to a text does not fail.
    let _ = write!(text, "{},{}", row.seed, head.players);
    for option in &head.options {
        let _ = write!(text, ",{}", quoted(option));
    }
    for seat in 0..shape.seats {
        text.push(',');
        if let Some(score) = row.scores.get(seat) {
            let _ = write!(text, "{score}");
        }
    }
    let _ = write!(text, ",{},{},", winners(&row.outcome), row.outcome.decisions);
    if head.rounds {
        let _ = write!(text, "{}", row.outcome.rounds);
    }
    text.push('\n');
}
