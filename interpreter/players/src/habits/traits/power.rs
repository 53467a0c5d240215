//! How strong a hand would be in the tricks that come: from how many cards its own take tricks, by what counts, such as the trump suit.

use bidlang::Prepared;
use bidlang::engine::{CardSet, Desk, GoesBy, Judge, Runner, each_card};
use bidlang::ir::Ty;

use super::super::strength::{Order, Strengths};
use super::alike::Alike;
use super::given::GIVEN_LEVELS;
use super::tricks::{MODES, Tricks};

/// Strengths of a hand that are told apart.
pub const LEVELS: u32 = 16;

/// What counts in the tricks of a game.
#[derive(Debug)]
pub struct Power {
    form: u16,
    goes_by: GoesBy,
    /// The slot of what counts, such as the trump suit, its first value and how many there are.
    mode: Option<(u32, i64, usize)>,
    /// Which values that are named stand for one of what counts.
    pub alike: Alike,
}

/// How strong a hand is.
pub struct Powers {
    /// By each value of what counts, from the first of them on.
    by: [Option<u32>; MODES as usize],
    first: i64,
    /// By what counts now, where that is said.
    now: Option<u32>,
    /// At best.
    pub best: u32,
}

impl Power {
    /// Of a game with tricks that can be judged.
    pub fn of(prepared: &Prepared, judge: &Judge) -> Option<Self> {
        let program = prepared.runner().program();
        let tricks = program.asks.iter().filter_map(|ask| Tricks::of(program, ask));
        let tricks = tricks.into_iter().find(|tricks| judge.knows(tricks.form))?;
        let said = tricks.mode.and_then(|(slot, ..)| {
            let mut both = program.tracks.iter().zip(&prepared.words().game.tracks);
            both.find(|(track, _)| track.base == slot).map(|(_, said)| said.ty)
        });
        let alike = match said {
            Some(Ty::Member(kind)) => Alike::of(prepared.words().game, kind),
            Some(Ty::Number | Ty::YesNo | Ty::Player | Ty::Team | Ty::Card | Ty::Cards | Ty::Players | Ty::Nothing)
            | None => Alike::default(),
        };
        Some(Self { form: tricks.form, goes_by: tricks.goes_by, mode: tricks.mode, alike })
    }

    /// For each card how strong it is by what counts now.
    pub fn levels(
        &self,
        by: (&Runner, &Judge),
        desk: &mut Desk,
        strengths: &mut Strengths,
        all: CardSet,
    ) -> Option<Vec<u8>> {
        let order = strengths.of(by, desk, (self.form, None), (&self.goes_by, all))?;
        let count = all.count_ones().max(1);
        let level = |card| u8::try_from(order.under(card) * GIVEN_LEVELS / count).unwrap_or(u8::MAX);
        Some(each_card(all).map(level).collect())
    }

    /// How strong these cards are.
    pub fn see(
        &self,
        by: (&Runner, &Judge),
        desk: &mut Desk,
        strengths: &mut Strengths,
        (hand, all): (CardSet, CardSet),
    ) -> Option<Powers> {
        let level = |order: &Order| {
            let beats: u32 = each_card(hand).map(|card| order.under(card)).sum();
            let most = hand.count_ones() * all.count_ones().saturating_sub(1);
            (beats * LEVELS).checked_div(most).unwrap_or(0).min(LEVELS - 1)
        };
        let mut of =
            |suppose| strengths.of(by, desk, (self.form, suppose), (&self.goes_by, all)).map(|order| level(order));
        let mut levels = [None; MODES as usize];
        let Some((slot, first, count)) = self.mode else {
            let now = of(None)?;
            return Some(Powers { by: levels, first: 0, now: Some(now), best: now });
        };
        for (level, value) in levels.iter_mut().take(count).zip(first..) {
            *level = of(Some((slot, value)));
        }
        let best = levels.iter().flatten().copied().max()?;
        let powers = Powers { by: levels, first, now: None, best };
        Some(Powers { now: powers.by_value(desk.state().int(slot)), ..powers })
    }
}

impl Powers {
    /// By a value of what counts.
    fn by_value(&self, value: i64) -> Option<u32> {
        let index = usize::try_from(value.checked_sub(self.first)?).ok()?;
        self.by.get(index).copied().flatten()
    }

    /// Where this value is named; by what counts now, or at best, where none is.
    pub fn of(&self, named: Option<i64>) -> u32 {
        named.and_then(|named| self.by_value(named)).or(self.now).unwrap_or(self.best)
    }
}
