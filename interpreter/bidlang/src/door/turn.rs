//! A turn: who is to choose, and among what.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::table::Seated;
use crate::engine::{Choice, Desk, each_seat};

/// A seat that is to choose. It is a picture of the table: it stays as it is when the game goes on.
#[derive(Debug, Clone)]
pub struct Turn {
    pub(super) seated: Arc<Seated>,
    pub(super) desk: Desk,
    pub(super) seat: u8,
    pub(super) seats: u32,
}

/// Something that a seat may do: an act of the rules with all that is picked. Prints the words of the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Act {
    pub(super) choice: Choice,
    words: String,
}

impl Turn {
    /// The seat, from 0.
    #[must_use]
    pub const fn seat(&self) -> u8 {
        self.seat
    }

    /// All seats that have to choose before the game goes on, lowest first: several where they choose at once.
    pub fn seats(&self) -> impl Iterator<Item = u8> + use<> {
        each_seat(self.seats)
    }

    /// The name of the seat.
    #[must_use]
    pub fn name(&self) -> &str {
        self.seated.name(self.seat)
    }

    /// How many legal acts there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.seated.runner.choices(&mut self.desk.clone(), self.seat)
    }

    /// The `n`th legal act, from 0; none where there are fewer.
    #[must_use]
    pub fn nth(&self, n: u64) -> Option<Act> {
        let choice = self.seated.runner.nth_choice(&mut self.desk.clone(), self.seat, n)?;
        Some(self.act(&choice))
    }

    /// The legal acts in their order. Where there may be very many, count them and take the `n`th.
    #[must_use]
    pub fn legal(&self) -> Vec<Act> {
        let mut found = Vec::new();
        self.seated.runner.each_choice(&mut self.desk.clone(), self.seat, |choice| {
            found.push(self.act(choice));
            ControlFlow::Continue(())
        });
        found
    }

    fn act(&self, choice: &Choice) -> Act {
        let ask = self.seated.runner.ask(self.desk.state());
        let words = ask.map_or_else(String::new, |ask| self.seated.words().choice(ask, choice));
        Act { choice: *choice, words }
    }
}

impl Act {
    /// An act as the engine knows it, with words of one's own.
    #[must_use]
    pub fn of_choice(choice: Choice, words: impl Into<String>) -> Self {
        Self { choice, words: words.into() }
    }

    /// The act as the engine knows it.
    #[must_use]
    pub const fn choice(&self) -> &Choice {
        &self.choice
    }
}

impl fmt::Display for Act {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(&self.words)
    }
}
