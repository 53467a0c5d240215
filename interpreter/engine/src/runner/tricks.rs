//! Tricks of the usual sort, played card after card without going through their operations: each seat plays one card of its hand
//! by rules on that card, the highest of a table wins, and the next trick begins. What else a card or a trick does runs as anywhere.

use super::super::chance::Stream;
use super::super::eval::first_from;
use super::super::fault::{Fault, FaultKind};
use super::super::program::CardSet;
use super::apart::{Apart, Quit, Turn};
use super::asks::Simple;
use super::contest::Contest;
use super::desk::Desk;
use super::lies::Lies;
use super::select::{draw, nth_card, one};
use super::taker::Laid;
use super::watch::{Made, Watch};
use super::{NOWHERE, Runner, Stop};

impl Contest {
    /// Whether a trick can be played to its end before there are too many decisions.
    #[inline]
    pub(super) fn may_play_all(&self, watch: &impl Watch, most: u64) -> bool {
        most.saturating_sub(watch.decisions()) >= u64::from(self.seats)
    }

    /// Does what these cards do when they are played.
    #[inline]
    pub(super) fn mark(&self, desk: &mut Desk, cards: CardSet) {
        for mark in self.marks.iter().flatten() {
            if mark.set & cards != 0 {
                desk.state.set_small(mark.slot, mark.value);
            }
        }
    }

    /// The seat whose turn it is plays the `n`th of the cards that have been counted.
    pub(super) fn play_nth(&self, desk: &mut Desk, n: u64) {
        let cards = desk.counts.first().map_or(CardSet::NONE, |(_, cards)| (*cards).into());
        let hand = usize::try_from(desk.state.int(self.seat)).ok().and_then(|by| self.hands.get(by));
        let (Some(hand), true) = (hand, cards != 0) else { return };
        let set = nth_card(cards, n);
        let card = set.trailing_zeros() as u8;
        let state = &mut desk.state;
        state.set_small(self.pick, i64::from(card));
        state.set_cards_in(*hand, state.cards_in(*hand) & !set);
        state.link(card, self.trick);
        state.add(self.trick, set);
    }

    /// Who takes a trick that lies in the state.
    #[inline]
    pub(super) fn winner<const SMALL: bool>(&self, desk: &mut Desk, laid: &Laid) -> Option<u8> {
        let winner = self.apart.as_ref().and_then(|apart| apart.winner.as_ref());
        desk.led = laid.first().unwrap_or(0);
        let known = winner.and_then(|winner| winner.of::<SMALL>(desk, laid));
        if known.is_some() { known } else { self.taker.among::<SMALL>(desk, laid) }
    }

    /// Writes down who played what, which card was the last, and whose turn it is.
    pub(super) fn write(&self, desk: &mut Desk, Turn { laid, by, todo }: &Turn, last: Option<u8>) {
        for seat in 0..u32::from(self.seats) {
            desk.state.set_small(self.played + seat, -1);
        }
        for (seat, card) in laid.cards() {
            desk.state.set_small(self.played + u32::from(seat), i64::from(card));
        }
        if let Some(card) = last {
            desk.state.set_small(self.pick, i64::from(card));
        }
        desk.state.set_small(self.seat, *by);
        desk.state.set_seats(self.todo, *todo);
    }

    /// A decision waits for a closer look.
    fn wait(&self, desk: &mut Desk) -> Option<Stop> {
        desk.state.waiting = i32::from(self.ask);
        desk.state.pc = self.asks;
        None
    }

    /// Lays what was played into the trick.
    pub(super) fn lay(&self, desk: &mut Desk, laid: &Laid) {
        for (_, card) in laid.cards() {
            desk.state.put_down(card, self.trick);
        }
    }
}

impl Runner {
    /// Plays tricks on from a decision in one of them: why the program stopped. Nothing where a decision in them needs a closer look;
    /// then it waits.
    pub(super) fn play_tricks<W: Watch>(
        &self,
        desk: &mut Desk,
        tricks: (&Contest, &Simple),
        players: &mut Stream,
        count: (&mut W, u64),
    ) -> Result<Option<Stop>, Fault> {
        if tricks.0.small {
            self.play_tricks_of::<true, W>(desk, tricks, players, count)
        } else {
            self.play_tricks_of::<false, W>(desk, tricks, players, count)
        }
    }

    fn play_tricks_of<const SMALL: bool, W: Watch>(
        &self,
        desk: &mut Desk,
        (contest, simple): (&Contest, &Simple),
        players: &mut Stream,
        (watch, most): (&mut W, u64),
    ) -> Result<Option<Stop>, Fault> {
        let laid = Laid::of(desk, contest.played, contest.leader, contest.seats);
        let by = desk.state.int(contest.seat);
        let mut turn = Turn { laid, by, todo: desk.state.seats(contest.todo) };
        loop {
            // One trick, or all of them. If it has begun before, or may not be played to its end, it is played in the state.
            let fresh = turn.laid.count == 0 && contest.may_play_all(watch, most);
            let (mut winner, mut lies) = (None, true);
            match contest.apart.as_ref().filter(|_| fresh) {
                Some(apart @ Apart { quiet: Some(quiet), .. }) => {
                    let count = (&mut *watch, most);
                    match self.play_quiet::<SMALL, W>(
                        desk,
                        (contest, simple, apart, quiet),
                        &mut turn,
                        players,
                        count,
                    )? {
                        Quit::Look => return Ok(contest.wait(desk)),
                        Quit::Many | Quit::Full => {}
                        Quit::Begins => return self.run_on(desk, contest.begins, NOWHERE).map(Some),
                        Quit::Done => return self.run_on(desk, contest.out, NOWHERE).map(Some),
                        Quit::Stopped(stop) => return Ok(Some(stop)),
                    }
                }
                Some(apart) => {
                    let done = contest.play_apart::<SMALL, W>(desk, (apart, simple), &mut turn, players, watch);
                    if done && contest.taken.is_some() {
                        winner = apart.winner.as_ref().and_then(|winner| winner.of::<SMALL>(desk, &turn.laid));
                    }
                    lies = winner.is_none();
                    contest.write(desk, &turn, turn.laid.last());
                    if lies {
                        contest.lay(desk, &turn.laid);
                    }
                    if !done {
                        return Ok(contest.wait(desk));
                    }
                }
                None => {}
            }
            if turn.todo != 0 {
                let stopped =
                    self.play_in_state::<SMALL, W>(desk, (contest, simple), &mut turn, players, (&mut *watch, most))?;
                if let Some(stop) = stopped {
                    return Ok(if stop == Stop::There { contest.wait(desk) } else { Some(stop) });
                }
            }
            let found = if lies { contest.winner::<SMALL>(desk, &turn.laid) } else { winner };
            let (Some(winner), false) = (found, desk.stopped) else {
                desk.fail(FaultKind::Nobody, 0);
                return Err(self.fault(desk, contest.full));
            };
            turn = match self.trick_over(desk, contest, (&turn.laid, winner, lies))? {
                Ok(turn) => turn,
                Err(stop) => return Ok(Some(stop)),
            };
        }
    }

    /// Plays a trick on to its end, card by card in the state: nothing then. Where a decision needs a closer look, it has
    /// come [`Stop::There`].
    fn play_in_state<const SMALL: bool, W: Watch>(
        &self,
        desk: &mut Desk,
        (contest, simple): (&Contest, &Simple),
        turn: &mut Turn,
        players: &mut Stream,
        (watch, most): (&mut W, u64),
    ) -> Result<Option<Stop>, Fault> {
        while turn.todo != 0 {
            watch.reached(desk, contest.ask);
            let cards = Self::cards_in_trick::<SMALL>(desk, contest, turn.by);
            let place = usize::try_from(turn.by).ok().and_then(|by| contest.hands.get(by)).copied();
            let cards = simple.unlike(cards);
            let by = simple
                .chosen_by(desk, contest.seat, turn.by as u8)
                .filter(|_| watch.decisions() < most && !desk.stopped);
            let place = place.filter(|_| by.is_some());
            let Some((place, (card, chosen))) = place.and_then(|place| Some((place, draw::<SMALL>(cards, players)?)))
            else {
                return Ok(Some(Stop::There));
            };
            let (state, set) = (&mut desk.state, one::<SMALL>(card));
            state.set_small(contest.pick, i64::from(card));
            state.set_cards_in(place, state.cards_in(place) & !set);
            let choices = if W::EACH { u64::from(cards.count_ones()) } else { 1 + u64::from(chosen) };
            watch.made(desk, Made { ask: contest.ask, act: 0, seat: by.unwrap_or(turn.by as u8), choices });
            let state = &mut desk.state;
            state.link(card, contest.trick);
            state.add(contest.trick, set);
            if contest.marks.is_some() {
                contest.mark(desk, set);
            } else {
                desk.steps = 0;
                match self.run_on(desk, simple.entry, contest.turned)? {
                    Stop::There => {}
                    other => return Ok(Some(other)),
                }
            }
            let (state, seat) = (&mut desk.state, turn.by as u8 & 31);
            turn.laid.add(seat, card, set);
            state.set_small(contest.played + u32::from(seat), i64::from(card));
            turn.todo &= !(1 << seat);
            state.set_seats(contest.todo, turn.todo);
            if turn.todo != 0 {
                turn.by = first_from(contest.seats, turn.by, turn.todo);
                state.set_small(contest.seat, turn.by);
            }
        }
        Ok(None)
    }
}
