//! Counting and unranking groups of cards without listing them: how many there are that obey conditions, and which the n-th is.
//! `asked` reads the conditions as linear constraints, `classes` counts by polynomials over classes, `sums` by dynamic programming over
//! sums, `search` walks where nothing else goes.

mod asked;
mod classes;
mod memo;
mod search;
mod several;
mod sums;

pub(super) use asked::Known;
pub(super) use several::{Ready, Scratch, Several};
