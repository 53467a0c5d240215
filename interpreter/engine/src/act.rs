//! A choice: an act and what is picked in it.

use serde::Serialize;

use super::MOST_PICKS;
use super::program::CardSet;

/// What was picked: cards, or a number, member, seat or answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize)]
pub struct Picked {
    /// The cards; none for other picks.
    pub cards: CardSet,
    /// The number, member or seat; 0 for cards.
    pub value: i64,
}

impl Picked {
    /// Cards.
    #[inline]
    pub(super) fn of(cards: impl Into<CardSet>) -> Self {
        Self { cards: cards.into(), value: 0 }
    }

    /// A number, member, seat or answer.
    #[inline]
    pub(super) const fn number(value: i64) -> Self {
        Self { cards: CardSet::NONE, value }
    }
}

/// One choice of a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash, Serialize)]
pub struct Choice {
    /// The act, by its place in the decision.
    pub act: u8,
    /// What is picked, in order; the rest is empty.
    pub picks: [Picked; MOST_PICKS],
}
