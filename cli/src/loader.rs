//! Rules files of this run, with their bases and libraries, from the disk.

use std::path::Path;
use std::sync::OnceLock;

use bidlang::diagnostic::{Code, Diagnostic, Span};
use bidlang::{Error, Game};
use bidlang_host::{Disk, source};

use crate::files::{self, Text};
use crate::{End, report};

/// Whether this run may read bases outside of the project; said once, by the command line.
static OUTSIDE: OnceLock<bool> = OnceLock::new();

/// Says whether bases outside of the project may be read.
pub fn allow_outside(allow: bool) {
    let _ = OUTSIDE.set(allow);
}

/// The loader of this run: from the disk.
pub fn disk() -> Disk {
    Disk { read: files::read, outside: OUTSIDE.get().copied().unwrap_or(false) }
}

/// Reads a rules file with its base and its libraries; problems are printed.
///
/// # Errors
/// How the command ends.
pub fn game(path: &Path) -> Result<Game, End> {
    let text = report::read(path)?;
    load(path, &text).map_err(|error| report::error(&error))
}

/// As [`game`], for who goes on with it: what looks forgotten is told, and stops nobody.
///
/// # Errors
/// How the command ends.
pub fn game_with_warnings(path: &Path) -> Result<Game, End> {
    let game = game(path)?;
    report::told(&game.sources, &game.warnings());
    Ok(game)
}

/// Reads a text with its base and its libraries.
///
/// # Errors
/// [`Error::Rules`].
pub fn load(path: &Path, text: &Text) -> Result<Game, Error> {
    Game::load(&source(path, text), &disk())
}

/// A problem of a rules file that a script or another file is for, told in one line.
pub fn has_problems(name: &str, count: usize, at: Span) -> Diagnostic {
    Diagnostic::new(Code::GameHasProblems, at, format!("`{name}` has problems of its own ({count})"))
        .help(format!("run `bidlang check {name}` first"))
}
