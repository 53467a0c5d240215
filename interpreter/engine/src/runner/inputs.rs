//! What a phrase depends on, where these are a few small things of known ranges: slots, the first card of a place, whether it is empty.

use super::super::MOST_CARDS;
use super::super::eval::Given;
use super::super::program::{Node, NodeId};
use super::super::state::Spot;
use super::Build;
use super::desk::Desk;
use super::lies::Lies;
use crate::{Comparison, of_inside};

/// Most rows of a table that is filled while games are played.
const MOST_ROWS: usize = 2048;

/// Something small that a phrase depends on: a number from a known range.
#[derive(Clone, Copy)]
pub(super) struct Input {
    of: Of,
    low: i64,
    size: u32,
}

#[derive(Clone, Copy)]
enum Of {
    Slot(u32),
    /// What another phrase around this one goes through: a card, a seat, a value.
    Reg(u32),
    /// The first card of a place, -1 where there is none.
    First(Spot),
    /// Whether a place has cards.
    Filled(u32),
    /// The card that leads a trick which is being played apart from the state.
    Led,
    Known(i64),
}

impl Of {
    /// Whether both are the same thing.
    fn is(self, other: Self) -> bool {
        match (self, other) {
            (Self::Slot(a), Self::Slot(b)) | (Self::Reg(a), Self::Reg(b)) | (Self::Filled(a), Self::Filled(b)) => {
                a == b
            }
            (Self::First(a), Self::First(b)) => a.place == b.place,
            (Self::Led, Self::Led) => true,
            (Self::Known(a), Self::Known(b)) => a == b,
            _ => false,
        }
    }

    #[inline(always)]
    fn value(self, desk: &Desk) -> i64 {
        match self {
            Self::Slot(slot) => desk.state.int(slot),
            Self::Reg(reg) => desk.reg(reg),
            Self::First(spot) => desk.state.top(spot).map_or(-1, i64::from),
            Self::Filled(place) => i64::from(desk.state.cards_in(place) != 0),
            Self::Led => i64::from(desk.led),
            Self::Known(value) => value,
        }
    }
}

/// All that a phrase depends on: slots, which are found soonest, and other things.
pub(super) struct Inputs {
    slots: Box<[BySlot]>,
    others: Box<[Input]>,
}

#[derive(Clone, Copy)]
struct BySlot {
    slot: u32,
    low: i64,
    size: u64,
}

/// Finds the row of a table for what things are now; none where one of them is beyond what it was thought to be.
pub(super) trait Rows: Send + Sync + 'static {
    fn row(&self, desk: &Desk) -> Option<usize>;
}

/// So many slots and other things, the same for each phrase that has as many: the row is found in half the time.
pub(super) struct Few<const SLOTS: usize, const OTHERS: usize> {
    slots: [BySlot; SLOTS],
    others: [Input; OTHERS],
}

impl Inputs {
    fn new(all: Vec<Input>) -> Self {
        let (mut slots, mut others) = (Vec::new(), Vec::new());
        for input in all {
            match input.of {
                Of::Slot(slot) => slots.push(BySlot { slot, low: input.low, size: input.size.into() }),
                _ => others.push(input),
            }
        }
        Self { slots: slots.into(), others: others.into() }
    }

    pub(super) fn len(&self) -> usize {
        self.slots.len() + self.others.len()
    }

    /// How many rows there are.
    pub(super) fn rows(&self) -> usize {
        let slots = self.slots.iter().map(|slot| slot.size as usize);
        slots.chain(self.others.iter().map(|input| input.size as usize)).product()
    }

    /// As many slots and other things as are known when this is compiled; nothing where there are more or fewer.
    pub(super) fn few<const SLOTS: usize, const OTHERS: usize>(&self) -> Option<Few<SLOTS, OTHERS>> {
        Some(Few { slots: self.slots.as_ref().try_into().ok()?, others: self.others.as_ref().try_into().ok()? })
    }

    /// The same for a trick that is played apart from the state: nothing where they ask for more of it than the card that leads.
    pub(super) fn apart(self, trick: Spot, changed: &[u32], leads: bool) -> Option<Self> {
        let apart = |input: Input| {
            let of = match input.of {
                Of::First(spot) if spot.place == trick.place => {
                    if leads {
                        Of::Known(-1)
                    } else {
                        Of::Led
                    }
                }
                Of::Filled(place) if place == u32::from(trick.place) => Of::Known((!leads).into()),
                of @ (Of::Slot(_) | Of::Reg(_) | Of::First(_) | Of::Filled(_) | Of::Led | Of::Known(_)) => of,
            };
            Input { of, ..input }
        };
        (!self.any_of(changed)).then(|| Self { others: self.others.into_iter().map(apart).collect(), ..self })
    }

    /// Whether any of them is one of these slots.
    pub(super) fn any_of(&self, slots: &[u32]) -> bool {
        self.slots.iter().any(|input| slots.contains(&input.slot))
    }
}

impl Rows for Inputs {
    #[inline(always)]
    fn row(&self, desk: &Desk) -> Option<usize> {
        row(&self.slots, &self.others, desk)
    }
}

impl<const SLOTS: usize, const OTHERS: usize> Rows for Few<SLOTS, OTHERS> {
    #[inline(always)]
    fn row(&self, desk: &Desk) -> Option<usize> {
        row(&self.slots, &self.others, desk)
    }
}

#[inline(always)]
fn row(slots: &[BySlot], others: &[Input], desk: &Desk) -> Option<usize> {
    let mut row = 0;
    for BySlot { slot, low, size } in slots {
        let at = desk.state.int(*slot).wrapping_sub(*low).cast_unsigned();
        if at >= *size {
            return None;
        }
        row = row * size + at;
    }
    for input in others {
        let at = input.of.value(desk).wrapping_sub(input.low).cast_unsigned();
        if at >= u64::from(input.size) {
            return None;
        }
        row = row * u64::from(input.size) + at;
    }
    Some(row as usize)
}

impl Build<'_> {
    /// What a phrase depends on beside these registers: nothing where that is too much, or not known to be small.
    pub(super) fn inputs_beside(&self, id: NodeId, regs: &[u32]) -> Option<Inputs> {
        let mut found = Vec::new();
        self.collect_inputs(id, &mut regs.to_vec(), &mut found)?;
        Some(Inputs::new(found))
    }

    fn collect_inputs(&self, id: NodeId, bound: &mut Vec<u32>, found: &mut Vec<Input>) -> Option<()> {
        let node = match self.program.nodes.get(id) {
            Some(raw @ Node::Reg(reg)) if bound.contains(reg) => raw,
            _ => self.node(id),
        };
        let mut add = |of: Of, low: i64, size: u32| {
            if !found.iter().any(|input| input.of.is(of)) {
                found.push(Input { of, low, size });
            }
            let rows = found.iter().map(|input| input.size as usize).try_fold(1_usize, usize::checked_mul);
            rows.filter(|rows| *rows <= MOST_ROWS).map(|_| ())
        };
        match node {
            Node::Slot(slot) => {
                let (low, high) = self.range_of_slot(*slot)?;
                let size = high.checked_sub(low)?.checked_add(1).and_then(|size| u32::try_from(size).ok())?;
                add(Of::Slot(*slot), low, size)
            }
            // A slot of few is any of them.
            Node::SlotAt { base, keys, .. } => {
                let count = keys.iter().try_fold(1_u32, |count, (_, size)| count.checked_mul(*size))?;
                for slot in *base..base.checked_add(count.min(MOST_ROWS as u32))? {
                    let (low, high) = self.range_of_slot(slot)?;
                    add(Of::Slot(slot), low, u32::try_from(high.checked_sub(low)?.checked_add(1)?).ok()?)?;
                }
                keys.iter().try_for_each(|(key, _)| self.collect_inputs(*key, bound, found))
            }
            Node::EndCard { of, last: false } => {
                let Node::Place(place) = self.node(*of) else { return None };
                add(Of::First(self.program.spot(*place)), -1, u32::try_from(self.program.like.len()).ok()? + 1)
            }
            Node::Cmp(Comparison::Is | Comparison::IsNot, count, none)
                if *self.node(*none) == Node::Int(0) && matches!(self.node(*count), Node::Count(_)) =>
            {
                let Node::Count(of) = self.node(*count) else { return None };
                match self.node(*of) {
                    Node::Place(place) => add(Of::Filled(u32::from(*place)), 0, 2),
                    _ => self.collect_inputs(*of, bound, found),
                }
            }
            Node::Reg(reg) if bound.contains(reg) => Some(()),
            Node::Reg(reg) => {
                let (low, high) = self.range_of_reg(*reg)?;
                add(Of::Reg(*reg), low, u32::try_from(high.checked_sub(low)?.checked_add(1)?).ok()?)
            }
            Node::SeenIn { of, .. } => self.collect_inputs(*of, bound, found),
            Node::EndCard { .. }
            | Node::Ends { .. }
            | Node::CountSets { .. }
            | Node::Place(_)
            | Node::PlaceOf { .. }
            | Node::PlacesOf { .. }
            | Node::CardSlot(_)
            | Node::CardReg(_)
            | Node::SeatSlot(_)
            | Node::Owner(_)
            | Node::Score(_)
            | Node::AllPass { .. }
            | Node::Watch { .. } => None,
            of_inside!()
            | Node::Let { .. }
            | Node::FoldCards { .. }
            | Node::FoldSeats { .. }
            | Node::FoldMembers { .. }
            | Node::Scan { .. }
            | Node::BestCards { .. }
            | Node::ScanSeats { .. }
            | Node::BestSeats { .. } => {
                let before = bound.len();
                bound.extend(node.sets_reg());
                let mut all = Some(());
                self.program.inner(node, &mut |inner| {
                    if all.is_some() {
                        all = self.collect_inputs(inner, bound, found);
                    }
                });
                bound.truncate(before);
                all
            }
        }
    }

    /// The slot on which alone a number depends that is no slot itself, as the team of who won, and what it is for each value of the slot
    /// from 0 on. Where the slot says nobody, the number does.
    pub(super) fn by_slot(&self, id: NodeId) -> Option<(u32, Box<[i64]>)> {
        let mut found = None;
        if matches!(self.node(id), Node::Slot(_))
            || self.untabulated.get()
            || !self.only_slot(id, &mut Vec::new(), &mut found)
        {
            return None;
        }
        let slot = found?;
        let (low, high) = self.range_of_slot(slot)?;
        let mut number = Given::new(self.program, id);
        let mut given = |value: i64| number.of(&[(slot, value)], &[]);
        ((-1..=0).contains(&low) && high < MOST_CARDS as i64 && (low == 0 || given(-1)? < 0)).then_some(())?;
        Some((slot, (0..=high).map(given).collect::<Option<_>>()?))
    }

    pub(super) fn only_slot(&self, id: NodeId, bound: &mut Vec<u32>, found: &mut Option<u32>) -> bool {
        match self.program.nodes.get(id) {
            Some(Node::Slot(slot)) => *found.get_or_insert(*slot) == *slot,
            Some(Node::Reg(reg)) => bound.contains(reg),
            Some(Node::Let { reg, value, body }) => {
                let value = self.only_slot(*value, bound, found);
                bound.push(*reg);
                let body = self.only_slot(*body, bound, found);
                bound.pop();
                value && body
            }
            Some(node) if node.is_of_numbers() => {
                let mut only = true;
                self.program.inner(node, &mut |inner| only = only && self.only_slot(inner, bound, found));
                only
            }
            _ => false,
        }
    }
}
