//! Circuits and auctions of the usual sort, played turn after turn without going through their operations: a seat bids, acts or passes,
//! it is asked whether the circuit closes, and the next seat is asked.

use super::super::chance::Stream;
use super::super::fault::Fault;
use super::super::program::{Ask, Op, Pc};
use super::asks::Asked;
use super::desk::Desk;
use super::forms::{Acted, Bid, NextTurn};
use super::play::Played;
use super::{Build, NOWHERE, Runner, Stop};
use crate::ir::Role;

/// What acts do in a circuit of the usual sort.
pub(super) struct Rounds {
    asks: Pc,
    acted: Acted,
    turn: NextTurn,
    /// For each act; none where it does more than that.
    tails: Box<[Option<Tail>]>,
}

/// What an act does: a bid is made, the turn is over.
struct Tail {
    bid: Option<Bid>,
    /// Where it is made, or where the turn is over.
    at: Pc,
    /// A pass, and whether it is for good.
    pass: Option<bool>,
}

impl Build<'_> {
    /// The circuit of which this is the decision, if it is of the usual sort.
    pub(super) fn rounds(&self, number: u16, ask: &Ask) -> Option<Rounds> {
        let asks = self.program.code.iter().position(|op| matches!(op, Op::Ask(ask) if *ask == number))?;
        let asks = Pc::try_from(asks).ok()?;
        let Op::CircuitTurn { circuit, .. } = self.program.code.get(asks.checked_sub(1)? as usize)? else {
            return None;
        };
        let mut turn = None;
        let tails = ask.acts.iter().map(|act| {
            let (tail, next) = self.tail(act.entry, *circuit)?;
            let found = self.next_turn(*circuit, next).filter(|turn| turn.asks == asks)?;
            turn.get_or_insert(found);
            Some(tail)
        });
        let tails = tails.collect();
        (!ask.at_once).then_some(Rounds { asks, acted: self.acted(*circuit)?, tails, turn: turn? })
    }

    /// What an act does from its first operation, and where the program goes on then.
    fn tail(&self, entry: Pc, circuit: u16) -> Option<(Tail, Pc)> {
        let at = self.thread(entry);
        let (bid, acted) = match self.program.code.get(at as usize)? {
            Op::BidMade { auction, seat } => {
                let auction = self.program.auctions.get(usize::from(*auction))?;
                (Some(self.bid(auction, *seat)), self.thread(at + 1))
            }
            _ => (None, at),
        };
        match self.program.code.get(acted as usize)? {
            Op::CircuitActed { circuit: of, role } if *of == circuit && self.is_light(at) => {
                let pass = if let Role::Pass(for_good) = role { Some(*for_good) } else { None };
                Some((Tail { bid, at, pass }, self.thread(acted + 1)))
            }
            _ => None,
        }
    }
}

impl Runner {
    /// Plays a circuit on from a decision in it: why the program stopped. Nothing where a decision in it needs a closer look; then it
    /// waits.
    pub(super) fn play_rounds(
        &self,
        desk: &mut Desk,
        (rounds, ask, number): (&Rounds, &Asked, i32),
        players: &mut Stream,
        (played, most): (&mut Played, u64),
    ) -> Result<Option<Stop>, Fault> {
        loop {
            let chosen = if played.decisions < most { Self::answer_one(desk, ask, players, played) } else { None };
            let Some((act, entry)) = chosen else {
                desk.state.waiting = number;
                desk.state.pc = rounds.asks;
                return Ok(None);
            };
            let Some(Some(tail)) = rounds.tails.get(act) else { return self.run_on(desk, entry, NOWHERE).map(Some) };
            if let Some(bid) = &tail.bid {
                bid.made(desk);
                if desk.stopped {
                    return Err(self.fault(desk, tail.at));
                }
            }
            match tail.pass {
                Some(for_good) => rounds.acted.passed(desk, for_good),
                None => rounds.acted.acted(desk),
            }
            let next = rounds.turn.of(desk, rounds.acted);
            if next != rounds.asks {
                return self.run_on(desk, next, NOWHERE).map(Some);
            }
        }
    }
}
