//! The n-th card of a set, without a branch for each card before it (Vigna, "Broadword Implementation of Rank/Select Queries", 2008).

use super::super::chance::Stream;
use super::super::program::CardSet;
use super::super::state::bit;

/// For each place in a byte and each byte: where the bit of that place lies.
const IN_BYTE: [[u8; 256]; 8] = {
    let mut table = [[0_u8; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut place) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                #[allow(clippy::indexing_slicing, reason = "within the bounds of the loops, when it is compiled")]
                {
                    table[place][byte] = bit;
                }
                place += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// A set without the second half of the deck, where it is known that there is none: all that follows then takes half the time.
#[inline]
pub(super) fn cut<const SMALL: bool>(set: CardSet) -> CardSet {
    if SMALL { CardSet::of_half(set.half()) } else { set }
}

/// Whether a card is one of a set.
#[inline]
pub(super) const fn holds<const SMALL: bool>(set: CardSet, card: u8) -> bool {
    if SMALL { set.half() >> (card & 63) & 1 == 1 } else { set.has(card) }
}

/// A card of a set by its number.
#[inline]
pub(super) const fn one<const SMALL: bool>(card: u8) -> CardSet {
    if SMALL { CardSet::of_half(1_u64 << (card & 63)) } else { bit(card) }
}

/// One card of a set, each as likely as the others, and whether there was a choice: nothing of no cards. A number is drawn only for a choice.
#[inline(always)]
pub(super) fn draw<const SMALL: bool>(cards: CardSet, players: &mut Stream) -> Option<(u8, bool)> {
    let bits = cards.half();
    if SMALL || !cards.goes_beyond() {
        if bits & bits.wrapping_sub(1) == 0 {
            return (bits != 0).then(|| (bits.trailing_zeros() as u8, false));
        }
        let sums = sums(bits);
        let drawn = players.below((sums >> 56) as u32);
        return Some((nth_of_sums(bits, sums, u64::from(drawn)) as u8, true));
    }
    let count = cards.count_ones();
    let drawn = if count > 1 { players.below(count) } else { 0 };
    Some((nth_card(cards, u64::from(drawn)).trailing_zeros() as u8, count > 1))
}

/// The `n`th card of a set, as a set; `n` is below the number of cards. Of no cards it is none.
#[inline]
pub(super) fn nth_card(cards: CardSet, n: u64) -> CardSet {
    if cards == 0 {
        return CardSet::NONE;
    }
    let (mut left, mut n, mut base) = (cards, n, 0_u8);
    loop {
        let (here, count) = (left.half(), u64::from(left.half().count_ones()));
        if n < count || base >= 192 {
            return bit(base | nth_bit(here, n) as u8 & 63);
        }
        (left, n, base) = (left.down(64), n - count, base + 64);
    }
}

#[inline]
pub(super) fn nth_bit(bits: u64, n: u64) -> u32 {
    nth_of_sums(bits, sums(bits), n)
}

const ONES: u64 = 0x0101_0101_0101_0101;

/// How many bits there are in each byte and all before it: in all in the last.
#[inline]
const fn sums(bits: u64) -> u64 {
    let pairs = bits - (bits >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    ((fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(ONES)
}

#[inline]
fn nth_of_sums(bits: u64, sums: u64, n: u64) -> u32 {
    const HIGH: u64 = 0x80 * ONES;
    // Eight times the number of bytes that do not reach it.
    let short = (n.wrapping_mul(ONES) | HIGH).wrapping_sub(sums) & HIGH;
    let byte = ((short >> 7).wrapping_mul(ONES) >> 53) as u32 & 56;
    let before = (sums << 8) >> byte & 0xff;
    let place = n.wrapping_sub(before) as usize & 7;
    let value = (bits >> byte) as usize & 0xff;
    byte + IN_BYTE.get(place).and_then(|row| row.get(value)).copied().map_or(0, u32::from)
}

#[cfg(test)]
mod tests {
    use super::super::super::MOST_CARDS;
    use super::super::super::program::CardSet;
    use super::super::super::state::bit;
    use super::nth_card;

    #[test]
    fn of_no_cards_there_is_none() {
        assert_eq!(nth_card(CardSet::NONE, 0), 0);
    }

    #[test]
    fn every_card_is_found() {
        let all: Vec<u8> = (0..=u8::MAX).take(MOST_CARDS).collect();
        let every = |from: usize, step: usize| all.iter().copied().skip(from).step_by(step).collect::<Vec<u8>>();
        for cards in [every(0, 1), every(0, 7), every(63, 1), every(64, 64), every(MOST_CARDS - 1, 1), every(5, 61)] {
            let set: CardSet = cards.iter().copied().collect();
            for (n, card) in (0..).zip(&cards) {
                assert_eq!(nth_card(set, n), bit(*card));
            }
        }
    }
}
