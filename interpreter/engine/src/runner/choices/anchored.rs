//! Groups of which every card goes with the first card of the group, or with the last, as in "shares suit with first card" where a card
//! may have two suits. Counted by the card that is the first (an anchor), a binomial coefficient for each, and drawn by going down the
//! cards with the number of ways left.

use super::super::super::eval::each_card;
use super::super::super::program::CardSet;
use super::super::super::state::{Spot, bit};
use super::super::desk::Desk;
use super::super::groups::ways_of;
use super::super::lies::{Lies, Sets};
use super::super::select::nth_card;
use crate::index::item;

/// A condition of each card and the one at an end of the group, in the order of the place where they lie.
#[derive(Debug, Clone)]
pub(super) struct Ends {
    /// For each card at the end, those that go with it: the card itself has to be one of them.
    pub(super) with: Box<[CardSet]>,
    pub(super) last: bool,
}

/// How such groups are counted.
pub(super) struct Anchored {
    ends: Ends,
    /// The places of which one holds the cards.
    spots: Box<[Spot]>,
}

/// A card, and those that may be with it in a group in which it is at the end.
pub(super) type Anchor = (CardSet, CardSet);

impl Anchored {
    pub(super) const fn new(ends: Ends, spots: Box<[Spot]>) -> Self {
        Self { ends, spots }
    }

    /// The cards that may be at the end, in the room for them.
    fn anchors(&self, desk: &mut Desk, from: CardSet) {
        let mut anchors = std::mem::take(&mut desk.scratch().anchors);
        let state = &desk.state;
        anchors.clear();
        let mut behind = from;
        let mut keep = |card: u8| {
            behind &= !bit(card);
            let with = item(&self.ends.with, usize::from(card));
            if with & bit(card) != 0 {
                anchors.push((bit(card), with & behind));
            }
        };
        let any = from.alone();
        match self
            .spots
            .iter()
            .find(|spot| state.cards_in(u32::from(spot.place)) & any != 0)
            .filter(|spot| spot.ordered)
        {
            Some(spot) if self.ends.last => {
                let cards: Vec<u8> = state.in_spot(*spot).filter(|card| from & bit(*card) != 0).collect();
                cards.into_iter().rev().for_each(keep);
            }
            Some(spot) => state.in_spot(*spot).filter(|card| from & bit(*card) != 0).for_each(keep),
            None if self.ends.last => {
                let mut left = from;
                while let Some(card) = left.highest() {
                    left &= !bit(card);
                    keep(card);
                }
            }
            None => each_card(from).for_each(keep),
        }
        let work = u64::from(from.count_ones());
        desk.scratch().anchors = anchors;
        desk.scratch().worked(work);
    }

    /// How many groups there are of each size from `least` on, which is 1 or more, put behind those of a list.
    pub(super) fn count(
        &self,
        desk: &mut Desk,
        from: CardSet,
        sizes: std::ops::RangeInclusive<u32>,
        to: &mut Vec<u64>,
    ) {
        self.anchors(desk, from);
        for size in sizes {
            let ways = desk.scratch().anchors.iter().map(|(_, with)| ways_of(with.count_ones(), size - 1));
            to.push(ways.fold(0, u64::saturating_add));
        }
    }

    /// The `n`th group of a size.
    pub(super) fn nth(&self, desk: &mut Desk, from: CardSet, size: u32, n: u64) -> CardSet {
        self.anchors(desk, from);
        let anchors = &desk.scratch().anchors;
        if size == 1 {
            return nth_card(anchors.iter().fold(CardSet::NONE, |all, (anchor, _)| all | anchor), n);
        }
        let (mut n, mut left, mut taken, mut behind) = (n, size, CardSet::NONE, from);
        while left > 0 && behind != 0 {
            let card = behind.alone();
            behind &= !card;
            let ways = ways(anchors, taken | card, behind, left - 1);
            if n < ways {
                taken |= card;
                left -= 1;
            } else {
                n -= ways;
            }
        }
        taken
    }
}

/// In how many ways so many more cards of those behind can be taken with some that are.
fn ways(anchors: &[Anchor], taken: CardSet, behind: CardSet, left: u32) -> u64 {
    let ways = anchors.iter().map(|(anchor, with)| {
        if taken & !(with | anchor) != 0 {
            return 0;
        }
        let there = (behind & with).count_ones();
        match (taken & anchor != 0, left.checked_sub(1)) {
            (true, _) => ways_of(there, left),
            (false, Some(left)) if behind & anchor != 0 => ways_of(there, left),
            (false, _) => 0,
        }
    });
    ways.fold(0, u64::saturating_add)
}
