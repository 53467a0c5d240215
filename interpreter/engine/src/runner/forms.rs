//! What circuits, auctions and tricks know beside decisions: whose turn it is, who is ahead, who wins.

use super::super::eval::{Around, each_seat};
use super::super::event::Event;
use super::super::fault::FaultKind;
use super::super::program::{Auction, CardSet, Node, NodeId, Pc, SeatSet, Tricks};
use super::super::reached::Reach;
use super::super::state::bit;
use super::desk::{Desk, Sale};
use super::lies::Lies;
use super::numbers::{planes, seats_of, total};
use super::ops::{Coder, keep_seat, nobody};
use super::tell::Tell;
use super::{Build, Call, Numbers};
use crate::Ties;
use crate::index::fit;

impl<T: Tell> Coder<'_, '_, T> {
    pub(super) fn bid_made(&self, number: u16, seat: u32, next: Pc) -> Option<Call> {
        let auction = self.build.program.auctions.get(usize::from(number))?;
        let (bid, tell, auction) = (self.build.bid(auction, seat), self.tell.clone(), auction.clone());
        Some(Box::new(move |desk| {
            bid.made::<false>(desk);
            if let Some(eyes) = tell.eyes()
                && let Ok(bidder) = u8::try_from(desk.state.int(seat))
            {
                let worth = desk.state.int(auction.worth + u32::from(bidder));
                let leader = desk.state.int(auction.leader);
                let bids = desk.state.seats(auction.bid);
                let seen = eyes.who_knows_worth(desk, number, bidder);
                let from = auction.from.map_or(seen, |(slot, _)| eyes.who_was_told(desk, slot));
                let ahead =
                    each_seat(bids).fold(seen & from, |ahead, seat| ahead & eyes.who_knows_worth(desk, number, seat));
                desk.tell(Event::Bid { auction: number, seat: bidder, worth, leader, seen, ahead });
            }
            next
        }))
    }

    pub(super) fn auction_close(&self, pc: Pc, number: u16, unsold: Pc, next: Pc) -> Option<Call> {
        let auction = self.build.program.auctions.get(usize::from(number))?.clone();
        let rule = self.build.program.lines.get(pc as usize).copied()?;
        let tell = self.tell.clone();
        let (scores, teams) = (self.build.program.scores, Box::<[u8]>::from(self.build.program.teams.as_slice()));
        Some(Box::new(move |desk| {
            if auction.ties == Ties::Random && desk.state.int(auction.leader) < 0 {
                let among = best(desk, &auction).map_or(0, |(_, among)| among);
                if among != 0 {
                    let seat = desk.chance.draw(auction.leader, among);
                    desk.state.set_small(auction.leader, i64::from(seat));
                }
            }
            let winner = desk.state.int(auction.leader);
            if desk.sales.is_some() {
                let worth = u32::try_from(winner).map_or(0, |seat| desk.state.int(auction.worth + seat));
                let team = u32::try_from(winner).ok().and_then(|seat| teams.get(seat as usize));
                let score = team.map_or(0, |team| desk.state.int(scores + u32::from(*team)));
                let sale = Sale { auction: number, winner, worth, score, bids: desk.state.int(auction.clock) };
                if let Some(sales) = &mut desk.sales {
                    sales.push(sale);
                }
            }
            if let Some(eyes) = tell.eyes() {
                let (worth, tied) = eyes.best_bid(desk, number).unwrap_or((0, 0));
                let tied = if tied.count_ones() > 1 { tied } else { 0 };
                if tied != 0 {
                    desk.note(rule, Reach::Tied);
                }
                let worth = u32::try_from(winner).map_or(worth, |seat| desk.state.int(auction.worth + seat));
                let all = eyes.all_seats();
                let public = each_seat(desk.state.seats(auction.bid))
                    .all(|seat| eyes.who_knows_worth(desk, number, seat) == all);
                desk.tell(Event::Closed { auction: number, winner, worth, tied, ties: auction.ties, public });
            }
            if winner < 0 { unsold } else { next }
        }))
    }

    pub(super) fn trick_won(&self, number: u16, tricks: &Tricks, next: Pc) -> Call {
        let (taker, tell) = (self.build.taker(tricks), self.tell.clone());
        let (leader, count, played) = (tricks.leader, tricks.number, tricks.played);
        let seats = u32::from(self.build.program.seats);
        Box::new(move |desk| {
            let Some(winner) = taker.of(desk) else {
                nobody(desk);
                return next;
            };
            desk.state.set_small(leader, i64::from(winner));
            if tell.eyes().is_some() {
                let laid = (0..seats).filter_map(|seat| u8::try_from(desk.state.int(played + seat)).ok());
                let cards = laid.fold(CardSet::NONE, |set, card| set | bit(card));
                desk.tell(Event::Trick { tricks: number, number: desk.state.int(count), winner, cards: cards.into() });
            }
            next
        })
    }
}

impl Build<'_> {
    pub(super) fn auction_begin(&self, number: u16, next: Pc) -> Option<Call> {
        let auction = self.program.auctions.get(usize::from(number))?.clone();
        let seats = u32::from(self.program.seats);
        let from = auction.from.map(|(slot, from)| (slot, self.number(from)));
        Some(Box::new(move |desk| {
            desk.state.set_seats(auction.bid, 0);
            desk.state.set_small(auction.clock, 0);
            desk.state.set_small(auction.leader, -1);
            desk.state.zero(auction.worth, seats);
            desk.state.zero(auction.time, seats);
            if let Some((slot, from)) = &from {
                let from = from(desk);
                keep_seat(desk, *slot, from);
            }
            next
        }))
    }

    /// What a bid of the seat of a slot does.
    pub(super) fn bid(&self, auction: &Auction, seat: u32) -> Bid {
        let (reg, value) = auction.value;
        Bid { seat, reg, worth: self.worth(reg, value), auction: auction.clone(), around: Around::of(self.program) }
    }

    fn worth(&self, bidder: u32, value: NodeId) -> Worth {
        match self.node(value) {
            Node::Slot(slot) => return Worth::Slot(*slot),
            Node::TotalTab { table, of } => {
                if let Node::PlaceOf { base, count, key } = self.node(*of)
                    && *self.node(*key) == Node::Reg(bidder)
                    && let Some(planes) = planes(&self.table(*table))
                {
                    return Worth::Total { planes, base: u32::from(*base), count: u32::from(*count) };
                }
            }
            _ => {}
        }
        Worth::Other(self.number(value))
    }

    pub(super) fn tricks_begin(&self, number: u16, next: Pc) -> Option<Call> {
        let tricks = self.program.tricks.get(usize::from(number))?;
        let (lead, leader, number) = (self.number(tricks.lead), tricks.leader, tricks.number);
        Some(Box::new(move |desk| {
            let lead = lead(desk);
            if lead < 0 {
                nobody(desk);
                return next;
            }
            desk.state.set_small(leader, lead);
            desk.state.set_small(number, 0);
            next
        }))
    }

    pub(super) fn trick_begin(&self, number: u16, next: Pc) -> Option<Call> {
        let tricks = self.program.tricks.get(usize::from(number))?;
        let among = self.seats(tricks.among);
        let (todo, number, seat, leader, played) =
            (tricks.todo, tricks.number, tricks.seat, tricks.leader, tricks.played);
        let seats = u32::from(self.program.seats);
        Some(Box::new(move |desk| {
            let among = among(desk);
            desk.state.set_seats(todo, among);
            desk.state.set_small(number, desk.state.int(number) + 1);
            desk.state.set_small(seat, desk.state.int(leader));
            (0..seats).for_each(|seat| desk.state.set_small(played + seat, -1));
            next
        }))
    }

    pub(super) fn trick_turn(&self, number: u16, exit: Pc, next: Pc) -> Option<Call> {
        let tricks = self.program.tricks.get(usize::from(number))?;
        let (seat, todo, around) = (tricks.seat, tricks.todo, Around::of(self.program));
        Some(Box::new(move |desk| match around.first(&desk.state, desk.state.int(seat), desk.state.seats(todo)) {
            -1 => exit,
            found => {
                desk.state.set_small(seat, found);
                next
            }
        }))
    }

    /// A card has been played, and the turn goes on at once.
    pub(super) fn played(&self, number: u16, pick: u32) -> Option<Call> {
        let tricks = self.program.tricks.get(usize::from(number))?;
        let (seat, played, todo, around) = (tricks.seat, tricks.played, tricks.todo, Around::of(self.program));
        let (asks, full) = (tricks.at.turn + 1, tricks.at.won);
        Some(Box::new(move |desk| {
            let state = &mut desk.state;
            let (by, card) = (state.int(seat), state.int(pick));
            let Ok(at) = u8::try_from(by) else {
                nobody(desk);
                return asks;
            };
            state.set_small(played + u32::from(at), card);
            let left = state.seats(todo) & !(1 << (at & 31));
            state.set_seats(todo, left);
            match around.first(state, by, left) {
                -1 => full,
                found => {
                    state.set_small(seat, found);
                    asks
                }
            }
        }))
    }
}

/// A bid: whose it is, and what it is worth.
pub(super) struct Bid {
    seat: u32,
    reg: u32,
    worth: Worth,
    auction: Auction,
    /// Which way ties go around the table.
    around: Around,
}

/// What a bid is worth.
enum Worth {
    /// What a slot says.
    Slot(u32),
    /// The total of a table over the cards of a place of the bidder.
    Total {
        planes: Box<[CardSet]>,
        base: u32,
        count: u32,
    },
    Other(Numbers),
}

impl Bid {
    /// The bid is kept, and who is ahead then.
    #[inline(always)]
    pub(super) fn made<const SMALL: bool>(&self, desk: &mut Desk) {
        let auction = &self.auction;
        let bidder = fit::<_, u32>(desk.state.int(self.seat));
        let worth = match &self.worth {
            Worth::Slot(slot) => desk.state.int(*slot),
            Worth::Total { planes, base, count } => {
                let cards = if bidder < *count { desk.state.cards_in(base + bidder) } else { CardSet::NONE };
                total::<SMALL>(planes, cards)
            }
            Worth::Other(worth) => {
                desk.set_reg(self.reg, i64::from(bidder));
                worth(desk)
            }
        };
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
        if !state.keep(auction.worth + bidder, worth) {
            desk.fail(FaultKind::does_not_fit(worth), 0);
            return;
        }
        state.set_seats(auction.bid, bid | 1 << bidder);
        // The usual case: others are ahead as before, unless this bid is better than theirs.
        let ahead = state.int(auction.leader);
        if bid == 0 {
            state.set_small(auction.leader, i64::from(bidder));
            return;
        }
        // Where play may turn round, a worse bid may come behind a turn, and ties go the other way then.
        let again = auction.ties == Ties::Next || (auction.ties == Ties::Clockwise && self.around.may_turn());
        if !again && let Ok(leader) = u32::try_from(ahead) {
            let better = |this: i64, than: i64| if auction.highest { this > than } else { this < than };
            let theirs = state.int(auction.worth + leader);
            if leader == bidder {
                if !better(before, worth) {
                    return;
                }
            } else if worth != theirs {
                if better(worth, theirs) {
                    state.set_small(auction.leader, i64::from(bidder));
                }
                return;
            }
        }
        let leader = leader(desk, auction, self.around);
        desk.state.set_small(auction.leader, leader);
    }
}

/// The best worth, and who have it.
pub(super) fn best(desk: &Desk, auction: &Auction) -> Option<(i64, SeatSet)> {
    let mut best: Option<(i64, SeatSet)> = None;
    for seat in seats_of(desk.state.seats(auction.bid)) {
        let value = desk.state.int(auction.worth + seat);
        best = match best {
            Some((than, seats)) if than == value => Some((than, seats | 1 << seat)),
            Some((than, _)) if (value > than) != auction.highest => best,
            _ => Some((value, 1 << seat)),
        };
    }
    best
}

/// Who is ahead; -1 for nobody.
fn leader(desk: &Desk, auction: &Auction, around: Around) -> i64 {
    let state = &desk.state;
    let worth = |seat: u32| state.int(auction.worth + seat);
    let all = state.seats(auction.bid);
    let Some((_, best)) = best(desk, auction) else { return -1 };
    if best.count_ones() == 1 {
        return i64::from(best.trailing_zeros());
    }
    let time = |seat: &u32| state.int(auction.time + seat);
    match auction.ties {
        Ties::First => seats_of(best).min_by_key(time).map_or(-1, i64::from),
        Ties::Last => seats_of(best).max_by_key(time).map_or(-1, i64::from),
        Ties::Nobody | Ties::Random => -1,
        // A compiled auction keeps from whom it goes.
        Ties::Clockwise => auction.from.map_or(-1, |(slot, _)| around.first(state, state.int(slot), best)),
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
