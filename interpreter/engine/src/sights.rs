//! Places and tracks that may become visible without a card moving or a track changing: who sees them depends on the state. One rule: what comes
//! into view is told whenever it comes into view, whether or not it has changed since it was seen last.

use super::act::Choice;
use super::desk::{Desk, Pause};
use super::either::Runner;
use super::event::{Event, Sink};
use super::fault::Fault;
use super::program::{CardSet, Node, NodeId, Op, Pc, Program, SeatSet};
use super::state::State;

/// Who has been told what lies where, and what tracks hold: of each place and each slot that may come into view, those who have seen it since.
#[derive(Debug, Clone)]
pub struct Shown {
    /// The places to look at.
    places: Vec<Looked<u16>>,
    /// The slots of tracks to look at, in their order.
    slots: Vec<Looked<(u16, u32)>>,
    /// What says who sees them: slots of numbers and of cards, as they were when it was looked last.
    numbers: Vec<(u32, i64)>,
    cards: Vec<(u32, CardSet)>,
}

/// A place, or a slot of a track.
#[derive(Debug, Clone, Copy)]
struct Looked<T> {
    at: T,
    /// The seats that saw it when it was looked last, and were told of all that has changed since; none before it is looked for the first time.
    told: Option<SeatSet>,
}

impl<T> Looked<T> {
    const fn new(at: T) -> Self {
        Self { at, told: None }
    }

    /// These see it now: those of them for whom it comes into view. Whether it has changed meanwhile does not matter: that it was changed and
    /// changed back would be told with it.
    fn comes_into_view(&mut self, seers: SeatSet) -> SeatSet {
        seers & !self.told.replace(seers).unwrap_or(0)
    }

    /// Something has changed of which these were told.
    const fn changes(&mut self, told: SeatSet) {
        if let Some(seats) = &mut self.told {
            *seats &= told;
        }
    }
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

    fn looks(&self, state: &State) -> bool {
        self.shown.is_stale(self.runner.program(), state)
    }

    fn settles(&mut self, desk: &mut Desk) {
        self.shown.show(self.runner, desk, self.sink);
    }
}

impl Shown {
    /// Nobody has been told anything yet.
    #[must_use]
    pub fn new(program: &Program) -> Self {
        let mut found = Self { places: Vec::new(), slots: Vec::new(), numbers: Vec::new(), cards: Vec::new() };
        for (number, place) in (0_u16..).zip(&program.places) {
            if found.depends(program, &place.sights) {
                found.places.push(Looked::new(number));
            }
        }
        for (number, track) in (0_u16..).zip(&program.tracks).filter(|(_, track)| track.told) {
            for (index, sights) in (0_u32..).zip(&track.sights) {
                if found.depends(program, sights) {
                    found.slots.push(Looked::new((number, index)));
                }
            }
        }
        let Self { numbers, cards, .. } = &mut found;
        numbers.extend(program.turned.filter(|_| !numbers.is_empty()).map(|slot| (slot, 0)));
        numbers.sort_unstable();
        numbers.dedup();
        cards.sort_unstable_by_key(|(slot, _)| *slot);
        cards.dedup();
        found
    }

    /// Whether who sees by some sights depends on the state; then what they go by is looked at.
    fn depends(&mut self, program: &Program, sights: &[(NodeId, NodeId)]) -> bool {
        let depends = program.seen_by(sights).is_none();
        if depends {
            sights.iter().flat_map(|(when, who)| [*when, *who]).for_each(|phrase| self.goes_by(program, phrase));
        }
        depends
    }

    /// The slots that a phrase goes by. Places and scores it may go by, too: when these change, somebody hears of it.
    fn goes_by(&mut self, program: &Program, phrase: NodeId) {
        let Some(node) = program.nodes.get(phrase) else { return };
        match node {
            Node::Slot(slot) | Node::SeatSlot(slot) => self.numbers.push((*slot, 0)),
            Node::SlotAt { base, keys, .. } => {
                let size: u32 = keys.iter().map(|(_, size)| size).product();
                self.numbers.extend((*base..base + size).map(|slot| (slot, 0)));
            }
            Node::AllPass { still, passed } => self.numbers.extend([(*still, 0), (*passed, 0)]),
            Node::CardSlot(slot) => self.cards.push((*slot, CardSet::NONE)),
            _ => {}
        }
        program.inner(node, &mut |inner| self.goes_by(program, inner));
    }

    /// Whether something that says who sees what has changed since it was looked last. Tracks that begin anew do so together: between them nothing is
    /// seen.
    fn is_stale(&self, program: &Program, state: &State) -> bool {
        let reset = |pc: Pc| matches!(program.code.get(pc as usize), Some(Op::Reset { .. }));
        (self.is_new() || self.differs(state)) && !(reset(state.pc) && reset(state.pc + 1))
    }

    fn differs(&self, state: &State) -> bool {
        self.numbers.iter().any(|(slot, was)| state.int(*slot) != *was)
            || self.cards.iter().any(|(slot, was)| state.mask(*slot) != *was)
    }

    /// Looks before anything is told, where a game does not begin with the first values of tracks: then behind these.
    fn begins(&mut self, runner: &Runner, desk: &mut Desk, sink: &mut impl Sink) {
        let begins = matches!(runner.program().code.get(desk.state().pc as usize), Some(Op::Reset { .. }));
        if self.is_new() && !begins {
            desk.listened(runner.program());
            self.show(runner, desk, sink);
        }
    }

    /// Whether it was never looked.
    fn is_new(&self) -> bool {
        let place = self.places.first().map(|place| place.told);
        place.or_else(|| self.slots.first().map(|slot| slot.told)).is_some_and(|told| told.is_none())
    }

    /// Plays on by a runner while somebody listens. What becomes visible is told behind the operation that makes it so.
    ///
    /// # Errors
    /// As [`Runner::run`].
    pub fn run<S: Sink>(&mut self, runner: &Runner, desk: &mut Desk, sink: &mut S) -> Result<Pause, Fault> {
        self.begins(runner, desk, sink);
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
        self.begins(runner, desk, sink);
        runner.choose(desk, seat, choice, forced, &mut Shows { shown: self, runner, sink })
    }

    /// Hears a move, or that a track changes: who is told of it knows what is there, and nobody else does.
    fn hear(&mut self, event: &Event) {
        match *event {
            Event::Move { from, to, seen, .. } => {
                let touched = self.places.iter_mut().filter(|place| place.at == from || place.at == to);
                touched.for_each(|place| place.changes(seen));
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
        let at = self.slots.binary_search_by_key(&of, |slot| slot.at);
        if let Some(slot) = at.ok().and_then(|at| self.slots.get_mut(at)) {
            slot.told = Some(seen);
        }
    }

    /// Tells those for whom a place comes into view what lies there, and those for whom a track does what it holds.
    fn show<S: Sink>(&mut self, runner: &Runner, desk: &mut Desk, sink: &mut S) {
        self.numbers.iter_mut().for_each(|(slot, was)| *was = desk.state().int(*slot));
        self.cards.iter_mut().for_each(|(slot, was)| *was = desk.state().mask(*slot));
        self.show_places(runner, desk, sink);
        for slot in &mut self.slots {
            let (track, index) = slot.at;
            let seen = runner.seers_of_track(desk, track, index);
            let first = slot.told.is_none();
            let new = slot.comes_into_view(seen);
            // What a track begins with the rules say.
            if new != 0 && !first {
                let base = runner.program().tracks.get(usize::from(track)).map_or(0, |track| track.base);
                let value = desk.state().int(base + index);
                let public = runner.sight_of_track_is_public(desk, track, index);
                sink.event(desk.state(), &Event::ShowTrack { track, index, value, seen, new, public });
            }
        }
    }

    fn show_places<S: Sink>(&mut self, runner: &Runner, desk: &mut Desk, sink: &mut S) {
        for looked in &mut self.places {
            let place = looked.at;
            let seen = runner.seers(desk, place);
            let first = looked.told.is_none();
            let new = looked.comes_into_view(seen);
            // That nothing lies there is known where all count the cards, and of a place to which none have come yet.
            let counted = runner.program().places.get(usize::from(place)).is_none_or(|place| place.sizes.is_empty());
            let nothing = desk.state().mask(u32::from(place)) == 0;
            if new != 0 && !(nothing && (counted || first)) {
                let cards: Vec<u8> = desk.state().in_order(runner.program(), place).collect();
                let public = runner.sight_is_public(desk, place);
                let event = Event::Show { place, cards, seen, new, public };
                desk.knows_from(&event);
                sink.event(desk.state(), &event);
            }
        }
    }
}
