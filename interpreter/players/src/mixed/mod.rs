//! What is done with what chance where little can happen in a round (a mixed strategy): for each thing that a seat can have been told in one, how often each choice is made.
//! It is worked out once for a game, by playing rounds of it ([`learn`](Mixed::learn)), and comes near to what no other player can take advantage of where two play.

mod bytes;
mod heard;
mod learn;

use std::collections::HashMap;

use bidlang::engine::Choice;

use crate::lasting::Alone;
use crate::search::Considered;
pub use heard::Heard;

/// What is done more seldom is not done at all: it is what was tried out.
const SELDOM: f32 = 0.02;
/// Chances are told in so many parts.
const PARTS: f32 = 10_000.0;

/// One choice of a seat that has been told something.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Part {
    choice: Choice,
    /// How often it is made.
    chance: f32,
    /// What comes of it on the mean, in spreads.
    worth: f32,
}

/// What each seat does, by what it was told.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Mixed {
    rounds: Alone,
    sets: HashMap<u64, Vec<Part>>,
}

impl Mixed {
    /// What its rounds are.
    #[must_use]
    pub const fn rounds(&self) -> &Alone {
        &self.rounds
    }

    /// What may be done by who was told this, the most frequent first; nothing where that never came up.
    #[must_use]
    pub fn considered(&self, told: u64) -> Vec<Considered> {
        let parts = self.sets.get(&told).map(Vec::as_slice).unwrap_or_default();
        let kept = parts.iter().filter(|part| part.chance >= SELDOM);
        let all: f32 = kept.clone().map(|part| part.chance).sum();
        let considered = |part: &Part| {
            let share = if part.chance >= SELDOM { part.chance / all } else { 0.0 };
            Considered {
                choice: part.choice,
                tried: (share * PARTS) as u32,
                share: f64::from(share),
                worth: f64::from(part.worth),
                kept_up: false,
                mixed: share > 0.0,
            }
        };
        let mut found: Vec<Considered> = parts.iter().map(considered).collect();
        found.sort_by(|a, b| b.tried.cmp(&a.tried).then(b.worth.total_cmp(&a.worth)));
        found
    }
}
