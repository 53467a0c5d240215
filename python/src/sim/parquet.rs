//! Rows as a Parquet file: the same rows are the same bytes.

use std::fs::{self, File};
use std::path::Path;
use std::sync::Arc;

use bidlang::Prepared;
use bidlang_host::is_special;
use parquet::basic::Compression;
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

use super::{Row, winners};

/// Rows of a group.
const GROUP: usize = 1 << 17;

/// Writes a file beside its place, and puts it there when it is whole.
///
/// # Errors
/// Why it cannot be written.
pub fn write(prepared: &Prepared, rows: &[Row], rounds: bool, path: &Path) -> Result<(), String> {
    let name = path.file_name().ok_or("it has no name")?.to_string_lossy().into_owned();
    // A device would be taken away by the file that comes in its place.
    if is_special(path) {
        return Err("this is a pipe or a device, and no file".to_owned());
    }
    let beside = path.with_file_name(format!(".{name}.{}.part", std::process::id()));
    let written = whole(prepared, rows, rounds, &beside)
        .and_then(|()| fs::rename(&beside, path).map_err(|error| error.to_string()));
    if written.is_err() {
        // What was begun is of no use; that it cannot be taken away says nothing new.
        let _ = fs::remove_file(&beside);
    }
    written
}

fn whole(prepared: &Prepared, rows: &[Row], rounds: bool, path: &Path) -> Result<(), String> {
    let options: Vec<(String, String)> =
        prepared.options().into_iter().map(|(name, value)| (name.replace('-', "_"), value)).collect();
    let named: String = options.iter().map(|(name, _)| format!("required binary option_{name} (UTF8); ")).collect();
    let scores: String = (1..=prepared.players()).map(|seat| format!("required int64 score_{seat}; ")).collect();
    let schema = format!(
        "message games {{ required int64 seed (INTEGER(64,false)); required int64 players; {named}{scores}\
         required binary winners (UTF8); required int64 decisions; optional int64 rounds; }}"
    );
    let schema = parse_message_type(&schema).map_err(|error| error.to_string())?;
    let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
    let to = File::create(path).map_err(|error| error.to_string())?;
    let mut file =
        SerializedFileWriter::new(to, Arc::new(schema), Arc::new(properties)).map_err(|error| error.to_string())?;
    let written = rows.chunks(GROUP).try_for_each(|rows| group(&mut file, prepared, &options, rows, rounds));
    written.map_err(|error| error.to_string())?;
    let file = file.into_inner().map_err(|error| error.to_string())?;
    file.sync_all().map_err(|error| error.to_string())
}

fn group(
    file: &mut SerializedFileWriter<File>,
    prepared: &Prepared,
    options: &[(String, String)],
    rows: &[Row],
    rounds: bool,
) -> Result<(), ParquetError> {
    let mut to = file.next_row_group()?;
    let number = |of: &dyn Fn(&Row) -> i64| rows.iter().map(of).collect::<Vec<i64>>();
    column::<Int64Type>(&mut to, &number(&|row| row.seed.cast_signed()), None)?;
    column::<Int64Type>(&mut to, &number(&|_| i64::from(prepared.players())), None)?;
    for (_, value) in options {
        let values: Vec<ByteArray> = rows.iter().map(|_| value.as_str().into()).collect();
        column::<ByteArrayType>(&mut to, &values, None)?;
    }
    for seat in 0..usize::from(prepared.players()) {
        let missing = || ParquetError::General(format!("a game has no score of seat {}", seat + 1));
        let scores = rows.iter().map(|row| row.scores.get(seat).copied().ok_or_else(missing));
        column::<Int64Type>(&mut to, &scores.collect::<Result<Vec<i64>, _>>()?, None)?;
    }
    let won: Vec<ByteArray> = rows.iter().map(|row| winners(&row.outcome).as_str().into()).collect();
    column::<ByteArrayType>(&mut to, &won, None)?;
    column::<Int64Type>(&mut to, &number(&|row| i64::try_from(row.outcome.decisions).unwrap_or(i64::MAX)), None)?;
    let passes = if rounds { number(&|row| row.outcome.rounds) } else { Vec::new() };
    column::<Int64Type>(&mut to, &passes, Some(&vec![i16::from(rounds); rows.len()]))?;
    to.close()?;
    Ok(())
}

fn column<T: DataType>(
    to: &mut SerializedRowGroupWriter<'_, File>,
    values: &[T::T],
    there: Option<&[i16]>,
) -> Result<(), ParquetError> {
    let mut column =
        to.next_column()?.ok_or_else(|| ParquetError::General("there are more columns than named".to_owned()))?;
    column.typed::<T>().write_batch(values, there, None)?;
    column.close()
}
