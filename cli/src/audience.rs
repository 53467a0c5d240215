//! Who is told of a game as it goes: readers, the record's file, the screens of persons, and programs that play.

use std::cell::RefCell;

use bidlang::engine::{Choice, Desk, Event, Runner, Sink, State};
use bidlang::{Follower, Ledger, Listener, Prepared, Recorder, Transcript};
use bidlang_players::{Thinker, tell, tell_choice};

use crate::hinter::Hinter;
use crate::news::News;

/// Where lines go.
pub type Line<'a> = Box<dyn FnMut(String) + 'a>;

/// Who is told of the game: the reader, and the record's file.
pub struct Audience<'a> {
    /// The game.
    pub prepared: &'a Prepared,
    /// Who reads along, in words.
    pub transcript: Option<Transcript<Line<'a>>>,
    /// Who reads along, as lines of JSON.
    pub shown: Option<Recorder<Line<'a>>>,
    /// What is kept.
    pub kept: Option<Recorder<Line<'a>>>,
    /// What was scored, where somebody may ask for it.
    pub ledger: Option<Ledger>,
    /// What each person is told in words, where several share a terminal.
    pub own: Vec<(u8, Transcript<Line<'a>>)>,
    /// What each person is told, kept for their screens.
    pub followers: Vec<(u8, Follower)>,
    /// What persons were told, where there are any.
    pub news: Option<News<'a>>,
    /// The records of the seats that programs play.
    pub bots: Vec<Recorder<Line<'a>>>,
    /// Players that think.
    pub thinkers: Vec<(u8, Thinker)>,
    /// Those who give hints to persons.
    pub hinters: Vec<(u8, RefCell<Hinter>)>,
}

impl<'a> Audience<'a> {
    /// All that is told so far has its lines.
    pub fn flush(&mut self) {
        self.transcript.iter_mut().for_each(Transcript::flush);
        self.own.iter_mut().for_each(|(_, transcript)| transcript.flush());
    }

    /// Who is told all lines of a record.
    pub fn recorders(&mut self) -> impl Iterator<Item = &mut Recorder<Line<'a>>> {
        [&mut self.shown, &mut self.kept].into_iter().flatten().chain(&mut self.bots)
    }
}

impl Sink for Audience<'_> {
    fn event(&mut self, state: &State, event: &Event) {
        if let Some(transcript) = &mut self.transcript {
            transcript.event(state, event);
        }
        for recorder in self.recorders() {
            recorder.event(state, event);
        }
        if let Some(ledger) = &mut self.ledger {
            ledger.event(state, event);
        }
        for (_, transcript) in &mut self.own {
            transcript.event(state, event);
        }
        for (_, follower) in &mut self.followers {
            follower.event(state, event);
        }
        if let Some(news) = &mut self.news {
            news.event(state, event);
        }
        let program = self.prepared.runner().program();
        tell(self.thinkers.iter_mut().map(|(seat, thinker)| (*seat, thinker)), program, (state, event));
        tell(self.hinters.iter_mut().map(|(seat, hinter)| (*seat, hinter)), program, (state, event));
    }
}

impl Listener for Audience<'_> {
    fn decided(&mut self, runner: &Runner, desk: &mut Desk, seat: u8, choice: &Choice, forced: bool) {
        for recorder in self.recorders() {
            recorder.decided(runner, desk, seat, choice, forced);
        }
        if let Some(ledger) = &mut self.ledger {
            ledger.decided(runner, desk, seat, choice, forced);
        }
        let thinkers = self.thinkers.iter_mut().map(|(seat, thinker)| (*seat, thinker));
        tell_choice(thinkers, (runner, desk), (seat, choice, forced));
        let hinters = self.hinters.iter_mut().map(|(seat, hinter)| (*seat, hinter));
        tell_choice(hinters, (runner, desk), (seat, choice, forced));
    }
}
