//! Conditions on a group of cards as linear constraints: sums of features of the group (its size, how many different values it has, its
//! highest and lowest, totals of weights), compared with what does not depend on the group. A condition of any other shape is kept as a
//! closure and asked of each group.

use super::super::super::eval::{compares, each_card};
use super::super::super::program::CardSet;
use super::super::super::state::bit;
use super::super::conditions::Test;
use super::super::desk::Desk;
use super::super::keys::Key;
use super::super::{Cards, Conditions, Numbers};
use super::anchored::Ends;
use super::aside::Aside;
use super::cases::Formula;
use super::several::Ready;
use crate::Comparison;

/// Most constraints that are told apart; what is beyond is asked of each group.
pub(super) const MOST_CONSTRAINTS: usize = 8;
/// Most weights, partitions and rankings of each sort.
pub(super) const MOST_FEATURES: usize = 4;
/// Weights beyond this are left to the phrases themselves, which know of numbers too large.
pub(super) const MOST_WEIGHT: i64 = 1 << 40;

/// What is known of a group as a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Feature {
    Size,
    /// How many classes of a partition it has cards of.
    Different(usize),
    Lowest(usize),
    Highest(usize),
    /// The sum of a weight for each card.
    Sum(usize),
}

/// A linear constraint, while its conditions hold that do not depend on the group.
pub(super) struct Constraint {
    /// Whether it is only part of a condition, which may hold without it.
    pub(super) partial: bool,
    /// Whether the number of cards is that of those that take part.
    pub(super) of_part: bool,
    pub(super) gates: Box<[Test]>,
    pub(super) terms: Box<[(i64, Feature)]>,
    pub(super) comparison: Comparison,
    pub(super) fixed: i64,
    pub(super) amounts: Box<[(i64, Numbers)]>,
}

/// A partition of the cards by a value of theirs, as `number of different rank` needs it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Partition {
    /// The cards that are asked for their value: others take no part.
    pub(super) part: CardSet,
    pub(super) classes: Box<[CardSet]>,
    /// The class of each card.
    pub(super) class: Box<[u8]>,
}

/// A number for each card, of which the highest and the lowest are asked for: from the lowest number on, the cards that have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Ranking {
    /// The cards that are asked for their number: others take no part.
    pub(super) part: CardSet,
    pub(super) steps: Box<[(i64, CardSet)]>,
    pub(super) of: Box<[i64]>,
}

/// A weight for each card.
pub(super) enum Weights {
    Fixed(Box<[i64]>),
    /// 1 for the cards of a set.
    In(Cards),
    /// A number worked out when it is used.
    Key(Key),
    /// 1 where a condition holds, which is asked when it is used.
    Where(Key),
}

/// Cards of one value in a group: so many of each value, if any.
pub(super) struct Alike {
    pub(super) gates: Box<[Test]>,
    pub(super) partition: usize,
    pub(super) comparison: Comparison,
    pub(super) count: Numbers,
}

/// Only cards of this set are taken.
pub(super) struct Within {
    pub(super) gates: Box<[Test]>,
    pub(super) cards: Kept,
}

pub(super) enum Kept {
    /// Those of a ranking for which a comparison holds.
    Ranked(usize, Comparison, i64, Box<[(i64, Numbers)]>),
    /// Those for which a condition holds.
    Each(Key),
    Set(Cards),
}

/// What each constraint compares with; nothing for those that do not count.
pub(super) type Bounds = [Option<i64>; MOST_CONSTRAINTS];

/// All that is asked of a group.
#[derive(Default)]
pub(super) struct Asked {
    pub(super) constraints: Vec<Constraint>,
    pub(super) alike: Vec<Alike>,
    pub(super) within: Vec<Within>,
    /// Conditions that are several of these joined by `or`, each beside itself as it stands.
    pub(super) joined: Vec<(Formula, Conditions)>,
    /// Conditions of other shapes, in their order.
    pub(super) others: Vec<Conditions>,
    /// The first condition for which groups are looked at one by one, by its number.
    pub(super) slow: Option<usize>,
    /// What one of these asks, where it is how each card goes with the one at an end of the group.
    pub(super) ends: Option<Ends>,
    pub(super) partitions: Vec<Partition>,
    pub(super) rankings: Vec<Ranking>,
    pub(super) weights: Vec<Weights>,
    /// All conditions as they stand: for the group of no cards, and where a card lacks a value.
    pub(super) whole: Vec<Conditions>,
    /// Cards that lack a value which is asked for.
    pub(super) odd: CardSet,
    /// Cards that take no part in something that is asked, as wild cards beside others that are asked.
    pub(super) idle: CardSet,
    /// How groups with such cards are counted.
    pub(super) aside: Option<Aside>,
}

impl Constraint {
    /// What it compares with.
    pub(super) fn bound(&self, desk: &mut Desk) -> i64 {
        bound(desk, self.fixed, &self.amounts)
    }

    /// Whether it always counts, and compares with this.
    pub(super) fn always(&self, bound: i64) -> bool {
        !self.partial && self.gates.is_empty() && self.amounts.is_empty() && self.fixed == bound
    }
}

impl Asked {
    /// Whether nothing is asked of a group beside so many conditions of other shapes, and which cards it may have.
    pub(super) fn only_others(&self, count: usize) -> bool {
        self.others.len() == count && self.constraints.is_empty() && self.alike.is_empty() && self.joined.is_empty()
    }

    /// Of these cards those that may be in a group at all.
    #[inline]
    pub(super) fn within(&self, desk: &mut Desk, from: CardSet) -> CardSet {
        let mut from = from;
        for within in &self.within {
            if !within.gates.iter().all(|gate| gate.holds(desk)) {
                continue;
            }
            from &= self.kept(desk, from, &within.cards);
        }
        from
    }

    /// Of these cards those that are kept.
    pub(super) fn kept(&self, desk: &mut Desk, from: CardSet, kept: &Kept) -> CardSet {
        match kept {
            Kept::Set(set) => from & set(desk),
            Kept::Each(key) => each_card(from).fold(CardSet::NONE, |kept, card| {
                if key(desk, i64::from(card)) != 0 { kept | bit(card) } else { kept }
            }),
            Kept::Ranked(ranking, comparison, fixed, amounts) => {
                let bound = bound(desk, *fixed, amounts);
                let Some(ranking) = self.rankings.get(*ranking) else { return CardSet::NONE };
                let kept = ranking.steps.iter().filter(|(value, _)| compares(*comparison, *value, bound));
                from & (kept.fold(CardSet::NONE, |kept, (_, set)| kept | set) | !ranking.part)
            }
        }
    }

    /// What each constraint compares with; nothing for those that do not count now, or are only part of a condition.
    #[inline]
    pub(super) fn bounds(&self, desk: &mut Desk) -> Bounds {
        let mut bounds = [None; MOST_CONSTRAINTS];
        for (to, constraint) in bounds.iter_mut().zip(&self.constraints) {
            if !constraint.partial && constraint.gates.iter().all(|gate| gate.holds(desk)) {
                *to = Some(constraint.bound(desk));
            }
        }
        bounds
    }

    /// A weight of a card.
    pub(super) fn weight(&self, ready: &Ready, number: usize, card: usize) -> i64 {
        let known = ready.weights.get(number).and_then(Option::as_ref);
        let weight = match (known, self.weights.get(number)) {
            (Some(table), _) => table.get(card),
            (None, Some(Weights::Fixed(table))) => table.get(card),
            _ => None,
        };
        weight.copied().unwrap_or(0)
    }

    /// Whether a weight is only asked for in part of a condition: then it is not worked out before it is.
    pub(super) fn is_late(&self, number: usize) -> bool {
        matches!(self.weights.get(number), Some(Weights::In(_) | Weights::Where(_)))
            && !self.constraints.iter().any(|constraint| {
                !constraint.partial && constraint.terms.iter().any(|(_, feature)| *feature == Feature::Sum(number))
            })
    }

    /// Whether all conditions hold of a group that is in its register.
    pub(super) fn whole_holds(&self, desk: &mut Desk) -> bool {
        self.whole.iter().all(|cond| cond(desk))
    }
}

impl Alike {
    /// How many cards of one value there have to be: a comparison with this; nothing where it does not count now.
    pub(super) fn bound(&self, desk: &mut Desk) -> Option<i64> {
        self.gates.iter().all(|gate| gate.holds(desk)).then(|| (self.count)(desk))
    }
}

fn bound(desk: &mut Desk, fixed: i64, amounts: &[(i64, Numbers)]) -> i64 {
    amounts.iter().fold(fixed, |sum, (count, number)| sum.saturating_add(count.saturating_mul(number(desk))))
}
