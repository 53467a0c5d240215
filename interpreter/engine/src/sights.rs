//! Places that may become visible without a card moving: who sees them depends on the state.

use super::act::Choice;
use super::desk::{Desk, Pause};
use super::either::Runner;
use super::event::{Event, Sink};
use super::fault::Fault;
use super::program::{Program, SeatSet};
use super::state::State;
use super::{MOST_CARDS, each_card};

/// For each card the seats that have been told where it lies.
#[derive(Debug, Clone)]
pub struct Shown {
    seats: [SeatSet; MOST_CARDS],
    /// The places to look at.
    places: Vec<u16>,
}

/// Hears with another, and keeps what has been shown.
struct Shows<'s, S> {
    shown: &'s mut Shown,
    sink: &'s mut S,
}

impl<S: Sink> Sink for Shows<'_, S> {
    const LISTENS: bool = S::LISTENS;

    fn event(&mut self, state: &State, event: &Event) {
        self.shown.hear(event);
        self.sink.event(state, event);
    }

    fn has_enough(&self) -> bool {
        self.sink.has_enough()
    }
}

impl Shown {
    /// Nobody has been told anything yet.
    #[must_use]
    pub fn new(program: &Program) -> Self {
        let places = (0_u16..).zip(&program.places).filter(|(_, place)| program.seen_by(&place.sights).is_none());
        Self { seats: [0; MOST_CARDS], places: places.map(|(number, _)| number).collect() }
    }

    /// Plays on by a runner while somebody listens. Where it stops, places that have become visible are told.
    ///
    /// # Errors
    /// As [`Runner::run`].
    pub fn run<S: Sink>(&mut self, runner: &Runner, desk: &mut Desk, sink: &mut S) -> Result<Pause, Fault> {
        let paused = runner.run(desk, &mut Shows { shown: self, sink });
        self.show(runner, desk, sink);
        paused
    }

    /// A seat makes a legal choice while somebody listens; see [`Runner::choose`].
    ///
    /// # Errors
    /// As [`Runner::choose`].
    pub fn choose<S: Sink>(
        &mut self,
        runner: &Runner,
        desk: &mut Desk,
        (seat, choice, forced): (u8, &Choice, bool),
        sink: &mut S,
    ) -> Result<(), Fault> {
        runner.choose(desk, seat, choice, forced, &mut Shows { shown: self, sink })
    }

    /// Hears a move: who sees it knows from now on where these cards lie, and nobody else does.
    fn hear(&mut self, event: &Event) {
        if let Event::Move { cards, seen, .. } = event {
            for card in cards {
                if let Some(told) = self.seats.get_mut(usize::from(*card)) {
                    *told = *seen;
                }
            }
        }
    }

    /// Tells those who see a place, but were not told of a card in it, what lies there.
    fn show<S: Sink>(&mut self, runner: &Runner, desk: &mut Desk, sink: &mut S) {
        for place in &self.places {
            let mask = desk.state().mask(u32::from(*place));
            if mask == 0 {
                continue;
            }
            let seers = runner.seers(desk, *place);
            let mut new = 0;
            for card in each_card(mask) {
                if let Some(told) = self.seats.get_mut(usize::from(card)) {
                    new |= seers & !*told;
                    *told |= seers;
                }
            }
            if new != 0 {
                let cards: Vec<u8> = desk.state().in_order(runner.program(), *place).collect();
                let public = runner.sight_is_public(desk, *place);
                let event = Event::Show { place: *place, cards, seen: seers, new, public };
                desk.knows_from(&event);
                sink.event(desk.state(), &event);
            }
        }
    }
}
