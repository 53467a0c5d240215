//! Whole games with random players, as many as one can.

use super::super::chance::Stream;
use super::super::eval::each_seat;
use super::super::fault::{Fault, FaultKind};
use super::super::program::CardSet;
use super::super::program::{Pc, SeatSet};
use super::asks::Asked;
use super::desk::Desk;
use super::select::nth_card;
use super::watch::{Made, Played, Watch};
use super::{NOWHERE, Runner, Stop};

/// As many seats as most games have.
const FEW_SEATS: usize = 8;

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
        self.play_watched(desk, players, &mut played, most)?;
        Ok(played)
    }

    /// The same where somebody is told of each decision.
    ///
    /// # Errors
    /// Where a rule asks for what cannot be done, or after `most` decisions.
    pub fn play_watched<W: Watch>(
        &self,
        desk: &mut Desk,
        players: &mut Stream,
        watch: &mut W,
        most: u64,
    ) -> Result<(), Fault> {
        if let Some((ask, number)) = self.asked(desk) {
            self.answer(desk, (ask, number), players, (&mut *watch, most))?;
        }
        if desk.state.over {
            return Ok(());
        }
        desk.steps = 0;
        let mut stop = self.run_on(desk, desk.state.pc, NOWHERE)?;
        loop {
            let (Stop::Asked, Some((ask, number))) = (stop, self.asked(desk)) else { return Ok(()) };
            let before = watch.decisions();
            if before >= most {
                // Nobody has been asked yet: so it can be gone on from here.
                desk.state.waiting = -1;
                return Err(self.fault_of(desk, Fault { kind: FaultKind::Decisions(most), rule: 0 }));
            }
            let whole = if let (Some(contest), Some(simple)) = (&ask.contest, &ask.simple) {
                desk.state.waiting = -1;
                self.play_tricks(desk, (contest, simple), players, (&mut *watch, most))?
            } else if let Some(rounds) = &ask.rounds {
                desk.state.waiting = -1;
                self.play_rounds(desk, (rounds, ask, number), players, (&mut *watch, most))?
            } else {
                None
            };
            if let Some(next) = whole {
                stop = next;
                continue;
            }
            if watch.decisions() >= most {
                continue;
            }
            let next = match Self::answer_usual(desk, (ask, number), players, (&mut *watch, most)) {
                // An answer that was given cannot take effect.
                Some(next) if ask.secret.is_some() && desk.fault.is_some() => return Err(self.fault(desk, next)),
                Some(next) => next,
                None => {
                    // A closer look, from the beginning.
                    if self.begin(desk)? == 0 {
                        desk.state.pc += 1;
                    } else {
                        self.answer(desk, (ask, number), players, (&mut *watch, most))?;
                    }
                    desk.state.pc
                }
            };
            if watch.decisions() > before {
                desk.steps = 0;
            }
            stop = self.run_on(desk, next, NOWHERE)?;
        }
    }

    /// The decision that waits.
    #[inline]
    pub(super) fn asked(&self, desk: &Desk) -> Option<(&Asked, u16)> {
        desk.state.waiting().and_then(|number| Some((self.asks.get(usize::from(number))?, number)))
    }

    /// All that have to choose do, one after the other.
    fn answer<W: Watch>(
        &self,
        desk: &mut Desk,
        (ask, number): (&Asked, u16),
        players: &mut Stream,
        (watch, most): (&mut W, u64),
    ) -> Result<(), Fault> {
        for seat in each_seat(desk.state.seats(ask.waiting)) {
            if watch.decisions() >= most {
                return Err(self.fault_of(desk, Fault { kind: FaultKind::Decisions(most), rule: 0 }));
            }
            watch.reached(desk, number);
            let count = self.choices(desk, seat);
            if count == 0 {
                return Err(self.fault_of(desk, Fault { kind: FaultKind::Stuck(seat), rule: 0 }));
            }
            let n = drawn(players, count);
            let illegal = Fault { kind: FaultKind::Illegal, rule: 0 };
            let act = self.take_nth(desk, ask, seat, (n, count)).ok_or(illegal)?;
            watch.made(desk, Made { ask: number, act: usize::from(act), seat, choices: count });
        }
        if desk.state.waiting >= 0 {
            desk.state.waiting = -1;
            desk.state.pc += 1;
        }
        Ok(())
    }

    /// A decision without a word of it in the state: where the program goes on. Nothing where it needs a closer look; then nothing
    /// has happened either.
    fn answer_usual<W: Watch>(
        desk: &mut Desk,
        (ask, number): (&Asked, u16),
        players: &mut Stream,
        (watch, most): (&mut W, u64),
    ) -> Option<Pc> {
        desk.looked = None;
        if let Some(simple) = &ask.simple {
            watch.reached(desk, number);
            let cards = simple.cards(desk);
            let count = cards.count_ones();
            if count == 0 || desk.fault.is_some() {
                return None;
            }
            let seat = ask.seat(desk)?;
            let card = if count == 1 { cards } else { nth_card(cards, u64::from(players.below(count))) };
            simple.take(desk, card);
            watch.made(desk, Made { ask: number, act: 0, seat, choices: u64::from(count) });
            desk.state.waiting = -1;
            return Some(simple.entry);
        }
        if ask.at_once() {
            return match &ask.secret {
                Some(secret) => secret.answer(desk, players, (watch, most)),
                None => {
                    let seats = ask.seats(desk);
                    if seats < 1 << FEW_SEATS {
                        Self::answer_at_once::<FEW_SEATS, W>(desk, (ask, number, seats), players, (watch, most))
                    } else {
                        Self::answer_at_once::<32, W>(desk, (ask, number, seats), players, (watch, most))
                    }
                }
            };
        }
        let entry = Self::answer_one(desk, (ask, number), players, watch)?;
        desk.state.waiting = -1;
        Some(entry)
    }

    /// The same for a decision of one seat.
    #[inline]
    fn answer_one<W: Watch>(
        desk: &mut Desk,
        (ask, number): (&Asked, u16),
        players: &mut Stream,
        watch: &mut W,
    ) -> Option<Pc> {
        watch.reached(desk, number);
        let seat = ask.seat(desk)?;
        ask.begin(desk, seat);
        let (choices, _) = desk.looking(|desk| ask.count(desk));
        if choices == 0 || desk.fault.is_some() {
            return None;
        }
        let n = drawn(players, choices);
        let (act, entry) = ask.choose(desk, n)?;
        watch.made(desk, Made { ask: number, act, seat, choices });
        Some(entry)
    }

    /// The same where several choose at once, each in one act.
    fn answer_at_once<const SEATS: usize, W: Watch>(
        desk: &mut Desk,
        (ask, number, seats): (&Asked, u16, SeatSet),
        players: &mut Stream,
        (watch, most): (&mut W, u64),
    ) -> Option<Pc> {
        let menu = ask.only_menu()?;
        let mut found = [(0, CardSet::NONE); SEATS];
        for seat in each_seat(seats) {
            ask.of(desk, seat);
            let (choices, _) = desk.looking(|desk| menu.count(desk));
            if choices.0 == 0 {
                return None;
            }
            *found.get_mut(usize::from(seat))? = choices;
        }
        if desk.fault.is_some() || seats == 0 || most.saturating_sub(watch.decisions()) < u64::from(seats.count_ones())
        {
            return None;
        }
        for seat in each_seat(seats) {
            let (choices, cards) = *found.get(usize::from(seat))?;
            watch.reached(desk, number);
            let n = drawn(players, choices);
            ask.keep(desk, seat, (n, choices), cards);
            watch.made(desk, Made { ask: number, act: 0, seat, choices });
        }
        ask.all_answered(desk, seats);
        desk.state.waiting = -1;
        Some(desk.state.pc + 1)
    }
}
