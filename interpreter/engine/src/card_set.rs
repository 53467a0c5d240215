//! Sets of cards: a bit for each card of a deck.

use serde::{Serialize, Serializer};

/// A set of cards, a bit each: the first 128 cards, then the others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct CardSet {
    high: u128,
    low: u128,
}

impl CardSet {
    /// No card.
    pub const NONE: Self = Self { high: 0, low: 0 };
    /// All cards that there can be.
    pub const MAX: Self = Self { high: u128::MAX, low: u128::MAX };

    /// The set of one card.
    #[must_use]
    #[inline]
    pub const fn one(card: u8) -> Self {
        // Half by half: a shift of the whole takes longer.
        let part = 1_u64 << (card & 63);
        let part = if card & 64 == 0 { part as u128 } else { (part as u128) << 64 };
        if card & 128 == 0 { Self { high: 0, low: part } } else { Self { high: part, low: 0 } }
    }

    /// The first so many cards.
    #[must_use]
    pub const fn first(count: usize) -> Self {
        match count {
            0 => Self::NONE,
            1..=128 => Self { high: 0, low: u128::MAX >> (128 - count) },
            129..256 => Self { high: u128::MAX >> (256 - count), low: u128::MAX },
            _ => Self::MAX,
        }
    }

    /// Whether there is no card.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.low | self.high == 0
    }

    /// How many cards.
    #[must_use]
    #[inline]
    pub const fn count_ones(self) -> u32 {
        self.low.count_ones() + self.high.count_ones()
    }

    /// Whether a card is one of them.
    #[must_use]
    #[inline]
    pub const fn has(self, card: u8) -> bool {
        let half = if card & 128 == 0 { self.low } else { self.high };
        let part = if card & 64 == 0 { half as u64 } else { (half >> 64) as u64 };
        part >> (card & 63) & 1 == 1
    }

    /// The number of the lowest card; 256 of none.
    #[must_use]
    #[inline]
    pub const fn trailing_zeros(self) -> u32 {
        if self.low != 0 { self.low.trailing_zeros() } else { 128 + self.high.trailing_zeros() }
    }

    /// How far the highest lies above the lowest; 0 of none.
    #[must_use]
    pub const fn spread(self) -> u32 {
        match (self.lowest(), self.highest()) {
            (Some(low), Some(high)) => (high - low) as u32,
            _ => 0,
        }
    }

    /// The card of the lowest number alone.
    #[must_use]
    #[inline]
    pub const fn alone(self) -> Self {
        if self.low != 0 {
            Self { high: 0, low: self.low & self.low.wrapping_neg() }
        } else {
            Self { high: self.high & self.high.wrapping_neg(), low: 0 }
        }
    }

    /// All cards of lower numbers than the lowest; all of none.
    #[must_use]
    #[inline]
    pub const fn before(self) -> Self {
        if self.low != 0 {
            Self { high: 0, low: (self.low & self.low.wrapping_neg()).wrapping_sub(1) }
        } else {
            Self { high: (self.high & self.high.wrapping_neg()).wrapping_sub(1), low: u128::MAX }
        }
    }

    /// A set of some of the first 128 cards.
    #[must_use]
    #[inline(always)]
    pub const fn from_low(low: u128) -> Self {
        Self { high: 0, low }
    }

    /// The first 64 cards, as a word.
    #[must_use]
    #[inline(always)]
    pub const fn half(self) -> u64 {
        self.low as u64
    }

    /// The second 64 cards, as a word.
    #[must_use]
    #[inline(always)]
    pub const fn second(self) -> u64 {
        (self.low >> 64) as u64
    }

    /// A set of which 128 bits are given, in two words.
    #[must_use]
    #[inline(always)]
    pub const fn of_words(first: u64, second: u64) -> Self {
        Self { high: 0, low: first as u128 | (second as u128) << 64 }
    }

    /// A set of its first 128 cards and the others.
    #[must_use]
    #[inline(always)]
    pub const fn of_halves(low: u128, high: u128) -> Self {
        Self { high, low }
    }

    /// A set of some of the first 64 cards.
    #[must_use]
    #[inline(always)]
    pub const fn of_half(half: u64) -> Self {
        Self { high: 0, low: half as u128 }
    }

    /// Whether there are cards behind the first 64.
    #[must_use]
    #[inline(always)]
    pub const fn goes_beyond(self) -> bool {
        self.low >> 64 | self.high != 0
    }

    /// Whether there is none or one.
    #[must_use]
    #[inline]
    pub const fn at_most_one(self) -> bool {
        if self.high == 0 {
            self.low & self.low.wrapping_sub(1) == 0
        } else {
            self.low == 0 && self.high & (self.high.wrapping_sub(1)) == 0
        }
    }

    /// Whether they are the first cards of the deck, or none.
    #[must_use]
    #[inline]
    pub const fn begins_the_deck(self) -> bool {
        if self.high == 0 {
            self.low & self.low.wrapping_add(1) == 0
        } else {
            self.low == u128::MAX && self.high & self.high.wrapping_add(1) == 0
        }
    }

    /// All cards moved so far to higher numbers.
    #[must_use]
    #[inline]
    pub const fn up(self, by: u32) -> Self {
        if by == 0 {
            self
        } else if by < 128 {
            Self { high: self.high << by | self.low >> (128 - by), low: self.low << by }
        } else if by < 256 {
            Self { high: self.low << (by - 128), low: 0 }
        } else {
            Self::NONE
        }
    }

    /// All cards moved so far to lower numbers.
    #[must_use]
    #[inline]
    pub const fn down(self, by: u32) -> Self {
        if by == 0 {
            self
        } else if by < 128 {
            Self { high: self.high >> by, low: self.low >> by | self.high << (128 - by) }
        } else if by < 256 {
            Self { high: 0, low: self.high >> (by - 128) }
        } else {
            Self::NONE
        }
    }

    /// The cards as words of 64 bits, the first cards in the first.
    #[must_use]
    pub const fn words(self) -> [u64; 4] {
        [self.half(), self.second(), self.high as u64, (self.high >> 64) as u64]
    }

    /// The first 128 cards, as a word.
    #[must_use]
    #[inline]
    pub const fn low(self) -> u128 {
        self.low
    }

    /// The others, as a word.
    #[must_use]
    #[inline]
    pub const fn high(self) -> u128 {
        self.high
    }

    /// The card of the lowest number.
    #[must_use]
    #[inline]
    pub const fn lowest(self) -> Option<u8> {
        if self.low != 0 {
            Some(self.low.trailing_zeros() as u8)
        } else if self.high != 0 {
            Some(128 | self.high.trailing_zeros() as u8)
        } else {
            None
        }
    }

    /// The card of the highest number.
    #[must_use]
    #[inline]
    pub const fn highest(self) -> Option<u8> {
        if self.high != 0 {
            Some(255 - self.high.leading_zeros() as u8)
        } else if self.low != 0 {
            Some(127 - self.low.leading_zeros() as u8)
        } else {
            None
        }
    }
}

impl From<u128> for CardSet {
    #[inline]
    fn from(low: u128) -> Self {
        Self { high: 0, low }
    }
}

/// The operators of sets, word by word.
macro_rules! word_by_word {
    (@each $set:ident, $parts:tt; $($of:ident $by:ident $assigned:ident $assign:ident $sign:tt;)*) => {
        $(word_by_word!{@one $set, $parts; $of $by $assigned $assign $sign})*
    };
    (@one $set:ident, ($($part:tt)+); $of:ident $by:ident $assigned:ident $assign:ident $sign:tt) => {
        impl std::ops::$of for $set {
            type Output = Self;
            #[inline(always)]
            fn $by(self, other: Self) -> Self {
                Self { $($part: self.$part $sign other.$part),+ }
            }
        }
        impl std::ops::$of<$set> for &$set {
            type Output = $set;
            #[inline(always)]
            fn $by(self, other: $set) -> $set {
                *self $sign other
            }
        }
        impl std::ops::$of<&$set> for $set {
            type Output = Self;
            #[inline(always)]
            fn $by(self, other: &Self) -> Self {
                self $sign *other
            }
        }
        impl std::ops::$of<&$set> for &$set {
            type Output = $set;
            #[inline(always)]
            fn $by(self, other: &$set) -> $set {
                *self $sign *other
            }
        }
        impl std::ops::$assigned for $set {
            #[inline(always)]
            fn $assign(&mut self, other: Self) {
                *self = *self $sign other;
            }
        }
    };
    ($set:ident $($part:tt)+) => {
        word_by_word! { @each $set, ($($part)+);
            BitAnd bitand BitAndAssign bitand_assign &;
            BitOr bitor BitOrAssign bitor_assign |;
            BitXor bitxor BitXorAssign bitxor_assign ^;
        }

        impl std::ops::Not for $set {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                Self { $($part: !self.$part),+ }
            }
        }

        impl FromIterator<u8> for $set {
            fn from_iter<I: IntoIterator<Item = u8>>(cards: I) -> Self {
                cards.into_iter().fold(Self::NONE, |set, card| set | Self::one(card))
            }
        }

        impl FromIterator<usize> for $set {
            fn from_iter<I: IntoIterator<Item = usize>>(cards: I) -> Self {
                cards.into_iter().map($crate::index::fit::<_, u8>).collect()
            }
        }

        /// With words; in practice with none.
        impl PartialEq<u128> for $set {
            #[inline(always)]
            fn eq(&self, other: &u128) -> bool {
                *self == Self::from_low(*other)
            }
        }
    };
}
word_by_word!(CardSet high low);

impl Serialize for CardSet {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if self.high == 0 { self.low.serialize(to) } else { [self.low, self.high].serialize(to) }
    }
}

impl std::fmt::Debug for CardSet {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.high == 0 { write!(to, "{}", self.low) } else { write!(to, "{:x}:{:x}", self.high, self.low) }
    }
}
