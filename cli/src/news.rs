//! What persons have been told since their last choice that the choice did not decide. Whoever takes a choice back keeps it in mind, and the
//! same comes again.

use std::collections::BTreeMap;

use bidlang::Prepared;
use bidlang::engine::{CardsTold, Event, Reader, SeatSet, Sink, State, Telling, each_seat};

/// What the persons of a game are told, since each of their choices.
pub struct News<'p> {
    prepared: &'p Prepared,
    persons: SeatSet,
    /// For each person, in the order of the seats, where it takes cards to lie, as far as it was told.
    known: Vec<(u8, Known)>,
    /// Whether it was a person who acted last.
    own: bool,
    /// For each choice of a person the first news after it, in words.
    since: Vec<Option<&'static str>>,
}

/// The place of each card of which a person was told.
#[derive(Debug, Default)]
struct Known(BTreeMap<u8, u16>);

impl Known {
    /// Takes in what the person is told; what of it was news, where persons do as they like.
    fn hear(&mut self, telling: &Telling, persons: SeatSet) -> Option<&'static str> {
        let (cards, from, to) = match telling {
            Telling::Draw { .. } => return Some("a draw"),
            Telling::Act { seat, forced, .. } => {
                return (!forced && persons >> seat & 1 == 0).then_some("what another player did");
            }
            Telling::Move { cards: CardsTold::Which(cards), from, to, .. } => (cards, *from, *to),
            Telling::Show { place, cards, .. } => (cards, Some(*place), Some(*place)),
            Telling::Shuffle { place, order: Some(cards), .. } => (cards, *place, *place),
            // Some of its cards lie elsewhere, or lie in another order: which is not known.
            Telling::Move { from: place, .. } | Telling::Shuffle { place, order: None, .. } => {
                // Nobody knows of which place that is: each may lie elsewhere.
                self.0.retain(|_, at| place.is_some_and(|place| *at != place));
                return None;
            }
            Telling::Pass { .. }
            | Telling::Set { .. }
            | Telling::ShowTrack { .. }
            | Telling::Bid { .. }
            | Telling::Closed { .. }
            | Telling::Trick { .. }
            | Telling::Score { .. }
            | Telling::Won { .. } => return None,
        };
        let news = cards.iter().any(|card| from.is_none() || self.0.get(card).copied() != from);
        match to {
            Some(to) => self.0.extend(cards.iter().map(|card| (*card, to))),
            None => self.0.retain(|card, _| !cards.contains(card)),
        }
        news.then_some("cards")
    }
}

impl<'p> News<'p> {
    /// Nothing has been told.
    pub fn new(prepared: &'p Prepared, persons: SeatSet) -> Self {
        let known = each_seat(persons).map(|seat| (seat, Known::default())).collect();
        Self { prepared, persons, known, own: false, since: Vec::new() }
    }

    /// A person has chosen.
    pub fn chosen(&mut self) {
        self.since.push(None);
    }

    /// What was told since so many choices of persons, of which it was the first news; none where they decided all of it.
    pub fn since(&self, choices: usize) -> Option<&'static str> {
        self.since.iter().rev().take(choices).rev().find_map(|news| *news)
    }

    fn note(&mut self, what: &'static str) {
        if let Some(last) = self.since.last_mut() {
            last.get_or_insert(what);
        }
    }
}

impl Sink for News<'_> {
    fn event(&mut self, state: &State, event: &Event) {
        let program = &self.prepared.compiled().program;
        if let Event::Act { seat, .. } = *event {
            self.own = self.persons >> seat & 1 == 1;
        }
        let own = self.own && matches!(event, Event::Move { by_act: true, .. });
        let mut news = None;
        for (seat, known) in &mut self.known {
            let telling = Telling::of(event, program, state, Reader::Seats(1 << *seat));
            news = telling.and_then(|telling| known.hear(&telling, self.persons)).or(news);
        }
        if let Some(news) = news.filter(|_| !own) {
            self.note(news);
        }
    }
}
