//! Operation by operation: the flat code of a program, from decision to decision.

use super::chance::Chance;
use super::eval::{each_card, each_seat, first_from};
use super::event::{Event, Sink};
use super::fault::{Fault, FaultKind};
use super::machine::{Machine, Made, Pause};
use super::moves::Deal;
use super::program::{Op, RuleId, SeatSet, SlotRef};
use super::reached::Reach;
use super::state::State;

/// Most operations between two decisions.
pub(super) const MOST_STEPS: u64 = 2_000_000;

/// Most choices of one seat that are looked at one by one.
pub(super) const MOST_LOOKED_AT: u64 = 100_000;

impl Machine<'_> {
    /// Runs until somebody has to choose or the game is over.
    ///
    /// # Errors
    /// Where a rule asks for what cannot be done.
    pub fn run<C: Chance, S: Sink>(&mut self, state: &mut State, chance: &mut C, sink: &mut S) -> Result<Pause, Fault> {
        if let Some(ask) = self.ask(state) {
            let waiting = state.seats(ask.waiting);
            if waiting != 0 {
                return Ok(Pause::Decision(waiting));
            }
            state.waiting = -1;
            state.pc += 1;
        }
        let mut steps = 0;
        while !state.over {
            steps += self.program.weights.get(state.pc as usize).copied().map_or(1, u64::from);
            if steps > MOST_STEPS {
                return Err(self.fault(state, FaultKind::Steps(MOST_STEPS)));
            }
            let program = self.program;
            let Some(op) = program.code.get(state.pc as usize) else {
                state.over = true;
                break;
            };
            let pc = state.pc;
            let rule = self.line(pc);
            self.regs.note(rule, Reach::Done);
            let asked = self.step(state, op, chance, sink)?;
            if let Some(fault) = self.regs.fault.take() {
                // The operation has gone on behind itself.
                state.pc = pc;
                return Err(Fault { rule: if fault.rule == 0 { rule } else { fault.rule }, ..fault });
            }
            if let Some(seats) = asked {
                return Ok(Pause::Decision(seats));
            }
        }
        Ok(Pause::Over)
    }

    /// The lines that the machine goes through from a state, as far as they can be followed without a decision; a circle is
    /// given once. For telling what an endless stretch of rules does.
    pub fn circle<C: Chance>(&mut self, state: &State, chance: &mut C) -> Vec<RuleId> {
        let mut state = state.clone();
        let mut lines: Vec<RuleId> = Vec::new();
        for _ in 0..1000 {
            let Some(op) = self.program.code.get(state.pc as usize) else { break };
            let line = self.line(state.pc);
            if lines.first() == Some(&line) && lines.len() > 1 {
                break;
            }
            if lines.last() != Some(&line) {
                lines.push(line);
            }
            if state.over || self.step(&mut state, op, chance, &mut super::event::Silent).is_err() {
                break;
            }
        }
        lines
    }

    pub(super) fn slot(&mut self, state: &State, to: &SlotRef) -> Result<u32, Fault> {
        let found = self.eval(state).slot(&mut self.regs, to.base, &to.keys);
        found.ok_or_else(|| self.fault(state, FaultKind::Nobody))
    }

    /// Sets a track and tells it.
    pub(super) fn store<S: Sink>(
        &mut self,
        state: &mut State,
        to: &SlotRef,
        slot: u32,
        value: i64,
        sink: &mut S,
    ) -> Result<(), Fault> {
        if value < to.range.0 || value > to.range.1 {
            let (low, high) = to.range;
            let kind = to.track.map_or(FaultKind::OutOfRange(value, low, high), |track| {
                FaultKind::TrackRange(track, value, low, high)
            });
            return Err(self.fault(state, kind));
        }
        let before = state.int(slot);
        state.set_int(slot, value);
        if S::LISTENS
            && before != value
            && let Some(track) = to.track
        {
            let seen = self.who_sees_track(state, track, slot);
            let index = slot - self.program.tracks.get(usize::from(track)).map_or(slot, |track| track.base);
            sink.event(state, Event::Set { track, index, value, seen });
        }
        Ok(())
    }

    /// One operation; the seats that have to choose, if it asks. The program counter stands on an operation that asks.
    pub(super) fn step<C: Chance, S: Sink>(
        &mut self,
        state: &mut State,
        op: &Op,
        chance: &mut C,
        sink: &mut S,
    ) -> Result<Option<SeatSet>, Fault> {
        let mut next = state.pc + 1;
        match op {
            Op::Jump(to) => next = *to,
            Op::Unless { cond, to } => {
                if self.int(state, *cond) == 0 {
                    next = *to;
                }
            }
            Op::Call(phase) => {
                if let Some(entry) = self.program.phases.get(usize::from(*phase)) {
                    state.set_int(entry.back, i64::from(next));
                    next = entry.entry;
                }
            }
            Op::Return(phase) => {
                let back = self.program.phases.get(usize::from(*phase)).map_or(0, |entry| state.int(entry.back));
                next = u32::try_from(back).unwrap_or(u32::MAX);
            }
            Op::Pass { phase, slot } => {
                let pass = state.int(*slot) + 1;
                if self.most_passes.is_some_and(|(stopped, most)| stopped == *phase && pass > most) {
                    state.over = true;
                    return Ok(None);
                }
                state.set_int(*slot, pass);
                if S::LISTENS {
                    sink.event(state, Event::Pass { phase: *phase, pass });
                }
            }
            Op::Set { to, value } => {
                let value = self.int(state, *value);
                let slot = self.slot(state, to)?;
                self.store(state, to, slot, value, sink)?;
            }
            Op::AddTo { to, amount } => {
                let slot = self.slot(state, to)?;
                let value = state.int(slot).saturating_add(self.int(state, *amount));
                self.store(state, to, slot, value, sink)?;
            }
            Op::Reset { base, count, value } => {
                let value = self.int(state, *value);
                for slot in *base..base + count {
                    state.set_int(slot, value);
                }
            }
            Op::Move { cards, to } => {
                let cards = self.cards(state, *cards);
                self.move_or_fail(state, cards, *to, sink)?;
            }
            Op::Deal { count, from, to, exact } => {
                let count = self.int(state, *count);
                let (from, to) = (self.one_place(state, *from)?, self.one_place(state, *to)?);
                self.deal(state, &Deal { count, from, to, exact: *exact }, chance, sink)?;
            }
            Op::Fill { place, size, from } => {
                let size = self.int(state, *size);
                let (place, from) = (self.one_place(state, *place)?, self.one_place(state, *from)?);
                let there = i64::from(state.mask(u32::from(place)).count_ones());
                self.deal(state, &Deal { count: size - there, from, to: place, exact: false }, chance, sink)?;
            }
            Op::Shuffle(place) => {
                let place = self.one_place(state, *place)?;
                self.shuffle(state, place, chance, sink);
            }
            Op::Sort { place, reg, key, highest } => {
                let place = self.one_place(state, *place)?;
                self.sort(state, place, *reg, *key, *highest);
            }
            Op::Swap(a, b) => {
                let (a, b) = (self.one_place(state, *a)?, self.one_place(state, *b)?);
                self.swap(state, a, b, sink);
            }
            Op::Draw { to, from } => {
                let among = self.seats(state, *from);
                if among == 0 {
                    return Err(self.fault(state, FaultKind::Nobody));
                }
                let slot = self.slot(state, to)?;
                let seat = chance.draw(slot, among);
                state.set_int(slot, i64::from(seat));
                if S::LISTENS {
                    sink.event(state, Event::Draw { track: to.track, among, seat });
                }
            }
            Op::Pay { amount, from, to } => self.pay(state, *amount, from.as_ref(), to.as_ref(), sink)?,
            Op::Score { amount, who, reason, minus } => self.score(state, *amount, *who, *reason, *minus, sink)?,
            Op::KeepSeats { left, of, from } => {
                let seats = self.seats(state, *of);
                state.set_seats(*left, seats);
                if let Some((slot, from)) = from {
                    let from = self.int(state, *from);
                    state.set_int(*slot, from.max(0));
                }
            }
            Op::NextSeat { left, seat, from, exit } => {
                let seats = state.seats(*left);
                let start = from.map_or(0, |from| state.int(from));
                match first_from(self.program.seats, start, seats) {
                    -1 => next = *exit,
                    found => {
                        state.set_seats(*left, seats & !(1 << found));
                        state.set_int(*seat, found);
                        if let Some(from) = from {
                            state.set_int(*from, found);
                        }
                    }
                }
            }
            Op::KeepCards { left, of } => {
                let cards = self.cards(state, *of);
                state.set_mask(*left, cards);
            }
            Op::NextCard { left, card, exit } => {
                let cards = state.mask(*left);
                // In the order of the place of the first that is left.
                let first = each_card(cards).next();
                let place = first.and_then(|card| state.place_of(self.program, card));
                let found = place.and_then(|place| {
                    state.in_order(self.program, place).find(|card| cards & (1 << (card & 127)) != 0)
                });
                match found {
                    None => next = *exit,
                    Some(found) => {
                        state.set_mask(*left, cards & !(1 << found));
                        state.set_int(*card, i64::from(found));
                    }
                }
            }
            Op::Ask(number) => {
                return self.begin_ask(state, *number).map(Some).map(|asked| asked.filter(|seats| *seats != 0));
            }
            Op::NextAnswer { ask: number, exit } => {
                let Some(ask) = self.program.asks.get(usize::from(*number)) else { return Ok(None) };
                let unheard = state.seats(ask.unheard);
                match each_seat(unheard).next() {
                    None => next = *exit,
                    Some(seat) => {
                        state.set_seats(ask.unheard, unheard & !(1 << seat));
                        state.set_int(ask.player, i64::from(seat));
                        let (choice, forced) = Self::kept_answer(state, ask, seat);
                        if let Some(act) = ask.acts.get(usize::from(choice.act)) {
                            self.speak_of(ask, seat);
                            let public = forced && S::LISTENS && self.forced_in_public(state, ask);
                            self.take_effect(
                                state,
                                act,
                                Made { ask: *number, seat, choice: &choice, forced, public },
                                sink,
                            );
                            next = act.entry;
                        }
                    }
                }
            }
            Op::Won(who) => {
                let seats = self.seats(state, *who);
                state.set_seats(self.program.winners, seats);
                state.over = true;
                if S::LISTENS {
                    sink.event(state, Event::Won { seats });
                }
            }
            Op::End => state.over = true,
            form => next = self.form_step(state, form, next, sink)?,
        }
        state.pc = next;
        Ok(None)
    }

    pub(super) fn begin_ask(&mut self, state: &mut State, number: u16) -> Result<SeatSet, Fault> {
        let Some(ask) = self.program.asks.get(usize::from(number)) else { return Ok(0) };
        let seats = if ask.at_once {
            self.seats(state, ask.who)
        } else {
            let seat = self.int(state, ask.who);
            let Ok(seat) = u8::try_from(seat) else { return Err(self.fault(state, FaultKind::Nobody)) };
            if ask.sets_player {
                state.set_int(ask.player, i64::from(seat));
            }
            1 << seat
        };
        state.set_seats(ask.waiting, seats);
        if ask.at_once {
            state.set_seats(ask.unheard, seats);
        }
        if seats == 0 {
            state.pc += 1;
            return Ok(0);
        }
        state.waiting = i32::from(number);
        let mut stuck = None;
        for seat in (0..self.program.seats).rev().filter(|seat| seats & (1 << seat) != 0) {
            self.regs.look_at = MOST_LOOKED_AT;
            let count = self.count_choices(state, seat, u64::MAX);
            self.regs.look_at = u64::MAX;
            if count == 0 {
                stuck = Some(seat);
            }
        }
        match stuck {
            // What went wrong on the way comes first; who called sees to it.
            Some(seat) if self.regs.fault.is_none() => Err(Fault { kind: FaultKind::Stuck(seat), rule: ask.rule }),
            _ => Ok(seats),
        }
    }
}
