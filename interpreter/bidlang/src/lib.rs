//! bidlang: rules files for auction and trick-taking card games, checked, compiled and played.
//!
//! This is the door for those who embed it. A [`Game`] is a rules file that was read, [`Prepared`] the same compiled for a [`Setup`], a
//! [`Table`] one game being played; each [`Turn`] gives the legal [`Act`]s, a [`View`] is what a seat sees, a [`Recorder`] or a [`Transcript`]
//! tells a seat what happens, and an [`Error`] prints its letters. `docs/embedding.md` shows all of it in use.
//!
//! ```
//! use bidlang::{Game, Setup};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let game = Game::read("high.bid", bidlang::SMALL_GAME)?;
//! let mut table = game.table(&Setup::players(3), 42)?;
//! while let Some(turn) = table.turn()? {
//!     let words: Vec<String> = turn.legal().iter().map(ToString::to_string).collect();
//!     assert_eq!(words.len() as u64, turn.count());
//!     let act = turn.nth(0).ok_or("no such choice")?;
//!     table.play(turn.seat(), &act)?;
//!     assert!(table.view(turn.seat()).to_string().contains("scores"));
//! }
//! assert!(table.is_over());
//! # Ok(())
//! # }
//! ```

mod board;
mod door;
#[doc(hidden)]
pub mod heaps;
mod loosely;
mod picking;
#[doc(hidden)]
pub mod record;
#[doc(hidden)]
pub mod said;
#[doc(hidden)]
pub mod transcript;
mod tried;
#[doc(hidden)]
pub mod why;
#[doc(hidden)]
pub mod words;

pub use board::{Board, CardGroup, Chair, Colour, Face, Follower, Laid, LastTrick, Note, Pile};
pub use door::{
    Act, Error, Game, Listener, MOST_DECISIONS, Objected, Prepared, Reason, Score, Seen, Setup, Stopped, Table, Turn,
    View,
};
pub use loosely::Typed;
pub use picking::{Picking, Step, Steps};
pub use record::{MOST_LISTED, Recorded, Recorder, Replay};
pub use transcript::Transcript;
pub use why::{CardPoints, Clause, Group, Item, Ledger, Meant, Refusal, Running, Side};

/// A small rules file, for examples and first tries: four cards each, the highest bid scores.
pub const SMALL_GAME: &str = include_str!("high.bid");

pub use bidlang_compiler::variants::loader;
pub use bidlang_engine::{Seed, Silent};
pub use bidlang_syntax::diagnostic;
pub use bidlang_syntax::sources;

// What the crates around this one (`lab`, `book`, `cli`, the tests) take from below goes through here, so that they name one crate. It is
// no part of the door: it may change with any version.
#[doc(hidden)]
pub use bidlang_compiler::{design, difference, ir, listing, lower, meant, passes, resolve, rulebook, variants};
#[doc(hidden)]
pub use bidlang_engine as engine;
#[doc(hidden)]
pub use bidlang_syntax as syntax;
