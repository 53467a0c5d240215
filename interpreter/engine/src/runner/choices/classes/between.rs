//! Ways to take some of a part: from the lowest class to the highest, with what has to lie between.

use super::super::super::super::eval::compares;
use super::super::several::Scratch;
use super::{ALL, Have, Here, MOST_CLASSES, Now, Span, Want, both, choose, solved};
use crate::Comparison;
use crate::index::item;

/// Between what the lowest class is, and between what the highest, where nothing is asked of both together.
pub(super) fn ends_apart(lines: &[Now], different: i64) -> Option<(Span, Span)> {
    let (mut low, mut high) = (ALL, ALL);
    for now in lines {
        let solved = |times: i64| solved(times, now.line.comparison, now.left(different, 0));
        match (now.line.lowest, now.line.highest) {
            _ if now.line.comparison == Comparison::IsNot => return None,
            (0, 0) => {}
            (lowest, 0) => low = both(low, solved(lowest)),
            (0, highest) => high = both(high, solved(highest)),
            _ => return None,
        }
    }
    Some((low, high))
}

impl Want<'_> {
    /// Ways to take the cards, summed over the lowest and the highest class that they may have.
    pub(super) fn between_ends(&self, scratch: &mut Scratch, have: &Have, lines: &[Now]) -> u64 {
        let different = self.different.map_or(0, i64::from);
        let (first, last) = have.taken;
        // Most often one constraint ties the highest to the lowest: it is so far above it.
        let is_tied = |now: &&Now| now.line.ties();
        let tied = lines
            .iter()
            .filter(is_tied)
            .fold(ALL, |span, now| both(span, solved(now.line.highest, now.line.comparison, now.left(different, 0))));
        let others = lines.iter().any(|now| !is_tied(&now) || now.line.comparison == Comparison::IsNot);
        // There is a class for each that there has to be.
        let apart = self.different.map_or(0, |different| different.saturating_sub(1)) as usize;
        // Whether they may be the lowest and the highest, and how high that one may be beside what ties them.
        let may_be = |lowest: i64| {
            let mut to_high = ALL;
            for now in lines.iter().filter(|now| others && !is_tied(now)) {
                let left = now.left(different, lowest);
                if now.line.highest != 0 {
                    to_high = both(to_high, solved(now.line.highest, now.line.comparison, left));
                } else if now.line.lowest != 0 && !compares(now.line.comparison, 0, left) {
                    return None;
                }
            }
            Some(to_high)
        };
        let kept =
            |lowest: i64, highest: i64| !others || lines.iter().all(|now| now.leaves(different, lowest, highest));
        let mut sum: u64 = 0;
        if let (Some(steps), (least, _)) = (if tied.0 == tied.1 { have.steps() } else { None }, tied) {
            let Ok(distance) = u32::try_from(least) else { return 0 };
            // Where there are just so many of each class, they are looked at once for all windows.
            let of_each = self.of_each();
            let mut each: Option<[u64; MOST_CLASSES]> = None;
            for (low, high) in Have::apart(steps, distance) {
                if low > first || high < last || high < low + apart {
                    continue;
                }
                let (lowest, highest) = (have.key(low), have.key(high));
                let fits = may_be(lowest).is_some_and(|span| span.0 <= highest && highest <= span.1);
                if fits && kept(lowest, highest) {
                    let ways = match of_each.filter(|_| high == low + apart) {
                        Some(count) => {
                            let each = each.get_or_insert_with(|| self.each_class(have, count));
                            each.get(low..=high)
                                .unwrap_or(&[])
                                .iter()
                                .fold(1, |all: u64, ways| all.saturating_mul(*ways))
                        }
                        None => self.ways(scratch, have, (low, high + 1)),
                    };
                    sum = sum.saturating_add(ways);
                }
            }
            return sum;
        }
        for low in 0..have.count.min(first.saturating_add(1)) {
            let lowest = have.key(low);
            let Some(to_high) = may_be(lowest) else { continue };
            let to_high = both(to_high, (lowest.saturating_add(tied.0), lowest.saturating_add(tied.1)));
            for high in (low + apart).max(last)..have.count {
                let highest = have.key(high);
                if highest > to_high.1 {
                    break;
                }
                if highest >= to_high.0 && kept(lowest, highest) {
                    sum = sum.saturating_add(self.ways(scratch, have, (low, high + 1)));
                }
            }
        }
        sum
    }

    /// Ways to take the cards where the lowest class is between two and the highest between two: those between the outer ends, less those that
    /// leave out the lowest, less those that leave out the highest, and with those that leave out both (inclusion and exclusion).
    pub(super) fn within_ends(&self, scratch: &mut Scratch, have: &Have, (low, high): (Span, Span)) -> u64 {
        if low.0 > low.1 || high.0 > high.1 {
            return 0;
        }
        let count = have.count;
        let first_from = |key: i64| (0..count).find(|at| have.key(*at) >= key).unwrap_or(count);
        let end_at = |key: i64| (0..count).rfind(|at| have.key(*at) <= key).map_or(0, |at| at + 1);
        // From the first that may be the lowest, and from behind the last that may; up to the last that may be the highest, and before the first.
        let (from, behind) = (first_from(low.0), low.1.checked_add(1).map_or(count, first_from));
        let (to, before) = (end_at(high.1), high.0.checked_sub(1).map_or(0, end_at));
        let (first, last) = have.taken;
        let mut of = |from: usize, to: usize| {
            // Those that are taken already have to be among them.
            let holds = first > last || from <= first && last < to;
            if from < to && holds { self.ways(scratch, have, (from, to)) } else { 0 }
        };
        let (all, higher) = (of(from, to), of(behind, to));
        let (lower, neither) = (of(from, before), of(behind, before));
        all.wrapping_sub(higher).wrapping_sub(lower).wrapping_add(neither)
    }

    /// How many cards of each class there are, if that is as many of each as there have to be at least.
    fn of_each(&self) -> Option<u32> {
        let (least, most) = self.ready.of_a_class;
        let least = least.max(1);
        (least <= most && self.different?.checked_mul(least)? == self.size).then_some(least)
    }

    /// In how many ways so many cards of each class can be taken.
    fn each_class(&self, have: &Have, count: u32) -> [u64; MOST_CLASSES] {
        let mut each = [0; MOST_CLASSES];
        for (to, class) in each.iter_mut().zip(have.window((0, have.count))) {
            *to = class.ways(self, count);
        }
        each
    }

    /// Ways to take all cards of one class: of that of which some are taken, if any are.
    fn of_one_class(&self, have: &Have, (from, to): (usize, usize), (least, most): (u32, u32)) -> u64 {
        if self.size < least || self.size > most || to > have.count {
            return 0;
        }
        let (first, last) = have.taken;
        let classes = if first > last { (from, to) } else { (first.max(from), to.min(first + 1)) };
        if first < last {
            return 0;
        }
        let ways = have.window(classes).filter(|class| class.taken + class.there >= self.size);
        ways.fold(0, |sum: u64, class| sum.saturating_add(class.ways(self, self.size)))
    }

    /// Ways to take the cards of some classes.
    pub(super) fn ways(&self, scratch: &mut Scratch, have: &Have, (from, to): (usize, usize)) -> u64 {
        let there = to - from;
        let (least, mut most) = self.ready.of_a_class;
        let least = least.max(1);
        let mut different = self.different;
        let mut every = false;
        if let Some(wanted) = different {
            if wanted as usize > there || wanted > self.size {
                return 0;
            }
            if wanted == 1 && !self.ends {
                return self.of_one_class(have, (from, to), (least, most));
            }
            if wanted == self.size {
                most = most.min(1);
            }
            every = wanted as usize == there;
            if every || wanted == self.size {
                different = None;
            }
        }
        if least > most || to > have.count {
            return 0;
        }
        if every && there as u32 * least == self.size {
            // Just so many of each.
            let mut ways: u64 = 1;
            for class in have.window((from, to)) {
                ways = ways.saturating_mul(class.ways(self, least));
            }
            return ways;
        }
        let size = self.size as usize;
        let rows = different.map_or(1, |different| different as usize + 1);
        scratch.worked(there as u64 * (rows * (size + 1)) as u64);
        let mut table = std::mem::take(&mut scratch.numbers);
        table.clear();
        table.resize(rows * (size + 1), 0);
        if let Some(none) = table.first_mut() {
            *none = 1;
        }
        for (at, class) in have.window((from, to)).enumerate() {
            let must = every || (self.ends && (at == 0 || at + 1 == there)) || class.taken > 0;
            let most = most.min(class.taken + class.there);
            class.multiply(self, &mut table, (rows, size), (least, most, must));
        }
        let found = table.last().copied().unwrap_or(0);
        scratch.numbers = table;
        found
    }
}

impl Here<'_> {
    /// Ways to take so many of this class.
    #[inline]
    pub(super) fn ways(&self, want: &Want, count: u32) -> u64 {
        match count.checked_sub(self.taken) {
            Some(0) => 1,
            Some(more) => choose(want.ready, self.there, want.behind & self.class.cards, more),
            None => 0,
        }
    }

    /// Multiplies a polynomial, a row for each number of classes if they are told apart, with that of this class.
    pub(super) fn multiply(
        &self,
        want: &Want,
        table: &mut [u64],
        (rows, size): (usize, usize),
        (least, most, must): (u32, u32, bool),
    ) {
        let width = size + 1;
        for row in (0..rows).rev() {
            for total in (0..width).rev() {
                let at = row * width + total;
                let mut sum = if must { 0 } else { item(table, at) };
                // The class is one more, where they are counted.
                let from = if rows == 1 { Some(0) } else { row.checked_sub(1) };
                if let Some(from) = from {
                    for take in least..=most.min(total as u32) {
                        let before = item(table, from * width + total - take as usize);
                        if before != 0 {
                            sum = sum.saturating_add(before.saturating_mul(self.ways(want, take)));
                        }
                    }
                }
                if let Some(to) = table.get_mut(at) {
                    *to = sum;
                }
            }
        }
    }
}
