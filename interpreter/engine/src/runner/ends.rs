//! The first or last few cards of a group.

use super::super::eval::each_card;
use super::super::program::CardSet;
use super::super::program::NodeId;
use super::super::state::bit;
use super::lies::Lies;
use super::{Build, Cards};

impl Build<'_> {
    /// The first or last few cards of a set, in the order of their place.
    pub(super) fn end_cards(&self, of: NodeId, count: NodeId, last: bool) -> Cards {
        let (spots, of, count) = (self.spots(of), self.cards(of), self.number(count));
        Box::new(move |desk| {
            let (set, count) = (of(desk), count(desk));
            let many = usize::try_from(count.max(0)).unwrap_or(usize::MAX);
            // The order is that of one place: that of any card of the set.
            let any = set.alone();
            let lies = spots.iter().find(|spot| desk.state.cards_in(u32::from(spot.place)) & any != 0);
            let Some(spot) = lies else { return CardSet::NONE };
            let there = set & desk.state.cards_in(u32::from(spot.place));
            let mut here: Vec<u8> = if spot.ordered {
                desk.state.in_spot(*spot).filter(|card| there & bit(*card) != 0).collect()
            } else {
                each_card(there).collect()
            };
            if last {
                here.reverse();
            }
            here.into_iter().take(many).fold(CardSet::NONE, |set, card| set | bit(card))
        })
    }
}
