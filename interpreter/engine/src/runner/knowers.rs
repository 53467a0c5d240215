//! What a reader can work out: phrases that depend on nothing but what it has been told. Tellings are made of nothing else.
//!
//! Taint analysis as the game goes: a phrase is known where all that it looks at is, or where what is known settles it alone.

mod sizes;

use super::super::eval::{each_card, each_seat};
use super::super::program::{CardSet, Node, NodeId, Program, SeatSet};
use super::super::state::bit;
use super::desk::Desk;
use super::lies::Lies;
use super::phrases::Phrases;
use crate::of_inside;

/// Seats that read together: one, or everybody. A seat alone knows more than all know in common.
#[derive(Clone, Copy)]
pub(super) struct Knower<'p> {
    phrases: &'p Phrases,
    seats: SeatSet,
}

/// What a phrase names of several things.
enum Key {
    At(i64),
    /// Any of them: it speaks of what is still to be picked.
    Any,
    Unknown,
}

/// Registers of which a phrase is meant for each value: those of picks, and those that phrases set inside.
type Free<'f> = &'f [u32];

impl Phrases {
    /// A seat by itself.
    pub(super) const fn knower(&self, seat: u8) -> Knower<'_> {
        Knower { phrases: self, seats: 1 << seat }
    }

    /// What all know in common.
    pub(super) fn everybody(&self) -> Knower<'_> {
        Knower { phrases: self, seats: self.all_seats() }
    }

    /// The seats that can work out a phrase each by itself.
    pub(super) fn who_knows(&self, desk: &mut Desk, node: NodeId) -> SeatSet {
        self.who(|knower| knower.knows(desk, node))
    }

    /// The seats that each know in which order the cards of a phrase lie.
    pub(super) fn who_knows_order(&self, desk: &mut Desk, cards: NodeId) -> SeatSet {
        self.who(|knower| desk.quietly(|desk| knower.sees_order(desk, cards)))
    }

    fn who(&self, mut knows: impl FnMut(Knower<'_>) -> bool) -> SeatSet {
        (0..self.program.seats).filter(|seat| knows(self.knower(*seat))).fold(0, |seats, seat| seats | 1 << seat)
    }
}

impl Knower<'_> {
    fn program(&self) -> &Program {
        &self.phrases.program
    }

    pub(super) fn seats_at_the_table(&self) -> u8 {
        self.program().seats
    }

    fn all_see(&self, seen: SeatSet) -> bool {
        seen & self.seats == self.seats
    }

    /// A number, if it is known.
    pub(super) fn int(self, desk: &mut Desk, node: NodeId) -> Option<i64> {
        self.knows(desk, node).then(|| desk.quietly(|desk| self.phrases.int(desk, node)))
    }

    /// A condition, if it is known.
    pub(super) fn holds(self, desk: &mut Desk, node: NodeId) -> Option<bool> {
        self.int(desk, node).map(|holds| holds != 0)
    }

    /// A number, if it is known and the same whatever is picked into some registers.
    pub(super) fn fixed(self, desk: &mut Desk, node: NodeId, picks: Free) -> Option<i64> {
        if self.speaks_of(node, picks) { None } else { self.int(desk, node) }
    }

    /// The same of how many cards a set has.
    pub(super) fn fixed_size(self, desk: &mut Desk, cards: NodeId, picks: Free) -> Option<i64> {
        if self.speaks_of(cards, picks) { None } else { self.size(desk, cards) }
    }

    /// How many cards a set has, if that is known; of which they are, nothing need be.
    pub(super) fn size(self, desk: &mut Desk, cards: NodeId) -> Option<i64> {
        let known = self.counts(desk, cards) || self.knows(desk, cards);
        known.then(|| desk.quietly(|desk| i64::from(self.phrases.cards(desk, cards).count_ones())))
    }

    /// Whether a card is in a set, if that is known.
    pub(super) fn has(self, desk: &mut Desk, cards: NodeId, card: u8) -> Option<bool> {
        if self.knows(desk, cards) {
            return Some(desk.quietly(|desk| self.phrases.cards(desk, cards)) & bit(card) != 0);
        }
        match *self.program().nodes.get(cards)? {
            Node::Place(place) => self.lies(desk, place, card),
            Node::PlaceOf { .. } => {
                let places = self.places(desk, self.phrases.program.nodes.get(cards)?, &[])?;
                places.first().map_or(Some(false), |place| self.lies(desk, *place, card))
            }
            Node::PlacesOf { base, count, .. } => {
                let any = (base..base + count).any(|place| self.lies(desk, place, card) != Some(false));
                (!any).then_some(false)
            }
            Node::Scan { of, .. } | Node::BestCards { of, .. } | Node::Ends { of, .. } | Node::Without(of, _) => {
                self.has(desk, of, card).filter(|has| !has)
            }
            Node::Both(a, b) => match (self.has(desk, a, card), self.has(desk, b, card)) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            },
            Node::Either(a, b) => match (self.has(desk, a, card), self.has(desk, b, card)) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), Some(false)) => Some(false),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether a card lies in a place, if that is known.
    fn lies(self, desk: &mut Desk, place: u16, card: u8) -> Option<bool> {
        if self.sees(desk, place) {
            return Some(desk.state.cards_in(u32::from(place)) & bit(card) != 0);
        }
        let may = desk.minds.as_ref().map_or(CardSet::MAX, |minds| minds.may(self.seats, place).into());
        if may & bit(card) == 0 {
            return Some(false);
        }
        self.locates(desk, card).then_some(true)
    }

    /// Whether it is known where a card is.
    pub(super) fn locates(self, desk: &mut Desk, card: u8) -> bool {
        if desk.minds.as_ref().is_some_and(|minds| minds.locates(self.seats, card)) {
            return true;
        }
        let program = &self.phrases.program;
        desk.state.place_of(program, card).is_some_and(|place| self.sees_now(desk, place))
    }

    fn sees_now(self, desk: &mut Desk, place: u16) -> bool {
        self.all_see(self.phrases.who_sees(desk, place))
    }

    /// Whether all cards of a place are known.
    fn sees(self, desk: &mut Desk, place: u16) -> bool {
        let empty = |desk: &mut Desk| {
            desk.state.cards_in(u32::from(place)) == 0 && self.all_see(self.phrases.who_counts(desk, place))
        };
        self.sees_now(desk, place)
            || desk.minds.as_ref().is_some_and(|minds| minds.knows(self.seats, place))
            || empty(desk)
    }

    /// Whether a phrase depends on nothing but what is known.
    pub(super) fn knows(self, desk: &mut Desk, node: NodeId) -> bool {
        desk.unseen(|desk| self.known(desk, node, &[]))
    }

    /// The same whatever may be picked into some registers.
    pub(super) fn knows_for_all(self, desk: &mut Desk, node: NodeId, picks: &[u32]) -> bool {
        desk.unseen(|desk| self.known(desk, node, picks))
    }

    fn known(self, desk: &mut Desk, id: NodeId, free: Free) -> bool {
        if self.phrases.is_open_phrase(id) {
            debug_assert!(self.known_now(desk, id, free), "{id:?} is held to be open and is not known now");
            return true;
        }
        self.known_now(desk, id, free)
    }

    #[allow(unreachable_patterns, reason = "those of which more can be said stand above the others")]
    fn known_now(self, desk: &mut Desk, id: NodeId, free: Free) -> bool {
        let Some(node) = self.phrases.program.nodes.get(id) else { return true };
        match node {
            Node::Reg(_) | Node::CardReg(_) | Node::SeatSlot(_) | Node::AllPass { .. } => true,
            Node::Place(_) | Node::PlaceOf { .. } | Node::PlacesOf { .. } => self
                .places(desk, node, free)
                .is_some_and(|places| places.into_iter().all(|place| self.sees(desk, place))),
            Node::Count(of) => self.counted(desk, *of, free) || self.known(desk, *of, free),
            Node::Slot(slot) | Node::CardSlot(slot) => self.told(desk, id, *slot),
            Node::SlotAt { base, keys, .. } => self.slots_known(desk, *base, keys, free),
            Node::Owner(card) => match self.key(desk, *card, free) {
                Key::At(card) => {
                    u8::try_from(card).is_err() || u8::try_from(card).is_ok_and(|card| self.locates(desk, card))
                }
                Key::Any => self.program().deck().all(|card| self.locates(desk, card)),
                Key::Unknown => false,
            },
            Node::EndCard { of, .. } => self.known(desk, *of, free) && self.sees_order(desk, *of),
            Node::Ends { of, count, .. } => {
                self.known(desk, *of, free) && self.known(desk, *count, free) && self.sees_order(desk, *of)
            }
            Node::CountSets { reg, of, least, most, cond } => {
                [*of, *least, *most].into_iter().all(|of| self.known(desk, of, free))
                    && self.known(desk, *cond, &with(free, *reg))
            }
            Node::InCards(card, cards) => match self.key(desk, *card, free) {
                Key::At(card) => {
                    self.known(desk, *cards, free)
                        || (!self.speaks_of(*cards, free)
                            && u8::try_from(card).is_ok_and(|card| self.has(desk, *cards, card).is_some()))
                }
                Key::Any => self.known(desk, *cards, free),
                Key::Unknown => false,
            },
            Node::And(a, b) => self.settled(desk, (*a, *b), free, false),
            Node::Or(a, b) => self.settled(desk, (*a, *b), free, true),
            Node::If(cond, a, b) | Node::IfCards(cond, a, b) | Node::IfSeats(cond, a, b) => {
                match self.key(desk, *cond, free) {
                    Key::At(holds) => self.known(desk, if holds != 0 { *a } else { *b }, free),
                    Key::Any => self.known(desk, *a, free) && self.known(desk, *b, free),
                    Key::Unknown => false,
                }
            }
            Node::Let { reg, value, body } => match self.key(desk, *value, free) {
                Key::At(value) => {
                    desk.set_reg(*reg, value);
                    self.known(desk, *body, free)
                }
                Key::Any => self.known(desk, *body, &with(free, *reg)),
                Key::Unknown => false,
            },
            Node::FoldCards { reg, of, key, .. }
            | Node::Scan { reg, of, cond: key }
            | Node::BestCards { reg, of, key, .. } => {
                let all = |desk: &mut Desk| each_card(self.phrases.cards(desk, *of)).collect();
                self.known_of_group(desk, *of, all, (*reg, *key), free)
            }
            Node::FoldSeats { reg, of, key, .. }
            | Node::ScanSeats { reg, of, cond: key }
            | Node::BestSeats { reg, of, key, .. } => {
                let all = |desk: &mut Desk| each_seat(self.phrases.seats(desk, *of)).collect();
                self.known_of_group(desk, *of, all, (*reg, *key), free)
            }
            Node::FoldMembers { reg, part, key, .. } => {
                let free = with(free, *reg);
                part.is_none_or(|part| self.known(desk, part, &free)) && self.known(desk, *key, &free)
            }
            Node::Score(_) | Node::Watch { .. } | Node::SeenIn { .. } | of_inside!() => {
                let mut known = true;
                self.phrases.program.inner(node, &mut |inner| known = known && self.known(desk, inner, free));
                known
            }
        }
    }

    /// Whether a group is known, and a phrase of each in it, one after the other in a register. Of others nothing need be known, where it is known which these are.
    fn known_of_group(
        self,
        desk: &mut Desk,
        of: NodeId,
        all: impl Fn(&mut Desk) -> Vec<u8>,
        (reg, phrase): (u32, NodeId),
        free: Free,
    ) -> bool {
        if !self.known(desk, of, free) {
            return false;
        }
        if self.speaks_of(of, free) {
            return self.known(desk, phrase, &with(free, reg));
        }
        all(desk).into_iter().all(|one| {
            desk.set_reg(reg, one.into());
            self.known(desk, phrase, free)
        })
    }

    /// Whether some cards are known, and a phrase of each of them, one after the other in the register of a pick.
    pub(super) fn knows_of_each(self, desk: &mut Desk, of: (u32, NodeId), cards: NodeId) -> bool {
        desk.unseen(|desk| {
            let before = desk.reg(of.0);
            let all = |desk: &mut Desk| each_card(self.phrases.cards(desk, cards)).collect();
            let known = self.known_of_group(desk, cards, all, of, &[]);
            desk.set_reg(of.0, before);
            known
        })
    }

    /// `and` (`or`): one side that does not hold (that holds) settles it.
    fn settled(self, desk: &mut Desk, (a, b): (NodeId, NodeId), free: Free, by: bool) -> bool {
        let (a, b) = (self.key(desk, a, free), self.key(desk, b, free));
        let settles = |key: &Key| matches!(key, Key::At(holds) if (*holds != 0) == by);
        settles(&a) || settles(&b) || !(matches!(a, Key::Unknown) || matches!(b, Key::Unknown))
    }

    /// A number inside of a phrase.
    fn key(self, desk: &mut Desk, node: NodeId, free: Free) -> Key {
        if !self.known(desk, node, free) {
            return Key::Unknown;
        }
        if self.speaks_of(node, free) { Key::Any } else { Key::At(self.phrases.int(desk, node)) }
    }

    /// The places that a phrase of places names: all that it may, where it speaks of what is still to be picked; none where it is not known
    /// which, and where it is no such phrase.
    fn places(self, desk: &mut Desk, node: &Node, free: Free) -> Option<Vec<u16>> {
        match *node {
            Node::Place(place) => Some(vec![place]),
            Node::PlaceOf { base, count, key } => match self.key(desk, key, free) {
                Key::At(at) => {
                    Some(u16::try_from(at).ok().filter(|at| *at < count).map(|at| base + at).into_iter().collect())
                }
                Key::Any => Some((base..base + count).collect()),
                Key::Unknown => None,
            },
            Node::PlacesOf { base, count, seats } => {
                self.known(desk, seats, free).then_some(())?;
                let any = self.speaks_of(seats, free);
                let named = if any { SeatSet::MAX } else { self.phrases.seats(desk, seats) };
                Some((0..count).filter(|at| named & 1 << at != 0).map(|at| base + at).collect())
            }
            _ => None,
        }
    }

    /// Whether a phrase speaks of one of some registers.
    fn speaks_of(self, node: NodeId, free: Free) -> bool {
        if free.is_empty() {
            return false;
        }
        match self.program().nodes.get(node) {
            None => false,
            Some(Node::Reg(reg) | Node::CardReg(reg)) => free.contains(reg),
            Some(node) => {
                let mut speaks = false;
                self.phrases.program.inner(node, &mut |inner| speaks = speaks || self.speaks_of(inner, free));
                speaks
            }
        }
    }

    /// Whether a slot is known: of a track, to those who see it; of what was picked, to those who were told.
    fn told(self, desk: &mut Desk, node: NodeId, slot: u32) -> bool {
        // Sets of cards have slots of their own.
        let of_cards = matches!(self.program().nodes.get(node), Some(Node::CardSlot(_)));
        match self.program().track_of(slot).filter(|(track, _)| !of_cards && self.phrases.is_told(*track)) {
            Some((track, _)) => self.all_see(self.phrases.who_sees_track(desk, track, slot)),
            None => match desk.minds.as_ref().and_then(|minds| minds.told((slot, of_cards))) {
                Some(told) => self.all_see(told),
                None => !self.phrases.is_picked((slot, of_cards)),
            },
        }
    }

    fn slots_known(self, desk: &mut Desk, base: u32, keys: &[(NodeId, u32)], free: Free) -> bool {
        let mut slots = vec![base];
        for (key, size) in keys {
            let at: Vec<u32> = match self.key(desk, *key, free) {
                Key::At(at) => u32::try_from(at).ok().filter(|at| at < size).into_iter().collect(),
                Key::Any => (0..*size).collect(),
                Key::Unknown => return false,
            };
            // A key that is none names no slot.
            slots = slots.iter().flat_map(|slot| at.iter().map(move |at| (slot - base) * size + at + base)).collect();
        }
        let track = self.program().track_of(base).filter(|(track, _)| self.phrases.is_told(*track));
        slots.into_iter().all(|slot| {
            self.all_see(match track {
                Some((track, _)) => self.phrases.who_sees_track(desk, track, slot),
                None => self.phrases.who_was_told(desk, slot),
            })
        })
    }
}

fn with(free: Free, reg: u32) -> Vec<u32> {
    free.iter().copied().chain([reg]).collect()
}
