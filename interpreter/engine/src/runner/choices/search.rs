//! Groups one after the other, in their order: a depth-first walk over the sorts of cards that leaves out what cannot come to fit, as
//! bounds on the features of all groups that begin so tell.

use super::super::super::state::bit;
use super::super::lies::Sets;
use crate::index::item;
use std::ops::ControlFlow;

use super::super::super::program::{CardSet, RuleId};
use super::super::alike::sorts;
use super::super::desk::Desk;
use super::asked::{Asked, Feature, MOST_FEATURES};
use super::classes::Classes;
use super::several::{Ready, first_of};
use crate::Comparison;

/// A search for groups of one size.
pub(super) struct Search<'a> {
    pub(super) asked: &'a Asked,
    pub(super) ready: &'a Ready<'a>,
    /// Where all cards of a group have to be of one part of the deck.
    pub(super) parts: Option<&'a Classes>,
    pub(super) size: u32,
    /// The register of the group.
    pub(super) reg: u32,
    pub(super) weight: u64,
    pub(super) rule: RuleId,
}

/// What is known of the cards from a sort on.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Behind {
    cards: CardSet,
    /// All cards from here on.
    all: CardSet,
    /// The least and the most weight of one of them.
    weights: [(i64, i64); MOST_FEATURES],
    /// The lowest and the highest of them.
    ranks: [(i64, i64); MOST_FEATURES],
    /// Their classes.
    classes: [CardSet; MOST_FEATURES],
}

/// What is known of the cards that are taken.
#[derive(Clone, Copy)]
struct Taken {
    cards: CardSet,
    /// Of which others may be taken.
    among: CardSet,
    left: u32,
    sums: [i64; MOST_FEATURES],
    ranks: [(i64, i64); MOST_FEATURES],
    classes: [CardSet; MOST_FEATURES],
}

const NONE: (i64, i64) = (i64::MAX, i64::MIN);

fn wider(a: (i64, i64), b: (i64, i64)) -> (i64, i64) {
    (a.0.min(b.0), a.1.max(b.1))
}

type Visit<'v> = &'v mut dyn FnMut(&mut Desk, CardSet) -> ControlFlow<()>;

impl Search<'_> {
    /// Visits each group that fits, from a given one on.
    pub(super) fn go(&self, desk: &mut Desk, from: Option<CardSet>, visit: Visit) -> ControlFlow<()> {
        let mut behind = std::mem::take(&mut desk.scratch().behind);
        behind.clear();
        behind.extend(sorts(self.ready.like(), self.ready.from).map(|cards| Behind { cards, ..Behind::default() }));
        let features = self.has_features();
        let mut last = Behind { weights: [NONE; MOST_FEATURES], ranks: [NONE; MOST_FEATURES], ..Behind::default() };
        for to in behind.iter_mut().rev() {
            let card = to.cards.trailing_zeros() as usize;
            last.cards = to.cards;
            last.all |= to.cards;
            if !features {
                (to.cards, to.all) = (last.cards, last.all);
                continue;
            }
            for (number, span) in last.weights.iter_mut().enumerate().take(self.asked.weights.len()) {
                let weight = self.asked.weight(self.ready, number, card);
                *span = wider(*span, (weight, weight));
            }
            for (span, ranking) in last.ranks.iter_mut().zip(&self.asked.rankings) {
                let rank = item(&ranking.of, card);
                *span = wider(*span, (rank, rank));
            }
            for (set, partition) in last.classes.iter_mut().zip(&self.asked.partitions) {
                *set |= bit(item(&partition.class, card));
            }
            *to = last;
        }
        let taken = Taken {
            cards: CardSet::NONE,
            among: CardSet::MAX,
            left: self.size,
            sums: [0; MOST_FEATURES],
            ranks: [NONE; MOST_FEATURES],
            classes: [CardSet::NONE; MOST_FEATURES],
        };
        let flow = self.step(desk, &behind, &taken, from, visit);
        desk.scratch().behind = behind;
        flow
    }

    fn step(
        &self,
        desk: &mut Desk,
        behind: &[Behind],
        taken: &Taken,
        from: Option<CardSet>,
        visit: Visit,
    ) -> ControlFlow<()> {
        if taken.left == 0 {
            return if self.may_fit(None, taken) {
                self.leaf(desk, taken.cards, visit)
            } else {
                ControlFlow::Continue(())
            };
        }
        let mut from = from;
        for (at, sort) in behind.iter().enumerate() {
            if sort.cards & taken.among == 0 {
                continue;
            }
            if (sort.all & taken.among).count_ones() < taken.left || !self.may_fit(Some(sort), taken) {
                break;
            }
            if !desk.works(1, self.rule) {
                return ControlFlow::Break(());
            }
            // As many as the given group has come first; those with more come before it.
            let most = sort.cards.count_ones().min(taken.left);
            let first = from.map_or(most, |from| (from & sort.cards).count_ones().min(most));
            let enough = |parts: &Classes| {
                let card = sort.cards.trailing_zeros() as u8;
                (sort.all & parts.part_of(card)).count_ones() >= taken.left
            };
            if first > 0 && (taken.cards != 0 || self.parts.is_none_or(enough)) {
                let rest = behind.get(at + 1..).unwrap_or(&[]);
                for take in (1..=first).rev() {
                    let next = self.with(taken, sort.cards, take);
                    self.step(desk, rest, &next, from.filter(|_| take == first), visit)?;
                }
            }
            // Without any of these: behind the given group, if that has some.
            from = from.filter(|_| first == 0);
        }
        ControlFlow::Continue(())
    }

    fn with(&self, taken: &Taken, sort: CardSet, take: u32) -> Taken {
        let mut next = *taken;
        let card = sort.trailing_zeros() as usize;
        if let Some(parts) = self.parts.filter(|_| taken.cards == 0) {
            next.among = parts.part_of(sort.trailing_zeros() as u8);
        }
        next.cards |= first_of(sort, take);
        next.left -= take;
        if !self.has_features() {
            return next;
        }
        for (number, sum) in next.sums.iter_mut().enumerate().take(self.asked.weights.len()) {
            *sum = sum.saturating_add(self.asked.weight(self.ready, number, card).saturating_mul(i64::from(take)));
        }
        for (span, ranking) in next.ranks.iter_mut().zip(&self.asked.rankings) {
            let rank = item(&ranking.of, card);
            *span = wider(*span, (rank, rank));
        }
        for (set, partition) in next.classes.iter_mut().zip(&self.asked.partitions) {
            *set |= bit(item(&partition.class, card));
        }
        next
    }

    /// Whether anything is known of the cards that a constraint goes by.
    #[inline]
    fn has_features(&self) -> bool {
        !self.asked.constraints.is_empty()
    }

    /// Whether a group that begins so can come to fit; of a whole group, whether it keeps all constraints.
    #[inline]
    fn may_fit(&self, behind: Option<&Behind>, taken: &Taken) -> bool {
        !self.has_features() || self.may_keep_constraints(behind, taken)
    }

    fn may_keep_constraints(&self, behind: Option<&Behind>, taken: &Taken) -> bool {
        if self.ready.odd || self.parts.is_some_and(Classes::only_parts) {
            return true;
        }
        let left = i64::from(taken.left);
        let none = Behind { weights: [NONE; MOST_FEATURES], ranks: [NONE; MOST_FEATURES], ..Behind::default() };
        let behind = if left == 0 { &none } else { behind.unwrap_or(&none) };
        self.asked.constraints.iter().enumerate().all(|(number, constraint)| {
            let Some(bound) = self.ready.bound(number) else { return true };
            let mut span = (0_i64, 0_i64);
            for (times, feature) in &constraint.terms {
                let Some(of) = self.span_of(*feature, behind, taken, left) else { return left == 0 };
                let (a, b) = (of.0.saturating_mul(*times), of.1.saturating_mul(*times));
                span = (span.0.saturating_add(a.min(b)), span.1.saturating_add(a.max(b)));
            }
            match constraint.comparison {
                Comparison::Is => span.0 <= bound && bound <= span.1,
                Comparison::IsNot => span.0 != bound || span.1 != bound,
                Comparison::AtLeast => span.1 >= bound,
                Comparison::MoreThan => span.1 > bound,
                Comparison::AtMost => span.0 <= bound,
                Comparison::LessThan => span.0 < bound,
            }
        })
    }

    /// Between which numbers a feature can come to be; nothing where there are too few cards.
    fn span_of(&self, feature: Feature, behind: &Behind, taken: &Taken, left: i64) -> Option<(i64, i64)> {
        let exact = |value: i64| Some((value, value));
        match feature {
            Feature::Size => exact(i64::from(self.size)),
            Feature::Sum(number) => {
                let sum = taken.sums.get(number).copied()?;
                let (least, most) = behind.weights.get(number).copied()?;
                if left == 0 {
                    return exact(sum);
                }
                (least <= most).then_some(())?;
                Some((sum.saturating_add(least.saturating_mul(left)), sum.saturating_add(most.saturating_mul(left))))
            }
            Feature::Different(number) => {
                let (known, new) = (taken.classes.get(number).copied()?, behind.classes.get(number).copied()?);
                let known_count = i64::from(known.count_ones());
                let more = i64::from((new & !known).count_ones()).min(left);
                // With no class yet, there will be one at least.
                let least = if known == 0 && left > 0 { 1 } else { known_count };
                Some((least, known_count + more))
            }
            Feature::Lowest(number) | Feature::Highest(number) => {
                let (known, new) = (taken.ranks.get(number).copied()?, behind.ranks.get(number).copied()?);
                let all = wider(known, new);
                if all.0 > all.1 {
                    return None;
                }
                let lowest = matches!(feature, Feature::Lowest(_));
                match (lowest, known.0 > known.1) {
                    (_, true) => Some(all),
                    (true, false) => Some((all.0, known.0)),
                    (false, false) => Some((known.1, all.1)),
                }
            }
        }
    }

    fn leaf(&self, desk: &mut Desk, group: CardSet, visit: Visit) -> ControlFlow<()> {
        if !desk.works(self.weight, self.rule) {
            return ControlFlow::Break(());
        }
        desk.set_card_reg(self.reg, group);
        let fits = if self.ready.odd {
            self.asked.whole_holds(desk)
        } else {
            self.asked.others.iter().all(|other| other(desk))
                && self.asked.joined.iter().all(|(_, joined)| joined(desk))
                && self.alike_fit(group)
        };
        if fits { visit(desk, group) } else { ControlFlow::Continue(()) }
    }

    /// Whether there are as many cards of each value as there have to be.
    fn alike_fit(&self, group: CardSet) -> bool {
        self.asked.alike.iter().zip(&self.ready.alike).all(|(alike, bound)| {
            let Some(bound) = bound else { return true };
            let classes = self.asked.partitions.get(alike.partition).map_or(&[][..], |partition| &partition.classes);
            let mut counts =
                classes.iter().map(|class| i64::from((class & group).count_ones())).filter(|count| *count > 0);
            counts.all(|count| super::super::super::eval::compares(alike.comparison, count, *bound))
        })
    }
}
