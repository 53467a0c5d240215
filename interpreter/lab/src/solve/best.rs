//! Best responses: what a side could have at most against a plan of the other, exactly.

use super::regret::gains;
use super::small::Small;
use crate::engine::item;

/// How good two plans are.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measure {
    /// After so many rounds.
    pub rounds: u64,
    /// What the first side has on average where both plans are followed; the other has as much less than nought.
    pub value: f64,
    /// What the first side has at least by its plan, whatever the other does.
    pub least: f64,
    /// What the first side has at most against the other's plan, whatever it does.
    pub most: f64,
}

impl Measure {
    /// What is lost by playing so against who knows it, as a mean of both sides: half of what both could gain together.
    #[must_use]
    pub fn exploitability(&self) -> f64 {
        (self.most - self.least) / 2.0
    }
}

/// What a side has who answers a plan of the other in the best way.
fn answer(small: &Small, side: usize, theirs: &[f64]) -> f64 {
    let Some(of) = small.sides.get(side) else { return 0.0 };
    let mut gains = gains(small, side, theirs);
    for set in of.sets.iter().rev() {
        let best = gains.get(set.range()).unwrap_or_default().iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if let Some(before) = gains.get_mut(set.before as usize) {
            *before += best;
        }
    }
    item(&gains, 0)
}

/// Measures two plans.
pub fn measure(small: &Small, rounds: u64, plans: &[Vec<f64>; 2]) -> Measure {
    let [one, other] = plans;
    let value = gains(small, 0, other).iter().zip(one).map(|(gain, own)| gain * own).sum();
    Measure { rounds, value, least: -answer(small, 1, one), most: answer(small, 0, other) }
}
