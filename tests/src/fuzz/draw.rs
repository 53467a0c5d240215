//! Chance for what is generated: bytes that a fuzzer may change, and behind them a seed.

use bidlang::engine::Stream;

/// Draws from bytes as long as there are some, then from a stream that the same bytes seed.
pub struct Draw<'d> {
    bytes: std::slice::Iter<'d, u8>,
    stream: Stream,
}

impl<'d> Draw<'d> {
    /// Begins with the first byte.
    pub fn new(bytes: &'d [u8]) -> Self {
        let seed = bytes
            .iter()
            .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
        Self { bytes: bytes.iter(), stream: Stream::new(seed, 11) }
    }

    /// A number below `bound`, which is not nought.
    pub fn below(&mut self, bound: usize) -> usize {
        match self.bytes.next() {
            Some(byte) => usize::from(*byte) % bound,
            None => self.stream.below(bound as u32) as usize,
        }
    }

    /// Whether something of a chance of one in `of` comes about.
    pub fn one_in(&mut self, of: usize) -> bool {
        self.below(of) == 0
    }

    /// One of several.
    pub fn of<'o, T: ?Sized>(&mut self, of: &[&'o T]) -> &'o T {
        of[self.below(of.len())]
    }

    /// One of a list.
    pub fn pick<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())].clone()
    }
}
