//! What circuits, auctions and tricks know beside decisions: whose turn it is, who is ahead, who wins.

use super::super::eval::first_from;
use super::super::program::{Auction, Op, Pc, SeatSet, Tricks};
use super::conditions::Test;
use super::desk::{Desk, Sale};
use super::numbers::seats_of;
use super::ops::nobody;
use super::{Build, Call, Numbers};
use crate::ir::{Role, Ties};

impl Build<'_> {
    pub(super) fn form_op(&self, op: &Op, next: Pc) -> Call {
        let program = self.program;
        let found = match op {
            Op::CircuitBegin(number) => self.circuit_begin(*number, next),
            Op::CircuitTurn { circuit, exit } => self.circuit_turn(*circuit, self.thread(*exit), next),
            Op::CircuitActed { circuit, role } => self.circuit_acted(*circuit, *role, next),
            Op::AuctionBegin(number) => self.auction_begin(*number, next),
            Op::BidMade { auction, seat } => program.auctions.get(usize::from(*auction)).map(|auction| {
                let bid = self.bid(auction, *seat);
                Box::new(move |desk: &mut Desk| {
                    bid.made(desk);
                    next
                }) as Call
            }),
            Op::AuctionClose { auction, unsold } => self.auction_close(*auction, self.thread(*unsold), next),
            Op::TricksBegin(number) => self.tricks_begin(*number, next),
            Op::TrickBegin(number) => self.trick_begin(*number, next),
            Op::TrickTurn { tricks, exit } => self.trick_turn(*tricks, self.thread(*exit), next),
            Op::Played { tricks, pick } => self.played(*tricks, *pick, next),
            Op::TrickWon(number) => program.tricks.get(usize::from(*number)).map(|tricks| self.trick_won(tricks, next)),
            _ => None,
        };
        found.unwrap_or_else(|| Box::new(move |_| next))
    }

    fn circuit_begin(&self, number: u16, next: Pc) -> Option<Call> {
        let circuit = self.program.circuits.get(usize::from(number))?.clone();
        let (among, from) = (self.seats(circuit.among), self.number(circuit.from));
        Some(Box::new(move |desk| {
            let among = among(desk);
            let from = from(desk);
            if from < 0 {
                nobody(desk);
                return next;
            }
            desk.state.set_seats(circuit.still, among);
            desk.state.set_seats(circuit.todo, among);
            desk.state.set_seats(circuit.passed, 0);
            desk.state.set_small(circuit.row, 0);
            desk.state.set_small(circuit.acts, 0);
            desk.state.set_small(circuit.seat, from);
            next
        }))
    }

    fn circuit_turn(&self, number: u16, exit: Pc, next: Pc) -> Option<Call> {
        let circuit = self.program.circuits.get(usize::from(number))?;
        let (still, todo, once, slot, seats) =
            (circuit.still, circuit.todo, circuit.once, circuit.seat, self.program.seats);
        Some(Box::new(move |desk| {
            let among = desk.state.seats(still) & if once { desk.state.seats(todo) } else { SeatSet::MAX };
            match first_from(seats, desk.state.int(slot), among) {
                -1 => exit,
                seat => {
                    desk.state.set_int(slot, seat);
                    next
                }
            }
        }))
    }

    pub(super) fn acted(&self, number: u16) -> Option<Acted> {
        let circuit = self.program.circuits.get(usize::from(number))?;
        Some(Acted {
            seat: circuit.seat,
            still: circuit.still,
            todo: circuit.todo,
            passed: circuit.passed,
            row: circuit.row,
            acts: circuit.acts,
            leader: circuit.leader,
            once: circuit.once,
            seats: self.program.seats.max(1),
        })
    }

    fn circuit_acted(&self, number: u16, role: Role, next: Pc) -> Option<Call> {
        let acted = self.acted(number)?;
        let Some(turn) = self.next_turn(number, next) else {
            return Some(match role {
                Role::Pass(for_good) => Box::new(move |desk| {
                    acted.passed(desk, for_good);
                    next
                }),
                _ => Box::new(move |desk| {
                    acted.acted(desk);
                    next
                }),
            });
        };
        // It is asked at once whether the circuit closes, and whose turn it is if not.
        Some(match role {
            Role::Pass(for_good) => Box::new(move |desk| {
                acted.passed(desk, for_good);
                turn.of(desk, acted)
            }),
            _ => Box::new(move |desk| {
                acted.acted(desk);
                turn.of(desk, acted)
            }),
        })
    }

    /// What follows an act of a circuit at `next`, if it is what follows most.
    pub(super) fn next_turn(&self, number: u16, next: Pc) -> Option<NextTurn> {
        let code = &self.program.code;
        let Op::Unless { cond, to } = code.get(next as usize)? else { return None };
        let turn = self.thread(next + 1);
        let Op::CircuitTurn { circuit, exit } = code.get(turn as usize)? else { return None };
        // A fault would be told at another line.
        let usual = *circuit == number && self.harmless(*cond) && self.is_light(next);
        usual.then(|| NextTurn {
            open: self.test(*cond),
            closed: self.thread(*to),
            exit: self.thread(*exit),
            asks: self.thread(turn + 1),
        })
    }

    fn auction_begin(&self, number: u16, next: Pc) -> Option<Call> {
        let auction = self.program.auctions.get(usize::from(number))?.clone();
        let seats = u32::from(self.program.seats);
        Some(Box::new(move |desk| {
            desk.state.set_seats(auction.bid, 0);
            desk.state.set_small(auction.clock, 0);
            desk.state.set_small(auction.leader, -1);
            for seat in 0..seats {
                desk.state.set_small(auction.worth + seat, 0);
                desk.state.set_small(auction.time + seat, 0);
            }
            next
        }))
    }

    /// What a bid of the seat of a slot does.
    pub(super) fn bid(&self, auction: &Auction, seat: u32) -> Bid {
        Bid { seat, reg: auction.value.0, worth: self.number(auction.value.1), auction: auction.clone() }
    }

    fn auction_close(&self, number: u16, unsold: Pc, next: Pc) -> Option<Call> {
        let auction = self.program.auctions.get(usize::from(number))?.clone();
        Some(Box::new(move |desk| {
            let winner = desk.state.int(auction.leader);
            if desk.sales.is_some() {
                let worth = u32::try_from(winner).map_or(0, |seat| desk.state.int(auction.worth + seat));
                let sale = Sale { auction: number, winner, worth, bids: desk.state.int(auction.clock) };
                if let Some(sales) = &mut desk.sales {
                    sales.push(sale);
                }
            }
            if winner < 0 { unsold } else { next }
        }))
    }

    fn tricks_begin(&self, number: u16, next: Pc) -> Option<Call> {
        let tricks = self.program.tricks.get(usize::from(number))?;
        let (lead, leader, number) = (self.number(tricks.lead), tricks.leader, tricks.number);
        Some(Box::new(move |desk| {
            let lead = lead(desk);
            if lead < 0 {
                nobody(desk);
                return next;
            }
            desk.state.set_int(leader, lead);
            desk.state.set_int(number, 0);
            next
        }))
    }

    fn trick_begin(&self, number: u16, next: Pc) -> Option<Call> {
        let tricks = self.program.tricks.get(usize::from(number))?;
        let among = self.seats(tricks.among);
        let (todo, number, seat, leader, played) =
            (tricks.todo, tricks.number, tricks.seat, tricks.leader, tricks.played);
        let seats = u32::from(self.program.seats);
        Some(Box::new(move |desk| {
            let among = among(desk);
            desk.state.set_seats(todo, among);
            desk.state.set_int(number, desk.state.int(number) + 1);
            desk.state.set_int(seat, desk.state.int(leader));
            (0..seats).for_each(|seat| desk.state.set_int(played + seat, -1));
            next
        }))
    }

    fn trick_turn(&self, number: u16, exit: Pc, next: Pc) -> Option<Call> {
        let tricks = self.program.tricks.get(usize::from(number))?;
        let (seat, todo, seats) = (tricks.seat, tricks.todo, self.program.seats);
        Some(Box::new(move |desk| match first_from(seats, desk.state.int(seat), desk.state.seats(todo)) {
            -1 => exit,
            found => {
                desk.state.set_int(seat, found);
                next
            }
        }))
    }

    fn played(&self, number: u16, pick: u32, next: Pc) -> Option<Call> {
        let tricks = self.program.tricks.get(usize::from(number))?;
        let (seat, played, todo) = (tricks.seat, tricks.played, tricks.todo);
        if let Some(Op::TrickTurn { tricks, exit }) = self.program.code.get(next as usize)
            && *tricks == number
        {
            // The turn goes on at once.
            let (exit, asks, seats) = (self.thread(*exit), self.thread(next + 1), self.program.seats);
            return Some(Box::new(move |desk| {
                let state = &mut desk.state;
                let (by, card) = (state.int(seat), state.int(pick));
                state.set_int(played + u32::try_from(by).unwrap_or(0), card);
                let left = state.seats(todo) & !(1 << by.clamp(0, 31));
                state.set_seats(todo, left);
                match first_from(seats, by, left) {
                    -1 => exit,
                    found => {
                        state.set_int(seat, found);
                        asks
                    }
                }
            }));
        }
        Some(Box::new(move |desk| {
            let state = &mut desk.state;
            let (by, card) = (state.int(seat), state.int(pick));
            state.set_int(played + u32::try_from(by).unwrap_or(0), card);
            state.set_seats(todo, state.seats(todo) & !(1 << by.clamp(0, 31)));
            next
        }))
    }

    fn trick_won(&self, tricks: &Tricks, next: Pc) -> Call {
        let (taker, leader) = (self.taker(tricks), tricks.leader);
        Box::new(move |desk| {
            match taker.of(desk) {
                Some(winner) => desk.state.set_int(leader, i64::from(winner)),
                None => nobody(desk),
            }
            next
        })
    }
}

/// A bid: whose it is, and what it is worth.
pub(super) struct Bid {
    seat: u32,
    reg: u32,
    worth: Numbers,
    auction: Auction,
}

impl Bid {
    /// The bid is kept, and who is ahead then.
    #[inline]
    pub(super) fn made(&self, desk: &mut Desk) {
        let auction = &self.auction;
        let bidder = u32::try_from(desk.state.int(self.seat)).unwrap_or(0);
        desk.set_reg(self.reg, i64::from(bidder));
        let worth = (self.worth)(desk);
        let state = &mut desk.state;
        let clock = state.int(auction.clock) + 1;
        state.set_small(auction.clock, clock);
        let bid = state.seats(auction.bid);
        // The time is that at which this worth was reached: a bid that adds nothing leaves it.
        let before = state.int(auction.worth + bidder);
        let first = bid & (1 << bidder) == 0;
        if first || before != worth {
            state.set_small(auction.time + bidder, clock);
        }
        state.set_int(auction.worth + bidder, worth);
        state.set_seats(auction.bid, bid | 1 << bidder);
        // The usual case: others are ahead as before, unless this bid is better than theirs.
        let ahead = state.int(auction.leader);
        if auction.highest && auction.ties == Ties::First && ahead >= 0 {
            let theirs = state.int(auction.worth + u32::try_from(ahead).unwrap_or(0));
            if ahead == i64::from(bidder) {
                if worth >= before {
                    return;
                }
            } else if worth != theirs {
                if worth > theirs {
                    state.set_small(auction.leader, i64::from(bidder));
                }
                return;
            }
        }
        let leader = leader(desk, auction);
        desk.state.set_small(auction.leader, leader);
    }
}

/// The slots of a circuit that change with each act.
#[derive(Clone, Copy)]
pub(super) struct Acted {
    seat: u32,
    still: u32,
    todo: u32,
    passed: u32,
    row: u32,
    acts: u32,
    leader: Option<u32>,
    once: bool,
    seats: u8,
}

impl Acted {
    #[inline]
    pub(super) fn passed(self, desk: &mut Desk, for_good: bool) {
        let state = &mut desk.state;
        let seat = state.int(self.seat);
        let bit: SeatSet = 1 << (seat & 31);
        state.set_small(self.row, state.int(self.row) + 1);
        state.set_seats(self.passed, state.seats(self.passed) | bit);
        // Who is ahead gives nothing up by passing.
        if for_good && self.leader.is_none_or(|leader| state.int(leader) != seat) {
            state.set_seats(self.still, state.seats(self.still) & !bit);
        }
        self.done(desk, seat);
    }

    #[inline]
    pub(super) fn acted(self, desk: &mut Desk) {
        let state = &mut desk.state;
        let seat = state.int(self.seat);
        state.set_small(self.row, 0);
        state.set_seats(self.passed, 0);
        state.set_small(self.acts, state.int(self.acts) + 1);
        self.done(desk, seat);
    }

    #[inline]
    fn done(self, desk: &mut Desk, seat: i64) {
        let state = &mut desk.state;
        state.set_seats(self.todo, state.seats(self.todo) & !(1 << (seat & 31)));
        let next = seat + 1;
        state.set_small(self.seat, if next < i64::from(self.seats) { next } else { 0 });
    }

    /// Whose turn it is next.
    #[inline]
    pub(super) fn turn(self, desk: &mut Desk, exit: Pc, asks: Pc) -> Pc {
        let still = desk.state.seats(self.still);
        let among = if self.once { still & desk.state.seats(self.todo) } else { still };
        match first_from(self.seats, desk.state.int(self.seat), among) {
            -1 => exit,
            seat => {
                desk.state.set_small(self.seat, seat);
                asks
            }
        }
    }
}

/// What comes after an act of a circuit: whether it stays open, and where the program goes on if not, if it is nobody's turn, and
/// if it is somebody's.
pub(super) struct NextTurn {
    open: Test,
    closed: Pc,
    exit: Pc,
    pub(super) asks: Pc,
}

impl NextTurn {
    /// Where the program goes on.
    #[inline]
    pub(super) fn of(&self, desk: &mut Desk, acted: Acted) -> Pc {
        if self.open.holds(desk) { acted.turn(desk, self.exit, self.asks) } else { self.closed }
    }
}

/// Who is ahead; -1 for nobody.
fn leader(desk: &Desk, auction: &Auction) -> i64 {
    let state = &desk.state;
    let worth = |seat: u32| state.int(auction.worth + seat);
    let all = state.seats(auction.bid);
    let mut best: Option<(i64, SeatSet)> = None;
    for seat in seats_of(all) {
        let value = worth(seat);
        best = match best {
            Some((than, seats)) if than == value => Some((than, seats | 1 << seat)),
            Some((than, _)) if (value > than) != auction.highest => best,
            _ => Some((value, 1 << seat)),
        };
    }
    let Some((_, best)) = best else { return -1 };
    if best.count_ones() == 1 {
        return i64::from(best.trailing_zeros());
    }
    let time = |seat: &u32| state.int(auction.time + seat);
    match auction.ties {
        Ties::First => seats_of(best).min_by_key(time).map_or(-1, i64::from),
        Ties::Last => seats_of(best).max_by_key(time).map_or(-1, i64::from),
        Ties::Nobody => -1,
        Ties::Next => {
            let alone =
                seats_of(all).filter(|seat| seats_of(all).filter(|other| worth(*other) == worth(*seat)).count() == 1);
            let best = if auction.highest {
                alone.max_by_key(|seat| worth(*seat))
            } else {
                alone.min_by_key(|seat| worth(*seat))
            };
            best.map_or(-1, i64::from)
        }
    }
}
