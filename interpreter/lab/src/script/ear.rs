//! What a scripted game hears: the transcript, and the forced acts that the script may still speak of.

use crate::engine::{Choice, Desk, Event, Runner, Sink, State};
use crate::session::Listener;
use crate::transcript::Transcript;
use crate::words::Words;

/// An act that was forced.
pub struct Forced {
    pub seat: u8,
    pub ask: u16,
    pub choice: Choice,
    /// The state in which it was forced.
    pub before: State,
}

/// What happens is written down, and the forced acts are noted.
pub struct Ear<'a> {
    pub transcript: Transcript<'a, Box<dyn FnMut(String) + 'a>>,
    /// Forced acts since the last choice.
    pub forced: Vec<Forced>,
    /// The auction that was heard of last.
    pub form: Option<usize>,
    pub words: Words<'a>,
}

impl Sink for Ear<'_> {
    fn event(&mut self, state: &State, event: &Event) {
        if let Event::Bid { auction, .. } | Event::Closed { auction, .. } = event {
            self.form = self.words.program.auctions.get(usize::from(*auction)).map(|auction| usize::from(auction.form));
        }
        self.transcript.event(state, event);
    }
}

impl Listener for Ear<'_> {
    fn decided(&mut self, _: &Runner, desk: &mut Desk, seat: u8, choice: &Choice, forced: bool) {
        let state = desk.state();
        if let (true, Some(ask)) = (forced, state.waiting()) {
            self.forced.push(Forced { seat, ask, choice: *choice, before: state.clone() });
        }
    }
}
