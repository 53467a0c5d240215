//! Groups of cards of one class (pairs, sets) listed without a look at others: the combinations of each class, in the order of all groups.

use std::cmp::Ordering;

use super::super::super::super::eval::compares;
use super::super::super::super::program::CardSet;
use super::super::super::alike::{Alike, sorts};
use super::super::super::groups::ways_of;
use super::super::asked::Bounds;
use super::super::several::Ready;
use super::{Classes, Line, Part, both, choose, solved};
use crate::Comparison;

impl Classes {
    /// All groups of a size in their order, where they can be listed without a look at others and are no more than this.
    pub(in super::super) fn listed(&self, ready: &Ready, size: u32, room: u64) -> Option<Vec<CardSet>> {
        if self.tied { self.each_run(ready, (size, size), room) } else { self.each_of_one_class(ready, size, room) }
    }

    /// All groups of a size in their order, if it is asked of them that all cards are of one class; not where some cards are alike.
    fn each_of_one_class(&self, ready: &Ready, size: u32, most: u64) -> Option<Vec<CardSet>> {
        ready.like().is_none().then_some(())?;
        let all: Vec<CardSet> = if self.by_class {
            self.is_of_one_class(ready, &ready.bounds, size).then_some(())?;
            let classes = self.parts.iter().flat_map(|part| &part.classes);
            let kept = classes.filter(|class| self.keeps(ready, &ready.bounds, (class.key, size)));
            kept.map(|class| class.cards).collect()
        } else {
            self.sized(&ready.bounds, size).then_some(())?;
            self.parts.iter().map(|part| part.cards).collect()
        };
        let each = all.iter().map(|cards| ways_of((cards & ready.from).count_ones(), size));
        (each.fold(0, u64::saturating_add) <= most).then_some(())?;
        let mut found = Vec::new();
        for cards in all {
            combinations(cards & ready.from, size, CardSet::NONE, &mut found);
        }
        found.sort_unstable_by(|a, b| in_order(*a, *b));
        Some(found)
    }

    /// Whether groups of so many cards or fewer have cards of one class alone.
    pub(super) fn is_of_one_class(&self, ready: &Ready, bounds: &Bounds, most: u32) -> bool {
        let says_so = |(number, line): &(usize, Line)| {
            let Some(bound) = bounds.get(*number).copied().flatten() else { return false };
            let of_number = (line.size, line.lowest, line.highest) == (0, 0, 0) && line.different != 0;
            let span = solved(line.different, line.comparison, bound.saturating_sub(line.fixed));
            of_number && line.comparison != Comparison::IsNot && both(span, (1, i64::MAX)) == (1, 1)
        };
        self.by_class && (self.one_each || most / ready.of_a_class.0.max(1) <= 1 || self.lines.iter().any(says_so))
    }

    /// Whether a group of so many cards of one class, which has this number, keeps all constraints.
    fn keeps(&self, ready: &Ready, bounds: &Bounds, (key, size): (i64, u32)) -> bool {
        (ready.of_a_class.0..=ready.of_a_class.1).contains(&size)
            && self.lines.iter().all(|(number, line)| {
                let Some(bound) = bounds.get(*number).copied().flatten() else { return true };
                let ends = line.lowest.saturating_add(line.highest).saturating_mul(key);
                compares(line.comparison, line.different.saturating_add(ends), line.rest(bound, size))
            })
    }

    /// How many groups of one class there are of each size, the sizes numbered from the least on.
    pub(super) fn count_of_one_class(
        &self,
        ready: &Ready,
        part: &Part,
        (from, bounds): (CardSet, &Bounds),
        put: &mut impl FnMut(usize, u64),
    ) {
        for class in &part.classes {
            let cards = class.cards & from;
            let there = cards.count_ones();
            for (at, size) in (ready.least.max(1)..=ready.most.min(there)).enumerate() {
                if self.keeps(ready, bounds, (class.key, size)) {
                    put(at, choose(ready, there, cards, size));
                }
            }
        }
    }
}

/// All combinations of so many cards, each with those that are taken.
pub(super) fn combinations(cards: CardSet, count: u32, taken: CardSet, found: &mut Vec<CardSet>) {
    if count == 0 {
        found.push(taken);
        return;
    }
    let mut rest = cards;
    while rest.count_ones() >= count {
        let card = rest.alone();
        rest &= !card;
        combinations(rest, count - 1, taken | card, found);
    }
}

/// The same where cards may be alike: first comes which has more of the first sort of which they have not as many.
pub(in super::super) fn in_order_of(like: Option<&Alike>, a: CardSet, b: CardSet) -> Ordering {
    if like.is_none() {
        return in_order(a, b);
    }
    let apart = |sort: &CardSet| (sort & a).count_ones() != (sort & b).count_ones();
    match sorts(like, a | b).find(apart) {
        Some(sort) => (sort & b).count_ones().cmp(&(sort & a).count_ones()),
        None => Ordering::Equal,
    }
}

/// Of two groups of one size that comes first which has the first card that the other has not.
pub(super) fn in_order(a: CardSet, b: CardSet) -> Ordering {
    let first = ((a | b) & !(a & b)).alone();
    if first == 0 {
        Ordering::Equal
    } else if a & first != 0 {
        Ordering::Less
    } else {
        Ordering::Greater
    }
}
