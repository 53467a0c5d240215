//! Groups of cards as the plain machine counts them: like cards not told apart, by the number of each sort.

use super::MOST_CARDS;
use super::eval::each_card;
use super::program::CardSet;

/// Ways to take some of a set of cards, like cards not told apart.
pub struct Groups {
    /// First card of each sort, and how many there are.
    sorts: [(u8, u8); MOST_CARDS],
    count: usize,
    cards: CardSet,
    like: [u8; MOST_CARDS],
}

impl Groups {
    pub fn new(like_of: &[u8], from: CardSet) -> Self {
        let mut groups = Self { sorts: [(0, 0); MOST_CARDS], count: 0, cards: from, like: [0; MOST_CARDS] };
        for card in each_card(from) {
            let like = like_of.get(usize::from(card)).copied().unwrap_or(card);
            let known = groups
                .sorts
                .iter()
                .take(groups.count)
                .position(|(first, _)| groups.like.get(usize::from(*first)) == Some(&like));
            if let Some(slot) = groups.like.get_mut(usize::from(card)) {
                *slot = like;
            }
            match known.and_then(|known| groups.sorts.get_mut(known)) {
                Some(sort) => sort.1 += 1,
                None => {
                    if let Some(sort) = groups.sorts.get_mut(groups.count) {
                        *sort = (card, 1);
                        groups.count += 1;
                    }
                }
            }
        }
        groups
    }

    /// How many ways there are to take `size` cards of the sorts from `first` on.
    pub fn ways(&self, first: usize, size: u32) -> u64 {
        let size = size as usize;
        let mut ways = [0_u64; MOST_CARDS + 1];
        if let Some(none) = ways.get_mut(0) {
            *none = 1;
        }
        for (_, most) in self.sorts.iter().take(self.count).skip(first) {
            for total in (1..=size).rev() {
                let more: u64 = (1..=usize::from(*most).min(total))
                    .map(|take| ways.get(total - take).copied().unwrap_or(0))
                    .fold(0, u64::saturating_add);
                if let Some(slot) = ways.get_mut(total) {
                    *slot = slot.saturating_add(more);
                }
            }
        }
        ways.get(size).copied().unwrap_or(0)
    }

    /// The `n`th way to take `size` cards: more of an earlier sort comes first.
    pub fn nth(&self, size: u32, n: u64) -> CardSet {
        let (mut left, mut n, mut taken) = (size, n, 0);
        for (index, (first, most)) in self.sorts.iter().take(self.count).enumerate() {
            for take in (0..=u32::from(*most).min(left)).rev() {
                let ways = self.ways(index + 1, left - take);
                if n < ways {
                    taken |= self.first_of(*first, take);
                    left -= take;
                    break;
                }
                n -= ways;
            }
        }
        taken
    }

    fn first_of(&self, first: u8, take: u32) -> CardSet {
        let like = self.like.get(usize::from(first)).copied();
        let mut found = 0;
        let alike = each_card(self.cards).filter(|card| self.like.get(usize::from(*card)).copied() == like);
        for card in alike.take(take as usize) {
            found |= 1 << card;
        }
        found
    }
}
