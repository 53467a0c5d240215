//! x
/// m
pub const MOST_CARDS: usize = 128;
