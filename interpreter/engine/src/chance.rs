//! Chance: shuffles, draws and deals, from a seed or from a script.

use crate::index::fit;
use std::any::Any;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{RngCore, SeedableRng};

use super::event::Event;
use super::program::SeatSet;
use super::seed::Seed;

/// Where chance comes from.
pub trait Chance: Any + Send + Sync {
    /// Puts `cards` of `place` in random order.
    fn shuffle(&mut self, place: u16, cards: &mut [u8]);
    /// A seat of `among`, drawn to be remembered in the slot `slot`.
    fn draw(&mut self, slot: u32, among: SeatSet) -> u8;
    /// A number from `low` to `high`, which are in order, drawn to be remembered in the slot `slot`.
    fn number(&mut self, slot: u32, low: i64, high: i64) -> i64;
    /// Which card of `from` is dealt to `to`, of the cards from the top down; a script may choose another than the top.
    fn deal(&mut self, _from: u16, _to: u16, cards: &mut dyn Iterator<Item = u8>) -> Option<u8> {
        cards.next()
    }
    /// Which so many cards of `from` are dealt to `to` together, of these from the top down, in the order in which they arrive: each as
    /// [`Self::deal`] gives it, unless chance knows that their order is nothing to anybody.
    fn deal_together(&mut self, from: u16, to: u16, count: usize, mut cards: Vec<u8>) -> Vec<u8> {
        let mut dealt = Vec::with_capacity(count);
        while dealt.len() < count {
            let Some(card) = self.deal(from, to, &mut cards.iter().copied()) else { break };
            cards.retain(|other| *other != card);
            dealt.push(card);
        }
        dealt
    }
    /// Whether it may deal another card than the top.
    fn chooses(&self) -> bool {
        false
    }
    /// Hears what happens, where somebody listens: chance that chooses may have to know where cards went.
    fn hear(&mut self, _event: &Event) {}
    /// The same chance once more.
    fn copy(&self) -> Box<dyn Chance>;
}

/// The chance of a game being played: mostly a seed.
#[allow(clippy::large_enum_variant, reason = "a seed is the usual chance, and lies where it is used")]
pub enum Luck {
    /// A seed.
    Seeded(Seeded),
    /// Anything else: what a script gives, say.
    Other(Box<dyn Chance>),
}

impl Luck {
    #[inline]
    pub(super) fn shuffle(&mut self, place: u16, cards: &mut [u8]) {
        match self {
            Self::Seeded(seeded) => seeded.0.shuffle(cards),
            Self::Other(other) => other.shuffle(place, cards),
        }
    }

    pub(super) fn draw(&mut self, slot: u32, among: SeatSet) -> u8 {
        match self {
            Self::Seeded(seeded) => seeded.draw(slot, among),
            Self::Other(other) => other.draw(slot, among),
        }
    }

    pub(super) fn number(&mut self, slot: u32, low: i64, high: i64) -> i64 {
        match self {
            Self::Seeded(seeded) => seeded.number(slot, low, high),
            Self::Other(other) => other.number(slot, low, high),
        }
    }

    pub(super) fn deal_together(&mut self, from: u16, to: u16, count: usize, mut cards: Vec<u8>) -> Vec<u8> {
        match self {
            Self::Other(other) if other.chooses() => other.deal_together(from, to, count, cards),
            Self::Seeded(_) | Self::Other(_) => {
                cards.truncate(count);
                cards
            }
        }
    }

    /// Hears what happens.
    #[inline]
    pub(super) fn hear(&mut self, event: &Event) {
        match self {
            Self::Seeded(_) => {}
            Self::Other(other) => other.hear(event),
        }
    }

    /// Whether it may deal another card than the top.
    #[inline]
    pub(super) fn chooses(&self) -> bool {
        match self {
            Self::Seeded(_) => false,
            Self::Other(other) => other.chooses(),
        }
    }

    /// The chance that was given, if it is of this sort.
    pub fn other<C: Chance>(&mut self) -> Option<&mut C> {
        match self {
            Self::Seeded(_) => None,
            Self::Other(other) => (other.as_mut() as &mut dyn Any).downcast_mut(),
        }
    }
}

impl Clone for Luck {
    fn clone(&self) -> Self {
        match self {
            Self::Seeded(seeded) => Self::Seeded(seeded.clone()),
            Self::Other(other) => Self::Other(other.copy()),
        }
    }
}

impl std::fmt::Debug for Luck {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        to.write_str(if matches!(self, Self::Seeded(_)) { "Seeded" } else { "Other" })
    }
}

impl From<Seeded> for Luck {
    fn from(seeded: Seeded) -> Self {
        Self::Seeded(seeded)
    }
}

/// A stream of random numbers: ChaCha8, keyed by a seed, one stream a use (see `docs/record.md`).
#[derive(Debug, Clone)]
pub struct Stream {
    generator: ChaCha8Rng,
}

impl Stream {
    /// Stream `stream` of `seed`.
    #[must_use]
    pub fn new(seed: impl Into<Seed>, stream: u64) -> Self {
        let mut generator = ChaCha8Rng::from_seed(*seed.into().key());
        generator.set_stream(stream);
        Self { generator }
    }

    /// The stream from which all random players of a game draw, in the order in which they choose.
    #[must_use]
    pub fn of_players(seed: impl Into<Seed>) -> Self {
        Self::new(seed, 1)
    }

    /// A number from 0 to `n` - 1, each as likely as the others (Lemire, "Fast Random Integer Generation in an Interval", 2019);
    /// 0 if `n` is 0.
    #[inline(always)]
    pub fn below(&mut self, n: u32) -> u32 {
        if n == 0 {
            return 0;
        }
        let wide = u64::from(self.generator.next_u32()) * u64::from(n);
        // The bound is below `n`, and a division dear.
        if wide as u32 >= n { (wide >> 32) as u32 } else { self.perhaps_again(wide, n) }
    }

    /// The same where the number that was drawn may be one of those that would make some likelier.
    #[cold]
    fn perhaps_again(&mut self, mut wide: u64, n: u32) -> u32 {
        while (wide as u32) < n.wrapping_neg() % n {
            wide = u64::from(self.seldom()) * u64::from(n);
        }
        (wide >> 32) as u32
    }

    /// A word where that is seldom needed: apart, so that the usual draws stay in line.
    #[cold]
    #[inline(never)]
    fn seldom(&mut self) -> u32 {
        self.generator.next_u32()
    }

    /// A number from 0 to `n` - 1 for `n` up to 2^64 - 1; the same as [`Self::below`] for those that fit 32 bits.
    pub fn below_long(&mut self, n: u64) -> u64 {
        if let Ok(short) = u32::try_from(n) {
            return u64::from(self.below(short));
        }
        loop {
            let drawn = (u64::from(self.seldom()) << 32) | u64::from(self.seldom());
            let spread = u64::MAX - u64::MAX % n;
            if drawn < spread {
                return drawn % n;
            }
        }
    }

    /// Puts `items` in random order: from the last down to the second, each is swapped with one not after it.
    pub fn shuffle(&mut self, items: &mut [u8]) {
        let mut left = items;
        while let Some((last, others)) = left.split_last_mut() {
            let count = u32::try_from(others.len() + 1).unwrap_or(u32::MAX);
            // The number for the last is its own: it stays where it is.
            if count > 1
                && let Some(other) = others.get_mut(self.below(count) as usize)
            {
                std::mem::swap(last, other);
            }
            left = others;
        }
    }
}

/// Chance from a seed.
#[derive(Debug, Clone)]
pub struct Seeded(pub Stream);

impl Seeded {
    /// The chance of the game with this seed.
    #[must_use]
    pub fn new(seed: impl Into<Seed>) -> Self {
        Self(Stream::new(seed, 0))
    }
}

impl Chance for Seeded {
    fn shuffle(&mut self, _place: u16, cards: &mut [u8]) {
        self.0.shuffle(cards);
    }

    fn draw(&mut self, _slot: u32, among: SeatSet) -> u8 {
        let chosen = self.0.below(among.count_ones());
        nth_seat(among, chosen)
    }

    fn number(&mut self, _slot: u32, low: i64, high: i64) -> i64 {
        // As many as there are, where they are not all that there can be.
        let count = high.abs_diff(low).saturating_add(1);
        low.saturating_add_unsigned(self.0.below_long(count))
    }

    fn copy(&self) -> Box<dyn Chance> {
        Box::new(self.clone())
    }
}

/// The `n`th seat of a set.
pub fn nth_seat(seats: SeatSet, n: u32) -> u8 {
    let mut left = seats;
    for _ in 0..n {
        left &= left.wrapping_sub(1);
    }
    fit::<_, u8>(left.trailing_zeros())
}
