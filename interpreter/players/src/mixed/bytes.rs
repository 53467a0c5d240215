//! What is done with what chance, as bytes, to be kept.

use bidlang::engine::{CardSet, Choice, Picked};

use super::{Mixed, Part};
use crate::keep::{seal, unseal};
use crate::lasting::Alone;

/// The bytes begin with this; its number is raised where what is worked out changes, or how.
const HEAD: &[u8; 16] = b"bidlang mixed 02";

impl Mixed {
    /// As bytes: the phases, then for each thing told its choices; always in the same order.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = HEAD.to_vec();
        let Alone { phases, differ, last, players } = &self.rounds;
        bytes.push(u8::from(*differ));
        bytes.push(u8::from(last.is_some()));
        bytes.extend(last.unwrap_or(0).to_le_bytes());
        bytes.extend((phases.len() as u64).to_le_bytes());
        phases.iter().for_each(|phase| bytes.extend(phase.to_le_bytes()));
        bytes.extend((players.len() as u64).to_le_bytes());
        for ((track, index), seat) in players {
            bytes.extend(track.to_le_bytes());
            bytes.extend(index.to_le_bytes());
            bytes.extend(seat.to_le_bytes());
        }
        let mut sets: Vec<(&u64, &Vec<Part>)> = self.sets.iter().collect();
        sets.sort_by_key(|(told, _)| **told);
        for (told, parts) in sets {
            bytes.extend(told.to_le_bytes());
            bytes.extend((parts.len() as u64).to_le_bytes());
            for Part { choice, chance, worth } in parts {
                bytes.push(choice.act);
                for picked in &choice.picks {
                    bytes.extend(picked.cards.low().to_le_bytes());
                    bytes.extend(picked.cards.high().to_le_bytes());
                    bytes.extend(picked.value.to_le_bytes());
                }
                bytes.extend(chance.to_le_bytes());
                bytes.extend(worth.to_le_bytes());
            }
        }
        seal(bytes)
    }

    /// From bytes; none where these are not what [`Self::to_bytes`] made.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut rest = unseal(bytes)?.strip_prefix(HEAD)?;
        let mut mixed = Self::default();
        let Alone { phases, differ, last, players } = &mut mixed.rounds;
        let [says_differ, has_last] = taken(&mut rest)?;
        let number = i64::from_le_bytes(taken(&mut rest)?);
        (*differ, *last) = (says_differ != 0, (has_last != 0).then_some(number));
        for _ in 0..u64::from_le_bytes(taken(&mut rest)?) {
            phases.push(u16::from_le_bytes(taken(&mut rest)?));
        }
        for _ in 0..u64::from_le_bytes(taken(&mut rest)?) {
            let slot = (u16::from_le_bytes(taken(&mut rest)?), u32::from_le_bytes(taken(&mut rest)?));
            players.push((slot, i64::from_le_bytes(taken(&mut rest)?)));
        }
        while !rest.is_empty() {
            let told = u64::from_le_bytes(taken(&mut rest)?);
            let mut parts = Vec::new();
            for _ in 0..u64::from_le_bytes(taken(&mut rest)?) {
                parts.push(part(&mut rest)?);
            }
            mixed.sets.insert(told, parts);
        }
        Some(mixed)
    }
}

fn part(rest: &mut &[u8]) -> Option<Part> {
    let [act] = taken(rest)?;
    let mut choice = Choice { act, ..Choice::default() };
    for picked in &mut choice.picks {
        let (low, high) = (u128::from_le_bytes(taken(rest)?), u128::from_le_bytes(taken(rest)?));
        *picked = Picked { cards: CardSet::of_halves(low, high), value: i64::from_le_bytes(taken(rest)?) };
    }
    Some(Part { choice, chance: f32::from_le_bytes(taken(rest)?), worth: f32::from_le_bytes(taken(rest)?) })
}

/// The first bytes of what is left.
fn taken<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (first, behind) = rest.split_first_chunk::<N>()?;
    *rest = behind;
    Some(*first)
}
