//! Tables of subset sums: for each sort of like cards, size and sum in how many ways at least this sum is reached from there on.

use super::super::super::super::program::CardSet;
use super::super::classes::Span;
use super::super::several::first_of;
use crate::index::{fit, item};

/// So many tables are kept, each of no more numbers than this but for one.
const MOST_TABLES: usize = 16;
/// With fewer cards than this, no number of groups is beyond 32 bits.
const FEW_CARDS: u32 = 32;
/// In so many ways the first cards are gone through at most.
const MOST_HEADS: usize = 16;

/// A sort of like cards.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sort {
    pub(super) cards: CardSet,
    /// What is left of the weight without the least that all have, in units that all are made of.
    pub(super) weight: usize,
    /// How many cards there are from here on, and their sum.
    pub(super) behind: u32,
    pub(super) sum: usize,
}

/// What a table is made for: the number of the pick, the cards, and how many of them are taken at most.
pub(super) type Of = (usize, CardSet, u32);
pub(super) const NO_TABLE: Of = (usize::MAX, CardSet::NONE, 0);

/// Tables of the last hands that were looked at, as each seat's is soon looked at again. The first is for large ones.
#[derive(Debug, Default)]
pub(in super::super) struct Tables {
    pub(super) all: Vec<Table>,
    last: usize,
}

impl Tables {
    /// The number of the table that is made anew next.
    pub(super) fn oldest(&mut self) -> usize {
        if self.all.is_empty() {
            self.all.resize_with(MOST_TABLES, Table::default);
        }
        self.last = if self.last + 1 < MOST_TABLES { self.last + 1 } else { 1 };
        self.last
    }

    /// Makes a table the first, with the room that there is for that.
    pub(super) fn make_first(&mut self, at: usize) -> usize {
        if let Some((first, rest)) = self.all.split_first_mut()
            && let Some(other) = at.checked_sub(1).and_then(|at| rest.get_mut(at))
        {
            std::mem::swap(first, other);
            std::mem::swap(&mut first.few, &mut other.few);
            std::mem::swap(&mut first.many, &mut other.many);
            other.of = NO_TABLE;
        }
        0
    }
}

/// A table, with what it was made for.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) of: Of,
    pub(super) sorts: Vec<Sort>,
    /// How many sorts are gone through in every way, and these: how many cards, and their sum.
    pub(super) head: usize,
    pub(super) heads: Vec<(u32, usize)>,
    few: Vec<u32>,
    many: Vec<u64>,
    pub(super) least: i64,
    pub(super) unit: i64,
}

impl Default for Table {
    fn default() -> Self {
        let (few, many) = (Vec::new(), Vec::new());
        Self { of: NO_TABLE, sorts: Vec::new(), head: 0, heads: Vec::new(), few, many, least: 0, unit: 1 }
    }
}

/// A number of ways.
trait Ways: Copy + Default {
    const ONE: Self;
    fn plus(self, other: Self) -> Self;
}

impl Ways for u32 {
    const ONE: Self = 1;
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self.wrapping_add(other)
    }
}

impl Ways for u64 {
    const ONE: Self = 1;
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self.saturating_add(other)
    }
}

/// Fills a table from the last sort to the first: a layer for each sort, of it a row for each size that there can be, of it a number for
/// each sum up to that of all.
fn fill<N: Ways>(table: &mut Vec<N>, sorts: &[Sort], rows: usize, width: usize) {
    let layer = rows * width;
    let cells = (sorts.len() + 1) * layer;
    if table.len() < cells {
        table.resize(cells, N::default());
    }
    // Of no cards, nothing is reached.
    if let Some(none) = table.get_mut(sorts.len() * layer) {
        *none = N::ONE;
    }
    let (mut after_count, mut after_sum) = (0, 0);
    for (at, sort) in sorts.iter().enumerate().rev() {
        let Some((before, after)) = table.split_at_mut_checked((at + 1) * layer) else { return };
        let Some(to) = before.get_mut(at * layer..) else { return };
        for (row, to) in to.chunks_exact_mut(width).enumerate().take(sort.behind as usize + 1) {
            let Some(to) = to.get_mut(..=sort.sum) else { return };
            let from = |row: usize| after.get(row * width..=row * width + after_sum);
            let without = from(row).filter(|_| row <= after_count);
            let many = (sort.cards.count_ones() as usize).min(row);
            if many == 1 && sort.cards.count_ones() == 1 {
                let with = from(row - 1).filter(|_| row - 1 <= after_count);
                one_more(to, without, with.unwrap_or(&[]), sort.weight);
                continue;
            }
            to.fill(N::default());
            if let (Some(from), Some(to)) = (without, to.get_mut(..=after_sum)) {
                to.copy_from_slice(from);
            }
            for take in 1..=many {
                let Some(from) = from(row - take).filter(|_| row - take <= after_count) else { continue };
                let Some((low, high)) = to.split_at_mut_checked(sort.weight * take) else { continue };
                let all = from.first().copied().unwrap_or_default();
                low.iter_mut().for_each(|to| *to = to.plus(all));
                high.iter_mut().zip(from).for_each(|(to, from)| *to = to.plus(*from));
            }
        }
        (after_count, after_sum) = (sort.behind as usize, sort.sum);
    }
}

/// A row for one card more: the ways without it and those with it, which are as many numbers further on by its weight.
#[inline(never)]
fn one_more<N: Ways>(to: &mut [N], without: Option<&[N]>, with: &[N], weight: usize) {
    let all = with.first().copied().unwrap_or_default();
    let Some((low, high)) = to.split_at_mut_checked(weight) else { return };
    match without {
        None => {
            low.fill(all);
            high.iter_mut().zip(with).for_each(|(to, with)| *to = *with);
        }
        Some(without) => {
            let (first, second) = without.split_at(weight.min(without.len()));
            low.iter_mut().zip(first).for_each(|(to, without)| *to = without.plus(all));
            // Where its weight is more than all others together, there is a gap.
            if let Some(gap) = low.get_mut(first.len()..) {
                gap.fill(all);
            }
            let (both, beyond) = high.split_at_mut(second.len().min(high.len()));
            for ((to, without), with) in both.iter_mut().zip(second).zip(with) {
                *to = without.plus(*with);
            }
            if let Some(with) = with.get(both.len()..) {
                beyond.iter_mut().zip(with).for_each(|(to, with)| *to = *with);
            }
        }
    }
}

impl Table {
    const fn cards(&self) -> CardSet {
        self.of.1
    }

    /// Counts the ways.
    pub(super) fn fill(&mut self) {
        let (rows, width, tail) = (self.rows(), self.width(), self.sorts.get(self.head..).unwrap_or(&[]));
        if self.cards().count_ones() < FEW_CARDS {
            fill(&mut self.few, tail, rows, width);
        } else {
            fill(&mut self.many, tail, rows, width);
        }
    }

    /// How many numbers it has.
    pub(super) fn cells(&self) -> usize {
        self.width().saturating_mul(self.rows()).saturating_mul(self.sorts.len() + 1 - self.head)
    }

    const fn rows(&self) -> usize {
        self.of.2 as usize + 1
    }

    fn width(&self) -> usize {
        self.sorts.get(self.head).map_or(0, |sort| sort.sum).saturating_add(1)
    }

    /// Goes through the first sorts in every way, in their order.
    pub(super) fn begin(&mut self) {
        self.head = 0;
        self.heads.clear();
        self.heads.push((0, 0));
        for sort in &self.sorts {
            let many = sort.cards.count_ones();
            let before = self.heads.len();
            let after = before * (many as usize + 1);
            if after > MOST_HEADS {
                break;
            }
            self.head += 1;
            // From the last on, so that none is lost that has still to be looked at.
            self.heads.resize(after, (0, 0));
            for at in (0..after).rev() {
                let take = many - (at % (many as usize + 1)) as u32;
                let (count, sum) = item(&self.heads, at / (many as usize + 1));
                if let Some(to) = self.heads.get_mut(at) {
                    *to = (count + take, sum + sort.weight * take as usize);
                }
            }
        }
    }

    /// The cards of one of these ways.
    pub(super) fn head_cards(&self, number: usize) -> CardSet {
        let mut left = number;
        self.sorts.iter().take(self.head).rev().fold(CardSet::NONE, |cards, sort| {
            let many = sort.cards.count_ones();
            let take = many - (left % (many as usize + 1)) as u32;
            left /= many as usize + 1;
            if take == 0 { cards } else { cards | first_of(sort.cards, take) }
        })
    }

    /// Ways to take so many cards whose sum lies between two numbers.
    pub(super) fn of_size(&self, size: u32, span: Span) -> u64 {
        let (behind, all) = self.sorts.get(self.head).map_or((0, 0), |sort| (sort.behind, sort.sum));
        if self.cards().count_ones() < FEW_CARDS && span.1 >= 0 && span.0 <= span.1 {
            let top = self.sorts.first().map_or(0, |sort| sort.sum);
            let reached = self.reached(&self.few, (size, behind), (span.0, all));
            let beyond =
                if span.1 >= top as i64 { 0 } else { self.reached(&self.few, (size, behind), (span.1 + 1, all)) };
            return u64::from(reached - beyond);
        }
        self.heads.iter().fold(0, |sum: u64, head| sum.saturating_add(self.behind(*head, size, span)))
    }

    /// In how many ways at least a sum is reached with so many cards, which are few.
    fn reached(&self, table: &[u32], (size, behind): (u32, u32), (low, all): (i64, usize)) -> u32 {
        let width = all + 1;
        let mut ways: u32 = 0;
        for (count, sum) in &self.heads {
            let left = size.wrapping_sub(*count);
            // Also where more are taken already.
            if left > behind {
                continue;
            }
            let from = low - *sum as i64;
            let from = if from <= 0 { 0 } else { from as usize };
            if from < width {
                ways = ways.wrapping_add(item(table, left as usize * width + from));
            }
        }
        ways
    }

    /// Ways to go on from one of these to a size and a sum.
    #[inline]
    pub(super) fn behind(&self, (count, sum): (u32, usize), size: u32, (low, high): Span) -> u64 {
        match size.checked_sub(count) {
            Some(left) => self.between(self.head, left, (low - sum as i64, high - sum as i64)),
            None => 0,
        }
    }

    /// A span of sums in the units of the table, for groups of a size.
    pub(super) fn scaled(&self, (low, high): Span, size: u32) -> Span {
        let all = self.least.saturating_mul(i64::from(size));
        let top = self.sorts.first().and_then(|sort| i64::try_from(sort.sum).ok()).unwrap_or(0);
        if self.unit == 1 {
            return (low.saturating_sub(all).clamp(0, top + 1), high.saturating_sub(all).clamp(-1, top));
        }
        // At least so much in units, rounded up; at most so much, rounded down.
        let low = low.saturating_sub(all).saturating_add(self.unit - 1).div_euclid(self.unit).clamp(0, top + 1);
        let high = high.saturating_sub(all).div_euclid(self.unit).clamp(-1, top);
        (low, high)
    }

    /// Ways to take so many cards from a sort on whose sum lies between two numbers.
    #[inline]
    pub(super) fn between(&self, sort: usize, size: u32, (low, high): Span) -> u64 {
        if high < low || high < 0 {
            return 0;
        }
        let (behind, all) = self.sorts.get(sort).map_or((0, 0), |sort| (sort.behind, sort.sum));
        if size > behind {
            return 0;
        }
        let reach = |from: i64| {
            let from = fit::<_, usize>(from.max(0));
            if from > all {
                return 0;
            }
            let at = ((sort - self.head) * self.rows() + size as usize) * self.width() + from;
            if self.cards().count_ones() < FEW_CARDS {
                self.few.get(at).copied().map_or(0, u64::from)
            } else {
                item(&self.many, at)
            }
        };
        let least = reach(low);
        if high >= all as i64 { least } else { least - reach(high + 1).min(least) }
    }
}
