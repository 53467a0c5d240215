//! Between which numbers a phrase, a slot, a register or a pick can be (interval analysis).

use super::super::program::{Node, NodeId, Op, Pick, Source};
use super::Build;
use crate::Fold;

impl Build<'_> {
    /// Between which numbers one is, as far as slots tell that it is made of.
    pub(super) fn span(&self, id: NodeId) -> Option<(i64, i64)> {
        match *self.node(id) {
            Node::Int(value) => Some((value, value)),
            Node::Slot(slot) => self.range_of_slot(slot),
            Node::SlotAt { base, nothing, .. } => {
                let (low, high) = self.range_of_slot(base)?;
                Some((low.min(nothing), high.max(nothing)))
            }
            Node::Count(_) => Some((0, i64::try_from(self.program.like.len()).ok()?)),
            Node::CountSeats(_) => Some((0, i64::from(self.program.seats))),
            Node::Add(a, b) => {
                let (a, b) = (self.span(a)?, self.span(b)?);
                Some((a.0.checked_add(b.0)?, a.1.checked_add(b.1)?))
            }
            Node::Sub(a, b) => {
                let (a, b) = (self.span(a)?, self.span(b)?);
                Some((a.0.checked_sub(b.1)?, a.1.checked_sub(b.0)?))
            }
            Node::If(_, a, b) => {
                let (a, b) = (self.span(a)?, self.span(b)?);
                Some((a.0.min(b.0), a.1.max(b.1)))
            }
            Node::Mul(a, b) => {
                let (a, b) = (self.span(a)?, self.span(b)?);
                let corners =
                    [a.0.checked_mul(b.0)?, a.0.checked_mul(b.1)?, a.1.checked_mul(b.0)?, a.1.checked_mul(b.1)?];
                Some((*corners.iter().min()?, *corners.iter().max()?))
            }
            Node::Tab { table, other, .. } => {
                let values = self.program.tables.get(table as usize)?.iter().copied().chain([other]);
                Some(values.fold((-1, -1), |(low, high), value| (low.min(value), high.max(value))))
            }
            Node::FoldCards { fold, key, .. } => self.span_of_fold(fold, key, self.program.like.len()),
            Node::FoldSeats { fold, key, .. } => self.span_of_fold(fold, key, self.program.seats.into()),
            Node::FoldMembers { fold, count, key, .. } => self.span_of_fold(fold, key, count as usize),
            _ => None,
        }
    }

    /// The same of what comes of a number for each of so many, or fewer.
    fn span_of_fold(&self, fold: Fold, key: NodeId, count: usize) -> Option<(i64, i64)> {
        let most = i64::try_from(count).ok()?;
        match fold {
            Fold::Any | Fold::Every => Some((0, 1)),
            Fold::Different | Fold::LongestRun => Some((0, most)),
            Fold::Total => {
                let (low, high) = self.span(key)?;
                Some((low.checked_mul(most)?.min(0), high.checked_mul(most)?.max(0)))
            }
            Fold::Highest | Fold::Lowest | Fold::SecondHighest | Fold::SecondLowest => {
                let (low, high) = self.span(key)?;
                Some((low.min(0), high.max(0)))
            }
        }
    }

    /// Between which numbers, members or seats one is picked at all; a card is its number, and none is -1.
    pub(super) fn range_of_pick(&self, pick: &Pick) -> Option<(i64, i64)> {
        let below = |count: i64| (0, count - 1);
        match pick.source {
            Source::Cards { .. } if pick.several => None,
            Source::Cards { .. } => Some((-1, i64::try_from(self.program.like.len()).ok()? - 1)),
            Source::Member { count, .. } => Some(below(count.into())),
            Source::Seat => Some(below(self.program.seats.into())),
            Source::YesNo => Some(below(2)),
            Source::Number { low, high } => Some((self.span(low)?.0, self.span(high)?.1)),
        }
    }

    /// All that may be picked.
    fn picks(&self) -> impl Iterator<Item = &Pick> {
        self.program.asks.iter().flat_map(|ask| &ask.acts).flat_map(|act| &act.picks)
    }

    /// What a register goes through: what is picked, or what a phrase asks of each.
    pub(super) fn range_of_reg(&self, reg: u32) -> Option<(i64, i64)> {
        if let Some(pick) = self.picks().find(|pick| pick.reg == reg && !pick.several) {
            return self.range_of_pick(pick);
        }
        let program = self.program;
        let mut setters = program.nodes.iter().filter(|node| node.sets_reg() == Some(reg));
        let count = match setters.next()? {
            Node::FoldCards { .. } | Node::Scan { .. } | Node::BestCards { .. } => program.like.len(),
            Node::FoldSeats { .. } | Node::ScanSeats { .. } | Node::BestSeats { .. } => program.seats.into(),
            Node::FoldMembers { count, .. } => *count as usize,
            _ => return None,
        };
        let last = i64::try_from(count).ok()?.checked_sub(1)?;
        setters.next().is_none().then_some((0, last))
    }

    /// What a slot can be: that of a track, or a seat whose turn it is or who is ahead.
    pub(super) fn range_of_slot(&self, slot: u32) -> Option<(i64, i64)> {
        let program = self.program;
        if let Some((_, track)) = program.track_of(slot) {
            return Some(track.range);
        }
        if let Some(pick) = self.picks().find(|pick| pick.slot == slot && !pick.several) {
            // Before anything is picked it is none, which no number says.
            return match pick.source {
                Source::Number { .. } => None,
                Source::YesNo => self.range_of_pick(pick),
                Source::Cards { .. } | Source::Member { .. } | Source::Seat => {
                    self.range_of_pick(pick).map(|(_, last)| (-1, last))
                }
            };
        }
        for op in &program.code {
            match op {
                Op::NextCard { card, .. } if *card == slot => {
                    return Some((-1, i64::try_from(program.like.len()).ok()? - 1));
                }
                Op::NextSeat { seat, .. } if *seat == slot => return Some((-1, i64::from(program.seats) - 1)),
                _ => {}
            }
        }
        let seats = program.circuits.iter().flat_map(|circuit| [Some(circuit.seat), circuit.leader]).flatten();
        let seats = seats.chain(program.auctions.iter().map(|auction| auction.leader));
        let mut seats = seats.chain(program.tricks.iter().flat_map(|tricks| [tricks.seat, tricks.leader]));
        seats.any(|seat| seat == slot).then(|| (-1, i64::from(program.seats) - 1))
    }
}
