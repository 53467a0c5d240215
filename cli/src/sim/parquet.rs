//! Rows as a Parquet file, with the feature `parquet`.

use std::path::Path;
use std::sync::Arc;

use bidlang::diagnostic::{Code, Diagnostic, Span};
use parquet::basic::Compression;
use parquet::data_type::{ByteArray, ByteArrayType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;

use super::rows::{Head, Row, Shape, winners};
use crate::files;
use crate::written::Written;

/// Rows of a group, which is held in memory until it is written.
const GROUP: usize = 1 << 17;

/// Columns that are being filled.
pub struct Columns {
    file: SerializedFileWriter<Written>,
    seeds: Vec<i64>,
    players: Vec<i32>,
    options: Vec<Vec<ByteArray>>,
    scores: Vec<Nullable<i64>>,
    winners: Vec<ByteArray>,
    decisions: Vec<i64>,
    rounds: Nullable<i64>,
}

/// Values with gaps: those that are there, and for each row whether one is (1).
struct Nullable<T> {
    values: Vec<T>,
    there: Vec<i16>,
}

impl<T> Nullable<T> {
    const fn new() -> Self {
        Self { values: Vec::new(), there: Vec::new() }
    }

    fn push(&mut self, value: Option<T>) {
        self.there.push(i16::from(value.is_some()));
        self.values.extend(value);
    }

    fn clear(&mut self) {
        self.values.clear();
        self.there.clear();
    }
}

fn failed(path: &Path, error: &ParquetError) -> Diagnostic {
    Diagnostic::new(Code::CannotWrite, Span::default(), format!("{}: cannot be written: {error}", path.display()))
        .help("check the folder, the room that is left, and your rights to it")
}

impl Columns {
    /// Begins a file.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn create(path: &Path, shape: &Shape) -> Result<Self, Diagnostic> {
        // Names of options are words with lines between; the schema's text wants no blanks or colons.
        let options: String = shape
            .options
            .iter()
            .map(|option| format!("required binary option_{} (UTF8); ", option.replace('-', "_")))
            .collect();
        let scores: String = (1..=shape.seats).map(|seat| format!("optional int64 score_{seat}; ")).collect();
        let schema = format!(
            "message games {{ required int64 seed (INTEGER(64,false)); required int32 players; {options}{scores}\
             required binary winners (UTF8); required int64 decisions; optional int64 rounds; }}"
        );
        let schema = parse_message_type(&schema).map_err(|error| failed(path, &error))?;
        let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
        let file = SerializedFileWriter::new(Written::begin(path)?, Arc::new(schema), Arc::new(properties));
        Ok(Self {
            file: file.map_err(|error| failed(path, &error))?,
            seeds: Vec::new(),
            players: Vec::new(),
            options: vec![Vec::new(); shape.options.len()],
            scores: (0..shape.seats).map(|_| Nullable::new()).collect(),
            winners: Vec::new(),
            decisions: Vec::new(),
            rounds: Nullable::new(),
        })
    }

    /// Adds rows.
    ///
    /// # Errors
    /// What went wrong.
    pub fn write(&mut self, head: &Head, rows: &[Row], path: &Path) -> Result<(), Diagnostic> {
        for row in rows {
            self.seeds.push(row.seed.cast_signed());
            self.players.push(i32::from(head.players));
            for (column, option) in self.options.iter_mut().zip(&head.options) {
                column.push(option.as_str().into());
            }
            for (seat, column) in self.scores.iter_mut().enumerate() {
                column.push(row.scores.get(seat).copied());
            }
            self.winners.push(winners(&row.outcome).as_str().into());
            self.decisions.push(i64::try_from(row.outcome.decisions).unwrap_or(i64::MAX));
            self.rounds.push(head.rounds.then_some(row.outcome.rounds));
        }
        if self.seeds.len() >= GROUP { self.group().map_err(|error| failed(path, &error)) } else { Ok(()) }
    }

    fn group(&mut self) -> Result<(), ParquetError> {
        if self.seeds.is_empty() {
            return Ok(());
        }
        let mut group = self.file.next_row_group()?;
        let mut number = 0;
        let options = self.options.len();
        while let Some(mut column) = group.next_column()? {
            let after = usize::saturating_sub(number, 2);
            match number {
                0 => column.typed::<Int64Type>().write_batch(&self.seeds, None, None)?,
                1 => column.typed::<Int32Type>().write_batch(&self.players, None, None)?,
                _ => match (
                    self.options.get(after),
                    self.scores.get(after.saturating_sub(options)),
                    after.checked_sub(options + self.scores.len()),
                ) {
                    (Some(words), ..) => column.typed::<ByteArrayType>().write_batch(words, None, None)?,
                    (None, Some(scores), _) => {
                        column.typed::<Int64Type>().write_batch(&scores.values, Some(&scores.there), None)?
                    }
                    (_, _, Some(0)) => column.typed::<ByteArrayType>().write_batch(&self.winners, None, None)?,
                    (_, _, Some(1)) => column.typed::<Int64Type>().write_batch(&self.decisions, None, None)?,
                    _ => {
                        column.typed::<Int64Type>().write_batch(&self.rounds.values, Some(&self.rounds.there), None)?
                    }
                },
            };
            column.close()?;
            number += 1;
        }
        group.close()?;
        self.seeds.clear();
        self.players.clear();
        self.options.iter_mut().for_each(Vec::clear);
        self.scores.iter_mut().for_each(Nullable::clear);
        self.winners.clear();
        self.decisions.clear();
        self.rounds.clear();
        Ok(())
    }

    /// Ends the file.
    ///
    /// # Errors
    /// What went wrong.
    pub fn finish(mut self, path: &Path) -> Result<(), Diagnostic> {
        let ended = self.group().and_then(|()| self.file.into_inner());
        ended.map_err(|error| failed(path, &error))?.finish()
    }
}
