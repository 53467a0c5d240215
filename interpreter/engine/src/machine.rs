//! The stepping interface: whose decision, the legal acts, apply, events.

use std::ops::ControlFlow;

use super::MOST_PICKS;
use super::act::{Choice, Picked};
use super::eval::{Eval, Regs};
use super::event::{Event, Sink};
use super::fault::{Fault, FaultKind};
use super::legal::Objection;
use super::program::{Act, Ask, CardSet, Op, Program, RuleId, SeatSet};
use super::reached::{Reach, Reached};
use super::state::State;

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
pub(super) struct Made<'c> {
    pub ask: u16,
    pub seat: u8,
    pub choice: &'c Choice,
    pub forced: bool,
    /// Whether everybody could tell that it was forced.
    pub public: bool,
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

    /// Counts from now on what is reached, or goes on with what was counted before.
    pub fn count_reached(&mut self, reached: Reached) {
        self.regs.reached = Some(Box::new(reached));
    }

    /// What was reached since [`Self::count_reached`]; nothing is counted any more.
    pub fn reached(&mut self) -> Option<Reached> {
        self.regs.reached.take().map(|reached| *reached)
    }

    pub(super) const fn eval<'e>(&self, state: &'e State) -> Eval<'e>
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
        if let Some(from) = state.place_of(self.program, card) {
            state.shift(self.program, card, from, place);
        }
    }

    /// A number of the program's phrases, worked out now.
    pub fn work_out(&mut self, state: &State, node: u32) -> i64 {
        self.int(state, node)
    }

    /// A set of cards of the program's phrases, worked out now.
    pub fn work_out_cards(&mut self, state: &State, node: u32) -> CardSet {
        self.cards(state, node)
    }

    pub(super) fn line(&self, pc: u32) -> RuleId {
        self.program.lines.get(pc as usize).copied().unwrap_or(0)
    }

    /// The line at which the machine stands.
    #[must_use]
    pub fn here(&self, state: &State) -> RuleId {
        self.line(state.pc)
    }

    /// The phases that are being run, the outermost first, each with its pass where it repeats.
    #[must_use]
    pub fn phases(&self, state: &State) -> Vec<(u16, Option<i64>)> {
        self.program.phases_at(state)
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

    pub(super) fn speak_of(&mut self, ask: &Ask, seat: u8) {
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

    pub(super) fn keep_answer(&mut self, state: &mut State, ask: &Ask, seat: u8, choice: &Choice, forced: bool) {
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

    pub(super) fn kept_answer(state: &State, ask: &Ask, seat: u8) -> (Choice, bool) {
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
    pub(super) fn take_effect<S: Sink>(&mut self, state: &mut State, act: &Act, made: Made, sink: &mut S) {
        let Made { ask, seat, choice, forced, public } = made;
        self.regs.note(act.rule, Reach::Chosen);
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
