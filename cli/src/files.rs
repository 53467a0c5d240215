//! Files that are read, and put back changed, with errors that say which file and what to do.

use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use bidlang::diagnostic::{Code, Diagnostic, Span, nearest};
use bidlang::syntax::LONGEST_TEXT;
use bidlang_games::Shipped;

/// The byte order mark that some editors put before a text.
const MARK: char = '\u{feff}';

/// A text and the name that it is shown under.
#[derive(Debug)]
pub struct Text {
    /// The path as it was given; `standard input` for `-`.
    pub name: String,
    /// What it holds.
    pub text: String,
    /// Whether a byte order mark stood before it.
    pub mark: bool,
}

/// The paths of all that was read: nothing may be written over it.
static READ: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// What was read so far.
pub fn were_read() -> Vec<PathBuf> {
    READ.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Where a rules file is that somebody names.
#[derive(Debug, Clone)]
pub enum Found {
    /// On the disk, under this path; or `-`, or nowhere, as reading it will tell.
    Disk(PathBuf),
    /// It comes with bidlang.
    Shipped(&'static Shipped),
}

/// Finds a rules file: what is on the disk under its name, with or without `.bid`, comes before what is shipped.
pub fn find(path: &Path) -> Found {
    if path == Path::new("-") || path.exists() {
        return Found::Disk(path.to_path_buf());
    }
    let mut longer = path.to_path_buf();
    longer.as_mut_os_string().push(".bid");
    if longer.is_file() {
        return Found::Disk(longer);
    }
    let shipped = path.to_str().filter(|_| path.components().count() == 1).and_then(bidlang_games::called);
    shipped.map_or_else(|| Found::Disk(path.to_path_buf()), Found::Shipped)
}

/// Help for a name under which there is nothing.
fn help_with(path: &Path) -> String {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().replace('-', "_")).unwrap_or_default();
    match nearest(&stem, bidlang_games::ALL.iter().map(|shipped| shipped.name)) {
        Some(name) => format!("did you mean `{name}`, which comes with bidlang? `bidlang games` lists them all"),
        None => "check the name; `bidlang games` lists the games that come with bidlang".to_owned(),
    }
}

fn trouble(path: &Path, what: &str, help: &str) -> Diagnostic {
    Diagnostic::new(Code::CannotRead, Span::default(), about(path, what)).help(help)
}

fn about(path: &Path, what: &str) -> String {
    format!("{}: {what}", path.display())
}

/// Whether something is neither a file nor a folder: a pipe, a device, a socket. Who opens one may wait for ever.
pub fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|meta| !meta.is_file() && !meta.is_dir())
}

/// Whether a path names what the command was handed open when it was called, as `<(...)` and `>(...)` of a shell do.
pub fn is_handed_in(path: &Path) -> bool {
    let folders = ["/dev/fd", "/proc/self/fd"];
    let names = ["/dev/stdin", "/dev/stdout", "/dev/stderr"];
    folders.iter().any(|folder| path.starts_with(folder)) || names.iter().any(|name| path == Path::new(name))
}

/// Reads a rules file, on the disk or shipped; `-` is standard input.
///
/// # Errors
/// A missing file, a folder, a file too long or not UTF-8.
pub fn read(path: &Path) -> Result<Text, Diagnostic> {
    match find(path) {
        Found::Disk(path) => read_up_to(&path, LONGEST_TEXT),
        Found::Shipped(shipped) => {
            Ok(Text { name: shipped.name.to_owned(), text: shipped.text.to_owned(), mark: false })
        }
    }
}

/// Reads a text of at most `longest` bytes from the disk.
///
/// # Errors
/// As [`read`].
pub fn read_up_to(path: &Path, longest: usize) -> Result<Text, Diagnostic> {
    let name = if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() };
    let mut bytes = Vec::new();
    let limit = u64::try_from(longest).unwrap_or(u64::MAX).saturating_add(1);
    let read = if path == Path::new("-") {
        std::io::stdin().lock().take(limit).read_to_end(&mut bytes)
    } else {
        if path.is_dir() {
            return Err(trouble(path, "this is a folder", "name a file in it"));
        }
        if is_special(path) && !is_handed_in(path) {
            return Err(trouble(
                path,
                "this is a pipe or a device, and no file",
                "name a file, or `-` for standard input",
            ));
        }
        fs::File::open(path).and_then(|file| file.take(limit).read_to_end(&mut bytes))
    };
    if read.is_ok() {
        READ.lock().unwrap_or_else(PoisonError::into_inner).push(path.to_path_buf());
    }
    if let Err(error) = read {
        let help = match error.kind() {
            ErrorKind::NotFound => help_with(path),
            ErrorKind::PermissionDenied => "you may not read this file".to_owned(),
            _ => "the file cannot be read".to_owned(),
        };
        let what =
            if error.kind() == ErrorKind::NotFound { "there is no such file".to_owned() } else { error.to_string() };
        return Err(trouble(path, &what, &help));
    }
    if bytes.len() > longest {
        let what = about(path, &format!("the file is longer than {longest} bytes"));
        return Err(Diagnostic::new(Code::FileTooLong, Span::default(), what)
            .help("a rules file is a few kilobytes; is this the right file?"));
    }
    let not_a_text =
        |what: &str, help: &str| Diagnostic::new(Code::NotAText, Span::default(), about(path, what)).help(help);
    if is_utf16(&bytes) {
        return Err(not_a_text("this is a text in UTF-16, not in UTF-8", SAVE));
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(match text.strip_prefix(MARK) {
            Some(rest) => Text { name, text: rest.to_owned(), mark: true },
            None => Text { name, text, mark: false },
        }),
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let (what, help) = not_utf8(error.as_bytes(), at);
            Err(not_a_text(&what, help))
        }
    }
}

const SAVE: &str = "save the file as UTF-8: most editors ask for the encoding under `Save as`";

/// Whether a text seems to be in UTF-16: it says so by its first two bytes, or every other byte of its letters is nought.
fn is_utf16(bytes: &[u8]) -> bool {
    let noughts = bytes.iter().take(400).filter(|byte| **byte == 0).count();
    bytes.starts_with(&[0xff, 0xfe])
        || bytes.starts_with(&[0xfe, 0xff])
        || bytes.len() > 3 && noughts * 3 > bytes.len().min(400)
}

/// What a text that is not in UTF-8 seems to be, and what to do about it.
fn not_utf8(bytes: &[u8], at: usize) -> (String, &'static str) {
    let line = bytes.iter().take(at).filter(|byte| **byte == b'\n').count() + 1;
    let controls = bytes.iter().any(|byte| *byte < 9);
    match bytes.get(at).filter(|_| !controls) {
        Some(byte) if *byte >= 0x80 => {
            let letter = windows(*byte);
            let what = format!(
                "this is not a text in UTF-8: line {line} has a letter as Latin-1 (Windows-1252) writes it, probably `{letter}`"
            );
            (what, SAVE)
        }
        _ => (
            format!("this is not a text in UTF-8: byte {at} cannot be read"),
            "save the file as UTF-8, or check that it is a rules file",
        ),
    }
}

/// The letter of a byte in Windows-1252: Latin-1 with signs of word processors.
fn windows(byte: u8) -> char {
    match byte {
        0x80 => '\u{20ac}',
        0x85 => '\u{2026}',
        0x91 => '\u{2018}',
        0x92 => '\u{2019}',
        0x93 => '\u{201c}',
        0x94 => '\u{201d}',
        0x96 => '\u{2013}',
        0x97 => '\u{2014}',
        other => char::from(other),
    }
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
            Found::Disk(path) => return Err(trouble(&path, "there is no such file", &help_with(&path))),
            Found::Shipped(_) => found.push(path.clone()),
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
