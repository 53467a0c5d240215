//! A hasher for what nobody outside can choose: quick, and the same each time.

use std::hash::{BuildHasherDefault, Hasher};

/// A map that uses it.
pub type Map<K, V> = std::collections::HashMap<K, V, BuildHasherDefault<Quick>>;

/// Each word is mixed in by a multiplication, as Firefox does it.
#[derive(Debug, Default, Clone, Copy)]
pub struct Quick(u64);

impl Quick {
    const fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

impl Hasher for Quick {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            self.add(chunk.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte)));
        }
    }

    fn write_u8(&mut self, number: u8) {
        self.add(u64::from(number));
    }

    fn write_u16(&mut self, number: u16) {
        self.add(u64::from(number));
    }

    fn write_u32(&mut self, number: u32) {
        self.add(u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        self.add(number);
    }

    fn write_u128(&mut self, number: u128) {
        self.add(number as u64);
        self.add((number >> 64) as u64);
    }

    fn write_usize(&mut self, number: usize) {
        self.add(number as u64);
    }

    fn finish(&self) -> u64 {
        // The low bits of a product know little of the high ones.
        self.0 ^ self.0.rotate_right(32)
    }
}
