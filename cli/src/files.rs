//! Files that are read, and put back changed, with errors that say which file and what to do.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use bidlang::diagnostic::{Code, Diagnostic, Span};
pub use bidlang_host::{Found, Text, find, is_handed_in, is_special};
use bidlang_host::{Front, LONGEST_TEXT, MARK, decode, trouble, up_to};

/// What errors of this command tell people to do.
const FRONT: Front = Front { lists: "`bidlang games`", instead: "name a file, or `-` for standard input" };

/// The paths of all that was read: nothing may be written over it.
static READ: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// What was read so far.
pub fn were_read() -> Vec<PathBuf> {
    READ.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Reads a rules file, on the disk or shipped, or a library; `-` is standard input.
///
/// # Errors
/// A missing file, a folder, a file too long or not UTF-8.
pub fn read(path: &Path) -> Result<Text, Diagnostic> {
    match find(path) {
        Found::Disk(path) => read_up_to(&path, LONGEST_TEXT),
        Found::Shipped(shipped) => {
            Ok(Text { name: shipped.name.to_owned(), text: shipped.text.to_owned(), mark: false })
        }
        Found::Library(library) => Ok(Text { name: library.name, text: library.text, mark: false }),
    }
}

/// Reads a text of at most `longest` bytes from the disk.
///
/// # Errors
/// As [`read`].
pub fn read_up_to(path: &Path, longest: usize) -> Result<Text, Diagnostic> {
    let read = if path == Path::new("-") {
        let bytes = up_to(std::io::stdin().lock(), longest);
        let bytes = bytes.map_err(|error| trouble(path, &error.to_string(), "the file cannot be read"))?;
        decode(path, "standard input".to_owned(), bytes, longest)
    } else {
        FRONT.read(path, longest)
    };
    // What is there and is no text was read, too.
    if !matches!(&read, Err(problem) if problem.code == Code::CannotRead) {
        READ.lock().unwrap_or_else(PoisonError::into_inner).push(path.to_path_buf());
    }
    read
}

/// A file that could not be written.
pub fn unwritable(path: &Path, error: &std::io::Error) -> Diagnostic {
    Diagnostic::new(Code::CannotWrite, Span::default(), format!("{}: cannot be written: {error}", path.display()))
        .help("check the folder and your rights to it")
}

/// Puts another text into a file that was read as `before`: all of it or nothing, with the file's own rights and its byte
/// order mark; a link stays a link.
///
/// # Errors
/// What went wrong, also where the file has changed since it was read.
pub fn replace(path: &Path, before: &Text, text: &str) -> Result<(), Diagnostic> {
    if read(path)?.text != before.text {
        return Err(trouble(path, "the file was changed meanwhile", "nothing was written; try again"));
    }
    let swap = || {
        let path = fs::canonicalize(path)?;
        let mut file = tempfile::NamedTempFile::new_in(path.parent().unwrap_or(Path::new(".")))?;
        if before.mark {
            write!(file, "{MARK}")?;
        }
        file.write_all(text.as_bytes())?;
        file.as_file().set_permissions(fs::metadata(&path)?.permissions())?;
        file.as_file().sync_all()?;
        file.persist(&path).map_err(|error| error.error)
    };
    swap().map(drop).map_err(|error| unwritable(path, &error))
}

/// The rules files under the given paths, folders searched through, in the order of their names.
///
/// # Errors
/// A path that is not there.
pub fn rules_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Diagnostic> {
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            search(path, &mut found)?;
            continue;
        }
        match find(path) {
            Found::Disk(path) if path == Path::new("-") || path.exists() => found.push(path),
            Found::Disk(path) => return Err(trouble(&path, "there is no such file", &FRONT.help_with(&path))),
            Found::Shipped(_) | Found::Library(_) => found.push(path.clone()),
        }
    }
    Ok(found)
}

fn search(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), Diagnostic> {
    let entries =
        fs::read_dir(folder).map_err(|error| trouble(folder, &error.to_string(), "the folder cannot be read"))?;
    let mut paths: Vec<PathBuf> = entries.filter_map(Result::ok).map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let is_link = path.symlink_metadata().is_ok_and(|meta| meta.is_symlink());
        if path.is_dir() && !is_link {
            search(&path, found)?;
        } else if path.extension().is_some_and(|ending| ending == "bid") && !is_special(&path) {
            found.push(path);
        }
    }
    Ok(())
}

/// A record of a long game is long: 256 MiB at most.
pub const LONGEST_RECORD: usize = 256 << 20;
