//! What is written and read: tables, seats, the log, notes.

use bidlang::Seed;
use rusqlite::{Connection, OptionalExtension, Savepoint, params};
use serde_json::Value;

use super::{Store, Trouble};
use crate::secrets::Hash;

/// A table as it is kept.
#[derive(Debug, Clone)]
pub struct Kept {
    /// Its name in links.
    pub id: String,
    /// The hash of its rules.
    pub game: String,
    /// The game's name on the shelf, and its title.
    pub named: (String, String),
    /// The texts of its rules, by name: the file first.
    pub texts: Vec<(String, String)>,
    /// Options that were set.
    pub options: Vec<(String, String)>,
    /// What chance begins with.
    pub seed: Seed,
    /// The hash of the host's token.
    pub host: Hash,
    /// How long a turn may take, where that is limited.
    pub turn_seconds: Option<u64>,
    /// Whether others may look on.
    pub look_on: bool,
    /// When it was made, in milliseconds since 1970.
    pub made: i64,
    /// Its seats.
    pub seats: Vec<Seated>,
}

/// A seat as it is kept.
#[derive(Debug, Clone)]
pub struct Seated {
    /// The name.
    pub name: String,
    /// `person`, or the level of a bot.
    pub player: String,
    /// The hash of its token, where a person has it.
    pub token: Option<Hash>,
}

/// An entry of the log.
#[derive(Debug, Clone, PartialEq)]
pub enum Entry {
    /// A seat has chosen.
    Act {
        /// The decision.
        decision: u64,
        /// The seat, from 0.
        seat: u8,
        /// As records have it.
        choice: Value,
        /// Who chose: `person`, `bot`, or `clock` where the time was up.
        by: String,
    },
    /// Acts were taken back: so many are left, and decisions are numbered from another base.
    Undo {
        /// How many acts are left.
        keep: usize,
        /// The new base.
        base: u64,
    },
    /// A bot of this level has the seat from now on.
    Replace {
        /// The seat.
        seat: u8,
        /// The level.
        by: String,
    },
    /// The game is left, and why.
    Left(String),
}

/// An entry with its time.
#[derive(Debug, Clone)]
pub struct Logged {
    /// The entry.
    pub entry: Entry,
    /// How long the seat took, in milliseconds.
    pub took: Option<i64>,
}

/// A note of somebody at the table.
#[derive(Debug, Clone)]
pub struct NoteRow {
    /// The step at which it was made.
    pub step: u64,
    /// The seat from 0; none for who looks on or is host.
    pub seat: Option<u8>,
    /// The text.
    pub text: String,
    /// When, in milliseconds since 1970.
    pub time: i64,
}

/// A table in a list.
#[derive(Debug, Clone)]
pub struct Summary {
    /// Its name in links.
    pub id: String,
    /// The result, where it is over.
    pub result: Option<Value>,
}

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
    pub async fn append(&self, table: &str, n: u64, logged: Logged, time: i64) -> Result<(), Trouble> {
        let table = table.to_owned();
        self.writer.write(move |to| append(to, &table, n, &logged, time)).await
    }

    /// Keeps the result of a table that is over; the first that is kept stays.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub async fn finish(&self, table: &str, result: Value) -> Result<(), Trouble> {
        let table = table.to_owned();
        let finish = move |to: &Savepoint| {
            let mut update = to.prepare_cached("UPDATE tables SET result = ?2 WHERE id = ?1 AND result IS NULL")?;
            update.execute(params![table, result.to_string()]).map(drop)
        };
        self.writer.write(finish).await
    }

    /// Keeps a note.
    ///
    /// # Errors
    /// Where it cannot be written.
    pub async fn note(&self, table: &str, note: NoteRow) -> Result<(), Trouble> {
        let table = table.to_owned();
        let add = move |to: &Savepoint| {
            let mut insert = to.prepare_cached(
                "INSERT INTO notes (at, n, step, seat, text, time)
                 SELECT ?1, count(*), ?2, ?3, ?4, ?5 FROM notes WHERE at = ?1",
            )?;
            insert.execute(params![table, signed(note.step), note.seat, note.text, note.time]).map(drop)
        };
        self.writer.write(add).await
    }

    /// The notes of a table.
    ///
    /// # Errors
    /// Where they cannot be read.
    pub fn notes(&self, table: &str) -> Result<Vec<NoteRow>, Trouble> {
        self.read(|from| {
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

    /// The tables of a game on the shelf, newest first, at most so many.
    ///
    /// # Errors
    /// Where they cannot be read.
    pub fn tables_of(&self, game: &str, most: u32) -> Result<Vec<Summary>, Trouble> {
        self.read(|from| {
            let mut tables = from.prepare_cached(
                "SELECT tables.id, tables.result FROM tables JOIN games ON games.hash = tables.game
                 WHERE games.id = ?1 ORDER BY tables.made DESC LIMIT ?2",
            )?;
            let row = |row: &rusqlite::Row| {
                let result: Option<String> = row.get(1)?;
                Ok(Summary { id: row.get(0)?, result: result.and_then(|text| serde_json::from_str(&text).ok()) })
            };
            tables.query_map(params![game, most], row)?.collect()
        })
    }

    /// How many tables there are.
    ///
    /// # Errors
    /// Where they cannot be read.
    pub fn count(&self) -> Result<u64, Trouble> {
        let count = self.read(|from| from.query_row("SELECT count(*) FROM tables", [], |row| row.get::<_, i64>(0)))?;
        Ok(count.unsigned_abs())
    }

    /// The tables that are not over.
    ///
    /// # Errors
    /// Where they cannot be read.
    pub fn open_tables(&self) -> Result<Vec<String>, Trouble> {
        self.read(|from| {
            let mut open = from.prepare_cached("SELECT id FROM tables WHERE result IS NULL ORDER BY made")?;
            open.query_map([], |row| row.get(0))?.collect()
        })
    }

    /// A table with its log; none of that name.
    ///
    /// # Errors
    /// Where it cannot be read.
    pub fn load(&self, table: &str) -> Result<Option<(Kept, Vec<Logged>)>, Trouble> {
        let found = self.read(|from| {
            let Some(kept) = kept(from, table)? else { return Ok(None) };
            let mut log =
                from.prepare_cached("SELECT sort, decision, seat, what, took FROM log WHERE at = ?1 ORDER BY n")?;
            let log = log.query_map([table], logged)?.collect::<rusqlite::Result<Vec<_>>>()?;
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

fn pairs(text: &str) -> rusqlite::Result<Vec<(String, String)>> {
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
        "INSERT INTO tables (id, game, options, seed, host, turn_seconds, look_on, made) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )?;
    insert.execute(params![
        table.id,
        table.game,
        text(&table.options),
        table.seed.key(),
        table.host.0,
        table.turn_seconds.map(signed),
        table.look_on,
        table.made
    ])?;
    let mut seat =
        to.prepare_cached("INSERT INTO seats (at, seat, name, player, token) VALUES (?1, ?2, ?3, ?4, ?5)")?;
    for (number, seated) in (0_u8..).zip(&table.seats) {
        seat.execute(params![table.id, number, seated.name, seated.player, seated.token.map(|token| token.0)])?;
    }
    Ok(())
}

fn append(to: &Savepoint, table: &str, n: u64, logged: &Logged, time: i64) -> rusqlite::Result<()> {
    let (sort, decision, seat, what) = match &logged.entry {
        Entry::Act { decision, seat, choice, by } => {
            ("act", Some(signed(*decision)), Some(*seat), format!("{by} {choice}"))
        }
        Entry::Undo { keep, base } => ("undo", None, None, format!("{keep} {base}")),
        Entry::Replace { seat, by } => ("replace", None, Some(*seat), by.clone()),
        Entry::Left(why) => ("left", None, None, why.clone()),
    };
    let mut insert = to.prepare_cached(
        "INSERT INTO log (at, n, sort, decision, seat, what, took, time) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )?;
    insert.execute(params![table, signed(n), sort, decision, seat, what, logged.took, time]).map(drop)
}

fn logged(row: &rusqlite::Row) -> rusqlite::Result<Option<Logged>> {
    let (sort, decision, seat): (String, Option<i64>, Option<u8>) = (row.get(0)?, row.get(1)?, row.get(2)?);
    let (what, took): (String, Option<i64>) = (row.get(3)?, row.get(4)?);
    let act = || {
        let (by, choice) = what.split_once(' ')?;
        let (decision, choice) = (decision?.unsigned_abs(), serde_json::from_str(choice).ok()?);
        Some(Entry::Act { decision, seat: seat?, choice, by: by.to_owned() })
    };
    let undo = || {
        let (keep, base) = what.split_once(' ')?;
        Some(Entry::Undo { keep: keep.parse().ok()?, base: base.parse().ok()? })
    };
    let entry = match sort.as_str() {
        "act" => act(),
        "undo" => undo(),
        "replace" => seat.map(|seat| Entry::Replace { seat, by: what.clone() }),
        "left" => Some(Entry::Left(what.clone())),
        _ => None,
    };
    Ok(entry.map(|entry| Logged { entry, took }))
}

fn kept(from: &Connection, table: &str) -> rusqlite::Result<Option<Kept>> {
    let mut found = from.prepare_cached(
        "SELECT tables.game, games.id, games.title, games.texts, tables.options, tables.seed, tables.host,
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
            texts: pairs(&texts)?,
            options: pairs(&options)?,
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
