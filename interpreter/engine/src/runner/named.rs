//! Which place is meant, and who can know that: who sees it or counts its cards, and who can work out the phrase that says which of several it is.

use super::super::eval::each_card;
use super::super::program::{CardSet, Node, NodeId, Pick, PlaceAt, SeatSet, Whose};
use super::desk::Desk;
use super::phrases::Phrases;
use super::tell::ToldTo;

/// Where cards go from and to, as those know who see and count neither.
#[derive(Clone)]
pub(super) struct Ways {
    /// The seats that can work out which place the first is, and the second.
    pub(super) known: (SeatSet, SeatSet),
    /// All that these places may be, where somebody does not count them.
    pub(super) maybe: (Vec<u16>, Vec<u16>),
}

/// What is picked beside what is spoken of: in which registers it stands, and who is told of it.
pub(super) type Beside<'b> = &'b [(&'b Pick, ToldTo)];

impl Phrases {
    /// Of two places.
    pub(super) fn ways(&self, desk: &mut Desk, from: PlaceAt, to: PlaceAt) -> Ways {
        let known = (self.who_can_name(desk, from, &[]), self.who_can_name(desk, to, &[]));
        Ways { known, maybe: (self.hidden(&from.all()), self.hidden(&to.all())) }
    }

    /// Of the place that refills one: who knows which that is knows from where its cards come.
    pub(super) fn ways_of_refill(&self, desk: &mut Desk, to: PlaceAt) -> Ways {
        let known = self.who_can_name(desk, to, &[]);
        let refills = |place: &u16| self.program.places.get(usize::from(*place)).and_then(|place| place.refilled);
        let from: Vec<u16> = to.all().iter().filter_map(refills).collect();
        Ways { known: (known, known), maybe: (self.hidden(&from), self.hidden(&to.all())) }
    }

    /// Of these cards of a group, which all lie in one place.
    pub(super) fn ways_of_cards(
        &self,
        desk: &mut Desk,
        (of, here): (NodeId, CardSet),
        to: PlaceAt,
        beside: Beside,
    ) -> Ways {
        let places = self.program.places_of(of);
        let from = if self.all_count(&places) {
            self.all_seats()
        } else {
            self.who_can_name_source(desk, of, here) & self.who_is_told_beside(of, beside)
        };
        let to_known = match to.of {
            Whose::Owner => from,
            Whose::Whole | Whose::One(_) | Whose::Seats(_) => self.who_can_name(desk, to, beside),
        };
        Ways { known: (from, to_known), maybe: (self.hidden(&places), self.hidden(&to.all())) }
    }

    /// The seats that can work out which place is meant.
    pub(super) fn who_can_name(&self, desk: &mut Desk, at: PlaceAt, beside: Beside) -> SeatSet {
        match at.of {
            Whose::Whole => self.all_seats(),
            Whose::One(_) | Whose::Seats(_) | Whose::Owner if self.all_count(&at.all()) => self.all_seats(),
            Whose::One(key) => self.who_knows(desk, key) & self.who_is_told_beside(key, beside),
            Whose::Seats(_) | Whose::Owner => 0,
        }
    }

    /// The seats that can work out in which place these cards of a group lie.
    fn who_can_name_source(&self, desk: &mut Desk, of: NodeId, here: CardSet) -> SeatSet {
        match self.program.nodes.get(of) {
            Some(Node::Place(_)) => self.all_seats(),
            Some(Node::PlaceOf { key, .. }) => self.who_knows(desk, *key),
            Some(node) if let Some(of) = node.some_of() => self.who_can_name_source(desk, of, here),
            // In one of several: who knows these cards, and where they are.
            _ => {
                let known = self.who_knows(desk, of);
                let locates =
                    |desk: &mut Desk, seat: u8| each_card(here).all(|card| self.knower(seat).locates(desk, card));
                (0..self.program.seats)
                    .filter(|seat| known & 1 << seat != 0 && desk.quietly(|desk| locates(desk, *seat)))
                    .fold(0, |seats, seat| seats | 1 << seat)
            }
        }
    }

    /// Who was told of all that a phrase says of other picks.
    fn who_is_told_beside(&self, phrase: NodeId, beside: Beside) -> SeatSet {
        let spoken = beside.iter().filter(|(pick, _)| self.speaks_of_reg(phrase, pick.reg));
        spoken.fold(self.all_seats(), |told, (_, to)| told & to.seen)
    }

    fn speaks_of_reg(&self, phrase: NodeId, reg: u32) -> bool {
        match self.program.nodes.get(phrase) {
            None => false,
            Some(Node::Reg(of) | Node::CardReg(of)) => *of == reg,
            Some(node) => {
                let mut speaks = false;
                self.program.inner(node, &mut |inner| speaks = speaks || self.speaks_of_reg(inner, reg));
                speaks
            }
        }
    }

    /// Whether all see how many cards lie in each of some places, whatever happens.
    fn all_count(&self, places: &[u16]) -> bool {
        let counted = |place: &u16| {
            let place = self.program.places.get(usize::from(*place));
            place.is_none_or(|place| {
                place.sizes.is_empty() || self.program.always_seen_by(&place.sizes) == self.all_seats()
            })
        };
        places.iter().all(counted)
    }

    /// Some places, where not all count the cards of each.
    fn hidden(&self, places: &[u16]) -> Vec<u16> {
        if self.all_count(places) { Vec::new() } else { places.to_vec() }
    }
}
