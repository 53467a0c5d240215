//! An independent referee for the card game Varg Bid.
//!
//! It knows the rules text, the rulings and the record format, and nothing of the engine. From the record it takes
//! chance (the first dealer, the order of the stock) and the choices; it plays the game itself and compares the rest.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::expect_used, clippy::panic)]

mod cards;
mod game;
#[cfg(test)]
mod player;
mod record;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::rc::Rc;

use serde_json::Value;

use cards::{Card, Cards};

/// What a record that is in order amounts to. Seats are numbered from 1; `scores[0]` is of seat 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// All decisions, the forced ones too.
    pub decisions: usize,
    /// The decisions that had one legal choice.
    pub forced: usize,
    /// The total of every seat.
    pub scores: Vec<i64>,
    /// The seats with the highest total.
    pub winners: Vec<usize>,
}

/// Checks the record of one whole game (JSON lines, view "all"). An error tells the line and what is wrong there.
pub fn check(record: &str) -> Result<Summary, String> {
    let parse = |(i, l)| serde_json::from_str(l).map(Rc::new).map_err(|e| format!("line {}: not JSON: {e}", i + 1));
    let lines = record.lines().enumerate().map(parse).collect::<Res<Vec<Rc<Value>>>>()?;
    Referee { lines, ..Default::default() }.game()
}

type Res<T> = Result<T, String>;

/// The reader of a record and the game it is played against. Seats count from 1.
#[derive(Default)]
struct Referee {
    lines: Vec<Rc<Value>>,
    next: usize,
    /// The number of the line that an error is about.
    at: usize,
    players: usize,
    extended: bool,
    returned: bool,
    /// Where the record's moves have brought the cards, and how many moves there were.
    seen: Cards,
    moves: usize,
    /// Cards that went from the stock to a hand since the last shuffle.
    dealt: Vec<(Card, usize)>,
    shuffles: u64,
    phases: BTreeMap<String, u64>,
    tracks: BTreeMap<String, Value>,
    /// Where the cards are by the rules, and every seat's score.
    cards: Cards,
    totals: Vec<i64>,
    decisions: usize,
    forced: usize,
}
