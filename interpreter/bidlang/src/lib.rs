//! bidlang: rules files for auction and trick-taking card games, checked, compiled and played.
//!
//! The way of a file: text, [`syntax`] tree, resolved and typed [`ir::Game`], compiled [`engine::Program`] for one
//! player count and set of options, [`engine::State`], events. Each arrow is one public function.
//!
//! This is the door for those who embed it: a [`Game`] is read, a [`Table`] of it is played, each [`Turn`] gives the legal [`Act`]s, a
//! [`View`] is what a seat sees, and an [`Error`] prints its letters. What more they need of the crates below is here under one name.
//!
//! ```
//! use bidlang::{Game, Setup};
//!
//! # fn main() -> Result<(), bidlang::Error> {
//! let game = Game::read("high.bid", bidlang::SMALL_GAME)?;
//! let mut table = game.table(&Setup::players(3), 42)?;
//! while let Some(turn) = table.turn()? {
//!     let words: Vec<String> = turn.legal().iter().map(ToString::to_string).collect();
//!     assert_eq!(words.len() as u64, turn.count());
//!     let act = turn.nth(0).unwrap();
//!     table.play(turn.seat(), &act)?;
//!     assert!(table.view(turn.seat()).to_string().contains("scores"));
//! }
//! assert!(table.is_over());
//! # Ok(())
//! # }
//! ```

mod door;
mod knowledge;
pub mod record;
pub mod session;
pub mod transcript;
pub mod why;
pub mod words;

pub use door::{Act, Error, Game, Objected, Setup, Table, Turn, View};

/// A small rules file, for examples and first tries: four cards each, the highest bid scores.
pub const SMALL_GAME: &str = include_str!("high.bid");

pub use bidlang_compiler::{design, difference, ir, listing, lower, resolve, rulebook, variants};
pub use bidlang_engine as engine;
pub use bidlang_syntax as syntax;
pub use bidlang_syntax::{diagnostic, sources};
