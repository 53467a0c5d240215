//! The compiled game for one player count and one set of options: tables, phrases and flat code. It never changes.

mod arena;
mod flow;
mod forms;
mod node;
mod op;
mod sight;
mod sorts;
mod visit;

use crate::index::fit;
use std::ops::Range;

use serde::Serialize;

use super::state::{Spot, State};

pub use arena::*;
pub use flow::*;
pub use forms::*;
pub use node::*;
pub use op::*;
pub(crate) use sorts::{card_sets, numbers, seat_sets};

/// The number of a line of the rules file.
pub type RuleId = u32;
/// A place in the code.
pub type Pc = u32;
/// A set of cards, a bit each.
pub use super::card_set::CardSet;
/// A set of seats, a bit each.
pub type SeatSet = u32;

/// A whole program.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize)]
pub struct Program {
    /// How many seats.
    pub seats: u8,
    /// The team of each seat; its own number where each plays alone.
    pub teams: Vec<u8>,
    /// For each card the number of its like: cards with all attributes equal.
    pub like: Vec<u8>,
    /// For each card its definition in the game.
    pub cards: Vec<u16>,
    /// Places; those of one name stand together.
    pub places: Vec<Place>,
    /// Phrases.
    pub nodes: Nodes,
    /// Tables of whole numbers, by card or member.
    pub tables: Vec<Vec<i64>>,
    /// Tables of card sets.
    pub sets: Vec<Vec<CardSet>>,
    /// Flat code.
    pub code: Vec<Op>,
    /// As how many steps each counts: those that begin a loop or call a phase, and those of which a phrase takes long.
    pub weights: Vec<u32>,
    /// The line behind each operation.
    pub lines: Vec<RuleId>,
    /// Decisions.
    pub asks: Vec<Ask>,
    /// Circuits.
    pub circuits: Vec<Circuit>,
    /// Auctions.
    pub auctions: Vec<Auction>,
    /// Tricks.
    pub tricks: Vec<Tricks>,
    /// Where each phase begins, and the slot of its return address.
    pub phases: Vec<PhaseEntry>,
    /// Where each track lies.
    pub tracks: Vec<TrackSlots>,
    /// Number of integer slots of 32 bits of a state.
    pub ints: u32,
    /// Number of integer slots that hold any number; they begin at [`WIDE`](super::state::WIDE).
    pub wide: u32,
    /// Number of card-set slots of a state, those of the places first.
    pub masks: u32,
    /// Number of registers for numbers.
    pub regs: u32,
    /// Number of registers for card sets.
    pub mask_regs: u32,
    /// The first slot of the scores, one a team.
    pub scores: u32,
    /// The slot of the winners, a set of seats.
    pub winners: u32,
    /// Where play may turn round: the slot that is 0 while it goes as at first.
    pub turned: Option<u32>,
}

/// A place of one owner.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Place {
    /// The place's number in the game.
    pub name: u16,
    /// The seat, team or member that it belongs to.
    pub owner: Option<u16>,
    /// Whether the owner is a seat.
    pub of_seat: bool,
    /// Who sees its cards: pairs of condition and seats.
    pub sights: Vec<(NodeId, NodeId)>,
    /// Who sees how many there are; all where empty.
    pub sizes: Vec<(NodeId, NodeId)>,
    /// Totals: the number of the total in the game, its phrase, and who sees it.
    pub totals: Vec<(u16, NodeId, (NodeId, NodeId))>,
    /// The place that refills it.
    pub refilled: Option<u16>,
    /// Whether some rule looks at the order of its cards; if not, they lie in the order of the deck.
    pub ordered: bool,
}

/// Where a phase begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct PhaseEntry {
    /// Its first operation.
    pub entry: Pc,
    /// The slot of its return address.
    pub back: u32,
    /// The first slot of what it takes, and how many there are.
    pub given: (u32, u32),
    /// The slot of its pass, where it repeats.
    pub pass: Option<u32>,
}

/// The slots of a track.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TrackSlots {
    /// The first.
    pub base: u32,
    /// How many keys of each sort.
    pub dims: Vec<u32>,
    /// Lowest and highest value.
    pub range: (i64, i64),
    /// Who sees it: for each slot, pairs of condition and seats that add up; all where empty.
    pub sights: Vec<Vec<(NodeId, NodeId)>>,
    /// Whether it is told and shown; else it is only worked with.
    pub told: bool,
}

impl TrackSlots {
    /// Its slots, those of the last key side by side.
    #[must_use]
    pub fn slots(&self) -> Range<u32> {
        self.base..self.base.saturating_add(self.dims.iter().product())
    }
}

/// A slot of a track with its keys worked out when it is used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SlotRef {
    /// The first slot.
    pub base: u32,
    /// Phrase and size of each key.
    pub keys: Vec<(NodeId, u32)>,
    /// Lowest and highest value.
    pub range: (i64, i64),
    /// The track; none for slots of the engine's own.
    pub track: Option<u16>,
}

/// One place or several, worked out when it is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct PlaceAt {
    /// The first place of the name.
    pub base: u16,
    /// How many there are.
    pub count: u16,
    /// Whose.
    pub of: Whose,
}

impl PlaceAt {
    /// Each place that it may be.
    #[must_use]
    pub fn all(&self) -> Vec<u16> {
        let count = if matches!(self.of, Whose::Whole) { 1 } else { self.count };
        (self.base..self.base + count).collect()
    }
}

/// Whose place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Whose {
    /// There is only one.
    Whole,
    /// That of a seat, team or member.
    One(NodeId),
    /// Those of several seats together.
    Seats(NodeId),
    /// That of the owner of the place where a card lies.
    Owner,
}

impl Program {
    /// A place as the state needs to know it.
    #[inline]
    pub(super) fn spot(&self, place: u16) -> Spot {
        let ordered = self.places.get(usize::from(place)).is_some_and(|place| place.ordered);
        let ends = fit::<_, u16>(2 * self.like.len()) + 2 * place;
        Spot { place: u8::try_from(place).unwrap_or(u8::MAX), ordered, ends }
    }

    /// The number of each card.
    pub fn deck(&self) -> impl Iterator<Item = u8> + use<> {
        (0..=u8::MAX).take(self.cards.len())
    }

    /// The phases that are being run in a state, the innermost first, each with its pass where it repeats.
    fn running(&self, state: &State) -> impl Iterator<Item = (u16, Option<i64>)> {
        let mut pc = Some(state.pc);
        let next = move || {
            // Phases lie one behind the other in the code.
            let inside = self.phases.iter().enumerate().filter(|(_, entry)| Some(entry.entry) <= pc);
            let (number, entry) = inside.max_by_key(|(_, entry)| entry.entry)?;
            let back = u32::try_from(state.int(entry.back)).ok().filter(|back| (*back as usize) < self.code.len());
            pc = back.map(|back| back.saturating_sub(1));
            Some((fit::<_, u16>(number), entry.pass.map(|slot| state.int(slot))))
        };
        // A phase cannot run itself, so there are never more than there are phases.
        std::iter::from_fn(next).take(self.phases.len())
    }

    /// The phases that are being run in a state, the outermost first, each with its pass where it repeats.
    #[must_use]
    pub fn phases_at(&self, state: &State) -> Vec<(u16, Option<i64>)> {
        let mut found: Vec<_> = self.running(state).collect();
        found.reverse();
        found
    }

    /// The outermost phase that repeats of those that are being run in a state, and its pass.
    #[must_use]
    pub fn round_at(&self, state: &State) -> Option<(u16, i64)> {
        self.running(state).filter_map(|(phase, pass)| Some((phase, pass?))).last()
    }

    /// The track of a slot; none for slots of the engine's own.
    #[must_use]
    pub fn track_of(&self, slot: u32) -> Option<(u16, &TrackSlots)> {
        (0..).zip(&self.tracks).find(|(_, track)| track.slots().contains(&slot))
    }

    /// The places from which the cards of a set may come, in their order: all where it cannot be told.
    #[must_use]
    pub fn places_of(&self, set: NodeId) -> Vec<u16> {
        let mut found = self
            .known_places(set)
            .unwrap_or_else(|| (0..u16::try_from(self.places.len()).unwrap_or(u16::MAX)).collect());
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The places where a card lies that a phrase finds among others; nothing where it cannot be told.
    #[must_use]
    pub(crate) fn places_of_card(&self, card: NodeId) -> Option<Vec<u16>> {
        match self.nodes.get(card)? {
            Node::EndCard { of, .. } | Node::OnlyCard(of) => self.known_places(*of),
            _ => None,
        }
    }

    fn known_places(&self, set: NodeId) -> Option<Vec<u16>> {
        match self.nodes.get(set)? {
            Node::Cards(CardSet::NONE) => Some(Vec::new()),
            Node::JustCard(card) => self.places_of_card(*card),
            Node::Place(place) => Some(vec![*place]),
            Node::PlaceOf { base, count, .. } | Node::PlacesOf { base, count, .. } => {
                Some((*base..*base + *count).collect())
            }
            Node::Both(a, b) => self.known_places(*a).or_else(|| self.known_places(*b)),
            Node::Let { body, .. } => self.known_places(*body),
            node if let Some(of) = node.some_of() => self.known_places(of),
            Node::Either(a, b) | Node::IfCards(_, a, b) => {
                let (mut a, b) = (self.known_places(*a)?, self.known_places(*b)?);
                a.extend(b);
                Some(a)
            }
            _ => None,
        }
    }
}
