//! Money and points.

use super::eval::{each_card, each_seat};
use super::event::{Event, Sink};
use super::fault::{Fault, FaultKind};
use super::machine::Machine;
use super::program::{SeatSet, SlotRef};
use super::state::State;

impl Machine<'_> {
    pub(super) fn pay<S: Sink>(
        &mut self,
        state: &mut State,
        amount: u32,
        from: Option<&SlotRef>,
        to: Option<&SlotRef>,
        sink: &mut S,
    ) -> Result<(), Fault> {
        let amount = self.int(state, amount);
        if amount < 0 {
            return Err(self.fault(state, FaultKind::OutOfRange(amount, 0, i64::from(i32::MAX))));
        }
        let from = match from {
            Some(from) => Some((from, self.slot(state, from)?)),
            None => None,
        };
        let to = match to {
            Some(to) => Some((to, self.slot(state, to)?)),
            None => None,
        };
        if let Some((from, slot)) = from {
            let there = state.int(slot);
            if there < amount {
                return Err(self.fault(state, FaultKind::PayShort(amount, there)));
            }
            self.store(state, from, slot, there - amount, sink)?;
        }
        if let Some((to, slot)) = to {
            let value = state.int(slot).saturating_add(amount);
            self.store(state, to, slot, value, sink)?;
        }
        Ok(())
    }

    pub(super) fn score<S: Sink>(
        &mut self,
        state: &mut State,
        amount: u32,
        who: u32,
        reason: u16,
        minus: bool,
        sink: &mut S,
    ) -> Result<(), Fault> {
        let points = self.int(state, amount);
        let points = if minus { -points } else { points };
        let seats = self.seats(state, who);
        let mut teams: SeatSet = 0;
        for seat in each_seat(seats) {
            teams |= 1 << self.program.teams.get(usize::from(seat)).copied().unwrap_or(seat);
        }
        for team in each_seat(teams) {
            let slot = self.program.scores + u32::from(team);
            let value = state.int(slot).saturating_add(points);
            if i32::try_from(value).is_err() {
                return Err(self.fault(state, FaultKind::OutOfRange(value, i64::from(i32::MIN), i64::from(i32::MAX))));
            }
            state.set_int(slot, value);
        }
        if S::LISTENS {
            let items = self.items(state, amount, minus);
            let rule = self.here(state);
            sink.event(state, Event::Score { seats, points, reason, items: &items, rule });
        }
        Ok(())
    }

    /// The cards that make up a total, with the points of each.
    pub(super) fn items(&mut self, state: &State, amount: u32, minus: bool) -> Vec<(u8, i64)> {
        use super::program::Node;
        let sign = if minus { -1 } else { 1 };
        let mut node = amount;
        while let Some(Node::Let { reg, value, body }) = self.program.nodes.get(node as usize) {
            let value = self.int(state, *value);
            self.regs.set(*reg, value);
            node = *body;
        }
        match self.program.nodes.get(node as usize) {
            Some(Node::TotalTab { table, of }) => {
                let of = self.cards(state, *of);
                let table = self.program.tables.get(*table as usize);
                each_card(of)
                    .map(|card| {
                        (card, sign * table.and_then(|table| table.get(usize::from(card))).copied().unwrap_or(0))
                    })
                    .collect()
            }
            Some(Node::FoldCards { fold: crate::Fold::Total, reg, of, key }) => {
                let of = self.cards(state, *of);
                each_card(of)
                    .map(|card| {
                        self.regs.set(*reg, i64::from(card));
                        (card, sign * self.int(state, *key))
                    })
                    .collect()
            }
            _ => Vec::new(),
        }
    }
}
