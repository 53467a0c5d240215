//! What the prompt needs to know of a game, and what of the game is kept by `save`.

use std::cell::RefCell;
use std::io::Write;
use std::path::PathBuf;

use bidlang::{Follower, Ledger, Turn};

use crate::files::unwritable;
use crate::hinter::Hinter;
use crate::output;
use crate::typing::Typing;
use crate::written::Written;

/// What the prompt needs to know.
pub struct Scene<'a> {
    /// Whose turn it is.
    pub turn: &'a Turn,
    /// What was scored, as the person may know it.
    pub ledger: &'a Ledger,
    /// Whether there is a choice to take back.
    pub undo: Undo,
    /// What has happened so far, in lines.
    pub log: &'a [String],
    /// How many of these lines were there at the person's last turn.
    pub read: usize,
    /// What the seat was told, kept for its screen.
    pub follower: &'a Follower,
    /// What of the game is kept.
    pub keeping: Keeping<'a>,
    /// What is said to the person below the screen.
    pub notice: Option<String>,
    /// Who gives hints, from what the seat was told.
    pub hints: Option<&'a RefCell<Hinter>>,
}

/// What of a game is kept, and how.
#[derive(Clone, Copy)]
pub struct Keeping<'a> {
    /// Whether its record goes to a file while it is played.
    pub recorded: bool,
    /// The record so far.
    pub record: &'a RefCell<Vec<String>>,
    /// What was kept by `save`.
    pub kept: &'a RefCell<Saved>,
}

impl Keeping<'_> {
    /// Whether the game may be left: asks once where it is not kept.
    pub fn may_leave(&self, typing: &mut Typing) -> bool {
        let saved = self.kept.borrow().lines == self.record.borrow().len();
        if self.recorded || saved || typing.size().is_none() {
            return true;
        }
        let answer = typing.line("The game is not kept (`save FILE` keeps it). Leave it? (yes or no) ", Vec::new);
        answer.is_none_or(|answer| is_yes(&answer))
    }

    /// Writes the game so far to a file that is not there yet, or that this game was kept in before.
    pub fn save(&self, path: &str) {
        let path = PathBuf::from(path);
        let lines = self.record.borrow();
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let mut kept = self.kept.borrow_mut();
        let before = kept.places.contains(&path);
        if path.exists() && !before {
            output::told("  there is such a file already; say another name");
            return;
        }
        let begun = if before { Written::begin_again(&path) } else { Written::begin(&path) };
        let done = begun.and_then(|mut file| {
            file.write_all(text.as_bytes()).map_err(|error| unwritable(&path, &error))?;
            file.finish()
        });
        match done {
            Ok(()) => {
                kept.lines = lines.len();
                kept.places.push(path);
                output::told("  the game so far is kept there");
            }
            Err(problem) => output::told(&format!("  {}", problem.message)),
        }
    }
}

/// Whether an answer is yes.
pub fn is_yes(answer: &str) -> bool {
    answer.trim().to_lowercase().starts_with('y')
}

/// What of a game was kept by `save`.
#[derive(Debug, Default)]
pub struct Saved {
    /// How many lines of its record.
    lines: usize,
    /// Where.
    places: Vec<PathBuf>,
}

impl Saved {
    /// The game goes another way than what was kept.
    pub const fn went_on(&mut self) {
        self.lines = 0;
    }
}

/// Whether the person's last choice may be taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Undo {
    /// There is none.
    Nothing,
    /// What was told since was decided by it.
    Free,
    /// This was told since, which no undo makes unknown: it has to be meant.
    Told(&'static str),
}
