//! Who sees a place, its size or a track, as far as that never changes (constant sights). What depends on nothing has been folded to a number and a
//! set of seats.

use super::{Node, NodeId, Place, Program, SeatSet};

impl Program {
    /// Who sees by one sight; none where it depends on the state.
    fn sight(&self, (when, who): &(NodeId, NodeId)) -> Option<SeatSet> {
        match (self.nodes.get(*when)?, self.nodes.get(*who)?) {
            (Node::Int(0), _) => Some(0),
            (Node::Int(_), Node::Seats(seats)) => Some(*seats),
            _ => None,
        }
    }

    /// Who sees by some sights; none where it depends on the state.
    pub(crate) fn seen_by(&self, sights: &[(NodeId, NodeId)]) -> Option<SeatSet> {
        sights.iter().try_fold(0, |seen, sight| Some(seen | self.sight(sight)?))
    }

    /// Who sees by some sights whatever happens.
    pub(crate) fn always_seen_by(&self, sights: &[(NodeId, NodeId)]) -> SeatSet {
        sights.iter().filter_map(|sight| self.sight(sight)).fold(0, |seen, seats| seen | seats)
    }

    /// Who sees the cards of a place whatever happens.
    #[must_use]
    pub fn always_sees(&self, place: &Place) -> SeatSet {
        self.always_seen_by(&place.sights)
    }

    /// All seats.
    pub(crate) const fn everybody(&self) -> SeatSet {
        (1 << self.seats) - 1
    }
}
