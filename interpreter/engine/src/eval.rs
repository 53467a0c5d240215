//! Sets, comparisons and division, and constant evaluation: phrases worked out without a game, by the closures that play it.

use super::TRICK;
use super::desk::Desk;
use super::fault::{Fault, FaultKind};
use super::many::runner::Build;
use super::many::runner::lies::Lies;
use super::program::{CardSet, NodeId, Program, SeatSet};
use super::state::State;
use crate::Comparison;

/// The cards of a set, lowest number first.
pub fn each_card(set: CardSet) -> impl Iterator<Item = u8> {
    // Half by half: what is done with a whole set takes longer.
    let (mut half, mut rest, mut base) = (set.half(), set.down(64), 0);
    std::iter::from_fn(move || {
        while half == 0 {
            if rest.is_empty() {
                return None;
            }
            (half, rest, base) = (rest.half(), rest.down(64), base + 64);
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

/// The first seat of a set clockwise from a seat, that seat included; -1 if there is none.
pub fn first_from(seats: u8, from: i64, of: SeatSet) -> i64 {
    if of == 0 {
        return -1;
    }
    let from = match u32::try_from(from) {
        Ok(from) if from < u32::from(seats) => from,
        _ => at_the_table(seats, from),
    };
    let ahead = of >> from;
    i64::from(if ahead != 0 { from + ahead.trailing_zeros() } else { of.trailing_zeros() })
}

/// The seat that a number comes to, counted around the table; below 32, as seats are.
const fn at_the_table(seats: u8, number: i64) -> u32 {
    let seats = if seats == 0 { 1 } else { seats as i64 };
    number.rem_euclid(seats) as u32 & 31
}

/// The first seat of a set the other way round from a seat, that seat included; -1 if there is none.
fn first_back(seats: u8, from: i64, of: SeatSet) -> i64 {
    let behind = of & (SeatSet::MAX >> (31 - at_the_table(seats, from)));
    let among = if behind == 0 { of } else { behind };
    among.checked_ilog2().map_or(-1, i64::from)
}

/// The way in which turns go around the table.
#[derive(Clone, Copy)]
pub struct Around {
    seats: u8,
    turned: Option<u32>,
}

impl Around {
    /// That of a program.
    #[must_use]
    pub const fn of(program: &Program) -> Self {
        Self { seats: program.seats, turned: program.turned }
    }

    /// Whether play may turn round at all.
    #[must_use]
    pub const fn may_turn(self) -> bool {
        self.turned.is_some()
    }

    /// Whether play is turned round in a state.
    #[inline]
    #[must_use]
    pub fn is_turned(self, state: &State) -> bool {
        self.turned.is_some_and(|slot| state.int(slot) != 0)
    }

    /// The first seat of a set from a seat on, that seat included; -1 if there is none.
    #[inline]
    #[must_use]
    pub fn first(self, state: &State, from: i64, of: SeatSet) -> i64 {
        first_either_way(self.seats, from, of, self.is_turned(state))
    }
}

/// The first seat of a set from a seat on, in the way of play at first or back.
#[inline]
pub fn first_either_way(seats: u8, from: i64, of: SeatSet, back: bool) -> i64 {
    if back { first_back(seats, from, of) } else { first_from(seats, from, of) }
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

/// What is left over, never below nought.
pub fn remainder(a: i64, b: i64) -> Result<i64, FaultKind> {
    if b == 0 { Err(FaultKind::DivideByZero) } else { Ok(a.wrapping_rem_euclid(b)) }
}

/// A division, rounded up or down.
pub fn divide(a: i64, b: i64, up: bool) -> Result<i64, FaultKind> {
    if b == 0 {
        return Err(FaultKind::DivideByZero);
    }
    let down = a.checked_div_euclid(b).ok_or(FaultKind::Overflow)?;
    // Euclid rounds down for a positive divisor; for a negative one it rounds up.
    let exact = a.wrapping_rem_euclid(b) == 0;
    Ok(match (exact, up, b > 0) {
        (true, _, _) | (false, false, true) | (false, true, false) => down,
        (false, true, true) => down + 1,
        (false, false, false) => down - 1,
    })
}

/// The value of a phrase that depends on nothing but registers; none where working it out is a fault.
#[must_use]
pub fn constant_int(program: &Program, regs: &[(u32, i64)], id: NodeId) -> Option<i64> {
    let number = Build::plain(program).number(id);
    constant(program, regs, number)
}

/// What goes wrong where a phrase that depends on nothing but registers is worked out.
#[must_use]
pub fn constant_fault(program: &Program, regs: &[(u32, i64)], id: NodeId) -> Option<Fault> {
    let number = Build::plain(program).number(id);
    let mut desk = Desk::of_state(State::nothing(), program);
    for (reg, value) in regs {
        desk.set_reg(*reg, *value);
    }
    number(&mut desk);
    desk.fault
}

/// The cards of a phrase that depends on nothing.
#[must_use]
pub fn constant_cards(program: &Program, id: NodeId) -> Option<CardSet> {
    let cards = Build::plain(program).cards(id);
    constant(program, &[], cards)
}

/// The seats of a phrase that depends on nothing.
#[must_use]
pub fn constant_seats(program: &Program, id: NodeId) -> Option<SeatSet> {
    let seats = Build::plain(program).seats(id);
    constant(program, &[], seats)
}

fn constant<T>(program: &Program, regs: &[(u32, i64)], of: impl Fn(&mut Desk) -> T) -> Option<T> {
    let mut desk = Desk::of_state(State::nothing(), program);
    for (reg, value) in regs {
        desk.set_reg(*reg, *value);
    }
    let found = of(&mut desk);
    desk.fault.is_none().then_some(found)
}

/// A number that is worked out again and again where some slots and registers, and which card leads a trick, are known and
/// nothing else is.
pub struct Given<'p> {
    program: &'p Program,
    number: super::many::runner::Numbers,
    desk: Desk,
}

impl<'p> Given<'p> {
    /// The number of a phrase.
    #[must_use]
    pub fn new(program: &'p Program, id: NodeId) -> Self {
        let number = Build::plain(program).number(id);
        Self { program, number, desk: Desk::of_state(State::nothing(), program) }
    }

    /// What it is where slots and registers have these values; nothing where that is a fault, or a value does not fit its slot.
    pub fn of(&mut self, slots: &[(u32, i64)], regs: &[(u32, i64)]) -> Option<i64> {
        for (slot, value) in slots {
            if !self.desk.state.keep(*slot, *value) {
                return None;
            }
        }
        for (reg, value) in regs {
            self.desk.set_reg(*reg, *value);
        }
        let found = (self.number)(&mut self.desk);
        self.desk.stopped = false;
        self.desk.fault.take().is_none().then_some(found)
    }

    /// The same, where a card leads a trick.
    pub fn led(&mut self, led: Option<u8>, slots: &[(u32, i64)], regs: &[(u32, i64)]) -> Option<i64> {
        let trick = self.program.spot(TRICK);
        if let Some(card) = led {
            self.desk.state.put_down(card, trick);
        }
        let found = self.of(slots, regs);
        if let Some(card) = led {
            self.desk.state.take_up(card, trick);
        }
        found
    }
}
