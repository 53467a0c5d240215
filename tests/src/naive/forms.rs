//! The three forms (auction.md, circuit.md, tricks.md): whose turn it is, who is ahead, who wins.

use bidlang::engine::{Auction, Circuit, Fault, FaultKind, Op, TRICK, Tricks};
use bidlang::ir::{Role, Ties};

use super::{Cards, Naive, Seats};

impl Naive<'_> {
    pub(super) fn form_step(&mut self, op: &Op, next: u32) -> Result<u32, Fault> {
        let program = self.program;
        match op {
            Op::CircuitBegin(circuit) => self.circuit_begins(&program.circuits[usize::from(*circuit)])?,
            Op::CircuitTurn { circuit, exit } => {
                let circuit = &program.circuits[usize::from(*circuit)];
                let mut may = self.seats_in(circuit.still);
                if circuit.once {
                    may = &may & &self.seats_in(circuit.todo);
                }
                // When nobody is in any more, it is over in any case.
                match self.next_in_play(self.number_in(circuit.seat), &may) {
                    Some(seat) => self.set(circuit.seat, i64::from(seat)),
                    None => return Ok(*exit),
                }
            }
            Op::CircuitCounted { circuit, role } => self.act_counts(&program.circuits[usize::from(*circuit)], *role),
            Op::CircuitActed { circuit, role } => {
                let circuit = &program.circuits[usize::from(*circuit)];
                role.iter().for_each(|role| self.act_counts(circuit, *role));
                self.turn_over(circuit);
            }
            Op::AuctionBegin(auction) => {
                let auction = &program.auctions[usize::from(*auction)];
                self.set_seats(auction.bid, Seats::new());
                self.set(auction.clock, 0);
                self.set(auction.leader, -1);
                for seat in 0..u32::from(program.seats) {
                    self.set(auction.worth + seat, 0);
                    self.set(auction.time + seat, 0);
                }
                if let Some((slot, from)) = auction.from {
                    let from = self.number(from)?;
                    if from < 0 {
                        return Err(self.fault(FaultKind::Nobody));
                    }
                    self.set(slot, from);
                }
            }
            Op::BidMade { auction, seat } => self.bid_made(&program.auctions[usize::from(*auction)], *seat)?,
            Op::AuctionClose { auction, unsold } => {
                let auction = &program.auctions[usize::from(*auction)];
                let bid = self.seats_in(auction.bid);
                if auction.ties == Ties::Random && !bid.is_empty() && self.number_in(auction.leader) < 0 {
                    // auction.md, ties: one of those with the best worth is drawn.
                    let worth = |seat: &u8| self.number_in(auction.worth + u32::from(*seat));
                    let best = if auction.highest { bid.iter().map(worth).max() } else { bid.iter().map(worth).min() };
                    let tied: Vec<u8> = bid.iter().copied().filter(|seat| Some(worth(seat)) == best).collect();
                    let drawn = self.chance.0.below(tied.len() as u32);
                    self.set(auction.leader, i64::from(tied[drawn as usize]));
                }
                if self.number_in(auction.leader) < 0 {
                    return Ok(*unsold);
                }
            }
            Op::TricksBegin(tricks) => {
                let tricks = &program.tricks[usize::from(*tricks)];
                let lead = self.number(tricks.lead)?;
                if lead < 0 {
                    return Err(self.fault(FaultKind::Nobody));
                }
                self.set(tricks.leader, lead);
                self.set(tricks.number, 0);
            }
            Op::TrickBegin(tricks) => {
                let tricks = &program.tricks[usize::from(*tricks)];
                let among = self.seats(tricks.among)?;
                self.set_seats(tricks.todo, among);
                self.set(tricks.number, self.number_in(tricks.number) + 1);
                self.set(tricks.seat, self.number_in(tricks.leader));
                for seat in 0..u32::from(program.seats) {
                    self.set(tricks.played + seat, -1);
                }
            }
            // tricks.md, one trick, who leads: the next clockwise who takes part.
            Op::TrickTurn { tricks, exit } => {
                let tricks = &program.tricks[usize::from(*tricks)];
                match self.next_in_play(self.number_in(tricks.seat), &self.seats_in(tricks.todo)) {
                    Some(seat) => self.set(tricks.seat, i64::from(seat)),
                    None => return Ok(*exit),
                }
            }
            Op::Played { tricks, pick } => {
                let tricks = &program.tricks[usize::from(*tricks)];
                let (seat, card) = (self.number_in(tricks.seat), self.number_in(*pick));
                self.set(tricks.played + seat as u32, card);
                let mut todo = self.seats_in(tricks.todo);
                todo.remove(&(seat as u8));
                self.set_seats(tricks.todo, todo);
            }
            Op::TrickWon(tricks) => {
                let tricks = &program.tricks[usize::from(*tricks)];
                let winner = self.trick_winner(tricks)?;
                self.set(tricks.leader, i64::from(winner));
            }
            Op::Jump(_)
            | Op::Unless { .. }
            | Op::Call(_)
            | Op::Return(_)
            | Op::Pass { .. }
            | Op::Set { .. }
            | Op::AddTo { .. }
            | Op::Reset { .. }
            | Op::Move { .. }
            | Op::Deal { .. }
            | Op::Fill { .. }
            | Op::Shuffle(_)
            | Op::Sort { .. }
            | Op::Swap(..)
            | Op::Draw { .. }
            | Op::DrawNumber { .. }
            | Op::Pay { .. }
            | Op::Score { .. }
            | Op::KeepSeats { .. }
            | Op::NextSeat { .. }
            | Op::KeepCards { .. }
            | Op::NextCard { .. }
            | Op::Enlist { .. }
            | Op::Rank(_)
            | Op::Ask(_)
            | Op::NextAnswer { .. }
            | Op::Won(_)
            | Op::End => panic!("{op:?} is of no form"),
        }
        Ok(next)
    }

    fn circuit_begins(&mut self, circuit: &Circuit) -> Result<(), Fault> {
        let among = self.seats(circuit.among)?;
        let from = self.number(circuit.from)?;
        if from < 0 {
            return Err(self.fault(FaultKind::Nobody));
        }
        self.set_seats(circuit.still, among.clone());
        self.set_seats(circuit.todo, among);
        self.set_seats(circuit.passed, Seats::new());
        self.set(circuit.row, 0);
        self.set(circuit.acts, 0);
        self.set(circuit.seat, from);
        Ok(())
    }

    /// auction.md, pass and closes.
    /// circuit.md, after each act: what was done counts by then, and the turn has not gone on.
    fn act_counts(&mut self, circuit: &Circuit, role: Role) {
        let seat = self.number_in(circuit.seat);
        match role {
            Role::Pass(for_good) => {
                self.set(circuit.row, self.number_in(circuit.row) + 1);
                let mut passed = self.seats_in(circuit.passed);
                passed.insert(seat as u8);
                self.set_seats(circuit.passed, passed);
                // The pass of the player who is ahead never is giving up.
                let ahead = circuit.leader.is_some_and(|leader| self.number_in(leader) == seat);
                if for_good && !ahead {
                    let mut still = self.seats_in(circuit.still);
                    still.remove(&(seat as u8));
                    self.set_seats(circuit.still, still);
                }
            }
            Role::Act | Role::Bid | Role::Play | Role::Instead | Role::Leave => {
                // circuit.md: who leaves by an act is out.
                if role == Role::Leave {
                    let mut still = self.seats_in(circuit.still);
                    still.remove(&(seat as u8));
                    self.set_seats(circuit.still, still);
                }
                self.set(circuit.row, 0);
                self.set_seats(circuit.passed, Seats::new());
                self.set(circuit.acts, self.number_in(circuit.acts) + 1);
            }
        }
    }

    fn turn_over(&mut self, circuit: &Circuit) {
        let seat = self.number_in(circuit.seat);
        let mut todo = self.seats_in(circuit.todo);
        todo.remove(&(seat as u8));
        self.set_seats(circuit.todo, todo);
        let way = if self.is_turned() { -1 } else { 1 };
        self.set(circuit.seat, (seat + way).rem_euclid(i64::from(self.program.seats)));
    }

    /// auction.md, worth, leader, winner. The time is that at which this worth was reached: a bid that adds nothing leaves it.
    fn bid_made(&mut self, auction: &Auction, seat: u32) -> Result<(), Fault> {
        let bidder = self.number_in(seat);
        let (reg, worth) = auction.value;
        let worth = self.speaking_of(reg, bidder, |this| this.number(worth))?;
        let slot = bidder as u32;
        self.set(auction.clock, self.number_in(auction.clock) + 1);
        let mut bid = self.seats_in(auction.bid);
        if bid.insert(bidder as u8) || self.number_in(auction.worth + slot) != worth {
            self.set(auction.time + slot, self.number_in(auction.clock));
        }
        self.fits(auction.worth + slot, worth)?;
        self.set(auction.worth + slot, worth);
        let leader = self.ahead(auction, &bid);
        self.set_seats(auction.bid, bid);
        self.set(auction.leader, leader.map_or(-1, i64::from));
        Ok(())
    }

    /// Who has the best worth; of several, who the ties go to.
    fn ahead(&self, auction: &Auction, bid: &Seats) -> Option<u8> {
        let worth = |seat: &u8| self.number_in(auction.worth + u32::from(*seat));
        let time = |seat: &u8| self.number_in(auction.time + u32::from(*seat));
        let mut worths: Vec<i64> = bid.iter().map(worth).collect();
        worths.sort_unstable();
        worths.dedup();
        if auction.highest {
            worths.reverse();
        }
        for best in worths {
            let tied: Vec<u8> = bid.iter().copied().filter(|seat| worth(seat) == best).collect();
            match (tied.as_slice(), auction.ties) {
                ([alone], _) => return Some(*alone),
                (_, Ties::First) => return tied.into_iter().min_by_key(time),
                (_, Ties::Last) => return tied.into_iter().max_by_key(time),
                (_, Ties::Nobody | Ties::Random) => return None,
                (_, Ties::Clockwise) => {
                    let from = auction.from.map_or(0, |(slot, _)| self.number_in(slot));
                    return self.next_in_play(from, &tied.into_iter().collect());
                }
                // Tied bids fall out: on to the next worth.
                (_, Ties::Next) => {}
            }
        }
        None
    }

    /// tricks.md, who wins: the best trump; if there is none, the best of those that follow; if none does, of all.
    fn trick_winner(&mut self, tricks: &Tricks) -> Result<u8, Fault> {
        let count = self.program.seats;
        let first = self.number_in(tricks.leader) as u8;
        let mut played = Vec::new();
        for seat in (0..count).map(|step| (first + step) % count) {
            if let Ok(card) = u8::try_from(self.number_in(tricks.played + u32::from(seat))) {
                played.push((seat, card));
            }
        }
        if self.program.turned.is_some() {
            // Turns may have gone both ways: what lies in the trick lies in the order of play.
            let lies = |card: u8| self.places[usize::from(TRICK)].iter().position(|other| *other == card);
            played.sort_by_key(|(_, card)| lies(*card).unwrap_or(usize::MAX));
        }
        let all: Cards = played.iter().map(|(_, card)| *card).collect();
        let trumps = match tricks.trumps {
            Some(trumps) => &all & &self.cards(trumps)?,
            None => Cards::new(),
        };
        let follow = match tricks.follows {
            Some(follows) => &all & &self.cards(follows)?,
            None => all.clone(),
        };
        let follow = if follow.is_empty() { all } else { follow };
        let count = if trumps.is_empty() { follow } else { trumps };
        let mut best: Option<(i64, u8)> = None;
        for (seat, card) in played.into_iter().filter(|(_, card)| count.contains(card)) {
            let value = self.speaking_of(tricks.card, i64::from(card), |this| this.number(tricks.key))?;
            let beats = match best {
                None => true,
                Some((than, _)) if value == than => tricks.ties == Ties::Last,
                Some((than, _)) => (value > than) == tricks.highest,
            };
            if beats {
                best = Some((value, seat));
            }
        }
        best.map(|(_, seat)| seat).ok_or_else(|| self.fault(FaultKind::Nobody))
    }
}
