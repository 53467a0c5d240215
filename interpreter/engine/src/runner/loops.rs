//! What is done for each of some players or cards.

use super::super::eval::{Around, first_from};
use super::super::program::{CardSet, Node, NodeId, Op, Pc};
use super::super::state::{Spot, bit};
use super::desk::Desk;
use super::lies::Lies;
use super::moves::spot_of;
use super::ops::keep_seat;
use super::stores::sum;
use super::{Build, Call};
use crate::Comparison;

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
        match *spots {
            [spot] => each_next((left, card), (exit, next), move |desk, cards| {
                first_in(desk, spot, cards).or_else(|| cards.lowest())
            }),
            _ => each_next((left, card), (exit, next), move |desk, cards| {
                let lie = |spot: &Spot| desk.state.cards_in(u32::from(spot.place));
                let lying = spots.iter().fold(CardSet::NONE, |all, spot| all | lie(spot)) & cards;
                // In the order of the place of the first that is left.
                match spot_of(desk, &spots, lying.alone()) {
                    Some(spot) => first_in(desk, spot, cards),
                    None => cards.lowest(),
                }
            }),
        }
    }

    /// The next round of a loop that counts: the number goes on, and where the program goes on is known at once (loop inversion). Nothing
    /// where no such loop begins at `head`.
    pub(super) fn next_round(&self, slot: u32, number: NodeId, head: Pc) -> Option<Call> {
        let more = self.more_than(slot, number)?;
        let Op::Unless { cond, to } = self.program.code.get(head as usize)? else { return None };
        let Node::Cmp(comparison, counted, last) = self.node(*cond) else { return None };
        let up = match comparison {
            Comparison::AtMost => true,
            Comparison::AtLeast => false,
            Comparison::Is | Comparison::IsNot | Comparison::MoreThan | Comparison::LessThan => return None,
        };
        if *self.node(*counted) != Node::Slot(slot) {
            return None;
        }
        let (body, exit) = (self.thread(head + 1), self.thread(*to));
        let (last, weight) = (self.amount(*last), self.steps_at(head));
        Some(Box::new(move |desk| {
            let value = sum(desk, slot, more);
            desk.keep(slot, value);
            if desk.stopped || !desk.may_do(weight) {
                return exit;
            }
            let last = last.of(desk);
            let goes_on = if up { value <= last } else { value >= last };
            if goes_on { body } else { exit }
        }))
    }
}

/// A loop over the cards of a slot, of which `first` says which one comes first.
fn each_next(
    (left, card): (u32, u32),
    (exit, next): (Pc, Pc),
    first: impl Fn(&Desk, CardSet) -> Option<u8> + Send + Sync + 'static,
) -> Call {
    Box::new(move |desk| {
        let cards = desk.state.cards_in(left);
        match first(desk, cards) {
            None => exit,
            Some(found) => {
                desk.state.set_cards_in(left, cards & !bit(found));
                desk.state.set_small(card, i64::from(found));
                next
            }
        }
    })
}

/// The first of some cards that lies in a place, in its order.
#[inline]
fn first_in(desk: &Desk, spot: Spot, cards: CardSet) -> Option<u8> {
    let here = desk.state.cards_in(u32::from(spot.place)) & cards;
    if spot.ordered && !here.at_most_one() {
        return desk.state.in_spot(spot).find(|card| here & bit(*card) != 0);
    }
    here.lowest()
}
