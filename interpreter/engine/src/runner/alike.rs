//! Cards that cannot be told apart, as the choices among them are counted: one of each sort of like cards, pairs, cards of which there is no other.

use super::super::eval::each_card;
use super::super::program::CardSet;
use super::super::state::bit;

/// Which cards are like which.
pub(super) struct Alike {
    /// For each card, all that are like it.
    sorts: Box<[CardSet]>,
    /// Where all like cards are pairs, equally far apart in the deck: how far, and the first of each pair. Other cards are like none
    /// or in the last set.
    pairs: Option<(u32, CardSet)>,
    beside: CardSet,
    /// How far apart in the deck like cards lie, and for each distance those that have one so far before them; none where there are
    /// more distances than it takes to go through the sorts.
    apart: Option<Box<[(u32, CardSet)]>>,
}

/// Most distances of like cards that are looked at one by one.
const MOST_DISTANCES: usize = 6;

impl Alike {
    pub(super) fn new(sorts: Box<[CardSet]>) -> Self {
        let mut pairs: Option<(u32, CardSet)> = None;
        let mut beside = CardSet::NONE;
        for sort in (0..=u8::MAX).zip(&sorts).filter(|(card, sort)| bit(*card) == sort.alone()) {
            let sort = *sort.1;
            let distance = sort.spread();
            let first = sort.alone();
            match (sort.count_ones(), pairs) {
                (0 | 1, _) => {}
                (2, None) => pairs = Some((distance, first)),
                (2, Some((known, firsts))) if known == distance => pairs = Some((known, firsts | first)),
                _ => beside |= sort,
            }
        }
        let apart = distances(&sorts);
        Self { sorts, pairs, beside, apart }
    }

    /// The same where cards lie in several places: like are those of one place. Nothing where they lie in one.
    pub(super) fn by_place(&self, cards: CardSet, places: impl Iterator<Item = CardSet>) -> Option<Self> {
        let parts: Vec<CardSet> = places.map(|place| place & cards).filter(|part| *part != 0).collect();
        (parts.len() > 1).then(|| {
            let part_of =
                |card: u8| parts.iter().find(|part| **part & bit(card) != 0).copied().unwrap_or(CardSet::NONE);
            Self::new((0..=u8::MAX).zip(&self.sorts).map(|(card, sort)| sort & (part_of(card) | bit(card))).collect())
        })
    }

    /// The first of each pair of which both cards are in a set, and how far the second is behind it, if there are no other like cards in it.
    #[inline]
    pub(super) fn pairs(&self, cards: CardSet) -> Option<(CardSet, u32)> {
        let (distance, firsts) = self.pairs?;
        (cards & self.beside == 0).then_some((cards & firsts & cards.down(distance), distance))
    }

    /// Whether all of some cards are alike.
    #[inline]
    pub(super) fn is_one_sort(&self, cards: CardSet) -> bool {
        let all = cards.lowest().and_then(|card| self.sorts.get(usize::from(card))).copied();
        all.is_some_and(|all| cards & !all == 0)
    }

    /// One of each sort: the first by number.
    #[inline]
    pub(super) fn firsts(&self, cards: CardSet) -> CardSet {
        if cards.at_most_one() {
            // None, or one.
            return cards;
        }
        if let Some((pairs, distance)) = self.pairs(cards) {
            return cards & !pairs.up(distance);
        }
        match &self.apart {
            Some(apart) if !cards.goes_beyond() => {
                let half = cards.half();
                let later = apart.iter().fold(0, |later, (by, behind)| later | (half << (by & 63) & behind.half()));
                CardSet::of_half(half & !later)
            }
            Some(apart) => {
                let later = |later: CardSet, (by, behind): &(u32, CardSet)| later | (cards.up(*by) & behind);
                cards & !apart.iter().fold(CardSet::NONE, later)
            }
            None => sorts(Some(self), cards).fold(CardSet::NONE, |kept, sort| kept | sort.alone()),
        }
    }
}

/// How far apart like cards lie, and which have one so far before them.
fn distances(sorts: &[CardSet]) -> Option<Box<[(u32, CardSet)]>> {
    let mut found: Vec<(u32, CardSet)> = Vec::new();
    for (card, sort) in (0..=u8::MAX).zip(sorts) {
        for before in each_card(*sort).take_while(|before| *before < card) {
            let by = u32::from(card - before);
            match found.iter_mut().find(|(known, _)| *known == by) {
                Some((_, behind)) => *behind |= bit(card),
                None => found.push((by, bit(card))),
            }
        }
        if found.len() > MOST_DISTANCES {
            return None;
        }
    }
    Some(found.into())
}

impl Alike {
    /// The cards of a set of which no other in it is like.
    pub(super) fn lone(&self, cards: CardSet) -> CardSet {
        match self.pairs(cards) {
            Some((pairs, distance)) => cards & !(pairs | pairs.up(distance)),
            None => sorts(Some(self), cards)
                .filter(|sort| sort.count_ones() == 1)
                .fold(CardSet::NONE, |lone, sort| lone | sort),
        }
    }
}

/// The cards of a set, like ones together: those with the lowest card first.
pub(super) fn sorts(like: Option<&Alike>, cards: CardSet) -> impl Iterator<Item = CardSet> {
    let mut left = cards;
    std::iter::from_fn(move || {
        if left == 0 {
            return None;
        }
        let first = left.alone();
        let all =
            like.and_then(|like| like.sorts.get(left.trailing_zeros() as usize)).copied().unwrap_or(CardSet::NONE);
        let sort = left & (all | first);
        left &= !sort;
        Some(sort)
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::eval::each_card;
    use super::super::super::program::CardSet;
    use super::super::super::state::bit;
    use super::{Alike, sorts};

    /// A deck in which each of these stretches has so many copies of a number of cards, one round of them after the other.
    fn deck(stretches: &[(u8, u8)]) -> Alike {
        let mut all: Vec<(u8, u8)> = Vec::new();
        for (stretch, (copies, cards)) in (0..).zip(stretches) {
            for _ in 0..*copies {
                all.extend((0..*cards).map(|card| (stretch, card)));
            }
        }
        let like = |sort: &(u8, u8)| {
            (0..)
                .zip(&all)
                .filter(|(_, other)| *other == sort)
                .map(|(card, _)| bit(card))
                .fold(CardSet::NONE, |set, card| set | card)
        };
        Alike::new(all.iter().map(like).collect())
    }

    /// One of each sort is the same by pairs, by distances, and one sort after the other: of the first cards, of every second and every third one, of all.
    #[test]
    fn one_of_each_sort_is_found_in_every_way() {
        let decks: [&[(u8, u8)]; 6] = [
            &[(2, 24)],
            &[(4, 15)],
            &[(2, 30), (4, 1), (1, 9)],
            &[(8, 9)],
            &[(3, 40)],
            &[(2, 5), (2, 7), (3, 2), (2, 11)],
        ];
        let (mut ways, mut fewer) = ([0; 3], 0);
        for stretches in decks {
            let like = deck(stretches);
            let count = stretches.iter().map(|(copies, cards)| usize::from(copies * cards)).sum();
            let of_all = CardSet::first(count);
            let every =
                |n: u8| each_card(of_all).filter(|card| card % n == 0).fold(CardSet::NONE, |set, card| set | bit(card));
            for cards in [CardSet::NONE, CardSet::first(5), every(2), every(3), of_all] {
                let one_by_one = sorts(Some(&like), cards).fold(CardSet::NONE, |kept, sort| kept | sort.alone());
                assert!(like.firsts(cards) == one_by_one, "{stretches:?} of {count} cards");
                let way = if like.pairs(cards).is_some() {
                    0
                } else if like.apart.is_some() {
                    1
                } else {
                    2
                };
                if let Some(times) = ways.get_mut(way) {
                    *times += 1;
                }
                fewer += u32::from(one_by_one != cards);
            }
        }
        assert!(ways.iter().all(|times| *times > 2) && fewer > 10, "{ways:?} {fewer}");
    }
}
