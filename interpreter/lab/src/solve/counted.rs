//! Groups of cards counted and numbered where like cards are one: how many hands of so many cards there are, which is the n-th, and how
//! likely it is.

use crate::engine::item;

/// So many cards are taken from classes of like cards.
pub struct Hands<'c> {
    /// The cards of each class.
    classes: &'c [Vec<u8>],
    /// How many are taken.
    taken: usize,
    /// How many hands there are.
    pub count: u64,
    /// For each class, for each number of cards, how many ways there are to take so many from this class and those behind it.
    ways: Vec<Vec<u64>>,
}

/// Classes of like cards, by `first`, each with its cards in the order of the deck.
pub fn classes(cards: &[u8], first: impl Fn(u8) -> u8) -> Vec<Vec<u8>> {
    let mut cards: Vec<u8> = cards.to_vec();
    cards.sort_unstable_by_key(|card| (first(*card), *card));
    cards.chunk_by(|one, other| first(*one) == first(*other)).map(<[u8]>::to_vec).collect()
}

impl<'c> Hands<'c> {
    /// Hands of so many cards.
    pub fn new(classes: &'c [Vec<u8>], taken: usize) -> Self {
        let mut behind: Vec<u64> = (0..=taken).map(|taken| u64::from(taken == 0)).collect();
        let mut ways = vec![behind.clone()];
        for class in classes.iter().rev() {
            let of = |left: usize| {
                let fewest = left.saturating_sub(class.len());
                behind.get(fewest..=left).into_iter().flatten().fold(0, |sum: u64, ways| sum.saturating_add(*ways))
            };
            behind = (0..=taken).map(of).collect();
            ways.push(behind.clone());
        }
        ways.reverse();
        Self { classes, taken, count: item(&behind, taken), ways }
    }

    /// The n-th hand, its cards class by class, and the chance that a hand of this sort is dealt.
    pub fn nth(&self, n: u64) -> (Vec<u8>, f64) {
        let (all, mut left) = (self.classes.iter().map(Vec::len).sum(), self.taken);
        let (mut n, mut hand, mut chance) = (n, Vec::with_capacity(left), 1.0 / choose(all, left));
        for (class, behind) in self.classes.iter().zip(self.ways.iter().skip(1)) {
            // The hands with most of the first class come first.
            for taken in (0..=class.len().min(left)).rev() {
                let ways = item(behind, left - taken);
                if n < ways {
                    hand.extend(class.iter().take(taken));
                    chance *= choose(class.len(), taken);
                    left -= taken;
                    break;
                }
                n -= ways;
            }
        }
        (hand, chance)
    }
}

/// How many ways there are to choose so many of so many.
fn choose(of: usize, count: usize) -> f64 {
    (0..count.min(of.saturating_sub(count))).fold(1.0, |ways, k| ways * (of - k) as f64 / (k + 1) as f64)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test")]
mod tests {
    use super::{Hands, choose, classes};

    /// All hands of 3 of 7 cards, of which some are alike, listed by hand: each once, and with their chances.
    #[test]
    fn hands_are_counted_numbered_and_weighed() {
        let first = |card: u8| {
            if card < 3 {
                0
            } else if card == 5 {
                4
            } else {
                card
            }
        };
        let classes = classes(&[6, 5, 4, 3, 2, 1, 0], first);
        assert_eq!(classes, [vec![0, 1, 2], vec![3], vec![4, 5], vec![6]]);
        for count in 0..=7 {
            let mut wanted: Vec<(Vec<u8>, f64)> = Vec::new();
            for set in (0_u32..128).filter(|set| set.count_ones() as usize == count) {
                let mut sort: Vec<u8> = (0..7).filter(|card| set & 1 << card != 0).map(first).collect();
                sort.sort_unstable();
                match wanted.iter_mut().find(|(known, _)| *known == sort) {
                    Some((_, many)) => *many += 1.0,
                    None => wanted.push((sort, 1.0)),
                }
            }
            let hands = Hands::new(&classes, count);
            assert_eq!(hands.count, wanted.len() as u64);
            for n in 0..hands.count {
                let (hand, chance) = hands.nth(n);
                let sort: Vec<u8> = hand.iter().map(|card| first(*card)).collect();
                let at = wanted.iter().position(|(known, _)| *known == sort).unwrap();
                let (_, many) = wanted.remove(at);
                assert!((chance - many / choose(7, count)).abs() < 1e-12, "{hand:?}");
            }
            assert!(wanted.is_empty());
        }
    }
}
