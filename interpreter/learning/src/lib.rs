//! What learning needs of every rules file: numbered actions with a mask (an action space), vectors of what a seat knows (an observation), and
//! many games side by side. All of it is made from the rules alone, and stays the same as long as the file's hash does.
//!
//! A seat's vector is written from its [`View`](bidlang::View) and from [`Telling`](bidlang::engine::Telling)s to it, and from nothing else.
//!
//! ```
//! use bidlang::{Game, Setup};
//! use bidlang_learning::{Actions, Match};
//!
//! let high = Game::read("high.bid", bidlang::SMALL_GAME)?.prepare(&Setup::players(3))?;
//! let actions = Actions::of(&high);
//! let mut game = Match::begin(&high, &actions, 7, false)?;
//! while let Some(seat) = game.to_act() {
//!     let legal = game.legal(&actions, seat);
//!     assert!(legal.len() > 1 && actions.words(&high, legal[0]).starts_with("bid "));
//!     assert!(game.take(&actions, seat, legal[0])?);
//! }
//! assert_eq!(game.scores().len(), 3);
//! # Ok::<(), bidlang::Error>(())
//! ```

mod actions;
mod batch;
mod cells;
mod chances;
mod heard;
mod index;
mod matches;
mod names;
mod observe;
mod partial;
mod values;

pub use actions::Actions;
pub use batch::{Batch, Refused, Reward, Shows, shares};
pub use cells::{Cells, Section};
pub use heard::Heard;
pub use matches::{Branched, Match};
pub use partial::{Next, Partial, Unsayable};
