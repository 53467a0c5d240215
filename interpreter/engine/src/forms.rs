//! What forms know beside decisions and plain code: whose turn it is, who is ahead, who wins.

use super::eval::{each_seat, first_from};
use super::event::{Event, Sink};
use super::fault::{Fault, FaultKind};
use super::machine::Machine;
use super::program::{CardSet, Op, SeatSet};
use super::reached::Reach;
use super::state::State;
use crate::{Role, Ties};

impl Machine<'_> {
    pub(super) fn form_step<S: Sink>(
        &mut self,
        state: &mut State,
        op: &Op,
        next: u32,
        sink: &mut S,
    ) -> Result<u32, Fault> {
        let program = self.program;
        match op {
            Op::CircuitBegin(number) => {
                let Some(circuit) = program.circuits.get(usize::from(*number)) else { return Ok(next) };
                let among = self.seats(state, circuit.among);
                let from = self.int(state, circuit.from);
                if from < 0 {
                    return Err(self.fault(state, FaultKind::Nobody));
                }
                state.set_seats(circuit.still, among);
                state.set_seats(circuit.todo, among);
                state.set_seats(circuit.passed, 0);
                state.set_int(circuit.row, 0);
                state.set_int(circuit.acts, 0);
                state.set_int(circuit.seat, from);
            }
            Op::CircuitTurn { circuit: number, exit } => {
                let Some(circuit) = program.circuits.get(usize::from(*number)) else { return Ok(next) };
                let among =
                    state.seats(circuit.still) & if circuit.once { state.seats(circuit.todo) } else { SeatSet::MAX };
                match first_from(program.seats, state.int(circuit.seat), among) {
                    -1 => return Ok(*exit),
                    seat => state.set_int(circuit.seat, seat),
                }
            }
            Op::CircuitActed { circuit: number, role } => {
                let Some(circuit) = program.circuits.get(usize::from(*number)) else { return Ok(next) };
                let seat = state.int(circuit.seat);
                let bit: SeatSet = 1 << seat.clamp(0, 31);
                if let Role::Pass(for_good) = role {
                    state.set_int(circuit.row, state.int(circuit.row) + 1);
                    state.set_seats(circuit.passed, state.seats(circuit.passed) | bit);
                    // Who is ahead gives nothing up by passing.
                    let ahead = circuit.leader.is_some_and(|leader| state.int(leader) == seat);
                    if *for_good && !ahead {
                        state.set_seats(circuit.still, state.seats(circuit.still) & !bit);
                    }
                } else {
                    state.set_int(circuit.row, 0);
                    state.set_seats(circuit.passed, 0);
                    state.set_int(circuit.acts, state.int(circuit.acts) + 1);
                }
                state.set_seats(circuit.todo, state.seats(circuit.todo) & !bit);
                state.set_int(circuit.seat, (seat + 1) % i64::from(program.seats.max(1)));
            }
            Op::AuctionBegin(number) => {
                let Some(auction) = program.auctions.get(usize::from(*number)) else { return Ok(next) };
                state.set_seats(auction.bid, 0);
                state.set_int(auction.clock, 0);
                state.set_int(auction.leader, -1);
                for seat in 0..u32::from(program.seats) {
                    state.set_int(auction.worth + seat, 0);
                    state.set_int(auction.time + seat, 0);
                }
            }
            Op::BidMade { auction: number, seat } => self.bid_made(state, *number, *seat, sink),
            Op::AuctionClose { auction: number, unsold } => {
                let Some(auction) = program.auctions.get(usize::from(*number)) else { return Ok(next) };
                let winner = state.int(auction.leader);
                if self.regs.reached.is_some()
                    && self.best_bid(state, *number).is_some_and(|(_, best)| best.count_ones() > 1)
                {
                    self.regs.note(self.line(state.pc), Reach::Tied);
                }
                if S::LISTENS {
                    let best = self.best_bid(state, *number);
                    let worth = best.map_or(0, |(worth, _)| worth);
                    let tied = best.map_or(0, |(_, seats)| seats);
                    let tied = if tied.count_ones() > 1 { tied } else { 0 };
                    let worth =
                        if winner >= 0 { state.int(auction.worth + u32::try_from(winner).unwrap_or(0)) } else { worth };
                    let public =
                        each_seat(state.seats(auction.bid)).all(|seat| self.worth_is_public(state, *number, seat));
                    sink.event(
                        state,
                        Event::Closed { auction: *number, winner, worth, tied, ties: auction.ties, public },
                    );
                }
                if winner < 0 {
                    return Ok(*unsold);
                }
            }
            Op::TricksBegin(number) => {
                let Some(tricks) = program.tricks.get(usize::from(*number)) else { return Ok(next) };
                let lead = self.int(state, tricks.lead);
                if lead < 0 {
                    return Err(self.fault(state, FaultKind::Nobody));
                }
                state.set_int(tricks.leader, lead);
                state.set_int(tricks.number, 0);
            }
            Op::TrickBegin(number) => {
                let Some(tricks) = program.tricks.get(usize::from(*number)) else { return Ok(next) };
                let among = self.seats(state, tricks.among);
                state.set_seats(tricks.todo, among);
                state.set_int(tricks.number, state.int(tricks.number) + 1);
                state.set_int(tricks.seat, state.int(tricks.leader));
                for seat in 0..u32::from(program.seats) {
                    state.set_int(tricks.played + seat, -1);
                }
            }
            Op::TrickTurn { tricks: number, exit } => {
                let Some(tricks) = program.tricks.get(usize::from(*number)) else { return Ok(next) };
                match first_from(program.seats, state.int(tricks.seat), state.seats(tricks.todo)) {
                    -1 => return Ok(*exit),
                    seat => state.set_int(tricks.seat, seat),
                }
            }
            Op::Played { tricks: number, pick } => {
                let Some(tricks) = program.tricks.get(usize::from(*number)) else { return Ok(next) };
                let seat = state.int(tricks.seat);
                let card = state.int(*pick);
                state.set_int(tricks.played + u32::try_from(seat).unwrap_or(0), card);
                state.set_seats(tricks.todo, state.seats(tricks.todo) & !(1 << seat.clamp(0, 31)));
            }
            Op::TrickWon(number) => self.trick_won(state, *number, sink)?,
            _ => {}
        }
        Ok(next)
    }

    /// The best worth so far, and who has it; none if nobody has bid.
    pub(super) fn best_bid(&self, state: &State, number: u16) -> Option<(i64, SeatSet)> {
        let auction = self.program.auctions.get(usize::from(number))?;
        let mut best: Option<(i64, SeatSet)> = None;
        for seat in each_seat(state.seats(auction.bid)) {
            let worth = state.int(auction.worth + u32::from(seat));
            best = match best {
                Some((value, seats)) if value == worth => Some((value, seats | 1 << seat)),
                Some((value, _)) if (worth > value) != auction.highest => best,
                _ => Some((worth, 1 << seat)),
            };
        }
        best
    }

    pub(super) fn leader(&self, state: &State, number: u16) -> i64 {
        let Some(auction) = self.program.auctions.get(usize::from(number)) else { return -1 };
        let Some((_, best)) = self.best_bid(state, number) else { return -1 };
        if best.count_ones() == 1 {
            return i64::from(best.trailing_zeros());
        }
        let time = |seat: &u8| state.int(auction.time + u32::from(*seat));
        match auction.ties {
            Ties::First => each_seat(best).min_by_key(time).map_or(-1, i64::from),
            Ties::Last => each_seat(best).max_by_key(time).map_or(-1, i64::from),
            Ties::Nobody => -1,
            Ties::Next => {
                let worth = |seat: u8| state.int(auction.worth + u32::from(seat));
                let all = state.seats(auction.bid);
                let alone = each_seat(all)
                    .filter(|seat| each_seat(all).filter(|other| worth(*other) == worth(*seat)).count() == 1);
                let best = if auction.highest {
                    alone.max_by_key(|seat| worth(*seat))
                } else {
                    alone.min_by_key(|seat| worth(*seat))
                };
                best.map_or(-1, i64::from)
            }
        }
    }

    /// Whether everybody sees all that a seat's bid is worth.
    fn worth_is_public(&mut self, state: &State, number: u16, seat: u8) -> bool {
        let Some(auction) = self.program.auctions.get(usize::from(number)) else { return true };
        let (reg, worth) = auction.value;
        self.regs.set(reg, i64::from(seat));
        self.is_public(state, worth)
    }

    pub(super) fn bid_made<S: Sink>(&mut self, state: &mut State, number: u16, seat: u32, sink: &mut S) {
        let Some(auction) = self.program.auctions.get(usize::from(number)) else { return };
        let bidder = u8::try_from(state.int(seat)).unwrap_or(0);
        self.regs.set(auction.value.0, i64::from(bidder));
        let worth = self.int(state, auction.value.1);
        let clock = state.int(auction.clock) + 1;
        state.set_int(auction.clock, clock);
        // The time is that at which this worth was reached: a bid that adds nothing leaves it.
        let first = state.seats(auction.bid) & (1 << bidder) == 0;
        if first || state.int(auction.worth + u32::from(bidder)) != worth {
            state.set_int(auction.time + u32::from(bidder), clock);
        }
        state.set_int(auction.worth + u32::from(bidder), worth);
        state.set_seats(auction.bid, state.seats(auction.bid) | 1 << bidder);
        let leader = self.leader(state, number);
        state.set_int(auction.leader, leader);
        if S::LISTENS {
            let all = (1 << self.program.seats) - 1;
            let seen = if self.worth_is_public(state, number, bidder) { all } else { 1 << bidder };
            sink.event(state, Event::Bid { auction: number, seat: bidder, worth, leader, seen });
        }
    }

    pub(super) fn trick_won<S: Sink>(&mut self, state: &mut State, number: u16, sink: &mut S) -> Result<(), Fault> {
        let Some(tricks) = self.program.tricks.get(usize::from(number)) else { return Ok(()) };
        let mut all: CardSet = 0;
        for seat in 0..u32::from(self.program.seats) {
            let card = state.int(tricks.played + seat);
            if card >= 0 {
                all |= 1 << card.clamp(0, 127);
            }
        }
        let trumps = tricks.trumps.map_or(0, |trumps| all & self.cards(state, trumps));
        let follows = tricks.follows.map_or(all, |follows| all & self.cards(state, follows));
        let from = if trumps == 0 { follows } else { trumps };
        let mut best: Option<(i64, u8)> = None;
        let mut seat = state.int(tricks.leader);
        for _ in 0..self.program.seats {
            let card = state.int(tricks.played + u32::try_from(seat).unwrap_or(0));
            if card >= 0 && from & (1 << card.clamp(0, 127)) != 0 {
                self.regs.set(tricks.card, card);
                let value = self.int(state, tricks.key);
                let better = best.is_none_or(|(than, _)| {
                    let beats = if tricks.highest { value > than } else { value < than };
                    beats || (value == than && tricks.ties == Ties::Last)
                });
                if better {
                    best = Some((value, u8::try_from(seat).unwrap_or(0)));
                }
            }
            seat = (seat + 1) % i64::from(self.program.seats.max(1));
        }
        let Some((_, winner)) = best else { return Err(self.fault(state, FaultKind::Nobody)) };
        state.set_int(tricks.leader, i64::from(winner));
        if S::LISTENS {
            let number_of = state.int(tricks.number);
            sink.event(state, Event::Trick { tricks: number, number: number_of, winner, cards: all });
        }
        Ok(())
    }
}
