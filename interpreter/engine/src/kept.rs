//! What is kept on a desk of one look at a decision: phrases that several rules ask, each with the number of the look in which it was
//! worked out.

use super::program::CardSet;

/// Numbers and sets of the last look.
#[derive(Debug, Clone)]
pub(crate) struct Kept {
    /// From 1 on: what was never worked out is of look 0.
    look: u64,
    numbers: Vec<(u64, i64)>,
    sets: Vec<(u64, CardSet)>,
}

impl Default for Kept {
    fn default() -> Self {
        Self { look: 1, numbers: Vec::new(), sets: Vec::new() }
    }
}

impl Kept {
    /// What was worked out before does not count any more.
    #[inline]
    pub(crate) const fn anew(&mut self) {
        self.look += 1;
    }

    /// A number that was worked out in this look.
    #[inline]
    pub(crate) fn number(&self, at: usize) -> Option<i64> {
        self.numbers.get(at).filter(|(look, _)| *look == self.look).map(|(_, number)| *number)
    }

    /// Keeps a number.
    #[inline]
    pub(crate) fn keep_number(&mut self, at: usize, number: i64) {
        match self.numbers.get_mut(at) {
            Some(to) => *to = (self.look, number),
            None => {
                self.numbers.resize(at, (0, 0));
                self.numbers.push((self.look, number));
            }
        }
    }

    /// A set that was worked out in this look.
    #[inline]
    pub(crate) fn set(&self, at: usize) -> Option<CardSet> {
        self.sets.get(at).filter(|(look, _)| *look == self.look).map(|(_, set)| *set)
    }

    /// Keeps a set.
    #[inline]
    pub(crate) fn keep_set(&mut self, at: usize, set: CardSet) {
        match self.sets.get_mut(at) {
            Some(to) => *to = (self.look, set),
            None => {
                self.sets.resize(at, (0, CardSet::NONE));
                self.sets.push((self.look, set));
            }
        }
    }
}
