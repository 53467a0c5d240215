//! A state of a game: flat arrays, copied by one copy of memory.

use super::program::{CardSet, Program, RuleId};
use crate::index::{fit, item};

/// Slots, sets and links that lie in the state itself; those of larger games lie apart.
const INTS: usize = 128;
const SETS: usize = 48;
const LINKS: usize = 320;

/// The number of the first slot that holds any number of a phrase, 64 bits wide; those before it hold numbers of 32 bits.
pub const WIDE: u32 = 1 << 24;

/// Everything that changes while a game is played: flat, and copied by one copy of memory.
///
/// Slots are tracks, forms, scores and the engine's own. All hold numbers of 32 bits but those from [`WIDE`] on, which the compiler
/// gives to what may outgrow them; a number that does not fit its slot is refused ([`State::keep`]), never cut. Sets are the cards of each place, then kept sets. Links are orders: next and
/// previous card of each card, first and last card of each place. Only places whose order some rule looks at keep one; the
/// others lie in the order of the deck. What does not fit into the fixed part, as games with hundreds of slots have it, lies
/// behind a pointer and is slower.
#[derive(Debug)]
pub struct State {
    ints: [i32; INTS],
    /// The first 128 cards of each set.
    sets: [u128; SETS],
    links: [u8; LINKS],
    more: Option<Box<More>>,
    /// Where the program goes on.
    pub(super) pc: u32,
    /// The decision that waits for an answer, or -1.
    pub(super) waiting: i32,
    /// Whether the game is over.
    pub(super) over: bool,
    /// Whether the deck has more than 128 cards: the others of each set lie apart.
    wide: bool,
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self { more: self.more.clone(), ..*self }
    }

    /// Copies over a state that is there: nothing is made, and each byte is written once.
    #[inline]
    fn clone_from(&mut self, from: &Self) {
        self.ints = from.ints;
        self.sets = from.sets;
        self.links = from.links;
        if self.more.is_some() || from.more.is_some() {
            self.more.clone_from(&from.more);
        }
        (self.pc, self.waiting, self.over, self.wide) = (from.pc, from.waiting, from.over, from.wide);
    }
}

/// What does not fit into a state.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct More {
    ints: Vec<i32>,
    wide: Vec<i64>,
    sets: Vec<u128>,
    /// The cards from the 129th on, of all sets.
    high: Vec<u128>,
    links: Vec<u8>,
}

/// A place as the state needs to know it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spot {
    /// Its number.
    pub place: u8,
    /// Whether its order is kept.
    pub ordered: bool,
    /// Where the links to its first and last card lie.
    pub ends: u16,
}

impl State {
    /// The state before the first operation: all cards in the first place.
    #[must_use]
    pub fn new(program: &Program) -> Self {
        let (cards, places) = (program.like.len(), program.places.len());
        let wide = cards > 128;
        let more = More {
            ints: vec![0; (program.ints as usize).saturating_sub(INTS)],
            wide: vec![0; program.wide as usize],
            sets: vec![0; (program.masks as usize).saturating_sub(SETS)],
            high: vec![0; if wide { program.masks as usize } else { 0 }],
            links: vec![0; (2 * cards + 2 * places).saturating_sub(LINKS)],
        };
        let mut state = Self { more: (more != More::default()).then(|| Box::new(more)), wide, ..Self::nothing() };
        let order: Vec<u8> = (0..cards).map(fit::<_, u8>).collect();
        super::many::runner::lies::Lies::lay(&mut state, program.spot(0), &order);
        state.set_mask(0, order.iter().fold(CardSet::NONE, |all, card| all | bit(*card)));
        state
    }

    /// A state without cards, for phrases that look at none.
    pub(super) const fn nothing() -> Self {
        Self {
            ints: [0; INTS],
            sets: [0; SETS],
            links: [0; LINKS],
            more: None,
            pc: 0,
            waiting: -1,
            over: false,
            wide: false,
        }
    }

    /// The size of a state in bytes.
    #[must_use]
    pub fn size(program: &Program) -> usize {
        let (cards, places) = (program.like.len(), program.places.len());
        size_of::<Self>()
            + 4 * (program.ints as usize).saturating_sub(INTS)
            + 8 * program.wide as usize
            + 16 * (program.masks as usize).saturating_sub(SETS)
            + if cards > 128 { 16 * program.masks as usize } else { 0 }
            + (2 * cards + 2 * places).saturating_sub(LINKS)
    }

    /// Whether two states of a program mean the same: not how the bytes lie that nothing reads.
    #[must_use]
    pub fn same(&self, other: &Self, program: &Program) -> bool {
        // Where the code stands says nothing any more when the game is over.
        let rest = |state: &Self| ((!state.over).then_some(state.pc), state.waiting, state.over);
        let in_order = |place| self.in_order(program, place).eq(other.in_order(program, place));
        rest(self) == rest(other)
            && (0..program.ints).chain(WIDE..WIDE + program.wide).all(|slot| self.int(slot) == other.int(slot))
            && (0..program.masks).all(|slot| self.mask(slot) == other.mask(slot))
            && (0..program.places.len()).all(|place| in_order(fit::<_, u16>(place)))
    }

    /// Tells a hasher all that [`Self::same`] compares: states that are the same tell the same.
    pub fn tell_to(&self, program: &Program, hasher: &mut impl std::hash::Hasher) {
        hasher.write_u32(if self.over { u32::MAX } else { self.pc });
        hasher.write_i32(self.waiting);
        (0..program.ints).chain(WIDE..WIDE + program.wide).for_each(|slot| hasher.write_i64(self.int(slot)));
        for set in (0..program.masks).map(|slot| self.mask(slot)) {
            hasher.write_u128(set.low());
            if self.wide {
                hasher.write_u128(set.high());
            }
        }
        for place in (0..program.places.len()).map(fit::<_, u16>) {
            self.in_order(program, place).for_each(|card| hasher.write_u8(card));
        }
    }

    /// Whether the game is over.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.over
    }

    /// The line of the operation where the program goes on.
    #[must_use]
    pub fn line(&self, program: &Program) -> RuleId {
        program.lines.get(self.pc as usize).copied().unwrap_or_default()
    }

    /// The decision that waits for an answer.
    #[must_use]
    pub fn waiting(&self) -> Option<u16> {
        u16::try_from(self.waiting).ok()
    }

    #[cold]
    fn int_apart(&self, slot: u32) -> i64 {
        let Some(more) = &self.more else { return 0 };
        match slot.checked_sub(WIDE) {
            Some(wide) => item(&more.wide, wide as usize),
            None => more.ints.get(slot as usize - INTS).copied().map_or(0, i64::from),
        }
    }

    #[cold]
    fn keep_apart(&mut self, slot: u32, value: i64) -> bool {
        let Some(more) = &mut self.more else { return false };
        if let Some(wide) = slot.checked_sub(WIDE) {
            return more.wide.get_mut(wide as usize).map(|to| *to = value).is_some();
        }
        let (to, value) = (more.ints.get_mut(slot as usize - INTS), i32::try_from(value).ok());
        to.zip(value).map(|(to, value)| *to = value).is_some()
    }

    /// A slot; 0 outside of the state.
    #[must_use]
    #[inline]
    pub fn int(&self, slot: u32) -> i64 {
        match self.ints.get(slot as usize) {
            Some(value) => i64::from(*value),
            None => self.int_apart(slot),
        }
    }

    /// Keeps a number in a slot: whether it fits. What does not fit leaves the slot as it was.
    #[must_use]
    #[inline]
    pub fn keep(&mut self, slot: u32, value: i64) -> bool {
        match (self.ints.get_mut(slot as usize), i32::try_from(value)) {
            (Some(to), Ok(value)) => {
                *to = value;
                true
            }
            (Some(_), Err(_)) => false,
            (None, _) => self.keep_apart(slot, value),
        }
    }

    /// Keeps a number in several slots: whether it fits all of them.
    #[must_use]
    pub(super) fn keep_all(&mut self, mut slots: std::ops::Range<u32>, value: i64) -> bool {
        match (self.ints.get_mut(slots.start as usize..slots.end as usize), i32::try_from(value)) {
            (Some(to), Ok(value)) => {
                to.fill(value);
                true
            }
            // One by one, as some of them may lie apart.
            _ => slots.all(|slot| self.keep(slot, value)),
        }
    }

    /// Sets a slot to a number that is known to fit 32 bits: a seat, a card, a count, what a range was asked of.
    #[inline]
    pub(super) fn set_small(&mut self, slot: u32, value: i64) {
        debug_assert!(i32::try_from(value).is_ok(), "slot {slot} is set to {value}");
        match self.ints.get_mut(slot as usize) {
            Some(to) => *to = value as i32,
            None => {
                self.keep_apart(slot, value);
            }
        }
    }

    /// A slot as a set of seats.
    #[must_use]
    #[inline]
    pub fn seats(&self, slot: u32) -> u32 {
        // A set of 32 seats fits as it lies.
        self.int(slot) as u32
    }

    #[inline]
    pub(super) fn set_seats(&mut self, slot: u32, value: u32) {
        self.set_small(slot, i64::from(value.cast_signed()));
    }

    /// Slots one after the other, if they lie in the state itself.
    #[inline]
    pub(super) fn several<const N: usize>(&self, first: u32) -> Option<&[i32; N]> {
        self.ints.get(first as usize..).and_then(<[i32]>::first_chunk)
    }

    #[inline]
    pub(super) fn several_mut<const N: usize>(&mut self, first: u32) -> Option<&mut [i32; N]> {
        self.ints.get_mut(first as usize..).and_then(<[i32]>::first_chunk_mut)
    }

    /// Sets slots one after the other to 0.
    #[inline]
    pub(super) fn zero(&mut self, first: u32, count: u32) {
        match self.ints.get_mut(first as usize..(first + count) as usize) {
            Some(slots) => slots.fill(0),
            None => (first..first + count).for_each(|slot| self.set_small(slot, 0)),
        }
    }

    /// The cards of a place, or a kept set.
    #[must_use]
    #[inline]
    pub fn mask(&self, slot: u32) -> CardSet {
        let low = self.low(slot);
        if self.wide { CardSet::of_halves(low, self.high(slot)) } else { CardSet::from(low) }
    }

    #[cold]
    fn mask_apart(&self, slot: u32) -> u128 {
        item(self.more.as_ref().map_or(&[], |more| &more.sets), slot as usize - SETS)
    }

    /// The cards of a set from the 129th on.
    #[inline(never)]
    fn high(&self, slot: u32) -> u128 {
        item(self.more.as_ref().map_or(&[], |more| &more.high), slot as usize)
    }

    #[inline(never)]
    fn set_high(&mut self, slot: u32, value: u128) {
        if let Some(to) = self.more.as_mut().and_then(|more| more.high.get_mut(slot as usize)) {
            *to = value;
        }
    }

    #[inline]
    pub(super) fn set_mask(&mut self, slot: u32, value: CardSet) {
        self.set_low(slot, value.low());
        if self.wide {
            self.set_high(slot, value.high());
        }
    }

    #[cold]
    fn set_mask_apart(&mut self, slot: u32, value: u128) {
        if let Some(to) = self.more.as_mut().and_then(|more| more.sets.get_mut(slot as usize - SETS)) {
            *to = value;
        }
    }

    /// The first 128 cards of a place, or of a kept set.
    #[inline]
    pub(super) fn low(&self, slot: u32) -> u128 {
        match self.sets.get(slot as usize) {
            Some(set) => *set,
            None => self.mask_apart(slot),
        }
    }

    /// Keeps the cards of a place, or a set, where there are at most 128.
    #[inline]
    pub(super) fn set_low(&mut self, slot: u32, value: u128) {
        match self.sets.get_mut(slot as usize) {
            Some(to) => *to = value,
            None => self.set_mask_apart(slot, value),
        }
    }

    /// The cards of a place, top first.
    pub fn in_order(&self, program: &Program, place: u16) -> impl Iterator<Item = u8> + '_ {
        super::many::runner::lies::Lies::in_spot(self, program.spot(place))
    }

    /// The place of a card.
    #[must_use]
    pub fn place_of(&self, program: &Program, card: u8) -> Option<u16> {
        let bit = bit(card);
        (0..program.places.len()).map(fit::<_, u16>).find(|place| self.mask(u32::from(*place)) & bit != 0)
    }

    #[inline]
    pub(super) fn link_at(&self, index: usize) -> u8 {
        match self.links.get(index) {
            Some(link) => *link,
            None => self.get_apart(index),
        }
    }

    #[cold]
    fn get_apart(&self, index: usize) -> u8 {
        item(self.more.as_ref().map_or(&[], |more| &more.links), index - LINKS)
    }

    #[inline]
    pub(super) fn set_link(&mut self, index: usize, value: u8) {
        match self.links.get_mut(index) {
            Some(to) => *to = value,
            None => self.put_apart(index, value),
        }
    }

    #[cold]
    fn put_apart(&mut self, index: usize, value: u8) {
        if let Some(to) = self.more.as_mut().and_then(|more| more.links.get_mut(index - LINKS)) {
            *to = value;
        }
    }

    /// Whether every card lies in exactly one place, and the orders agree with the sets.
    #[must_use]
    pub fn conserved(&self, program: &Program) -> bool {
        let mut seen: CardSet = CardSet::NONE;
        for place in 0..program.places.len() {
            let mut here: CardSet = CardSet::NONE;
            let number = fit::<_, u16>(place);
            for card in self.in_order(program, number).take(program.like.len() + 1) {
                if (seen | here) & bit(card) != 0 {
                    return false;
                }
                here |= bit(card);
            }
            if self.mask(u32::from(number)) != here {
                return false;
            }
            seen |= here;
        }
        seen.count_ones() as usize == program.like.len()
    }
}

#[inline]
pub(super) const fn bit(card: u8) -> CardSet {
    CardSet::one(card)
}
