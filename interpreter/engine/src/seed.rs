//! What chance begins with: the key of a stream cipher, 256 bits, mostly given as a number.

use std::fmt;
use std::str::FromStr;

/// The seed of a game: a number, or 256 bits that nobody can guess. A number is the key in which it stands first, in little-endian order,
/// followed by zero bytes. It prints as the number, where it is one, and else as 64 hexadecimal digits; so it is read.
///
/// ```
/// use bidlang_engine::Seed;
///
/// let secret = Seed::from([7; 32]);
/// assert_eq!(secret.to_string(), "07".repeat(32));
/// assert_eq!("07".repeat(32).parse(), Ok(secret));
/// assert_eq!("42".parse(), Ok(Seed::from(42)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seed([u8; 32]);

/// Digits of a seed of 256 bits.
const DIGITS: usize = 64;

impl Seed {
    /// The key.
    #[must_use]
    pub const fn key(&self) -> &[u8; 32] {
        &self.0
    }

    /// The number, where it is one of 64 bits.
    #[must_use]
    pub fn number(&self) -> Option<u64> {
        let (number, rest) = self.0.split_first_chunk::<8>()?;
        rest.iter().all(|byte| *byte == 0).then(|| u64::from_le_bytes(*number))
    }
}

impl From<u64> for Seed {
    fn from(number: u64) -> Self {
        let mut key = [0; 32];
        for (to, from) in key.iter_mut().zip(number.to_le_bytes()) {
            *to = from;
        }
        Self(key)
    }
}

impl From<[u8; 32]> for Seed {
    fn from(key: [u8; 32]) -> Self {
        Self(key)
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number() {
            Some(number) => write!(to, "{number}"),
            None => self.0.iter().try_for_each(|byte| write!(to, "{byte:02x}")),
        }
    }
}

impl fmt::Debug for Seed {
    /// All cards follow from a secret seed: it is not shown by accident.
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number() {
            Some(number) => write!(to, "{number}"),
            None => to.write_str("a secret seed"),
        }
    }
}

impl FromStr for Seed {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const WANTED: &str = "a seed is a whole number from 0 to 2^64 - 1, or 64 hexadecimal digits without `0x`";
        if text.len() != DIGITS {
            return text.parse::<u64>().map(Self::from).map_err(|_| WANTED);
        }
        let mut key = [0; 32];
        for (to, digits) in key.iter_mut().zip(text.as_bytes().chunks(2)) {
            let digits = std::str::from_utf8(digits).map_err(|_| WANTED)?;
            *to = u8::from_str_radix(digits, 16).ok().filter(|_| !digits.contains('+')).ok_or(WANTED)?;
        }
        Ok(Self(key))
    }
}
