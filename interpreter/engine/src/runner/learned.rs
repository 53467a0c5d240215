//! What readers learn of slots that are told to nobody: tracks that are only worked with, what a phase is given, what is counted, gone through
//! or put in order. Who can work out what a slot gets knows what it holds.

use std::ops::Range;

use super::super::program::{NodeId, Op, Pc, SeatSet, SlotRef};
use super::amounts::Find;
use super::desk::Desk;
use super::ops::Coder;
use super::phrases::Phrases;
use super::tell::Tell;
use super::{Build, Call};

/// A slot that an operation changes without a word.
pub(super) struct Changed {
    find: Find,
    /// What says which slot of several it is, or else what it gets; and the slots of which it is one.
    keys: Vec<NodeId>,
    among: Range<u32>,
    /// Whether all of these slots get the same, known to the same seats.
    all: bool,
    /// What it gets; nothing where it is drawn.
    value: Option<NodeId>,
    /// The cards whose order says what it gets.
    order: Option<NodeId>,
    /// Whether that is on top of what was there.
    on_top: bool,
}

impl Changed {
    /// Of one slot, by what it gets.
    const fn one(slot: u32, value: NodeId) -> Self {
        Self::all(slot..slot + 1, value)
    }

    /// Of several slots, by what all of them get.
    const fn all(among: Range<u32>, value: NodeId) -> Self {
        let find = Find::One(among.start);
        Self { find, keys: Vec::new(), among, all: true, value: Some(value), order: None, on_top: false }
    }

    /// The slots of which it is one.
    pub(super) fn slots(&self) -> Range<u32> {
        self.among.clone()
    }

    /// The phrases that all together say which slot it is and what it gets; none where it is drawn.
    pub(super) fn phrases(&self) -> Option<impl Iterator<Item = NodeId>> {
        let value = self.value?;
        Some(self.keys.iter().copied().chain([value]).chain(self.order))
    }

    /// Which slots will be known to whom from here on.
    fn learned(&self, desk: &mut Desk, (eyes, pc): (&Phrases, Pc), found: &mut Vec<(u32, SeatSet)>) {
        let Some(slot) = desk.quietly(|desk| self.find.of(desk)) else { return };
        let mut known = self.keys.iter().fold(eyes.all_seats(), |known, key| known & eyes.who_knows(desk, *key));
        let before = |desk: &Desk, slot: u32| eyes.who_was_told(desk, slot);
        if known != eyes.all_seats() && !self.all {
            // It may have been any of them.
            found.extend(self.slots().map(|slot| (slot, before(desk, slot) & known)));
        }
        known &= eyes.who_knows_of(desk, pc);
        known &= self.value.map_or(0, |value| eyes.who_knows(desk, value));
        if let Some(order) = self.order {
            known &= eyes.who_knows_order(desk, order);
        }
        let slots = if self.all { self.slots() } else { slot..slot + 1 };
        found.extend(slots.map(|slot| (slot, if self.on_top { known & before(desk, slot) } else { known })));
    }
}

impl Phrases {
    /// Who knows what a slot of which nothing is told holds: all, where nothing has gone there since the beginning.
    pub(super) fn who_was_told(&self, desk: &Desk, slot: u32) -> SeatSet {
        desk.minds.as_ref().and_then(|minds| minds.told((slot, false))).unwrap_or(self.all_seats())
    }
}

impl<T: Tell> Coder<'_, '_, T> {
    /// An operation after which those who can work out what a slot has got know it.
    pub(super) fn known_after(&self, pc: Pc, op: &Op, call: Call) -> Call {
        let Some(eyes) = self.tell.eyes() else { return call };
        let mut changed = changes(self.build, op);
        // What all know at all times need not be learned; tests learn it all the same, and hold it against that.
        changed.retain(|changed| cfg!(debug_assertions) || !changed.slots().all(|slot| eyes.is_open((slot, false))));
        if changed.is_empty() {
            return call;
        }
        let tell = self.tell.clone();
        Box::new(move |desk| {
            let mut known = Vec::new();
            if let Some(eyes) = tell.eyes() {
                changed.iter().for_each(|changed| changed.learned(desk, (eyes, pc), &mut known));
            }
            let next = call(desk);
            known.into_iter().for_each(|(slot, seats)| desk.known_to((slot, false), seats));
            next
        })
    }
}

/// What an operation changes without a word.
pub(super) fn changes(build: &Build, op: &Op) -> Vec<Changed> {
    let track = |to: &SlotRef, value: Option<NodeId>, on_top: bool| {
        let track = build.program.tracks.get(usize::from(to.track?))?;
        (!track.told).then(|| Changed {
            find: build.find(to),
            keys: to.keys.iter().map(|(key, _)| *key).collect(),
            among: track.slots(),
            all: false,
            value,
            order: None,
            on_top,
        })
    };
    let code = &build.program.code;
    match op {
        Op::Set { to, value } => track(to, Some(*value), false).into_iter().collect(),
        Op::AddTo { to, amount } => track(to, Some(*amount), true).into_iter().collect(),
        Op::Pay { amount, from, to } => from.iter().chain(to).filter_map(|to| track(to, Some(*amount), true)).collect(),
        Op::Draw { to, .. } | Op::DrawNumber { to, .. } => track(to, None, false).into_iter().collect(),
        Op::Reset { base, count, value } => {
            let lists = code.iter().filter_map(|op| match op {
                // A list begins anew.
                Op::Enlist { on, .. } if on.found == *base => Some(on.list..on.list + on.room),
                _ => None,
            });
            std::iter::once(*base..*base + *count).chain(lists).map(|among| Changed::all(among, *value)).collect()
        }
        // What one is told of a list goes by all that stands there.
        Op::Enlist { on, one, keys } => {
            vec![Changed { keys: keys.clone(), on_top: true, ..Changed::all(on.list..on.list + on.room, *one) }]
        }
        Op::KeepSeats { left, of, from } => {
            let keys: Vec<NodeId> = from.iter().map(|(_, from)| *from).collect();
            let each = code.iter().filter_map(|op| match op {
                Op::NextSeat { left: kept, seat, .. } if kept == left => Some(*seat),
                _ => None,
            });
            each.map(|seat| Changed { keys: keys.clone(), ..Changed::one(seat, *of) }).collect()
        }
        Op::KeepCards { left, of } => {
            let each = code.iter().filter_map(|op| match op {
                Op::NextCard { left: kept, card, .. } if kept == left => Some(*card),
                _ => None,
            });
            each.map(|card| Changed { order: Some(*of), ..Changed::one(card, *of) }).collect()
        }
        Op::AuctionBegin(number) => {
            let auction = build.program.auctions.get(usize::from(*number));
            let from = auction.and_then(|auction| auction.from);
            from.into_iter().map(|(slot, from)| Changed::one(slot, from)).collect()
        }
        Op::Jump(_)
        | Op::Unless { .. }
        | Op::Call(_)
        | Op::Return(_)
        | Op::Pass { .. }
        | Op::Move { .. }
        | Op::Deal { .. }
        | Op::Fill { .. }
        | Op::Shuffle(_)
        | Op::Sort { .. }
        | Op::Swap(..)
        | Op::Score { .. }
        | Op::NextSeat { .. }
        | Op::NextCard { .. }
        | Op::Rank(_)
        | Op::Ask(_)
        | Op::NextAnswer { .. }
        | Op::CircuitBegin(_)
        | Op::CircuitTurn { .. }
        | Op::CircuitCounted { .. }
        | Op::CircuitActed { .. }
        | Op::BidMade { .. }
        | Op::AuctionClose { .. }
        | Op::TricksBegin(_)
        | Op::TrickBegin(_)
        | Op::TrickTurn { .. }
        | Op::Played { .. }
        | Op::TrickWon(_)
        | Op::Won(_)
        | Op::End => Vec::new(),
    }
}
