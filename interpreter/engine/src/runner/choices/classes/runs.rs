//! Groups of just so many cards of each of several classes in a row (runs, runs of pairs), counted for one length after the other: the
//! products for a length are those for the one before, times one class more (a sliding window).

use super::super::super::super::eval::compares;
use super::super::super::super::program::CardSet;
use super::super::asked::{Bounds, MOST_CONSTRAINTS};
use super::super::several::Ready;
use super::{ALL, Classes, Have, Line, MOST_CLASSES, Now, both, choose, solved};
use crate::Comparison;

/// Runs of one length, the shortest first.
pub(super) struct Runs<'a> {
    classes: &'a Classes,
    bounds: &'a Bounds,
    /// How many cards of each class.
    each: u32,
    ways: [u64; MOST_CLASSES],
    /// Where there are classes, and where runs of this length begin: a bit for each step above the lowest.
    steps: u64,
    begin: u64,
    length: usize,
    /// In how many ways each run of this length can be taken, by its first class.
    products: [u64; MOST_CLASSES],
}

impl Line {
    /// Whether it ties the highest class to the lowest.
    pub(super) const fn ties(&self) -> bool {
        matches!(self.highest, 1 | -1) && self.lowest == -self.highest
    }
}

impl Classes {
    /// Runs of cards of which none is taken, if something ties the highest to the lowest, and nothing is said not to be.
    pub(super) fn runs<'a>(
        &'a self,
        ready: &Ready,
        have: &Have,
        bounds: &'a Bounds,
        from: CardSet,
    ) -> Option<Runs<'a>> {
        if !self.tied {
            return None;
        }
        let counts = |number: &usize| bounds.get(*number).is_some_and(Option::is_some);
        let lines = || self.lines.iter().filter(|(number, _)| counts(number)).map(|(_, line)| line);
        let such = lines().any(Line::ties) && lines().all(|line| line.comparison != Comparison::IsNot);
        let steps = have.steps().filter(|_| such)?;
        let each = ready.of_a_class.0.max(1);
        let mut ways = [0; MOST_CLASSES];
        for (to, class) in ways.iter_mut().zip(have.window((0, have.count))) {
            *to = choose(ready, class.there, from & class.class.cards, each);
        }
        Some(Runs { classes: self, bounds, each, ways, steps, begin: steps, length: 1, products: ways })
    }
}

impl Runs<'_> {
    /// How many there are of a size; nothing where more is wanted than runs without a gap. Sizes are asked for from the least on.
    pub(super) fn of_size(&mut self, ready: &Ready, have: &Have, size: u32) -> Option<u64> {
        let mut lines = [Now { line: &Line::NONE, rest: 0 }; MOST_CONSTRAINTS];
        let lines = match self.classes.of_size(self.bounds, size, &mut lines) {
            Some(count) => lines.get(..count)?,
            None => return Some(0),
        };
        let (least, most) = Classes::numbers(ready, lines, (have.count, size));
        let by_number = lines.iter().any(|now| now.line.different != 0);
        if by_number && least > most {
            return Some(0);
        }
        let length = u32::try_from(least).ok().filter(|_| by_number && least == most)?;
        let tied = lines
            .iter()
            .filter(|now| now.line.ties())
            .fold(ALL, |span, now| both(span, solved(now.line.highest, now.line.comparison, now.left(least, 0))));
        let just_so = length.checked_mul(self.each)? == size && tied == (least - 1, least - 1);
        let length = usize::try_from(length).ok().filter(|length| just_so && *length >= self.length)?;
        self.lengthen(have.count, length);
        let ends = |now: &&Now| !now.line.ties() && (now.line.lowest, now.line.highest) != (0, 0);
        let fits = |lowest: i64, highest: i64| {
            lines.iter().filter(ends).all(|now| {
                let own = now.line.highest.saturating_mul(highest);
                compares(now.line.comparison, own, now.left(least, lowest))
            })
        };
        let (mut left, mut sum): (u64, u64) = (self.begin, 0);
        while left != 0 {
            let step = left & left.wrapping_neg();
            left &= !step;
            let first = (self.steps & step.wrapping_sub(1)).count_ones() as usize;
            if fits(have.key(first), have.key(first + length - 1)) {
                sum = sum.saturating_add(self.products.get(first).copied().unwrap_or(0));
            }
        }
        Some(sum)
    }

    /// Goes on to runs of a length.
    fn lengthen(&mut self, classes: usize, length: usize) {
        while self.length < length {
            self.begin &= self.steps.checked_shr(self.length as u32).unwrap_or(0);
            let behind = self.ways.get(self.length..classes).unwrap_or(&[]);
            for (product, ways) in self.products.iter_mut().zip(behind) {
                *product = product.saturating_mul(*ways);
            }
            self.length += 1;
        }
    }
}
