//! Stepping inside a form: from an act in a circuit or a card in a trick to the next decision of the form, without going through its
//! operations. Where that is not the usual step, nothing has happened, and the operations are gone through.

use super::super::eval::first_from;
use super::super::fault::{Fault, FaultKind};
use super::super::program::CardSet;
use super::apart::Turn;
use super::asks::{Asked, Simple};
use super::contest::Contest;
use super::desk::Desk;
use super::desk::Pause;
use super::lies::Lies;
use super::select::cut;
use super::taker::Laid;
use super::{NOWHERE, Runner, Stop};

impl Runner {
    /// On from an act that has just been made to what the game waits for next; nothing where the operations have to be gone through from
    /// where the program counter stands.
    pub(super) fn stride(&self, desk: &mut Desk, number: u16, act: u8) -> Result<Option<Pause>, Fault> {
        let Some(ask) = self.asks.get(usize::from(number)) else { return Ok(None) };
        if let (Some(contest), Some(simple)) = (&ask.contest, &ask.simple) {
            return if contest.small {
                self.stride_in_tricks::<true>(desk, (ask, number), (contest, simple))
            } else {
                self.stride_in_tricks::<false>(desk, (ask, number), (contest, simple))
            };
        }
        match &ask.rounds {
            Some(rounds) => self.stride_in_rounds(desk, (ask, number), (rounds, usize::from(act))),
            None => Ok(None),
        }
    }

    /// A card has been laid: what it does, and whose turn it is then.
    fn stride_in_tricks<const SMALL: bool>(
        &self,
        desk: &mut Desk,
        (ask, number): (&Asked, u16),
        (contest, simple): (&Contest, &Simple),
    ) -> Result<Option<Pause>, Fault> {
        match contest.marks {
            Some(_) => {
                let card = u8::try_from(desk.state.int(contest.pick)).ok();
                contest.mark(desk, card.map_or(CardSet::NONE, super::super::state::bit));
            }
            None => match self.run_on(desk, simple.entry, contest.turned)? {
                Stop::There => {}
                stop => return self.go_on(desk, stop).map(Some),
            },
        }
        let (by, card) = (desk.state.int(contest.seat), desk.state.int(contest.pick));
        let Ok(seat) = u32::try_from(by) else { return Ok(None) };
        desk.state.set_small(contest.played + seat, card);
        let todo = desk.state.seats(contest.todo) & !(1 << (seat & 31));
        desk.state.set_seats(contest.todo, todo);
        let next = if todo == 0 {
            let laid = Laid::of(desk, contest.played, contest.leader, contest.seats);
            let Some(winner) = contest.winner::<SMALL>(desk, &laid).filter(|_| !desk.stopped) else {
                desk.fail(FaultKind::Nobody, 0);
                return Err(self.fault(desk, contest.full));
            };
            match self.trick_over(desk, contest, (&laid, winner, true))? {
                Ok(turn) => turn.by,
                Err(stop) => return self.go_on(desk, stop).map(Some),
            }
        } else {
            let next = first_from(contest.seats, by, todo);
            desk.state.set_small(contest.seat, next);
            next
        };
        desk.state.pc = contest.asks;
        let cards = simple.unlike(Self::cards_in_trick::<SMALL>(desk, contest, next));
        let count = u64::from(cards.count_ones());
        let chooser = simple.chosen_by(desk, contest.seat, next as u8);
        let counts = desk.counts.first_mut().filter(|_| count > 0 && !desk.stopped);
        let (Some(counts), Some(chooser)) = (counts, chooser) else {
            // A closer look tells what is wrong.
            (desk.fault, desk.stopped) = (None, false);
            return self.look_closer(desk).map(Some);
        };
        *counts = (count, cards.into());
        Ok(Some(Pause::Decision(ask.wait(desk, number, chooser, count))))
    }

    /// The cards that a seat may play in a trick that lies in the state.
    #[inline(always)]
    pub(super) fn cards_in_trick<const SMALL: bool>(desk: &mut Desk, contest: &Contest, by: i64) -> CardSet {
        let place = usize::try_from(by).ok().and_then(|by| contest.hands.get(by)).copied();
        let hand = cut::<SMALL>(place.map_or(CardSet::NONE, |place| desk.state.cards_in(place)));
        let cards = hand & contest.among_cards;
        let led = desk.state.top(contest.trick);
        if let Some(apart) = &contest.apart {
            return apart.may::<SMALL>(desk, led, cards);
        }
        let rules = if led.is_none() { &contest.lead } else { &contest.follow };
        rules.as_ref().map_or(cards, |rules| cut::<SMALL>(rules.keep_of::<SMALL>(desk, cards)))
    }

    /// A trick is over and taken: its cards go where they go, and another begins; or why there is no other. `lies` says that the cards lie
    /// in the state.
    pub(super) fn trick_over(
        &self,
        desk: &mut Desk,
        contest: &Contest,
        (laid, winner, lies): (&Laid, u8, bool),
    ) -> Result<Result<Turn, Stop>, Fault> {
        if contest.marks.is_some() {
            // What the last card did took no steps.
            desk.steps = 0;
        }
        desk.state.set_small(contest.leader, i64::from(winner));
        let mut pc = contest.full + 1;
        if let Some((goal, next)) = &contest.taken {
            let Some(to) = goal.of(desk, contest.trick) else {
                desk.fail(FaultKind::Nobody, 0);
                return Err(self.fault(desk, pc));
            };
            if lies || to.ordered {
                if !lies {
                    contest.lay(desk, laid);
                }
                let here = desk.state.cards_in(u32::from(contest.trick.place));
                desk.state.carry(here, contest.trick, to, true);
            } else {
                desk.state.add(to, laid.all);
            }
            pc = *next;
        }
        if pc != contest.head {
            match self.run_on(desk, pc, contest.head)? {
                Stop::There => {}
                other => return Ok(Err(other)),
            }
        }
        let more = contest.more.holds(desk);
        if desk.stopped {
            return Err(self.fault(desk, contest.head));
        }
        if !more {
            return self.run_on(desk, contest.out, NOWHERE).map(Err);
        }
        let among = (contest.among)(desk);
        if among == 0 || desk.stopped {
            return self.run_on(desk, contest.begins, NOWHERE).map(Err);
        }
        let by = first_from(contest.seats, desk.state.int(contest.leader), among);
        let mut turn = Turn { laid: Laid::nothing(), by, todo: among };
        turn.begin(by, among);
        desk.state.set_small(contest.number, desk.state.int(contest.number) + 1);
        contest.write(desk, &turn, None);
        Ok(Ok(turn))
    }

    /// On from where operations stopped to a decision or the end.
    pub(super) fn go_on(&self, desk: &mut Desk, stop: Stop) -> Result<Pause, Fault> {
        match stop {
            Stop::Asked => self.look_closer(desk),
            Stop::Over | Stop::There => Ok(Pause::Over),
        }
    }

    /// Asks the decision at which the game stands, and goes on where nobody is asked.
    fn look_closer(&self, desk: &mut Desk) -> Result<Pause, Fault> {
        if desk.state.waiting < 0 {
            // The operation that asks is gone through.
            return self.run_by(&self.code, desk, &mut super::Silent);
        }
        let seats = self.begin(desk)?;
        if seats != 0 {
            return Ok(Pause::Decision(seats));
        }
        desk.state.pc += 1;
        self.run_by(&self.code, desk, &mut super::Silent)
    }
}
