//! How strong a hand would be in the tricks that come: from how many cards its own take tricks, by what counts, such as the trump suit.

use bidlang::Prepared;
use bidlang::engine::{Desk, Judge, State, each_card};
use bidlang::ir::Ty;

use super::super::strength::{Order, Strengths};
use super::tricks::Tricks;

/// Strengths of a hand that are told apart.
pub const LEVELS: u32 = 16;
/// Values of what counts, at most.
const MOST: i64 = 8;

/// What counts in the tricks of a game.
#[derive(Debug)]
pub struct Power {
    form: u16,
    slots: Vec<u32>,
    /// The slot of what counts, such as the trump suit, its first value and how many there are, and the kind of them.
    mode: Option<(u32, i64, i64)>,
    kind: Option<u16>,
}

/// How strong a hand is.
pub struct Powers {
    /// By each value of what counts.
    by: Vec<(i64, u32)>,
    /// By what counts now, where that is said.
    now: Option<u32>,
    /// At best.
    pub best: u32,
    /// The kind of what counts.
    pub kind: Option<u16>,
}

impl Power {
    /// Of a game with tricks that can be judged.
    pub fn of(prepared: &Prepared, judge: &Judge) -> Option<Self> {
        let program = prepared.runner().program();
        let tricks =
            program.asks.iter().find_map(|ask| Tricks::of(program, ask)).filter(|tricks| judge.knows(tricks.form))?;
        let found = tricks.mode.and_then(|(slot, low)| {
            let both = program.tracks.iter().zip(&prepared.words().game.tracks);
            let (track, said) = both.into_iter().find(|(track, _)| track.base == slot)?;
            let (_, high) = track.range;
            Some(((slot, low, (high - low + 1).min(MOST)), said.ty))
        });
        let kind = found.and_then(|(_, ty)| match ty {
            Ty::Member(kind) => u16::try_from(kind).ok(),
            _ => None,
        });
        Some(Self { form: tricks.form, slots: tricks.slots, mode: found.map(|(mode, _)| mode), kind })
    }

    /// How strong these cards are.
    pub fn see(
        &self,
        judge: &Judge,
        desk: &mut Desk,
        strengths: &mut Strengths,
        (hand, all): (u128, u128),
    ) -> Option<Powers> {
        let level = |order: &Order| {
            let beats: u32 = each_card(hand).map(|card| order.under(card)).sum();
            let most = hand.count_ones() * all.count_ones().saturating_sub(1);
            (beats * LEVELS).checked_div(most).unwrap_or(0).min(LEVELS - 1)
        };
        let mut of = |suppose| strengths.of(judge, desk, (self.form, suppose), (&self.slots, all)).map(level);
        let Some((slot, low, count)) = self.mode else {
            let now = of(None)?;
            return Some(Powers { by: Vec::new(), now: Some(now), best: now, kind: None });
        };
        let by: Vec<(i64, u32)> =
            (low..low + count).filter_map(|value| Some((value, of(Some((slot, value)))?))).collect();
        let is = |state: &State| by.iter().find(|(value, _)| *value == state.int(slot)).map(|(_, level)| *level);
        let now = is(desk.state());
        let best = by.iter().map(|(_, level)| *level).max()?;
        Some(Powers { by, now, best, kind: self.kind })
    }
}

impl Powers {
    /// Where this value is named; by what counts now, or at best, where none is.
    pub fn of(&self, named: Option<i64>) -> u32 {
        let by = named.and_then(|named| self.by.iter().find(|(value, _)| *value == named));
        by.map(|(_, level)| *level).or(self.now).unwrap_or(self.best)
    }
}
