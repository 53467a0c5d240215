//! Choices that pick no cards but a few small things (values of a kind, numbers between known ends, seats, yes or no): each combination is a
//! bit of a set, and the rules are sets of them.

use super::super::act::Picked;
use super::super::eval::Given;
use super::super::program::{Act, CardSet, Must, Pick, Source};
use super::super::state::bit;
use super::Build;
use super::amounts::Amount;
use super::desk::Desk;
use super::effects::Picks;
use super::fits::{OnMembers, Rules, unfailing};
use super::select::nth_card;
use super::subsets::{Domain, MOST_MEMBERS};
use super::walk::Walk;

/// Most combinations that are looked at before the game.
const MOST_COMBINATIONS: usize = 4096;

/// The choices of an act that picks small things.
pub(super) struct Small {
    all: CardSet,
    edges: Box<[Edge]>,
    rules: Rules,
    /// What is picked in each combination, so many numbers each.
    values: Box<[i64]>,
    width: usize,
    /// The same picks one after the other, for decisions in which something fails.
    walk: Walk,
}

/// Between which numbers one is picked, where that is not known before the game; the sets are those in which it is at least, and
/// at most, each number from the lowest on that it can be.
struct Edge {
    low: Amount,
    high: Amount,
    from: i64,
    at_least: Box<[CardSet]>,
    at_most: Box<[CardSet]>,
}

impl Edge {
    /// The combinations in which the number lies between its ends as they are now.
    fn of(&self, desk: &mut Desk) -> CardSet {
        let (low, high) = (self.low.of(desk), self.high.of(desk));
        let at = |sets: &[CardSet], end: i64| {
            usize::try_from(end.saturating_sub(self.from)).ok().and_then(|at| sets.get(at).copied())
        };
        let low = if low < self.from { Some(CardSet::MAX) } else { at(&self.at_least, low) };
        let last = self.at_most.len().saturating_sub(1);
        let high = at(&self.at_most, high).or(if high < self.from { None } else { self.at_most.get(last).copied() });
        low.zip(high).map_or(CardSet::NONE, |(low, high)| low & high)
    }
}

impl Small {
    /// How many combinations obey all rules, and which.
    pub(super) fn count(&self, desk: &mut Desk) -> (u64, CardSet) {
        desk.works(self.all.count_ones().into(), 0);
        let left = unfailing(desk, |desk| {
            let within = self.edges.iter().fold(self.all, |left, edge| left & edge.of(desk));
            self.rules.keep(desk, within)
        });
        match left {
            Some(left) => (left.count_ones().into(), left),
            None => (self.walk.count(desk).0, CardSet::NONE),
        }
    }

    /// What is picked in the `n`th of those that were counted; nothing where it was not by sets that they were.
    #[inline]
    pub(super) fn values(&self, n: u64, counted: CardSet) -> Option<&[i64]> {
        (counted != 0).then_some(())?;
        let at = nth_card(counted, n).trailing_zeros() as usize * self.width;
        self.values.get(at..at + self.width)
    }

    /// The `n`th of those that were counted.
    pub(super) fn nth(&self, desk: &mut Desk, n: u64, counted: CardSet, picks: &mut Picks) {
        match self.values(n, counted) {
            Some(values) => {
                for (pick, value) in picks.iter_mut().zip(values) {
                    *pick = Picked::number(*value);
                }
            }
            None => {
                self.walk.nth(desk, n, CardSet::NONE, picks);
            }
        }
    }
}

impl Build<'_> {
    /// The choices of an act that picks nothing but small things; nothing where there are too many.
    pub(super) fn small(&self, act: &Act) -> Option<Small> {
        (!self.untabulated.get()).then_some(())?;
        let regs: Vec<u32> = act.picks.iter().map(|pick| pick.reg).collect();
        let ends: Vec<(i64, i64)> = act.picks.iter().map(|pick| self.ends(pick, &regs)).collect::<Option<_>>()?;
        let sizes = ends.iter().map(|(low, high)| usize::try_from(high.checked_sub(*low)?.checked_add(1)?).ok());
        let sizes: Vec<usize> = sizes.collect::<Option<_>>()?;
        let total = sizes.iter().try_fold(1_usize, |all, size| all.checked_mul(*size))?;
        (total > 0 && total <= MOST_COMBINATIONS && !act.picks.is_empty()).then_some(())?;
        let on_picks = |must: &&Must| must.of_picks || must.if_able;
        let filters = act.picks.iter().filter_map(|pick| pick.filter).map(OnMembers::filter);
        let musts = act.musts.iter().filter(on_picks).map(OnMembers::must);
        // What is known before the game leaves fewer of them; the rest are rules.
        let mut known: Vec<_> = filters.chain(musts).collect();
        let is_open = |rule: &OnMembers| rule.when.is_some() || rule.if_able || !self.is_known_of(rule.cond, &regs);
        let open = known.split_off(known.iter().position(is_open).unwrap_or(known.len()));
        let mut known: Vec<Given> = known.into_iter().map(|rule| Given::new(self.program, rule.cond)).collect();
        let mut values: Vec<i64> = Vec::new();
        for number in 0..total {
            let mut left = number;
            let mut member: Vec<(u32, i64)> = Vec::new();
            for ((size, (low, _)), reg) in sizes.iter().zip(&ends).zip(&regs).rev() {
                member.push((*reg, low + i64::try_from(left % size).ok()?));
                left /= size;
            }
            member.reverse();
            let fits =
                known.iter_mut().try_fold(true, |fits, cond| cond.of(&[], &member).map(|holds| fits && holds != 0));
            if fits? {
                values.extend(member.iter().map(|(_, value)| *value));
            }
        }
        let width = regs.len();
        (values.len() / width <= MOST_MEMBERS).then_some(())?;
        let domain = Domain { regs: regs.into(), values: values.clone().into() };
        let column = |number: usize| values.iter().skip(number).step_by(width);
        let edge = |(number, pick): (usize, &Pick)| {
            let Source::Number { low, high } = pick.source else { return None };
            let (low, high) = (self.amount(low), self.amount(high));
            if let (Amount::Fixed(_), Amount::Fixed(_)) = (&low, &high) {
                return None;
            }
            let (from, to) = ends.get(number).copied()?;
            let such = |fits: &dyn Fn(i64) -> bool| {
                (0..=u8::MAX)
                    .zip(column(number))
                    .fold(CardSet::NONE, |set, (at, value)| if fits(*value) { set | bit(at) } else { set })
            };
            let at_least = (from..=to).map(|end| such(&|value| value >= end)).collect();
            let at_most = (from..=to).map(|end| such(&|value| value <= end)).collect();
            Some(Edge { low, high, from, at_least, at_most })
        };
        Some(Small {
            edges: act.picks.iter().enumerate().filter_map(edge).collect(),
            all: if values.is_empty() { CardSet::NONE } else { domain.all() },
            rules: self.rules_on(&domain, open),
            walk: self.walk(act),
            values: values.into(),
            width,
        })
    }

    /// Between which numbers a thing is picked at all, if its ends do not go by what else is picked.
    fn ends(&self, pick: &Pick, regs: &[u32]) -> Option<(i64, i64)> {
        match pick.source {
            Source::Cards { .. } => None,
            Source::Number { low, high } if self.asks(low, regs) || self.asks(high, regs) => None,
            Source::Number { .. } | Source::Member { .. } | Source::Seat | Source::YesNo => self.range_of_pick(pick),
        }
    }
}
