//! What a scripted game hears: the transcript, and the forced acts that the script may still speak of.

use bidlang::{Listener, Transcript};

use crate::diagnostic::Span;
use crate::engine::{Choice, Desk, Event, Runner, Sink, State};
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
    pub transcript: Transcript<Box<dyn FnMut(String) + 'a>>,
    /// Forced acts since the last choice.
    pub forced: Vec<Forced>,
    /// The auction that was heard of last.
    pub form: Option<usize>,
    pub words: Words<'a>,
    pub given: Given,
}

/// What a script gave before a phase began, until somebody decides something.
#[derive(Debug, Default)]
pub struct Given {
    /// Cards, and the line that gave each.
    pub cards: Vec<(u8, Span)>,
    /// Tracks, and the line that gave each.
    pub tracks: Vec<(u16, Span)>,
    /// What was shuffled away or drawn anew: in words, with the line that gave it.
    pub lost: Option<(String, Span)>,
}

impl Given {
    fn hears(&mut self, event: &Event, words: Words) {
        match event {
            Event::Shuffle { place, order, .. } => {
                // With all cards, from which what was given is dealt anew.
                let all = order.len() == words.program.like.len();
                if let Some((card, span)) = self.cards.iter().find(|(card, _)| all && order.contains(card)) {
                    let lost = format!("{} is shuffled away in {}", words.card(*card), words.place(*place));
                    self.lost.get_or_insert((lost, *span));
                }
            }
            Event::Draw { track: Some(track), .. } => {
                if let Some((_, span)) = self.tracks.iter().find(|(given, _)| given == track) {
                    self.lost.get_or_insert(("it is drawn at random".to_owned(), *span));
                }
            }
            _ => {}
        }
    }
}

impl Sink for Ear<'_> {
    fn event(&mut self, state: &State, event: &Event) {
        self.given.hears(event, self.words);
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
