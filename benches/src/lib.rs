//! Games written by hand for speed, to measure the engine against. They play exactly what the rules files say, checked
//! choice by choice in `tests/equal.rs`.
#![allow(
    clippy::indexing_slicing,
    reason = "hand-written games index fixed arrays by seats and cards, which are always in range"
)]

pub mod baseline;
pub mod engine;
pub mod random;
pub mod select;
