//! Sets of cards of decks of at most 128 cards: one word, which goes in registers.

use super::card_set::CardSet;

/// A set of cards of a deck of at most 128, a bit each: the engine's own, where a program has no more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub(crate) struct FewCards(u128);

impl FewCards {
    pub const NONE: Self = Self(0);
    pub const MAX: Self = Self(u128::MAX);

    #[inline(always)]
    pub const fn one(card: u8) -> Self {
        // Half by half: a shift of the whole takes longer.
        let half = 1_u64 << (card & 63);
        Self(if card & 64 == 0 { half as u128 } else { (half as u128) << 64 })
    }

    pub const fn first(count: usize) -> Self {
        Self(match count {
            0 => 0,
            1..=127 => u128::MAX >> (128 - count),
            _ => u128::MAX,
        })
    }

    #[inline(always)]
    pub const fn has(self, card: u8) -> bool {
        let half = if card & 64 == 0 { self.half() } else { self.second() };
        half >> (card & 63) & 1 == 1
    }

    #[inline(always)]
    pub const fn count_ones(self) -> u32 {
        self.0.count_ones()
    }

    #[inline(always)]
    pub const fn trailing_zeros(self) -> u32 {
        self.0.trailing_zeros()
    }

    #[inline(always)]
    pub const fn lowest(self) -> Option<u8> {
        if self.0 == 0 { None } else { Some(self.0.trailing_zeros() as u8) }
    }

    #[inline(always)]
    pub const fn highest(self) -> Option<u8> {
        if self.0 == 0 { None } else { Some(127 - self.0.leading_zeros() as u8) }
    }

    pub const fn spread(self) -> u32 {
        match (self.lowest(), self.highest()) {
            (Some(low), Some(high)) => (high - low) as u32,
            _ => 0,
        }
    }

    #[inline(always)]
    pub const fn alone(self) -> Self {
        Self(self.0 & self.0.wrapping_neg())
    }

    #[inline(always)]
    pub const fn before(self) -> Self {
        Self((self.0 & self.0.wrapping_neg()).wrapping_sub(1))
    }

    #[inline(always)]
    pub const fn at_most_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) == 0
    }

    #[inline(always)]
    pub const fn begins_the_deck(self) -> bool {
        self.0 & self.0.wrapping_add(1) == 0
    }

    #[inline(always)]
    pub const fn half(self) -> u64 {
        self.0 as u64
    }

    #[inline(always)]
    pub const fn second(self) -> u64 {
        (self.0 >> 64) as u64
    }

    #[inline(always)]
    pub const fn goes_beyond(self) -> bool {
        self.0 >> 64 != 0
    }

    #[inline(always)]
    pub const fn of_words(first: u64, second: u64) -> Self {
        Self(first as u128 | (second as u128) << 64)
    }

    #[inline(always)]
    pub const fn of_half(half: u64) -> Self {
        Self(half as u128)
    }

    #[inline(always)]
    pub const fn from_low(low: u128) -> Self {
        Self(low)
    }

    #[inline(always)]
    pub const fn low(self) -> u128 {
        self.0
    }

    /// By less than 128: the cards of a deck lie no further apart.
    #[inline(always)]
    pub const fn up(self, by: u32) -> Self {
        Self(self.0 << (by & 127))
    }

    /// By less than 128.
    #[inline(always)]
    pub const fn down(self, by: u32) -> Self {
        Self(self.0 >> (by & 127))
    }
}

impl From<CardSet> for FewCards {
    #[inline(always)]
    fn from(set: CardSet) -> Self {
        Self(set.low())
    }
}

impl From<FewCards> for CardSet {
    #[inline(always)]
    fn from(set: FewCards) -> Self {
        Self::from(set.0)
    }
}

word_by_word!(FewCards 0);
