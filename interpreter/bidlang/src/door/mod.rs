//! The front door: a game, the same made ready for a setup, a table at which it is played, turns, acts, what a seat sees, and errors
//! that print their letters. Whoever embeds bidlang needs no more than this.

mod error;
mod game;
mod letter;
mod listen;
mod prepared;
mod setup;
mod table;
mod turn;
mod view;

pub use error::{Error, Objected, Stopped};
pub use game::Game;
pub use listen::Listener;
pub use prepared::Prepared;
pub use setup::Setup;
pub use table::{MOST_DECISIONS, Table};
pub use turn::{Act, Reason, Turn};
pub use view::{Score, Seen, View};
