//! Sets of cards and of seats.

use super::{Eval, Regs};
use crate::program::{CardSet, Node, NodeId, SeatSet};
use crate::reached::Reach;

/// The cards of a set, lowest number first.
pub fn each_card(set: CardSet) -> impl Iterator<Item = u8> {
    // Half by half: what is done with a whole set takes longer.
    let (mut half, mut rest, mut base) = (set as u64, (set >> 64) as u64, 0);
    std::iter::from_fn(move || {
        if half == 0 {
            if rest == 0 {
                return None;
            }
            (half, rest, base) = (rest, 0, 64);
        }
        let card = half.trailing_zeros() as u8;
        half &= half - 1;
        Some(base | card)
    })
}

/// The seats of a set, lowest number first.
pub fn each_seat(mut set: SeatSet) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let seat = set.trailing_zeros();
        set &= set - 1;
        u8::try_from(seat).ok()
    })
}

pub(super) const fn card_bit(card: i64) -> CardSet {
    if card >= 0 && card < 128 { 1 << card } else { 0 }
}

pub(super) const fn seat_bit(seat: i64) -> SeatSet {
    if seat >= 0 && seat < 32 { 1 << seat } else { 0 }
}

impl Eval<'_> {
    /// A set of cards.
    pub fn cards(&self, regs: &mut Regs, id: NodeId) -> CardSet {
        match self.node(id) {
            Node::Cards(set) => *set,
            Node::Place(place) => self.state.mask(u32::from(*place)),
            Node::PlaceOf { base, count, key } => {
                self.place_at(regs, *base, *count, *key).map_or(0, |place| self.state.mask(u32::from(place)))
            }
            Node::PlacesOf { base, count, seats } => {
                let seats = self.seats(regs, *seats);
                let places = each_seat(seats).filter(|seat| u16::from(*seat) < *count);
                places.fold(0, |set, seat| set | self.state.mask(u32::from(base + u16::from(seat))))
            }
            Node::CardSlot(slot) => self.state.mask(*slot),
            Node::CardReg(reg) => regs.cards.get(*reg as usize).copied().unwrap_or(0),
            Node::JustCard(card) => card_bit(self.int(regs, *card)),
            Node::SetTab { set, low, key } => {
                let key = self.int(regs, *key);
                self.set(*set, key.saturating_sub(*low))
            }
            Node::Both(a, b) => {
                let a = self.cards(regs, *a);
                if a == 0 { 0 } else { a & self.cards(regs, *b) }
            }
            Node::Either(a, b) => self.cards(regs, *a) | self.cards(regs, *b),
            Node::Without(a, b) => self.cards(regs, *a) & !self.cards(regs, *b),
            Node::IfCards(cond, a, b) => {
                if self.holds(regs, *cond) {
                    self.cards(regs, *a)
                } else {
                    self.cards(regs, *b)
                }
            }
            Node::Let { reg, value, body } => {
                let value = self.int(regs, *value);
                regs.set(*reg, value);
                self.cards(regs, *body)
            }
            Node::Watch { rule, holds, of } => {
                let set = self.cards(regs, *of);
                regs.note(*rule, Reach::held(holds.unwrap_or(set != 0)));
                set
            }
            Node::Scan { reg, of, cond } => {
                let of = self.cards(regs, *of);
                let mut found = 0;
                for card in each_card(of) {
                    regs.set(*reg, i64::from(card));
                    if self.holds(regs, *cond) {
                        found |= card_bit(i64::from(card));
                    }
                }
                found
            }
            Node::BestCards { reg, of, key, highest } => {
                let of = self.cards(regs, *of);
                let best = self.best(regs, *reg, *key, *highest, each_card(of).map(i64::from));
                best.set
            }
            _ => 0,
        }
    }

    /// A set of seats.
    pub fn seats(&self, regs: &mut Regs, id: NodeId) -> SeatSet {
        match self.node(id) {
            Node::Seats(set) => *set,
            Node::SeatSlot(slot) => self.state.seats(*slot),
            Node::JustSeat(seat) => seat_bit(self.int(regs, *seat)),
            Node::Members(team) => {
                let team = self.int(regs, *team);
                self.team_seats(team)
            }
            Node::Except(of, seat) => {
                let of = self.seats(regs, *of);
                of & !seat_bit(self.int(regs, *seat))
            }
            Node::Opponents(seat) => {
                let seat = self.int(regs, *seat);
                if seat < 0 { 0 } else { self.all_seats() & !self.team_seats(self.team(seat)) }
            }
            Node::IfSeats(cond, a, b) => {
                if self.holds(regs, *cond) {
                    self.seats(regs, *a)
                } else {
                    self.seats(regs, *b)
                }
            }
            Node::Let { reg, value, body } => {
                let value = self.int(regs, *value);
                regs.set(*reg, value);
                self.seats(regs, *body)
            }
            Node::Watch { rule, holds, of } => {
                let set = self.seats(regs, *of);
                regs.note(*rule, Reach::held(holds.unwrap_or(set != 0)));
                set
            }
            Node::ScanSeats { reg, of, cond } => {
                let of = self.seats(regs, *of);
                let mut found = 0;
                for seat in each_seat(of) {
                    regs.set(*reg, i64::from(seat));
                    if self.holds(regs, *cond) {
                        found |= seat_bit(i64::from(seat));
                    }
                }
                found
            }
            Node::BestSeats { reg, of, key, highest } => {
                let of = self.seats(regs, *of);
                let best = self.best(regs, *reg, *key, *highest, each_seat(of).map(i64::from));
                u32::try_from(best.set & u128::from(u32::MAX)).unwrap_or(0)
            }
            _ => 0,
        }
    }
}
