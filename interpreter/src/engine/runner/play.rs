//! Whole games with random players, as many as one can.

use super::super::chance::Stream;
use super::super::eval::each_seat;
use super::super::fault::{Fault, FaultKind};
use super::super::program::Pc;
use super::super::step::MOST_LOOKED_AT;
use super::asks::Asked;
use super::desk::Desk;
use super::select::nth_card;
use super::{NOWHERE, Runner, Stop};

/// How a game went.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Played {
    /// Decisions, forced ones too.
    pub decisions: u64,
    /// Decisions among several choices.
    pub choices: u64,
}

impl Played {
    /// One more decision among so many choices.
    #[inline]
    pub(super) fn add(&mut self, choices: u64) {
        self.decisions += 1;
        self.choices += u64::from(choices > 1);
    }
}

/// Which of so many choices is taken; a forced one draws no number.
#[inline]
pub(super) fn drawn(players: &mut Stream, choices: u64) -> u64 {
    match u32::try_from(choices) {
        Ok(0 | 1) => 0,
        Ok(few) => u64::from(players.below(few)),
        Err(_) => players.below_long(choices),
    }
}

impl Runner {
    /// Plays on with random players to the end. Forced acts draw no number.
    ///
    /// # Errors
    /// Where a rule asks for what cannot be done, or after `most` decisions.
    pub fn play(&self, desk: &mut Desk, players: &mut Stream, most: u64) -> Result<Played, Fault> {
        let mut played = Played::default();
        if let Some(ask) = self.asked(desk) {
            self.answer(desk, ask, players, (&mut played, most))?;
        }
        if desk.state.over {
            return Ok(played);
        }
        let mut stop = self.run_on(desk, desk.state.pc, NOWHERE)?;
        loop {
            let (Stop::Asked, Some(ask)) = (stop, self.asked(desk)) else { return Ok(played) };
            if played.decisions >= most {
                // Nobody has been asked yet: so it can be gone on from here.
                desk.state.waiting = -1;
                return Err(self.fault_of(desk, Fault { kind: FaultKind::Decisions(most), rule: 0 }));
            }
            let number = desk.state.waiting;
            let whole = if let (Some(contest), Some(simple)) = (&ask.contest, &ask.simple) {
                desk.state.waiting = -1;
                self.play_tricks(desk, (contest, simple, number), players, (&mut played, most))?
            } else if let Some(rounds) = &ask.rounds {
                desk.state.waiting = -1;
                self.play_rounds(desk, (rounds, ask, number), players, (&mut played, most))?
            } else {
                None
            };
            if let Some(next) = whole {
                stop = next;
                continue;
            }
            if played.decisions >= most {
                continue;
            }
            let next = match Self::answer_usual(desk, ask, players, (&mut played, most)) {
                Some(next) => next,
                None => {
                    // A closer look, from the beginning.
                    if self.begin(desk)? == 0 {
                        desk.state.pc += 1;
                    } else {
                        self.answer(desk, ask, players, (&mut played, most))?;
                    }
                    desk.state.pc
                }
            };
            stop = self.run_on(desk, next, NOWHERE)?;
        }
    }

    /// The decision that waits.
    #[inline]
    fn asked(&self, desk: &Desk) -> Option<&Asked> {
        desk.state.waiting().and_then(|ask| self.asks.get(usize::from(ask)))
    }

    /// All that have to choose do, one after the other.
    fn answer(
        &self,
        desk: &mut Desk,
        ask: &Asked,
        players: &mut Stream,
        (played, most): (&mut Played, u64),
    ) -> Result<(), Fault> {
        for seat in each_seat(desk.state.seats(ask.waiting)) {
            if played.decisions >= most {
                return Err(self.fault_of(desk, Fault { kind: FaultKind::Decisions(most), rule: 0 }));
            }
            let count = self.choices(desk, seat);
            if count == 0 {
                return Err(self.fault_of(desk, Fault { kind: FaultKind::Stuck(seat), rule: 0 }));
            }
            let n = drawn(players, count);
            let illegal = Fault { kind: FaultKind::Illegal, rule: 0 };
            self.choose(desk, ask, seat, (n, count)).ok_or(illegal)?;
            played.add(count);
        }
        if desk.state.waiting >= 0 {
            desk.state.waiting = -1;
            desk.state.pc += 1;
        }
        Ok(())
    }

    /// A decision without a word of it in the state: where the program goes on. Nothing where it needs a closer look; then nothing
    /// has happened either.
    fn answer_usual(
        desk: &mut Desk,
        ask: &Asked,
        players: &mut Stream,
        (played, most): (&mut Played, u64),
    ) -> Option<Pc> {
        desk.looked = None;
        if let Some(simple) = &ask.simple {
            let cards = simple.cards(desk);
            let count = cards.count_ones();
            if count == 0 || desk.fault.is_some() {
                return None;
            }
            let card = if count == 1 { cards } else { nth_card(cards, u64::from(players.below(count))) };
            simple.take(desk, card);
            played.add(u64::from(count));
            desk.state.waiting = -1;
            return Some(simple.entry);
        }
        if ask.at_once() {
            return Self::answer_at_once(desk, ask, players, (played, most));
        }
        let (_, entry) = Self::answer_one(desk, ask, players, played)?;
        desk.state.waiting = -1;
        Some(entry)
    }

    /// The same for a decision of one seat: the act that was chosen, and where the program goes on.
    #[inline]
    pub(super) fn answer_one(
        desk: &mut Desk,
        ask: &Asked,
        players: &mut Stream,
        played: &mut Played,
    ) -> Option<(usize, Pc)> {
        desk.looked = None;
        let seat = ask.seat(desk)?;
        ask.begin(desk, seat);
        desk.look_at = MOST_LOOKED_AT;
        let count = ask.count(desk);
        desk.look_at = u64::MAX;
        if count == 0 || desk.fault.is_some() {
            return None;
        }
        let n = drawn(players, count);
        played.add(count);
        ask.choose(desk, n)
    }

    /// The same where several choose at once, each in one act.
    fn answer_at_once(
        desk: &mut Desk,
        ask: &Asked,
        players: &mut Stream,
        (played, most): (&mut Played, u64),
    ) -> Option<Pc> {
        let menu = ask.only_menu()?;
        let seats = ask.seats(desk);
        let mut found = [(0, 0); 32];
        for seat in each_seat(seats) {
            ask.of(desk, seat);
            desk.look_at = MOST_LOOKED_AT;
            let choices = menu.count(desk);
            desk.look_at = u64::MAX;
            if choices.0 == 0 {
                return None;
            }
            *found.get_mut(usize::from(seat))? = choices;
        }
        if desk.fault.is_some() || seats == 0 || most - played.decisions < u64::from(seats.count_ones()) {
            return None;
        }
        for seat in each_seat(seats) {
            let (count, cards) = *found.get(usize::from(seat))?;
            let n = drawn(players, count);
            ask.keep(desk, seat, (n, count), cards);
            played.add(count);
        }
        ask.all_answered(desk, seats);
        desk.state.waiting = -1;
        Some(desk.state.pc + 1)
    }
}
