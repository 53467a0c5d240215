//! Places and tracks that may become visible without a card moving or a track changing: who sees them depends on the state.

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
    /// The slots of tracks to look at, in their order.
    slots: Vec<Slot>,
}

/// A slot of a track.
#[derive(Debug, Clone, Copy)]
struct Slot {
    track: u16,
    index: u32,
    /// The seats that have been told what it holds: those who see it. None until it is set for the first time: the rules say what it begins with.
    told: Option<SeatSet>,
}

/// Hears with another, keeps what has been shown, and tells what comes into view.
struct Shows<'s, S> {
    shown: &'s mut Shown,
    runner: &'s Runner,
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

    fn corrects(&mut self) -> Option<(u32, i64)> {
        self.sink.corrects()
    }

    fn settles(&mut self, desk: &mut Desk) {
        self.shown.show(self.runner, desk, self.sink);
    }
}

impl Shown {
    /// Nobody has been told anything yet.
    #[must_use]
    pub fn new(program: &Program) -> Self {
        let places = (0_u16..).zip(&program.places).filter(|(_, place)| program.seen_by(&place.sights).is_none());
        let tracks = (0_u16..).zip(&program.tracks).filter(|(_, track)| track.told);
        let slots = tracks.flat_map(|(track, of)| {
            let depends = (0_u32..).zip(&of.sights).filter(|(_, sights)| program.seen_by(sights).is_none());
            depends.map(move |(index, _)| Slot { track, index, told: None })
        });
        let (places, slots) = (places.map(|(number, _)| number).collect(), slots.collect());
        Self { seats: [0; MOST_CARDS], places, slots }
    }

    /// Plays on by a runner while somebody listens. What becomes visible is told behind the operation that makes it so.
    ///
    /// # Errors
    /// As [`Runner::run`].
    pub fn run<S: Sink>(&mut self, runner: &Runner, desk: &mut Desk, sink: &mut S) -> Result<Pause, Fault> {
        let paused = runner.run(desk, &mut Shows { shown: self, runner, sink });
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
        runner.choose(desk, seat, choice, forced, &mut Shows { shown: self, runner, sink })
    }

    /// Hears a move, or that a track changes: who sees it knows from now on where these cards lie, or what the track holds, and nobody else does.
    fn hear(&mut self, event: &Event) {
        match *event {
            Event::Move { ref cards, seen, .. } => {
                for card in cards {
                    if let Some(told) = self.seats.get_mut(usize::from(*card)) {
                        *told = seen;
                    }
                }
            }
            Event::Set { track, index, seen, .. } => self.set((track, index), seen),
            Event::Draw { track: Some(track), index, seen, .. } => self.set((track, index), seen),
            Event::Draw { track: None, .. }
            | Event::Pass { .. }
            | Event::Shuffle { .. }
            | Event::Act { .. }
            | Event::Show { .. }
            | Event::ShowTrack { .. }
            | Event::Bid { .. }
            | Event::Closed { .. }
            | Event::Trick { .. }
            | Event::Score { .. }
            | Event::Won { .. } => {}
        }
    }

    fn set(&mut self, of: (u16, u32), seen: SeatSet) {
        let at = self.slots.binary_search_by_key(&of, |slot| (slot.track, slot.index));
        if let Some(slot) = at.ok().and_then(|at| self.slots.get_mut(at)) {
            slot.told = Some(seen);
        }
    }

    /// Tells those who see a place, but were not told of a card in it, what lies there; and those who see a track, but did not before, what it
    /// holds.
    fn show<S: Sink>(&mut self, runner: &Runner, desk: &mut Desk, sink: &mut S) {
        self.show_places(runner, desk, sink);
        for slot in &mut self.slots {
            let Some(told) = &mut slot.told else { continue };
            let (track, index) = (slot.track, slot.index);
            let seen = runner.seers_of_track(desk, track, index);
            // Whether it was changed meanwhile does not matter: that it was changed and changed back would be told with it.
            let new = seen & !std::mem::replace(told, seen);
            if new != 0 {
                let base = runner.program().tracks.get(usize::from(track)).map_or(0, |track| track.base);
                let value = desk.state().int(base + index);
                let public = runner.sight_of_track_is_public(desk, track, index);
                sink.event(desk.state(), &Event::ShowTrack { track, index, value, seen, new, public });
            }
        }
    }

    fn show_places<S: Sink>(&mut self, runner: &Runner, desk: &mut Desk, sink: &mut S) {
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
