//! Groups with wild cards, which take no part in what is asked of the others: they stand beside others that have to be of one rank.
//! What they add to a constraint is a number each.

use super::super::super::program::CardSet;
use super::super::super::state::bit;
use super::asked::{Asked, Bounds, Constraint, Feature, Weights};

/// The cards that take no part.
pub(super) struct Aside {
    pub(super) cards: CardSet,
    /// What each of them adds to what a constraint compares.
    adds: Box<[i64]>,
}

impl Asked {
    /// Sets the cards aside that take no part in anything but how many there are, if all that is asked goes by the same others. How many there are of
    /// these is then said by how many cards there are.
    pub(super) fn set_aside(&mut self) {
        if self.idle == 0 || !(self.others.is_empty() && self.joined.is_empty() && self.alike.is_empty()) {
            return;
        }
        let lines: Option<Vec<_>> = self.constraints.iter().map(|constraint| self.without_idle(constraint)).collect();
        let Some(lines) = lines else { return };
        let mut adds = Vec::with_capacity(lines.len());
        for (constraint, (terms, add)) in self.constraints.iter_mut().zip(lines) {
            constraint.terms = terms.into();
            adds.push(add);
        }
        self.aside = Some(Aside { cards: self.idle, adds: adds.into() });
    }

    /// What a constraint says of the other cards, and what each card that takes no part adds to it.
    fn without_idle(&self, constraint: &Constraint) -> Option<(Vec<(i64, Feature)>, i64)> {
        let (mut terms, mut add): (Vec<(i64, Feature)>, i64) = (Vec::new(), 0);
        for (times, feature) in &constraint.terms {
            let of_others = |part: CardSet| part & self.idle == 0;
            let (of_part, of_idle) = match feature {
                Feature::Size => (1, i64::from(!constraint.of_part)),
                Feature::Sum(weights) => self.weights.get(*weights)?.of_each(self.idle)?,
                Feature::Different(of) => {
                    of_others(self.partitions.get(*of)?.part).then(|| terms.push((*times, *feature)))?;
                    continue;
                }
                Feature::Lowest(of) | Feature::Highest(of) => {
                    of_others(self.rankings.get(*of)?.part).then(|| terms.push((*times, *feature)))?;
                    continue;
                }
            };
            add = add.checked_add(times.checked_mul(of_idle)?)?;
            let of_part = times.checked_mul(of_part)?;
            match terms.iter_mut().find(|(_, known)| *known == Feature::Size) {
                Some((known, _)) => *known = known.checked_add(of_part)?,
                None => terms.push((of_part, Feature::Size)),
            }
        }
        terms.retain(|(times, _)| *times != 0);
        Some((terms, add))
    }
}

impl Aside {
    /// What is compared with where so many of these cards are in a group.
    pub(super) fn bounds(&self, bounds: &Bounds, count: u32) -> Bounds {
        let mut bounds = *bounds;
        for (bound, add) in bounds.iter_mut().zip(&self.adds) {
            *bound = bound.map(|bound| bound.saturating_sub(add.saturating_mul(i64::from(count))));
        }
        bounds
    }
}

impl Weights {
    /// What each card but these weighs, and what each of these, if that is the same for all.
    fn of_each(&self, cards: CardSet) -> Option<(i64, i64)> {
        let Self::Fixed(table) = self else { return None };
        let same = |those: CardSet| {
            let mut weights = (0..=u8::MAX).zip(table).filter(|(card, _)| those & bit(*card) != 0);
            let first = weights.next().map_or(0, |(_, weight)| *weight);
            weights.all(|(_, weight)| *weight == first).then_some(first)
        };
        Some((same(!cards)?, same(cards)?))
    }
}
