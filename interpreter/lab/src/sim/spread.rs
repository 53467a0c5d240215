//! A histogram with exact moments: how often each whole number came up, in bounded memory, with exact sums.

/// Most buckets that are kept. Where the numbers lie further apart, two, four, eight ... neighbours share a bucket.
pub const WIDEST: i64 = 16_384;

/// Whole numbers that came up: how many, their sum, and how often each. What it holds depends on the numbers only, not on their order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Spread {
    counts: Vec<u64>,
    /// The bucket that stands first.
    base: i64,
    /// A bucket holds 2^`shift` neighbours.
    shift: u32,
    count: u64,
    sum: i128,
    squares: i128,
    low: i64,
    high: i64,
}

impl Spread {
    /// Counts a number.
    #[inline]
    pub fn add(&mut self, value: i64) {
        self.add_times(value, 1);
    }

    /// Counts a number several times.
    #[inline]
    pub(crate) fn add_times(&mut self, value: i64, times: u64) {
        if times == 0 {
            return;
        }
        if self.count == 0 {
            (self.low, self.high, self.base) = (value, value, value);
        }
        if value < self.low || value > self.high || self.counts.is_empty() {
            self.reach(value, value);
        }
        self.count += times;
        let wide = i128::from(value);
        self.sum += wide * i128::from(times);
        self.squares += wide * wide * i128::from(times);
        let at = (value >> self.shift) - self.base;
        if let Some(slot) = usize::try_from(at).ok().and_then(|at| self.counts.get_mut(at)) {
            *slot += times;
        }
    }

    /// Counts what another has counted.
    pub fn merge(&mut self, other: &Self) {
        if other.count == 0 {
            return;
        }
        if self.count == 0 {
            *self = other.clone();
            return;
        }
        self.reach(other.low, other.high);
        for (bucket, count) in (other.base..).zip(&other.counts) {
            // The other's buckets are no wider than these: its numbers are among those just made room for.
            let at = (bucket >> (self.shift - other.shift)) - self.base;
            if let Some(slot) = usize::try_from(at).ok().and_then(|at| self.counts.get_mut(at)) {
                *slot += count;
            }
        }
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// Makes room for numbers from `low` to `high`.
    fn reach(&mut self, low: i64, high: i64) {
        (self.low, self.high) = (self.low.min(low), self.high.max(high));
        let mut shift = self.shift;
        while (self.high >> shift) - (self.low >> shift) >= WIDEST {
            shift += 1;
        }
        let first = self.low >> shift;
        let size = usize::try_from((self.high >> shift) - first + 1).unwrap_or(1);
        let mut counts = vec![0; size];
        for (bucket, count) in (self.base..).zip(&self.counts) {
            let at = (bucket >> (shift - self.shift)) - first;
            if let Some(slot) = usize::try_from(at).ok().and_then(|at| counts.get_mut(at)) {
                *slot += count;
            }
        }
        (self.counts, self.base, self.shift) = (counts, first, shift);
    }

    /// How many numbers.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// Their sum.
    #[must_use]
    pub const fn sum(&self) -> i128 {
        self.sum
    }

    /// Lowest and highest; none where nothing came up.
    #[must_use]
    pub fn range(&self) -> Option<(i64, i64)> {
        (self.count > 0).then_some((self.low, self.high))
    }

    /// How many neighbours share a bucket: 1 where quantiles are exact.
    #[must_use]
    pub const fn width(&self) -> i64 {
        1 << self.shift
    }

    /// The mean; 0 of nothing.
    #[must_use]
    pub fn mean(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.sum as f64 / self.count as f64 }
    }

    /// The standard deviation of the numbers (with `n - 1`); 0 of fewer than two.
    #[must_use]
    pub fn deviation(&self) -> f64 {
        super::stats::deviation(self.count, self.sum, self.squares)
    }

    /// The smallest number that at least `part` of `whole` are not above (Hyndman and Fan 1996, definition 1); where neighbours share a
    /// bucket, the lowest of its bucket.
    #[must_use]
    pub fn quantile(&self, part: u64, whole: u64) -> Option<i64> {
        let wanted = (u128::from(self.count) * u128::from(part)).div_ceil(u128::from(whole.max(1))).max(1);
        let mut seen: u128 = 0;
        let found = self.buckets().find(|(_, count)| {
            seen += u128::from(*count);
            seen >= wanted
        });
        found.map(|(value, _)| value.max(self.low))
    }

    /// The numbers that came up, lowest first, with how often; where neighbours share a bucket, its lowest.
    pub fn buckets(&self) -> impl Iterator<Item = (i64, u64)> + '_ {
        let all = (self.base..).zip(&self.counts).filter(|(_, count)| **count > 0);
        all.map(|(bucket, count)| (bucket << self.shift, *count))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn of(values: &[i64]) -> Spread {
        let mut spread = Spread::default();
        values.iter().for_each(|value| spread.add(*value));
        spread
    }

    #[test]
    fn sums_and_quantiles_are_those_of_the_numbers() {
        let spread = of(&[5, -3, 5, 0, 11]);
        assert_eq!((spread.count(), spread.sum(), spread.range()), (5, 18, Some((-3, 11))));
        let quantile = |part| spread.quantile(part, 100).unwrap();
        assert_eq!(
            (quantile(0), quantile(20), quantile(21), quantile(50), quantile(80), quantile(100)),
            (-3, -3, 0, 5, 5, 11)
        );
        assert_eq!(spread.buckets().collect::<Vec<_>>(), [(-3, 1), (0, 1), (5, 2), (11, 1)]);
        assert_eq!(Spread::default().quantile(1, 2), None);
    }

    #[test]
    fn the_order_of_numbers_and_merges_changes_nothing() {
        let values: Vec<i64> = (0..2000).map(|i: i64| (i * i * 7919) % 100_003 - 50_000).collect();
        let whole = of(&values);
        assert!(whole.width() > 1);
        let mut backwards = values.clone();
        backwards.reverse();
        assert_eq!(of(&backwards), whole);
        for cut in [1, 3, 999, 1999] {
            let (a, b) = values.split_at(cut);
            let (mut ab, mut ba) = (of(a), of(b));
            ab.merge(&of(b));
            ba.merge(&of(a));
            assert_eq!(ab, whole);
            assert_eq!(ba, whole);
        }
    }
}
