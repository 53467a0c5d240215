//! Sets of cards of a deck, of the width that it needs.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

use crate::program::CardSet;

/// A set with a bit for each card.
pub(super) trait Bits:
    Copy
    + Default
    + PartialEq
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
{
    /// The same cards, which it has room for.
    fn of(cards: CardSet) -> Self;
    fn cards(self) -> CardSet;
    fn count(self) -> u32;
}

impl Bits for u64 {
    #[inline]
    fn of(cards: CardSet) -> Self {
        cards.half()
    }

    #[inline]
    fn cards(self) -> CardSet {
        CardSet::of_half(self)
    }

    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }
}

impl Bits for CardSet {
    #[inline]
    fn of(cards: CardSet) -> Self {
        cards
    }

    #[inline]
    fn cards(self) -> CardSet {
        self
    }

    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }
}
