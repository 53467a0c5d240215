//! Phrases of tricks, circuits and auctions, visited.

use super::super::{Auction, Circuit, NodeId, TrackSlots, Tricks};

impl Circuit {
    /// Visits its phrases.
    pub fn each_phrase(&mut self, visit: &mut dyn FnMut(&mut NodeId)) {
        let Self {
            among,
            from,
            form: _,
            once: _,
            seat: _,
            still: _,
            todo: _,
            passed: _,
            row: _,
            acts: _,
            leader: _,
            at: _,
        } = self;
        visit(among);
        visit(from);
    }
}

impl Auction {
    /// Visits its phrases.
    pub fn each_phrase(&mut self, visit: &mut dyn FnMut(&mut NodeId)) {
        let Self {
            value: (_, worth),
            form: _,
            bid: _,
            worth: _,
            time: _,
            clock: _,
            leader: _,
            highest: _,
            ties: _,
            from,
        } = self;
        visit(worth);
        from.iter_mut().for_each(|(_, from)| visit(from));
    }
}

impl Tricks {
    /// Visits its phrases.
    pub fn each_phrase(&mut self, visit: &mut dyn FnMut(&mut NodeId)) {
        let Self {
            among,
            lead,
            key,
            follows,
            trumps,
            form: _,
            seat: _,
            leader: _,
            todo: _,
            number: _,
            played: _,
            card: _,
            highest: _,
            ties: _,
            at: _,
        } = self;
        [among, lead, key].into_iter().for_each(&mut *visit);
        follows.iter_mut().chain(trumps).for_each(visit);
    }
}

impl TrackSlots {
    /// Visits its phrases.
    pub fn each_phrase(&mut self, visit: &mut dyn FnMut(&mut NodeId)) {
        let Self { sights, base: _, dims: _, range: _, told: _ } = self;
        sights.iter_mut().for_each(|sights| each_sight(sights, visit));
    }
}

pub(super) fn each_sight(sights: &mut [(NodeId, NodeId)], visit: &mut dyn FnMut(&mut NodeId)) {
    for (when, who) in sights {
        visit(when);
        visit(who);
    }
}
