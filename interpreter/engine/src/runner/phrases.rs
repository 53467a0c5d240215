//! Lazy compilation of phrases: what is asked for beside the operations, such as who sees a place, is made when it is first asked for.

use std::sync::{Arc, OnceLock};

use super::super::program::{CardSet, NodeId, PerNode, Program, SeatSet};
use super::alike::Alike;
use super::desk::Desk;
use super::guards::Guards;
use super::open::Open;
use super::{Build, Cards, Numbers, Seats};

/// The phrases of a program by their numbers, each made once.
pub(super) struct Phrases {
    pub(super) program: Arc<Program>,
    numbers: PerNode<OnceLock<Numbers>>,
    cards: PerNode<OnceLock<Cards>>,
    seats: PerNode<OnceLock<Seats>>,
    like: OnceLock<Alike>,
    open: OnceLock<Open>,
    guards: OnceLock<Guards>,
}

impl Phrases {
    pub(super) fn new(program: Arc<Program>) -> Self {
        fn cells<T>(program: &Program) -> PerNode<OnceLock<T>> {
            program.nodes.iter().map(|_| OnceLock::new()).collect()
        }
        Self {
            numbers: cells(&program),
            cards: cells(&program),
            seats: cells(&program),
            like: OnceLock::new(),
            open: OnceLock::new(),
            guards: OnceLock::new(),
            program,
        }
    }

    /// A number, now.
    pub(super) fn int(&self, desk: &mut Desk, id: NodeId) -> i64 {
        let made = self.numbers.get(id);
        made.map_or(0, |made| made.get_or_init(|| Build::new(&self.program).number(id))(desk))
    }

    /// Whether a condition holds, now.
    pub(super) fn holds(&self, desk: &mut Desk, id: NodeId) -> bool {
        self.int(desk, id) != 0
    }

    /// A set of cards, now.
    pub(super) fn cards(&self, desk: &mut Desk, id: NodeId) -> CardSet {
        let made = self.cards.get(id);
        made.map_or(CardSet::NONE, |made| made.get_or_init(|| Build::new(&self.program).cards(id))(desk))
    }

    /// A set of seats, now.
    pub(super) fn seats(&self, desk: &mut Desk, id: NodeId) -> SeatSet {
        let made = self.seats.get(id);
        made.map_or(0, |made| made.get_or_init(|| Build::new(&self.program).seats(id))(desk))
    }

    /// On what it hangs whether something changes without a word.
    pub(super) fn guards(&self) -> &Guards {
        self.guards.get_or_init(|| Guards::of(&Build::new(&self.program)))
    }

    fn open(&self) -> &Open {
        self.open.get_or_init(|| Open::of(&self.program, self.guards()))
    }

    /// Whether all know a phrase at all times.
    pub(super) fn is_open_phrase(&self, phrase: NodeId) -> bool {
        self.open().has_phrase(phrase)
    }

    /// Whether all know at all times what a slot holds that is told to nobody.
    pub(super) fn is_open(&self, slot: (u32, bool)) -> bool {
        self.open().has_slot(slot)
    }

    /// Whether a slot, of several cards or of one thing, holds what was picked and may not be told to all.
    pub(super) fn is_picked(&self, slot: (u32, bool)) -> bool {
        self.open().is_picked(slot)
    }

    /// Which cards are like which.
    pub(super) fn like(&self) -> &Alike {
        self.like.get_or_init(|| Build::new(&self.program).alike())
    }
}
