//! A decision in the game: it is asked, what a seat may choose is counted, and a choice is taken.

use super::super::super::fault::{Fault, FaultKind};
use super::super::super::program::SeatSet;
use super::super::Runner;
use super::super::desk::Desk;
use super::super::effects::Picks;
use super::{Asked, Who};
use crate::index::fit;

impl Runner {
    /// Asks the decision at which the game stands: who chooses.
    pub(in super::super) fn begin(&self, desk: &mut Desk) -> Result<SeatSet, Fault> {
        let Some(ask) = desk.state.waiting().and_then(|ask| self.asks.get(usize::from(ask))) else { return Ok(0) };
        let seats = match &ask.who {
            Who::AtOnce(who) => who(desk),
            Who::One(_) | Who::Slot(_) => {
                let Some(seat) = ask.seat(desk) else {
                    desk.state.waiting = -1;
                    return Err(self.fault_of(desk, Fault { kind: FaultKind::Nobody, rule: 0 }));
                };
                ask.begin(desk, seat);
                1 << seat
            }
        };
        desk.state.set_seats(ask.waiting, seats);
        if ask.at_once() {
            desk.state.set_seats(ask.unheard, seats);
        }
        if seats == 0 {
            desk.state.waiting = -1;
            return Ok(0);
        }
        desk.looked = None;
        // The first seat is looked at last: what was found is used again when it chooses.
        let mut stuck = None;
        let mut left = seats;
        while left != 0 {
            let seat = fit::<_, u8>(left.ilog2());
            left &= !(1 << seat);
            let count = self.counted(desk, ask, seat);
            self.note_forbidding(desk, seat);
            if count == 0 {
                stuck = Some(seat);
            }
        }
        match (stuck, desk.fault.take()) {
            (_, Some(fault)) => Err(self.fault_of(desk, fault)),
            (Some(seat), None) => Err(Fault { kind: FaultKind::Stuck(seat), rule: ask.rule }),
            (None, None) => Ok(seats),
        }
    }

    /// How many choices a seat has, kept for [`Self::take`].
    pub(in super::super) fn count(&self, desk: &mut Desk, ask: &Asked, seat: u8) -> u64 {
        if ask.at_once() {
            ask.of(desk, seat);
        }
        let total = ask.count(desk);
        desk.looked = Some((seat, total));
        total
    }

    /// How many legal choices a seat has that has to choose.
    pub fn choices(&self, desk: &mut Desk, seat: u8) -> u64 {
        match desk.looked {
            Some((looked, total)) if looked == seat => total,
            _ => match desk.state.waiting().and_then(|ask| self.asks.get(usize::from(ask))) {
                Some(ask) => self.count(desk, ask, seat),
                None => 0,
            },
        }
    }

    /// Takes the `n`th legal choice of a seat that has to choose; gives the number of its act. Run on afterwards.
    ///
    /// # Errors
    /// If no decision waits for this seat, or it has fewer choices.
    pub fn take(&self, desk: &mut Desk, seat: u8, n: u64) -> Result<u8, Fault> {
        let illegal = Fault { kind: FaultKind::Illegal, rule: 0 };
        let total = self.choices(desk, seat);
        let (ask, number) = self.asked(desk).ok_or(illegal)?;
        if desk.state.seats(ask.waiting) >> (seat & 31) & 1 == 0 || n >= total {
            return Err(illegal);
        }
        match &ask.contest {
            Some(contest) => {
                contest.play_nth(desk, n);
                desk.looked = None;
                desk.acted = Some((number, 0));
                desk.state.waiting = -1;
                desk.state.pc = contest.entry;
                desk.state.set_seats(ask.waiting, 0);
                Ok(0)
            }
            None => self.take_nth(desk, ask, seat, (n, total)).ok_or(illegal),
        }
    }

    /// Takes the `n`th of all choices of a seat, which have been counted.
    #[inline]
    pub(in super::super) fn take_nth(
        &self,
        desk: &mut Desk,
        ask: &Asked,
        seat: u8,
        (n, total): (u64, u64),
    ) -> Option<u8> {
        desk.looked = None;
        let waiting = desk.state.seats(ask.waiting) & !(1 << seat);
        let act = if ask.at_once() {
            let mut picks = Picks::default();
            let act = ask.nth(desk, n, &mut picks)?;
            ask.answers.keep(desk, seat, act, total == 1, &picks);
            act
        } else {
            let (act, entry) = ask.choose(desk, n)?;
            let number = u16::try_from(desk.state.waiting).ok()?;
            desk.acted = Some((number, u8::try_from(act).ok()?));
            desk.state.waiting = -1;
            desk.state.pc = entry;
            act
        };
        desk.state.set_seats(ask.waiting, waiting);
        u8::try_from(act).ok()
    }
}
