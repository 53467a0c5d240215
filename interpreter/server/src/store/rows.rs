//! What is written and read: tables, seats, the log, notes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bidlang::Seed;
use rusqlite::{Connection, OptionalExtension, Savepoint, params};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::kept::{Entry, Kept, NoteRow, Outcome, Seated, Summary};
use super::{Reader, Store, Trouble};
use crate::secrets::Hash;

impl Store {
    /// Keeps a new table.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub async fn create(&self, table: Kept) -> Result<(), Trouble> {
        self.writer.write(move |to| create(to, &table)).await
    }

    /// Adds to the log of a table as entry `n`.
    ///
    /// # Errors
    /// Where it cannot be written, or an act was there already.
    pub async fn append(&self, table: &str, n: u64, entry: Entry, time: i64) -> Result<(), Trouble> {
        let table = table.to_owned();
        self.writer.write(move |to| append(to, &table, n, &entry, time)).await
    }

    /// Keeps what a table came to that is over; what was kept first stays.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub async fn finish(&self, table: &str, outcome: &Outcome) -> Result<(), Trouble> {
        let (table, outcome) = (table.to_owned(), json!(outcome).to_string());
        let finish = move |to: &Savepoint| {
            let mut update = to.prepare_cached("UPDATE tables SET result = ?2 WHERE id = ?1 AND result IS NULL")?;
            update.execute(params![table, outcome]).map(drop)
        };
        self.writer.write(finish).await
    }

    /// Keeps a note, unless the table has so many already; whether it was kept.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub async fn note(&self, table: &str, note: NoteRow, most: u32) -> Result<bool, Trouble> {
        let (table, kept) = (table.to_owned(), Arc::new(AtomicBool::new(false)));
        let tell = Arc::clone(&kept);
        let add = move |to: &Savepoint| {
            let mut insert = to.prepare_cached(
                "INSERT INTO notes (at, n, step, seat, text, time)
                 SELECT ?1, count(*), ?2, ?3, ?4, ?5 FROM notes WHERE at = ?1 HAVING count(*) < ?6",
            )?;
            let rows = insert.execute(params![table, signed(note.step), note.seat, note.text, note.time, most])?;
            tell.store(rows == 1, Ordering::Relaxed);
            Ok(())
        };
        self.writer.write(add).await?;
        Ok(kept.load(Ordering::Relaxed))
    }
}

impl Reader {
    /// The notes of a table.
    ///
    /// # Errors
    /// Where they cannot be read.
    pub fn notes(&self, table: &str) -> Result<Vec<NoteRow>, Trouble> {
        self.with(|from| {
            let mut notes = from.prepare_cached("SELECT step, seat, text, time FROM notes WHERE at = ?1 ORDER BY n")?;
            let row = |row: &rusqlite::Row| {
                Ok(NoteRow {
                    step: row.get::<_, i64>(0)?.unsigned_abs(),
                    seat: row.get(1)?,
                    text: row.get(2)?,
                    time: row.get(3)?,
                })
            };
            notes.query_map([table], row)?.collect()
        })
    }

    /// The tables that were made by a name on the shelf, newest first, at most so many; and how many older ones there are.
    ///
    /// # Errors
    /// Where they cannot be read.
    pub fn tables_of(&self, shelf: &str, most: u32) -> Result<(Vec<Summary>, u64), Trouble> {
        self.with(|from| {
            let all: i64 = from.query_row("SELECT count(*) FROM tables WHERE shelf = ?1", [shelf], |row| row.get(0))?;
            let mut tables =
                from.prepare_cached("SELECT id, result FROM tables WHERE shelf = ?1 ORDER BY made DESC, id LIMIT ?2")?;
            let row = |row: &rusqlite::Row| {
                let result: Option<String> = row.get(1)?;
                Ok(Summary { id: row.get(0)?, outcome: result.map(|text| json_of(&text)).transpose()? })
            };
            let tables = tables.query_map(params![shelf, most], row)?.collect::<rusqlite::Result<Vec<_>>>()?;
            let older = all.unsigned_abs().saturating_sub(tables.len() as u64);
            Ok((tables, older))
        })
    }

    /// How many tables there are.
    ///
    /// # Errors
    /// Where they cannot be read.
    pub fn count(&self) -> Result<u64, Trouble> {
        let count = self.with(|from| from.query_row("SELECT count(*) FROM tables", [], |row| row.get::<_, i64>(0)))?;
        Ok(count.unsigned_abs())
    }

    /// The tables that are not over.
    ///
    /// # Errors
    /// Where they cannot be read.
    pub fn open_tables(&self) -> Result<Vec<String>, Trouble> {
        self.with(|from| {
            let mut open = from.prepare_cached("SELECT id FROM tables WHERE result IS NULL ORDER BY made")?;
            open.query_map([], |row| row.get(0))?.collect()
        })
    }

    /// A table with its log; none of that name.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub fn load(&self, table: &str) -> Result<Option<(Kept, Vec<Entry>)>, Trouble> {
        let found = self.with(|from| {
            let Some(kept) = kept(from, table)? else { return Ok(None) };
            let mut log =
                from.prepare_cached("SELECT sort, decision, seat, what, took FROM log WHERE at = ?1 ORDER BY n")?;
            let log = log.query_map([table], entry)?.collect::<rusqlite::Result<Vec<_>>>()?;
            Ok(Some((kept, log)))
        })?;
        found
            .map(|(kept, log)| {
                let broken = || Trouble {
                    what: format!("the log of table {table} has an entry that is none"),
                    help: "another version of bidlang may have written it: take that one".to_owned(),
                };
                Ok((kept, log.into_iter().collect::<Option<Vec<_>>>().ok_or_else(broken)?))
            })
            .transpose()
    }
}

fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

fn json_of<T: DeserializeOwned>(text: &str) -> rusqlite::Result<T> {
    let broken = |error| rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Text, Box::new(error));
    serde_json::from_str(text).map_err(broken)
}

fn create(to: &Savepoint, table: &Kept) -> rusqlite::Result<()> {
    let text = |pairs: &[(String, String)]| {
        Value::from_iter(pairs.iter().map(|(a, b)| vec![a.as_str(), b.as_str()])).to_string()
    };
    let mut game = to.prepare_cached("INSERT OR IGNORE INTO games (hash, id, title, texts) VALUES (?1, ?2, ?3, ?4)")?;
    game.execute(params![table.game, table.named.0, table.named.1, text(&table.texts)])?;
    let mut insert = to.prepare_cached(
        "INSERT INTO tables (id, game, options, seed, host, turn_seconds, look_on, made, shelf)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
    )?;
    insert.execute(params![
        table.id,
        table.game,
        text(&table.options),
        table.seed.key(),
        table.host.0,
        table.turn_seconds.map(signed),
        table.look_on,
        table.made,
        table.named.0
    ])?;
    let mut seat =
        to.prepare_cached("INSERT INTO seats (at, seat, name, player, token) VALUES (?1, ?2, ?3, ?4, ?5)")?;
    for (number, seated) in (0_u8..).zip(&table.seats) {
        seat.execute(params![table.id, number, seated.name, seated.player, seated.token.map(|token| token.0)])?;
    }
    Ok(())
}

fn append(to: &Savepoint, table: &str, n: u64, entry: &Entry, time: i64) -> rusqlite::Result<()> {
    let (sort, decision, seat, what, took) = match entry {
        Entry::Act { decision, seat, choice, by, took } => {
            ("act", Some(signed(*decision)), Some(*seat), format!("{by} {choice}"), Some(*took))
        }
        Entry::Undo { keep, base } => ("undo", None, None, format!("{keep} {base}"), None),
        Entry::Replace { seat, by } => ("replace", None, Some(*seat), by.clone(), None),
        Entry::Left(why) => ("left", None, None, why.clone(), None),
    };
    let mut insert = to.prepare_cached(
        "INSERT INTO log (at, n, sort, decision, seat, what, took, time) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )?;
    insert.execute(params![table, signed(n), sort, decision, seat, what, took, time]).map(drop)
}

fn entry(row: &rusqlite::Row) -> rusqlite::Result<Option<Entry>> {
    let (sort, decision, seat): (String, Option<i64>, Option<u8>) = (row.get(0)?, row.get(1)?, row.get(2)?);
    let (what, took): (String, Option<i64>) = (row.get(3)?, row.get(4)?);
    let act = || {
        let (by, choice) = what.split_once(' ')?;
        let (decision, choice) = (decision?.unsigned_abs(), serde_json::from_str(choice).ok()?);
        Some(Entry::Act { decision, seat: seat?, choice, by: by.to_owned(), took: took? })
    };
    let undo = || {
        let (keep, base) = what.split_once(' ')?;
        Some(Entry::Undo { keep: keep.parse().ok()?, base: base.parse().ok()? })
    };
    Ok(match sort.as_str() {
        "act" => act(),
        "undo" => undo(),
        "replace" => seat.map(|seat| Entry::Replace { seat, by: what.clone() }),
        "left" => Some(Entry::Left(what.clone())),
        _ => None,
    })
}

fn kept(from: &Connection, table: &str) -> rusqlite::Result<Option<Kept>> {
    let mut found = from.prepare_cached(
        "SELECT tables.game, tables.shelf, games.title, games.texts, tables.options, tables.seed, tables.host,
                tables.turn_seconds, tables.look_on, tables.made
         FROM tables JOIN games ON games.hash = tables.game WHERE tables.id = ?1",
    )?;
    let row = |row: &rusqlite::Row| {
        let (texts, options): (String, String) = (row.get(3)?, row.get(4)?);
        let (seed, host): ([u8; 32], [u8; 32]) = (row.get(5)?, row.get(6)?);
        Ok(Kept {
            id: table.to_owned(),
            game: row.get(0)?,
            named: (row.get(1)?, row.get(2)?),
            texts: json_of(&texts)?,
            options: json_of(&options)?,
            seed: Seed::from(seed),
            host: Hash(host),
            turn_seconds: row.get::<_, Option<i64>>(7)?.map(i64::unsigned_abs),
            look_on: row.get(8)?,
            made: row.get(9)?,
            seats: Vec::new(),
        })
    };
    let Some(mut kept) = found.query_row([table], row).optional()? else { return Ok(None) };
    let mut seats = from.prepare_cached("SELECT name, player, token FROM seats WHERE at = ?1 ORDER BY seat")?;
    let row = |row: &rusqlite::Row| {
        let token: Option<[u8; 32]> = row.get(2)?;
        Ok(Seated { name: row.get(0)?, player: row.get(1)?, token: token.map(Hash) })
    };
    kept.seats = seats.query_map([table], row)?.collect::<rusqlite::Result<_>>()?;
    Ok(Some(kept))
}
