//! What games reach: for each line how often it was done, held, forbade. Counted only where somebody asks.

use super::program::RuleId;

/// Something that a line may come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// It was done.
    Done,
    /// It was worked out and held, or was not nought.
    Held,
    /// It was worked out and did not hold, or was nought.
    Failed,
    /// The act was chosen.
    Chosen,
    /// It forbade something.
    Forbade,
    /// There was a tie.
    Tied,
}

impl Reach {
    /// Held or failed.
    #[must_use]
    pub const fn held(holds: bool) -> Self {
        if holds { Self::Held } else { Self::Failed }
    }
}

/// How often each line came to what.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reached {
    counts: Vec<[u64; 6]>,
}

impl Reached {
    pub(super) fn note(&mut self, rule: RuleId, what: Reach) {
        let rule = rule as usize;
        if self.counts.len() <= rule {
            self.counts.resize(rule + 1, [0; 6]);
        }
        if let Some(count) = self.counts.get_mut(rule).and_then(|counts| counts.get_mut(what as usize)) {
            *count += 1;
        }
    }

    /// How often a line came to this.
    #[must_use]
    pub fn times(&self, rule: RuleId, what: Reach) -> u64 {
        self.counts.get(rule as usize).and_then(|counts| counts.get(what as usize)).copied().unwrap_or(0)
    }
}
