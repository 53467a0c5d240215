//! Many games with random players, counted: how often each seat wins, how long games are, what auctions bring. Takes a compiled game
//! and seeds; gives a [`Tally`]. It has no threads and touches nothing outside: a front plays parts of the games on as many [`Table`]s
//! as it likes and merges their tallies. All sums are whole numbers, so that the order of merging changes nothing.
//!
//! ```
//! use bidlang::rulebook::Rulebook;
//! use bidlang_lab::sim::{Prepared, Table};
//!
//! let rulebook = Rulebook::read("high.bid", bidlang::SMALL_GAME).unwrap();
//! let setup = rulebook.setup(Some(3), &[]).unwrap();
//! let prepared = Prepared::new(&rulebook.game, rulebook.compile(&setup).unwrap());
//! let mut table = Table::new(&prepared, 10_000);
//! for seed in 1..=100 {
//!     table.play(seed).unwrap();
//! }
//! let tally = table.take();
//! assert_eq!(tally.games, 100);
//! assert!((0..3).all(|seat| (0.0..=1.0).contains(&tally.win_share(seat))));
//! ```

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
