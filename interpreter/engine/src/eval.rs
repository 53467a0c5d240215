//! Phrases worked out against a state: numbers, sets of cards, sets of seats.

mod folds;
mod given;
mod numbers;
mod regs;
mod sets;

use super::program::{CardSet, Node, NodeId, Program, SeatSet};
use super::state::State;

pub use given::{constant_cards, constant_int, constant_seats, number_given, number_led};
pub use numbers::{compares, divide, first_from};
pub use regs::Regs;
pub use sets::{each_card, each_seat};

/// A program and a state, to work out phrases in.
#[derive(Clone, Copy)]
pub struct Eval<'e> {
    pub program: &'e Program,
    pub state: &'e State,
}

impl Eval<'_> {
    fn node(&self, id: NodeId) -> &Node {
        self.program.nodes.get(id as usize).unwrap_or(&Node::Int(0))
    }

    /// Whether a condition holds.
    pub fn holds(&self, regs: &mut Regs, id: NodeId) -> bool {
        self.int(regs, id) != 0
    }

    /// The slot that keys lead to; none where a key is nobody or none.
    pub fn slot(&self, regs: &mut Regs, base: u32, keys: &[(NodeId, u32)]) -> Option<u32> {
        let mut index = 0;
        for (key, size) in keys {
            let at = u32::try_from(self.int(regs, *key)).ok().filter(|at| at < size)?;
            index = index * size + at;
        }
        Some(base + index)
    }

    /// The place of a key, if there is one.
    pub fn place_at(&self, regs: &mut Regs, base: u16, count: u16, key: NodeId) -> Option<u16> {
        u16::try_from(self.int(regs, key)).ok().filter(|at| *at < count).map(|at| base + at)
    }

    fn table(&self, table: u32, index: i64) -> Option<i64> {
        self.program.tables.get(table as usize)?.get(usize::try_from(index).ok()?).copied()
    }

    fn all_seats(&self) -> SeatSet {
        (1 << self.program.seats) - 1
    }

    fn team(&self, seat: i64) -> i64 {
        usize::try_from(seat).ok().and_then(|seat| self.program.teams.get(seat)).map_or(-1, |team| i64::from(*team))
    }

    fn team_seats(&self, team: i64) -> SeatSet {
        let members = self.program.teams.iter().enumerate().filter(|(_, other)| i64::from(**other) == team);
        members.fold(0, |set, (seat, _)| set | 1 << seat)
    }

    fn set(&self, set: u32, index: i64) -> CardSet {
        let table = self.program.sets.get(set as usize);
        usize::try_from(index).ok().and_then(|index| table?.get(index).copied()).unwrap_or(0)
    }
}
