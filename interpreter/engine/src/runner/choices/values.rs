//! Values that fit a condition on nothing but the value: a set worked out before the game, a bit for each.

use super::super::super::eval::Given;
use super::super::super::program::{Must, Node, NodeId, Pick, Source};
use super::super::Build;
use super::super::select::nth_bit;

/// Values of which it is known before the game whether they fit: as many from the first on.
const MOST_VALUES: usize = 1024;

/// The values that fit.
pub(in super::super) struct Values {
    first: i64,
    fits: Box<[u64]>,
}

impl Build<'_> {
    /// The values that a pick allows, if its conditions ask of nothing but the value.
    pub(in super::super) fn values(&self, pick: &Pick, musts: &[&Must]) -> Option<Values> {
        let asked: Vec<&&Must> = musts.iter().filter(|must| must.bound.is_none()).collect();
        if asked.iter().any(|must| must.if_able || must.when.is_some()) {
            return None;
        }
        let conditions: Vec<_> = asked.iter().map(|must| must.cond).chain(pick.filter).collect();
        self.known_values(pick, &conditions)
    }

    /// The values of which some conditions hold, if these ask of nothing but the value.
    pub(super) fn known_values(&self, pick: &Pick, conditions: &[NodeId]) -> Option<Values> {
        let (first, count) = match pick.source {
            Source::Number { low, .. } => match self.node(low) {
                Node::Int(low) => (*low, MOST_VALUES),
                _ => (0, MOST_VALUES),
            },
            Source::Member { count, .. } => (0, usize::try_from(count).ok()?),
            Source::Seat => (0, usize::from(self.program.seats)),
            Source::YesNo => (0, 2),
            Source::Cards { .. } => return None,
        };
        if conditions.is_empty() || !conditions.iter().all(|cond| self.depends_only_on(*cond, &[pick.reg])) {
            return None;
        }
        let mut fits = vec![0_u64; count.div_ceil(64)];
        for cond in conditions {
            let mut given = Given::new(self.program, *cond);
            for (word, to) in (0_i64..).zip(&mut fits) {
                let bits = (0..64).take(count.saturating_sub(usize::try_from(64 * word).ok()?));
                let found = bits.map(|bit| {
                    let value = first.checked_add(64 * word + bit)?;
                    Some(u64::from(given.of(&[], &[(pick.reg, value)])? != 0) << bit)
                });
                let found = found.collect::<Option<Vec<u64>>>()?.into_iter().fold(0, |all, bit| all | bit);
                *to = if *cond == conditions.first().copied()? { found } else { *to & found };
            }
        }
        Some(Values { first, fits: fits.into() })
    }
}

impl Values {
    /// The words with the values from one to another, and where the first begins; nothing where some are not known.
    fn words(&self, low: i64, high: i64) -> Option<impl Iterator<Item = (i64, u64)> + '_> {
        let end = i64::try_from(64 * self.fits.len()).ok()?;
        let (from, to) = (low.checked_sub(self.first)?, high.checked_sub(self.first)?);
        if from < 0 || to >= end {
            return None;
        }
        let words = (0_i64..).zip(&self.fits).map(move |(word, bits)| {
            // Of each word what lies between the two.
            let below = (from - 64 * word).clamp(0, 64);
            let above = (64 * (word + 1) - 1 - to).clamp(0, 64);
            let kept = if below + above >= 64 { 0 } else { (u64::MAX << below) & (u64::MAX >> above) };
            (64 * word, bits & kept)
        });
        Some(words)
    }

    /// How many fit between two, both included; nothing where some are not known.
    pub(in super::super) fn count(&self, (low, high): (i64, i64)) -> Option<u64> {
        if high < low {
            return Some(0);
        }
        Some(self.words(low, high)?.map(|(_, bits)| u64::from(bits.count_ones())).sum())
    }

    /// The `n`th that fits between two.
    pub(in super::super) fn nth(&self, (low, high): (i64, i64), n: u64) -> Option<i64> {
        let mut left = n;
        self.words(low, high)?.find_map(|(word, bits)| {
            let here = u64::from(bits.count_ones());
            if left < here {
                return Some(self.first + word + i64::from(nth_bit(bits, left)));
            }
            left -= here;
            None
        })
    }
}
