//! Sets of seats as closures.

use super::super::eval::each_seat;
use super::super::program::{CardSet, Node, NodeId, SeatSet};
use super::numbers::best_of;
use super::{Build, Seats};

impl Build<'_> {
    /// A set of seats.
    pub(super) fn seats(&self, id: NodeId) -> Seats {
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
                Box::new(move |desk| bit(seat(desk)))
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
                    return Box::new(move |desk| desk.state.seats(of) & !bit(desk.state.int(seat)));
                }
                let (of, seat) = (self.seats(*of), self.number(*seat));
                Box::new(move |desk| {
                    let of = of(desk);
                    of & !bit(seat(desk))
                })
            }
            Node::Opponents(seat) => {
                let all: SeatSet = (1 << self.program.seats) - 1;
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
            Node::Watch { of, .. } => self.seats(*of),
            Node::Let { reg, value, body } => self.bound((*reg, *value), || self.seats(*body)),
            Node::ScanSeats { reg, of, cond } => {
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
                    let set = CardSet::from(of(desk));
                    SeatSet::try_from(best_of(desk, set, highest, &key)).unwrap_or(0)
                })
            }
            _ => Box::new(|_| 0),
        }
    }
}

#[inline]
const fn bit(seat: i64) -> SeatSet {
    if seat >= 0 && seat < 32 { 1 << seat } else { 0 }
}
