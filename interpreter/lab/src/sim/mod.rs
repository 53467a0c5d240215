//! Many games with random players, counted: how often each seat wins, how long games are, what auctions bring. Takes a compiled game
//! and seeds; gives a [`Tally`]. It has no threads and touches nothing outside: a front plays parts of the games on as many [`Counter`]s
//! as it likes and merges their tallies. All sums are whole numbers, so that the order of merging changes nothing.
//!
//! ```
//! use bidlang::{Game, Setup};
//! use bidlang_lab::sim::{Counter, Watched};
//!
//! let high = Game::read("high.bid", bidlang::SMALL_GAME)?.prepare(&Setup::players(3))?;
//! let watched = Watched::new(&high);
//! let mut counter = Counter::new(&watched, 10_000);
//! for seed in 1..=100 {
//!     counter.play(seed).map_err(|fault| format!("{fault:?}"))?;
//! }
//! let tally = counter.take();
//! assert_eq!(tally.games, 100);
//! assert!((0..3).all(|seat| (0.0..=1.0).contains(&tally.win_share(seat))));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod contrast;
mod names;
mod play;
mod report;
mod spread;
pub mod stats;
mod tally;
mod watch;

pub use contrast::{Contrast, Ended, Pair};
pub use names::{MOST_VALUES, Names};
pub use play::{AtRandom, Counter, Outcome, Plays};
pub use report::{Games, QUANTILES, bounds, grouped, report, rounded};
pub use spread::{Spread, WIDEST};
pub use tally::{ActTally, After, AskTally, AuctionTally, ReasonTally, SeatTally, Tally, branch_bounds};
pub use watch::Watched;
