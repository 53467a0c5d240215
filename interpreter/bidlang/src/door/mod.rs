//! The front door: a game, a table at which it is played, turns, acts, what a seat sees, and errors that print their letters.
//! Whoever embeds bidlang needs no more than this.

mod error;
mod game;
mod table;
mod turn;
mod view;

pub use error::{Error, Objected};
pub use game::{Game, Setup};
pub use table::Table;
pub use turn::{Act, Turn};
pub use view::View;
