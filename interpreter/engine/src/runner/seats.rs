//! Sets of seats as closures.

use super::super::eval::each_seat;
use super::super::program::{CardSet, Node, NodeId, SeatSet, card_sets, numbers};
use super::super::reached::Reach;
use super::keys::best_of;
use super::lies::Lies;
use super::numbers::misplaced;
use super::{Build, Seats};
use crate::Comparison;

impl Build<'_> {
    /// A set of seats.
    pub(crate) fn seats(&self, id: NodeId) -> Seats {
        if let Some(known) = self.known_seats(id).or_else(|| self.shared_seats(id)) {
            return known;
        }
        match self.node(id) {
            Node::Seats(set) => {
                let set = *set;
                Box::new(move |_| set)
            }
            Node::SeatSlot(slot) => {
                let slot = *slot;
                Box::new(move |desk| desk.state.seats(slot))
            }
            Node::JustSeat(seat) => {
                let seat = self.number(*seat);
                Box::new(move |desk| one(seat(desk)))
            }
            Node::Members(team) => {
                let (team, teams) = (self.number(*team), self.program.teams.clone());
                Box::new(move |desk| {
                    let team = team(desk);
                    let members = teams.iter().enumerate().filter(|(_, other)| i64::from(**other) == team);
                    members.fold(0, |set, (seat, _)| set | 1 << seat)
                })
            }
            Node::Except(of, seat) => {
                if let (Node::SeatSlot(of), Node::Slot(seat)) = (self.node(*of), self.node(*seat)) {
                    let (of, seat) = (*of, *seat);
                    return Box::new(move |desk| desk.state.seats(of) & !one(desk.state.int(seat)));
                }
                let (of, seat) = (self.seats(*of), self.number(*seat));
                Box::new(move |desk| {
                    let of = of(desk);
                    of & !one(seat(desk))
                })
            }
            Node::Opponents(seat) => {
                let all = self.program.everybody();
                let others: Box<[SeatSet]> = (0..self.program.seats).map(|seat| all & !self.mates(seat)).collect();
                let seat = self.number(*seat);
                Box::new(move |desk| {
                    let seat = seat(desk);
                    let found = usize::try_from(seat).ok().map(|seat| others.get(seat).copied());
                    found.map_or(0, |found| found.unwrap_or(all))
                })
            }
            Node::IfSeats(cond, a, b) => {
                let (cond, a, b) = (self.condition(*cond), self.seats(*a), self.seats(*b));
                Box::new(move |desk| if cond(desk) { a(desk) } else { b(desk) })
            }
            Node::Watch { rule, holds, of } => {
                let (rule, holds, of) = (*rule, *holds, self.seats(*of));
                Box::new(move |desk| {
                    let set = of(desk);
                    desk.note(rule, Reach::held(holds.unwrap_or(set != 0)));
                    set
                })
            }
            Node::Let { reg, value, body } => self.bound((*reg, *value), || self.seats(*body)),
            Node::ScanSeats { reg, of, cond } => {
                if let Some((base, count, filled)) = self.own_place_filled(*reg, *cond) {
                    let of = self.seats(*of);
                    return Box::new(move |desk| {
                        let of = of(desk);
                        let seats = (0..count.min(32)).filter(|seat| of >> seat & 1 == 1);
                        let found = seats.filter(|seat| (desk.state.cards_in(base + seat) != 0) == filled);
                        found.fold(0, |found, seat| found | 1 << seat)
                    });
                }
                let (reg, of, cond) = (*reg, self.seats(*of), self.condition(*cond));
                Box::new(move |desk| {
                    let mut found = 0;
                    for seat in each_seat(of(desk)) {
                        desk.set_reg(reg, i64::from(seat));
                        if cond(desk) {
                            found |= 1 << seat;
                        }
                    }
                    found
                })
            }
            Node::BestSeats { reg, of, key, highest } => {
                let (of, key, highest) = (self.seats(*of), self.key(*reg, *key), *highest);
                Box::new(move |desk| {
                    let set = CardSet::of_half(of(desk).into());
                    best_of(desk, set, highest, &key).half() as SeatSet
                })
            }
            // No set of seats; what a phrase is known by is looked through by `node`.
            numbers!() | card_sets!() | Node::SeenIn { .. } => Box::new(misplaced),
        }
    }

    /// Whether it is asked of a seat that its own place of several has cards, or has none: the first of the places, how many they are.
    fn own_place_filled(&self, reg: u32, cond: NodeId) -> Option<(u32, u32, bool)> {
        let Node::Cmp(comparison @ (Comparison::Is | Comparison::IsNot), count, none) = self.node(cond) else {
            return None;
        };
        let (Node::Count(cards), Node::Int(0)) = (self.node(*count), self.node(*none)) else { return None };
        let Node::PlaceOf { base, count, key } = self.node(*cards) else { return None };
        // A seat beyond the places has no card.
        let own = *self.node(*key) == Node::Reg(reg) && *count >= u16::from(self.program.seats);
        own.then_some((u32::from(*base), u32::from(*count), *comparison == Comparison::IsNot))
    }
}

/// One seat as a set; nobody as none.
#[inline]
pub(super) const fn one(seat: i64) -> SeatSet {
    if seat >= 0 && seat < 32 { 1 << seat } else { 0 }
}
