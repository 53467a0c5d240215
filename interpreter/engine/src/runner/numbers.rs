//! Numbers of a program as closures.

use crate::index::item;
use std::sync::Arc;

use super::super::TRICK;
use super::super::eval::{divide, each_card, each_seat, first_from, remainder};
use super::super::fault::FaultKind;
use super::super::program::{CardSet, Node, NodeId, SeatSet, card_sets, seat_sets};
use super::super::reached::Reach;
use super::super::state::bit;
use super::amounts::{Amount, BySlot, Find};
use super::desk::Desk;
use super::keys::{different, folded};
use super::seats::one;
use super::select::cut;
use super::{Build, Numbers};
use crate::Fold;

impl Build<'_> {
    pub(super) fn node(&self, id: NodeId) -> &Node {
        let id = self.named(id).unwrap_or(id);
        match self.program.nodes.get(id) {
            // Who knows it makes no difference to what it is.
            Some(Node::SeenIn { of, .. }) => self.node(*of),
            found => found.unwrap_or(&Node::Int(0)),
        }
    }

    /// What a register is another name for.
    pub(super) fn named(&self, id: NodeId) -> Option<NodeId> {
        let Some(Node::Reg(reg)) = self.program.nodes.get(id) else { return None };
        self.known.borrow().iter().rev().find(|(known, _)| known == reg).map(|(_, to)| *to)
    }

    /// A phrase in which a register has a value: without the register where the value is as quickly found.
    pub(super) fn bound<T: 'static>(
        &self,
        (reg, value): (u32, NodeId),
        made: impl FnOnce() -> Box<dyn Fn(&mut Desk) -> T + Send + Sync>,
    ) -> Box<dyn Fn(&mut Desk) -> T + Send + Sync> {
        if let Node::Slot(_) | Node::Int(_) | Node::Reg(_) = self.node(value) {
            let value = self.named(value).unwrap_or(value);
            self.known.borrow_mut().push((reg, value));
            let made = made();
            self.known.borrow_mut().pop();
            return made;
        }
        let (value, made) = (self.number(value), made());
        Box::new(move |desk| {
            let value = value(desk);
            desk.set_reg(reg, value);
            made(desk)
        })
    }

    pub(super) fn table(&self, table: u32) -> Arc<[i64]> {
        self.program.tables.get(table as usize).map_or_else(|| Arc::from([]), |table| Arc::from(table.as_slice()))
    }

    /// A number, the commonest without a call.
    pub(super) fn amount(&self, id: NodeId) -> Amount {
        match self.node(id) {
            Node::Int(value) => Amount::Fixed(*value),
            Node::Slot(slot) => Amount::Slot(*slot),
            Node::Reg(reg) => Amount::Reg(*reg),
            Node::SlotAt { base, keys, nothing } => match self.named_by_slot(*base, keys) {
                Some(slot) => Amount::Named(slot, *nothing),
                None => Amount::Other(self.number(id)),
            },
            _ => Amount::Other(self.number(id)),
        }
    }

    /// A number; a condition is 1 or 0.
    pub(in super::super) fn number(&self, id: NodeId) -> Numbers {
        if let Some(tabulated) = self.tabulated(id) {
            return tabulated;
        }
        if let Some(known) = self.known_number(id) {
            return known;
        }
        match self.node(id) {
            Node::Int(value) => {
                let value = *value;
                Box::new(move |_| value)
            }
            Node::Slot(slot) => {
                let slot = *slot;
                Box::new(move |desk| desk.state.int(slot))
            }
            Node::Reg(reg) => {
                let reg = *reg;
                Box::new(move |desk| desk.reg(reg))
            }
            Node::SlotAt { base, keys, nothing } => self.slot_at(*base, keys, *nothing),
            Node::Tab { table, low, key, other } => self.tabled(*table, *low, *key, *other),
            Node::Arms { low, key, arms, other, rule } => {
                if let Some(step) = self.constant_arms(*low, *key, arms, *other, *rule) {
                    return step;
                }
                let key = self.number(*key);
                let arms: Box<[Option<Numbers>]> = arms.iter().map(|arm| arm.map(|arm| self.number(arm))).collect();
                let other = other.map(|other| self.number(other));
                let (low, rule) = (*low, *rule);
                Box::new(move |desk| {
                    let key = key(desk);
                    let arm = usize::try_from(key.saturating_sub(low)).ok().and_then(|at| arms.get(at));
                    match arm.and_then(Option::as_ref).or(other.as_ref()) {
                        Some(arm) => arm(desk),
                        None => desk.fail(FaultKind::NoRow(key), rule),
                    }
                })
            }
            Node::Missing { lack, rule } => {
                let (kind, rule) = ((*lack).into(), *rule);
                Box::new(move |desk| desk.fail(kind, rule))
            }
            Node::Add(a, b) if matches!(self.node(*b), Node::Int(_)) => self.plus(*a, *b, false),
            Node::Add(a, b) if matches!(self.node(*a), Node::Int(_)) => self.plus(*b, *a, false),
            Node::Sub(a, b) if matches!(self.node(*b), Node::Int(_)) => self.plus(*a, *b, true),
            Node::Add(a, b) => self.arith(*a, *b, |a, b| a.checked_add(b).ok_or(FaultKind::Overflow)),
            Node::Sub(a, b) => self.arith(*a, *b, |a, b| a.checked_sub(b).ok_or(FaultKind::Overflow)),
            Node::Mul(a, b) => self.arith(*a, *b, |a, b| a.checked_mul(b).ok_or(FaultKind::Overflow)),
            Node::Mod(a, b) => self.arith(*a, *b, remainder),
            Node::Div { a, b, up: true } => self.arith(*a, *b, |a, b| divide(a, b, true)),
            Node::Div { a, b, up: false } => self.arith(*a, *b, |a, b| divide(a, b, false)),
            Node::If(cond, a, b) => {
                let (cond, a, b) = (self.test(*cond), self.amount(*a), self.amount(*b));
                Box::new(move |desk| if cond.holds(desk) { a.of(desk) } else { b.of(desk) })
            }
            Node::Watch { rule, holds, of } => {
                let (rule, holds, of) = (*rule, *holds, self.number(*of));
                Box::new(move |desk| {
                    let value = of(desk);
                    desk.note(rule, Reach::held(holds.unwrap_or(value != 0)));
                    value
                })
            }
            Node::Let { reg, value, body } => self.bound((*reg, *value), || self.number(*body)),
            Node::Count(of) => self.count(*of),
            Node::CountSeats(of) => {
                if let Node::SeatSlot(slot) = self.node(*of) {
                    let slot = *slot;
                    return Box::new(move |desk| i64::from(desk.state.seats(slot).count_ones()));
                }
                let of = self.seats(*of);
                Box::new(move |desk| i64::from(of(desk).count_ones()))
            }
            Node::FoldCards { fold, reg, of, key } => {
                let of = self.cards(*of);
                if let Some(table) = self.key_of_card(*reg, *key) {
                    return match fold {
                        Fold::Different => different(&table.values, of),
                        _ => folded(*fold, move |desk| each_card(of(desk)), table),
                    };
                }
                if let Some(key) = self.key_of_cards(*reg, *key) {
                    return folded(*fold, move |desk| each_card(of(desk)), key);
                }
                folded(*fold, move |desk| each_card(of(desk)), self.key(*reg, *key))
            }
            Node::FoldSeats { fold, reg, of, key } => {
                let by_table = self.key_by_table(*reg, *key);
                // The others of those that a slot tells.
                if let Node::Except(all, seat) = self.node(*of)
                    && let (Node::SeatSlot(all), Node::Slot(seat)) = (self.node(*all), self.node(*seat))
                {
                    let (all, seat) = (*all, *seat);
                    let of = move |desk: &mut Desk| each_seat(desk.state.seats(all) & !one(desk.state.int(seat)));
                    return match by_table {
                        Some(by_table) => folded(*fold, of, by_table),
                        None => folded(*fold, of, self.key(*reg, *key)),
                    };
                }
                let of = self.seats(*of);
                let of = move |desk: &mut Desk| each_seat(of(desk));
                match by_table {
                    Some(by_table) => folded(*fold, of, by_table),
                    None => folded(*fold, of, self.key(*reg, *key)),
                }
            }
            Node::FoldMembers { fold, reg, count, key } => {
                let all: CardSet = if *count >= 128 { CardSet::MAX } else { (1 << *count) - 1 };
                folded(*fold, move |_| each_card(all), self.key(*reg, *key))
            }
            Node::TotalTab { table, of } => {
                let (table, of) = (self.table(*table), self.cards(*of));
                if let Some(planes) = planes(&table) {
                    return Box::new(move |desk| {
                        let set = of(desk);
                        total::<false>(&planes, set)
                    });
                }
                Box::new(move |desk| {
                    let mut all = each_card(of(desk)).map(|card| item(&table, usize::from(card)));
                    all.try_fold(0, i64::checked_add).unwrap_or_else(|| desk.fail(FaultKind::Overflow, 0))
                })
            }
            Node::EndCard { of, last } => self.end_card(*of, *last),
            Node::CountSets { reg, of, least, most, cond } => self.count_sets(*reg, *of, (*least, *most), *cond),
            Node::OnlyCard(of) => {
                let of = self.cards(*of);
                Box::new(move |desk| only(of(desk)))
            }
            Node::OnlySeat(of) => {
                let of = self.seats(*of);
                Box::new(move |desk| only(CardSet::from(of(desk))))
            }
            Node::FirstFrom { from, of } => {
                let (from, of, seats) = (self.number(*from), self.seats(*of), self.program.seats);
                Box::new(move |desk| {
                    let (from, of) = (from(desk), of(desk));
                    // From nobody on there is nobody.
                    if from < 0 { -1 } else { first_from(seats, from, of) }
                })
            }
            Node::SeatStep { from, steps } => self.seat_step(*from, *steps),
            Node::Owner(card) => self.owner(*card),
            Node::Partner(seat) => {
                let mates: Vec<i64> =
                    (0..self.program.seats).map(|seat| only(CardSet::from(self.mates(seat) & !(1 << seat)))).collect();
                self.by_seat(*seat, mates)
            }
            Node::TeamOf(seat) => self.by_seat(*seat, self.program.teams.iter().map(|team| i64::from(*team)).collect()),
            Node::Score(seat) => {
                let slots: Box<[u32]> =
                    self.program.teams.iter().map(|team| self.program.scores + u32::from(*team)).collect();
                let seat = self.number(*seat);
                Box::new(move |desk| {
                    let seat = seat(desk);
                    let slot = usize::try_from(seat).ok().and_then(|seat| slots.get(seat));
                    slot.map_or(0, |slot| desk.state.int(*slot))
                })
            }
            Node::Cmp(..)
            | Node::And(..)
            | Node::Or(..)
            | Node::Not(_)
            | Node::InCards(..)
            | Node::InSeats(..)
            | Node::InSet { .. }
            | Node::AllPass { .. } => {
                let cond = self.condition(id);
                Box::new(move |desk| i64::from(cond(desk)))
            }
            // A set is no number; what a phrase is known by is looked through by `node`.
            card_sets!() | seat_sets!() | Node::SeenIn { .. } => Box::new(misplaced),
        }
    }

    /// A phrase for each key where all are numbers: a table.
    fn constant_arms(
        &self,
        low: i64,
        key: NodeId,
        arms: &[Option<NodeId>],
        other: Option<NodeId>,
        rule: u32,
    ) -> Option<Numbers> {
        let number = |id: NodeId| match self.node(id) {
            Node::Int(value) => Some(*value),
            _ => None,
        };
        let other = match other {
            Some(other) => Some(number(other)?),
            None => None,
        };
        let table: Option<Box<[Option<i64>]>> =
            arms.iter().map(|arm| arm.map_or(Some(None), |arm| number(arm).map(Some))).collect();
        let (table, key) = (table?, self.number(key));
        Some(Box::new(move |desk| {
            let key = key(desk);
            let arm = usize::try_from(key.saturating_sub(low)).ok().and_then(|at| table.get(at).copied()).flatten();
            match arm.or(other) {
                Some(value) => value,
                None => desk.fail(FaultKind::NoRow(key), rule),
            }
        }))
    }

    /// A number more or less.
    fn plus(&self, a: NodeId, b: NodeId, minus: bool) -> Numbers {
        let (a, b) = (self.amount(a), if let Node::Int(value) = self.node(b) { *value } else { 0 });
        Box::new(move |desk| {
            let a = a.of(desk);
            match if minus { a.checked_sub(b) } else { a.checked_add(b) } {
                Some(value) => value,
                None => desk.fail(FaultKind::Overflow, 0),
            }
        })
    }

    fn arith(
        &self,
        a: NodeId,
        b: NodeId,
        of: impl Fn(i64, i64) -> Result<i64, FaultKind> + Send + Sync + 'static,
    ) -> Numbers {
        let (a, b) = (self.amount(a), self.amount(b));
        Box::new(move |desk| {
            let (a, b) = (a.of(desk), b.of(desk));
            match of(a, b) {
                Ok(value) => value,
                Err(kind) => desk.fail(kind, 0),
            }
        })
    }

    fn slot_at(&self, base: u32, keys: &[(NodeId, u32)], nothing: i64) -> Numbers {
        if let [(key, size)] = keys {
            if let Some((slot, slots)) = self.slots_by_slot(base, (*key, *size)) {
                return Box::new(move |desk| {
                    let at = usize::try_from(desk.state.int(slot)).ok().and_then(|at| slots.get(at).copied());
                    at.flatten().map_or(nothing, |slot| desk.state.int(slot))
                });
            }
            if let Some(by_table) = self.slot_by_table(base, (*key, *size), nothing) {
                return by_table.number();
            }
            let (key, size) = (self.amount(*key), *size);
            return Box::new(move |desk| match u32::try_from(key.of(desk)) {
                Ok(at) if at < size => desk.state.int(base + at),
                _ => nothing,
            });
        }
        let find = self.slot_of(base, keys);
        Box::new(move |desk| find.of(desk).map_or(nothing, |slot| desk.state.int(slot)))
    }

    /// One of several slots, if it is another slot that names it.
    fn named_by_slot(&self, base: u32, keys: &[(NodeId, u32)]) -> Option<BySlot> {
        let [(key, size)] = *keys else { return None };
        let Node::Slot(slot) = *self.node(key) else { return None };
        Some(BySlot { base, size, slot })
    }

    /// The slots of a key that depends on nothing but a slot: one for each value of that from 0 on, none where the key is nobody.
    pub(super) fn slots_by_slot(&self, base: u32, (key, size): (NodeId, u32)) -> Option<(u32, Box<[Option<u32>]>)> {
        let (slot, keys) = self.by_slot(key)?;
        let at = |key: &i64| u32::try_from(*key).ok().filter(|at| *at < size).map(|at| base + at);
        Some((slot, keys.iter().map(at).collect()))
    }

    /// The slot that keys lead to; none where a key is nobody or none.
    pub(super) fn slot_of(&self, base: u32, keys: &[(NodeId, u32)]) -> Find {
        if keys.is_empty() {
            return Find::One(base);
        }
        if let Some(slot) = self.named_by_slot(base, keys) {
            return Find::BySlot(slot);
        }
        Find::Other(if let [(key, size)] = keys {
            if let Some((slot, slots)) = self.slots_by_slot(base, (*key, *size)) {
                return Find::Other(Box::new(move |desk| {
                    usize::try_from(desk.state.int(slot)).ok().and_then(|at| slots.get(at).copied()).flatten()
                }));
            }
            let (key, size) = (self.amount(*key), *size);
            Box::new(move |desk| {
                let at = u32::try_from(key.of(desk)).ok().filter(|at| *at < size)?;
                Some(base + at)
            })
        } else {
            let keys: Box<[(Amount, u32)]> = keys.iter().map(|(key, size)| (self.amount(*key), *size)).collect();
            Box::new(move |desk| {
                let mut index = 0;
                for (key, size) in &keys {
                    let at = u32::try_from(key.of(desk)).ok().filter(|at| at < size)?;
                    index = index * size + at;
                }
                Some(base + index)
            })
        })
    }

    fn tabled(&self, table: u32, low: i64, key: NodeId, other: i64) -> Numbers {
        let table = self.table(table);
        let find = move |table: &[i64], key: i64| {
            usize::try_from(key.saturating_sub(low)).ok().and_then(|at| table.get(at).copied()).unwrap_or(other)
        };
        match self.node(key) {
            Node::Slot(slot) => {
                let slot = *slot;
                Box::new(move |desk| find(&table, desk.state.int(slot)))
            }
            Node::Reg(reg) => {
                let reg = *reg;
                Box::new(move |desk| find(&table, desk.reg(reg)))
            }
            _ => {
                let key = self.number(key);
                Box::new(move |desk| find(&table, key(desk)))
            }
        }
    }

    fn count(&self, of: NodeId) -> Numbers {
        if let Node::Place(place) = self.node(of) {
            let mask = u32::from(*place);
            return Box::new(move |desk| i64::from(desk.state.mask(mask).count_ones()));
        }
        // A card lies in one place.
        if let Some(places) = self.places_of_seats(of) {
            let places: Box<[u32]> = places.into_iter().map(u32::from).collect();
            return Box::new(move |desk| {
                i64::from(places.iter().map(|place| desk.state.mask(*place).count_ones()).sum::<u32>())
            });
        }
        let of = self.cards(of);
        Box::new(move |desk| i64::from(of(desk).count_ones()))
    }

    fn end_card(&self, of: NodeId, last: bool) -> Numbers {
        if let Node::Place(place) = self.node(of) {
            let spot = self.program.spot(*place);
            return Box::new(move |desk| {
                let end = if last { desk.state.bottom(spot) } else { desk.state.top(spot) };
                end.map_or(-1, i64::from)
            });
        }
        let spots = self.spots(of);
        let of = self.cards(of);
        Box::new(move |desk| {
            let set = of(desk);
            // The order is that of one place: that of any card of the set.
            let any = set & set.wrapping_neg();
            let lies = spots.iter().find(|spot| desk.state.mask(u32::from(spot.place)) & any != 0);
            let Some(spot) = lies else { return -1 };
            let there = set & desk.state.mask(u32::from(spot.place));
            if !spot.ordered || there & there.wrapping_sub(1) == 0 {
                let end = if last { 127 - there.leading_zeros() } else { there.trailing_zeros() };
                return i64::from(end);
            }
            let mut here = desk.state.in_spot(*spot).filter(|card| set & (1 << (card & 127)) != 0).map(i64::from);
            if last { here.last() } else { here.next() }.unwrap_or(-1)
        })
    }

    fn seat_step(&self, from: NodeId, steps: NodeId) -> Numbers {
        let (from, seats) = (self.number(from), i64::from(self.program.seats.max(1)));
        if let Node::Int(1) = self.node(steps) {
            return Box::new(move |desk| {
                let next = from(desk) + 1;
                // After nobody comes nobody.
                if next <= 0 {
                    -1
                } else if next >= seats {
                    next % seats
                } else {
                    next
                }
            });
        }
        let steps = self.number(steps);
        Box::new(move |desk| {
            let (from, steps) = (from(desk), steps(desk));
            if from < 0 {
                return -1;
            }
            // Nearly always once around is enough, and a division dear.
            let to = from.wrapping_add(steps);
            if (0..seats).contains(&to) {
                to
            } else if (seats..2 * seats).contains(&to) {
                to - seats
            } else if (-seats..0).contains(&to) {
                to + seats
            } else {
                (from + steps.rem_euclid(seats)) % seats
            }
        })
    }

    fn owner(&self, card: NodeId) -> Numbers {
        let (card_phrase, card) = (card, self.number(card));
        let mut owned = Vec::new();
        let mut tricks = Vec::new();
        let lies = self.program.places_of_card(card_phrase);
        for (number, place) in (0_u32..).zip(&self.program.places) {
            if lies.as_ref().is_some_and(|lies| !lies.iter().any(|place| u32::from(*place) == number)) {
                continue;
            }
            match place.owner {
                Some(owner) if place.of_seat => owned.push((number, i64::from(owner))),
                _ if place.name == TRICK => tricks.push(number),
                _ => {}
            }
        }
        let played: Vec<u32> = self.program.tricks.iter().map(|tricks| tricks.played).collect();
        let seats = u32::from(self.program.seats);
        Box::new(move |desk| {
            let card = card(desk);
            let bit: CardSet = if (0..128).contains(&card) { 1 << card } else { return -1 };
            if let Some((_, owner)) = owned.iter().find(|(place, _)| desk.state.mask(*place) & bit != 0) {
                return *owner;
            }
            if tricks.iter().any(|place| desk.state.mask(*place) & bit != 0) {
                let by = |slot: &u32| (0..seats).find(|seat| desk.state.int(slot + seat) == card);
                return played.iter().find_map(by).map_or(-1, i64::from);
            }
            -1
        })
    }

    pub(super) fn mates(&self, seat: u8) -> SeatSet {
        let team = self.program.teams.get(usize::from(seat)).copied().map_or(-1, i64::from);
        self.team_seats(team)
    }

    pub(super) fn team_seats(&self, team: i64) -> SeatSet {
        let members = self.program.teams.iter().enumerate().filter(|(_, other)| i64::from(**other) == team);
        members.fold(0, |set, (seat, _)| set | 1 << seat)
    }

    fn by_seat(&self, seat: NodeId, table: Vec<i64>) -> Numbers {
        let seat = self.number(seat);
        Box::new(move |desk| usize::try_from(seat(desk)).ok().and_then(|seat| table.get(seat).copied()).unwrap_or(-1))
    }
}

/// A phrase of another sort than is wanted: a mistake of the compiler, which stops the game.
#[cold]
pub(super) fn misplaced<T: Default>(desk: &mut Desk) -> T {
    desk.fail(FaultKind::Illegal, 0);
    T::default()
}

/// For each digit of the numbers of a table of cards in base 2, the cards that have it: a total is then a few counts. Nothing
/// where there are negative or large numbers.
pub(super) fn planes(table: &[i64]) -> Option<Box<[CardSet]>> {
    let most = table.iter().copied().max().filter(|most| *most < 256)?;
    (table.iter().all(|value| *value >= 0) && table.len() <= 128).then(|| {
        let digits = 64 - most.leading_zeros();
        let plane = |digit: u32| {
            let cards = (0_u8..).zip(table).filter(|(_, value)| **value >> digit & 1 == 1);
            cards.fold(0, |set, (card, _)| set | bit(card))
        };
        (0..digits).map(plane).collect()
    })
}

/// The total of a table of cards over a set, by its planes.
#[inline]
pub(super) fn total<const SMALL: bool>(planes: &[CardSet], set: CardSet) -> i64 {
    planes.iter().rev().fold(0, |sum, plane| 2 * sum + i64::from(cut::<SMALL>(set & plane).count_ones()))
}

/// The only member of a set; -1 where there is none or are several.
#[inline]
fn only(set: CardSet) -> i64 {
    if set.count_ones() == 1 { i64::from(set.trailing_zeros()) } else { -1 }
}

/// The seats of a slot, one after the other.
pub(super) fn seats_of(set: SeatSet) -> impl Iterator<Item = u32> {
    each_seat(set).map(u32::from)
}
