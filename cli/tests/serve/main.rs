//! `bidlang serve` as a process: killed at any moment, on a disk that is full, ended by a signal.
#![cfg(all(unix, feature = "serve"))]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

mod disks;
mod kills;
mod process;
mod shelf;
