//! What a reader can work out of places whose cards it does not see: how many there are, and in which order they lie.

use super::super::super::program::{Node, NodeId};
use super::super::desk::Desk;
use super::super::lies::Lies;
use super::{Free, Knower};

impl Knower<'_> {
    /// Whether it is known how many cards there are in places.
    pub(super) fn counts(self, desk: &mut Desk, of: NodeId) -> bool {
        desk.quietly(|desk| self.counted(desk, of, &[]))
    }

    pub(super) fn counted(self, desk: &mut Desk, of: NodeId, free: Free) -> bool {
        let node = self.phrases.program.nodes.get(of);
        // A card lies in one place: of several whole ones there are as many as in all of them.
        if let Some(Node::Either(a, b)) = node {
            return self.counted(desk, *a, free) && self.counted(desk, *b, free);
        }
        let places = node.and_then(|node| self.places(desk, node, free));
        places.is_some_and(|places| places.into_iter().all(|place| self.counts_place(desk, place)))
    }

    fn counts_place(self, desk: &mut Desk, place: u16) -> bool {
        self.all_see(self.phrases.who_counts(desk, place)) || self.sees(desk, place)
    }

    /// Whether the order of the cards of a phrase is known: the places in it are seen, or have one card at most.
    pub(super) fn sees_order(self, desk: &mut Desk, of: NodeId) -> bool {
        let Some(node) = self.phrases.program.nodes.get(of) else { return true };
        let ordered = |desk: &mut Desk, place: u16| {
            let few = |desk: &mut Desk| {
                desk.state.cards_in(u32::from(place)).count_ones() <= 1 && self.counts_place(desk, place)
            };
            few(desk)
                || self.sees_now(desk, place)
                || !self.program().places.get(usize::from(place)).is_some_and(|place| place.ordered)
        };
        match node {
            Node::Place(place) => ordered(desk, *place),
            Node::PlaceOf { base, count, .. } | Node::PlacesOf { base, count, .. } => {
                (*base..base + count).all(|place| ordered(desk, place))
            }
            other => {
                let mut known = true;
                self.phrases.program.inner(other, &mut |inner| known = known && self.sees_order(desk, inner));
                known
            }
        }
    }
}
