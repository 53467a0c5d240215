//! What is wrong with a choice, and all that is refused in a decision.

use super::act::Choice;
use super::program::RuleId;

/// Why a choice is not legal, and the line that says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Objection {
    /// What is wrong.
    pub why: Why,
    /// The line.
    pub rule: RuleId,
}

/// What is wrong with a choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// There is no such act in this decision.
    NoAct,
    /// The act's `when` does not hold.
    NotNow,
    /// The pick is not among what it is picked from.
    NotThere,
    /// Too few or too many cards.
    Number,
    /// The number is too low or too high.
    Range,
    /// The pick's `where` does not hold.
    Where,
    /// The pick's `so that` does not hold.
    SoThat,
    /// A `must` does not hold.
    Must,
    /// It is forbidden by what the seat does not see.
    Hidden,
    /// The seat does not see the card.
    Unseen,
}

/// Something that might be meant in a decision and is not legal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The act with its first picks.
    pub choice: Choice,
    /// How many of the picks are made; whatever comes after these is not legal either.
    pub picks: usize,
    /// Instead of a pick: all numbers, or numbers of cards, but those from the first to the second.
    pub outside: Option<(i64, i64)>,
    /// What forbids it, in the order of the lines.
    pub why: Vec<Objection>,
}

/// All that is refused in a decision.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Refusals {
    /// In the order of the acts and of what is picked.
    pub found: Vec<Refused>,
    /// Whether there is more than was looked at.
    pub cut: bool,
}
