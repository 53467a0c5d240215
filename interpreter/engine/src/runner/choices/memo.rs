//! What is remembered of counting choices one by one, so that drawing one of them does not go through all of them again.

use super::super::super::act::Picked;

/// Most places that are remembered.
const MOST_REMEMBERED: usize = 512;

/// Some of the first picks of an act in their order, each with the number of choices before it.
#[derive(Debug, Default)]
pub(in super::super) struct Memo {
    /// Which counting it is of: the number that was given with the count.
    pub(in super::super) ticket: u64,
    found: Vec<(u64, Picked)>,
    /// For a pick of several cards alone: how many groups there are of each size.
    pub(in super::super) sizes: Vec<u64>,
    /// Every so manieth is remembered.
    every: usize,
    seen: usize,
}

impl Memo {
    /// Begins anew.
    pub(in super::super) fn begin(&mut self, ticket: u64) {
        self.ticket = ticket;
        self.found.clear();
        self.sizes.clear();
        self.every = 1;
        self.seen = 0;
    }

    /// Remembers a first pick with so many choices before it.
    pub(in super::super) fn keep(&mut self, before: u64, picked: Picked) {
        if self.seen.is_multiple_of(self.every.max(1)) {
            if self.found.len() >= MOST_REMEMBERED {
                let mut at = 0;
                self.found.retain(|_| {
                    at += 1;
                    at % 2 == 1
                });
                self.every *= 2;
            }
            if self.seen.is_multiple_of(self.every.max(1)) {
                self.found.push((before, picked));
            }
        }
        self.seen += 1;
    }

    /// The last first pick that is remembered with no more than `n` choices before it.
    pub(in super::super) fn before(&self, n: u64) -> Option<(u64, Picked)> {
        let at = self.found.partition_point(|(before, _)| *before <= n);
        at.checked_sub(1).and_then(|at| self.found.get(at)).copied()
    }

    /// Whether none was left out: then each choice has the last first pick before it.
    pub(in super::super) const fn has_all(&self) -> bool {
        self.every <= 1
    }

    /// Of which size the `n`th group is, from the least on, and the how-manieth of it; nothing where that is not known.
    pub(in super::super) fn size_of(&self, n: u64) -> Option<(u32, u64)> {
        let mut left = n;
        (0..).zip(&self.sizes).find_map(|(size, ways)| {
            if left < *ways {
                return Some((size, left));
            }
            left -= ways;
            None
        })
    }
}
