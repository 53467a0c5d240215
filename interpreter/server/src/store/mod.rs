//! The store: one database file in which each table is its log of acts. Writes of many tables go to the disk together (group commit).

mod kept;
mod rows;
mod schema;
mod writer;

use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::Connection;

pub use kept::{Entry, Kept, NoteRow, Outcome, Seated};

/// Why the store does not do what is asked.
#[derive(Debug)]
pub struct Trouble {
    /// What went wrong.
    pub what: String,
    /// What to do.
    pub help: String,
}

impl fmt::Display for Trouble {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "{}; {}", self.what, self.help)
    }
}

/// What is read of the database of a data folder.
#[derive(Clone)]
pub struct Reader(Arc<Mutex<Connection>>);

/// The database of a data folder.
#[derive(Clone)]
pub struct Store {
    /// What is read of it.
    pub reader: Reader,
    writer: writer::Writer,
    /// Held as long as the server writes: no other may.
    lock: Arc<Mutex<Option<File>>>,
}

/// The file of the database in the data folder.
pub const FILE: &str = "tables.db";
const BROKEN: &str =
    "the file is broken or no database of bidlang: put a copy back, or name another folder with `--data`";
const LOCK: &str = "serve.lock";

fn trouble(path: &Path, what: impl fmt::Display, help: impl Into<String>) -> Trouble {
    Trouble { what: format!("{}: {what}", path.display()), help: help.into() }
}

fn secret_folder(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

fn secret_file(path: &Path) -> std::io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

impl Store {
    /// Opens the store of a data folder to serve from it, and makes it where it is not there.
    ///
    /// # Errors
    /// A folder that cannot be written to, that another server has, or whose database is of another version or broken.
    pub fn open(folder: &Path) -> Result<Self, Trouble> {
        let unwritable = |path: &Path, error: std::io::Error| {
            trouble(path, error, "name with `--data` a folder that can be written to")
        };
        if folder.is_file() {
            return Err(trouble(folder, "this is a file", "name with `--data` a folder, or one that is to be made"));
        }
        secret_folder(folder).map_err(|error| unwritable(folder, error))?;
        let lock = folder.join(LOCK);
        let file = secret_file(&lock).map_err(|error| unwritable(&lock, error))?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => trouble(
                folder,
                "another `bidlang serve` has this data folder",
                "stop it, or name another folder with `--data`",
            ),
            TryLockError::Error(error) => {
                trouble(&lock, error, "name with `--data` a folder on a disk whose files can be locked")
            }
        })?;
        let path = folder.join(FILE);
        drop(secret_file(&path).map_err(|error| unwritable(&path, error))?);
        let writer = writer::Writer::start(connect(&path, true)?);
        Ok(Self { writer, reader: Reader::of(&path)?, lock: Arc::new(Mutex::new(Some(file))) })
    }

    /// Says that no more is written, and waits until all is.
    pub fn close(&self) {
        self.writer.close();
        drop(self.lock.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
}

impl Reader {
    /// Opens the database of a data folder to read from it, whether a server has it or not.
    ///
    /// # Errors
    /// A folder without a store, or whose database is of another version or broken.
    pub fn look_into(folder: &Path) -> Result<Self, Trouble> {
        let path = folder.join(FILE);
        if !path.is_file() {
            return Err(trouble(
                folder,
                "there are no tables here",
                "name with `--data` the folder of `bidlang serve`",
            ));
        }
        Self::of(&path)
    }

    fn of(path: &Path) -> Result<Self, Trouble> {
        Ok(Self(Arc::new(Mutex::new(connect(path, false)?))))
    }

    fn with<T>(&self, act: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, Trouble> {
        act(&self.0.lock().unwrap_or_else(PoisonError::into_inner)).map_err(|error| told(&error))
    }
}

/// A connection to the database, which has our tables.
fn connect(path: &Path, writes: bool) -> Result<Connection, Trouble> {
    let broken = |error: rusqlite::Error| {
        let Trouble { what, help } = told(&error);
        trouble(path, what, help)
    };
    let mut connection = Connection::open(path).map_err(broken)?;
    connection.busy_timeout(std::time::Duration::from_secs(10)).map_err(broken)?;
    let application: i64 = connection.pragma_query_value(None, "application_id", |row| row.get(0)).map_err(broken)?;
    let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(broken)?;
    let ours = application == schema::APPLICATION;
    let tables: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_master", [], |row| row.get(0)).map_err(broken)?;
    if !ours && (tables > 0 || version > 0) {
        return Err(trouble(path, "this is a database of something else", "name another folder with `--data`"));
    }
    if writes {
        connection.pragma_update(None, "journal_mode", "WAL").map_err(broken)?;
        connection.pragma_update(None, "application_id", schema::APPLICATION).map_err(broken)?;
        let checked: String = connection.pragma_query_value(None, "quick_check", |row| row.get(0)).map_err(broken)?;
        if checked != "ok" {
            return Err(trouble(
                path,
                format!("the database is broken: {checked}"),
                "put a copy back, or name another folder with `--data`",
            ));
        }
    }
    connection.pragma_update(None, "synchronous", "FULL").map_err(broken)?;
    connection.pragma_update(None, "foreign_keys", true).map_err(broken)?;
    let other = || {
        let help = "take the version that wrote it last, or name another folder with `--data`";
        trouble(path, "the data folder is of another version of bidlang", help)
    };
    let migrations = schema::migrations();
    if writes {
        migrations.to_latest(&mut connection).map_err(|error| match error {
            rusqlite_migration::Error::MigrationDefinition(_) => other(),
            error => trouble(path, error, "the folder has to be one that can be written to"),
        })?;
    } else if migrations.pending_migrations(&connection) != Ok(0) {
        return Err(other());
    }
    Ok(connection)
}

/// What an error of the database means, and what to do.
fn told(error: &rusqlite::Error) -> Trouble {
    use rusqlite::ErrorCode::{CannotOpen, DatabaseCorrupt, DiskFull, NotADatabase, ReadOnly, SystemIoFailure};
    let help = match error.sqlite_error_code() {
        Some(DiskFull) => "the disk is full: make room, nothing that was acknowledged is lost",
        Some(ReadOnly | CannotOpen) => "the data folder has to be one that can be written to",
        Some(NotADatabase | DatabaseCorrupt) => BROKEN,
        Some(SystemIoFailure) => "the disk does not do what is asked of it: look whether it is full or broken",
        _ => "look into the server's log",
    };
    Trouble { what: error.to_string(), help: help.to_owned() }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may fail")]
mod tests {
    use super::{FILE, Reader, Store, schema};

    /// A folder of the first version is brought up to date, and its tables are of the name that their rules had.
    #[test]
    fn a_folder_of_an_older_version_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(FILE);
        let mut connection = rusqlite::Connection::open(&path).unwrap();
        connection.pragma_update(None, "application_id", schema::APPLICATION).unwrap();
        schema::migrations().to_version(&mut connection, 1).unwrap();
        connection
            .execute_batch(
                "INSERT INTO games VALUES ('hash', 'mine', 'Mine', '[]');
                 INSERT INTO tables VALUES ('0123456789abcdef', 'hash', '[]', x'00', x'00', NULL, 1, 0, NULL)",
            )
            .unwrap();
        drop(connection);
        assert!(Reader::look_into(folder.path()).is_err());
        let store = Store::open(folder.path()).unwrap();
        let (tables, older) = store.reader.tables_of("mine", 10).unwrap();
        assert_eq!((tables.len(), older), (1, 0));
        assert_eq!(store.reader.tables_of("mine", 0).unwrap().1, 1);
    }
}
