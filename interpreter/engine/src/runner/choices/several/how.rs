//! What is asked of a group, and which way of counting fits it.

use super::super::super::super::program::{CardSet, Must, NodeId, Pick, RuleId};
use super::super::super::Build;
use super::super::anchored::Anchored;
use super::super::asked::Asked;
use super::super::classes::{Beside, Classes};
use super::super::sums::Sums;
use super::either::Either;

/// Conditions joined by `or` are parted within one another so often.
pub(super) const MOST_DEPTH: usize = 2;

/// What is asked of groups, and how they are counted.
pub(in super::super) struct How {
    pub(in super::super) asked: Asked,
    pub(super) way: Way,
    /// How long it takes to look at one group.
    pub(super) weight: u64,
    /// The line for which groups are looked at one by one, where they are.
    pub(super) slow: RuleId,
}

/// How groups are counted.
pub(super) enum Way {
    /// Nothing is asked of them.
    Free,
    Classes(Classes),
    Sums(Sums),
    Anchored(Anchored),
    /// Of several conditions that are joined by `or` each for itself.
    Either(Either),
    /// By classes as far as these tell; of the groups that are left each is looked at, where they are few. Else as in a search.
    Listed(Classes),
    /// One after the other, those apart of which it is soon known that they do not fit.
    Search,
}

impl Build<'_> {
    /// What is asked of groups of a pick, and how they are counted.
    pub(super) fn how(&self, pick: &Pick, musts: &[&Must], from: NodeId) -> How {
        let mut conditions: Vec<(Option<NodeId>, NodeId)> = pick.so_that.iter().map(|cond| (None, *cond)).collect();
        let own = conditions.len();
        conditions.extend(musts.iter().map(|must| (must.when, must.cond)));
        let how = self.how_of(pick.reg, &conditions, (from, pick.rule), MOST_DEPTH);
        let slow = how.asked.slow.and_then(|number| musts.get(number.checked_sub(own)?));
        How { slow: slow.map_or(pick.rule, |must| must.rule), ..how }
    }

    /// How groups are counted of which all of these hold. Of a condition that is several joined by `or` each is read for itself where all cannot be
    /// read together, so many times one within the other.
    pub(super) fn how_of(
        &self,
        group: u32,
        conditions: &[(Option<NodeId>, NodeId)],
        (from, slow): (NodeId, RuleId),
        depth: usize,
    ) -> How {
        let asked = self.asked_of(group, conditions);
        let way = self.way(&asked, conditions, from);
        let how = How { way, weight: self.weight_of(group, conditions), asked, slow };
        if how.may_search()
            && depth > 0
            && let Some(either) = self.either(group, conditions, (from, slow), depth)
        {
            return How { way: Way::Either(either), ..how };
        }
        how
    }

    /// How long it takes to look at one group.
    fn weight_of(&self, group: u32, conditions: &[(Option<NodeId>, NodeId)]) -> u64 {
        1 + conditions.iter().map(|(_, cond)| self.steps_of_group(group, *cond)).fold(0, u64::saturating_add)
    }

    /// How groups are counted of which this is asked.
    pub(super) fn way(&self, asked: &Asked, conditions: &[(Option<NodeId>, NodeId)], from: NodeId) -> Way {
        if conditions.is_empty() {
            Way::Free
        } else if let Some(classes) = Classes::of(asked, self.program.like.len(), Beside::Nothing) {
            Way::Classes(classes)
        } else if let Some(sums) = Sums::of(asked) {
            Way::Sums(sums)
        } else if let Some(classes) = Classes::of(asked, self.program.like.len(), Beside::Sets) {
            Way::Classes(classes)
        } else {
            let one_place = self.all_unlike() && self.is_one_place(from);
            match asked.ends.clone().filter(|_| one_place && asked.only_others(1)) {
                Some(ends) => Way::Anchored(Anchored::new(ends, self.spots(from))),
                None => match Classes::of(asked, self.program.like.len(), Beside::Anything) {
                    Some(classes) => Way::Listed(classes),
                    None => Way::Search,
                },
            }
        }
    }
}

impl How {
    /// Whether all of these cards that lack something take no part at all, and are counted so.
    pub(super) fn sets_aside(&self, cards: CardSet) -> bool {
        let plain = matches!(&self.way, Way::Classes(classes) if classes.some.is_empty());
        plain && self.asked.aside.is_some() && cards & self.asked.odd == 0
    }

    /// Whether groups are looked at one by one.
    pub(super) const fn is_searched(&self) -> bool {
        matches!(self.way, Way::Search)
    }

    /// Whether groups may have to be looked at one by one, many as they are.
    pub(super) const fn may_search(&self) -> bool {
        matches!(self.way, Way::Search | Way::Listed(_))
    }

    /// How groups are counted, in words.
    pub(super) const fn plan(&self) -> &'static str {
        match self.way {
            Way::Free => "groups of cards",
            Way::Classes(_) => "groups counted by classes",
            Way::Sums(_) => "groups counted by sums",
            Way::Anchored(_) => "groups counted by their first card",
            Way::Either(_) => "groups counted by each of several conditions",
            Way::Listed(_) => "groups by classes, looked at one by one",
            Way::Search => "groups looked at one by one",
        }
    }
}
