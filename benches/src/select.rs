//! The n-th card of a set without a loop: bytes are counted side by side, a table finds the bit in its byte.

const LOW: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// The place of the `n`th one in a byte, at `n * 256 + byte`.
static PLACES: [u8; 2048] = places();

const fn places() -> [u8; 2048] {
    let mut table = [0; 2048];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut n) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[n * 256 + byte] = bit as u8;
                n += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
}

/// How many ones a set has in each byte and those below it; the highest byte counts all.
#[inline]
pub const fn sums(set: u64) -> u64 {
    let pairs = set - (set >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let bytes = (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    bytes.wrapping_mul(LOW)
}

/// How many ones there are, from [`sums`].
#[inline]
pub const fn total(sums: u64) -> u32 {
    (sums >> 56) as u32
}

/// The number of the `n`th one of `set`, lowest first; there have to be more than `n`.
#[inline]
pub fn select(set: u64, sums: u64, n: u32) -> u32 {
    let n = u64::from(n);
    // A byte is passed over where the sum up to it is at most n.
    let passed = ((n.wrapping_mul(LOW) | HIGH) - sums) & HIGH;
    let shift = ((passed >> 7).wrapping_mul(LOW) >> 53) & 56;
    let rest = n - ((sums << 8 >> shift) & 0xff);
    let byte = set >> shift & 0xff;
    shift as u32 + u32::from(PLACES[((rest << 8 | byte) & 2047) as usize])
}

/// `set`, or `other` where it is empty.
#[inline]
pub const fn or_else(set: u64, other: u64) -> u64 {
    if set == 0 { other } else { set }
}

/// The ones of each set of `2^N` as a list: so many in the top four bits, then four bits each, the lowest at the bottom.
pub const fn lists<const SETS: usize>() -> [u64; SETS] {
    let mut table = [0; SETS];
    let mut set = 0;
    while set < SETS {
        let (mut left, mut list, mut count) = (set, 0, 0_u64);
        while left != 0 {
            list |= (left.trailing_zeros() as u64) << (4 * count);
            left &= left - 1;
            count += 1;
        }
        table[set] = list | count << 60;
        set += 1;
    }
    table
}

/// The ones of a set, listed in four parts of `WIDTH` bits each, at most 13.
#[derive(Debug, Clone, Copy, Default)]
pub struct Parts {
    lists: [u64; 4],
    /// How many ones are in the parts before.
    before: [u32; 4],
}

impl Parts {
    /// The ones of `set`, and how many there are.
    #[inline]
    pub fn new<const WIDTH: u32, const SETS: usize>(lists: &[u64; SETS], set: u64) -> (Self, u32) {
        let part = |n: u32| lists[(set >> (n * WIDTH)) as usize & (SETS - 1)];
        let lists = [part(0), part(1), part(2), part(3)];
        let [a, b, c, d] = lists.map(|list| (list >> 60) as u32);
        (Self { lists, before: [0, a, a + b, a + b + c] }, a + b + (c + d))
    }

    /// The number of the `n`th one.
    #[inline]
    pub fn nth<const WIDTH: u32>(&self, n: u32) -> u32 {
        let [_, b, c, d] = self.before;
        let part = u32::from(n >= b) + u32::from(n >= c) + u32::from(n >= d);
        let rest = n - self.before[part as usize & 3];
        part * WIDTH + ((self.lists[part as usize & 3] >> (4 * rest)) as u32 & 15)
    }
}

#[cfg(test)]
mod tests {
    use super::{select, sums, total};

    #[test]
    fn finds_every_one() {
        let mut set = 0x9e37_79b9_7f4a_7c15_u64;
        for round in 0..10_000_u64 {
            set = set.wrapping_mul(0xd1b5_4a32_d192_ed03).wrapping_add(round) & (u64::MAX >> (round % 40));
            let sums = sums(set);
            assert_eq!(total(sums), set.count_ones());
            let mut left = set;
            for n in 0..total(sums) {
                assert_eq!(select(set, sums, n), left.trailing_zeros());
                left &= left - 1;
            }
        }
    }
}
