//! Circuits and auctions of the usual sort, played turn after turn without going through their operations: a seat bids, acts or passes,
//! it is asked whether the circuit closes, and the next seat is asked.

mod turn;

use super::super::chance::Stream;
use super::super::fault::Fault;
use super::super::program::{Act, Ask, CardSet, Op, Pc, Pick, Turns};
use super::asks::Asked;
use super::circuits::{NextTurn, Slots};
use super::conditions::Test;
use super::desk::Desk;
use super::desk::Pause;
use super::forms::Bid;
use super::play::drawn;
use super::watch::{Made, Watch};
use super::{Build, NOWHERE, Runner, Stop};
use crate::Role;
use turn::Offer;

/// Most acts of a decision that is played here.
const MOST_ACTS: usize = 4;

/// A circuit of the usual sort: the seat whose turn it is chooses among few acts.
pub(super) struct Rounds {
    /// Whether there are at most 64 cards.
    small: bool,
    asks: Pc,
    slots: Slots,
    turn: NextTurn,
    acts: Box<[Turn]>,
}

/// An act of a circuit.
struct Turn {
    allowed: Option<Test>,
    offer: Offer,
    entry: Pc,
    /// What it does; none where it does more than that.
    tail: Option<Tail>,
}

/// What an act does: things that are done as anywhere, a bid is made, the turn is over.
struct Tail {
    /// Where the things begin that are done first, if there are any.
    first: Option<Pc>,
    bid: Option<Bid>,
    /// Where it is made, or where the turn is over.
    at: Pc,
    /// A pass, and whether it is for good.
    pass: Option<bool>,
}

impl Build<'_> {
    /// The circuit of which this is the decision, if it has few acts.
    pub(super) fn rounds(&self, ask: &Ask) -> Option<Rounds> {
        let Turns::Circuit(circuit) = ask.turns else { return None };
        self.program.turned.is_none().then_some(())?;
        let slots = self.circuit_slots(circuit)?;
        let turn = self.next_turn(circuit).filter(|_| ask.acts.len() <= MOST_ACTS)?;
        let acts = ask.acts.iter().map(|act| {
            // Where what is picked may have nowhere to go, that stops the game before anything else is done.
            let sure =
                |pick: &Pick| pick.to.is_none_or(|to| self.goal(to).is_somewhere(slots.seat, self.program.seats));
            let tail = self.tail(act).filter(|_| act.picks.iter().all(sure));
            Turn { allowed: self.allowed(act), offer: self.offered(act), entry: act.entry, tail }
        });
        let acts = acts.collect();
        Some(Rounds { small: self.program.like.len() <= 64, asks: ask.at, slots, turn, acts })
    }

    /// What an act of a circuit does from its first operation on.
    fn tail(&self, act: &Act) -> Option<Tail> {
        let entry = self.thread(act.entry);
        let op = |pc: Pc| self.program.code.get(pc as usize);
        let acted = act.over?;
        let Op::CircuitActed { role: Some(role), .. } = op(acted)? else { return None };
        // A bid is made just before.
        let made = acted.checked_sub(1).filter(|made| *made >= entry && self.is_light(*made));
        let (at, bid) = match made.map(|made| (made, op(made))) {
            Some((made, Some(Op::BidMade { auction, seat }))) => {
                let auction = self.program.auctions.get(usize::from(*auction))?;
                (made, Some(self.bid(auction, *seat)))
            }
            _ => (acted, None),
        };
        let first = (at != entry).then_some(entry);
        // Who leaves by an act leaves by the operation itself.
        if *role == Role::Leave {
            return None;
        }
        let pass = if let Role::Pass(for_good) = role { Some(*for_good) } else { None };
        self.is_light(at).then_some(Tail { first, bid, at, pass })
    }
}

impl Rounds {
    /// A decision of the seat whose turn it is: the act that it chose. Nothing where the decision needs a closer look; then nothing
    /// has happened either.
    #[inline(always)]
    fn answer<const SMALL: bool, W: Watch>(
        &self,
        desk: &mut Desk,
        (ask, number): (&Asked, u16),
        players: &mut Stream,
        watch: &mut W,
    ) -> Option<&Turn> {
        if let [first, second] = self.acts.as_ref() {
            let (few, cards) = first.count::<SMALL>(desk, ask, 0);
            let (more, others) = second.count::<SMALL>(desk, ask, 1);
            let total = few.saturating_add(more);
            if total == 0 || desk.fault.is_some() {
                return None;
            }
            let n = drawn(players, total);
            let (act, index, n, set) = if n < few { (first, 0, n, cards) } else { (second, 1, n - few, others) };
            self.take::<SMALL, W>(desk, (ask, number), (act, index), (n, set, total), watch);
            return Some(act);
        }
        self.answer_among::<SMALL, W>(desk, (ask, number), players, watch)
    }

    /// The same among any number of acts.
    #[inline(never)]
    fn answer_among<const SMALL: bool, W: Watch>(
        &self,
        desk: &mut Desk,
        (ask, number): (&Asked, u16),
        players: &mut Stream,
        watch: &mut W,
    ) -> Option<&Turn> {
        let mut total: u64 = 0;
        let (mut counts, mut sets) = ([0_u64; MOST_ACTS], [CardSet::NONE; MOST_ACTS]);
        for (index, act) in self.acts.iter().enumerate() {
            let (Some(count), Some(set)) = (counts.get_mut(index), sets.get_mut(index)) else { break };
            (*count, *set) = act.count::<SMALL>(desk, ask, index);
            total = total.saturating_add(*count);
        }
        if total == 0 || desk.fault.is_some() {
            return None;
        }
        let mut left = drawn(players, total);
        let mut index = 0;
        for count in &counts {
            if left < *count {
                break;
            }
            left -= count;
            index += 1;
        }
        let (act, set) = (self.acts.get(index)?, sets.get(index)?);
        self.take::<SMALL, W>(desk, (ask, number), (act, index), (left, *set, total), watch);
        Some(act)
    }

    /// The `n`th of the choices of an act is taken, and told.
    #[inline(always)]
    fn take<const SMALL: bool, W: Watch>(
        &self,
        desk: &mut Desk,
        (ask, number): (&Asked, u16),
        (act, index): (&Turn, usize),
        (n, set, choices): (u64, CardSet, u64),
        watch: &mut W,
    ) {
        let seat = desk.state.int(self.slots.seat) as u8;
        act.choose::<SMALL>(desk, (ask, index), n, set);
        watch.made(desk, Made { ask: number, act: index, seat, choices });
    }
}

impl Runner {
    /// A seat has acted in a circuit: what that does, and whose turn it is then. Nothing where it does more than the usual.
    pub(super) fn stride_in_rounds(
        &self,
        desk: &mut Desk,
        (ask, number): (&Asked, u16),
        (rounds, act): (&Rounds, usize),
    ) -> Result<Option<Pause>, Fault> {
        if rounds.small {
            self.stride_in_rounds_of::<true>(desk, (ask, number), (rounds, act))
        } else {
            self.stride_in_rounds_of::<false>(desk, (ask, number), (rounds, act))
        }
    }

    fn stride_in_rounds_of<const SMALL: bool>(
        &self,
        desk: &mut Desk,
        (ask, number): (&Asked, u16),
        (rounds, act): (&Rounds, usize),
    ) -> Result<Option<Pause>, Fault> {
        let Some(tail) = rounds.acts.get(act).and_then(|act| act.tail.as_ref()) else { return Ok(None) };
        let next = match self.turn_over::<SMALL>(desk, rounds, tail)? {
            Ok(next) => next,
            Err(stop) => return self.go_on(desk, stop).map(Some),
        };
        if next != rounds.asks {
            let stop = self.run_on(desk, next, NOWHERE)?;
            return self.go_on(desk, stop).map(Some);
        }
        let mut total: u64 = 0;
        for (index, act) in rounds.acts.iter().enumerate() {
            let found = act.count::<SMALL>(desk, ask, index);
            total = total.saturating_add(found.0);
            if let Some(kept) = desk.counts.get_mut(index) {
                *kept = (found.0, found.1.into());
            }
        }
        desk.state.pc = rounds.asks;
        if total == 0 || desk.stopped {
            // A closer look tells what is wrong.
            (desk.fault, desk.stopped) = (None, false);
            desk.state.waiting = i32::from(number);
            return self.go_on(desk, Stop::Asked).map(Some);
        }
        let seat = desk.state.int(rounds.slots.seat) as u8;
        Ok(Some(Pause::Decision(ask.wait(desk, number, seat, total))))
    }

    /// What is done first in an act: why it stopped, if not where the turn is over.
    #[inline(never)]
    fn done_first(&self, desk: &mut Desk, from: Pc, until: Pc) -> Result<Option<Stop>, Fault> {
        let stop = self.run_on(desk, from, until)?;
        Ok((stop != Stop::There).then_some(stop))
    }

    /// What an act of a circuit does: the bid is kept, the turn is over. Where the program goes on, or why it stopped before.
    #[inline(always)]
    fn turn_over<const SMALL: bool>(
        &self,
        desk: &mut Desk,
        rounds: &Rounds,
        tail: &Tail,
    ) -> Result<Result<Pc, Stop>, Fault> {
        desk.steps = 0;
        if let Some(first) = tail.first
            && let Some(stop) = self.done_first(desk, first, tail.at)?
        {
            return Ok(Err(stop));
        }
        if let Some(bid) = &tail.bid {
            bid.made::<SMALL>(desk);
            if desk.stopped {
                return Err(self.fault(desk, tail.at));
            }
        }
        let mut around = rounds.slots.load(&desk.state);
        match tail.pass {
            Some(for_good) => rounds.slots.passed(&desk.state, &mut around, for_good),
            None => rounds.slots.acted(&mut around),
        }
        Ok(Ok(rounds.turn.of(desk, &mut around)))
    }

    /// Plays a circuit on from a decision in it: why the program stopped. Nothing where a decision in it needs a closer look; then it
    /// waits.
    pub(super) fn play_rounds<W: Watch>(
        &self,
        desk: &mut Desk,
        rounds: (&Rounds, &Asked, u16),
        players: &mut Stream,
        count: (&mut W, u64),
    ) -> Result<Option<Stop>, Fault> {
        if rounds.0.small {
            self.play_rounds_of::<true, W>(desk, rounds, players, count)
        } else {
            self.play_rounds_of::<false, W>(desk, rounds, players, count)
        }
    }

    fn play_rounds_of<const SMALL: bool, W: Watch>(
        &self,
        desk: &mut Desk,
        (rounds, ask, number): (&Rounds, &Asked, u16),
        players: &mut Stream,
        (watch, most): (&mut W, u64),
    ) -> Result<Option<Stop>, Fault> {
        desk.looked = None;
        loop {
            watch.reached(desk, number);
            let open = watch.decisions() < most;
            let chosen = if open { rounds.answer::<SMALL, W>(desk, (ask, number), players, watch) } else { None };
            let Some(act) = chosen else {
                desk.state.waiting = i32::from(number);
                desk.state.pc = rounds.asks;
                return Ok(None);
            };
            let Some(tail) = &act.tail else {
                desk.steps = 0;
                return self.run_on(desk, act.entry, NOWHERE).map(Some);
            };
            let next = match self.turn_over::<SMALL>(desk, rounds, tail)? {
                Ok(next) => next,
                Err(stop) => return Ok(Some(stop)),
            };
            if next != rounds.asks {
                return self.run_on(desk, next, NOWHERE).map(Some);
            }
        }
    }
}
