//! Groups whose sum lies between two numbers: subset sums, counted by going through the first cards in every way and by dynamic programming
//! over the others, from the last on. A table says for each card, size and sum in how many ways at least this sum is reached from there on.

mod table;

use std::sync::atomic::{AtomicUsize, Ordering};

pub(super) use self::table::Tables;
use self::table::{NO_TABLE, Sort};
use super::super::super::eval::{compares, each_card};
use super::super::super::program::CardSet;
use super::super::alike::sorts;
use super::asked::{Asked, Constraint, Feature, Weights};
use super::classes::{Span, both, solved};
use super::several::{Ready, Scratch, first_of};
use crate::Comparison;
use crate::index::fit;

/// Most numbers of a table; where more are needed, groups are looked at one by one.
const MOST_CELLS: usize = 1 << 21;
/// All tables but one have no more numbers than this.
const FEW_CELLS: usize = 1 << 14;

/// The next number of such groups: no two have the same, whenever and for whatever program they are made, as a desk keeps tables by it.
static NEXT: AtomicUsize = AtomicUsize::new(0);

/// How groups are counted of which a sum is asked.
pub(super) struct Sums {
    /// A number of its own.
    number: usize,
    weights: usize,
    /// Constraints: how often the size and the sum count.
    lines: Box<[Line]>,
}

struct Line {
    size: i64,
    sum: i64,
    comparison: Comparison,
}

impl Sums {
    /// How groups are counted of which this is asked; nothing where it cannot be done so.
    pub(super) fn of(asked: &Asked) -> Option<Self> {
        if !asked.others.is_empty() || !asked.alike.is_empty() || !asked.joined.is_empty() {
            return None;
        }
        let mut weights = None;
        let line = |constraint: &Constraint| {
            let mut line = Line { size: 0, sum: 0, comparison: constraint.comparison };
            for (times, feature) in &constraint.terms {
                match feature {
                    Feature::Size => line.size = *times,
                    Feature::Sum(of) if *weights.get_or_insert(*of) == *of => line.sum = *times,
                    _ => return None,
                }
            }
            (line.sum == 0 || line.comparison != Comparison::IsNot).then_some(line)
        };
        let lines: Option<Box<[Line]>> = asked.constraints.iter().map(line).collect();
        let lines = lines?;
        Some(Self { number: NEXT.fetch_add(1, Ordering::Relaxed), weights: weights?, lines })
    }

    /// From which sum to which a group of a size may be; nothing where none may.
    fn span(&self, ready: &Ready, size: u32) -> Option<Span> {
        let mut span = (i64::MIN, i64::MAX);
        for (number, line) in self.lines.iter().enumerate() {
            let Some(bound) = ready.bound(number) else { continue };
            let bound = bound.saturating_sub(line.size.saturating_mul(i64::from(size)));
            if line.sum != 0 {
                span = both(span, solved(line.sum, line.comparison, bound));
            } else if !compares(line.comparison, 0, bound) {
                return None;
            }
        }
        (span.0 <= span.1).then_some(span)
    }

    fn weight(&self, asked: &Asked, ready: &Ready, card: u8) -> i64 {
        let known = ready.weights.get(self.weights).and_then(Option::as_ref);
        let weight = match (known, asked.weights.get(self.weights)) {
            (Some(table), _) => table.get(usize::from(card)),
            (None, Some(Weights::Fixed(table))) => table.get(usize::from(card)),
            _ => None,
        };
        weight.copied().unwrap_or(0)
    }

    /// The number of the table, which is made if it is not there; nothing where there is no room for it.
    fn make(&self, asked: &Asked, ready: &Ready, scratch: &mut Scratch) -> Option<usize> {
        let tables = &mut scratch.sums;
        let fixed = matches!(asked.weights.get(self.weights), Some(Weights::Fixed(_)));
        // A table that goes by where like cards lie is made anew each time.
        let number = if ready.goes_by_place() { usize::MAX } else { self.number };
        let known = (number, ready.from, ready.most);
        if fixed
            && !ready.goes_by_place()
            && let Some(at) = tables.all.iter().position(|table| table.of == known)
        {
            // It counts as if it were made now: whether it is there is no matter of the rules.
            let cells = tables.all.get(at).map_or(0, |table| table.cells());
            scratch.worked(cells as u64);
            return Some(at);
        }
        let at = tables.oldest();
        let table = tables.all.get_mut(at)?;
        let (mut least, mut unit) = (i64::MAX, 0);
        each_card(ready.from).for_each(|card| least = least.min(self.weight(asked, ready, card)));
        each_card(ready.from).for_each(|card| unit = gcd(self.weight(asked, ready, card) - least, unit));
        (table.least, table.unit) = (least, unit.max(1));
        table.sorts.clear();
        for cards in sorts(ready.like(), ready.from) {
            let weight = (self.weight(asked, ready, cards.trailing_zeros() as u8) - least) / table.unit;
            let weight = fit::<_, usize>(weight);
            table.sorts.push(Sort { cards, weight, behind: 0, sum: 0 });
        }
        let (mut behind, mut sum): (u32, usize) = (0, 0);
        for sort in table.sorts.iter_mut().rev() {
            behind += sort.cards.count_ones();
            sum = sum.saturating_add(sort.weight.saturating_mul(sort.cards.count_ones() as usize));
            (sort.behind, sort.sum) = (behind, sum);
        }
        table.of = known;
        table.begin();
        let cells = table.cells();
        if cells > MOST_CELLS {
            table.of = NO_TABLE;
            return None;
        }
        let at = if cells > FEW_CELLS { tables.make_first(at) } else { at };
        tables.all.get_mut(at)?.fill();
        scratch.worked(cells as u64);
        Some(at)
    }

    /// How many groups there are of each size: added to the list, from the least on. Whether it can be told so.
    pub(super) fn count(&self, asked: &Asked, ready: &Ready, scratch: &mut Scratch, sizes: &mut Vec<u64>) -> bool {
        let Some(at) = self.make(asked, ready, scratch) else { return false };
        let Some(table) = scratch.sums.all.get(at) else { return false };
        for size in ready.least.max(1)..=ready.most {
            let span = self.span(ready, size);
            sizes.push(span.map_or(0, |span| table.of_size(size, table.scaled(span, size))));
        }
        true
    }

    /// The `n`th group of a size.
    pub(super) fn nth(
        &self,
        asked: &Asked,
        ready: &Ready,
        scratch: &mut Scratch,
        size: u32,
        n: u64,
    ) -> Option<CardSet> {
        let span = self.span(ready, size)?;
        let at = self.make(asked, ready, scratch)?;
        let table = scratch.sums.all.get(at)?;
        let (low, high) = table.scaled(span, size);
        let mut n = n;
        let (number, (count, sum)) = table.heads.iter().enumerate().find_map(|(number, head)| {
            let ways = table.behind(*head, size, (low, high));
            if n < ways {
                return Some((number, *head));
            }
            n -= ways;
            None
        })?;
        let mut taken = table.head_cards(number);
        let less = |span: Span, weight: usize| (span.0 - weight as i64, span.1 - weight as i64);
        let (mut span, mut left) = (less((low, high), sum), size - count);
        for (at, sort) in table.sorts.iter().enumerate().skip(table.head) {
            if left == 0 {
                break;
            }
            for take in (1..=sort.cards.count_ones().min(left)).rev() {
                let rest = less(span, sort.weight * take as usize);
                let with = table.between(at + 1, left - take, rest);
                if n < with {
                    taken |= first_of(sort.cards, take);
                    left -= take;
                    span = rest;
                    break;
                }
                n -= with;
            }
        }
        Some(taken)
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
