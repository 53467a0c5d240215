//! Numbers that depend on one or two small things, such as who sits so many seats from somebody in this round: worked out before
//! the game for all that these can be.

use super::super::eval::Given;
use super::super::program::{Node, NodeId};
use super::desk::Desk;
use super::{Build, Numbers};
use crate::index::fit;

/// What a number may depend on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Input {
    Slot(u32),
    Reg(u32),
}

/// The values for which a number is worked out: -1, as nobody and none, and so many above.
const LOW: i64 = -1;
const WIDE: usize = 32;
const NARROW: usize = 16;

impl Input {
    #[inline(always)]
    fn value(self, desk: &Desk) -> i64 {
        match self {
            Self::Slot(slot) => desk.state.int(slot),
            Self::Reg(reg) => desk.reg(reg),
        }
    }
}

/// A number worked out before the game.
pub(super) struct Tabulated {
    wide: Input,
    narrow: Option<Input>,
    table: Box<[Option<i64>]>,
    /// The same number for what the table does not hold.
    otherwise: Numbers,
}

/// How far a value is from the lowest.
#[inline(always)]
const fn above(value: i64) -> usize {
    value.wrapping_sub(LOW).cast_unsigned() as usize
}

/// What a table holds: a row for each value of the narrow input, if there is one.
#[inline(always)]
fn at<T: Copy>(table: &[T], wide: i64, narrow: Option<i64>) -> Option<T> {
    let (row, column) = (narrow.map_or(0, above), above(wide));
    if row >= NARROW || column >= WIDE { None } else { table.get(row * WIDE + column).copied() }
}

/// The slot of several to which a tabulated number leads.
pub(super) struct SlotByTable {
    wide: Input,
    narrow: Option<Input>,
    slots: Box<[u32]>,
    otherwise: Numbers,
    base: u32,
    size: u32,
    nothing: i64,
}

impl SlotByTable {
    /// Where the number leads to no slot, and where it is not in the table.
    const NONE: u32 = u32::MAX;
    const UNKNOWN: u32 = u32::MAX - 1;

    /// What the slot says.
    pub(super) fn number(self) -> Numbers {
        match (self.wide, self.narrow) {
            (Input::Slot(wide), None) => Box::new(move |desk| {
                let slot = at(&self.slots, desk.state.int(wide), None);
                self.found(desk, slot)
            }),
            (Input::Slot(wide), Some(Input::Slot(narrow))) => Box::new(move |desk| {
                let slot = at(&self.slots, desk.state.int(wide), Some(desk.state.int(narrow)));
                self.found(desk, slot)
            }),
            _ => Box::new(move |desk| {
                let (wide, narrow) = (self.wide.value(desk), self.narrow.map(|narrow| narrow.value(desk)));
                let slot = at(&self.slots, wide, narrow);
                self.found(desk, slot)
            }),
        }
    }

    /// Whether it can be counted through by a register: nothing else of it changes then.
    pub(super) fn counts_by(&self, reg: u32) -> bool {
        self.wide == Input::Reg(reg) && !matches!(self.narrow, Some(Input::Reg(_)))
    }

    /// Where the row of the table begins.
    #[inline(always)]
    pub(super) fn row(&self, desk: &Desk) -> usize {
        self.narrow.map_or(0, |narrow| above(narrow.value(desk)).saturating_mul(WIDE))
    }

    /// What the slot says for a value of the register; the register need not have it.
    #[inline(always)]
    pub(super) fn in_row(&self, desk: &mut Desk, row: usize, (reg, value): (u32, i64)) -> i64 {
        let column = above(value);
        let slot = if column < WIDE { self.slots.get(row.saturating_add(column)).copied() } else { None };
        match slot {
            Some(slot) if slot < Self::UNKNOWN => desk.state.int(slot),
            Some(Self::NONE) => self.nothing,
            _ => {
                desk.set_reg(reg, value);
                self.look(desk)
            }
        }
    }

    #[inline(always)]
    fn found(&self, desk: &mut Desk, slot: Option<u32>) -> i64 {
        match slot {
            Some(slot) if slot < Self::UNKNOWN => desk.state.int(slot),
            Some(Self::NONE) => self.nothing,
            _ => self.look(desk),
        }
    }

    #[cold]
    fn look(&self, desk: &mut Desk) -> i64 {
        match u32::try_from((self.otherwise)(desk)) {
            Ok(at) if at < self.size => desk.state.int(self.base + at),
            _ => self.nothing,
        }
    }
}

impl Build<'_> {
    /// A number by a table, if that is worth it.
    pub(super) fn tabulated(&self, id: NodeId) -> Option<Numbers> {
        let Tabulated { wide, narrow, table, otherwise } = self.table_of(id)?;
        let known = move |desk: &mut Desk, wide: i64, narrow: Option<i64>| match at(&table, wide, narrow) {
            Some(Some(value)) => value,
            _ => otherwise(desk),
        };
        Some(match (wide, narrow) {
            (Input::Slot(wide), None) => Box::new(move |desk| known(desk, desk.state.int(wide), None)),
            (Input::Reg(wide), None) => Box::new(move |desk| known(desk, desk.reg(wide), None)),
            (Input::Slot(wide), Some(Input::Slot(narrow))) => {
                Box::new(move |desk| known(desk, desk.state.int(wide), Some(desk.state.int(narrow))))
            }
            (Input::Reg(wide), Some(Input::Slot(narrow))) => {
                Box::new(move |desk| known(desk, desk.reg(wide), Some(desk.state.int(narrow))))
            }
            (wide, Some(narrow)) => Box::new(move |desk| known(desk, wide.value(desk), Some(narrow.value(desk)))),
        })
    }

    /// The slot of several that a number leads to, if that is worked out before the game.
    pub(super) fn slot_by_table(&self, base: u32, (key, size): (NodeId, u32), nothing: i64) -> Option<SlotByTable> {
        let Tabulated { wide, narrow, table, otherwise } = self.table_of(key)?;
        let slot = |value: &Option<i64>| match value {
            None => SlotByTable::UNKNOWN,
            Some(value) => u32::try_from(*value).ok().filter(|at| *at < size).map_or(SlotByTable::NONE, |at| base + at),
        };
        let slots = table.iter().map(slot).collect();
        Some(SlotByTable { wide, narrow, slots, otherwise, base, size, nothing })
    }

    fn table_of(&self, id: NodeId) -> Option<Tabulated> {
        let (mut inputs, mut names) = (Vec::new(), Vec::new());
        let worth_it = !self.untabulated.get() && self.weight(id, 0) >= 3;
        let known = worth_it && self.inputs(id, &mut Vec::new(), (&mut inputs, &mut names)) && !self.is_watched(id);
        let (wide, narrow) = match known.then_some(inputs)?.as_slice() {
            [wide] => (*wide, None),
            // What is counted through stands in the row.
            [narrow @ Input::Slot(_), wide @ Input::Reg(_)] | [wide, narrow] => (*wide, Some(*narrow)),
            _ => return None,
        };
        let mut given_number = Given::new(self.program, id);
        let mut number = |at: usize| {
            let given = |from: usize| LOW.saturating_add(fit::<_, i64>(from));
            let mut values = vec![(wide, given(at % WIDE))];
            values.extend(narrow.map(|narrow| (narrow, given(at / WIDE))));
            self.given(&mut given_number, &values, &names)
        };
        let rows = if narrow.is_some() { NARROW } else { 1 };
        let table: Box<[Option<i64>]> = (0..WIDE * rows).map(&mut number).collect();
        table.iter().any(Option::is_some).then_some(())?;
        self.untabulated.set(true);
        let otherwise = self.number(id);
        self.untabulated.set(false);
        Some(Tabulated { wide, narrow, table, otherwise })
    }

    fn given(&self, number: &mut Given, values: &[(Input, i64)], names: &[(u32, NodeId)]) -> Option<i64> {
        let value_of = |input: Input| values.iter().find(|(known, _)| *known == input).map(|(_, value)| *value);
        let (mut slots, mut regs) = (Vec::new(), Vec::new());
        for (input, value) in values {
            match input {
                Input::Slot(slot) => slots.push((*slot, *value)),
                Input::Reg(reg) => regs.push((*reg, *value)),
            }
        }
        for (reg, to) in names {
            let value = match self.node(*to) {
                Node::Int(value) => *value,
                Node::Slot(slot) => value_of(Input::Slot(*slot))?,
                Node::Reg(reg) => value_of(Input::Reg(*reg))?,
                _ => return None,
            };
            regs.push((*reg, value));
        }
        number.of(&slots, &regs)
    }

    /// How much there is to be worked out: phrases that take longer than a look into a table.
    fn weight(&self, id: NodeId, depth: u32) -> u32 {
        let node = self.node(id);
        let mut weight = match node {
            Node::Arms { .. } | Node::SeatStep { .. } => 2,
            Node::Int(_) | Node::Slot(_) | Node::Reg(_) => 0,
            _ => 1,
        };
        if depth < 8 {
            self.program.inner(node, &mut |inner| weight += self.weight(inner, depth + 1));
        }
        weight
    }

    /// Whether a number depends on nothing but some registers, and nobody has to be told when it is worked out.
    pub(super) fn depends_only_on(&self, id: NodeId, regs: &[u32]) -> bool {
        self.goes_only_by(id, regs) && !self.is_watched(id)
    }

    /// Whether a number depends on nothing but some registers.
    pub(super) fn goes_only_by(&self, id: NodeId, regs: &[u32]) -> bool {
        let mut found = Vec::new();
        let known = |input: &Input| matches!(input, Input::Reg(reg) if regs.contains(reg));
        self.inputs(id, &mut Vec::new(), (&mut found, &mut Vec::new())) && found.iter().all(known)
    }

    /// Whether something in a phrase tells when it is worked out.
    fn is_watched(&self, id: NodeId) -> bool {
        let node = self.node(id);
        let mut watched = matches!(node, Node::Watch { .. });
        self.program.inner(node, &mut |inner| watched = watched || self.is_watched(inner));
        watched
    }

    /// Whether a number depends on nothing but slots and registers, which are collected; so are registers that are only names.
    fn inputs(
        &self,
        id: NodeId,
        bound: &mut Vec<u32>,
        (found, names): (&mut Vec<Input>, &mut Vec<(u32, NodeId)>),
    ) -> bool {
        let mut node = self.node(id);
        if let (Some(raw @ Node::Reg(reg)), Some(to)) = (self.program.nodes.get(id), self.named(id)) {
            if bound.contains(reg) {
                node = raw;
            } else if !names.contains(&(*reg, to)) {
                names.push((*reg, to));
            }
        }
        let input = match node {
            Node::Slot(slot) => Some(Input::Slot(*slot)),
            Node::Reg(reg) if !bound.contains(reg) => Some(Input::Reg(*reg)),
            _ => None,
        };
        if let Some(input) = input.filter(|input| !found.contains(input)) {
            found.push(input);
        }
        match node {
            Node::Let { reg, value, body } => {
                let value = self.inputs(*value, bound, (&mut *found, &mut *names));
                bound.push(*reg);
                let body = self.inputs(*body, bound, (&mut *found, &mut *names));
                bound.pop();
                value && body
            }
            Node::Watch { of, .. } => self.inputs(*of, bound, (found, names)),
            Node::Slot(_) | Node::Reg(_) => found.len() <= 2,
            node if node.is_of_numbers() => {
                let mut only = found.len() <= 2;
                self.program
                    .inner(node, &mut |inner| only = only && self.inputs(inner, bound, (&mut *found, &mut *names)));
                only
            }
            _ => false,
        }
    }
}
