//! Small games of two sides solved: the whole game is walked through once ([`walk()`]), which gives the information sets of both sides and
//! what each end is worth as flat arrays ([`Small`]); counterfactual regret minimisation brings both sides to the best that each can
//! be sure of ([`Solver`]), and best responses say exactly how far from it they are ([`Measure`]).
//!
//! An information set is what a seat was told, what it chose, and what it may choose now; nothing of it comes from the state.

mod best;
mod branching;
mod counted;
mod listener;
mod position;
mod probe;
mod quick;
mod regret;
mod situations;
mod small;
mod stories;
mod walk;

pub use best::{Measure, measure};
#[doc(hidden)]
pub use branching::{Branching, Places};
pub use regret::Solver;
pub use situations::{Part, Situation, Situations};
pub use small::{Goal, Side, Small};
pub use walk::{Refused, scores, walk};

/// Most histories of a game that is walked through where nothing else is said.
pub const MOST_HISTORIES: u64 = 10_000_000;
