//! The tables of the database, version by version.

use rusqlite_migration::{M, Migrations};

/// What tells our files from other databases: `bidl`.
pub const APPLICATION: i64 = 0x6269_646c;

/// The steps from an empty file to the newest version.
const STEPS: &[M<'static>] = &[
    M::up(FIRST),
    // The same rules may be on the shelf by several names: a table is of the one that it was made by.
    M::up(
        "
    ALTER TABLE tables ADD COLUMN shelf TEXT NOT NULL DEFAULT '';
    UPDATE tables SET shelf = (SELECT id FROM games WHERE hash = tables.game);
    DROP INDEX tables_by_game;
    CREATE INDEX tables_by_shelf ON tables (shelf);
    ",
    ),
];

const FIRST: &str = "
    CREATE TABLE games (
        hash  TEXT PRIMARY KEY,
        id    TEXT NOT NULL,
        title TEXT NOT NULL,
        texts TEXT NOT NULL
    ) STRICT;
    CREATE TABLE tables (
        id           TEXT PRIMARY KEY,
        game         TEXT NOT NULL REFERENCES games (hash),
        options      TEXT NOT NULL,
        seed         BLOB NOT NULL,
        host         BLOB NOT NULL,
        turn_seconds INTEGER,
        look_on      INTEGER NOT NULL,
        made         INTEGER NOT NULL,
        result       TEXT
    ) STRICT;
    CREATE INDEX tables_by_game ON tables (game);
    CREATE TABLE seats (
        at     TEXT NOT NULL REFERENCES tables (id),
        seat   INTEGER NOT NULL,
        name   TEXT NOT NULL,
        player TEXT NOT NULL,
        token  BLOB,
        PRIMARY KEY (at, seat)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE log (
        at       TEXT NOT NULL REFERENCES tables (id),
        n        INTEGER NOT NULL,
        sort     TEXT NOT NULL,
        decision INTEGER,
        seat     INTEGER,
        what     TEXT NOT NULL,
        took     INTEGER,
        time     INTEGER NOT NULL,
        PRIMARY KEY (at, n)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX log_once ON log (at, decision, seat) WHERE sort = 'act';
    CREATE TABLE notes (
        at   TEXT NOT NULL REFERENCES tables (id),
        n    INTEGER NOT NULL,
        step INTEGER NOT NULL,
        seat INTEGER,
        text TEXT NOT NULL,
        time INTEGER NOT NULL,
        PRIMARY KEY (at, n)
    ) STRICT, WITHOUT ROWID;
    ";

/// The steps.
#[must_use]
pub const fn migrations() -> Migrations<'static> {
    Migrations::from_slice(STEPS)
}
