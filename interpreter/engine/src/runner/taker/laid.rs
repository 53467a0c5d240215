//! The cards of a trick as they lie: who played which.

use super::super::super::program::CardSet;
use super::super::super::state::{Spot, bit, has};
use super::super::desk::Desk;
use super::super::lies::Lies;
use crate::index::fit;

/// Who played which cards, in their order.
pub(in super::super) struct Laid {
    pub(super) list: [(u8, u8); 32],
    pub(in super::super) count: usize,
    pub(in super::super) all: CardSet,
}

impl Laid {
    pub(in super::super) const fn nothing() -> Self {
        Self { list: [(0, 0); 32], count: 0, all: CardSet::NONE }
    }

    #[inline]
    pub(in super::super) const fn clear(&mut self) {
        (self.count, self.all) = (0, CardSet::NONE);
    }

    /// Where the cards of a trick are put down that nobody has played in yet.
    #[inline]
    pub(in super::super) const fn places(&mut self) -> &mut [(u8, u8); 32] {
        &mut self.list
    }

    #[inline]
    pub(in super::super) fn add(&mut self, seat: u8, card: u8, set: CardSet) {
        if let Some(to) = self.list.get_mut(self.count) {
            *to = (seat, card);
            self.count += 1;
            self.all |= set;
        }
    }

    /// Seats and cards in the order of play.
    #[inline]
    pub(in super::super) fn cards(&self) -> impl DoubleEndedIterator<Item = (u8, u8)> {
        self.list.get(..self.count).unwrap_or(&[]).iter().copied()
    }

    pub(in super::super) fn first(&self) -> Option<u8> {
        self.cards().next().map(|(_, card)| card)
    }

    /// The last card that was played.
    pub(in super::super) fn last(&self) -> Option<u8> {
        self.count.checked_sub(1).and_then(|at| self.list.get(at)).map(|(_, card)| *card)
    }

    /// The cards of a trick in the order in which they lie there, where turns may have gone both ways; then those that were taken away
    /// from it.
    pub(super) fn as_they_lie(desk: &Desk, played: u32, leader: u32, trick: Spot, seats: u8) -> Self {
        let around = Self::of(desk, played, leader, seats);
        let mut laid = Self::nothing();
        for card in desk.state.in_spot(trick) {
            around.cards().filter(|(_, other)| *other == card).for_each(|(seat, card)| laid.add(seat, card, bit(card)));
        }
        for (seat, card) in around.cards().filter(|(_, card)| !has(laid.all, i64::from(*card))).collect::<Vec<_>>() {
            laid.add(seat, card, bit(card));
        }
        laid
    }

    /// The cards that lie in a trick.
    pub(in super::super) fn of(desk: &Desk, played: u32, leader: u32, seats: u8) -> Self {
        let mut laid = Self::nothing();
        let mut seat = fit::<_, u8>(desk.state.int(leader));
        for _ in 0..seats {
            if let Ok(card) = u8::try_from(desk.state.int(played + u32::from(seat))) {
                laid.add(seat, card, bit(card));
            }
            seat = if seat + 1 >= seats { 0 } else { seat + 1 };
        }
        laid
    }
}
