//! What is done for each of some players or cards.

use super::super::eval::{Around, first_from};
use super::super::program::CardSet;
use super::super::program::{NodeId, Op, Pc};
use super::super::state::bit;
use super::lies::Lies;
use super::moves::spot_of;
use super::ops::keep_seat;
use super::{Build, Call};

impl Build<'_> {
    /// The players that are left to come, and from whom on they come.
    pub(super) fn keep_seats(&self, left: u32, of: NodeId, from: Option<(u32, NodeId)>, next: Pc) -> Call {
        let of = self.seats(of);
        let from = from.map(|(slot, from)| (slot, self.number(from)));
        Box::new(move |desk| {
            let seats = of(desk);
            desk.state.set_seats(left, seats);
            if let Some((slot, from)) = &from {
                let from = from(desk);
                keep_seat(desk, *slot, from);
            }
            next
        })
    }

    pub(super) fn next_seat(&self, (left, seat): (u32, u32), from: Option<u32>, exit: Pc, next: Pc) -> Call {
        let (around, seats) = (Around::of(self.program), self.program.seats);
        Box::new(move |desk| {
            let waiting = desk.state.seats(left);
            // Those that come from nobody on come by their numbers, whichever way play goes.
            let found = match from {
                None => first_from(seats, 0, waiting),
                Some(from) => around.first(&desk.state, desk.state.int(from), waiting),
            };
            match found {
                -1 => exit,
                found => {
                    desk.state.set_seats(left, waiting & !(1 << found));
                    desk.state.set_small(seat, found);
                    if let Some(from) = from {
                        desk.state.set_small(from, found);
                    }
                    next
                }
            }
        })
    }

    /// The cards that are left to come.
    pub(super) fn keep_cards(&self, left: u32, of: NodeId, next: Pc) -> Call {
        let of = self.cards(of);
        Box::new(move |desk| {
            let cards = of(desk);
            desk.state.set_cards_in(left, cards);
            next
        })
    }

    pub(super) fn next_card(&self, left: u32, card: u32, exit: Pc, next: Pc) -> Call {
        // Those that lie where they were found come first, in their order; those that were moved away since then in that of the deck.
        let mut places: Vec<u16> = Vec::new();
        for op in &self.program.code {
            if let Op::KeepCards { left: kept, of } = op
                && *kept == left
            {
                places.extend(self.program.places_of(*of));
            }
        }
        let spots: Box<[_]> = places.into_iter().map(|place| self.program.spot(place)).collect();
        Box::new(move |desk| {
            let cards = desk.state.cards_in(left);
            let lie =
                spots.iter().fold(CardSet::NONE, |lie, spot| lie | desk.state.cards_in(u32::from(spot.place))) & cards;
            let among = if lie == 0 { cards } else { lie };
            let first = among.alone();
            // In the order of the place of the first that is left.
            let found = match spot_of(desk, &spots, first) {
                Some(spot) if spot.ordered => desk.state.in_spot(spot).find(|card| cards & bit(*card) != 0),
                Some(_) | None => (first != 0).then(|| first.trailing_zeros() as u8),
            };
            match found {
                None => exit,
                Some(found) => {
                    desk.state.set_cards_in(left, cards & !bit(found));
                    desk.state.set_small(card, i64::from(found));
                    next
                }
            }
        })
    }
}
