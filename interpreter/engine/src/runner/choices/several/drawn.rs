//! Which group the n-th is, and all of them in their order.

use std::ops::ControlFlow;

use super::super::super::super::eval::{compares, each_card};
use super::super::super::super::program::CardSet;
use super::super::super::super::state::bit;
use super::super::super::desk::Desk;
use super::super::super::groups::{nth_group, ways_of};
use super::super::super::lies::Sets;
use super::super::cases::Parted;
use super::super::classes::{Classes, in_order_of};
use super::super::search::Search;
use super::descend::{Groups, descend};
use super::{FEW_GROUPS, Ready, Several, Way};

/// The first so many cards of a set.
pub(in super::super) fn first_of(cards: CardSet, count: u32) -> CardSet {
    if count == 1 {
        return cards.alone();
    }
    each_card(cards).take(count as usize).fold(CardSet::NONE, |set, card| set | bit(card))
}

/// The `n`th of some groups; no card where there are fewer.
pub(super) fn nth_of(groups: &[CardSet], n: u64) -> CardSet {
    usize::try_from(n).ok().and_then(|n| groups.get(n)).copied().unwrap_or(CardSet::NONE)
}

/// Groups that are listed where they are few.
pub(super) struct Few<'a> {
    classes: &'a Classes,
    /// How many there are of each size but nought, without what is asked beside classes; counted when it is asked for.
    sizes: Option<Vec<u64>>,
}

impl Few<'_> {
    /// How many groups of a size go by classes.
    fn ways(&mut self, ready: &Ready, desk: &mut Desk, size: u32) -> Option<u64> {
        let classes = self.classes;
        let sizes = self.sizes.get_or_insert_with(|| {
            let mut sizes = Vec::new();
            if ready.least <= ready.most && ready.most > 0 {
                classes.count(ready, &Parted::Whole, desk.scratch(), &mut sizes);
            }
            sizes
        });
        let at = size.checked_sub(ready.least.max(1))?;
        sizes.get(at as usize).copied()
    }
}

impl Several {
    /// The `n`th group.
    pub(in super::super::super) fn nth(&self, desk: &mut Desk, ready: &Ready, n: u64) -> CardSet {
        let mut sizes = std::mem::take(&mut desk.scratch().sizes);
        self.sizes(desk, ready, &mut sizes);
        let mut left = n;
        let found = (ready.least..).zip(&sizes).find(|(_, ways)| {
            let here = left < **ways;
            left -= if here { 0 } else { **ways };
            here
        });
        let size = found.map_or(0, |(size, _)| size);
        desk.scratch().sizes = sizes;
        self.nth_of_size(desk, ready, size, left)
    }

    /// The `n`th group of a size.
    pub(in super::super::super) fn nth_of_size(&self, desk: &mut Desk, ready: &Ready, size: u32, n: u64) -> CardSet {
        if let Way::Free = ready.how.way {
            return nth_group(ready.like(), ready.from, size, n);
        }
        if size == 0 {
            return CardSet::NONE;
        }
        if let (Way::Anchored(anchored), false) = (&ready.how.way, ready.odd) {
            let found = anchored.nth(desk, ready.from, size, n);
            self.has_worked(desk);
            return found;
        }
        if let (true, Way::Classes(classes)) = (ready.aside != 0, &ready.how.way) {
            return self.nth_aside(desk, classes, ready, (size, n));
        }
        if let Some(either) = Self::by_either(ready) {
            return self.nth_of_either(desk, ready, either, (size, n));
        }
        if let Some(groups) = self.listed(desk, ready, size) {
            return nth_of(&groups, n);
        }
        let found = match (self.parted(desk, ready), &ready.how.way) {
            (Some((classes, parted)), _) => Some(descend(classes, (ready, &parted), desk.scratch(), size, n)),
            (None, Way::Sums(sums)) if !ready.odd => sums.nth(&ready.how.asked, ready, desk.scratch(), size, n),
            (None, _) => None,
        };
        self.has_worked(desk);
        if let Some(found) = found {
            return found;
        }
        if let Some(mut few) = Self::few_of_classes(ready)
            && let Some(groups) = self.few_of_size(desk, ready, &mut few, size)
        {
            return nth_of(&groups, n);
        }
        let (mut left, mut last) = (n, CardSet::NONE);
        let _ = self.search(desk, ready, size, None, &mut |_, group| {
            if left == 0 {
                last = group;
                return ControlFlow::Break(());
            }
            left -= 1;
            ControlFlow::Continue(())
        });
        last
    }

    /// Visits each group that may be picked, in their order, from a given one on; each is in its register.
    pub(in super::super::super) fn each(
        &self,
        desk: &mut Desk,
        ready: &Ready,
        from: Option<CardSet>,
        visit: &mut dyn FnMut(&mut Desk, CardSet) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let first = from.map_or(ready.least, CardSet::count_ones);
        let mut few = if from.is_none() { Self::few_of_classes(ready) } else { None };
        for size in first..=ready.most {
            let from = from.filter(|group| group.count_ones() == size);
            if size == 0 {
                desk.set_card_reg(self.reg, CardSet::NONE);
                if ready.how.asked.whole_holds(desk) {
                    visit(desk, CardSet::NONE)?;
                }
            } else if let Some(groups) = few.as_mut().and_then(|few| self.few_of_size(desk, ready, few, size)) {
                for group in groups {
                    desk.set_card_reg(self.reg, group);
                    visit(desk, group)?;
                }
            } else if let Some(groups) = self.few_counted(desk, ready, size) {
                let behind = |group: &CardSet| from.is_none_or(|from| !in_order_of(ready.like(), *group, from).is_lt());
                for group in groups.into_iter().filter(behind) {
                    desk.set_card_reg(self.reg, group);
                    visit(desk, group)?;
                }
            } else if size <= ready.all().count_ones() {
                self.search(desk, ready, size, from, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The groups of a size in their order, where these are counted, not by classes alone, and few.
    fn few_counted(&self, desk: &mut Desk, ready: &Ready, size: u32) -> Option<Vec<CardSet>> {
        if let Some(either) = Self::by_either(ready) {
            return self.few_of_either(desk, ready, either, size);
        }
        (ready.aside != 0).then_some(())?;
        let now = self.ready_by(desk, ready.how, ready.all(), (size, size));
        let ways = self.count(desk, &now);
        (ways <= FEW_GROUPS).then(|| (0..ways).map(|n| self.nth_of_size(desk, &now, size, n)).collect())
    }

    /// Begins to list groups size by size, where that goes by classes.
    pub(super) fn few_of_classes<'a>(ready: &Ready<'a>) -> Option<Few<'a>> {
        let (Way::Classes(classes) | Way::Listed(classes), false) = (&ready.how.way, ready.odd || ready.aside != 0)
        else {
            return None;
        };
        Some(Few { classes, sizes: None })
    }

    /// The groups of a size that fit, in their order, where those that go by classes are few.
    pub(super) fn few_of_size(&self, desk: &mut Desk, ready: &Ready, few: &mut Few, size: u32) -> Option<Vec<CardSet>> {
        let classes = few.classes;
        // Where there are few at all, they need not be counted before.
        let easy = ways_of(ready.from.count_ones(), size) <= FEW_GROUPS;
        let mut groups = match easy.then(|| classes.each_of_few(ready, size, FEW_GROUPS)).flatten() {
            Some(groups) => groups,
            None => {
                let ways = few.ways(ready, desk, size).filter(|ways| *ways <= FEW_GROUPS)?;
                Groups::new(classes, ready, size).all(desk.scratch(), ways)
            }
        };
        self.keep_some(desk, classes, ready, &mut groups);
        Some(groups)
    }

    /// All groups of a size in their order, where they are few and lie open.
    pub(super) fn listed(&self, desk: &mut Desk, ready: &Ready, size: u32) -> Option<Vec<CardSet>> {
        let (Way::Classes(classes), false) = (&ready.how.way, ready.odd) else { return None };
        let mut groups = classes.listed(ready, size, FEW_GROUPS)?;
        self.keep_some(desk, classes, ready, &mut groups);
        Some(groups)
    }

    /// How many groups there are of each size from one on, where all are runs and few: added to the list. Whether it can be told so.
    pub(super) fn count_runs(&self, desk: &mut Desk, classes: &Classes, ready: &Ready, sizes: &mut Vec<u64>) -> bool {
        let least = ready.least.max(1);
        let Some(mut groups) = classes.each_run(ready, (least, ready.most), FEW_GROUPS) else { return false };
        self.keep_some(desk, classes, ready, &mut groups);
        let before = sizes.len();
        sizes.resize(before + (ready.most + 1 - least) as usize, 0);
        for group in groups {
            if let Some(ways) = sizes.get_mut(before + (group.count_ones() - least) as usize) {
                *ways += 1;
            }
        }
        true
    }

    /// Leaves out groups for which not all holds that is asked beside classes.
    fn keep_some(&self, desk: &mut Desk, classes: &Classes, ready: &Ready, groups: &mut Vec<CardSet>) {
        desk.scratch().worked(groups.len() as u64);
        self.has_worked(desk);
        groups.retain(|group| self.is_kept(desk, classes, ready, *group));
    }

    /// Whether what is asked beside classes holds of a group, which comes into its register.
    fn is_kept(&self, desk: &mut Desk, classes: &Classes, ready: &Ready, group: CardSet) -> bool {
        desk.set_card_reg(self.reg, group);
        if let Way::Listed(_) = ready.how.way {
            return desk.works(ready.how.weight, ready.how.slow) && ready.how.asked.whole_holds(desk);
        }
        ready.how.asked.joined.iter().all(|(_, joined)| joined(desk)) && self.keeps_some(classes, ready, group)
    }

    /// Whether a group has as many cards of some sets as are asked.
    fn keeps_some(&self, classes: &Classes, ready: &Ready, group: CardSet) -> bool {
        classes.some.iter().all(|number| {
            let Some(bound) = ready.bound(*number) else { return true };
            let Some((weights, comparison, times)) = ready.how.asked.some_in(*number) else { return false };
            let sum: i64 = each_card(group).map(|card| ready.how.asked.weight(ready, weights, usize::from(card))).sum();
            compares(comparison, sum, bound.saturating_mul(times))
        })
    }

    pub(super) fn search(
        &self,
        desk: &mut Desk,
        ready: &Ready,
        size: u32,
        from: Option<CardSet>,
        visit: &mut dyn FnMut(&mut Desk, CardSet) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let parts = match &ready.how.way {
            Way::Classes(classes) if !ready.odd => Some(classes),
            _ => None,
        };
        // Cards that lie aside lack something for a search.
        let whole = (ready.aside != 0).then(|| Ready { odd: true, ..ready.beside(0, ready.all(), (size, size)) });
        let ready = whole.as_ref().unwrap_or(ready);
        let search = Search {
            asked: &ready.how.asked,
            ready,
            parts,
            size,
            reg: self.reg,
            weight: ready.how.weight,
            rule: ready.how.slow,
        };
        search.go(desk, from, visit)
    }
}
