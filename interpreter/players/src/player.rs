//! Who decides for a seat. A player is told what its seat may know, and asked; it never holds the table, its seed or its chance.

use bidlang::engine::Choice;

use crate::hearing::Hears;

/// A seat is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Question {
    /// The decision.
    pub ask: u16,
    /// How many legal choices there are; two at least.
    pub count: u64,
}

/// What a player answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// This choice.
    Choice(Choice),
    /// The legal choice with this number, from 0, in the order of the rules.
    Nth(u64),
}

/// Who decides for a seat.
pub trait Player: Hears + Send {
    /// The seat is asked.
    fn answer(&mut self, question: Question) -> Answer;
}
