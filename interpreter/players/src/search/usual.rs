//! How much is usually gained or lost: by it large results and small ones are brought to one scale (a squashing function around the median).

/// After so many results it is known. Were it followed further, it would go after the choice that is tried most: what is lost by a bad one would look as little as
/// what is lost by a good one.
const KNOWN: u32 = 64;

/// How much is usually gained or lost in a search.
#[derive(Debug, Default)]
pub(super) struct Usual {
    amount: f64,
    results: u32,
}

impl Usual {
    /// A result of whoever searches is seen: the median of the first ones is looked for.
    pub(super) fn see(&mut self, result: f64) {
        if self.results >= KNOWN {
            return;
        }
        self.results += 1;
        self.amount = match self.amount {
            usual if usual <= 0.0 => result.abs(),
            usual if result.abs() > usual => usual * 1.05,
            usual => usual * 0.952,
        };
    }

    /// A result on the scale from -1 to 1: what gains or loses much counts little more than what gains or loses as much as is usual.
    pub(super) fn level(&self, result: f64) -> f64 {
        result / (self.amount.max(1e-3) + result.abs())
    }
}

#[cfg(test)]
mod tests {
    use super::Usual;

    #[test]
    fn what_is_tried_most_does_not_look_better_for_it() {
        let mut usual = Usual::default();
        (0..100).for_each(|_| usual.see(5.0));
        let good = usual.level(5.0);
        (0..1_000).for_each(|_| usual.see(-4.0));
        (0..1_000).for_each(|_| usual.see(1.0));
        assert!((usual.level(5.0) - good).abs() < 1e-9);
        assert!(usual.level(4.0) < good && usual.level(50.0) < 1.0);
    }
}
