//! Groups of which some cards lie aside: of each number of them the ways to take them, times the groups of the others, of which the same is asked
//! with so many cards more.

use super::super::super::super::program::CardSet;
use super::super::super::alike::sorts;
use super::super::super::desk::Desk;
use super::super::super::groups::many_ways;
use super::super::super::lies::Sets;
use super::super::classes::{Classes, Tally};
use super::{Ready, Several, first_of};

/// The cards of a group that are taken, and those behind them.
struct Taken {
    aside: u32,
    others: u32,
    /// The last that is no card aside.
    card: u8,
    behind: CardSet,
    tally: Tally,
}

impl Several {
    /// How many groups there are of each size from one on, where some cards lie aside: added to the list.
    pub(super) fn sizes_aside(&self, desk: &mut Desk, ready: &Ready, sizes: &mut Vec<u64>) {
        let first = ready.least.max(1);
        let before = sizes.len();
        sizes.resize(before + (ready.most + 1 - first) as usize, 0);
        let mut add = |size: u32, ways: u64| {
            if let Some(to) = size.checked_sub(first).and_then(|at| sizes.get_mut(before + at as usize)) {
                *to = to.saturating_add(ways);
            }
        };
        let mut here = Vec::new();
        for count in 0..=ready.most.min(ready.aside.count_ones()) {
            let ways = many_ways(ready.like(), ready.aside, count);
            if count >= first && self.fits_alone(desk, ready, count) {
                add(count, ways);
            }
            let most = (ready.most - count).min(ready.from.count_ones());
            let least = first.saturating_sub(count).max(1);
            if least > most {
                continue;
            }
            here.clear();
            self.sizes_by_classes(desk, &ready.beside(count, ready.from, (least, most)), &mut here);
            for (size, others) in (least + count..).zip(&here) {
                add(size, others.saturating_mul(ways));
            }
        }
    }

    /// Whether so many of the cards that lie aside may be a group.
    fn fits_alone(&self, desk: &mut Desk, ready: &Ready, count: u32) -> bool {
        desk.set_card_reg(self.reg, first_of(ready.aside, count));
        ready.how.asked.whole_holds(desk)
    }

    /// The `n`th group of a size, where some cards lie aside: found by going down the cards with the number of groups that begin so.
    pub(super) fn nth_aside(
        &self,
        desk: &mut Desk,
        classes: &Classes,
        ready: &Ready,
        (size, n): (u32, u64),
    ) -> CardSet {
        let alone = size <= ready.aside.count_ones() && self.fits_alone(desk, ready, size);
        let (mut n, mut found, mut among) = (n, CardSet::NONE, CardSet::MAX);
        let all = ready.all();
        let mut taken = Taken { aside: 0, others: 0, card: 0, behind: all, tally: classes.tally(ready.from) };
        for sort in sorts(ready.like(), all) {
            let left = size.saturating_sub(taken.aside + taken.others);
            if left == 0 {
                break;
            }
            taken.behind &= !sort;
            let (card, many, is_aside) = (sort.trailing_zeros() as u8, sort.count_ones(), sort & ready.aside != 0);
            if !is_aside {
                classes.pass(&mut taken.tally, card, (many, 0));
                if sort & among == 0 {
                    continue;
                }
            }
            for take in (1..=many.min(left)).rev() {
                let mut with = Taken { ..taken };
                if is_aside {
                    with.aside += take;
                } else {
                    (with.others, with.card) = (taken.others + take, card);
                    classes.pass(&mut with.tally, card, (0, take as i32));
                }
                let ways = self.ways_aside(desk, classes, ready, &with, (size, alone));
                if n < ways {
                    found |= first_of(sort, take);
                    taken = with;
                    if !is_aside {
                        among = classes.part_of(card);
                    }
                    break;
                }
                n -= ways;
            }
        }
        found
    }

    /// How many groups of a size there are that begin so.
    fn ways_aside(
        &self,
        desk: &mut Desk,
        classes: &Classes,
        ready: &Ready,
        taken: &Taken,
        (size, alone): (u32, bool),
    ) -> u64 {
        let (aside, others) = (taken.behind & ready.aside, taken.behind & ready.from);
        let left = size.saturating_sub(taken.aside + taken.others);
        let mut sum: u64 = 0;
        for more in 0..=left.min(aside.count_ones()) {
            let rest = taken.others + left - more;
            let ways = if rest == 0 {
                u64::from(alone)
            } else if taken.others == 0 {
                let mut here = Vec::new();
                if rest <= others.count_ones() {
                    self.sizes_by_classes(desk, &ready.beside(size - rest, others, (rest, rest)), &mut here);
                }
                here.iter().sum()
            } else {
                let now = ready.beside(size - rest, ready.from, (rest, rest));
                let sizes = (taken.others, rest);
                if classes.sized(&now.bounds, rest) {
                    classes.ways(&now, desk.scratch(), &taken.tally, &now.bounds, (taken.card, others), sizes)
                } else {
                    0
                }
            };
            sum = sum.saturating_add(ways.saturating_mul(many_ways(ready.like(), aside, more)));
        }
        self.has_worked(desk);
        sum
    }
}

impl Ready<'_> {
    /// What may be picked beside so many cards that lie aside.
    pub(super) fn beside(&self, count: u32, from: CardSet, (least, most): (u32, u32)) -> Ready<'_> {
        let bounds = self.how.asked.aside.as_ref().map_or(self.bounds, |aside| aside.bounds(&self.bounds, count));
        Ready {
            how: self.how,
            from,
            aside: CardSet::NONE,
            least,
            most,
            like: self.like(),
            by_place: None,
            bounds,
            alike: self.alike,
            of_a_class: self.of_a_class,
            weights: Default::default(),
            odd: false,
        }
    }

    /// All cards that may be in a group.
    pub(in super::super::super) fn all(&self) -> CardSet {
        self.from | self.aside
    }
}
