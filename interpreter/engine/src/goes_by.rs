//! What a trick hangs on beside its cards (free variables of its phrases): tracks, and cards that were turned up.

use std::ops::Range;

use super::TRICK;
use super::program::{Node, NodeId, Program, Tricks};
use super::state::State;

/// On what it hangs which card takes a trick, beside the cards that lie in it.
#[derive(Debug, Clone, Default)]
pub struct GoesBy {
    /// Slots: of the trump suit, say; of a track of several, all of them.
    pub slots: Vec<u32>,
    /// Places whose first card is asked for, as that which was turned up.
    pub tops: Vec<u16>,
    /// Places whose cards are looked at in another way.
    pub places: Vec<u16>,
}

/// Adds what is not there yet.
fn add<T: PartialEq>(to: &mut Vec<T>, new: impl IntoIterator<Item = T>) {
    for one in new {
        if !to.contains(&one) {
            to.push(one);
        }
    }
}

impl GoesBy {
    /// For the tricks of a form.
    #[must_use]
    pub fn of(program: &Program, tricks: &Tricks) -> Self {
        let mut found = Self::default();
        let mut open: Vec<NodeId> = [Some(tricks.key), tricks.trumps, tricks.follows].into_iter().flatten().collect();
        while let Some(node) = open.pop().and_then(|id| program.nodes.get(id)) {
            if let Some((places, key)) = tops_of(program, node) {
                add(&mut found.tops, places);
                open.extend(key);
                continue;
            }
            match node {
                Node::Slot(slot) | Node::SeatSlot(slot) => add(&mut found.slots, [*slot]),
                Node::SlotAt { base, keys, .. } => {
                    let count = keys.iter().map(|(_, size)| *size).product::<u32>();
                    add(&mut found.slots, *base..base.saturating_add(count));
                }
                Node::Place(place) if *place != TRICK => add(&mut found.places, [*place]),
                Node::PlaceOf { base, count, .. } | Node::PlacesOf { base, count, .. } => {
                    add(&mut found.places, *base..base.saturating_add(*count));
                }
                _ => {}
            }
            program.inner(node, &mut |inner| open.push(inner));
        }
        found
    }

    /// What these are now.
    pub fn values(&self, program: &Program, state: &State) -> impl Iterator<Item = i64> {
        let tops = self.tops.iter().map(|place| state.in_order(program, *place).next().map_or(-1, i64::from));
        let cards = self.places.iter().flat_map(|place| {
            let lie = state.mask(u32::from(*place));
            [lie.low(), lie.high()].into_iter().flat_map(|half| [half as i64, (half >> 64) as i64])
        });
        self.slots.iter().map(|slot| state.int(*slot)).chain(tops).chain(cards)
    }
}

/// The place, other than a trick, of which a phrase is the first card: one of these, and what says which where there are several.
pub(crate) fn tops_of(program: &Program, node: &Node) -> Option<(Range<u16>, Option<NodeId>)> {
    let Node::EndCard { of, last: false } = node else { return None };
    match program.nodes.get(*of)? {
        Node::Place(place) if *place != TRICK => Some((*place..*place + 1, None)),
        Node::PlaceOf { base, count, key } => Some((*base..*base + *count, Some(*key))),
        _ => None,
    }
}
