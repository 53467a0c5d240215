//! A match heard again from its beginning, by one who hears what a seat may know.

use bidlang::engine::Choice;
use bidlang::{Error, Table, Turn};
use bidlang_players::{Ears, Hears};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::matches::Match;
use crate::problems::plain;

/// A match played again on a table of its own.
pub struct Follows<H> {
    pub seat: u8,
    /// The seed of the match.
    seed: u64,
    table: Table,
    ears: Ears<H>,
    /// The choices of the match that were heard of.
    made: Vec<(u8, Choice)>,
}

impl<H: Hears> Follows<H> {
    pub fn new(at: &Match, seat: u8, hears: H) -> PyResult<Self> {
        let Some(seed) = at.seed else {
            return Err(PyValueError::new_err("a match is heard from its beginning: it has to be one of a seed"));
        };
        let prepared = at.played.prepared().clone();
        let table = prepared.table(seed);
        Ok(Self {
            seat: at.seat(seat)?,
            seed,
            table,
            ears: Ears { prepared, at: vec![(seat, hears)] },
            made: Vec::new(),
        })
    }

    /// Who hears.
    pub fn hears(&mut self) -> Option<&mut H> {
        self.ears.at.first_mut().map(|(_, hears)| hears)
    }

    /// The choices of the match that were not heard of, where it is the one that is followed and its seat is to choose.
    pub fn choices(&self, py: Python<'_>, at: &Match) -> PyResult<Vec<(u8, Choice)>> {
        let (own, other) = (&self.ears.prepared, at.played.prepared());
        let same = at.seed == Some(self.seed)
            && own.game().hash() == other.game().hash()
            && own.players() == other.players()
            && own.options() == other.options();
        let new = at.played.choices.as_ref().filter(|_| same).and_then(|made| made.strip_prefix(self.made.as_slice()));
        let Some(new) = new else {
            return Err(PyValueError::new_err("it goes on with the match that it was made for, and this is another"));
        };
        if !at.played.waiting().any(|seat| seat == self.seat) {
            return Err(plain(py, "NotToChooseError", &format!("seat {} is not to choose now", self.seat)));
        }
        Ok(new.to_vec())
    }

    /// Plays the choices that were not heard of, up to the turn of the seat behind them.
    pub fn catch_up(&mut self, choices: Vec<(u8, Choice)>) -> Result<Turn, Error> {
        let Self { table, ears, made, seat, .. } = self;
        let mut turn = table.turn_told(ears)?;
        for (seat, choice) in choices {
            let Some(open) = &turn else { break };
            table.play_told(seat, &open.act(&choice), ears)?;
            made.push((seat, choice));
            turn = table.turn_told(ears)?;
        }
        Ok(table.turn_of(*seat))
    }
}
