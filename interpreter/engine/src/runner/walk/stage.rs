//! One pick of several: what may be picked now, how many ways there are, which the n-th is.

use std::ops::ControlFlow;

use super::super::super::act::Picked;
use super::super::super::eval::each_card;
use super::super::super::program::{CardSet, RuleId};
use super::super::super::state::bit;
use super::super::bounds::Bounds;
use super::super::choices::{Ready, Several, Spanned, Values, Wide};
use super::super::desk::Desk;
use super::super::fits::{Fits, Fitting, unfailing};
use super::super::lies::Sets;
use super::super::select::nth_card;
use super::super::singles::Singles;
use super::super::{Cards, Conditions};
use super::traces::Leads;
use crate::index::fit;

/// One pick.
pub(super) struct Stage {
    pub(super) source: From,
    pub(super) reg: u32,
    /// A condition for other picks than cards.
    pub(super) filter: Option<Conditions>,
    /// Conditions on a value, and whether they give way.
    pub(super) musts: Box<[(Conditions, bool)]>,
    /// The values that fit, where that is known before the game.
    pub(super) values: Option<Values>,
    /// The values that fit, where that goes by other things, too.
    pub(super) fits: Option<Fits>,
    /// The same where they may be many.
    pub(super) wide: Option<Wide>,
    /// How picks behind it go by it.
    pub(super) leads: Leads,
    /// Whether picks behind it take their cards from other places.
    pub(super) apart: bool,
    /// The cards of which it takes one whatever is picked before it, if it does.
    pub(super) anyway: Option<Cards>,
    /// How long it takes to look at one candidate.
    pub(super) weight: u64,
    /// The same where the values that fit are a set: nothing where none of them is looked at by itself for it.
    pub(super) dear: u64,
    pub(super) rule: RuleId,
}

#[allow(clippy::large_enum_variant, reason = "made once for each pick, and looked at where it lies")]
pub(super) enum From {
    One { cards: Singles, if_able: bool, unlike: bool },
    Some(Several),
    Range(Bounds),
}

/// What may be picked now.
#[allow(
    clippy::large_enum_variant,
    reason = "lies on the stack for one decision: a box would be an allocation each time"
)]
pub(super) enum Candidates<'a> {
    One(CardSet),
    /// No card, as there is none.
    Nothing,
    Some(Ready<'a>),
    Range(i64, i64),
    Fit(Fitting),
    Wide(Spanned<'a>),
}

impl Stage {
    pub(super) fn candidates(&self, desk: &mut Desk, taken: CardSet) -> Candidates<'_> {
        match &self.source {
            From::One { cards, if_able, .. } => {
                let cards = cards.of(desk, taken);
                if cards == 0 && *if_able { Candidates::Nothing } else { Candidates::One(cards) }
            }
            From::Some(several) => Candidates::Some(several.ready(desk, taken)),
            From::Range(bounds) => {
                let (low, high) = bounds.of(desk);
                if let Some(wide) = &self.wide {
                    desk.works(self.weight, self.rule);
                    return wide.of(desk, (low, high)).map_or(Candidates::Range(low, high), Candidates::Wide);
                }
                let Some(fits) = &self.fits else { return Candidates::Range(low, high) };
                desk.works(many(low, high), self.rule);
                // What it takes to look at each is told, and stops no game.
                desk.worked = desk.worked.wrapping_add(many(low, high).saturating_mul(self.dear));
                fits.of(desk, (low, high)).map_or(Candidates::Range(low, high), Candidates::Fit)
            }
        }
    }

    /// Whether there is no card for it, whatever is picked before it. What fails is told where it is come to.
    pub(super) fn is_barren(&self, desk: &mut Desk) -> bool {
        let Some(anyway) = self.anyway.as_ref().filter(|_| desk.reached.is_none()) else { return false };
        unfailing(desk, |desk| anyway(desk)) == Some(CardSet::NONE)
    }

    /// Whether several cards are picked that are looked at one by one.
    pub(super) fn is_searched(&self) -> bool {
        matches!(&self.source, From::Some(several) if several.is_searched())
    }

    pub(super) fn put(&self, desk: &mut Desk, picked: Picked) {
        match &self.source {
            From::Some(_) => desk.set_card_reg(self.reg, picked.cards.into()),
            From::One { .. } if picked.cards == 0 => desk.set_reg(self.reg, -1),
            From::One { .. } => desk.set_reg(self.reg, i64::from(picked.cards.trailing_zeros())),
            From::Range(_) => desk.set_reg(self.reg, picked.value),
        }
    }

    /// Whether all candidates fit, as far as this pick goes.
    pub(super) fn is_free(&self) -> bool {
        self.filter.is_none() && self.musts.is_empty()
    }

    /// How many candidates there are without a look at each; nothing where it takes one.
    pub(super) fn count(&self, desk: &mut Desk, candidates: &Candidates) -> Option<u64> {
        match (candidates, &self.source) {
            (Candidates::One(cards), _) => Some(u64::from(cards.count_ones())),
            (Candidates::Nothing, _) => Some(1),
            (Candidates::Some(ready), From::Some(several)) => Some(several.count(desk, ready)),
            (Candidates::Range(low, high), _) if self.is_free() => Some(many(*low, *high)),
            (Candidates::Range(low, high), _) => self.values.as_ref()?.count((*low, *high)),
            (Candidates::Fit(fitting), _) => Some(fitting.count()),
            (Candidates::Wide(spanned), _) => Some(spanned.count()),
            _ => None,
        }
    }

    /// The `n`th of candidates that need no look at each.
    pub(super) fn nth(&self, desk: &mut Desk, candidates: &Candidates, n: u64) -> Picked {
        match (candidates, &self.source) {
            (Candidates::One(cards), _) => Picked::of(nth_card(*cards, n)),
            (Candidates::Some(ready), From::Some(several)) => Picked::of(several.nth(desk, ready, n)),
            (Candidates::Range(low, high), _) => {
                let known = self.values.as_ref().and_then(|values| values.nth((*low, *high), n));
                let value = known.unwrap_or_else(|| low.saturating_add(i64::try_from(n).unwrap_or(i64::MAX)));
                Picked::number(value)
            }
            (Candidates::Fit(fitting), _) => fitting.nth(n),
            (Candidates::Wide(spanned), _) => spanned.nth(n),
            _ => Picked::default(),
        }
    }

    /// The conditions that give way, a bit for each: none of the candidates obeys them and those before them.
    pub(super) fn waived(&self, desk: &mut Desk, (low, high): (i64, i64)) -> u64 {
        let mut waived = 0;
        for (number, (_, if_able)) in self.musts.iter().enumerate() {
            let able = |value| {
                if !desk.works(self.weight, self.rule) {
                    return true;
                }
                desk.set_reg(self.reg, value);
                self.filter.as_ref().is_none_or(|filter| filter(desk)) && self.obeys_first(desk, number + 1, waived)
            };
            if *if_able && !(low..=high).any(able) {
                waived |= 1 << number;
            }
        }
        waived
    }

    pub(super) fn obeys_first(&self, desk: &mut Desk, count: usize, waived: u64) -> bool {
        self.musts.iter().take(count).enumerate().all(|(number, (must, _))| waived & (1 << number) != 0 || must(desk))
    }

    /// Visits what may be picked, in its order, from a given one on.
    pub(super) fn each(
        &self,
        desk: &mut Desk,
        candidates: &Candidates,
        from: Option<Picked>,
        visit: &mut dyn FnMut(&mut Desk, Picked) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match (candidates, &self.source) {
            (Candidates::One(cards), _) => {
                let before = from.map_or(CardSet::NONE, |from| CardSet::from(from.cards).before());
                for card in each_card(cards & !before) {
                    if !desk.works(1, self.rule) {
                        return ControlFlow::Break(());
                    }
                    let picked = Picked::of(bit(card));
                    self.put(desk, picked);
                    visit(desk, picked)?;
                }
                ControlFlow::Continue(())
            }
            (Candidates::Nothing, _) => {
                // Nothing is asked of no card.
                self.put(desk, Picked::default());
                visit(desk, Picked::default())
            }
            (Candidates::Some(ready), From::Some(several)) => {
                several.each(desk, ready, from.map(|from| from.cards.into()), &mut |desk, cards| {
                    visit(desk, Picked::of(cards))
                })
            }
            (Candidates::Range(low, high), _) => {
                let waived = self.waived(desk, (*low, *high));
                for value in from.map_or(*low, |from| from.value)..=*high {
                    if !desk.works(self.weight, self.rule) {
                        return ControlFlow::Break(());
                    }
                    let picked = Picked::number(value);
                    self.put(desk, picked);
                    let fits = self.filter.as_ref().is_none_or(|filter| filter(desk))
                        && self.obeys_first(desk, self.musts.len(), waived);
                    if fits {
                        visit(desk, picked)?;
                    }
                }
                ControlFlow::Continue(())
            }
            (Candidates::Fit(fitting), _) => {
                for picked in fitting.from(from.map_or(i64::MIN, |from| from.value)) {
                    self.put(desk, picked);
                    visit(desk, picked)?;
                }
                ControlFlow::Continue(())
            }
            (Candidates::Wide(spanned), _) => spanned.each(from.map_or(i64::MIN, |from| from.value), &mut |picked| {
                self.put(desk, picked);
                visit(desk, picked)
            }),
            (Candidates::Some(_), _) => ControlFlow::Continue(()),
        }
    }
}

/// How many values there are between two, both included.
fn many(low: i64, high: i64) -> u64 {
    fit(high.saturating_sub(low).saturating_add(1).max(0))
}
