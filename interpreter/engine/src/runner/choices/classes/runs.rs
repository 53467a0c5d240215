//! Groups of just so many cards of each of several classes in a row (runs, runs of pairs), counted for one length after the other: the
//! products for a length are those for the one before, times one class more (a sliding window).

use super::super::super::super::eval::compares;
use super::super::super::super::program::CardSet;
use super::super::asked::{Bounds, MOST_CONSTRAINTS};
use super::super::several::Ready;
use super::sets::{combinations, in_order};
use super::{ALL, Classes, Have, Here, Line, MOST_CLASSES, Now, Part, Span, both, choose, solved};
use crate::Comparison;

/// What runs are meant.
#[derive(Clone, Copy)]
struct Kind<'a> {
    classes: &'a Classes,
    bounds: &'a Bounds,
    from: CardSet,
    /// How many cards of each class.
    each: u32,
    /// Of which classes the lowest and the highest are, where nothing else is asked whatever the length.
    ends: Option<(Span, Span)>,
}

/// Runs of one length, the shortest first.
pub(super) struct Runs<'a> {
    kind: Kind<'a>,
    /// Where there are classes, and where runs of this length begin: a bit for each step above the lowest.
    steps: u64,
    begin: u64,
    length: usize,
    /// In how many ways each run of this length can be taken, by its first class.
    products: [u64; MOST_CLASSES],
}

impl<'a> Kind<'a> {
    /// Those of what there is of a part, which stands on these steps.
    fn runs(self, ready: &Ready, have: &Have, steps: u64) -> Runs<'a> {
        let mut products = [0; MOST_CLASSES];
        for (to, class) in products.iter_mut().zip(have.window((0, have.count))) {
            *to = self.ways(ready, &class);
        }
        Runs { kind: self, steps, begin: steps, length: 1, products }
    }

    /// Ways to take those of a class.
    fn ways(&self, ready: &Ready, class: &Here) -> u64 {
        choose(ready, class.there, self.from & class.class.cards, self.each)
    }
}

impl Line {
    /// Whether it ties the highest class to the lowest.
    pub(super) const fn ties(&self) -> bool {
        matches!(self.highest, 1 | -1) && self.lowest == -self.highest
    }

    /// Whether it says of runs of any length, with so many cards of each class, that they are of as many classes, or that none is left out.
    fn is_of_runs(&self, bound: i64, each: u32) -> bool {
        let by_number = self.different.saturating_add(self.size.saturating_mul(i64::from(each)));
        let rest = bound.saturating_sub(self.fixed);
        let wanted = if self.ties() { -self.highest } else { 0 };
        let is_such = self.ties() || (self.lowest == 0 && self.highest == 0 && self.different != 0);
        is_such && self.comparison == Comparison::Is && by_number == wanted && rest == wanted
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
        Some(self.kind(ready, bounds, from)?.runs(ready, have, have.rows()?))
    }

    /// What runs are meant, if something ties the highest to the lowest and nothing is said not to be.
    fn kind<'a>(&'a self, ready: &Ready, bounds: &'a Bounds, from: CardSet) -> Option<Kind<'a>> {
        let such = self.tied
            && self.counting(bounds).any(|(line, _)| line.ties())
            && self.counting(bounds).all(|(line, _)| line.comparison != Comparison::IsNot);
        such.then_some(())?;
        let each = ready.of_a_class.0.max(1);
        let ends = if ready.of_a_class.1 < each { None } else { self.ends_of_runs(bounds, each) };
        Some(Kind { classes: self, bounds, from, each, ends })
    }

    /// The constraints that count, with their bounds.
    fn counting(&self, bounds: &Bounds) -> impl Iterator<Item = (&Line, i64)> {
        self.lines.iter().filter_map(|(number, line)| Some((line, bounds.get(*number).copied().flatten()?)))
    }

    /// Of which classes the lowest and the highest of a run are, if that is all that is asked of runs without a gap.
    fn ends_of_runs(&self, bounds: &Bounds, each: u32) -> Option<(Span, Span)> {
        let (mut low, mut high, mut counted) = (ALL, ALL, false);
        for (line, bound) in self.counting(bounds) {
            let solved = |times: i64| solved(times, line.comparison, bound.saturating_sub(line.fixed));
            match (line.lowest, line.highest) {
                _ if line.is_of_runs(bound, each) => counted |= !line.ties(),
                _ if (line.size, line.different) != (0, 0) => return None,
                (lowest, 0) if lowest != 0 => low = both(low, solved(lowest)),
                (0, highest) if highest != 0 => high = both(high, solved(highest)),
                _ => return None,
            }
        }
        counted.then_some((low, high))
    }

    /// All runs of these sizes, the shorter ones first and each size in its order, if nothing else is asked and they are no more than this; not where
    /// some cards are alike.
    pub(in super::super) fn each_run(
        &self,
        ready: &Ready,
        (least, most): (u32, u32),
        room: u64,
    ) -> Option<Vec<CardSet>> {
        ready.like().is_none().then_some(())?;
        let kind = self.kind(ready, &ready.bounds, ready.from)?;
        let (mut found, mut left) = (Vec::new(), room);
        for part in self.parts.iter().filter(|part| (part.cards & ready.from).count_ones() >= least) {
            kind.each_of(ready, part, (least, most), &mut left, &mut found)?;
        }
        found.sort_unstable_by(|a, b| a.count_ones().cmp(&b.count_ones()).then_with(|| in_order(*a, *b)));
        Some(found)
    }
}

impl Kind<'_> {
    /// All runs of one part. Nothing where there is no room for all.
    fn each_of(
        self,
        ready: &Ready,
        part: &Part,
        (least, most): (u32, u32),
        room: &mut u64,
        found: &mut Vec<CardSet>,
    ) -> Option<()> {
        let (ends, have) = (self.ends?, Have::untouched(part, ready.from));
        let steps = have.rows()?;
        if (1..least.div_ceil(self.each)).fold(steps, |begin, above| begin & steps.checked_shr(above).unwrap_or(0)) == 0
        {
            return Some(());
        }
        let mut runs = self.runs(ready, &have, steps);
        for size in least..=most.min(have.room(ready.of_a_class)) {
            *room = room.checked_sub(runs.of_size(ready, &have, size)?)?;
            let Some(length) = runs.length_of(size) else { continue };
            for first in runs.windows(&have, length, ends) {
                let before = found.len();
                found.push(CardSet::NONE);
                for here in have.window((first, first + length)) {
                    let cards = here.class.cards & ready.from;
                    if here.there == self.each {
                        found.iter_mut().skip(before).for_each(|group| *group |= cards);
                    } else {
                        let shorter = found.split_off(before);
                        shorter.into_iter().for_each(|group| combinations(cards, self.each, group, found));
                    }
                }
            }
            if runs.are_over() {
                break;
            }
        }
        Some(())
    }
}

impl Runs<'_> {
    /// How many there are of a size; nothing where more is wanted than runs without a gap. Sizes are asked for from the least on.
    pub(super) fn of_size(&mut self, ready: &Ready, have: &Have, size: u32) -> Option<u64> {
        if let Some(ends) = self.kind.ends {
            let Some(length) = self.length_of(size) else { return Some(0) };
            self.lengthen(ready, have, length);
            let ways = self.windows(have, length, ends).filter_map(|first| self.products.get(first));
            return Some(ways.fold(0, |sum: u64, ways| sum.saturating_add(*ways)));
        }
        let mut lines = [Now { line: &Line::NONE, rest: 0 }; MOST_CONSTRAINTS];
        let lines = match self.kind.classes.of_size(self.kind.bounds, size, &mut lines) {
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
        let just_so = length.checked_mul(self.kind.each)? == size && tied == (least - 1, least - 1);
        let length = usize::try_from(length).ok().filter(|length| just_so && *length >= self.length)?;
        self.lengthen(ready, have, length);
        let ends = |now: &&Now| !now.line.ties() && (now.line.lowest, now.line.highest) != (0, 0);
        let fits = |first: &usize| {
            let (lowest, highest) = (have.key(*first), have.key(first + length - 1));
            lines.iter().filter(ends).all(|now| {
                let own = now.line.highest.saturating_mul(highest);
                compares(now.line.comparison, own, now.left(least, lowest))
            })
        };
        let ways = self.begins().filter(fits).filter_map(|first| self.products.get(first));
        Some(ways.fold(0, |sum: u64, ways| sum.saturating_add(*ways)))
    }

    /// Whether there are no runs of this length and none that are longer.
    pub(super) const fn are_over(&self) -> bool {
        self.kind.ends.is_some() && self.begin == 0
    }

    /// Of how many classes a run of a size is.
    fn length_of(&self, size: u32) -> Option<usize> {
        let whole = |each: &u32| size.is_multiple_of(*each);
        let length = if self.kind.each == 1 {
            size
        } else {
            size / Some(self.kind.each).filter(|each| *each > 0).filter(whole)?
        };
        usize::try_from(length).ok().filter(|length| *length >= self.length)
    }

    /// The first class of each run of this length.
    fn begins(&self) -> impl Iterator<Item = usize> {
        let (mut left, steps) = (self.begin, self.steps);
        std::iter::from_fn(move || {
            let step = left & left.wrapping_neg();
            left &= !step;
            (step != 0).then(|| (steps & step.wrapping_sub(1)).count_ones() as usize)
        })
    }

    /// The same of those that lie between such ends.
    fn windows(&self, have: &Have, length: usize, (low, high): (Span, Span)) -> impl Iterator<Item = usize> {
        let within = |key: i64, (least, most): Span| least <= key && key <= most;
        self.begins().filter(move |first| within(have.key(*first), low) && within(have.key(first + length - 1), high))
    }

    /// Goes on to runs of a length.
    fn lengthen(&mut self, ready: &Ready, have: &Have, length: usize) {
        while self.length < length {
            self.begin &= self.steps.checked_shr(self.length as u32).unwrap_or(0);
            if self.begin != 0 {
                let behind = have.window((self.length.min(have.count), have.count));
                for (product, class) in self.products.iter_mut().zip(behind) {
                    *product = product.saturating_mul(self.kind.ways(ready, &class));
                }
            }
            self.length += 1;
        }
    }
}
