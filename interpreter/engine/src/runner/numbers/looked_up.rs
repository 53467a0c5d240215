//! Numbers that are looked up: slots by their keys, tables, seats by where they sit, cards by where they lie.

use super::super::super::TRICK;
use super::super::super::program::{Node, NodeId, SeatSet};
use super::super::super::state::{Spot, bit};
use super::super::amounts::{Amount, BySlot, Find};
use super::super::desk::Desk;
use super::super::lies::Lies;
use super::super::{Build, Numbers};

/// What a table says of the first card of a place, and what it says where the place is empty.
pub(in super::super) struct OfFirst {
    spot: Spot,
    of_cards: Box<[i64]>,
    beside: i64,
}

impl OfFirst {
    #[inline(always)]
    pub(in super::super) fn of(&self, desk: &Desk) -> i64 {
        let first = desk.state.top(self.spot);
        first.and_then(|card| self.of_cards.get(usize::from(card)).copied()).unwrap_or(self.beside)
    }
}

impl Build<'_> {
    pub(super) fn slot_at(&self, base: u32, keys: &[(NodeId, u32)], nothing: i64) -> Numbers {
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
    pub(super) fn named_by_slot(&self, base: u32, keys: &[(NodeId, u32)]) -> Option<BySlot> {
        let [(key, size)] = *keys else { return None };
        let Node::Slot(slot) = *self.node(key) else { return None };
        Some(BySlot { base, size, slot })
    }

    /// The slots of a key that depends on nothing but a slot: one for each value of that from 0 on, none where the key is nobody.
    pub(in super::super) fn slots_by_slot(
        &self,
        base: u32,
        (key, size): (NodeId, u32),
    ) -> Option<(u32, Box<[Option<u32>]>)> {
        let (slot, keys) = self.by_slot(key)?;
        let at = |key: &i64| u32::try_from(*key).ok().filter(|at| *at < size).map(|at| base + at);
        Some((slot, keys.iter().map(at).collect()))
    }

    /// The slot that keys lead to; none where a key is nobody or none.
    pub(in super::super) fn slot_of(&self, base: u32, keys: &[(NodeId, u32)]) -> Find {
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

    pub(super) fn tabled(&self, id: NodeId, (table, low, other): (u32, i64, i64), key: NodeId) -> Numbers {
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
            Node::EndCard { .. } => match self.of_first(id) {
                Some(first) => Box::new(move |desk| first.of(desk)),
                None => {
                    let key = self.number(key);
                    Box::new(move |desk| find(&table, key(desk)))
                }
            },
            _ => {
                let key = self.number(key);
                Box::new(move |desk| find(&table, key(desk)))
            }
        }
    }

    /// What a table says of the first card of a place.
    pub(in super::super) fn of_first(&self, id: NodeId) -> Option<OfFirst> {
        let Node::Tab { table, low, key, other } = self.node(id) else { return None };
        let Node::EndCard { of, last: false } = self.node(*key) else { return None };
        let Node::Place(place) = self.node(*of) else { return None };
        let table = self.table(*table);
        let find = |key: i64| {
            let at = usize::try_from(key.saturating_sub(*low)).ok();
            at.and_then(|at| table.get(at).copied()).unwrap_or(*other)
        };
        let of_cards = (0..).zip(&self.program.like).map(|(card, _)| find(card)).collect();
        Some(OfFirst { spot: self.program.spot(*place), of_cards, beside: find(-1) })
    }

    pub(super) fn end_card(&self, of: NodeId, last: bool) -> Numbers {
        if let Node::Place(place) = self.node(of) {
            let spot = self.program.spot(*place);
            return Box::new(move |desk| {
                let end = if last { desk.state.bottom(spot) } else { desk.state.top(spot) };
                end.map_or(-1, i64::from)
            });
        }
        let spots = self.spots(of);
        if let Node::PlaceOf { key, .. } = self.node(of) {
            let key = self.amount(*key);
            return Box::new(move |desk| {
                let spot = usize::try_from(key.of(desk)).ok().and_then(|at| spots.get(at));
                let end = spot.and_then(|spot| if last { desk.state.bottom(*spot) } else { desk.state.top(*spot) });
                end.map_or(-1, i64::from)
            });
        }
        let of = self.cards(of);
        Box::new(move |desk| {
            let set = of(desk);
            // The order is that of one place: that of any card of the set.
            let any = set.alone();
            let lies = spots.iter().find(|spot| desk.state.cards_in(u32::from(spot.place)) & any != 0);
            let Some(spot) = lies else { return -1 };
            let there = set & desk.state.cards_in(u32::from(spot.place));
            if !spot.ordered || there.at_most_one() {
                let end = if last { there.highest() } else { there.lowest() };
                return end.map_or(-1, i64::from);
            }
            let mut here = desk.state.in_spot(*spot).filter(|card| set.has(*card)).map(i64::from);
            if last { here.last() } else { here.next() }.unwrap_or(-1)
        })
    }

    pub(super) fn seat_step(&self, from: NodeId, steps: NodeId) -> Numbers {
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

    pub(super) fn owner(&self, card: NodeId) -> Numbers {
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
            let Ok(bit) = u8::try_from(card).map(bit) else { return -1 };
            if let Some((_, owner)) = owned.iter().find(|(place, _)| desk.state.cards_in(*place) & bit != 0) {
                return *owner;
            }
            if tricks.iter().any(|place| desk.state.cards_in(*place) & bit != 0) {
                let by = |slot: &u32| (0..seats).find(|seat| desk.state.int(slot + seat) == card);
                return played.iter().find_map(by).map_or(-1, i64::from);
            }
            -1
        })
    }

    pub(in super::super) fn mates(&self, seat: u8) -> SeatSet {
        let team = self.program.teams.get(usize::from(seat)).copied().map_or(-1, i64::from);
        self.team_seats(team)
    }

    pub(in super::super) fn team_seats(&self, team: i64) -> SeatSet {
        let members = self.program.teams.iter().enumerate().filter(|(_, other)| i64::from(**other) == team);
        members.fold(0, |set, (seat, _)| set | 1 << seat)
    }

    pub(super) fn by_seat(&self, seat: NodeId, table: Vec<i64>) -> Numbers {
        let seat = self.number(seat);
        Box::new(move |desk| usize::try_from(seat(desk)).ok().and_then(|seat| table.get(seat).copied()).unwrap_or(-1))
    }
}
