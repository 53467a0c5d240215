//! Numbers that depend on one or two small things, such as who sits so many seats from somebody in this round: worked out before
//! the game for all that these can be.

use super::super::eval::number_given;
use super::super::program::{Node, NodeId};
use super::desk::Desk;
use super::{Build, Numbers};

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
    /// How far a value is from the lowest.
    #[inline]
    fn at(self, desk: &Desk) -> usize {
        let value = match self {
            Self::Slot(slot) => desk.state.int(slot),
            Self::Reg(reg) => desk.reg(reg),
        };
        value.wrapping_sub(LOW).cast_unsigned() as usize
    }
}

impl Build<'_> {
    /// A number by a table, if that is worth it.
    pub(super) fn tabulated(&self, id: NodeId) -> Option<Numbers> {
        let (mut inputs, mut names) = (Vec::new(), Vec::new());
        let worth_it = !self.untabulated.get() && self.weight(id, 0) >= 3;
        let (wide, narrow) = match (worth_it && self.inputs(id, &mut Vec::new(), (&mut inputs, &mut names)))
            .then_some(inputs)?
            .as_slice()
        {
            [wide] => (*wide, None),
            [wide, narrow] => (*wide, Some(*narrow)),
            _ => return None,
        };
        let columns = if narrow.is_some() { NARROW } else { 1 };
        let number = |at: usize| {
            let given = |from: usize| LOW.saturating_add(i64::try_from(from).unwrap_or(0));
            let mut values = vec![(wide, given(at / columns))];
            values.extend(narrow.map(|narrow| (narrow, given(at % columns))));
            self.given(&values, &names, id)
        };
        let table: Box<[Option<i64>]> = (0..WIDE * columns).map(number).collect();
        table.iter().any(Option::is_some).then_some(())?;
        self.untabulated.set(true);
        let otherwise = self.number(id);
        self.untabulated.set(false);
        Some(match narrow {
            None => Box::new(move |desk| match table.get(wide.at(desk)) {
                Some(Some(value)) => *value,
                _ => otherwise(desk),
            }),
            Some(narrow) => Box::new(move |desk| {
                let (row, column) = (wide.at(desk), narrow.at(desk));
                match table.get(row.saturating_mul(NARROW).saturating_add(column)).filter(|_| column < NARROW) {
                    Some(Some(value)) => *value,
                    _ => otherwise(desk),
                }
            }),
        })
    }

    fn given(&self, values: &[(Input, i64)], names: &[(u32, NodeId)], id: NodeId) -> Option<i64> {
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
        number_given(self.program, &slots, &regs, id)
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

    /// Whether a number depends on nothing but some registers.
    pub(super) fn depends_only_on(&self, id: NodeId, regs: &[u32]) -> bool {
        let mut found = Vec::new();
        let known = |input: &Input| matches!(input, Input::Reg(reg) if regs.contains(reg));
        self.inputs(id, &mut Vec::new(), (&mut found, &mut Vec::new())) && found.iter().all(known)
    }

    /// Whether a number depends on nothing but slots and registers, which are collected; so are registers that are only names.
    fn inputs(
        &self,
        id: NodeId,
        bound: &mut Vec<u32>,
        (found, names): (&mut Vec<Input>, &mut Vec<(u32, NodeId)>),
    ) -> bool {
        let mut node = self.node(id);
        if let (Some(raw @ Node::Reg(reg)), Some(to)) = (self.program.nodes.get(id as usize), self.named(id)) {
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
            Node::Int(_)
            | Node::Slot(_)
            | Node::Reg(_)
            | Node::Tab { .. }
            | Node::Arms { .. }
            | Node::Add(..)
            | Node::Sub(..)
            | Node::Mul(..)
            | Node::Mod(..)
            | Node::Div { .. }
            | Node::Cmp(..)
            | Node::And(..)
            | Node::Or(..)
            | Node::Not(_)
            | Node::If(..)
            | Node::SeatStep { .. }
            | Node::InSet { .. }
            | Node::Partner(_)
            | Node::TeamOf(_) => {
                let mut only = found.len() <= 2;
                self.program
                    .inner(node, &mut |inner| only = only && self.inputs(inner, bound, (&mut *found, &mut *names)));
                only
            }
            _ => false,
        }
    }
}
