//! Operations as closures: each does its work and says where the program goes on.

use super::super::eval::{compares, first_from};
use super::super::event::Event;
use super::super::fault::FaultKind;
use super::super::program::{Node, NodeId, Op, Pc, RuleId, SeatSet, SlotRef, Whose};
use super::super::state::bit;
use super::amounts::{Amount, Find};
use super::asks::Asked;
use super::desk::{Desk, Points};
use super::numbers::seats_of;
use super::tell::Tell;
use super::{Build, Call};
use crate::index::item;

/// Code generation: operations become closures, told to somebody or not.
pub(super) struct Coder<'b, 'p, T> {
    pub(super) build: &'b Build<'p>,
    pub(super) tell: T,
    /// The decisions, for answers that take effect.
    pub(super) asks: &'b [Asked],
}

/// Adds to a score: whether it still fits.
#[inline]
fn add_to_score(desk: &mut Desk, slot: u32, points: i64) -> bool {
    let value = sum(desk, slot, points);
    desk.keep(slot, value);
    !desk.stopped
}

/// What a slot says and a number together.
#[inline]
fn sum(desk: &mut Desk, slot: u32, more: i64) -> i64 {
    desk.state.int(slot).checked_add(more).unwrap_or_else(|| desk.fail(FaultKind::Overflow, 0))
}

/// Points, or as many taken off.
#[inline]
fn signed(desk: &mut Desk, points: i64, minus: bool) -> i64 {
    if !minus {
        return points;
    }
    points.checked_neg().unwrap_or_else(|| desk.fail(FaultKind::Overflow, 0))
}

impl Build<'_> {
    /// Where the program goes on behind jumps.
    pub(super) fn thread(&self, pc: Pc) -> Pc {
        let mut at = pc;
        // A circle of jumps is left as it is: it is the limit of steps that ends it.
        for _ in 0..64 {
            match self.program.code.get(at as usize) {
                Some(Op::Jump(to)) => at = *to,
                _ => return at,
            }
        }
        pc
    }

    /// As how many steps an operation counts.
    pub(super) fn steps_at(&self, pc: Pc) -> u32 {
        item(&self.program.weights, pc as usize)
    }

    /// Whether a slot holds what a phase takes.
    fn is_given(&self, slot: u32) -> bool {
        self.program.phases.iter().any(|phase| (phase.given.0..phase.given.0 + phase.given.1).contains(&slot))
    }

    /// Whether an operation counts as no step.
    pub(super) fn is_light(&self, pc: Pc) -> bool {
        self.steps_at(pc) == 0
    }

    /// Which slot gets which value, if that is known before the game.
    pub(super) fn constant_set(&self, op: &Op) -> Option<(u32, i64)> {
        let Op::Set { to, value } = op else { return None };
        match self.node(*value) {
            Node::Int(value) if to.keys.is_empty() && *value >= to.range.0 && *value <= to.range.1 => {
                Some((to.base, *value))
            }
            _ => None,
        }
    }

    pub(super) fn find(&self, to: &SlotRef) -> Find {
        self.slot_of(to.base, &to.keys)
    }

    pub(super) fn next_card(&self, left: u32, card: u32, exit: Pc, next: Pc) -> Call {
        // Those that lie where they were found come first, in their order; those that were moved away since then in that of the deck.
        let mut places: Vec<u16> = Vec::new();
        for op in &self.program.code {
            if let Op::KeepCards { left: kept, of } = op
                && *kept == left
            {
                places.extend(self.program.places_of(*of));
            }
        }
        let spots: Box<[_]> = places.into_iter().map(|place| self.program.spot(place)).collect();
        Box::new(move |desk| {
            let cards = desk.state.mask(left);
            let lie = spots.iter().fold(0, |lie, spot| lie | desk.state.mask(u32::from(spot.place))) & cards;
            let among = if lie == 0 { cards } else { lie };
            let first = among & among.wrapping_neg();
            // In the order of the place of the first that is left.
            let found = match super::moves::spot_of(desk, &spots, first) {
                Some(spot) if spot.ordered => desk.state.in_spot(spot).find(|card| cards & bit(*card) != 0),
                Some(_) | None => (first != 0).then(|| first.trailing_zeros() as u8),
            };
            match found {
                None => exit,
                Some(found) => {
                    desk.state.set_mask(left, cards & !bit(found));
                    desk.state.set_small(card, i64::from(found));
                    next
                }
            }
        })
    }
}

impl<T: Tell> Coder<'_, '_, T> {
    pub(super) fn op(&self, pc: Pc, op: &Op) -> Call {
        let call = self.known_after(op, self.call(pc, op));
        let (weight, next) = (self.build.steps_at(pc), pc + 1);
        if weight == 0 {
            return call;
        }
        Box::new(move |desk| if desk.may_do(weight) { call(desk) } else { next })
    }

    /// What a track that is not told gets is known to those who can work it out, and knew what was there before if it is counted on.
    fn known_after(&self, op: &Op, call: Call) -> Call {
        let untold = |to: &SlotRef| {
            let track = to.track.and_then(|track| self.build.program.tracks.get(usize::from(track)));
            track.is_some_and(|track| !track.told)
        };
        let changed: Vec<(Find, Option<NodeId>, bool)> = match op {
            Op::Set { to, value } if untold(to) => vec![(self.build.find(to), Some(*value), false)],
            Op::AddTo { to, amount } if untold(to) => vec![(self.build.find(to), Some(*amount), true)],
            Op::Pay { amount, from, to } => {
                let of = from.iter().chain(to).filter(|to| untold(to));
                of.map(|to| (self.build.find(to), Some(*amount), true)).collect()
            }
            Op::Draw { to, .. } | Op::DrawNumber { to, .. } if untold(to) => vec![(self.build.find(to), None, false)],
            _ => Vec::new(),
        };
        if changed.is_empty() || self.tell.eyes().is_none() {
            return call;
        }
        let tell = self.tell.clone();
        Box::new(move |desk| {
            let Some(eyes) = tell.eyes() else { return call(desk) };
            let mut known = Vec::new();
            for (find, value, on_top) in &changed {
                let seats = value.map_or(0, |value| eyes.who_knows(desk, value));
                let Some(slot) = desk.quietly(|desk| find.of(desk)) else { continue };
                let before = desk.minds.as_ref().and_then(|minds| minds.told((slot, false)));
                known.push((slot, if *on_top { seats & before.unwrap_or(seats) } else { seats }));
            }
            let next = call(desk);
            known.into_iter().for_each(|(slot, seats)| desk.known_to((slot, false), seats));
            next
        })
    }

    fn call(&self, pc: Pc, op: &Op) -> Call {
        let back = pc + 1;
        let next = self.build.thread(pc + 1);
        let build = self.build;
        match op {
            Op::Jump(to) => {
                let to = self.build.thread(*to);
                Box::new(move |_| to)
            }
            Op::Unless { cond, to } => {
                if self.tell.eyes().is_none()
                    && let Some(call) = self.score_if(pc, *cond, self.build.thread(*to))
                {
                    return call;
                }
                let (cond, to) = (self.build.test(*cond), self.build.thread(*to));
                Box::new(move |desk| if cond.holds(desk) { next } else { to })
            }
            Op::Ask(number) => {
                let number = i32::from(*number);
                Box::new(move |desk| {
                    desk.state.waiting = number;
                    desk.stopped = true;
                    pc
                })
            }
            Op::Call(phase) => {
                let Some(entry) = self.build.program.phases.get(usize::from(*phase)) else {
                    return Box::new(move |_| next);
                };
                let (slot, to) = (entry.back, self.build.thread(entry.entry));
                Box::new(move |desk| {
                    desk.state.set_small(slot, i64::from(back));
                    to
                })
            }
            Op::Return(phase) => {
                let slot = self.build.program.phases.get(usize::from(*phase)).map_or(0, |entry| entry.back);
                Box::new(move |desk| Pc::try_from(desk.state.int(slot)).unwrap_or(Pc::MAX))
            }
            Op::Pass { phase, slot } => {
                let (phase, slot, tell) = (*phase, *slot, self.tell.clone());
                Box::new(move |desk| {
                    let pass = desk.state.int(slot) + 1;
                    if desk.most_passes.is_some_and(|(stopped, most)| stopped == phase && pass > most) {
                        desk.state.over = true;
                        (desk.stopped, desk.out_of_passes) = (true, true);
                        return next;
                    }
                    desk.state.set_small(slot, pass);
                    if tell.eyes().is_some() {
                        desk.tell(Event::Pass { phase, pass });
                    }
                    next
                })
            }
            Op::Set { to, value } => {
                let tell = self.tell.clone();
                if let (Some((slot, value)), None) = (self.build.constant_set(op), tell.eyes()) {
                    return Box::new(move |desk| {
                        desk.state.set_small(slot, value);
                        next
                    });
                }
                let range = range(to);
                if to.keys.is_empty() {
                    let (slot, value) = (to.base, self.build.amount(*value));
                    return Box::new(move |desk| {
                        let value = value.of(desk);
                        store(desk, &tell, range, slot, value);
                        next
                    });
                }
                let (find, value) = (self.build.find(to), self.build.amount(*value));
                Box::new(move |desk| {
                    let value = value.of(desk);
                    match find.of(desk) {
                        Some(slot) => store(desk, &tell, range, slot, value),
                        None => nobody(desk),
                    }
                    next
                })
            }
            Op::AddTo { to, amount } => {
                if let Some(call) = self.counting(to, *amount, next) {
                    return call;
                }
                let tell = self.tell.clone();
                if to.keys.is_empty() {
                    let (slot, amount, range) = (to.base, self.build.amount(*amount), range(to));
                    return Box::new(move |desk| {
                        let amount = amount.of(desk);
                        let value = sum(desk, slot, amount);
                        store(desk, &tell, range, slot, value);
                        next
                    });
                }
                let (find, amount, range) = (self.build.find(to), self.build.amount(*amount), range(to));
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
            Op::Reset { base, count: 1, value } if self.tell.eyes().is_some() && self.build.is_given(*base) => {
                let (slot, of, value) = (*base, *value, self.build.amount(*value));
                let tell = self.tell.clone();
                Box::new(move |desk| {
                    // Who can work it out knows it from here on.
                    let known = tell.eyes().map_or(0, |eyes| eyes.who_knows(desk, of));
                    let value = value.of(desk);
                    desk.keep(slot, value);
                    desk.known_to((slot, false), known);
                    next
                })
            }
            Op::Reset { base, count: 1, value } => {
                let (slot, value) = (*base, self.build.amount(*value));
                Box::new(move |desk| {
                    let value = value.of(desk);
                    desk.keep(slot, value);
                    next
                })
            }
            Op::Reset { base, count, value } => {
                let (slots, value) = (*base..*base + *count, self.build.number(*value));
                Box::new(move |desk| {
                    let value = value(desk);
                    slots.clone().for_each(|slot| desk.keep(slot, value));
                    next
                })
            }
            Op::Move { cards, to } => match self.build.program.code.get(back as usize) {
                Some(Op::Shuffle(place))
                    if place.base == to.base && matches!((place.of, to.of), (Whose::Whole, Whose::Whole)) =>
                {
                    match self.tell.eyes() {
                        None => self.build.gathering(*cards, *to, back),
                        Some(_) => self.moving(*cards, *to, next),
                    }
                }
                _ => self.moving(*cards, *to, next),
            },
            Op::Deal { count, from, to, exact } => self.dealing(*count, *from, *to, *exact, next),
            Op::Fill { place, size, from } => self.filling(*place, *size, *from, next),
            Op::Shuffle(place) => self.shuffling(*place, next),
            Op::Sort { place, reg, key, highest } => self.build.sorting(*place, *reg, *key, *highest, next),
            Op::Swap(a, b) => self.swapping(*a, *b, next),
            Op::Draw { to, from } => {
                let (find, from, track) = (self.build.find(to), self.build.seats(*from), to.track);
                let tell = self.tell.clone();
                Box::new(move |desk| {
                    let among = from(desk);
                    match find.of(desk) {
                        Some(slot) if among != 0 => {
                            let seat = desk.chance.draw(slot, among);
                            desk.state.set_small(slot, i64::from(seat));
                            if let Some(eyes) = tell.eyes().filter(|eyes| track.is_none_or(|track| eyes.is_told(track)))
                            {
                                let seen =
                                    track.map_or(eyes.all_seats(), |track| eyes.who_sees_track(desk, track, slot));
                                desk.tell(Event::Draw { track, among, seat, seen });
                            }
                        }
                        _ => nobody(desk),
                    }
                    next
                })
            }
            Op::DrawNumber { to, low, high } => {
                let (find, range) = (self.build.find(to), range(to));
                let (low, high) = (self.build.number(*low), self.build.number(*high));
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
            Op::Pay { amount, from, to } => self.paying(self.build.amount(*amount), from.as_ref(), to.as_ref(), next),
            Op::Score { amount, who, reason, minus } => self.scoring(pc, (*amount, *who), (*reason, *minus), next),
            Op::KeepSeats { left, of, from } => {
                let (left, of) = (*left, self.build.seats(*of));
                let from = from.map(|(slot, from)| (slot, self.build.number(from)));
                Box::new(move |desk| {
                    let seats = of(desk);
                    desk.state.set_seats(left, seats);
                    if let Some((slot, from)) = &from {
                        let from = from(desk);
                        if from < 0 {
                            nobody(desk);
                        } else {
                            desk.state.set_small(*slot, from);
                        }
                    }
                    next
                })
            }
            Op::NextSeat { left, seat, from, exit } => {
                let (left, seat, from, exit, seats) =
                    (*left, *seat, *from, self.build.thread(*exit), self.build.program.seats);
                Box::new(move |desk| {
                    let waiting = desk.state.seats(left);
                    let start = from.map_or(0, |from| desk.state.int(from));
                    match first_from(seats, start, waiting) {
                        -1 => exit,
                        found => {
                            desk.state.set_seats(left, waiting & !(1 << found));
                            desk.state.set_small(seat, found);
                            if let Some(from) = from {
                                desk.state.set_small(from, found);
                            }
                            next
                        }
                    }
                })
            }
            Op::KeepCards { left, of } => {
                let (left, of) = (*left, self.build.cards(*of));
                Box::new(move |desk| {
                    let cards = of(desk);
                    desk.state.set_mask(left, cards);
                    next
                })
            }
            Op::Enlist { on, one, keys } => self.build.enlisting(on, *one, keys, next),
            Op::Rank(list) => self.build.ranking(list, next),
            Op::NextCard { left, card, exit } => self.build.next_card(*left, *card, self.build.thread(*exit), next),
            Op::NextAnswer { ask, exit } => self.next_answer(*ask, self.build.thread(*exit)),
            Op::Won(who) => {
                let (who, winners, tell) = (self.build.seats(*who), self.build.program.winners, self.tell.clone());
                Box::new(move |desk| {
                    let seats = who(desk);
                    desk.state.set_seats(winners, seats);
                    if tell.eyes().is_some() {
                        desk.tell(Event::Won { seats });
                    }
                    desk.state.over = true;
                    desk.stopped = true;
                    next
                })
            }
            Op::End => Box::new(move |desk| {
                desk.state.over = true;
                desk.stopped = true;
                next
            }),
            Op::CircuitBegin(number) => usual(build.circuit_begin(*number, next), next),
            Op::CircuitTurn { circuit, .. } => usual(build.circuit_turn(*circuit), next),
            Op::CircuitActed { circuit, role } => usual(build.circuit_acted(*circuit, *role, next), next),
            Op::AuctionBegin(number) => usual(build.auction_begin(*number, next), next),
            Op::BidMade { auction, seat } => usual(self.bid_made(*auction, *seat, next), next),
            Op::AuctionClose { auction, unsold } => {
                usual(self.auction_close(pc, *auction, build.thread(*unsold), next), next)
            }
            Op::TricksBegin(number) => usual(build.tricks_begin(*number, next), next),
            Op::TrickBegin(number) => usual(build.trick_begin(*number, next), next),
            Op::TrickTurn { tricks, exit } => usual(build.trick_turn(*tricks, build.thread(*exit), next), next),
            Op::Played { tricks, pick } => usual(build.played(*tricks, *pick), next),
            Op::TrickWon(number) => {
                let tricks = build.program.tricks.get(usize::from(*number));
                usual(tricks.map(|tricks| self.trick_won(*number, tricks, next)), next)
            }
        }
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

    fn paying(&self, amount: Amount, from: Option<&SlotRef>, to: Option<&SlotRef>, next: Pc) -> Call {
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

    fn scoring(&self, pc: Pc, (amount, who): (NodeId, NodeId), (reason, minus): (u16, bool), next: Pc) -> Call {
        let scores = self.build.program.scores;
        let teams: Box<[u8]> = self.build.program.teams.clone().into();
        let (number, tell) = (self.build.number(amount), self.tell.clone());
        if let (Node::JustSeat(seat), None) = (self.build.node(who), tell.eyes()) {
            let seat = self.build.number(*seat);
            return Box::new(move |desk| {
                let points = number(desk);
                let points = signed(desk, points, minus);
                let seat = seat(desk);
                let team = usize::try_from(seat).ok().and_then(|seat| teams.get(seat));
                if let Some(told) = &mut desk.points {
                    told.push(Points { reason, points, sides: team.is_some().into() });
                }
                if let Some(team) = team {
                    add_to_score(desk, scores + u32::from(*team), points);
                }
                next
            });
        }
        let rule: RuleId = item(&self.build.program.lines, pc as usize);
        let who = self.build.seats(who);
        Box::new(move |desk| {
            let points = number(desk);
            let points = signed(desk, points, minus);
            let seats = who(desk);
            let mut sides: SeatSet = 0;
            for seat in seats_of(seats) {
                sides |= 1 << teams.get(seat as usize).copied().map_or(seat, u32::from);
            }
            if let Some(told) = &mut desk.points {
                told.push(Points { reason, points, sides: sides.count_ones() });
            }
            for team in seats_of(sides) {
                if !add_to_score(desk, scores + team, points) {
                    return next;
                }
            }
            if let Some(eyes) = tell.eyes() {
                let (items, known) = desk.quietly(|desk| eyes.items(desk, amount, minus));
                desk.tell(Event::Score { seats, points, reason, items, known, rule });
            }
            next
        })
    }

    /// A number is asked for, and scored at once if it is such: it is worked out once.
    fn score_if(&self, pc: Pc, cond: NodeId, to: Pc) -> Option<Call> {
        let Node::Cmp(comparison, number, bound) = *self.build.node(cond) else { return None };
        let Node::Int(bound) = *self.build.node(bound) else { return None };
        let Op::Score { amount, who, minus: false, reason } = self.build.program.code.get(pc as usize + 1)? else {
            return None;
        };
        let Node::JustSeat(who) = self.build.node(*who) else { return None };
        let usual =
            *amount == number && matches!(self.build.node(number), Node::Let { .. } | Node::If(..) | Node::Count(_));
        (usual && self.build.is_light(pc) && self.build.is_light(pc + 1)).then_some(())?;
        let (amount, who, reason) = (self.build.number(number), self.build.number(*who), *reason);
        let scores: Box<[u32]> =
            self.build.program.teams.iter().map(|team| self.build.program.scores + u32::from(*team)).collect();
        let (again, next) = (pc + 1, self.build.thread(pc + 2));
        Some(Box::new(move |desk| {
            let points = amount(desk);
            if desk.stopped || !compares(comparison, points, bound) {
                return to;
            }
            let seat = who(desk);
            let slot = usize::try_from(seat).ok().and_then(|seat| scores.get(seat));
            let score = slot.and_then(|slot| desk.state.int(*slot).checked_add(points));
            let kept = match (slot, score, desk.stopped) {
                (Some(slot), Some(score), false) => desk.state.keep(*slot, score),
                _ => false,
            };
            if !kept {
                // What is wrong is told at the line of the score.
                (desk.fault, desk.stopped) = (None, false);
                return again;
            }
            if let Some(told) = &mut desk.points {
                told.push(Points { reason, points, sides: 1 });
            }
            next
        }))
    }
}

/// An operation of a form that the program has; of one that it has not, a mistake of the compiler that stops the game.
fn usual(made: Option<Call>, next: Pc) -> Call {
    made.unwrap_or_else(|| {
        Box::new(move |desk| {
            desk.fail(FaultKind::Illegal, 0);
            next
        })
    })
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
                eyes.tell_set(desk, track, slot, value);
            }
        }
        _ => desk.state.set_small(slot, value),
    }
}

#[cold]
pub(super) fn nobody(desk: &mut Desk) {
    desk.fail(FaultKind::Nobody, 0);
}
