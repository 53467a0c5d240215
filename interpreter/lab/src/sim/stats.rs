//! Intervals and tests. What each is and where it comes from stands in `docs/sim.md`.

/// The two-sided share of a normal distribution that lies outside of the intervals that are told: 5 %.
pub const OUTSIDE: f64 = 0.05;

/// The interval of a share that came up `hits` times in `of` (E. B. Wilson 1927), for `z` standard deviations.
#[must_use]
pub fn wilson(hits: u64, of: u64, z: f64) -> (f64, f64) {
    if of == 0 {
        return (0.0, 1.0);
    }
    let (n, share) = (of as f64, hits as f64 / of as f64);
    let square = z * z;
    let middle = (share + square / (2.0 * n)) / (1.0 + square / n);
    let half = z / (1.0 + square / n) * (share * (1.0 - share) / n + square / (4.0 * n * n)).sqrt();
    // The ends are exactly 0 and 1 where nothing or all came up.
    let low = if hits == 0 { 0.0 } else { (middle - half).max(0.0) };
    let high = if hits == of { 1.0 } else { (middle + half).min(1.0) };
    (low, high)
}

/// The standard deviation (with `n - 1`) of numbers with these sums; 0 of fewer than two.
#[must_use]
pub fn deviation(count: u64, sum: i128, squares: i128) -> f64 {
    if count < 2 {
        return 0.0;
    }
    let n = i128::from(count);
    // n * squares - sum^2 is a whole number, so that nothing is lost before the division.
    let spread = match (n.checked_mul(squares), sum.checked_mul(sum)) {
        (Some(a), Some(b)) => (a - b) as f64 / (n as f64 * (n - 1) as f64),
        _ => (squares as f64 - (sum as f64) * (sum as f64) / n as f64) / (n - 1) as f64,
    };
    spread.max(0.0).sqrt()
}

/// The share of a normal distribution further out than `z` standard deviations, on both sides.
#[must_use]
pub fn outside(z: f64) -> f64 {
    libm::erfc(z.abs() / std::f64::consts::SQRT_2)
}

/// How many standard deviations leave `share` of a normal distribution outside, on both sides.
#[must_use]
pub fn deviations(share: f64) -> f64 {
    let (mut low, mut high) = (0.0, 40.0);
    for _ in 0..80 {
        let middle = f64::midpoint(low, high);
        if outside(middle) > share { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

/// Which of several tests say "beyond noise" at `level` for all of them together (S. Holm 1979): the smallest of `m` chances has to be at
/// most `level / m`, the next at most `level / (m - 1)`, and so on until one is not.
#[must_use]
pub(crate) fn holm(chances: &[f64], level: f64) -> Vec<bool> {
    let mut order: Vec<usize> = (0..chances.len()).collect();
    let chance = |at: usize| chances.get(at).copied().unwrap_or(1.0);
    order.sort_by(|a, b| chance(*a).total_cmp(&chance(*b)).then(a.cmp(b)));
    let mut beyond = vec![false; chances.len()];
    for (rank, at) in order.into_iter().enumerate() {
        if chance(at) > level / (chances.len() - rank) as f64 {
            break;
        }
        if let Some(slot) = beyond.get_mut(at) {
            *slot = true;
        }
    }
    beyond
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::indexing_slicing)]
    use super::*;

    fn near(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-4, "{a} is not {b}");
    }

    fn to_twelve_digits(a: f64, b: f64) {
        assert!((a - b).abs() < 1e-12, "{a} is not {b}");
    }

    #[test]
    fn published_numbers() {
        to_twelve_digits(deviations(0.05), 1.959_963_984_540);
        to_twelve_digits(deviations(0.01), 2.575_829_303_549);
        to_twelve_digits(outside(1.0), 0.317_310_507_863);
        to_twelve_digits(outside(-2.0), 0.045_500_263_896);
        to_twelve_digits(outside(0.0), 1.0);
        // Newcombe 1998, table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
        for (hits, of, low, high) in
            [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)]
        {
            let found = wilson(hits, of, deviations(0.05));
            near(found.0, low);
            near(found.1, high);
        }
        near(deviation(4, 10, 30), 1.290_99);
    }

    #[test]
    fn holm_stops_at_the_first_that_is_noise() {
        assert_eq!(holm(&[0.01, 0.04, 0.03, 0.005], 0.05), [true, false, false, true]);
        assert_eq!(holm(&[], 0.05), Vec::<bool>::new());
        assert_eq!(holm(&[0.2, 0.01], 0.05), [false, true]);
    }
}
