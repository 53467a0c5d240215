//! What was practised, kept from one call to the next under a name that says of what (a cache). Whether it was kept changes nothing but the time.

use std::hash::{DefaultHasher, Hash, Hasher};

use bidlang::Prepared;

use crate::goal::Goal;
use crate::habits::Practised;

/// Keeps what was practised. What is not there, or cannot be kept, is practised again.
pub trait Keep: Send + Sync {
    /// What was kept under a name.
    fn get(&self, name: &str) -> Option<Vec<u8>>;

    /// Keeps it under a name.
    fn put(&self, name: &str, bytes: &[u8]);
}

/// Whether practice is to stop: it is looked at now and then, and what was practised until then is not kept.
pub type Stop = dyn Fn() -> bool + Send + Sync;

/// Goes on to the end.
#[must_use]
pub const fn never() -> bool {
    false
}

/// Keeps nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct Nothing;

impl Keep for Nothing {
    fn get(&self, _: &str) -> Option<Vec<u8>> {
        None
    }

    fn put(&self, _: &str, _: &[u8]) {}
}

/// What is practised, and how, has this number: it is raised with each change of it, so that nothing is taken for what it is not.
const PRACTICE: u32 = 21;
/// Each file begins with this.
const HEAD: &[u8; 16] = b"bidlang habits 1";

/// The name of what is practised of a game: its texts, its setup, what is played for, and by which practice.
#[must_use]
pub fn name(prepared: &Prepared, goal: Goal, practised: Practised) -> String {
    let setup = prepared.setup();
    let mut hasher = DefaultHasher::new();
    (setup.players, &setup.options, goal.to_string()).hash(&mut hasher);
    (PRACTICE, practised, env!("CARGO_PKG_VERSION")).hash(&mut hasher);
    format!("{}-{:016x}", prepared.game().hash(), hasher.finish())
}

fn checked(bytes: &[u8]) -> [u8; 8] {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish().to_le_bytes()
}

/// Weights as bytes: how many there are, those that are not nought with their numbers, and a checksum.
#[must_use]
pub fn to_bytes(weights: &[f32]) -> Vec<u8> {
    let mut bytes = HEAD.to_vec();
    bytes.extend((weights.len() as u64).to_le_bytes());
    for (number, weight) in (0_u32..).zip(weights).filter(|(_, weight)| **weight != 0.0) {
        bytes.extend(number.to_le_bytes());
        bytes.extend(weight.to_le_bytes());
    }
    seal(bytes)
}

/// Bytes with their checksum behind them.
#[must_use]
pub fn seal(mut bytes: Vec<u8>) -> Vec<u8> {
    let check = checked(&bytes);
    bytes.extend(check);
    bytes
}

/// Bytes without the checksum behind them; none where it is not theirs.
#[must_use]
pub fn unseal(bytes: &[u8]) -> Option<&[u8]> {
    let (body, check) = bytes.split_last_chunk::<8>()?;
    (checked(body) == *check).then_some(body)
}

/// So many weights from bytes; none where these are not what [`to_bytes`] made of as many.
#[must_use]
pub fn from_bytes(bytes: &[u8], count: usize) -> Option<Vec<f32>> {
    let (sized, entries) = unseal(bytes)?.strip_prefix(HEAD)?.split_first_chunk::<8>()?;
    if u64::from_le_bytes(*sized) != count as u64 {
        return None;
    }
    let mut weights = vec![0.0; count];
    for entry in entries.chunks(8) {
        let (number, weight) = entry.split_first_chunk::<4>()?;
        *weights.get_mut(u32::from_le_bytes(*number) as usize)? = f32::from_le_bytes(weight.try_into().ok()?);
    }
    Some(weights)
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, reason = "tests")]
mod tests {
    use super::{from_bytes, to_bytes};

    #[test]
    fn what_is_kept_is_what_comes_back_and_what_was_changed_does_not() {
        let weights = [0.0, 1.5, -0.25, 0.0, f32::MIN_POSITIVE];
        let kept = to_bytes(&weights);
        assert_eq!(from_bytes(&kept, 5).as_deref(), Some(weights.as_slice()));
        assert_eq!(from_bytes(&kept, 4), None);
        for at in 0..kept.len() {
            let mut changed = kept.clone();
            changed[at] ^= 1;
            assert_eq!(from_bytes(&changed, 5), None, "byte {at}");
            assert_eq!(from_bytes(&kept[..at], 5), None, "cut at {at}");
        }
    }
}
