//! Structural merge: several files to one tree. Takes a file and a loader of others; gives the tree of the whole game, in which
//! what a variant says stands in place of what its base said, and what a library holds stands beside it. All places are those in
//! the texts laid end to end, so every stage after this one works as for a single file.
//!
//! Invariant: it knows words and lines, not meaning. What a change breaks is found by the compiler, and told by `blame`.

mod blame;
mod cards;
mod clauses;
mod gather;
pub mod loader;
mod merge;
mod phases;
mod statements;

use std::sync::Arc;

use crate::diagnostic::{Diagnostic, Span};
use crate::ir::Game;
use crate::sources::Sources;
use crate::syntax::LONGEST_TEXT;
use crate::syntax::tree::File;

pub use gather::gather;

/// Most files that one game may be made of.
pub const MOST_FILES: usize = 32;
/// The most bytes that they have together: 2 MiB.
pub const LONGEST_GAME: usize = 2 * LONGEST_TEXT;

/// What a rules file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sort {
    /// A game of its own, or a variant of one.
    #[default]
    Game,
    /// Parts for other files.
    Library,
}

/// A tree gathered from all files of a game.
#[derive(Debug, Default)]
pub struct Whole {
    /// The texts.
    pub sources: Sources,
    /// The tree of the game.
    pub file: File,
    /// What is wrong with the files and with how they fit together.
    pub problems: Vec<Diagnostic>,
    /// The base and what was changed in it, if the file is a variant.
    pub base: Option<Base>,
    /// What the file is.
    pub sort: Sort,
    /// Where the texts of libraries lie.
    pub libraries: Vec<Span>,
}

impl Whole {
    /// Whether a place lies in a library.
    #[must_use]
    pub fn in_library(&self, place: Span) -> bool {
        self.libraries.iter().any(|span| (span.start..=span.end).contains(&place.start))
    }
}

/// The base of a variant.
#[derive(Debug, Clone)]
pub struct Base {
    /// The title of the game that it is.
    pub title: String,
    /// The name of its file.
    pub name: String,
    /// Where its texts begin; all before is said by the variant and the libraries that it uses.
    pub start: u32,
    /// The line `of NAME`.
    pub of: Span,
    /// What the variant changes.
    pub changes: Vec<Change>,
    /// The game that it is without the changes.
    pub alone: Alone,
}

/// A base without the changes of its variant.
#[derive(Debug, Clone)]
pub struct Alone {
    /// The typed game.
    pub game: Arc<Game>,
    /// What looks forgotten in its names and tables.
    pub found: Vec<Diagnostic>,
}

/// One change of a variant.
#[derive(Debug, Clone)]
pub struct Change {
    /// The line of the variant.
    pub at: Span,
    /// Where in the base, if something there was changed.
    pub old: Option<Span>,
    /// The name of what is gone or said anew.
    pub name: String,
    /// The words that the base said there.
    pub words: String,
    /// Nothing stands in its place.
    pub removed: bool,
}
