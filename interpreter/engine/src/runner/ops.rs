//! Operations as closures: each does its work and says where the program goes on.

use super::super::chance::Chance;
use super::super::eval::{compares, first_from};
use super::super::fault::FaultKind;
use super::super::program::{Node, NodeId, Op, Pc, SeatSet, SlotRef, Whose};
use super::desk::{Desk, Points};
use super::numbers::{Find, seats_of};
use super::{Build, Call, Numbers};

/// Adds to a score: whether it still fits.
#[inline]
fn add_to_score(desk: &mut Desk, slot: u32, points: i64) -> bool {
    let value = desk.state.int(slot).saturating_add(points);
    let fits = i32::try_from(value).is_ok();
    if fits {
        desk.state.set_int(slot, value);
    } else {
        desk.fail(FaultKind::OutOfRange(value, i64::from(i32::MIN), i64::from(i32::MAX)), 0);
    }
    fits
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

    pub(super) fn op(&self, pc: Pc, op: &Op) -> Call {
        let call = self.call(pc, op);
        if self.is_light(pc) || matches!(op, Op::Ask(_)) {
            return call;
        }
        // It counts as several, as one of its phrases takes long.
        let (weight, next) = (self.program.weights.get(pc as usize).copied().unwrap_or(1), self.thread(pc + 1));
        Box::new(move |desk| if desk.may_do(weight) { call(desk) } else { next })
    }

    /// Whether an operation counts as no more than one.
    pub(super) fn is_light(&self, pc: Pc) -> bool {
        self.program.weights.get(pc as usize).is_none_or(|weight| *weight <= 1)
    }

    fn call(&self, pc: Pc, op: &Op) -> Call {
        let back = pc + 1;
        let next = self.thread(pc + 1);
        match op {
            Op::Jump(to) => {
                let to = self.thread(*to);
                Box::new(move |_| to)
            }
            Op::Unless { cond, to } => {
                if let Some(call) = self.score_if(pc, *cond, self.thread(*to)) {
                    return call;
                }
                let (cond, to) = (self.test(*cond), self.thread(*to));
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
                let Some(entry) = self.program.phases.get(usize::from(*phase)) else { return Box::new(move |_| next) };
                let (slot, to) = (entry.back, self.thread(entry.entry));
                Box::new(move |desk| {
                    desk.state.set_int(slot, i64::from(back));
                    to
                })
            }
            Op::Return(phase) => {
                let slot = self.program.phases.get(usize::from(*phase)).map_or(0, |entry| entry.back);
                Box::new(move |desk| Pc::try_from(desk.state.int(slot)).unwrap_or(Pc::MAX))
            }
            Op::Pass { slot, .. } => {
                let slot = *slot;
                Box::new(move |desk| {
                    desk.state.set_int(slot, desk.state.int(slot) + 1);
                    next
                })
            }
            Op::Set { to, value } => {
                if let Some((slot, value)) = self.constant_set(op) {
                    return Box::new(move |desk| {
                        desk.state.set_int(slot, value);
                        next
                    });
                }
                let value = self.number(*value);
                let range = range(to);
                if to.keys.is_empty() {
                    let slot = to.base;
                    return Box::new(move |desk| {
                        let value = value(desk);
                        store(desk, range, slot, value);
                        next
                    });
                }
                let find = self.find(to);
                Box::new(move |desk| {
                    let value = value(desk);
                    match find(desk) {
                        Some(slot) => store(desk, range, slot, value),
                        None => nobody(desk),
                    }
                    next
                })
            }
            Op::AddTo { to, amount } => {
                if let Some(call) = self.counting(to, *amount, next) {
                    return call;
                }
                let (find, amount, range) = (self.find(to), self.number(*amount), range(to));
                Box::new(move |desk| {
                    match find(desk) {
                        Some(slot) => {
                            let value = desk.state.int(slot).saturating_add(amount(desk));
                            store(desk, range, slot, value);
                        }
                        None => nobody(desk),
                    }
                    next
                })
            }
            Op::Reset { base, count, value } => {
                let (slots, value) = (*base..*base + *count, self.number(*value));
                Box::new(move |desk| {
                    let value = value(desk);
                    slots.clone().for_each(|slot| desk.state.set_int(slot, value));
                    next
                })
            }
            Op::Move { cards, to } => match self.program.code.get(back as usize) {
                Some(Op::Shuffle(place))
                    if place.base == to.base && matches!((place.of, to.of), (Whose::Whole, Whose::Whole)) =>
                {
                    self.gathering(*cards, *to, back)
                }
                _ => self.moving(*cards, *to, next),
            },
            Op::Deal { count, from, to, exact } => self.dealing(*count, *from, *to, *exact, next),
            Op::Fill { place, size, from } => self.filling(*place, *size, *from, next),
            Op::Shuffle(place) => self.shuffling(*place, next),
            Op::Sort { place, reg, key, highest } => self.sorting(*place, *reg, *key, *highest, next),
            Op::Swap(a, b) => self.swapping(*a, *b, next),
            Op::Draw { to, from } => {
                let (find, from) = (self.find(to), self.seats(*from));
                Box::new(move |desk| {
                    let among = from(desk);
                    match find(desk) {
                        Some(slot) if among != 0 => {
                            let seat = desk.chance.draw(slot, among);
                            desk.state.set_int(slot, i64::from(seat));
                        }
                        _ => nobody(desk),
                    }
                    next
                })
            }
            Op::Pay { amount, from, to } => self.paying(self.number(*amount), from.as_ref(), to.as_ref(), next),
            Op::Score { amount, who, reason, minus } => {
                self.scoring(self.number(*amount), *who, (*reason, *minus), next)
            }
            Op::KeepSeats { left, of, from } => {
                let (left, of) = (*left, self.seats(*of));
                let from = from.map(|(slot, from)| (slot, self.number(from)));
                Box::new(move |desk| {
                    let seats = of(desk);
                    desk.state.set_seats(left, seats);
                    if let Some((slot, from)) = &from {
                        let from = from(desk);
                        desk.state.set_int(*slot, from.max(0));
                    }
                    next
                })
            }
            Op::NextSeat { left, seat, from, exit } => {
                let (left, seat, from, exit, seats) = (*left, *seat, *from, self.thread(*exit), self.program.seats);
                Box::new(move |desk| {
                    let waiting = desk.state.seats(left);
                    let start = from.map_or(0, |from| desk.state.int(from));
                    match first_from(seats, start, waiting) {
                        -1 => exit,
                        found => {
                            desk.state.set_seats(left, waiting & !(1 << found));
                            desk.state.set_int(seat, found);
                            if let Some(from) = from {
                                desk.state.set_int(from, found);
                            }
                            next
                        }
                    }
                })
            }
            Op::KeepCards { left, of } => {
                let (left, of) = (*left, self.cards(*of));
                Box::new(move |desk| {
                    let cards = of(desk);
                    desk.state.set_mask(left, cards);
                    next
                })
            }
            Op::NextCard { left, card, exit } => self.next_card(*left, *card, self.thread(*exit), next),
            Op::NextAnswer { ask, exit } => self.next_answer(*ask, self.thread(*exit)),
            Op::Won(who) => {
                let (who, winners) = (self.seats(*who), self.program.winners);
                Box::new(move |desk| {
                    let seats = who(desk);
                    desk.state.set_seats(winners, seats);
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
            form => self.form_op(form, next),
        }
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

    fn find(&self, to: &SlotRef) -> Find {
        if to.keys.is_empty() {
            let slot = to.base;
            return Box::new(move |_| Some(slot));
        }
        self.slot_of(to.base, &to.keys)
    }

    /// A number that is known before the game is added to the slot of a seat or member that another slot names.
    fn counting(&self, to: &SlotRef, amount: NodeId, next: Pc) -> Option<Call> {
        let ([(key, size)], Node::Int(amount)) = (to.keys.as_slice(), self.node(amount)) else { return None };
        if let Some((slot, slots)) = self.slots_by_slot(to.base, (*key, *size)) {
            let (amount, range) = (*amount, range(to));
            return Some(Box::new(move |desk| {
                let at = usize::try_from(desk.state.int(slot)).ok().and_then(|at| slots.get(at).copied());
                match at.flatten() {
                    Some(slot) => {
                        let value = desk.state.int(slot).saturating_add(amount);
                        store(desk, range, slot, value);
                    }
                    None => nobody(desk),
                }
                next
            }));
        }
        let Node::Slot(slot) = self.node(*key) else { return None };
        let (base, size, slot, amount, range) = (to.base, *size, *slot, *amount, range(to));
        Some(Box::new(move |desk| {
            match u32::try_from(desk.state.int(slot)) {
                Ok(at) if at < size => {
                    let value = desk.state.int(base + at).saturating_add(amount);
                    store(desk, range, base + at, value);
                }
                _ => nobody(desk),
            }
            next
        }))
    }

    fn paying(&self, amount: Numbers, from: Option<&SlotRef>, to: Option<&SlotRef>, next: Pc) -> Call {
        let from = from.map(|from| (self.find(from), range(from)));
        let to = to.map(|to| (self.find(to), range(to)));
        Box::new(move |desk| {
            let amount = amount(desk);
            if amount < 0 {
                desk.fail(FaultKind::OutOfRange(amount, 0, i64::from(i32::MAX)), 0);
                return next;
            }
            let from = from.as_ref().map(|(find, range)| (find(desk), *range));
            let to = to.as_ref().map(|(find, range)| (find(desk), *range));
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
                store(desk, range, slot, there - amount);
            }
            if let Some((Some(slot), range)) = to {
                let value = desk.state.int(slot).saturating_add(amount);
                store(desk, range, slot, value);
            }
            next
        })
    }

    fn scoring(&self, amount: Numbers, who: u32, (reason, minus): (u16, bool), next: Pc) -> Call {
        let scores = self.program.scores;
        let teams: Box<[u8]> = self.program.teams.clone().into();
        if let Node::JustSeat(seat) = self.node(who) {
            let seat = self.number(*seat);
            return Box::new(move |desk| {
                let points = amount(desk);
                let points = if minus { -points } else { points };
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
        let who = self.seats(who);
        Box::new(move |desk| {
            let points = amount(desk);
            let points = if minus { -points } else { points };
            let mut sides: SeatSet = 0;
            for seat in seats_of(who(desk)) {
                sides |= 1 << teams.get(seat as usize).copied().map_or(seat, u32::from);
            }
            if let Some(told) = &mut desk.points {
                told.push(Points { reason, points, sides: sides.count_ones() });
            }
            for team in seats_of(sides) {
                if !add_to_score(desk, scores + team, points) {
                    break;
                }
            }
            next
        })
    }

    /// A number is asked for, and scored at once if it is such: it is worked out once.
    fn score_if(&self, pc: Pc, cond: NodeId, to: Pc) -> Option<Call> {
        let Node::Cmp(comparison, number, bound) = *self.node(cond) else { return None };
        let Node::Int(bound) = *self.node(bound) else { return None };
        let Op::Score { amount, who, minus: false, reason } = self.program.code.get(pc as usize + 1)? else {
            return None;
        };
        let Node::JustSeat(who) = self.node(*who) else { return None };
        let usual = *amount == number && matches!(self.node(number), Node::Let { .. } | Node::If(..) | Node::Count(_));
        (usual && self.is_light(pc) && self.is_light(pc + 1)).then_some(())?;
        let (amount, who, reason) = (self.number(number), self.number(*who), *reason);
        let scores: Box<[u32]> = self.program.teams.iter().map(|team| self.program.scores + u32::from(*team)).collect();
        let (again, next) = (pc + 1, self.thread(pc + 2));
        Some(Box::new(move |desk| {
            let points = amount(desk);
            if desk.stopped || !compares(comparison, points, bound) {
                return to;
            }
            let seat = who(desk);
            let slot = usize::try_from(seat).ok().and_then(|seat| scores.get(seat));
            let score = slot.and_then(|slot| i32::try_from(desk.state.int(*slot).saturating_add(points)).ok());
            let (Some(slot), Some(score), false) = (slot, score, desk.stopped) else {
                // What is wrong is told at the line of the score.
                (desk.fault, desk.stopped) = (None, false);
                return again;
            };
            desk.state.set_int(*slot, i64::from(score));
            if let Some(told) = &mut desk.points {
                told.push(Points { reason, points, sides: 1 });
            }
            next
        }))
    }

    fn next_card(&self, left: u32, card: u32, exit: Pc, next: Pc) -> Call {
        let spots: Box<[_]> =
            (0..self.program.places.len()).map(|place| self.program.spot(u16::try_from(place).unwrap_or(0))).collect();
        Box::new(move |desk| {
            let cards = desk.state.mask(left);
            let first = cards & cards.wrapping_neg();
            // In the order of the place of the first that is left.
            let found = super::moves::spot_of(desk, &spots, first)
                .and_then(|spot| desk.state.in_spot(spot).find(|card| cards & (1 << (card & 127)) != 0));
            match found {
                None => exit,
                Some(found) => {
                    desk.state.set_mask(left, cards & !(1 << (found & 127)));
                    desk.state.set_int(card, i64::from(found));
                    next
                }
            }
        })
    }
}

/// Lowest and highest value of a slot, and the track to which it belongs.
type Range = (i64, i64, Option<u16>);

const fn range(to: &SlotRef) -> Range {
    (to.range.0, to.range.1, to.track)
}

#[inline]
fn store(desk: &mut Desk, range: Range, slot: u32, value: i64) {
    let (low, high, track) = range;
    if value < low || value > high {
        let of_track = |track| FaultKind::TrackRange(track, value, low, high);
        desk.fail(track.map_or(FaultKind::OutOfRange(value, low, high), of_track), 0);
    } else {
        desk.state.set_int(slot, value);
    }
}

#[cold]
pub(super) fn nobody(desk: &mut Desk) {
    desk.fail(FaultKind::Nobody, 0);
}
