//! Who takes a trick.

use std::sync::Arc;

use super::super::program::{CardSet, Node, NodeId, Tricks};
use super::super::state::{bit, has};
use super::cards::ByFirst;
use super::desk::Desk;
use super::numbers::Key;
use super::select::cut;
use super::{Build, Cards};
use crate::ir::Ties;

/// The place of the cards of a trick, of all tricks of a game.
const THE_TRICK: u16 = 1;

/// Cards in a trick that count: a set that may go by the first card.
enum Counts {
    ByFirst(ByFirst),
    Other(Cards),
}

impl Counts {
    #[inline]
    fn of(&self, desk: &mut Desk, laid: &Laid) -> CardSet {
        match (self, laid.list.first()) {
            (Self::ByFirst(sets), Some((_, first))) => sets.by(*first),
            (Self::ByFirst(_), None) => 0,
            (Self::Other(cards), _) => cards(desk),
        }
    }
}

/// Who takes a trick.
pub(super) struct Taker {
    seats: u8,
    leader: u32,
    played: u32,
    key: By,
    highest: bool,
    last_wins: bool,
    trumps: Option<Counts>,
    follows: Option<Counts>,
}

/// What counts of a card.
enum By {
    Table(Arc<[i64]>),
    Key(Key),
}

/// Who played which cards, in their order.
pub(super) struct Laid {
    list: [(u8, u8); 32],
    pub(super) count: usize,
    pub(super) all: CardSet,
}

impl Laid {
    pub(super) const fn nothing() -> Self {
        Self { list: [(0, 0); 32], count: 0, all: 0 }
    }

    #[inline]
    pub(super) fn add(&mut self, seat: u8, card: u8, set: CardSet) {
        if let Some(to) = self.list.get_mut(self.count) {
            *to = (seat, card);
            self.count += 1;
            self.all |= set;
        }
    }

    /// Seats and cards in the order of play.
    pub(super) fn cards(&self) -> impl Iterator<Item = (u8, u8)> {
        self.list.iter().take(self.count).copied()
    }

    /// The last card that was played.
    pub(super) fn last(&self) -> Option<u8> {
        self.count.checked_sub(1).and_then(|at| self.list.get(at)).map(|(_, card)| *card)
    }

    /// The cards that lie in a trick.
    pub(super) fn of(desk: &Desk, played: u32, leader: u32, seats: u8) -> Self {
        let mut laid = Self::nothing();
        let mut seat = u8::try_from(desk.state.int(leader)).unwrap_or(0);
        for _ in 0..seats {
            if let Ok(card) = u8::try_from(desk.state.int(played + u32::from(seat))) {
                laid.add(seat, card, bit(card));
            }
            seat = if seat + 1 >= seats { 0 } else { seat + 1 };
        }
        laid
    }
}

impl Taker {
    /// The seat; none where no card counts.
    pub(super) fn of(&self, desk: &mut Desk) -> Option<u8> {
        let laid = Laid::of(desk, self.played, self.leader, self.seats);
        self.among::<false>(desk, &laid)
    }

    #[inline]
    pub(super) fn among<const SMALL: bool>(&self, desk: &mut Desk, laid: &Laid) -> Option<u8> {
        let trumps = self.trumps.as_ref().map_or(0, |trumps| laid.all & trumps.of(desk, laid));
        let from = match &self.follows {
            _ if trumps != 0 => trumps,
            Some(follows) => laid.all & follows.of(desk, laid),
            None => laid.all,
        };
        let from = cut::<SMALL>(from);
        let (mut best, mut winner) = (0, None);
        for (seat, card) in laid.list.iter().take(laid.count) {
            if has(from, i64::from(*card)) {
                let value = match &self.key {
                    By::Table(table) => table.get(usize::from(*card)).copied().unwrap_or(-1),
                    By::Key(key) => key(desk, i64::from(*card)),
                };
                let better = if self.highest { value > best } else { value < best };
                if winner.is_none() || better || (value == best && self.last_wins) {
                    (best, winner) = (value, Some(*seat));
                }
            }
        }
        winner
    }
}

impl Build<'_> {
    /// Who takes a trick that is played apart from the state, if its cards and other slots than these say so.
    pub(super) fn blind_taker(&self, tricks: &Tricks, changed: &[u32]) -> Option<Taker> {
        let trick = self.program.spot(THE_TRICK);
        let counts = |cards: &NodeId| {
            let cards = self.in_trick(*cards);
            match self.by_first(cards).filter(|sets| sets.is_of(trick)) {
                Some(sets) => Some(Counts::ByFirst(sets)),
                None => self.blind(cards, changed).then(|| Counts::Other(self.cards(cards))),
            }
        };
        let taker = Taker { trumps: None, follows: None, ..self.taker(tricks) };
        Some(Taker {
            trumps: match &tricks.trumps {
                Some(trumps) => Some(counts(trumps)?),
                None => None,
            },
            follows: match &tricks.follows {
                Some(follows) => Some(counts(follows)?),
                None => None,
            },
            ..taker
        })
        .filter(|taker| matches!(taker.key, By::Table(_)))
    }

    /// Whether a phrase looks neither at the trick nor at these slots.
    fn blind(&self, id: NodeId, changed: &[u32]) -> bool {
        let node = self.node(id);
        let itself = match node {
            Node::Slot(slot) | Node::SeatSlot(slot) => !changed.contains(slot),
            Node::Place(place) => *place != THE_TRICK,
            Node::PlaceOf { base, count, .. } | Node::PlacesOf { base, count, .. } => {
                !(*base..*base + *count).contains(&THE_TRICK)
            }
            Node::Reg(_) | Node::CardReg(_) | Node::SlotAt { .. } | Node::Owner(_) | Node::AllPass { .. } => false,
            _ => true,
        };
        let mut blind = itself;
        self.program.inner(node, &mut |inner| blind = blind && self.blind(inner, changed));
        blind
    }

    /// A set of which only those cards matter that lie in the trick.
    fn in_trick(&self, cards: NodeId) -> NodeId {
        match self.node(cards) {
            Node::Both(place, set) if *self.node(*place) == Node::Place(THE_TRICK) => *set,
            _ => cards,
        }
    }

    pub(super) fn taker(&self, tricks: &Tricks) -> Taker {
        let key = match self.node(tricks.key) {
            Node::Tab { table, low: 0, key, .. } if *self.node(*key) == Node::Reg(tricks.card) => {
                By::Table(self.table(*table))
            }
            _ => By::Key(self.key(tricks.card, tricks.key)),
        };
        Taker {
            seats: self.program.seats,
            leader: tricks.leader,
            played: tricks.played,
            key,
            highest: tricks.highest,
            last_wins: tricks.ties == Ties::Last,
            trumps: tricks.trumps.map(|trumps| Counts::Other(self.cards(trumps))),
            follows: tricks.follows.map(|follows| Counts::Other(self.cards(follows))),
        }
    }
}
