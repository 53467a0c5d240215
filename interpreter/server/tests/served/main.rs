//! The server, as its clients know it.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "a test may fail")]

#[allow(dead_code, reason = "what other tests of this binary use")]
mod client;
mod faults;
mod load;
mod plays;
mod theme;
mod wrong;
