//! The stepping interface: whose decision, the legal choices, why others are not, a choice that is made.

use super::lies::Lies;
use std::ops::ControlFlow;

use super::super::act::{Choice, Picked};
use super::super::chance::Luck;
use super::super::event::Sink;
use super::super::fault::{Fault, FaultKind};
use super::super::program::{Ask, CardSet, Op, Pick, RuleId, SeatSet, Source};
use super::super::refused::{Objection, Refusals};
use super::super::state::State;
use super::asks::Asked;
use super::desk::Desk;
use super::effects::{Picks, Told};
use super::public::Offered;
use super::{Hears, Runner};
use crate::CardSet as AnyCards;

impl Runner {
    /// A desk with a game at its beginning whose chance comes from elsewhere.
    #[must_use]
    pub fn desk_by(&self, chance: impl Into<Luck>) -> Desk {
        let mut desk = self.desk(0);
        desk.chance = chance.into();
        desk
    }

    /// Begins a phase by itself on a desk, with one of its passes if it has any, from 1: tracks and places are still to be set.
    /// Gives whether it can begin so.
    pub fn start_phase(&self, desk: &mut Desk, phase: u16, pass: u32) -> bool {
        desk.load(&self.start);
        let code = &self.program.code;
        for op in code {
            if !self.reset(desk, op) {
                break;
            }
        }
        let Some(entry) = self.program.phases.get(usize::from(phase)) else { return false };
        desk.state.pc = entry.entry;
        if pass != 1 {
            // Where the passes begin to count, so many have been already.
            let counts = |op: &Op| matches!(op, Op::Reset { base, count: 1, .. } if Some(*base) == entry.pass);
            let (Some(slot), Some(done)) = (entry.pass, pass.checked_sub(1)) else { return false };
            if !code.get(entry.entry as usize).is_some_and(counts) {
                return false;
            }
            desk.state.set_small(slot, i64::from(done));
            desk.state.pc += 1;
        }
        // The tracks of the phase start now, so that a script can set them; what is worked out by what it is given comes later.
        while entry.pass.is_none()
            && let Some(op) = code.get(desk.state.pc as usize)
            && matches!(op, Op::Reset { base, .. } if self.program.track_of(*base).is_some())
            && self.reset(desk, op)
        {
            desk.state.pc += 1;
        }
        desk.state.set_small(entry.back, i64::try_from(code.len()).unwrap_or(i64::from(i32::MAX)));
        true
    }

    /// Does an operation that gives tracks their first value, if it is one.
    fn reset(&self, desk: &mut Desk, op: &Op) -> bool {
        let Op::Reset { base, count, value } = op else { return false };
        let value = self.phrases.int(desk, *value);
        (*base..base + count).for_each(|slot| desk.keep(slot, value));
        true
    }

    /// Puts a card into a place before a phase begins, as a script says.
    pub fn put(&self, desk: &mut Desk, card: u8, place: u16) {
        if let Some(from) = desk.state.place_of(&self.program, card) {
            desk.state.shift(&self.program, card, from, place);
        }
    }

    /// The line at which a game stands.
    #[must_use]
    pub fn here(&self, desk: &Desk) -> RuleId {
        self.line(desk.state.pc)
    }

    /// The lines that a game goes through, as far as they can be followed without a decision; a circle is given once. For telling what
    /// an endless stretch of rules does.
    #[must_use]
    pub fn circle(&self, desk: &Desk) -> Vec<RuleId> {
        let mut desk = desk.clone();
        desk.steps = 0;
        let mut lines: Vec<RuleId> = Vec::new();
        for _ in 0..1000 {
            let pc = desk.state.pc;
            let Some(op) = self.code.get(pc as usize) else { break };
            let line = self.line(pc);
            if lines.first() == Some(&line) && lines.len() > 1 {
                break;
            }
            if lines.last() != Some(&line) {
                lines.push(line);
            }
            desk.stopped = false;
            desk.state.pc = op(&mut desk);
            if desk.stopped {
                break;
            }
        }
        lines
    }

    /// The decision that waits.
    #[must_use]
    pub fn ask(&self, state: &State) -> Option<&Ask> {
        self.program.asks.get(usize::from(state.waiting()?))
    }

    fn asked_now(&self, desk: &Desk) -> Option<(u16, &Asked, &Ask)> {
        let number = desk.state.waiting()?;
        Some((number, self.asks.get(usize::from(number))?, self.program.asks.get(usize::from(number))?))
    }

    /// The seats that still have to choose.
    #[must_use]
    pub fn choosers(&self, state: &State) -> SeatSet {
        self.ask(state).map_or(0, |ask| state.seats(ask.waiting))
    }

    /// The decision that waits, with phrases that speak of one of the seats.
    pub(super) fn asked_of(&self, desk: &mut Desk, seat: u8) -> Option<(u16, &Asked, &Ask)> {
        let found = self.asked_now(desk)?;
        if found.1.at_once() {
            found.1.of(desk, seat);
        }
        Some(found)
    }

    /// Visits the legal choices of a seat, in their order.
    pub fn each_choice(&self, desk: &mut Desk, seat: u8, mut visit: impl FnMut(&Choice) -> ControlFlow<()>) {
        let Some((_, asked, _)) = self.asked_of(desk, seat) else { return };
        for (act, offer) in (0_u8..).zip(asked.offers().iter()) {
            if offer.each(desk, &mut |picks| visit(&Choice { act, picks: *picks })).is_break() {
                break;
            }
        }
    }

    /// The `n`th legal choice of a seat.
    pub fn nth_choice(&self, desk: &mut Desk, seat: u8, n: u64) -> Option<Choice> {
        let total = self.choices(desk, seat);
        let (_, asked, _) = self.asked_of(desk, seat)?;
        if n >= total {
            return None;
        }
        let mut picks = Picks::default();
        let act = asked.nth(desk, n, &mut picks)?;
        Some(Choice { act: u8::try_from(act).ok()?, picks })
    }

    /// Asks those who choose at once anew: nobody has answered yet. Nothing where one seat is asked.
    ///
    /// # Errors
    /// Where somebody has nothing to choose.
    pub fn ask_anew(&self, desk: &mut Desk) -> Result<(), Fault> {
        if self.asked_now(desk).is_some_and(|(_, asked, _)| asked.at_once()) {
            self.begin(desk)?;
        }
        Ok(())
    }

    /// The cards from which a pick of an act is taken, conditions apart.
    pub fn source(&self, desk: &mut Desk, seat: u8, pick: &Pick) -> CardSet {
        match pick.source {
            Source::Cards { from, .. } if self.asked_of(desk, seat).is_some() => self.phrases.cards(desk, from),
            Source::Cards { .. } | Source::Number { .. } | Source::Member { .. } | Source::Seat | Source::YesNo => {
                CardSet::NONE
            }
        }
    }

    /// The cards from which a pick of an act is taken, those that its `where` allows where nothing else was picked before.
    pub fn pickable(&self, desk: &mut Desk, seat: u8, pick: &Pick) -> CardSet {
        let source = self.source(desk, seat, pick);
        pick.filter.map_or(source, |filter| desk.quietly(|desk| source & self.phrases.cards(desk, filter)))
    }

    /// Everything that forbids a choice; empty if it is legal.
    pub fn objections(&self, desk: &mut Desk, seat: u8, choice: &Choice) -> Vec<Objection> {
        let Some((_, _, ask)) = self.asked_of(desk, seat) else { return Vec::new() };
        desk.quietly(|desk| self.phrases.objections(desk, ask, choice))
    }

    /// What forbids a choice, as far as the seat can work it out from what it has been told; empty if it is legal.
    pub fn grounds(&self, desk: &mut Desk, seat: u8, choice: &Choice) -> Vec<Objection> {
        let all = self.objections(desk, seat, choice);
        match self.asked_of(desk, seat) {
            Some((_, _, ask)) if !all.is_empty() => {
                desk.quietly(|desk| self.phrases.knower(seat).told_of(desk, ask, choice, &all))
            }
            _ => all,
        }
    }

    /// Of what is refused in a decision, what the seat can work out; whether there may be more that it does not see.
    pub fn refusals_told(&self, desk: &mut Desk, seat: u8) -> (Refusals, bool) {
        let all = self.refusals(desk, seat);
        let Some((_, _, ask)) = self.asked_of(desk, seat) else { return (all, false) };
        desk.quietly(|desk| self.phrases.knower(seat).told_of_all(desk, ask, all))
    }

    /// What a seat might mean to do in the decision that waits, and may not. Cards count as meant only where they lie in a place from
    /// which the act picks.
    pub fn refusals(&self, desk: &mut Desk, seat: u8) -> Refusals {
        let Some((_, _, ask)) = self.asked_of(desk, seat) else { return Refusals::default() };
        desk.quietly(|desk| self.phrases.refusals(desk, ask))
    }

    /// Whether a choice has the shape of an act of the decision that waits: nothing is picked beyond what the act picks, cards only where
    /// it picks cards, and one card where it picks one.
    #[must_use]
    pub fn fits(&self, state: &State, choice: &Choice) -> bool {
        let Some(act) = self.ask(state).and_then(|ask| ask.acts.get(usize::from(choice.act))) else { return false };
        let (made, beyond) = choice.picks.split_at(act.picks.len().min(choice.picks.len()));
        let fits = |(pick, picked): (&Pick, &Picked)| match pick.source {
            Source::Cards { .. } => picked.value == 0 && (pick.several || picked.cards.count_ones() <= 1),
            Source::Number { .. } | Source::Member { .. } | Source::Seat | Source::YesNo => picked.cards == 0,
        };
        act.picks.iter().zip(made).all(fits) && beyond.iter().all(|picked| *picked == Picked::default())
    }

    /// Whether a choice is one of the legal ones, as they are listed.
    pub fn is_legal(&self, desk: &mut Desk, seat: u8, choice: &Choice) -> bool {
        let mut found = false;
        self.each_choice(desk, seat, |legal| {
            found = legal == choice;
            if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        found
    }

    /// How many legal choices a seat that has to choose has in each act, and of an act that picks one card which cards those are.
    pub fn offered<'d>(&self, desk: &'d mut Desk, seat: u8) -> &'d [(u64, AnyCards)] {
        self.choices(desk, seat);
        let acts = self.asked_now(desk).map_or(0, |(_, asked, _)| asked.acts());
        desk.counts.get(..acts).unwrap_or_default()
    }

    /// Whether a choice of a seat that has to choose is legal, without a list of those that are.
    pub fn allows(&self, desk: &mut Desk, seat: u8, choice: &Choice) -> bool {
        let act = usize::from(choice.act);
        let Some((count, cards)) = self.offered(desk, seat).get(act).copied().filter(|(count, _)| *count > 0) else {
            return false;
        };
        let Some((_, asked, _)) = self.asked_of(desk, seat) else { return false };
        let [first, rest @ ..] = &choice.picks;
        let only_one = rest.iter().all(|picked| *picked == Picked::default());
        match asked.offers().get(act) {
            Some(offer) if offer.is_plain() => only_one && *first == Picked::default(),
            Some(offer) if offer.is_card() && first.cards & cards == first.cards => {
                only_one && first.value == 0 && first.cards.count_ones() == u32::from(cards != 0) && count > 0
            }
            // A card that is like one of them, or what has no set of cards.
            Some(_) => self.fits(desk.state(), choice) && self.objections(desk, seat, choice).is_empty(),
            None => false,
        }
    }

    /// Counts which lines forbid something in the decision that waits.
    pub(super) fn note_forbidding(&self, desk: &mut Desk, seat: u8) {
        if desk.reached.is_some()
            && let Some((_, _, ask)) = self.asked_of(desk, seat)
        {
            desk.quietly(|desk| self.phrases.note_forbidding(desk, ask));
        }
    }

    /// Takes the choice of a seat that has to choose. The caller has made sure that it is legal, by picking it from the
    /// legal ones; `forced` says that it is the only one. Run on afterwards.
    ///
    /// # Errors
    /// If no decision waits for this seat, or there is no such act.
    pub fn choose<S: Sink>(
        &self,
        desk: &mut Desk,
        seat: u8,
        choice: &Choice,
        forced: bool,
        sink: &mut S,
    ) -> Result<(), Fault> {
        if S::LISTENS {
            desk.listened(&self.program);
        }
        let illegal = Fault { kind: FaultKind::Illegal, rule: self.here(desk) };
        let (number, asked, ask) = self.asked_now(desk).ok_or(illegal)?;
        let (waiting, act) = (desk.state.seats(asked.waiting), usize::from(choice.act));
        let effect = asked.effect(act).filter(|_| seat < 32 && waiting & (1 << seat) != 0).ok_or(illegal)?;
        self.phrases.note_so_that(desk, ask, choice);
        desk.looked = None;
        desk.state.set_seats(asked.waiting, waiting & !(1 << seat));
        if asked.at_once() {
            asked.answers().keep(desk, seat, act, forced, &choice.picks);
            return Ok(());
        }
        if S::LISTENS || desk.reached.is_some() {
            let eyes = self.phrases.as_ref();
            let public = forced && desk.quietly(|desk| Offered::new(asked, ask).forced_in_public(desk, eyes));
            desk.state.waiting = -1;
            effect.tell(desk, &choice.picks, Told { ask: number, seat, act, forced, public }, eyes);
            sink.hear(desk);
        } else {
            desk.state.waiting = -1;
            effect.take(desk, &choice.picks);
        }
        desk.state.pc = effect.entry;
        Ok(())
    }

    /// How many choices a seat has in the decision that waits; what is wrong while they are counted stops the game.
    pub(super) fn counted(&self, desk: &mut Desk, asked: &Asked, seat: u8) -> u64 {
        let (count, took) = desk.looking(|desk| self.count(desk, asked, seat));
        desk.worked = desk.worked.wrapping_add(took);
        count
    }
}
