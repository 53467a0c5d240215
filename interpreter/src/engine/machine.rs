//! The stepping interface: whose decision, the legal acts, apply, events.

use std::ops::ControlFlow;

use super::MOST_PICKS;
use super::act::{Choice, Picked};
use super::chance::Chance;
use super::eval::{Eval, Regs, each_card, each_seat, first_from};
use super::event::{Event, Sink};
use super::fault::{Fault, FaultKind};
use super::legal::Objection;
use super::moves::Deal;
use super::program::{Act, Ask, CardSet, Op, Program, RuleId, SeatSet, SlotRef};
use super::state::State;
use crate::ir::{Role, Ties};

/// Most operations between two decisions.
const MOST_STEPS: u64 = 2_000_000;

/// Why the machine stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pause {
    /// These seats have to choose; none sees another's choice before all have chosen.
    Decision(SeatSet),
    /// The game is over.
    Over,
}

/// Plays one program. It keeps no state of a game: one machine serves many states.
#[derive(Debug, Clone)]
pub struct Machine<'p> {
    pub(super) program: &'p Program,
    pub(super) regs: Regs,
    /// A phase, and how many of its passes are played before the game is stopped.
    pub most_passes: Option<(u16, i64)>,
}

/// A choice that takes effect.
#[derive(Clone, Copy)]
struct Made<'c> {
    ask: u16,
    seat: u8,
    choice: &'c Choice,
    forced: bool,
    /// Whether everybody could tell that it was forced.
    public: bool,
}

impl<'p> Machine<'p> {
    /// A machine for a program.
    #[must_use]
    pub fn new(program: &'p Program) -> Self {
        Self { program, regs: Regs::new(program), most_passes: None }
    }

    /// The program.
    #[must_use]
    pub const fn program(&self) -> &'p Program {
        self.program
    }

    /// The state in which a game begins.
    #[must_use]
    pub fn start(&self) -> State {
        let mut state = State::new(self.program);
        state.set_seats(self.program.winners, 0);
        state
    }

    /// The state in which a phase begins by itself: tracks and places are still to be set.
    #[must_use]
    pub fn start_phase(&mut self, phase: u16) -> State {
        let mut state = self.start();
        for op in &self.program.code {
            let Op::Reset { base, count, value } = op else { break };
            let value = self.int(&state, *value);
            for slot in *base..base + count {
                state.set_int(slot, value);
            }
        }
        if let Some(entry) = self.program.phases.get(usize::from(phase)) {
            state.pc = entry.entry;
            // The tracks of the phase start now, so that a script can set them.
            while let Some(Op::Reset { base, count, value }) = self.program.code.get(state.pc as usize) {
                if entry.pass.is_some() {
                    break;
                }
                let value = self.int(&state, *value);
                (*base..base + count).for_each(|slot| state.set_int(slot, value));
                state.pc += 1;
            }
            let end = u32::try_from(self.program.code.len()).unwrap_or(u32::MAX);
            state.set_int(entry.back, i64::from(end));
        }
        state
    }

    const fn eval<'e>(&self, state: &'e State) -> Eval<'e>
    where
        'p: 'e,
    {
        Eval { program: self.program, state }
    }

    pub(super) fn int(&mut self, state: &State, node: u32) -> i64 {
        Eval { program: self.program, state }.int(&mut self.regs, node)
    }

    pub(super) fn cards(&mut self, state: &State, node: u32) -> CardSet {
        Eval { program: self.program, state }.cards(&mut self.regs, node)
    }

    pub(super) fn seats(&mut self, state: &State, node: u32) -> SeatSet {
        Eval { program: self.program, state }.seats(&mut self.regs, node)
    }

    pub(super) fn fault(&self, state: &State, kind: FaultKind) -> Fault {
        Fault { kind, rule: self.line(state.pc) }
    }

    /// Puts a card into a place before a phase begins, as a script says.
    pub fn put(&self, state: &mut State, card: u8, place: u16) {
        state.shift(self.program.like.len(), card, place);
    }

    /// A number of the program's phrases, worked out now.
    pub fn work_out(&mut self, state: &State, node: u32) -> i64 {
        self.int(state, node)
    }

    /// A set of cards of the program's phrases, worked out now.
    pub fn work_out_cards(&mut self, state: &State, node: u32) -> CardSet {
        self.cards(state, node)
    }

    fn line(&self, pc: u32) -> RuleId {
        self.program.lines.get(pc as usize).copied().unwrap_or(0)
    }

    /// The line at which the machine stands.
    #[must_use]
    pub fn here(&self, state: &State) -> RuleId {
        self.line(state.pc)
    }

    /// The decision that waits.
    #[must_use]
    pub fn ask(&self, state: &State) -> Option<&'p Ask> {
        self.program.asks.get(usize::from(state.waiting()?))
    }

    /// The seats that still have to choose.
    #[must_use]
    pub fn choosers(&self, state: &State) -> SeatSet {
        self.ask(state).map_or(0, |ask| state.seats(ask.waiting))
    }

    fn speak_of(&mut self, ask: &Ask, seat: u8) {
        if ask.at_once {
            self.regs.set(ask.me, i64::from(seat));
        }
    }

    /// Visits the legal choices of a seat, in their order.
    pub fn each_choice(&mut self, state: &State, seat: u8, mut visit: impl FnMut(&Choice) -> ControlFlow<()>) {
        let Some(ask) = self.ask(state) else { return };
        self.speak_of(ask, seat);
        let eval = Eval { program: self.program, state };
        let _ = eval.each_choice(&mut self.regs, ask, &mut visit);
    }

    /// How many legal choices a seat has, counted up to about `enough`.
    pub fn count_choices(&mut self, state: &State, seat: u8, enough: u64) -> u64 {
        let Some(ask) = self.ask(state) else { return 0 };
        self.speak_of(ask, seat);
        Eval { program: self.program, state }.count_choices(&mut self.regs, ask, enough)
    }

    /// The `n`th legal choice of a seat.
    pub fn nth_choice(&mut self, state: &State, seat: u8, n: u64) -> Option<Choice> {
        let ask = self.ask(state)?;
        self.speak_of(ask, seat);
        Eval { program: self.program, state }.nth_choice(&mut self.regs, ask, n)
    }

    /// The cards from which a pick of an act is taken, conditions apart.
    pub fn source(&mut self, state: &State, seat: u8, pick: &super::program::Pick) -> CardSet {
        let Some(ask) = self.ask(state) else { return 0 };
        self.speak_of(ask, seat);
        match pick.source {
            super::program::Source::Cards { from, .. } => self.cards(state, from),
            _ => 0,
        }
    }

    /// Everything that forbids a choice; empty if it is legal.
    pub fn objections(&mut self, state: &State, seat: u8, choice: &Choice) -> Vec<Objection> {
        let Some(ask) = self.ask(state) else { return Vec::new() };
        self.speak_of(ask, seat);
        Eval { program: self.program, state }.objections(&mut self.regs, ask, choice)
    }

    /// Whether a choice is one of the legal ones, as they are listed.
    pub fn is_legal(&mut self, state: &State, seat: u8, choice: &Choice) -> bool {
        let mut found = false;
        self.each_choice(state, seat, |legal| {
            found = legal == choice;
            if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        found
    }

    /// Takes the choice of a seat that has to choose. The caller has made sure that it is legal, by picking it from the
    /// legal ones; `forced` says that it is the only one. Run the machine afterwards.
    ///
    /// # Errors
    /// If no decision waits for this seat.
    pub fn choose<S: Sink>(
        &mut self,
        state: &mut State,
        seat: u8,
        choice: &Choice,
        forced: bool,
        sink: &mut S,
    ) -> Result<(), Fault> {
        let illegal = self.fault(state, FaultKind::Illegal);
        let (Some(number), Some(ask)) = (state.waiting(), self.ask(state)) else { return Err(illegal) };
        let waiting = state.seats(ask.waiting);
        if waiting & (1 << seat) == 0 {
            return Err(illegal);
        }
        state.set_seats(ask.waiting, waiting & !(1 << seat));
        if ask.at_once {
            self.keep_answer(state, ask, seat, choice, forced);
            return Ok(());
        }
        state.waiting = -1;
        let act = ask.acts.get(usize::from(choice.act)).ok_or(illegal)?;
        let public = forced && S::LISTENS && self.forced_in_public(state, ask);
        self.take_effect(state, act, Made { ask: number, seat, choice, forced, public }, sink);
        state.pc = act.entry;
        Ok(())
    }

    fn keep_answer(&mut self, state: &mut State, ask: &Ask, seat: u8, choice: &Choice, forced: bool) {
        let base = ask.answers.0 + u32::from(seat) * ask.answers.1;
        let cards = ask.answer_cards.0 + u32::from(seat) * ask.answer_cards.1;
        state.set_int(base, i64::from(choice.act));
        state.set_int(base + 1, i64::from(forced));
        for (index, picked) in (0_u32..).zip(choice.picks).take(MOST_PICKS) {
            if index + 2 < ask.answers.1 {
                state.set_int(base + 2 + index, picked.value);
            }
            if index < ask.answer_cards.1 {
                state.set_mask(cards + index, picked.cards);
            }
        }
    }

    fn kept_answer(state: &State, ask: &Ask, seat: u8) -> (Choice, bool) {
        let base = ask.answers.0 + u32::from(seat) * ask.answers.1;
        let cards = ask.answer_cards.0 + u32::from(seat) * ask.answer_cards.1;
        let mut choice = Choice { act: u8::try_from(state.int(base)).unwrap_or(0), ..Choice::default() };
        for (index, picked) in (0_u32..).zip(&mut choice.picks) {
            let value = if index + 2 < ask.answers.1 { state.int(base + 2 + index) } else { 0 };
            let cards = if index < ask.answer_cards.1 { state.mask(cards + index) } else { 0 };
            *picked = Picked { cards, value };
        }
        (choice, state.int(base + 1) != 0)
    }

    /// Keeps what was picked where the act's block finds it, tells the act and moves its cards.
    fn take_effect<S: Sink>(&mut self, state: &mut State, act: &Act, made: Made, sink: &mut S) {
        let Made { ask, seat, choice, forced, public } = made;
        for (pick, picked) in act.picks.iter().zip(choice.picks) {
            if pick.several {
                state.set_mask(pick.slot, picked.cards);
            } else if matches!(pick.source, super::program::Source::Cards { .. }) {
                let card = if picked.cards == 0 { -1 } else { i64::from(picked.cards.trailing_zeros()) };
                state.set_int(pick.slot, card);
            } else {
                state.set_int(pick.slot, picked.value);
            }
        }
        if S::LISTENS {
            let mut seen = [0; MOST_PICKS];
            for ((pick, picked), seen) in act.picks.iter().zip(choice.picks).zip(&mut seen) {
                *seen = self.who_sees_pick(state, pick, picked.cards, seat);
            }
            sink.event(state, Event::Act { ask, seat, choice, forced, forced_public: public, seen: &seen });
        }
        for (pick, picked) in act.picks.iter().zip(choice.picks) {
            if let Some(to) = pick.to {
                self.move_cards(state, picked.cards, to, true, sink);
            }
        }
    }

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
            steps += 1;
            if steps > MOST_STEPS {
                return Err(self.fault(state, FaultKind::Steps(MOST_STEPS)));
            }
            let program = self.program;
            let Some(op) = program.code.get(state.pc as usize) else {
                state.over = true;
                break;
            };
            let asked = self.step(state, op, chance, sink)?;
            if let Some(fault) = self.regs.fault.take() {
                return Err(Fault { rule: if fault.rule == 0 { self.line(state.pc) } else { fault.rule }, ..fault });
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

    fn slot(&mut self, state: &State, to: &SlotRef) -> Result<u32, Fault> {
        let found = self.eval(state).slot(&mut self.regs, to.base, &to.keys);
        found.ok_or_else(|| self.fault(state, FaultKind::Nobody))
    }

    /// Sets a track and tells it.
    fn store<S: Sink>(
        &mut self,
        state: &mut State,
        to: &SlotRef,
        slot: u32,
        value: i64,
        sink: &mut S,
    ) -> Result<(), Fault> {
        if value < to.range.0 || value > to.range.1 {
            return Err(self.fault(state, FaultKind::OutOfRange(value, to.range.0, to.range.1)));
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
    fn step<C: Chance, S: Sink>(
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
                let place = first.and_then(|card| state.place_of(card));
                let found = place.and_then(|place| {
                    state.in_order(self.program.like.len(), place).find(|card| cards & (1 << (card & 127)) != 0)
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

    fn begin_ask(&mut self, state: &mut State, number: u16) -> Result<SeatSet, Fault> {
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
        for seat in each_seat(seats) {
            if self.count_choices(state, seat, 1) == 0 {
                return Err(Fault { kind: FaultKind::Stuck(seat), rule: ask.rule });
            }
        }
        Ok(seats)
    }

    // ---- forms ----------------------------------------------------------------------------------

    fn form_step<S: Sink>(&mut self, state: &mut State, op: &Op, next: u32, sink: &mut S) -> Result<u32, Fault> {
        let program = self.program;
        match op {
            Op::CircuitBegin(number) => {
                let Some(circuit) = program.circuits.get(usize::from(*number)) else { return Ok(next) };
                let among = self.seats(state, circuit.among);
                let from = self.int(state, circuit.from);
                if from < 0 {
                    return Err(self.fault(state, FaultKind::Nobody));
                }
                state.set_seats(circuit.still, among);
                state.set_seats(circuit.todo, among);
                state.set_seats(circuit.passed, 0);
                state.set_int(circuit.row, 0);
                state.set_int(circuit.acts, 0);
                state.set_int(circuit.seat, from);
            }
            Op::CircuitTurn { circuit: number, exit } => {
                let Some(circuit) = program.circuits.get(usize::from(*number)) else { return Ok(next) };
                let among =
                    state.seats(circuit.still) & if circuit.once { state.seats(circuit.todo) } else { SeatSet::MAX };
                match first_from(program.seats, state.int(circuit.seat), among) {
                    -1 => return Ok(*exit),
                    seat => state.set_int(circuit.seat, seat),
                }
            }
            Op::CircuitActed { circuit: number, role } => {
                let Some(circuit) = program.circuits.get(usize::from(*number)) else { return Ok(next) };
                let seat = state.int(circuit.seat);
                let bit: SeatSet = 1 << seat.clamp(0, 31);
                if let Role::Pass(for_good) = role {
                    state.set_int(circuit.row, state.int(circuit.row) + 1);
                    state.set_seats(circuit.passed, state.seats(circuit.passed) | bit);
                    // Who is ahead gives nothing up by passing.
                    let ahead = circuit.leader.is_some_and(|leader| state.int(leader) == seat);
                    if *for_good && !ahead {
                        state.set_seats(circuit.still, state.seats(circuit.still) & !bit);
                    }
                } else {
                    state.set_int(circuit.row, 0);
                    state.set_seats(circuit.passed, 0);
                    state.set_int(circuit.acts, state.int(circuit.acts) + 1);
                }
                state.set_seats(circuit.todo, state.seats(circuit.todo) & !bit);
                state.set_int(circuit.seat, (seat + 1) % i64::from(program.seats.max(1)));
            }
            Op::AuctionBegin(number) => {
                let Some(auction) = program.auctions.get(usize::from(*number)) else { return Ok(next) };
                state.set_seats(auction.bid, 0);
                state.set_int(auction.clock, 0);
                state.set_int(auction.leader, -1);
                for seat in 0..u32::from(program.seats) {
                    state.set_int(auction.worth + seat, 0);
                    state.set_int(auction.time + seat, 0);
                }
            }
            Op::BidMade { auction: number, seat } => self.bid_made(state, *number, *seat, sink),
            Op::AuctionClose { auction: number, unsold } => {
                let Some(auction) = program.auctions.get(usize::from(*number)) else { return Ok(next) };
                let winner = state.int(auction.leader);
                if S::LISTENS {
                    let best = self.best_bid(state, *number);
                    let worth = best.map_or(0, |(worth, _)| worth);
                    let tied = best.map_or(0, |(_, seats)| seats);
                    let tied = if tied.count_ones() > 1 { tied } else { 0 };
                    let worth =
                        if winner >= 0 { state.int(auction.worth + u32::try_from(winner).unwrap_or(0)) } else { worth };
                    sink.event(state, Event::Closed { auction: *number, winner, worth, tied, ties: auction.ties });
                }
                if winner < 0 {
                    return Ok(*unsold);
                }
            }
            Op::TricksBegin(number) => {
                let Some(tricks) = program.tricks.get(usize::from(*number)) else { return Ok(next) };
                let lead = self.int(state, tricks.lead);
                if lead < 0 {
                    return Err(self.fault(state, FaultKind::Nobody));
                }
                state.set_int(tricks.leader, lead);
                state.set_int(tricks.number, 0);
            }
            Op::TrickBegin(number) => {
                let Some(tricks) = program.tricks.get(usize::from(*number)) else { return Ok(next) };
                let among = self.seats(state, tricks.among);
                state.set_seats(tricks.todo, among);
                state.set_int(tricks.number, state.int(tricks.number) + 1);
                state.set_int(tricks.seat, state.int(tricks.leader));
                for seat in 0..u32::from(program.seats) {
                    state.set_int(tricks.played + seat, -1);
                }
            }
            Op::TrickTurn { tricks: number, exit } => {
                let Some(tricks) = program.tricks.get(usize::from(*number)) else { return Ok(next) };
                match first_from(program.seats, state.int(tricks.seat), state.seats(tricks.todo)) {
                    -1 => return Ok(*exit),
                    seat => state.set_int(tricks.seat, seat),
                }
            }
            Op::Played { tricks: number, pick } => {
                let Some(tricks) = program.tricks.get(usize::from(*number)) else { return Ok(next) };
                let seat = state.int(tricks.seat);
                let card = state.int(*pick);
                state.set_int(tricks.played + u32::try_from(seat).unwrap_or(0), card);
                state.set_seats(tricks.todo, state.seats(tricks.todo) & !(1 << seat.clamp(0, 31)));
            }
            Op::TrickWon(number) => self.trick_won(state, *number, sink)?,
            _ => {}
        }
        Ok(next)
    }

    /// The best worth so far, and who has it; none if nobody has bid.
    fn best_bid(&self, state: &State, number: u16) -> Option<(i64, SeatSet)> {
        let auction = self.program.auctions.get(usize::from(number))?;
        let mut best: Option<(i64, SeatSet)> = None;
        for seat in each_seat(state.seats(auction.bid)) {
            let worth = state.int(auction.worth + u32::from(seat));
            best = match best {
                Some((value, seats)) if value == worth => Some((value, seats | 1 << seat)),
                Some((value, _)) if (worth > value) != auction.highest => best,
                _ => Some((worth, 1 << seat)),
            };
        }
        best
    }

    fn leader(&self, state: &State, number: u16) -> i64 {
        let Some(auction) = self.program.auctions.get(usize::from(number)) else { return -1 };
        let Some((_, best)) = self.best_bid(state, number) else { return -1 };
        if best.count_ones() == 1 {
            return i64::from(best.trailing_zeros());
        }
        let time = |seat: &u8| state.int(auction.time + u32::from(*seat));
        match auction.ties {
            Ties::First => each_seat(best).min_by_key(time).map_or(-1, i64::from),
            Ties::Last => each_seat(best).max_by_key(time).map_or(-1, i64::from),
            Ties::Nobody => -1,
            Ties::Next => {
                let worth = |seat: u8| state.int(auction.worth + u32::from(seat));
                let all = state.seats(auction.bid);
                let alone = each_seat(all)
                    .filter(|seat| each_seat(all).filter(|other| worth(*other) == worth(*seat)).count() == 1);
                let best = if auction.highest {
                    alone.max_by_key(|seat| worth(*seat))
                } else {
                    alone.min_by_key(|seat| worth(*seat))
                };
                best.map_or(-1, i64::from)
            }
        }
    }

    fn bid_made<S: Sink>(&mut self, state: &mut State, number: u16, seat: u32, sink: &mut S) {
        let Some(auction) = self.program.auctions.get(usize::from(number)) else { return };
        let bidder = u8::try_from(state.int(seat)).unwrap_or(0);
        self.regs.set(auction.value.0, i64::from(bidder));
        let worth = self.int(state, auction.value.1);
        let clock = state.int(auction.clock) + 1;
        state.set_int(auction.clock, clock);
        // The time is that at which this worth was reached: a bid that adds nothing leaves it.
        let first = state.seats(auction.bid) & (1 << bidder) == 0;
        if first || state.int(auction.worth + u32::from(bidder)) != worth {
            state.set_int(auction.time + u32::from(bidder), clock);
        }
        state.set_int(auction.worth + u32::from(bidder), worth);
        state.set_seats(auction.bid, state.seats(auction.bid) | 1 << bidder);
        let leader = self.leader(state, number);
        state.set_int(auction.leader, leader);
        if S::LISTENS {
            sink.event(state, Event::Bid { auction: number, seat: bidder, worth, leader });
        }
    }

    fn trick_won<S: Sink>(&mut self, state: &mut State, number: u16, sink: &mut S) -> Result<(), Fault> {
        let Some(tricks) = self.program.tricks.get(usize::from(number)) else { return Ok(()) };
        let mut all: CardSet = 0;
        for seat in 0..u32::from(self.program.seats) {
            let card = state.int(tricks.played + seat);
            if card >= 0 {
                all |= 1 << card.clamp(0, 127);
            }
        }
        let trumps = tricks.trumps.map_or(0, |trumps| all & self.cards(state, trumps));
        let follows = tricks.follows.map_or(all, |follows| all & self.cards(state, follows));
        let from = if trumps == 0 { follows } else { trumps };
        let mut best: Option<(i64, u8)> = None;
        let mut seat = state.int(tricks.leader);
        for _ in 0..self.program.seats {
            let card = state.int(tricks.played + u32::try_from(seat).unwrap_or(0));
            if card >= 0 && from & (1 << card.clamp(0, 127)) != 0 {
                self.regs.set(tricks.card, card);
                let value = self.int(state, tricks.key);
                let better = best.is_none_or(|(than, _)| {
                    let beats = if tricks.highest { value > than } else { value < than };
                    beats || (value == than && tricks.ties == Ties::Last)
                });
                if better {
                    best = Some((value, u8::try_from(seat).unwrap_or(0)));
                }
            }
            seat = (seat + 1) % i64::from(self.program.seats.max(1));
        }
        let Some((_, winner)) = best else { return Err(self.fault(state, FaultKind::Nobody)) };
        state.set_int(tricks.leader, i64::from(winner));
        if S::LISTENS {
            let number_of = state.int(tricks.number);
            sink.event(state, Event::Trick { tricks: number, number: number_of, winner, cards: all });
        }
        Ok(())
    }

    // ---- money and points -----------------------------------------------------------------------

    fn pay<S: Sink>(
        &mut self,
        state: &mut State,
        amount: u32,
        from: Option<&SlotRef>,
        to: Option<&SlotRef>,
        sink: &mut S,
    ) -> Result<(), Fault> {
        let amount = self.int(state, amount);
        if amount < 0 {
            return Err(self.fault(state, FaultKind::OutOfRange(amount, 0, i64::from(i32::MAX))));
        }
        let from = match from {
            Some(from) => Some((from, self.slot(state, from)?)),
            None => None,
        };
        let to = match to {
            Some(to) => Some((to, self.slot(state, to)?)),
            None => None,
        };
        if let Some((from, slot)) = from {
            let there = state.int(slot);
            if there < amount {
                return Err(self.fault(state, FaultKind::PayShort(amount, there)));
            }
            self.store(state, from, slot, there - amount, sink)?;
        }
        if let Some((to, slot)) = to {
            let value = state.int(slot).saturating_add(amount);
            self.store(state, to, slot, value, sink)?;
        }
        Ok(())
    }

    fn score<S: Sink>(
        &mut self,
        state: &mut State,
        amount: u32,
        who: u32,
        reason: u16,
        minus: bool,
        sink: &mut S,
    ) -> Result<(), Fault> {
        let points = self.int(state, amount);
        let points = if minus { -points } else { points };
        let seats = self.seats(state, who);
        let mut teams: SeatSet = 0;
        for seat in each_seat(seats) {
            teams |= 1 << self.program.teams.get(usize::from(seat)).copied().unwrap_or(seat);
        }
        for team in each_seat(teams) {
            let slot = self.program.scores + u32::from(team);
            let value = state.int(slot).saturating_add(points);
            if i32::try_from(value).is_err() {
                return Err(self.fault(state, FaultKind::OutOfRange(value, i64::from(i32::MIN), i64::from(i32::MAX))));
            }
            state.set_int(slot, value);
        }
        if S::LISTENS {
            let items = self.items(state, amount, minus);
            sink.event(state, Event::Score { seats, points, reason, items: &items });
        }
        Ok(())
    }

    /// The cards that make up a total, with the points of each.
    fn items(&mut self, state: &State, amount: u32, minus: bool) -> Vec<(u8, i64)> {
        use super::program::Node;
        let sign = if minus { -1 } else { 1 };
        let mut node = amount;
        while let Some(Node::Let { reg, value, body }) = self.program.nodes.get(node as usize) {
            let value = self.int(state, *value);
            self.regs.set(*reg, value);
            node = *body;
        }
        match self.program.nodes.get(node as usize) {
            Some(Node::TotalTab { table, of }) => {
                let of = self.cards(state, *of);
                let table = self.program.tables.get(*table as usize);
                each_card(of)
                    .map(|card| {
                        (card, sign * table.and_then(|table| table.get(usize::from(card))).copied().unwrap_or(0))
                    })
                    .collect()
            }
            Some(Node::FoldCards { fold: crate::ir::Fold::Total, reg, of, key }) => {
                let of = self.cards(state, *of);
                each_card(of)
                    .map(|card| {
                        self.regs.set(*reg, i64::from(card));
                        (card, sign * self.int(state, *key))
                    })
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    /// The score of each seat.
    #[must_use]
    pub fn scores(&self, state: &State) -> Vec<i64> {
        self.program.teams.iter().map(|team| state.int(self.program.scores + u32::from(*team))).collect()
    }

    /// The winners of a game that is over; empty before, and where the rules name none.
    #[must_use]
    pub fn winners(&self, state: &State) -> SeatSet {
        state.seats(self.program.winners)
    }
}
