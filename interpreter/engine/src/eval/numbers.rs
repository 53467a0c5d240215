//! Numbers, and what is one number in the program: a card, a seat, yes or no.

use super::sets::{card_bit, each_card, each_seat, seat_bit};
use super::{Eval, Regs};
use crate::Comparison;
use crate::TRICK;
use crate::fault::FaultKind;
use crate::program::{Node, NodeId, SeatSet};
use crate::reached::Reach;

impl Eval<'_> {
    /// A scalar.
    pub fn int(&self, regs: &mut Regs, id: NodeId) -> i64 {
        match self.node(id) {
            Node::Int(value) => *value,
            Node::Slot(slot) => self.state.int(*slot),
            Node::SlotAt { base, keys, nothing } => {
                self.slot(regs, *base, keys).map_or(*nothing, |slot| self.state.int(slot))
            }
            Node::Reg(reg) => regs.ints.get(*reg as usize).copied().unwrap_or(0),
            Node::Tab { table, low, key, other } => {
                let key = self.int(regs, *key);
                self.table(*table, key.saturating_sub(*low)).unwrap_or(*other)
            }
            Node::Arms { low, key, arms, other, rule } => {
                let key = self.int(regs, *key);
                let arm = usize::try_from(key.saturating_sub(*low)).ok().and_then(|at| arms.get(at)).copied().flatten();
                match arm.or(*other) {
                    Some(arm) => self.int(regs, arm),
                    None => regs.fail(FaultKind::NoRow(key), *rule),
                }
            }
            Node::Add(a, b) => self.arith(regs, *a, *b, i64::checked_add),
            Node::Sub(a, b) => self.arith(regs, *a, *b, i64::checked_sub),
            Node::Mul(a, b) => self.arith(regs, *a, *b, i64::checked_mul),
            Node::Mod(a, b) => {
                let (a, b) = (self.int(regs, *a), self.int(regs, *b));
                a.checked_rem_euclid(b).unwrap_or_else(|| regs.fail(FaultKind::DivideByZero, 0))
            }
            Node::Div { a, b, up } => {
                let (a, b) = (self.int(regs, *a), self.int(regs, *b));
                divide(a, b, *up).unwrap_or_else(|| regs.fail(FaultKind::DivideByZero, 0))
            }
            Node::Cmp(comparison, a, b) => {
                let (a, b) = (self.int(regs, *a), self.int(regs, *b));
                i64::from(compares(*comparison, a, b))
            }
            Node::And(a, b) => i64::from(self.holds(regs, *a) && self.holds(regs, *b)),
            Node::Or(a, b) => i64::from(self.holds(regs, *a) || self.holds(regs, *b)),
            Node::Not(a) => i64::from(!self.holds(regs, *a)),
            Node::If(cond, a, b) => {
                if self.holds(regs, *cond) {
                    self.int(regs, *a)
                } else {
                    self.int(regs, *b)
                }
            }
            Node::Let { reg, value, body } => {
                let value = self.int(regs, *value);
                regs.set(*reg, value);
                self.int(regs, *body)
            }
            Node::Watch { rule, holds, of } => {
                let value = self.int(regs, *of);
                regs.note(*rule, Reach::held(holds.unwrap_or(value != 0)));
                value
            }
            Node::Count(of) => i64::from(self.cards(regs, *of).count_ones()),
            Node::CountSeats(of) => i64::from(self.seats(regs, *of).count_ones()),
            Node::FoldCards { fold, reg, of, key } => {
                let of = self.cards(regs, *of);
                self.fold(regs, *fold, *reg, *key, each_card(of).map(i64::from))
            }
            Node::FoldSeats { fold, reg, of, key } => {
                let of = self.seats(regs, *of);
                self.fold(regs, *fold, *reg, *key, each_seat(of).map(i64::from))
            }
            Node::FoldMembers { fold, reg, count, key } => self.fold(regs, *fold, *reg, *key, 0..i64::from(*count)),
            Node::TotalTab { table, of } => {
                let of = self.cards(regs, *of);
                each_card(of).map(|card| self.table(*table, i64::from(card)).unwrap_or(0)).sum()
            }
            Node::EndCard { of, last } => self.end_card(regs, *of, *last),
            Node::OnlyCard(of) => {
                let of = self.cards(regs, *of);
                if of.count_ones() == 1 { i64::from(of.trailing_zeros()) } else { -1 }
            }
            Node::OnlySeat(of) => {
                let of = self.seats(regs, *of);
                if of.count_ones() == 1 { i64::from(of.trailing_zeros()) } else { -1 }
            }
            Node::FirstFrom { from, of } => {
                let from = self.int(regs, *from);
                let of = self.seats(regs, *of);
                first_from(self.program.seats, from, of)
            }
            Node::SeatStep { from, steps } => {
                let (from, steps) = (self.int(regs, *from), self.int(regs, *steps));
                if from < 0 { -1 } else { from.wrapping_add(steps).rem_euclid(i64::from(self.program.seats.max(1))) }
            }
            Node::Owner(card) => {
                let card = self.int(regs, *card);
                self.owner(card)
            }
            Node::InCards(card, of) => {
                let card = self.int(regs, *card);
                i64::from(self.cards(regs, *of) & card_bit(card) != 0)
            }
            Node::InSeats(seat, of) => {
                let seat = self.int(regs, *seat);
                i64::from(self.seats(regs, *of) & seat_bit(seat) != 0)
            }
            Node::InSet { set, key, card } => {
                let (key, card) = (self.int(regs, *key), self.int(regs, *card));
                i64::from(self.set(*set, key) & card_bit(card) != 0)
            }
            Node::Partner(seat) => {
                let seat = self.int(regs, *seat);
                let mates = self.team_seats(self.team(seat)) & !seat_bit(seat);
                if mates.count_ones() == 1 { i64::from(mates.trailing_zeros()) } else { -1 }
            }
            Node::TeamOf(seat) => {
                let seat = self.int(regs, *seat);
                self.team(seat)
            }
            Node::Score(seat) => {
                let seat = self.int(regs, *seat);
                u32::try_from(self.team(seat)).map_or(0, |team| self.state.int(self.program.scores + team))
            }
            Node::AllPass { still, passed } => i64::from(self.state.seats(*still) & !self.state.seats(*passed) == 0),
            _ => 0,
        }
    }

    fn arith(&self, regs: &mut Regs, a: NodeId, b: NodeId, of: fn(i64, i64) -> Option<i64>) -> i64 {
        let (a, b) = (self.int(regs, a), self.int(regs, b));
        of(a, b).unwrap_or_else(|| regs.fail(FaultKind::Overflow, 0))
    }

    /// Whose place a card lies in; in a trick, who played it.
    fn owner(&self, card: i64) -> i64 {
        let place = u8::try_from(card).ok().and_then(|card| self.state.place_of(self.program, card));
        let place = place.and_then(|place| self.program.places.get(usize::from(place)));
        match place {
            Some(place) if place.of_seat => place.owner.map_or(-1, i64::from),
            Some(place) if place.name == TRICK => {
                let seats = u32::from(self.program.seats);
                let played = |slot: u32| (0..seats).find(|seat| self.state.int(slot + seat) == card);
                self.program.tricks.iter().find_map(|tricks| played(tricks.played)).map_or(-1, i64::from)
            }
            _ => -1,
        }
    }

    fn end_card(&self, regs: &mut Regs, of: NodeId, last: bool) -> i64 {
        let set = self.cards(regs, of);
        // The order is that of one place: that of any card of the set.
        let any = each_card(set).next();
        let Some(place) = any.and_then(|card| self.state.place_of(self.program, card)) else { return -1 };
        let mut here = self
            .state
            .in_order(self.program, place)
            .filter(|card| set & card_bit(i64::from(*card)) != 0)
            .map(i64::from);
        if last { here.last() } else { here.next() }.unwrap_or(-1)
    }
}

/// The first seat of a set clockwise from a seat, that seat included; -1 if there is none.
pub fn first_from(seats: u8, from: i64, of: SeatSet) -> i64 {
    if of == 0 {
        return -1;
    }
    let from = match u32::try_from(from) {
        Ok(from) if from < u32::from(seats) => from,
        _ => u32::try_from(from.rem_euclid(i64::from(seats.max(1)))).unwrap_or(0),
    };
    let ahead = of >> from;
    i64::from(if ahead != 0 { from + ahead.trailing_zeros() } else { of.trailing_zeros() })
}

/// Whether a comparison holds.
pub const fn compares(comparison: Comparison, a: i64, b: i64) -> bool {
    match comparison {
        Comparison::Is => a == b,
        Comparison::IsNot => a != b,
        Comparison::AtLeast => a >= b,
        Comparison::AtMost => a <= b,
        Comparison::MoreThan => a > b,
        Comparison::LessThan => a < b,
    }
}

pub fn divide(a: i64, b: i64, up: bool) -> Option<i64> {
    let down = a.checked_div_euclid(b)?;
    // Euclid rounds down for a positive divisor; for a negative one it rounds up.
    let exact = a.checked_rem_euclid(b)? == 0;
    Some(match (exact, up, b > 0) {
        (true, _, _) | (false, false, true) | (false, true, false) => down,
        (false, true, true) => down + 1,
        (false, false, false) => down - 1,
    })
}
