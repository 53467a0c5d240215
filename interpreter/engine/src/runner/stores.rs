//! Numbers that go into slots: tracks are set, added to, drawn and paid.

use super::super::fault::FaultKind;
use super::super::program::{Node, NodeId, Pc, SlotRef};
use super::amounts::Amount;
use super::desk::Desk;
use super::ops::{Coder, nobody};
use super::tell::Tell;
use super::{Build, Call};

impl<T: Tell> Coder<'_, '_, T> {
    pub(super) fn setting(&self, to: &SlotRef, value: NodeId, next: Pc) -> Call {
        let tell = self.tell.clone();
        if let (Some((slot, value)), None) = (self.build.constant(to, value), tell.eyes()) {
            return Box::new(move |desk| {
                desk.state.set_small(slot, value);
                next
            });
        }
        let range = range(to);
        if to.keys.is_empty() {
            let (slot, value) = (to.base, self.build.amount(value));
            return Box::new(move |desk| {
                let value = value.of(desk);
                store(desk, &tell, range, slot, value);
                next
            });
        }
        let (find, value) = (self.build.find(to), self.build.amount(value));
        Box::new(move |desk| {
            let value = value.of(desk);
            match find.of(desk) {
                Some(slot) => store(desk, &tell, range, slot, value),
                None => nobody(desk),
            }
            next
        })
    }

    pub(super) fn adding(&self, to: &SlotRef, amount: NodeId, next: Pc) -> Call {
        if let Some(call) = self.counting(to, amount, next) {
            return call;
        }
        let tell = self.tell.clone();
        if to.keys.is_empty() {
            let (slot, amount, range) = (to.base, self.build.amount(amount), range(to));
            return Box::new(move |desk| {
                let amount = amount.of(desk);
                let value = sum(desk, slot, amount);
                store(desk, &tell, range, slot, value);
                next
            });
        }
        let (find, amount, range) = (self.build.find(to), self.build.amount(amount), range(to));
        Box::new(move |desk| {
            match find.of(desk) {
                Some(slot) => {
                    let amount = amount.of(desk);
                    let value = sum(desk, slot, amount);
                    store(desk, &tell, range, slot, value);
                }
                None => nobody(desk),
            }
            next
        })
    }

    /// A number that is known before the game is added to the slot of a seat or member that another slot names.
    fn counting(&self, to: &SlotRef, amount: NodeId, next: Pc) -> Option<Call> {
        let ([(key, size)], Node::Int(amount)) = (to.keys.as_slice(), self.build.node(amount)) else { return None };
        if let Some((slot, slots)) = self.build.slots_by_slot(to.base, (*key, *size)) {
            let (amount, range, tell) = (*amount, range(to), self.tell.clone());
            return Some(Box::new(move |desk| {
                let at = usize::try_from(desk.state.int(slot)).ok().and_then(|at| slots.get(at).copied());
                match at.flatten() {
                    Some(slot) => {
                        let value = sum(desk, slot, amount);
                        store(desk, &tell, range, slot, value);
                    }
                    None => nobody(desk),
                }
                next
            }));
        }
        let Node::Slot(slot) = self.build.node(*key) else { return None };
        let (base, size, slot, amount, range) = (to.base, *size, *slot, *amount, range(to));
        let tell = self.tell.clone();
        Some(Box::new(move |desk| {
            match u32::try_from(desk.state.int(slot)) {
                Ok(at) if at < size => {
                    let value = sum(desk, base + at, amount);
                    store(desk, &tell, range, base + at, value);
                }
                _ => nobody(desk),
            }
            next
        }))
    }

    pub(super) fn drawing(&self, to: &SlotRef, from: NodeId, next: Pc) -> Call {
        let (find, of, from, track) = (self.build.find(to), from, self.build.seats(from), to.track);
        let tell = self.tell.clone();
        Box::new(move |desk| {
            let among = from(desk);
            // Worked out before the draw: the group may speak of what is drawn.
            let known = tell.eyes().map_or(0, |eyes| eyes.who_knows(desk, of));
            match find.of(desk) {
                Some(slot) if among != 0 => {
                    let seat = desk.chance.draw(slot, among);
                    desk.state.set_small(slot, i64::from(seat));
                    if let Some(eyes) = tell.eyes() {
                        eyes.tell_draw(desk, (track, slot), (among, known), seat);
                    }
                }
                _ => nobody(desk),
            }
            next
        })
    }

    pub(super) fn drawing_number(&self, to: &SlotRef, (low, high): (NodeId, NodeId), next: Pc) -> Call {
        let (find, range) = (self.build.find(to), range(to));
        let (low, high) = (self.build.number(low), self.build.number(high));
        let tell = self.tell.clone();
        Box::new(move |desk| {
            let (low, high) = (low(desk), high(desk));
            match find.of(desk) {
                _ if desk.stopped => {}
                Some(_) if low > high => {
                    desk.fail(FaultKind::NothingToDraw(low, high), 0);
                }
                Some(slot) => {
                    let value = desk.chance.number(slot, low, high);
                    store(desk, &tell, range, slot, value);
                }
                None => nobody(desk),
            }
            next
        })
    }

    pub(super) fn paying(&self, amount: Amount, from: Option<&SlotRef>, to: Option<&SlotRef>, next: Pc) -> Call {
        let from = from.map(|from| (self.build.find(from), range(from)));
        let to = to.map(|to| (self.build.find(to), range(to)));
        let tell = self.tell.clone();
        Box::new(move |desk| {
            let amount = amount.of(desk);
            if amount < 0 {
                desk.fail(FaultKind::OutOfRange(amount, 0, i64::from(i32::MAX)), 0);
                return next;
            }
            let from = from.as_ref().map(|(find, range)| (find.of(desk), *range));
            let to = to.as_ref().map(|(find, range)| (find.of(desk), *range));
            if from.is_some_and(|(slot, _)| slot.is_none()) || to.is_some_and(|(slot, _)| slot.is_none()) {
                nobody(desk);
                return next;
            }
            if let Some((Some(slot), range)) = from {
                let there = desk.state.int(slot);
                if there < amount {
                    desk.fail(FaultKind::PayShort(amount, there), 0);
                    return next;
                }
                store(desk, &tell, range, slot, there - amount);
            }
            if let Some((Some(slot), range)) = to {
                let value = sum(desk, slot, amount);
                store(desk, &tell, range, slot, value);
            }
            next
        })
    }
}

impl Build<'_> {
    /// Slots get a value again.
    pub(super) fn resetting(&self, base: u32, count: u32, value: NodeId, next: Pc) -> Call {
        if let (1, Some(more)) = (count, self.more_than(base, value)) {
            return Box::new(move |desk| {
                let value = sum(desk, base, more);
                desk.keep(base, value);
                next
            });
        }
        if count == 1 {
            let value = self.amount(value);
            return Box::new(move |desk| {
                let value = value.of(desk);
                desk.keep(base, value);
                next
            });
        }
        let (slots, value) = (base..base + count, self.amount(value));
        Box::new(move |desk| {
            let value = value.of(desk);
            desk.keep_all(slots.clone(), value);
            next
        })
    }

    /// By how much a number is more than a slot, where that is known before the game: the next of a loop.
    pub(super) fn more_than(&self, slot: u32, number: NodeId) -> Option<i64> {
        let (a, b, minus) = match self.node(number) {
            Node::Add(a, b) => (*a, *b, false),
            Node::Sub(a, b) => (*a, *b, true),
            _ => return None,
        };
        match (self.node(a), self.node(b)) {
            (Node::Slot(of), Node::Int(more)) if *of == slot => {
                if minus {
                    more.checked_neg()
                } else {
                    Some(*more)
                }
            }
            _ => None,
        }
    }
}

/// What a slot says and a number together.
#[inline]
pub(super) fn sum(desk: &mut Desk, slot: u32, more: i64) -> i64 {
    desk.state.int(slot).checked_add(more).unwrap_or_else(|| desk.fail(FaultKind::Overflow, 0))
}

/// Lowest and highest value of a slot, and the track to which it belongs.
type Range = (i64, i64, Option<u16>);

const fn range(to: &SlotRef) -> Range {
    (to.range.0, to.range.1, to.track)
}

#[inline]
fn store(desk: &mut Desk, tell: &impl Tell, range: Range, slot: u32, value: i64) {
    let (low, high, track) = range;
    if value < low || value > high {
        let of_track = |track| FaultKind::TrackRange(track, value, low, high);
        desk.fail(track.map_or(FaultKind::OutOfRange(value, low, high), of_track), 0);
        return;
    }
    match (tell.eyes(), track) {
        (Some(eyes), Some(track)) => {
            let before = desk.state.int(slot);
            desk.state.set_small(slot, value);
            if before != value {
                eyes.tell_set(desk, track, slot, (value, before));
            }
        }
        _ => desk.state.set_small(slot, value),
    }
}
