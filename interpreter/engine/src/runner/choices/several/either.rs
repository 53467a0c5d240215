//! Groups of which one condition or another holds, where each can be counted and not both in one way, as "a set or a run" by ranks and by suits: those
//! of the one and those of the other, less those of both (inclusion and exclusion). The n-th is found in the lists of each, or by its rank in each.

use super::super::super::super::program::{CardSet, Node, NodeId, RuleId};
use super::super::super::Build;
use super::super::super::desk::Desk;
use super::super::cases::MOST_CARDS;
use super::super::classes::in_order_of;
use super::drawn::nth_of;
use super::how::{How, Way};
use super::{FEW_GROUPS, Ready, Several};

/// Most conditions of which one has to hold.
const MOST_JOINED: usize = 3;

/// Ways to count groups, so many times each.
pub(in super::super) struct Either {
    branches: Box<[Branch]>,
}

/// Groups of which some of the conditions hold, whatever else.
struct Branch {
    how: How,
    /// Of which of the conditions: a bit each.
    of: u32,
}

impl Branch {
    /// What stands for all groups of one condition.
    const fn is_alone(&self) -> bool {
        self.of.count_ones() == 1
    }

    /// How often it is counted: those of two conditions are taken off, those of three added again.
    const fn times(&self) -> u64 {
        if self.of.count_ones() % 2 == 1 { 1 } else { u64::MAX }
    }
}

/// A branch with what may be picked, and how many groups it has.
struct Open<'a> {
    ready: Ready<'a>,
    ways: u64,
    branch: &'a Branch,
}

impl Build<'_> {
    /// The ways to count groups of which all of these hold, by a condition that is several joined by `or`; nothing where one of them has none.
    pub(super) fn either(
        &self,
        group: u32,
        conditions: &[(Option<NodeId>, NodeId)],
        (from, slow): (NodeId, RuleId),
        depth: usize,
    ) -> Option<Either> {
        (0..conditions.len()).find_map(|number| {
            let (when, cond) = conditions.get(number).copied()?;
            let mut joined = Vec::new();
            self.joined_by_or(cond, &mut joined);
            (2..=MOST_JOINED).contains(&joined.len()).then_some(())?;
            let branch = |of: u32| {
                let others = conditions.iter().enumerate().filter(|(other, _)| *other != number);
                let these =
                    joined.iter().enumerate().filter(|(bit, _)| of >> bit & 1 != 0).map(|(_, cond)| (when, *cond));
                let all: Vec<_> = others.map(|(_, other)| *other).chain(these).collect();
                let how = self.how_of(group, &all, (from, slow), depth.checked_sub(1)?);
                (!how.may_search()).then_some(Branch { how, of })
            };
            let mut sets: Vec<u32> = (1..1 << joined.len()).collect();
            sets.sort_by_key(|of| of.count_ones());
            Some(Either { branches: sets.into_iter().map(branch).collect::<Option<_>>()? })
        })
    }

    fn joined_by_or(&self, cond: NodeId, found: &mut Vec<NodeId>) {
        match *self.node(cond) {
            Node::Or(a, b) => {
                self.joined_by_or(a, found);
                self.joined_by_or(b, found);
            }
            Node::Watch { of, .. } => self.joined_by_or(of, found),
            _ => found.push(cond),
        }
    }
}

impl Several {
    /// By which conditions groups are counted, each for itself. With too many cards numbers would not fit.
    pub(super) fn by_either<'a>(ready: &Ready<'a>) -> Option<&'a Either> {
        match &ready.how.way {
            Way::Either(either) if ready.from.count_ones() <= MOST_CARDS => Some(either),
            _ => None,
        }
    }

    /// How many groups there are of each size from one on: added to the list.
    pub(super) fn sizes_of_either(&self, desk: &mut Desk, ready: &Ready, either: &Either, sizes: &mut Vec<u64>) {
        let first = ready.least.max(1);
        let before = sizes.len();
        sizes.resize(before + (ready.most + 1 - first) as usize, 0);
        let (mut here, mut none) = (Vec::new(), 0_u32);
        for branch in &either.branches {
            if branch.of & none != 0 {
                continue;
            }
            let ready = self.ready_by(desk, &branch.how, ready.from, (first, ready.most));
            self.sizes(desk, &ready, &mut here);
            if branch.is_alone() && here.iter().all(|ways| *ways == 0) {
                none |= branch.of;
            }
            for (to, ways) in sizes.iter_mut().skip(before).zip(&here) {
                *to = to.wrapping_add(ways.wrapping_mul(branch.times()));
            }
        }
    }

    /// The `n`th group of a size.
    pub(super) fn nth_of_either(
        &self,
        desk: &mut Desk,
        ready: &Ready,
        either: &Either,
        (size, n): (u32, u64),
    ) -> CardSet {
        let alone = self.open(desk, ready, either, (size, true));
        if let Some(found) = self.merged(desk, ready, &alone, size) {
            return nth_of(&found, n);
        }
        let common = self.open(desk, ready, either, (size, false));
        alone.iter().find_map(|own| self.by_rank(desk, own, &[&alone, &common], (size, n))).unwrap_or(CardSet::NONE)
    }

    /// All groups of a size in their order, where they are few.
    pub(super) fn few_of_either(
        &self,
        desk: &mut Desk,
        ready: &Ready,
        either: &Either,
        size: u32,
    ) -> Option<Vec<CardSet>> {
        let alone = self.open(desk, ready, either, (size, true));
        self.merged(desk, ready, &alone, size)
    }

    /// The branches that stand for one condition, or those for several, with what may be picked.
    fn open<'a>(
        &'a self,
        desk: &mut Desk,
        ready: &Ready,
        either: &'a Either,
        (size, alone): (u32, bool),
    ) -> Vec<Open<'a>> {
        let such = either.branches.iter().filter(|branch| branch.is_alone() == alone);
        such.map(|branch| {
            let ready = self.ready_by(desk, &branch.how, ready.from, (size, size));
            let ways = self.count(desk, &ready);
            Open { ready, ways, branch }
        })
        .collect()
    }

    /// The groups of all these branches in their order, each once, where they are few.
    fn merged(&self, desk: &mut Desk, ready: &Ready, open: &[Open], size: u32) -> Option<Vec<CardSet>> {
        let ways = open.iter().map(|open| open.ways).fold(0, u64::saturating_add);
        (ways <= FEW_GROUPS).then_some(())?;
        let mut found = Vec::new();
        for open in open {
            let mut few = Self::few_of_classes(&open.ready);
            match few.as_mut().and_then(|few| self.few_of_size(desk, &open.ready, few, size)) {
                Some(groups) => found.extend(groups),
                None => found.extend((0..open.ways).map(|n| self.nth_of_size(desk, &open.ready, size, n))),
            }
        }
        found.sort_unstable_by(|a, b| in_order_of(ready.like(), *a, *b));
        found.dedup();
        Some(found)
    }

    /// Of the groups of one branch that which has just so many before it among those of all.
    fn by_rank(&self, desk: &mut Desk, own: &Open, all: &[&[Open]], (size, n): (u32, u64)) -> Option<CardSet> {
        let (mut low, mut high) = (0, own.ways);
        while low < high {
            let middle = low.midpoint(high);
            let group = self.nth_of_size(desk, &own.ready, size, middle);
            let before = all.iter().copied().flatten().fold(0_u64, |sum, open| {
                sum.wrapping_add(self.before(desk, open, (size, group)).wrapping_mul(open.branch.times()))
            });
            match before.cmp(&n) {
                std::cmp::Ordering::Equal => return Some(group),
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }

    /// How many groups of a branch come before one.
    fn before(&self, desk: &mut Desk, open: &Open, (size, group): (u32, CardSet)) -> u64 {
        let (mut low, mut high) = (0, open.ways);
        while low < high {
            let middle = low.midpoint(high);
            let other = self.nth_of_size(desk, &open.ready, size, middle);
            if in_order_of(open.ready.like(), other, group).is_lt() {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }
}
