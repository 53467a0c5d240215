//! Numbers of a program as closures.

mod looked_up;

use super::super::MOST_CARDS;
use super::lies::Lies;
use crate::index::item;
use std::sync::Arc;

use super::super::eval::{divide, each_card, each_seat, first_either_way, remainder};
use super::super::fault::FaultKind;
use super::super::program::{CardSet, Node, NodeId, SeatSet, card_sets, seat_sets};
use super::super::reached::Reach;
use super::super::state::bit;
use super::amounts::Amount;
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
    pub(crate) fn number(&self, id: NodeId) -> Numbers {
        if let Some(tabulated) = self.tabulated(id) {
            return tabulated;
        }
        if let Some(known) = self.known_number(id).or_else(|| self.shared_number(id)) {
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
            Node::Tab { table, low, key, other } => self.tabled(id, (*table, *low, *other), *key),
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
            Node::FoldMembers { fold, reg, count, part, key } => {
                let (all, key) = (CardSet::first(*count as usize), self.key(*reg, *key));
                let Some(part) = part.map(|part| self.key(*reg, part)) else {
                    return folded(*fold, move |_| each_card(all), key);
                };
                let of = move |desk: &mut Desk| {
                    each_card(each_card(all).filter(|one| part(desk, (*one).into()) != 0).collect())
                };
                folded(*fold, of, key)
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
                Box::new(move |desk| only_seat(of(desk)))
            }
            Node::FirstFrom { from, of, back } => {
                let (from, of, seats, back) = (self.number(*from), self.seats(*of), self.program.seats, *back);
                Box::new(move |desk| {
                    let (from, of) = (from(desk), of(desk));
                    // From nobody on there is nobody.
                    if from < 0 { -1 } else { first_either_way(seats, from, of, back) }
                })
            }
            Node::SeatStep { from, steps } => self.seat_step(*from, *steps),
            Node::Owner(card) => self.owner(*card),
            Node::Partner(seat) => {
                let mates: Vec<i64> =
                    (0..self.program.seats).map(|seat| only_seat(self.mates(seat) & !(1 << seat))).collect();
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

    fn count(&self, of: NodeId) -> Numbers {
        if let Node::Place(place) = self.node(of) {
            let mask = u32::from(*place);
            return Box::new(move |desk| i64::from(desk.state.cards_in(mask).count_ones()));
        }
        // A card lies in one place.
        if let Some(places) = self.places_of_seats(of) {
            let places: Box<[u32]> = places.into_iter().map(u32::from).collect();
            return Box::new(move |desk| {
                i64::from(places.iter().map(|place| desk.state.cards_in(*place).count_ones()).sum::<u32>())
            });
        }
        let of = self.cards(of);
        Box::new(move |desk| i64::from(of(desk).count_ones()))
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
    (table.iter().all(|value| *value >= 0) && table.len() <= MOST_CARDS).then(|| {
        let digits = 64 - most.leading_zeros();
        let plane = |digit: u32| {
            let cards = (0..=u8::MAX).zip(table).filter(|(_, value)| **value >> digit & 1 == 1);
            cards.fold(CardSet::NONE, |set, (card, _)| set | bit(card))
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
    if set.at_most_one() { set.lowest().map_or(-1, i64::from) } else { -1 }
}

/// The only seat of a set; -1 where there is none or are several.
#[inline]
const fn only_seat(set: SeatSet) -> i64 {
    if set.count_ones() == 1 { set.trailing_zeros() as i64 } else { -1 }
}

/// The seats of a slot, one after the other.
pub(super) fn seats_of(set: SeatSet) -> impl Iterator<Item = u32> {
    each_seat(set).map(u32::from)
}
