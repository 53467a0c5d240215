//! Many games with random players, counted: how often each seat wins, how long games are, what auctions bring. Takes a compiled game
//! and seeds; gives a [`Tally`]. It has no threads and touches nothing outside: a front plays parts of the games on as many [`Table`]s
//! as it likes and merges their tallies. All sums are whole numbers, so that the order of merging changes nothing.

mod contrast;
mod play;
mod spread;
pub mod stats;
mod tally;
mod watch;

pub use contrast::{Contrast, Pair};
pub use play::{Outcome, Table};
pub use spread::{Spread, WIDEST};
pub use tally::{ActTally, After, AskTally, AuctionTally, ReasonTally, SeatTally, Tally, branch_bounds};
pub use watch::Prepared;
