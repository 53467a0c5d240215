//! Counting and unranking groups of cards without listing them: how many there are that obey conditions, and which the n-th is.
//! `reader` reads the conditions as linear constraints (`asked`), `cases` parts those joined by `or` (inclusion and exclusion), `classes` counts by
//! polynomials over classes, with cards that lie `aside`, `sums` by dynamic programming over sums, `anchored` by the card at the end of a group,
//! `several::either` by each of several conditions, `search` walks where nothing else goes; `values` are single values that fit, `spans` those of a wide range as intervals.

mod anchored;
mod aside;
mod asked;
mod cases;
mod classes;
mod known;
mod memo;
mod reader;
mod search;
mod several;
mod spans;
mod sums;
mod values;

pub(super) use known::Known;
pub(crate) use several::Scratch;
pub(super) use several::{Ready, Several};
pub(super) use spans::{Spanned, Wide};
pub(super) use values::Values;
