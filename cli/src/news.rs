//! What persons have been told since their last choice that the choice did not decide. Whoever takes a choice back keeps it in mind, and the
//! same comes again.

use bidlang::Prepared;
use bidlang::engine::{CardSet, CardsTold, Event, Reader, SeatSet, Sink, State, Telling, each_seat};

/// What the persons of a game are told, since each of their choices.
pub struct News<'p> {
    prepared: &'p Prepared,
    persons: SeatSet,
    /// For each person, in the order of the seats, the cards of which it was told where they lie.
    seen: Vec<(u8, CardSet)>,
    /// Who acts.
    acting: Option<u8>,
    /// For each choice of a person the first news after it, in words.
    since: Vec<Option<&'static str>>,
}

impl<'p> News<'p> {
    /// Nothing has been told.
    pub fn new(prepared: &'p Prepared, persons: SeatSet) -> Self {
        let seen = each_seat(persons).map(|seat| (seat, 0)).collect();
        Self { prepared, persons, seen, acting: None, since: Vec::new() }
    }

    /// A person has chosen.
    pub fn chosen(&mut self) {
        self.since.push(None);
    }

    /// What was told since the last choice of a person; none where that decided all of it.
    pub fn since(&self) -> Option<&'static str> {
        self.since.last().copied().flatten()
    }

    fn note(&mut self, what: &'static str) {
        if let Some(last) = self.since.last_mut() {
            last.get_or_insert(what);
        }
    }

    fn is_person(&self, seat: u8) -> bool {
        self.persons >> seat & 1 == 1
    }
}

impl Sink for News<'_> {
    fn event(&mut self, state: &State, event: &Event) {
        let program = &self.prepared.compiled().program;
        if let Event::Act { seat, forced, .. } = *event {
            self.acting = Some(seat);
            if !self.is_person(seat) && !forced {
                self.note("what another player did");
            }
        }
        let own =
            matches!(event, Event::Move { by_act: true, .. }) && self.acting.is_some_and(|seat| self.is_person(seat));
        let mut news = None;
        for (seat, seen) in &mut self.seen {
            let before = *seen;
            // What moves or is shuffled unseen lies somewhere else from now on.
            if let Event::Move { cards, .. } | Event::Shuffle { order: cards, .. } = event {
                *seen &= !set(cards);
            }
            let cards = match Telling::of(event, program, state, Reader::Seats(1 << *seat)) {
                Some(Telling::Draw { .. }) => {
                    news = Some("a draw");
                    continue;
                }
                Some(Telling::Move { cards: CardsTold::Which(cards), .. } | Telling::Show { cards, .. }) => cards,
                Some(Telling::Shuffle { order: Some(order), .. }) => order,
                _ => continue,
            };
            *seen |= set(&cards);
            if set(&cards) & !before != 0 {
                news = Some("cards");
            }
        }
        if let Some(news) = news.filter(|_| !own) {
            self.note(news);
        }
    }
}

fn set(cards: &[u8]) -> CardSet {
    cards.iter().fold(0, |set, card| set | 1 << *card)
}
