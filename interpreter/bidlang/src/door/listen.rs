//! Who is told of a game as it is played.

use crate::engine::{Choice, Desk, Event, Runner, Silent, Sink, State, Told};

/// Who is told of a game: events, and decisions when they are made. A [`Recorder`](crate::Recorder) writes them down as lines of JSON,
/// a [`Transcript`](crate::Transcript) as people would tell them; both tell a seat what it may know. [`Silent`] hears nothing, and
/// nothing is worked out for it.
pub trait Listener: Sink {
    /// A seat has chosen; the desk has the state before the choice.
    fn decided(&mut self, runner: &Runner, desk: &mut Desk, seat: u8, choice: &Choice, forced: bool);
}

impl Listener for Silent {
    fn decided(&mut self, _: &Runner, _: &mut Desk, _: u8, _: &Choice, _: bool) {}
}

/// Hears with a listener, and keeps what has been told.
pub(super) struct Ear<'l, L> {
    pub(super) told: &'l mut Told,
    pub(super) listener: &'l mut L,
}

impl<L: Sink> Sink for Ear<'_, L> {
    const LISTENS: bool = L::LISTENS;

    fn event(&mut self, state: &State, event: &Event) {
        self.told.hear(event);
        self.listener.event(state, event);
    }
}
