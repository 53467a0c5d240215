//! Groups of cards of one class (pairs, sets) listed without a look at others: the combinations of each class, in the order of all groups.

use std::cmp::Ordering;

use super::super::super::super::program::CardSet;
use super::super::super::groups::ways_of;
use super::super::several::Ready;
use super::{Classes, Line, MOST_CLASSES, MOST_CONSTRAINTS, Now};
use crate::Comparison;

impl Classes {
    /// All groups of a size in their order, where they can be listed without a look at others and are no more than this.
    pub(in super::super) fn listed(&self, ready: &Ready, size: u32, room: u64) -> Option<Vec<CardSet>> {
        if self.tied { self.each_run(ready, (size, size), room) } else { self.each_of_one_class(ready, size, room) }
    }

    /// All groups of a size in their order, if it is asked of them that all cards are of one class, and nothing beside; not where some cards
    /// are alike.
    fn each_of_one_class(&self, ready: &Ready, size: u32, most: u64) -> Option<Vec<CardSet>> {
        ready.like().is_none().then_some(())?;
        let all: Vec<CardSet> = if self.by_class {
            self.is_of_one_class(ready, size).then_some(())?;
            self.parts.iter().flat_map(|part| &part.classes).map(|class| class.cards).collect()
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

    /// Whether all that is asked of groups of a size, by classes, is that they have cards of one.
    fn is_of_one_class(&self, ready: &Ready, size: u32) -> bool {
        let mut lines = [Now { line: &Line::NONE, rest: 0 }; MOST_CONSTRAINTS];
        let Some(count) = self.of_size(&ready.bounds, size, &mut lines) else { return false };
        let lines = lines.get(..count).unwrap_or(&[]);
        let by_number =
            |now: &Now| (now.line.lowest, now.line.highest) == (0, 0) && now.line.comparison != Comparison::IsNot;
        let (least, most) = ready.of_a_class;
        !lines.is_empty()
            && lines.iter().all(by_number)
            && (least.max(1)..=most).contains(&size)
            && Self::numbers(ready, lines, (MOST_CLASSES, size)) == (1, 1)
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
