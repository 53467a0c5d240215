//! A state of a game: flat arrays, copied by one copy of memory.

use super::MOST_CARDS;
use super::eval::each_card;
use super::program::{CardSet, Program, RuleId};
use crate::index::{fit, item};

/// No card, at the end of an order.
pub const NONE: u8 = u8::MAX;

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
    sets: [CardSet; SETS],
    links: [u8; LINKS],
    more: Option<Box<More>>,
    /// Where the program goes on.
    pub(super) pc: u32,
    /// The decision that waits for an answer, or -1.
    pub(super) waiting: i32,
    /// Whether the game is over.
    pub(super) over: bool,
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
        (self.pc, self.waiting, self.over) = (from.pc, from.waiting, from.over);
    }
}

/// What does not fit into a state.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
struct More {
    ints: Vec<i32>,
    wide: Vec<i64>,
    sets: Vec<CardSet>,
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
        let more = More {
            ints: vec![0; (program.ints as usize).saturating_sub(INTS)],
            wide: vec![0; program.wide as usize],
            sets: vec![0; (program.masks as usize).saturating_sub(SETS)],
            links: vec![NONE; (2 * cards + 2 * places).saturating_sub(LINKS)],
        };
        let mut state = Self { more: (more != More::default()).then(|| Box::new(more)), ..Self::nothing() };
        let order: Vec<u8> = (0..cards).map(|card| u8::try_from(card).unwrap_or(NONE)).collect();
        state.lay(program.spot(0), &order);
        state.set_mask(0, order.iter().fold(0, |all, card| all | bit(*card)));
        state
    }

    /// A state without cards, for phrases that look at none.
    pub(super) const fn nothing() -> Self {
        Self { ints: [0; INTS], sets: [0; SETS], links: [NONE; LINKS], more: None, pc: 0, waiting: -1, over: false }
    }

    /// The size of a state in bytes.
    #[must_use]
    pub fn size(program: &Program) -> usize {
        let (cards, places) = (program.like.len(), program.places.len());
        size_of::<Self>()
            + 4 * (program.ints as usize).saturating_sub(INTS)
            + 8 * program.wide as usize
            + 16 * (program.masks as usize).saturating_sub(SETS)
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
        match self.sets.get(slot as usize) {
            Some(set) => *set,
            None => self.mask_apart(slot),
        }
    }

    #[cold]
    fn mask_apart(&self, slot: u32) -> CardSet {
        self.more.as_ref().and_then(|more| more.sets.get(slot as usize - SETS)).copied().unwrap_or(0)
    }

    #[inline]
    pub(super) fn set_mask(&mut self, slot: u32, value: CardSet) {
        match self.sets.get_mut(slot as usize) {
            Some(to) => *to = value,
            None => self.set_mask_apart(slot, value),
        }
    }

    #[cold]
    fn set_mask_apart(&mut self, slot: u32, value: CardSet) {
        if let Some(to) = self.more.as_mut().and_then(|more| more.sets.get_mut(slot as usize - SETS)) {
            *to = value;
        }
    }

    /// The place of a card.
    #[must_use]
    pub fn place_of(&self, program: &Program, card: u8) -> Option<u16> {
        let bit = bit(card);
        (0..program.places.len()).map(fit::<_, u16>).find(|place| self.mask(u32::from(*place)) & bit != 0)
    }

    #[inline]
    fn get(&self, index: usize) -> u8 {
        match self.links.get(index) {
            Some(link) => *link,
            None => self.get_apart(index),
        }
    }

    #[cold]
    fn get_apart(&self, index: usize) -> u8 {
        self.more.as_ref().and_then(|more| more.links.get(index - LINKS)).copied().unwrap_or(NONE)
    }

    #[inline]
    fn put(&mut self, index: usize, value: u8) {
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

    /// The top card of a place.
    #[inline]
    pub(super) fn top(&self, spot: Spot) -> Option<u8> {
        if spot.ordered {
            return Some(self.get(usize::from(spot.ends))).filter(|card| *card != NONE);
        }
        each_card(self.mask(u32::from(spot.place))).next()
    }

    /// The bottom card of a place.
    #[inline]
    pub(super) fn bottom(&self, spot: Spot) -> Option<u8> {
        if spot.ordered {
            return Some(self.get(usize::from(spot.ends) + 1)).filter(|card| *card != NONE);
        }
        let here = self.mask(u32::from(spot.place));
        here.checked_ilog2().and_then(|card| u8::try_from(card).ok())
    }

    /// The cards of a place, top first.
    pub fn in_order(&self, program: &Program, place: u16) -> impl Iterator<Item = u8> + '_ {
        self.in_spot(program.spot(place))
    }

    pub(super) fn in_spot(&self, spot: Spot) -> impl Iterator<Item = u8> + '_ {
        let mut left = self.mask(u32::from(spot.place));
        let mut next = self.top(spot);
        std::iter::from_fn(move || {
            let card = next?;
            left &= !bit(card);
            next = if spot.ordered {
                Some(self.get(2 * usize::from(card))).filter(|card| *card != NONE)
            } else {
                each_card(left).next()
            };
            Some(card)
        })
    }

    #[inline]
    pub(super) fn put_down(&mut self, card: u8, to: Spot) {
        self.link(card, to);
        self.add(to, bit(card));
    }

    #[inline]
    pub(super) fn take_up(&mut self, card: u8, from: Spot) {
        self.unlink(card, from);
        let mask = u32::from(from.place);
        self.set_mask(mask, self.mask(mask) & !bit(card));
    }

    /// Puts a card at the end of the order of a place, if it has one.
    #[inline]
    pub(super) fn link(&mut self, card: u8, to: Spot) {
        if to.ordered {
            let ends = usize::from(to.ends);
            let last = self.get(ends + 1);
            self.put(2 * usize::from(card), NONE);
            self.put(2 * usize::from(card) + 1, last);
            self.put(if last == NONE { ends } else { 2 * usize::from(last) }, card);
            self.put(ends + 1, card);
        }
    }

    /// Takes a card out of the order of a place, if it has one.
    #[inline]
    fn unlink(&mut self, card: u8, from: Spot) {
        if from.ordered {
            let ends = usize::from(from.ends);
            let (next, before) = (self.get(2 * usize::from(card)), self.get(2 * usize::from(card) + 1));
            self.put(if before == NONE { ends } else { 2 * usize::from(before) }, next);
            self.put(if next == NONE { ends + 1 } else { 2 * usize::from(next) + 1 }, before);
        }
    }

    /// Empties a place whose cards are put down elsewhere.
    #[inline]
    pub(super) fn clear(&mut self, from: Spot) {
        if from.ordered {
            let ends = usize::from(from.ends);
            self.put(ends, NONE);
            self.put(ends + 1, NONE);
        }
        self.set_mask(u32::from(from.place), 0);
    }

    /// Puts the cards of a place, which are all of these, in this order.
    pub(super) fn lay(&mut self, spot: Spot, order: &[u8]) {
        if !spot.ordered || order.is_empty() {
            return;
        }
        let ends = usize::from(spot.ends);
        let mut before = NONE;
        for card in order {
            self.put(2 * usize::from(*card) + 1, before);
            self.put(if before == NONE { ends } else { 2 * usize::from(before) }, *card);
            before = *card;
        }
        self.put(2 * usize::from(before), NONE);
        self.put(ends + 1, before);
    }

    /// Takes so many cards from the top of a place, to be put down where no order is kept.
    pub(super) fn take_off(&mut self, from: Spot, count: i64) -> CardSet {
        let there = self.mask(u32::from(from.place));
        if count >= i64::from(there.count_ones()) {
            self.clear(from);
            return there;
        }
        let mut taken = [0_u64; 2];
        if from.ordered {
            let ends = usize::from(from.ends);
            let mut top = self.get(ends);
            for _ in 0..count {
                if let Some(half) = taken.get_mut(usize::from(top >> 6 & 1)) {
                    *half |= 1 << (top & 63);
                }
                top = self.get(2 * usize::from(top));
            }
            self.put(ends, top);
            self.put(2 * usize::from(top) + 1, NONE);
        } else {
            for card in each_card(there).take(fit::<_, usize>(count.max(0))) {
                if let Some(half) = taken.get_mut(usize::from(card >> 6 & 1)) {
                    *half |= 1 << (card & 63);
                }
            }
        }
        let [low, high] = taken.map(CardSet::from);
        let taken = low | high << 64;
        self.set_mask(u32::from(from.place), there & !taken);
        taken
    }

    /// Moves so many cards from the top of a place to the end of another, both orders being kept; no more than there are.
    pub(super) fn pass_on(&mut self, from: Spot, to: Spot, count: i64) {
        let (ends, into) = (usize::from(from.ends), usize::from(to.ends));
        let first = self.get(ends);
        let (mut end, mut next, mut taken): (u8, u8, CardSet) = (NONE, first, 0);
        for _ in 0..count {
            if next == NONE {
                break;
            }
            taken |= bit(next);
            end = next;
            next = self.get(2 * usize::from(end));
        }
        if end == NONE {
            return;
        }
        let last = self.get(into + 1);
        self.put(2 * usize::from(first) + 1, last);
        self.put(if last == NONE { into } else { 2 * usize::from(last) }, first);
        self.put(into + 1, end);
        self.put(2 * usize::from(end), NONE);
        self.put(ends, next);
        self.put(if next == NONE { ends + 1 } else { 2 * usize::from(next) + 1 }, NONE);
        let mask = u32::from(from.place);
        self.set_mask(mask, self.mask(mask) & !taken);
        self.add(to, taken);
    }

    /// Adds cards to a place whose order is not kept.
    #[inline]
    pub(super) fn add(&mut self, to: Spot, some: CardSet) {
        let mask = u32::from(to.place);
        self.set_mask(mask, self.mask(mask) | some);
    }

    /// Moves one card of a place to the end of another.
    #[inline]
    pub(super) fn carry_one(&mut self, one: CardSet, from: Spot, to: Spot) {
        if from.place != to.place {
            if from.ordered || to.ordered {
                let card = u8::try_from(one.trailing_zeros()).unwrap_or(NONE);
                self.unlink(card, from);
                self.link(card, to);
            }
            let mask = u32::from(from.place);
            self.set_mask(mask, self.mask(mask) & !one);
            self.add(to, one);
        }
    }

    /// Moves some of the cards of a place to the end of another, in their order or in that of the deck.
    #[inline]
    pub(super) fn carry(&mut self, some: CardSet, from: Spot, to: Spot, in_order: bool) {
        if from.place == to.place || some == 0 {
            return;
        }
        if !to.ordered {
            self.take_some(some, from);
            self.add(to, some);
        } else {
            self.carry_to_order(some, from, to, in_order);
        }
    }

    fn carry_to_order(&mut self, some: CardSet, from: Spot, to: Spot, in_order: bool) {
        if from.ordered && in_order && some.count_ones() > 1 {
            if self.mask(u32::from(from.place)) == some {
                return self.carry_all(some, from, to);
            }
            let mut list = [NONE; MOST_CARDS];
            for (slot, card) in list.iter_mut().zip(self.in_spot(from).filter(|card| some & bit(*card) != 0)) {
                *slot = card;
            }
            for card in list.into_iter().take_while(|card| *card != NONE) {
                self.take_up(card, from);
                self.put_down(card, to);
            }
            return;
        }
        self.take_some(some, from);
        let ends = usize::from(to.ends);
        let mut last = self.get(ends + 1);
        for card in each_card(some) {
            self.put(2 * usize::from(card) + 1, last);
            self.put(if last == NONE { ends } else { 2 * usize::from(last) }, card);
            last = card;
        }
        self.put(2 * usize::from(last), NONE);
        self.put(ends + 1, last);
        self.add(to, some);
    }

    /// Moves all cards of a place to the end of another, both orders being kept.
    fn carry_all(&mut self, all: CardSet, from: Spot, to: Spot) {
        let (first, end) = (self.get(usize::from(from.ends)), self.get(usize::from(from.ends) + 1));
        let last = self.get(usize::from(to.ends) + 1);
        self.put(2 * usize::from(first) + 1, last);
        self.put(if last == NONE { usize::from(to.ends) } else { 2 * usize::from(last) }, first);
        self.put(usize::from(to.ends) + 1, end);
        self.clear(from);
        self.add(to, all);
    }

    /// Takes some of the cards of a place.
    #[inline]
    pub(super) fn take_some(&mut self, some: CardSet, from: Spot) {
        let here = self.mask(u32::from(from.place));
        if here & !some == 0 {
            self.clear(from);
        } else if from.ordered {
            each_card(some).for_each(|card| self.take_up(card, from));
        } else {
            self.set_mask(u32::from(from.place), here & !some);
        }
    }

    /// Moves a card to the end of a place.
    pub(super) fn shift(&mut self, program: &Program, card: u8, from: u16, to: u16) {
        self.take_up(card, program.spot(from));
        self.put_down(card, program.spot(to));
    }

    /// Whether every card lies in exactly one place, and the orders agree with the sets.
    #[must_use]
    pub fn conserved(&self, program: &Program) -> bool {
        let mut seen: CardSet = 0;
        for place in 0..program.places.len() {
            let mut here: CardSet = 0;
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
    // Half by half: a shift of the whole takes longer.
    let half = 1_u64 << (card & 63);
    if card & 64 == 0 { half as CardSet } else { (half as CardSet) << 64 }
}

/// Whether a card is one of a set; nobody's card, -1, is not.
#[inline]
pub(super) const fn has(set: CardSet, card: i64) -> bool {
    let half = if card & 64 == 0 { set as u64 } else { (set >> 64) as u64 };
    card >= 0 && card < 128 && half >> (card & 63) & 1 == 1
}
