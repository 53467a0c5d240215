//! Rules on the members of a small domain, one after the other, each as a set of those that obey it; and what one pick may be by such rules,
//! given the picks before it.

use super::super::act::Picked;
use super::super::program::{CardSet, Must, NodeId, Pick};
use super::super::state::bit;
use super::Build;
use super::conditions::Test;
use super::desk::Desk;
use super::select::nth_card;
use super::subsets::{Domain, MOST_MEMBERS, Subset};
use crate::index::fit;

/// Most values of a pick that are looked at as a set.
const MOST_VALUES: i64 = MOST_MEMBERS as i64;

/// A rule as the program says it.
#[derive(Clone, Copy)]
pub(super) struct OnMembers {
    pub(super) when: Option<NodeId>,
    pub(super) cond: NodeId,
    pub(super) if_able: bool,
}

impl OnMembers {
    pub(super) const fn filter(cond: NodeId) -> Self {
        Self { when: None, cond, if_able: false }
    }

    pub(super) const fn must(must: &Must) -> Self {
        Self { when: must.when, cond: must.cond, if_able: must.if_able }
    }
}

/// Rules on the members of a domain.
pub(super) struct Rules(Box<[Rule]>);

struct Rule {
    when: Option<Test>,
    obeyed: Subset,
    if_able: bool,
}

impl Rules {
    /// Those of some members that obey all rules.
    #[inline]
    pub(super) fn keep(&self, desk: &mut Desk, among: CardSet) -> CardSet {
        let mut left = among;
        for rule in &self.0 {
            if left == 0 {
                break;
            }
            if rule.when.as_ref().is_none_or(|when| when.holds(desk)) {
                let kept = rule.obeyed.of(desk, left);
                if kept != 0 || !rule.if_able {
                    left = kept;
                }
            }
        }
        left
    }
}

/// What is found by sets; nothing where something fails by it: what fails first is told by a look at each.
#[inline]
pub(super) fn unfailing<T>(desk: &mut Desk, find: impl FnOnce(&mut Desk) -> T) -> Option<T> {
    let failed = desk.fault.is_some();
    let found = find(desk);
    if !failed && desk.fault.is_some() {
        desk.fault = None;
        return None;
    }
    Some(found)
}

/// The values that a pick may have, given the picks before it.
pub(super) struct Fits {
    /// Between which values it can be at all.
    first: i64,
    last: i64,
    rules: Rules,
}

/// The values that fit now: the first is that of bit 0.
#[derive(Clone, Copy)]
pub(super) struct Fitting {
    first: i64,
    set: CardSet,
}

impl Fits {
    /// Whether values are looked at one by one.
    pub(super) fn looks_at_each(&self) -> bool {
        self.rules.0.iter().any(|rule| rule.obeyed.looks_at_each())
    }

    /// Those between two; nothing where something fails, which is told by a look at each, and where these are not between what was known.
    pub(super) fn of(&self, desk: &mut Desk, (low, high): (i64, i64)) -> Option<Fitting> {
        (self.first <= low && high <= self.last).then_some(())?;
        let place = |value: i64| fit::<_, usize>(value.saturating_sub(self.first).clamp(0, MOST_VALUES));
        let among = CardSet::first(place(high.saturating_add(1))) & !CardSet::first(place(low));
        let set = unfailing(desk, |desk| self.rules.keep(desk, among))?;
        Some(Fitting { first: self.first, set })
    }
}

impl Fitting {
    pub(super) fn count(self) -> u64 {
        self.set.count_ones().into()
    }

    pub(super) fn nth(self, n: u64) -> Picked {
        Picked::number(self.value(nth_card(self.set, n).trailing_zeros()))
    }

    /// All of them, from a value on.
    pub(super) fn from(self, from: i64) -> impl Iterator<Item = Picked> {
        let before = fit::<_, usize>(from.saturating_sub(self.first).clamp(0, MOST_VALUES));
        let mut left = self.set & !CardSet::first(before);
        std::iter::from_fn(move || {
            let place = left.lowest()?;
            left &= !bit(place);
            Some(Picked::number(self.value(place.into())))
        })
    }

    fn value(self, place: u32) -> i64 {
        self.first.saturating_add(place.into())
    }
}

impl Build<'_> {
    /// Rules on the members of a domain.
    pub(super) fn rules_on(&self, domain: &Domain, rules: Vec<OnMembers>) -> Rules {
        let rule = |OnMembers { when, cond, if_able }| match when {
            // It holds of some members and not of others.
            Some(when) if self.asks(when, &domain.regs) => {
                let open = Box::new(Subset::Not(Box::new(self.subset(domain, when))));
                Rule { when: None, obeyed: Subset::Or(open, Box::new(self.subset(domain, cond))), if_able }
            }
            when => Rule { when: when.map(|when| self.test(when)), obeyed: self.subset(domain, cond), if_able },
        };
        Rules(rules.into_iter().map(rule).collect())
    }

    /// Whether a pick has so few values that a set has a bit for each.
    pub(super) fn are_few(&self, pick: &Pick) -> bool {
        let more = self.range_of_pick(pick).and_then(|(first, last)| last.checked_sub(first));
        more.is_some_and(|more| (0..MOST_VALUES).contains(&more))
    }

    /// The values that a pick may have by rules that ask for it, where these are few.
    pub(super) fn fits(&self, pick: &Pick, rules: Vec<OnMembers>) -> Option<Fits> {
        let (first, last) = self.range_of_pick(pick)?;
        (self.are_few(pick) && !rules.is_empty() && !self.untabulated.get()).then_some(())?;
        let domain = Domain { regs: Box::from([pick.reg]), values: (first..=last).collect() };
        Some(Fits { first, last, rules: self.rules_on(&domain, rules) })
    }
}
