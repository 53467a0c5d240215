//! What readers hold to be possible, with sets of one width: what they learn from events, and what follows from how many cards lie where.

use std::sync::Arc;

use super::sets::Bits;
use crate::event::Event;
use crate::index::item;
use crate::program::{CardSet, Program, SeatSet};
use crate::state::{State, bit};
use crate::unseen::{self, Unseen};

/// What each reader of a game holds to be possible.
#[derive(Debug, Clone)]
pub(super) struct Held<S> {
    /// For each reader, and each place, the cards that may lie there: seats first, then everybody.
    may: Box<[S]>,
    places: usize,
    seats: u8,
    /// For each place whether all see how many cards it has, always.
    counted: Arc<[bool]>,
    /// Moves that some readers are told nothing of.
    unseen: Arc<[Unseen]>,
}

/// Cards go from one place to another.
#[derive(Debug, Clone, Copy)]
struct Moved<'m, S> {
    cards: S,
    from: u16,
    to: u16,
    /// Who can tell which place the first is, and the second; others know that it is one of some.
    named: (SeatSet, SeatSet),
    maybe: (&'m [u16], &'m [u16]),
    /// Who sees which they are.
    seen: SeatSet,
}

impl<S: Bits> Held<S> {
    /// What readers know who listen from here on: where all cards are, before any has been moved; nothing, later.
    pub(super) fn new(program: &Program, state: &State) -> Self {
        let (places, seats) = (program.places.len(), program.seats);
        let all = CardSet::first(program.cards.len());
        let readers = usize::from(seats) + 1;
        let fresh = state.mask(0) == all;
        let of = |at: usize| if fresh && !at.is_multiple_of(places.max(1)) { S::default() } else { S::of(all) };
        let may = (0..readers * places).map(of).collect();
        let counted = program.places.iter().map(|place| place.sizes.is_empty()).collect();
        Self { may, places, seats, counted, unseen: unseen::moves(program).into() }
    }

    fn of(&self, reader: usize) -> &[S] {
        self.may.get(reader * self.places..(reader + 1) * self.places).unwrap_or_default()
    }

    fn of_mut(&mut self, reader: usize) -> &mut [S] {
        self.may.get_mut(reader * self.places..(reader + 1) * self.places).unwrap_or_default()
    }

    /// Readers learn from what happens.
    pub(super) fn hear(&mut self, state: &State, event: &Event) {
        match *event {
            Event::Move { ref cards, from, to, named, ref maybe, seen, .. } => {
                let maybe = (maybe.0.as_slice(), maybe.1.as_slice());
                self.moved(state, Moved { cards: set_of(cards), from, to, named, maybe, seen });
            }
            Event::Shuffle { place, seen, .. } | Event::Show { place, seen, .. } => self.shown(state, place, seen),
            Event::Pass { .. }
            | Event::Draw { .. }
            | Event::Act { .. }
            | Event::ShowTrack { .. }
            | Event::Set { .. }
            | Event::Bid { .. }
            | Event::Closed { .. }
            | Event::Trick { .. }
            | Event::Score { .. }
            | Event::Won { .. } => {}
        }
    }

    /// Cards have been moved.
    fn moved(&mut self, state: &State, moved: Moved<'_, S>) {
        let all = (1 << self.seats) - 1;
        let counted = item(&self.counted, usize::from(moved.from));
        let emptied = counted && state.mask(u32::from(moved.from)) == 0;
        for (reader, seats) in readers(self.seats, all) {
            let may = self.of_mut(reader);
            let all = |known: SeatSet| known & seats == seats;
            let from = if all(moved.named.0) { std::slice::from_ref(&moved.from) } else { moved.maybe.0 };
            let to = if all(moved.named.1) { std::slice::from_ref(&moved.to) } else { moved.maybe.1 };
            let there = if all(moved.seen) {
                may.iter_mut().for_each(|there| *there &= !moved.cards);
                moved.cards
            } else {
                from.iter().fold(S::default(), |there, from| there | item(may, usize::from(*from)))
            };
            for to in to {
                if let Some(to) = may.get_mut(usize::from(*to)) {
                    *to |= there;
                }
            }
            if let Some(from) = may.get_mut(usize::from(moved.from)).filter(|_| emptied && !all(moved.seen)) {
                *from = S::default();
            }
            self.refine(state, reader, seats);
        }
    }

    /// All cards of two places have been exchanged: what may lie in the one may now lie in the other, and nowhere else for that.
    pub(super) fn swapped(&mut self, state: &State, (there, back): (&Event, &Event)) {
        let (
            Event::Move { cards: ours, from: a, to: b, named, seen: see_ours, .. },
            Event::Move { cards: theirs, named: named_back, seen: see_theirs, .. },
        ) = (there, back)
        else {
            return;
        };
        let (a, b) = (usize::from(*a), usize::from(*b));
        let named = named.0 & named.1 & named_back.0 & named_back.1;
        let all = (1 << self.seats) - 1;
        for (reader, seats) in readers(self.seats, all) {
            let may = self.of_mut(reader);
            if named & seats == seats {
                may.swap(a, b);
            } else {
                for event in [there, back] {
                    if let Event::Move { from, to, maybe, .. } = event {
                        let from = maybe.0.iter().chain([from]);
                        let there = from.fold(S::default(), |there, from| there | item(may, usize::from(*from)));
                        for to in maybe.1.iter().chain([to]) {
                            if let Some(to) = may.get_mut(usize::from(*to)) {
                                *to |= there;
                            }
                        }
                    }
                }
            }
            if see_ours & named & seats == seats {
                settle(may, b, set_of(ours));
            }
            if see_theirs & named & seats == seats {
                settle(may, a, set_of(theirs));
            }
            self.refine(state, reader, seats);
        }
    }

    /// These seats see all cards of a place.
    fn shown(&mut self, state: &State, place: u16, seen: SeatSet) {
        let cards = S::of(state.mask(u32::from(place)));
        for (reader, seats) in readers(self.seats, seen) {
            settle(self.of_mut(reader), usize::from(place), cards);
            if let Some(there) = self.of_mut(reader).get_mut(usize::from(place)) {
                *there = cards;
            }
            self.refine(state, reader, seats);
        }
    }

    /// What may have happened without a word: the reader is told nothing of it, so it may have happened at any time.
    fn suspect(&mut self, reader: usize, seats: SeatSet) {
        let Some(may) = self.may.get_mut(reader * self.places..(reader + 1) * self.places) else { return };
        let mut changed = true;
        while changed {
            changed = false;
            for Unseen { from, to, .. } in self.unseen.iter().filter(|unseen| unseen.noticed & seats != seats) {
                let there = item(may, usize::from(*from));
                if let Some(to) = may.get_mut(usize::from(*to)).filter(|to| there & !**to != S::default()) {
                    *to |= there;
                    changed = true;
                }
            }
        }
    }

    /// What follows from how many cards lie where, and from what the reader may not have been told.
    fn refine(&mut self, state: &State, reader: usize, seats: SeatSet) {
        self.suspect(reader, seats);
        let range = reader * self.places..(reader + 1) * self.places;
        let Some(may) = self.may.get_mut(range) else { return };
        let mut changed = true;
        while changed {
            changed = false;
            let (once, more) = may
                .iter()
                .fold((S::default(), S::default()), |(once, more), here| (once | *here, more | (once & *here)));
            let only = once & !more;
            for place in (0_u16..).take(self.places) {
                let at = usize::from(place);
                if !item(&self.counted, at) {
                    continue;
                }
                let here = item(may, at);
                if here & !only == S::default() {
                    continue;
                }
                let count = state.mask(u32::from(place)).count_ones();
                if here.count() == count {
                    // All that may lie here do.
                    settle(may, at, here);
                    changed = true;
                    break;
                }
                if (here & only).count() == count {
                    // As many are here as there is room for.
                    if let Some(there) = may.get_mut(at) {
                        *there = here & only;
                    }
                    changed = true;
                    break;
                }
            }
        }
    }

    /// The reader that several seats are together: one of them, or everybody.
    fn reader(&self, seats: SeatSet) -> usize {
        if seats.count_ones() == 1 { seats.trailing_zeros() as usize } else { usize::from(self.seats) }
    }

    /// The cards that may lie in a place, as far as these seats know.
    pub(super) fn may(&self, seats: SeatSet, place: u16) -> CardSet {
        item(self.of(self.reader(seats)), usize::from(place)).cards()
    }

    /// Whether these seats know all cards of a place: none of those that may lie there may lie elsewhere.
    pub(super) fn knows(&self, seats: SeatSet, place: u16) -> bool {
        let may = self.of(self.reader(seats));
        let here = item(may, usize::from(place));
        may.iter().enumerate().all(|(other, there)| other == usize::from(place) || here & *there == S::default())
    }

    /// Whether these seats know where a card is.
    pub(super) fn locates(&self, seats: SeatSet, card: u8) -> bool {
        let card = S::of(bit(card));
        self.of(self.reader(seats)).iter().filter(|there| **there & card != S::default()).count() == 1
    }
}

fn set_of<S: Bits>(cards: &[u8]) -> S {
    S::of(cards.iter().fold(CardSet::NONE, |set, card| set | bit(*card)))
}

/// Cards lie in a place, and nowhere else.
fn settle<S: Bits>(may: &mut [S], place: usize, cards: S) {
    may.iter_mut().for_each(|there| *there &= !cards);
    if let Some(there) = may.get_mut(place) {
        *there |= cards;
    }
}

/// Where those of so many at the table who all read together find what they know: one seat by itself, or several.
fn readers(at_the_table: u8, seats: SeatSet) -> impl Iterator<Item = (usize, SeatSet)> {
    let all = (1 << at_the_table) - 1;
    let one = (0..usize::from(at_the_table)).map(|seat| (seat, 1 << seat));
    one.filter(move |(_, seat)| seats & seat != 0).chain((seats == all).then_some((usize::from(at_the_table), all)))
}
