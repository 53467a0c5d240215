//! What comes otherwise than it was told, and is taken as it was told all the same (soft constraints): so a world goes on, and what stands in its way is known.

use bidlang::engine::{CardSet, Program, Telling};

use super::{Rules, World};
use crate::story::Story;

/// What of a world may come otherwise than it was told: the world goes on all the same, and what came otherwise is written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lets {
    /// Nothing: a world is left as soon as it does not fit.
    Nothing,
    /// What others chose: what was told is chosen though it is not legal.
    Choices,
    /// Choices, and numbers: tracks and scores hold what was told from there on.
    Numbers,
}

/// A choice that was told and is not legal.
#[derive(Debug, Clone, Copy)]
pub struct Illegal {
    /// Which decision.
    pub decision: usize,
    /// The cards that could be picked.
    pub source: CardSet,
    /// The cards that stand in the way.
    pub instead: CardSet,
    /// Where they lay.
    pub place: u16,
}

/// A number that came otherwise than it was told.
#[derive(Debug, Clone, Copy)]
pub struct Otherwise {
    /// Which line.
    pub line: usize,
    /// How far it is from what was told, 1 at least.
    pub far: u32,
    /// The slot, if it is one of a track, and what was told.
    pub track: Option<(u32, i64)>,
}

/// How far a number comes out from what was told.
pub fn how_far(here: &Telling, told: Option<&Telling>) -> u32 {
    match (number(here), told.and_then(number)) {
        (Some((slot, value)), Some((slot2, value2))) if slot == slot2 => distance(value, value2),
        _ => u32::MAX - 1,
    }
}

/// How far two numbers are from each other.
pub(super) fn distance(one: i64, other: i64) -> u32 {
    u32::try_from(one.abs_diff(other)).unwrap_or(u32::MAX - 1)
}

/// The slot of a track, by track and place in it, and the number that it is told to hold.
pub(super) const fn number(line: &Telling) -> Option<((u16, u32), i64)> {
    match line {
        Telling::Set { track, index, value } | Telling::ShowTrack { track, index, value, .. } => {
            Some(((*track, *index), *value))
        }
        _ => None,
    }
}

/// Where a number of a track stands in the state.
pub fn slot_of(program: &Program, (track, index): (u16, u32)) -> Option<u32> {
    Some(program.tracks.get(usize::from(track))?.base + index)
}

impl World {
    /// Whether all came as it was told, as far as it is remembered.
    #[must_use]
    pub fn fits(&self) -> bool {
        self.illegal.is_empty() && self.otherwise.is_empty()
    }

    /// How much stands in the way of all as it was told.
    #[must_use]
    pub fn amiss(&self) -> u32 {
        let illegal = self.illegal.iter().map(|illegal| illegal.instead.count_ones());
        illegal.chain(self.otherwise.iter().map(|otherwise| otherwise.far)).fold(0, u32::saturating_add)
    }

    /// Where nothing but numbers was told since, tracks hold them.
    pub(super) fn takes_rest(&mut self, rules: &Rules, story: &Story) {
        let rest = story.lines.get(self.told..).unwrap_or_default();
        let slot = |line| {
            let (slot, value) = number(line).filter(|((track, _), _)| !rules.likes.holds_card(*track))?;
            Some((slot_of(rules.runner.program(), slot)?, value))
        };
        let Some(slots) = rest.iter().map(slot).collect::<Option<Vec<_>>>() else { return };
        for (slot, value) in slots {
            let far = distance(self.desk.state().int(slot), value).max(1);
            self.otherwise.push(Otherwise { line: self.told, far, track: Some((slot, value)) });
            if !self.desk.set_slot(slot, value) {
                return;
            }
            self.told += 1;
        }
    }
}
