//! Cards on their way from place to place.

use super::super::MOST_CARDS;
use super::super::eval::each_seat;
use super::super::fault::FaultKind;
use super::super::program::{CardSet, Node, NodeId, Pc, PlaceAt, Whose};
use super::super::state::{Spot, bit};
use super::desk::Desk;
use super::lies::Lies;
use super::ops::Coder;
use super::tell::Tell;
use super::{Build, Call, Numbers};

/// One place, found when it is used.
pub(super) enum At {
    One(Spot),
    BySlot { spots: Box<[Spot]>, slot: u32 },
    ByReg { spots: Box<[Spot]>, reg: u32 },
    Keyed { spots: Box<[Spot]>, key: Numbers },
    Nowhere,
}

impl At {
    #[inline]
    pub(super) fn spot(&self, desk: &mut Desk) -> Option<Spot> {
        let (spots, at) = match self {
            Self::One(spot) => return Some(*spot),
            Self::BySlot { spots, slot } => (spots, desk.state.int(*slot)),
            Self::ByReg { spots, reg } => (spots, desk.reg(*reg)),
            Self::Keyed { spots, key } => (spots, key(desk)),
            Self::Nowhere => return None,
        };
        usize::try_from(at).ok().and_then(|at| spots.get(at).copied())
    }
}

/// Where cards go.
pub(super) enum Goal {
    One(Spot),
    Keyed {
        spots: Box<[Spot]>,
        key: Numbers,
    },
    /// The same, by a slot.
    BySlot {
        spots: Box<[Spot]>,
        slot: u32,
    },
    /// For each place, that of its owner.
    Owner(Box<[Option<Spot>]>),
    Nowhere,
}

impl Goal {
    /// Where it is for each seat in a slot, if it goes by no other slot.
    pub(super) fn by_seat(&self, slot: u32, seats: u8) -> Option<Box<[Spot]>> {
        match self {
            Self::One(spot) => Some(vec![*spot; usize::from(seats)].into()),
            Self::BySlot { spots, slot: by } if *by == slot => Some(spots.clone()),
            _ => None,
        }
    }

    /// Whether it is a place for each seat that a slot may say.
    pub(super) fn is_somewhere(&self, slot: u32, seats: u8) -> bool {
        match self {
            Self::One(_) => true,
            Self::BySlot { spots, slot: by } => *by == slot && spots.len() >= usize::from(seats),
            Self::Keyed { .. } | Self::Owner(_) | Self::Nowhere => false,
        }
    }

    /// Where cards of a place go.
    #[inline]
    pub(super) fn of(&self, desk: &mut Desk, from: Spot) -> Option<Spot> {
        match self {
            Self::One(spot) => Some(*spot),
            Self::BySlot { spots, slot } => {
                usize::try_from(desk.state.int(*slot)).ok().and_then(|at| spots.get(at).copied())
            }
            Self::Keyed { spots, key } => usize::try_from(key(desk)).ok().and_then(|at| spots.get(at).copied()),
            Self::Owner(spots) => spots.get(usize::from(from.place)).copied().flatten(),
            Self::Nowhere => None,
        }
    }
}

/// The place among some where a card lies.
#[inline]
pub(super) fn spot_of(desk: &Desk, spots: &[Spot], card: CardSet) -> Option<Spot> {
    spots.iter().find(|spot| desk.state.cards_in(u32::from(spot.place)) & card != 0).copied()
}

/// Puts down what an act picked: cards of several places one place after the other, those of one in the order of the deck. Nothing where
/// some have nowhere to go.
pub(super) fn put_down(desk: &mut Desk, cards: CardSet, from: &[Spot], goal: &Goal) -> Option<()> {
    let mut left = cards;
    for spot in from {
        let here = desk.state.cards_in(u32::from(spot.place)) & left;
        if here != 0 {
            left &= !here;
            let to = goal.of(desk, *spot)?;
            desk.state.carry(here, *spot, to, false);
        }
    }
    Some(())
}

/// Whether some of these cards have nowhere to go.
fn is_lost(desk: &mut Desk, cards: CardSet, spots: &[Spot], goal: &Goal) -> bool {
    !matches!(goal, Goal::One(_))
        && spots
            .iter()
            .any(|spot| desk.state.cards_in(u32::from(spot.place)) & cards != 0 && goal.of(desk, *spot).is_none())
}

impl Build<'_> {
    fn row(&self, at: PlaceAt) -> Box<[Spot]> {
        (at.base..at.base + at.count).map(|place| self.program.spot(place)).collect()
    }

    /// The places of a key that depends on nothing but a slot: one for each value of the slot from 0 on.
    fn spots_by_slot(&self, at: PlaceAt, key: NodeId) -> Option<(u32, Box<[Spot]>)> {
        let (slot, keys) = self.by_slot(key)?;
        let place = |key: &i64| u16::try_from(*key).ok().filter(|key| *key < at.count);
        let spots = keys.iter().map(|key| Some(self.program.spot(at.base + place(key)?)));
        Some((slot, spots.collect::<Option<_>>()?))
    }

    pub(super) fn goal(&self, at: PlaceAt) -> Goal {
        match at.of {
            Whose::Whole => Goal::One(self.program.spot(at.base)),
            Whose::One(key) => match (self.node(key), self.spots_by_slot(at, key)) {
                (Node::Slot(slot), _) => Goal::BySlot { spots: self.row(at), slot: *slot },
                (_, Some((slot, spots))) => Goal::BySlot { spots, slot },
                _ => Goal::Keyed { spots: self.row(at), key: self.number(key) },
            },
            Whose::Seats(_) => Goal::Nowhere,
            Whose::Owner => {
                let own = |place: &super::super::program::Place| {
                    let owner = place.owner.filter(|owner| place.of_seat && *owner < at.count);
                    owner.map(|owner| self.program.spot(at.base + owner))
                };
                Goal::Owner(self.program.places.iter().map(own).collect())
            }
        }
    }

    /// The place of a set of cards, if it is one place, found when it is used.
    pub(super) fn place_at(&self, cards: NodeId) -> Option<At> {
        match self.node(cards) {
            Node::Place(place) => Some(At::One(self.program.spot(*place))),
            Node::PlaceOf { base, count, key } => {
                Some(self.at(PlaceAt { base: *base, count: *count, of: Whose::One(*key) }))
            }
            _ => None,
        }
    }

    pub(super) fn at(&self, at: PlaceAt) -> At {
        match at.of {
            Whose::Whole => At::One(self.program.spot(at.base)),
            Whose::One(key) => match (self.node(key), self.spots_by_slot(at, key)) {
                (Node::Slot(slot), _) => At::BySlot { spots: self.row(at), slot: *slot },
                (Node::Reg(reg), _) => At::ByReg { spots: self.row(at), reg: *reg },
                (_, Some((slot, spots))) => At::BySlot { spots, slot },
                _ => At::Keyed { spots: self.row(at), key: self.number(key) },
            },
            Whose::Seats(_) | Whose::Owner => At::Nowhere,
        }
    }

    pub(super) fn moving(&self, cards: NodeId, to: PlaceAt, next: Pc) -> Call {
        let (spots, set, goal) = (self.spots(cards), self.cards(cards), self.goal(to));
        if let (Some(from), false) = (self.place_at(cards), matches!(goal, Goal::Owner(_) | Goal::Nowhere)) {
            return Box::new(move |desk| {
                let Some(from) = from.spot(desk) else { return next };
                let here = desk.state.cards_in(u32::from(from.place));
                if here != 0 {
                    match goal.of(desk, from) {
                        Some(to) => desk.state.carry(here, from, to, true),
                        None => {
                            desk.fail(FaultKind::Nobody, 0);
                        }
                    }
                }
                next
            });
        }
        if let Some(ways) = self.to_owners(cards, &goal) {
            return Box::new(move |desk| {
                for (from, to) in &ways {
                    let here = desk.state.cards_in(u32::from(from.place));
                    desk.state.carry(here, *from, *to, true);
                }
                next
            });
        }
        if let (Some(from), Goal::One(to)) = (self.places_of_seats(cards), &goal)
            && !to.ordered
        {
            let (to, from) = (*to, from.into_iter().map(|place| self.program.spot(place)));
            let from: Box<[Spot]> = from.filter(|from| from.place != to.place).collect();
            return Box::new(move |desk| {
                let mut moved = CardSet::NONE;
                for from in &from {
                    let here = desk.state.cards_in(u32::from(from.place));
                    if here != 0 {
                        moved |= here;
                        desk.state.clear(*from);
                    }
                }
                desk.state.add(to, moved);
                next
            });
        }
        if let Node::JustCard(card) = self.node(cards) {
            let card = self.number(*card);
            return Box::new(move |desk| {
                let card = card(desk);
                let one = u8::try_from(card).ok().map_or(CardSet::NONE, bit);
                if let Some(from) = spot_of(desk, &spots, one) {
                    match goal.of(desk, from) {
                        Some(to) => desk.state.carry_one(one, from, to),
                        None => {
                            desk.fail(FaultKind::Nobody, 0);
                        }
                    }
                }
                next
            });
        }
        Box::new(move |desk| {
            let mut left = set(desk);
            if left == 0 {
                return next;
            }
            if is_lost(desk, left, &spots, &goal) {
                desk.fail(FaultKind::Nobody, 0);
                return next;
            }
            for spot in &spots {
                let here = desk.state.cards_in(u32::from(spot.place)) & left;
                if here != 0 {
                    left &= !here;
                    if let Some(to) = goal.of(desk, *spot) {
                        desk.state.carry(here, *spot, to, true);
                    }
                    if left == 0 {
                        break;
                    }
                }
            }
            next
        })
    }

    /// The places of a group of seats that is known before the game.
    pub(super) fn places_of_seats(&self, cards: NodeId) -> Option<Vec<u16>> {
        let Node::PlacesOf { base, count, seats } = self.node(cards) else { return None };
        let Node::Seats(seats) = self.node(*seats) else { return None };
        Some(each_seat(*seats).map(u16::from).filter(|seat| seat < count).map(|seat| base + seat).collect())
    }

    /// From which place the cards of several seats go to which, if those of each go to its owner and all have one.
    fn to_owners(&self, cards: NodeId, goal: &Goal) -> Option<Box<[(Spot, Spot)]>> {
        let Goal::Owner(owners) = goal else { return None };
        let places = self.places_of_seats(cards)?.into_iter();
        places
            .map(|place| Some((self.program.spot(place), owners.get(usize::from(place)).copied().flatten()?)))
            .collect()
    }

    pub(super) fn sorting(&self, place: PlaceAt, reg: u32, key: NodeId, highest: bool, next: Pc) -> Call {
        let (place, key) = (self.at(place), self.key(reg, key));
        Box::new(move |desk| {
            let Some(spot) = place.spot(desk) else {
                desk.fail(FaultKind::Nobody, 0);
                return next;
            };
            let mut list = [(0_i64, 0_u8, 0_u8); MOST_CARDS];
            let mut count: u8 = 0;
            for (slot, card) in list.iter_mut().zip(desk.state.in_spot(spot)) {
                *slot = (0, count, card);
                count += 1;
            }
            let Some(list) = list.get_mut(..usize::from(count)) else { return next };
            for (value, _, card) in &mut *list {
                *value = key(desk, i64::from(*card));
            }
            // Equal cards keep their order.
            list.sort_unstable_by(|a, b| {
                let values = if highest { b.0.cmp(&a.0) } else { a.0.cmp(&b.0) };
                values.then(a.1.cmp(&b.1))
            });
            if spot.ordered {
                desk.state.clear(spot);
                for (_, _, card) in list {
                    desk.state.put_down(*card, spot);
                }
            }
            next
        })
    }
}

impl<T: Tell> Coder<'_, '_, T> {
    pub(super) fn moving(&self, cards: NodeId, to: PlaceAt, next: Pc) -> Call {
        if self.tell.eyes().is_none() {
            return self.build.moving(cards, to, next);
        }
        let (spots, set, goal) = (self.build.spots(cards), self.build.cards(cards), self.build.goal(to));
        let (of, tell) = (cards, self.tell.clone());
        Box::new(move |desk| {
            let cards = set(desk);
            if is_lost(desk, cards, &spots, &goal) {
                desk.fail(FaultKind::Nobody, 0);
            } else if let Some(eyes) = tell.eyes() {
                let moved = eyes.move_cards(desk, cards, (of, &goal, to), None);
                debug_assert!(moved.is_some(), "none are lost");
            }
            next
        })
    }

    pub(super) fn swapping(&self, a: PlaceAt, b: PlaceAt, next: Pc) -> Call {
        let (at, a, b, tell) = ((a, b), self.build.at(a), self.build.at(b), self.tell.clone());
        Box::new(move |desk| {
            let (Some(a), Some(b)) = (a.spot(desk), b.spot(desk)) else {
                desk.fail(FaultKind::Nobody, 0);
                return next;
            };
            if let Some(eyes) = tell.eyes() {
                eyes.swap(desk, at, (a, b));
                return next;
            }
            let (ours, theirs) = (desk.state.cards_in(u32::from(a.place)), desk.state.cards_in(u32::from(b.place)));
            desk.state.carry(ours, a, b, true);
            desk.state.carry(theirs, b, a, true);
            next
        })
    }
}
