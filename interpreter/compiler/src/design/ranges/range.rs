//! A stretch of numbers.

/// Lowest and highest; both ends count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    /// The lowest.
    pub low: i64,
    /// The highest.
    pub high: i64,
}

/// So far that hardly a number of a game is there: what is said to be here may lie beyond.
pub(super) const FAR: i64 = 1 << 62;

impl Range {
    pub(in super::super) const ALL: Self = Self { low: -FAR, high: FAR };
    pub(crate) const YES_NO: Self = Self { low: 0, high: 1 };

    pub(in super::super) const fn new(low: i64, high: i64) -> Self {
        Self { low, high }
    }

    pub(crate) const fn only(value: i64) -> Self {
        Self { low: value, high: value }
    }

    pub(super) fn clipped(self) -> Self {
        Self { low: self.low.clamp(-FAR, FAR), high: self.high.clamp(-FAR, FAR) }
    }

    /// Whether there is no lowest, no highest that a rules file says.
    #[must_use]
    pub const fn is_open(self) -> (bool, bool) {
        (self.low <= i32::MIN as i64, self.high >= i32::MAX as i64)
    }

    /// Whether all of it fits a slot of 32 bits.
    #[must_use]
    pub const fn fits_a_slot(self) -> bool {
        self.low >= i32::MIN as i64 && self.high <= i32::MAX as i64
    }

    /// The range, and one more at either end.
    #[must_use]
    pub const fn widened(self) -> Self {
        Self { low: self.low.saturating_sub(1), high: self.high.saturating_add(1) }
    }

    /// The smallest range that holds both.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// The smallest range that holds what `of` gives for the ends of both.
    pub(super) fn corners(a: Self, b: Self, of: impl Fn(i64, i64) -> i64) -> Self {
        let all = [of(a.low, b.low), of(a.low, b.high), of(a.high, b.low), of(a.high, b.high)];
        let (low, high) = all.into_iter().fold((i64::MAX, i64::MIN), |(low, high), one| (low.min(one), high.max(one)));
        Self { low, high }.clipped()
    }

    /// The only number, if there is only one.
    #[must_use]
    pub const fn value(self) -> Option<i64> {
        if self.low == self.high && self.low > -FAR && self.high < FAR { Some(self.low) } else { None }
    }

    /// Whether it never holds.
    #[must_use]
    pub const fn is_no(self) -> bool {
        self.low == 0 && self.high == 0
    }
}
