//! Where random numbers come from: the engine's stream, or a fast generator.

use bidlang::engine::Stream;

/// A source of random numbers.
pub trait Random {
    /// Stream `stream` of `seed`.
    fn start(seed: u64, stream: u64) -> Self;
    /// A number from 0 to `n` - 1.
    fn below(&mut self, n: u32) -> u32;

    /// Puts the items in random order, as [`Stream::shuffle`] does.
    fn shuffle_some(&mut self, items: &mut [u8]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last as u32 + 1) as usize;
            items.swap(last, other);
        }
    }

    /// The same for as many items as are known when it is compiled.
    #[inline]
    fn shuffle<const N: usize>(&mut self, items: &mut [u8; N]) {
        for last in (1..N).rev() {
            let other = self.below(last as u32 + 1) as usize;
            items.swap(last, other);
        }
    }
}

impl Random for Stream {
    fn start(seed: u64, stream: u64) -> Self {
        Self::new(seed, stream)
    }

    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        Self::below(self, n)
    }
}

/// A fast generator (wyrand): one multiplication a number. Good enough to play with, not to deal for money.
#[derive(Debug, Clone, Copy)]
pub struct Fast(u64);

impl Fast {
    #[inline]
    fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0xa076_1d64_78bd_642f);
        let wide = u128::from(self.0) * u128::from(self.0 ^ 0xe703_7ed1_a0b4_28db);
        ((wide >> 64) as u64 ^ wide as u64) as u32
    }
}

impl Random for Fast {
    fn start(seed: u64, stream: u64) -> Self {
        let mut fast = Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ stream.wrapping_mul(0xd1b5_4a32_d192_ed03));
        fast.next();
        fast
    }

    /// Lemire's method: a number is drawn again only where it would make some more likely than others.
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        let mut wide = u64::from(self.next()) * u64::from(n);
        if (wide as u32) < n {
            let least = n.wrapping_neg() % n.max(1);
            while (wide as u32) < least {
                wide = u64::from(self.next()) * u64::from(n);
            }
        }
        (wide >> 32) as u32
    }
}
