//! Plays a compiled game. Takes a [`Program`], choices and chance; gives decisions and events.
//!
//! Invariant: the engine knows neither text nor places in a text, and no game. It names a rule by the number of its
//! line ([`RuleId`]); the front maps that back.

#![allow(clippy::duplicate_mod, reason = "`runner` is one text for two engines: see `few` and `many`")]

mod act;
mod alike;
#[macro_use]
mod card_set;
mod chance;
mod desk;
mod either;
mod eval;
mod event;
mod fault;
mod few;
mod few_set;
mod goes_by;
mod index;
mod kept;
mod likes;
mod many;
mod minds;
mod program;
mod reached;
mod refused;
mod seed;
mod sights;
mod state;
mod telling;
mod terms;
mod unseen;
mod view;
mod watch;

pub use act::{Choice, Picked};
pub use alike::Alike;
pub use chance::{Chance, Luck, Seeded, Stream};
pub use desk::{Desk, Pause, Plan, Points, Sale};
pub use either::{Judge, Laying, Runner, work_out, work_out_cards};
pub use eval::{compares, constant_cards, constant_fault, constant_int, constant_seats};
pub use eval::{each_card, each_seat};
pub use event::{Event, Silent, Sink};
pub use fault::{Fault, FaultKind};
pub use goes_by::GoesBy;
#[doc(hidden)]
pub use index::{fit, item};
pub use likes::Likes;
pub use program::*;
pub use reached::{Reach, Reached};
pub use refused::{Objection, Refusals, Refused, Why};
pub use seed::Seed;
pub use sights::Shown;
pub use state::{State, WIDE};
pub use telling::{CardsTold, PickTold, Reader, Telling, decided_for};
pub use terms::{Comparison, Fold, Role, Ties};
pub use view::{SeenPlace, SeenTrack, View};
pub use watch::{Made, Played, Watch};

/// The number of the name of the place where the cards of a trick lie.
pub const TRICK: u16 = 1;
/// Most cards that a game may have.
pub const MOST_CARDS: usize = 256;
/// Most things that one act may pick.
pub const MOST_PICKS: usize = 4;
/// Most `must` lines of an act.
pub const MOST_MUSTS: usize = 64;
