//! The file in which the record of a game is kept while it is played.

use std::cell::RefCell;
use std::io::Write;
use std::path::Path;

use bidlang::diagnostic::Diagnostic;

use crate::files::unwritable;
use crate::written::Written;

/// A record that is being written. What was in its file stays until the new one says as much.
pub struct Kept<'p> {
    path: &'p Path,
    /// None after a failure.
    file: RefCell<Option<Written>>,
    failed: RefCell<Option<Diagnostic>>,
    /// Whether each line is to be on the disk at once: a game may be left in any way at any time, and what persons and programs answered does not come again.
    at_once: bool,
}

impl<'p> Kept<'p> {
    /// Begins a record; `again` over one that was begun, or is gone on with.
    ///
    /// # Errors
    /// As [`Written::begin`].
    pub fn begin(path: &'p Path, again: bool, at_once: bool) -> Result<Self, Diagnostic> {
        let file = if again { Written::begin_again(path)? } else { Written::begin(path)? };
        Ok(Self { path, file: RefCell::new(Some(file)), failed: RefCell::new(None), at_once })
    }

    /// Writes a line. What goes wrong is told at the end.
    pub fn line(&self, line: &str) {
        let mut file = self.file.borrow_mut();
        let Some(open) = file.as_mut() else { return };
        let written = writeln!(open, "{line}").and_then(|()| if self.at_once { open.flush() } else { Ok(()) });
        if let Err(error) = written {
            *self.failed.borrow_mut() = Some(unwritable(self.path, &error));
            *file = None;
        }
    }

    /// Puts what was written so far in place of what was there.
    pub fn appear(&self) {
        let appeared = self.file.borrow_mut().as_mut().map(Written::appear);
        if let Some(Err(problem)) = appeared {
            *self.failed.borrow_mut() = Some(problem);
            *self.file.borrow_mut() = None;
        }
    }

    /// Ends the record.
    ///
    /// # Errors
    /// What went wrong since it was begun.
    pub fn finish(self) -> Result<(), Diagnostic> {
        match (self.failed.into_inner(), self.file.into_inner()) {
            (Some(problem), _) => Err(problem),
            (None, Some(file)) => file.finish(),
            (None, None) => Ok(()),
        }
    }
}
