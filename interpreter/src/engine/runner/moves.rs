//! Cards on their way: moves, deals, shuffles.

use super::super::MOST_CARDS;
use super::super::chance::Chance;
use super::super::eval::{each_card, each_seat};
use super::super::fault::FaultKind;
use super::super::program::{CardSet, Node, NodeId, Op, Pc, PlaceAt, Whose};
use super::super::state::{Spot, bit};
use super::desk::Desk;
use super::{Build, Call, Numbers};

/// One place, found when it is used.
pub(super) enum At {
    One(Spot),
    BySlot { spots: Box<[Spot]>, slot: u32 },
    Keyed { spots: Box<[Spot]>, key: Numbers },
    Nowhere,
}

impl At {
    #[inline]
    pub(super) fn spot(&self, desk: &mut Desk) -> Option<Spot> {
        let (spots, at) = match self {
            Self::One(spot) => return Some(*spot),
            Self::BySlot { spots, slot } => (spots, desk.state.int(*slot)),
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
    /// Whether it goes by no other slot than this.
    pub(super) const fn goes_by(&self, slot: u32) -> bool {
        match self {
            Self::One(_) => true,
            Self::BySlot { slot: by, .. } => *by == slot,
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
    spots.iter().find(|spot| desk.state.mask(u32::from(spot.place)) & card != 0).copied()
}

/// Puts down what an act picked: cards of several places one place after the other, those of one in the order of the deck.
pub(super) fn put_down(desk: &mut Desk, cards: CardSet, from: &[Spot], goal: &Goal) {
    let mut left = cards;
    for spot in from {
        let here = desk.state.mask(u32::from(spot.place)) & left;
        if here != 0 {
            left &= !here;
            if let Some(to) = goal.of(desk, *spot) {
                desk.state.carry(here, *spot, to, false);
            }
        }
    }
}

fn size(desk: &Desk, spot: Spot) -> i64 {
    i64::from(desk.state.mask(u32::from(spot.place)).count_ones())
}

/// The same number of cards for each seat in turn.
struct Round {
    left: u32,
    seat: u32,
    /// The last of the seats.
    last: i64,
    count: usize,
    hands: Box<[Spot]>,
    exit: Pc,
}

fn shuffle(desk: &mut Desk, spot: Spot) {
    let mut list = [0_u8; MOST_CARDS];
    let order = shuffled_cards(desk, spot, &mut list);
    desk.state.lay(spot, order);
}

/// The cards of a place in a random order, into a list.
fn shuffled_cards<'l>(desk: &mut Desk, spot: Spot, list: &'l mut [u8; MOST_CARDS]) -> &'l [u8] {
    let mut count = 0;
    for (slot, card) in list.iter_mut().zip(each_card(desk.state.mask(u32::from(spot.place)))) {
        *slot = card;
        count += 1;
    }
    let Some(list) = list.get_mut(..count) else { return &[] };
    desk.chance.shuffle(u16::from(spot.place), list);
    list
}

impl Build<'_> {
    fn row(&self, at: PlaceAt) -> Box<[Spot]> {
        (at.base..at.base + at.count).map(|place| self.program.spot(place)).collect()
    }

    pub(super) fn goal(&self, at: PlaceAt) -> Goal {
        match at.of {
            Whose::Whole => Goal::One(self.program.spot(at.base)),
            Whose::One(key) => match self.node(key) {
                Node::Slot(slot) => Goal::BySlot { spots: self.row(at), slot: *slot },
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

    fn at(&self, at: PlaceAt) -> At {
        match at.of {
            Whose::Whole => At::One(self.program.spot(at.base)),
            Whose::One(key) => match self.node(key) {
                Node::Slot(slot) => At::BySlot { spots: self.row(at), slot: *slot },
                _ => At::Keyed { spots: self.row(at), key: self.number(key) },
            },
            Whose::Seats(_) | Whose::Owner => At::Nowhere,
        }
    }

    pub(super) fn moving(&self, cards: NodeId, to: PlaceAt, next: Pc) -> Call {
        let (spots, set, goal) = (self.spots(cards), self.cards(cards), self.goal(to));
        if let (Node::Place(place), false) = (self.node(cards), matches!(goal, Goal::Owner(_) | Goal::Nowhere)) {
            let from = self.program.spot(*place);
            return Box::new(move |desk| {
                let here = desk.state.mask(u32::from(from.place));
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
        Box::new(move |desk| {
            let mut left = set(desk);
            if left == 0 {
                return next;
            }
            if !matches!(goal, Goal::One(_)) {
                let lost = spots
                    .iter()
                    .any(|spot| desk.state.mask(u32::from(spot.place)) & left != 0 && goal.of(desk, *spot).is_none());
                if lost {
                    desk.fail(FaultKind::Nobody, 0);
                    return next;
                }
            }
            for spot in &spots {
                let here = desk.state.mask(u32::from(spot.place)) & left;
                if here != 0 {
                    left &= !here;
                    if let Some(to) = goal.of(desk, *spot) {
                        desk.state.carry(here, *spot, to, true);
                    }
                }
            }
            next
        })
    }

    /// Cards go to a place that is shuffled at once: nobody sees in which order they come. Where they are then dealt to all seats,
    /// that is done at once, too.
    pub(super) fn gathering(&self, cards: NodeId, to: PlaceAt, shuffled: Pc) -> Call {
        let (spots, set, to) = (self.spots(cards), self.cards(cards), self.program.spot(to.base));
        let (next, round) = (self.thread(shuffled + 1), self.round_of(to, self.thread(shuffled + 1)));
        Box::new(move |desk| {
            let mut left = set(desk) & !desk.state.mask(u32::from(to.place));
            for spot in &spots {
                let here = desk.state.mask(u32::from(spot.place)) & left;
                if here != 0 {
                    left &= !here;
                    desk.state.take_some(here, *spot);
                    desk.state.add(to, here);
                }
            }
            let mut list = [0_u8; MOST_CARDS];
            let order = shuffled_cards(desk, to, &mut list);
            if let Some(round) = &round
                && let Some((hands, rest)) = order.split_at_checked(round.count * round.hands.len())
            {
                for (hand, cards) in round.hands.iter().zip(hands.chunks_exact(round.count)) {
                    let cards = cards.iter().fold(0, |set, card| set | bit(*card));
                    desk.state.add(*hand, cards);
                }
                let left = rest.iter().fold(0, |set, card| set | bit(*card));
                desk.state.clear(to);
                desk.state.add(to, left);
                desk.state.lay(to, rest);
                desk.state.set_seats(round.left, 0);
                desk.state.set_small(round.seat, round.last);
                return round.exit;
            }
            desk.state.lay(to, order);
            next
        })
    }

    /// Whether the operations from here on deal so many cards of a place to each seat in turn, to hands of which no order is kept.
    fn round_of(&self, from: Spot, at: Pc) -> Option<Round> {
        let code = &self.program.code;
        let op = |pc: Pc| code.get(pc as usize);
        let Op::KeepSeats { left, of, from: None } = op(at)? else { return None };
        let turn = self.thread(at + 1);
        let Op::NextSeat { left: kept, seat, from: None, exit } = op(turn)? else { return None };
        let Op::Deal { count, from: place, to, .. } = op(turn + 1)? else { return None };
        let (Node::Seats(seats), Node::Int(count)) = (self.node(*of), self.node(*count)) else { return None };
        let (Whose::Whole, Whose::One(key)) = (place.of, to.of) else { return None };
        let hands: Option<Box<[Spot]>> = each_seat(*seats)
            .map(|seat| {
                let place = u16::from(seat);
                let spot = self.program.spot(to.base + place);
                (place < to.count && !spot.ordered && spot.place != from.place).then_some(spot)
            })
            .collect();
        let usual = left == kept
            && *self.node(key) == Node::Slot(*seat)
            && self.program.spot(place.base).place == from.place
            && self.thread(turn + 2) == turn
            && (at..turn + 2).all(|pc| self.is_light(pc));
        let last = i64::from(each_seat(*seats).last()?);
        let count = usize::try_from(*count).ok().filter(|count| *count > 0)?;
        usual.then_some(Round { left: *left, seat: *seat, last, count, hands: hands?, exit: self.thread(*exit) })
    }

    /// The places that refill others.
    fn refills(&self) -> Box<[Option<Spot>]> {
        self.program.places.iter().map(|place| place.refilled.map(|from| self.program.spot(from))).collect()
    }

    pub(super) fn dealing(&self, count: NodeId, from: PlaceAt, to: PlaceAt, exact: bool, next: Pc) -> Call {
        let (count, refills) = (self.number(count), self.refills());
        let (from, to) = (self.at(from), self.at(to));
        Box::new(move |desk| {
            let count = count(desk);
            match (from.spot(desk), to.spot(desk)) {
                (Some(from), Some(to)) => deal(desk, count, (from, to), exact, &refills),
                _ => {
                    desk.fail(FaultKind::Nobody, 0);
                }
            }
            next
        })
    }

    pub(super) fn filling(&self, place: PlaceAt, full: NodeId, from: PlaceAt, next: Pc) -> Call {
        let (full, refills) = (self.number(full), self.refills());
        let (place, from) = (self.at(place), self.at(from));
        Box::new(move |desk| {
            let full = full(desk);
            match (place.spot(desk), from.spot(desk)) {
                (Some(to), Some(from)) => {
                    let count = full - size(desk, to);
                    deal(desk, count, (from, to), false, &refills);
                }
                _ => {
                    desk.fail(FaultKind::Nobody, 0);
                }
            }
            next
        })
    }

    pub(super) fn shuffling(&self, place: PlaceAt, next: Pc) -> Call {
        let place = self.at(place);
        Box::new(move |desk| {
            match place.spot(desk) {
                Some(spot) => shuffle(desk, spot),
                None => {
                    desk.fail(FaultKind::Nobody, 0);
                }
            }
            next
        })
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

    pub(super) fn swapping(&self, a: PlaceAt, b: PlaceAt, next: Pc) -> Call {
        let (a, b) = (self.at(a), self.at(b));
        Box::new(move |desk| {
            let (Some(a), Some(b)) = (a.spot(desk), b.spot(desk)) else {
                desk.fail(FaultKind::Nobody, 0);
                return next;
            };
            let (ours, theirs) = (desk.state.mask(u32::from(a.place)), desk.state.mask(u32::from(b.place)));
            desk.state.carry(ours, a, b, true);
            desk.state.carry(theirs, b, a, true);
            next
        })
    }
}

/// Deals from the top; a place that is refilled is refilled when it runs dry.
fn deal(desk: &mut Desk, count: i64, (from, to): (Spot, Spot), exact: bool, refills: &[Option<Spot>]) {
    let refill = refills.get(usize::from(from.place)).copied().flatten();
    let have = size(desk, from) + refill.map_or(0, |refill| size(desk, refill));
    if exact && count > have {
        desk.fail(FaultKind::DealShort(count, have), 0);
        return;
    }
    let mut left = count.min(have).max(0);
    while left > 0 {
        if size(desk, from) == 0 {
            let Some(refill) = refill else { break };
            let cards = desk.state.mask(u32::from(refill.place));
            desk.state.carry(cards, refill, from, true);
            shuffle(desk, from);
        }
        let batch = left.min(size(desk, from));
        if from.place == to.place {
            // They stay where they are.
        } else if !to.ordered {
            let cards = desk.state.take_off(from, batch);
            desk.state.add(to, cards);
        } else {
            for _ in 0..batch {
                let Some(card) = desk.state.top(from) else { break };
                desk.state.take_up(card, from);
                desk.state.put_down(card, to);
            }
        }
        left -= batch;
        if batch == 0 {
            break;
        }
    }
}
