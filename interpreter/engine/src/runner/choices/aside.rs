//! Groups with wild cards, which take no part in what is asked of the others: they stand beside others that have to be of one rank.
//! What they add to a constraint is a number each.

use super::super::super::program::CardSet;
use super::super::super::state::bit;
use super::asked::{Asked, Bounds, Feature, Weights};

/// The cards that take no part.
pub(super) struct Aside {
    pub(super) cards: CardSet,
    /// What each of them adds to what a constraint compares.
    adds: Box<[i64]>,
}

impl Aside {
    /// The cards that take no part in anything but how many there are, if all that is asked goes by the same others. How many there are of these is
    /// then said by how many cards there are.
    pub(super) fn of(asked: &mut Asked) -> Option<Self> {
        if asked.idle == 0 || !(asked.others.is_empty() && asked.joined.is_empty() && asked.alike.is_empty()) {
            return None;
        }
        let cards = asked.idle;
        let part = |feature: &Feature| match feature {
            Feature::Size | Feature::Sum(_) => None,
            Feature::Different(of) => asked.partitions.get(*of).map(|partition| partition.part),
            Feature::Lowest(of) | Feature::Highest(of) => asked.rankings.get(*of).map(|ranking| ranking.part),
        };
        let mut parts =
            asked.constraints.iter().flat_map(|constraint| &constraint.terms).filter_map(|(_, of)| part(of));
        parts.all(|part| part & cards == 0 && part != CardSet::MAX).then_some(())?;
        let mut adds = Vec::new();
        let mut all = Vec::new();
        for constraint in &asked.constraints {
            let (mut terms, mut add): (Vec<(i64, Feature)>, i64) = (Vec::new(), 0);
            for (times, feature) in &constraint.terms {
                let (of_part, of_cards) = match feature {
                    Feature::Size => (1, i64::from(!constraint.of_part)),
                    Feature::Sum(weights) => asked.weights.get(*weights)?.of_each(cards)?,
                    Feature::Different(_) | Feature::Lowest(_) | Feature::Highest(_) => {
                        terms.push((*times, *feature));
                        continue;
                    }
                };
                add += times * of_cards;
                match terms.iter_mut().find(|(_, known)| *known == Feature::Size) {
                    Some((known, _)) => *known += times * of_part,
                    None => terms.push((times * of_part, Feature::Size)),
                }
            }
            terms.retain(|(times, _)| *times != 0);
            all.push(terms);
            adds.push(add);
        }
        for (constraint, terms) in asked.constraints.iter_mut().zip(all) {
            constraint.terms = terms.into();
        }
        Some(Self { cards, adds: adds.into() })
    }

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
