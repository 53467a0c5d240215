//! Texts on the disk, with errors that say which file and what to do.

use std::fs;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use bidlang::diagnostic::{Code, Diagnostic, Span, nearest};
use bidlang::loader::shipped_names;
pub use bidlang::syntax::LONGEST_TEXT;

/// The byte order mark that some editors put before a text.
pub const MARK: char = '\u{feff}';

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

/// Who reads: what its errors tell people to do.
#[derive(Debug, Clone, Copy)]
pub struct Front {
    /// What lists the games that come with bidlang.
    pub lists: &'static str,
    /// What to name in the place of what is no file.
    pub instead: &'static str,
}

impl Front {
    /// Help for a name under which there is nothing.
    #[must_use]
    pub fn help_with(&self, path: &Path) -> String {
        let stem = path.file_stem().map(|stem| stem.to_string_lossy().replace('-', "_")).unwrap_or_default();
        let games = || nearest(&stem, bidlang_games::ALL.iter().map(|shipped| shipped.name));
        match games().or_else(|| nearest(&stem.replace('_', "-"), shipped_names())) {
            Some(name) => format!("did you mean `{name}`, which comes with bidlang? {} lists them all", self.lists),
            None => format!("check the name; {} lists the games that come with bidlang", self.lists),
        }
    }

    /// Reads a text of at most `longest` bytes from the disk.
    ///
    /// # Errors
    /// A missing file, a folder, a file too long or not UTF-8.
    pub fn read(&self, path: &Path, longest: usize) -> Result<Text, Diagnostic> {
        if path.is_dir() {
            return Err(trouble(path, "this is a folder", "name a file in it"));
        }
        if is_special(path) && !is_handed_in(path) {
            return Err(trouble(path, "this is a pipe or a device, and no file", self.instead));
        }
        let read = fs::File::open(path).and_then(|file| up_to(file, longest));
        let bytes = read.map_err(|error| match error.kind() {
            ErrorKind::NotFound => trouble(path, "there is no such file", &self.help_with(path)),
            ErrorKind::PermissionDenied => trouble(path, &error.to_string(), "you may not read this file"),
            _ => trouble(path, &error.to_string(), "the file cannot be read"),
        })?;
        decode(path, path.display().to_string(), bytes, longest)
    }
}

/// What somebody gives, as far as it can be told that it is longer.
///
/// # Errors
/// Where reading fails.
pub fn up_to(from: impl Read, longest: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(u64::try_from(longest).unwrap_or(u64::MAX).saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Bytes that were read from a path, as a text with a name.
///
/// # Errors
/// Where they are more than `longest`, or not UTF-8.
pub fn decode(path: &Path, name: String, bytes: Vec<u8>, longest: usize) -> Result<Text, Diagnostic> {
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

/// A file that cannot be had.
#[must_use]
pub fn trouble(path: &Path, what: &str, help: &str) -> Diagnostic {
    Diagnostic::new(Code::CannotRead, Span::default(), about(path, what)).help(help)
}

fn about(path: &Path, what: &str) -> String {
    format!("{}: {what}", path.display())
}

/// Whether something is neither a file nor a folder: a pipe, a device, a socket. Who opens one may wait for ever.
#[must_use]
pub fn is_special(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|meta| !meta.is_file() && !meta.is_dir())
}

/// Whether a path names what the command was handed open when it was called, as `<(...)` and `>(...)` of a shell do.
#[must_use]
pub fn is_handed_in(path: &Path) -> bool {
    let folders = ["/dev/fd", "/proc/self/fd"];
    let names = ["/dev/stdin", "/dev/stdout", "/dev/stderr"];
    folders.iter().any(|folder| path.starts_with(folder)) || names.iter().any(|name| path == Path::new(name))
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
