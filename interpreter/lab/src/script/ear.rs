//! What a scripted game hears: the transcript, and the forced acts that the script may still speak of.

use bidlang::{Listener, Transcript};

use crate::diagnostic::Span;
use crate::engine::{CardSet, Choice, Desk, Event, Runner, Sink, State};
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
    /// Tracks with their slot, and the line that gave each.
    pub tracks: Vec<(u16, u32, Span)>,
    /// Places that are said to be empty, with their line.
    pub empty: Vec<(u16, Span)>,
    /// Cards that were shuffled away, each with the place in which that was.
    shuffled: Vec<(u8, u16)>,
    /// Tracks that were drawn anew.
    drawn: Vec<u16>,
}

impl Given {
    fn hears(&mut self, event: &Event, words: Words) {
        match event {
            // With all cards, from which what was given is dealt anew.
            Event::Shuffle { place, order, .. } if order.len() == words.program.like.len() => {
                self.shuffled.extend(order.iter().map(|card| (*card, *place)));
            }
            Event::Draw { track: Some(track), .. } => self.drawn.push(*track),
            _ => {}
        }
    }

    /// What was given and has gone, in words, with the line that gave it: of these cards and slots, which did not come again.
    pub fn lost(&self, cards: CardSet, slots: &[u32], words: Words) -> Option<(String, Span)> {
        let card = self.cards.iter().filter(|(card, _)| cards.has(*card)).find_map(|(card, span)| {
            let (_, place) = self.shuffled.iter().find(|(shuffled, _)| shuffled == card)?;
            Some((format!("{} is shuffled away in {}", words.card(*card), words.place(*place)), *span))
        });
        let track = || {
            let gone = |(track, slot, _): &&(u16, u32, Span)| slots.contains(slot) && self.drawn.contains(track);
            let (.., span) = self.tracks.iter().find(gone)?;
            Some(("it is drawn at random among others".to_owned(), *span))
        };
        card.or_else(track)
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
