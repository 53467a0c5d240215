//! Groups of cards: how many ways there are to take some of a set, like cards not told apart, and which the n-th is.

use super::super::MOST_CARDS;
use super::super::eval::each_card;
use super::super::fault::FaultKind;
use super::super::program::{Act, CardSet, Pick, RuleId, Source};
use super::super::state::bit;
use super::alike::{Alike, sorts};
use super::amounts::Amount;
use super::desk::Desk;
use super::{Build, Cards};
use crate::index::{fit, item};

/// Binomial coefficients: for each few the ways to take as many of so many.
const FEW: usize = 8;
static WAYS: [[u64; MOST_CARDS + 1]; FEW + 1] = {
    let mut ways = [[0_u64; MOST_CARDS + 1]; FEW + 1];
    let mut n = 0;
    while n <= MOST_CARDS {
        let mut k = 0;
        while k <= FEW {
            #[allow(clippy::indexing_slicing, reason = "within the bounds of the loops, when it is compiled")]
            {
                ways[k][n] = if k == 0 {
                    1
                } else if n == 0 {
                    0
                } else {
                    ways[k - 1][n - 1].saturating_add(ways[k][n - 1])
                };
            }
            k += 1;
        }
        n += 1;
    }
    ways
};

#[inline]
fn binomial(n: u32, k: u32) -> u64 {
    WAYS.get(k as usize).and_then(|row| row.get(n as usize)).copied().unwrap_or(0)
}

/// Ways to take so many of so many cards of which none are alike.
#[inline]
pub(super) fn ways_of(cards: u32, size: u32) -> u64 {
    if size as usize > FEW { many(cards, size) } else { binomial(cards, size) }
}

/// Ways to take so many of a set of cards.
pub(super) fn many_ways(like: Option<&Alike>, from: CardSet, size: u32) -> u64 {
    match like {
        Some(like) if size as usize > FEW => ways_alike::<{ MOST_CARDS + 1 }>(like, from, size),
        Some(like) => match like.pairs(from) {
            Some((pairs, _)) => ways_of_pairs(from.count_ones(), pairs.count_ones(), size),
            // All of one sort: it only matters how many.
            None if like.is_one_sort(from) => u64::from(size <= from.count_ones()),
            None => ways_alike::<{ FEW + 1 }>(like, from, size),
        },
        None => ways_of(from.count_ones(), size),
    }
}

/// Ways to take a few of `cards` cards of which so many pairs are alike. Each pair adds one card, or two at once:
/// 1 + x + x^2 = (1 + x) + x^2, so that `j` pairs are taken whole and the rest are single cards.
#[inline]
fn ways_of_pairs(cards: u32, pairs: u32, size: u32) -> u64 {
    let sorts = cards - pairs;
    let (many, some) = (u64::from(sorts), u64::from(pairs));
    match size {
        0 => 1,
        1 => many,
        2 => binomial(sorts, 2) + some,
        3 => binomial(sorts, 3) + some * many.saturating_sub(1),
        _ => (0..=pairs.min(size / 2)).fold(0, |sum: u64, whole| {
            sum.saturating_add(binomial(pairs, whole).saturating_mul(binomial(sorts - whole, size - 2 * whole)))
        }),
    }
}

/// Ways to take many cards; as many as fit the number.
fn many(n: u32, k: u32) -> u64 {
    let mut ways: u128 = 1;
    for step in 1..=u128::from(k.min(n.saturating_sub(k))) {
        ways = ways.saturating_mul(u128::from(n) + 1 - step) / step;
    }
    if k > n { 0 } else { u64::try_from(ways).unwrap_or(u64::MAX) }
}

/// Ways to take some of a set of cards, like cards not told apart; `N` is more than `size`.
fn ways_alike<const N: usize>(like: &Alike, from: CardSet, size: u32) -> u64 {
    let mut ways = [0_u64; N];
    if let Some(none) = ways.first_mut() {
        *none = 1;
    }
    for sort in sorts(Some(like), from) {
        let most = sort.count_ones() as usize;
        for total in (1..=size as usize).rev() {
            let more = (1..=most.min(total)).fold(0, |sum: u64, take| sum.saturating_add(item(&ways, total - take)));
            if let Some(slot) = ways.get_mut(total) {
                *slot = slot.saturating_add(more);
            }
        }
    }
    item(&ways, size as usize)
}

/// The `n`th way to take a few of cards of which none are alike.
fn nth_unlike(from: CardSet, size: u32, n: u64) -> CardSet {
    if !from.goes_beyond() {
        return CardSet::of_half(nth_of_half(from.half(), size, n));
    }
    let (mut left, mut n, mut taken) = (size, n, CardSet::NONE);
    let (mut behind, mut cards) = (from, from.count_ones());
    while left > 0 && behind != 0 {
        let card = behind.alone();
        behind &= !card;
        cards -= 1;
        let with = binomial(cards, left - 1);
        if n < with {
            taken |= card;
            left -= 1;
        } else {
            n -= with;
        }
    }
    taken
}

/// The same in half a deck. Counted from the last way on, each card that is taken stands for the ways to take as many as are left of
/// the cards behind it.
fn nth_of_half(from: u64, size: u32, n: u64) -> u64 {
    let (mut left, mut cards) = (size as usize, from.count_ones() as usize);
    let mut rest = binomial(from.count_ones(), size).wrapping_sub(1).wrapping_sub(n);
    let (mut behind, mut taken) = (from, 0);
    while let Some(ways) = WAYS.get(left).filter(|_| left > 0) {
        let card = loop {
            cards = cards.wrapping_sub(1);
            let Some(without) = ways.get(cards) else { return taken };
            let last = behind;
            behind &= behind.wrapping_sub(1);
            if *without <= rest {
                rest -= without;
                break last ^ behind;
            }
        };
        taken |= card;
        left -= 1;
    }
    taken
}

/// The `n`th way to take a few cards of which some are pairs: `pairs` is the first of each, `distance` how far the second is behind.
fn nth_of_pairs((from, pairs, distance): (CardSet, CardSet, u32), size: u32, n: u64) -> CardSet {
    let (mut left, mut n, mut taken) = (size, n, CardSet::NONE);
    let (mut behind, mut pairs_behind) = (from.count_ones(), pairs.count_ones());
    let mut firsts = from & !pairs.up(distance);
    while left > 0 && firsts != 0 {
        let first = firsts.alone();
        firsts &= !first;
        let is_pair = u32::from(pairs & first != 0);
        behind -= 1 + is_pair;
        pairs_behind -= is_pair;
        for take in (1..=(1 + is_pair).min(left)).rev() {
            let with = ways_of_pairs(behind, pairs_behind, left - take);
            if n < with {
                taken |= if take == 1 { first } else { first | first.up(distance) };
                left -= take;
                break;
            }
            n -= with;
        }
    }
    taken
}

/// The `n`th way to take so many cards: those with more of an earlier sort come first.
pub(super) fn nth_group(like: Option<&Alike>, from: CardSet, size: u32, n: u64) -> CardSet {
    if size as usize <= FEW {
        let Some(like) = like else { return nth_unlike(from, size, n) };
        if let Some((pairs, distance)) = like.pairs(from) {
            return nth_of_pairs((from, pairs, distance), size, n);
        }
    }
    let (mut left, mut n, mut taken) = (size, n, CardSet::NONE);
    let mut behind = from;
    for sort in sorts(like, from) {
        if left == 0 {
            break;
        }
        behind &= !sort;
        for take in (0..=sort.count_ones().min(left)).rev() {
            let with = many_ways(like, behind, left - take);
            if n < with {
                taken |= each_card(sort).take(take as usize).fold(CardSet::NONE, |set, card| set | bit(card));
                left -= take;
                break;
            }
            n -= with;
        }
    }
    taken
}

/// A pick of several cards of which nothing is asked but how many.
pub(super) struct Groups {
    cards: Cards,
    least: Amount,
    most: Amount,
    if_able: bool,
    like: Option<Alike>,
    rule: RuleId,
}

impl Groups {
    fn sizes(&self, desk: &mut Desk, cards: CardSet) -> std::ops::RangeInclusive<u32> {
        let (least, most, there) = (self.least.of(desk), self.most.of(desk), cards.count_ones());
        if most < least {
            desk.fail(FaultKind::UpsideDown(least, most), self.rule);
        }
        sizes((least, most), there, self.if_able)
    }

    /// How many groups there are, and the cards.
    pub(super) fn count(&self, desk: &mut Desk) -> (u64, CardSet) {
        let cards = (self.cards)(desk);
        let ways = self.sizes(desk, cards).map(|size| many_ways(self.like.as_ref(), cards, size));
        (ways.fold(0, u64::saturating_add), cards)
    }

    /// The cards, the fewest and the most of them; none where some cards are alike.
    pub(super) fn any(&self, desk: &mut Desk) -> Option<(CardSet, u32, u32)> {
        if self.like.is_some() {
            return None;
        }
        let cards = (self.cards)(desk);
        let sizes = self.sizes(desk, cards);
        Some((cards, *sizes.start(), *sizes.end()))
    }

    /// The `n`th group of these cards.
    pub(super) fn nth(&self, desk: &mut Desk, n: u64, cards: CardSet) -> CardSet {
        let (mut left, like) = (n, self.like.as_ref());
        for size in self.sizes(desk, cards) {
            let ways = many_ways(like, cards, size);
            if left < ways {
                return nth_group(like, cards, size, left);
            }
            left -= ways;
        }
        CardSet::NONE
    }
}

/// How many cards may be taken of so many, given the least and the most that are asked for; `if able`, as many as there are will do.
pub(super) fn sizes((least, most): (i64, i64), there: u32, if_able: bool) -> std::ops::RangeInclusive<u32> {
    let bound = |n: i64| fit::<_, u32>(n.clamp(0, MOST_CARDS as i64));
    let least = if if_able { least.min(i64::from(there)) } else { least };
    bound(least)..=bound(most.min(i64::from(there)))
}

impl Build<'_> {
    /// A pick of several cards, if nothing is asked of them.
    pub(super) fn groups(&self, act: &Act, pick: &Pick) -> Option<Groups> {
        let Source::Cards { from, least, most, if_able } = pick.source else { return None };
        // Of like cards in several places, those of one place are alike.
        let alike = self.all_unlike() || self.is_one_place(from);
        let free = pick.several && alike && act.all_fit(0) && !act.musts.iter().any(|must| must.if_able);
        free.then(|| Groups {
            cards: self.filtered(pick, from),
            least: self.amount(least),
            most: self.amount(most),
            if_able,
            like: (!self.all_unlike()).then(|| self.alike()),
            rule: pick.rule,
        })
    }
}
