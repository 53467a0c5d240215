//! Belief states: where each reader of a game holds each card to be possible, from all that it was told since the beginning.
//!
//! A reader is a seat, or everybody together: what all seats know in common. What a reader does not see it follows as one would at the
//! table: of the cards of a hand of which one is passed on unseen, each may be that one. Numbers of cards are used where their size is
//! seen by all.

mod held;
mod sets;

use self::held::Held;
use super::event::Event;
use super::program::{CardSet, Pc, Program, SeatSet};
use super::state::State;

/// What each reader of a game holds to be possible.
#[derive(Debug, Clone)]
pub(super) struct Minds {
    held: Width,
    /// What was picked last in each act, by its slot, and whether that is of several cards: who was told of it. In the order of the slots.
    told: Vec<((u32, bool), SeatSet)>,
    /// Who knows which way the program went on last, in the order of the ways.
    ways: Vec<(Way, SeatSet)>,
}

/// A way that a program goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Way {
    /// From a condition or a loop, by where it stands.
    Fork(Pc),
    /// Into a phase, by its number.
    Phase(u16),
}

/// Keeps who knows of something, in a list in order.
fn keep<K: Ord>(list: &mut Vec<(K, SeatSet)>, key: K, seats: SeatSet) {
    match list.binary_search_by(|(known, _)| known.cmp(&key)) {
        Ok(at) => {
            if let Some(kept) = list.get_mut(at) {
                kept.1 = seats;
            }
        }
        Err(at) => list.insert(at, (key, seats)),
    }
}

/// Who knows of it.
fn kept<K: Ord>(list: &[(K, SeatSet)], key: K) -> Option<SeatSet> {
    let at = list.binary_search_by(|(known, _)| known.cmp(&key)).ok()?;
    list.get(at).map(|(_, seats)| *seats)
}

/// The same with sets of as many cards as the deck has.
#[derive(Debug, Clone)]
enum Width {
    /// At most 64.
    Few(Held<u64>),
    Many(Held<CardSet>),
}

/// Asks whichever sets there are.
macro_rules! held {
    ($minds:expr, $held:ident => $ask:expr) => {
        match $minds {
            Width::Few($held) => $ask,
            Width::Many($held) => $ask,
        }
    };
}

impl Minds {
    /// What readers know who listen from here on: where all cards are, before any has been moved; nothing, later.
    pub(super) fn new(program: &Program, state: &State) -> Self {
        let held = if program.cards.len() <= 64 {
            Width::Few(Held::new(program, state))
        } else {
            Width::Many(Held::new(program, state))
        };
        Self { held, told: Vec::new(), ways: Vec::new() }
    }

    /// Readers learn from what happens.
    pub(super) fn hear(&mut self, state: &State, event: &Event) {
        held!(&mut self.held, held => held.hear(state, event));
    }

    /// Readers learn that all cards of two places were exchanged.
    pub(super) fn swapped(&mut self, state: &State, moves: (&Event, &Event)) {
        held!(&mut self.held, held => held.swapped(state, moves));
    }

    /// Who was told what was picked.
    pub(super) fn picked(&mut self, slot: (u32, bool), seen: SeatSet) {
        keep(&mut self.told, slot, seen);
    }

    /// Who was told what was picked last into a slot; none where nothing was.
    pub(super) fn told(&self, slot: (u32, bool)) -> Option<SeatSet> {
        kept(&self.told, slot)
    }

    /// These seats know which way the program went on.
    pub(super) fn goes(&mut self, way: Way, seats: SeatSet) {
        keep(&mut self.ways, way, seats);
    }

    /// Who knows that it went on so last; nothing where it did not come there.
    pub(super) fn way(&self, way: Way) -> Option<SeatSet> {
        kept(&self.ways, way)
    }

    /// The cards that may lie in a place, as far as these seats know.
    pub(super) fn may(&self, seats: SeatSet, place: u16) -> CardSet {
        held!(&self.held, held => held.may(seats, place))
    }

    /// Whether these seats know all cards of a place: none of those that may lie there may lie elsewhere.
    pub(super) fn knows(&self, seats: SeatSet, place: u16) -> bool {
        held!(&self.held, held => held.knows(seats, place))
    }

    /// Whether these seats know where a card is.
    pub(super) fn locates(&self, seats: SeatSet, card: u8) -> bool {
        held!(&self.held, held => held.locates(seats, card))
    }
}
