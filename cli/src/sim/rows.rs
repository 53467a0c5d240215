//! One row a game, into a file, as the games are played.

use std::path::Path;

use bidlang::diagnostic::Diagnostic;
use bidlang::engine::each_seat;
use bidlang_lab::sim::Outcome;
use csv::Writer;

use crate::files;
use crate::written::Written;

#[cfg(feature = "parquet")]
use super::parquet::Columns;

/// How one game ended.
#[derive(Debug, Clone)]
pub struct Row {
    /// The seed that plays it again.
    pub seed: u64,
    /// Who won, and how long it was.
    pub outcome: Outcome,
    /// Of each seat, at the end.
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
    Csv(Box<Writer<Written>>),
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
                let mut file = Writer::from_writer(Written::begin(path)?.growing());
                file.write_record(heading(shape)).map_err(|error| files::unwritable(path, &error.into()))?;
                Ok(Self::Csv(Box::new(file)))
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
                for row in rows {
                    let written = file.write_record(record(head, row, shape));
                    written.map_err(|error| files::unwritable(path, &error.into()))?;
                }
                file.flush().map_err(|error| files::unwritable(path, &error))
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
            Self::Csv(file) => match file.into_inner() {
                Ok(file) => file.finish(),
                Err(error) => Err(files::unwritable(path, error.error())),
            },
            #[cfg(feature = "parquet")]
            Self::Parquet(columns) => columns.finish(path),
        }
    }
}

/// Winners as `1 3`.
pub fn winners(outcome: &Outcome) -> String {
    each_seat(outcome.winners).map(|seat| (seat + 1).to_string()).collect::<Vec<_>>().join(" ")
}

fn heading(shape: &Shape) -> Vec<String> {
    let fixed = ["seed", "players"].map(str::to_owned).into_iter();
    let options = shape.options.iter().map(|option| format!("option:{option}"));
    let scores = (1..=shape.seats).map(|seat| format!("score_{seat}"));
    let rest = ["winners", "decisions", "rounds"].map(str::to_owned);
    fixed.chain(options).chain(scores).chain(rest).collect()
}

fn record(head: &Head, row: &Row, shape: &Shape) -> Vec<String> {
    let mut cells = vec![row.seed.to_string(), head.players.to_string()];
    cells.extend(head.options.iter().cloned());
    // A seat that only other setups have has no score.
    cells.extend((0..shape.seats).map(|seat| row.scores.get(seat).map_or_else(String::new, i64::to_string)));
    cells.extend([winners(&row.outcome), row.outcome.decisions.to_string()]);
    cells.push(if head.rounds { row.outcome.rounds.to_string() } else { String::new() });
    cells
}
