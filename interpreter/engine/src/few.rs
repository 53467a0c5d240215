//! The engine for decks of at most 128 cards: a set is one word, which goes in registers.
//! Both engines are made from one text, `runner`; what is different stands here: which type a set of cards is in it.

use super::{MOST_PICKS, TRICK};
use super::{act, chance, desk, event, fault, reached, refused, seed, telling, view, watch};

/// Most cards of a deck.
pub(super) const MOST_CARDS: usize = 128;

#[path = "runner/mod.rs"]
pub(super) mod runner;

mod program {
    pub(crate) use crate::few_set::FewCards as CardSet;
    pub(crate) use crate::program::*;
}

mod eval {
    use super::program::CardSet;
    pub(crate) use crate::eval::*;

    /// The cards of a set, lowest number first.
    #[inline]
    pub(crate) fn each_card(set: CardSet) -> impl Iterator<Item = u8> {
        // Half by half: what is done with a whole set takes longer.
        let (mut half, mut rest, mut base) = (set.half(), set.second(), 0);
        std::iter::from_fn(move || {
            if half == 0 {
                if rest == 0 {
                    return None;
                }
                (half, rest, base) = (rest, 0, 64);
            }
            let card = half.trailing_zeros() as u8;
            half &= half - 1;
            Some(base | card)
        })
    }
}

#[path = "bits.rs"]
mod state;

mod sets {
    use super::desk::Desk;
    use super::program::CardSet;
    pub(crate) use super::runner::Scratch;

    /// A number of cards.
    pub(crate) type Count = u8;
    use super::state::State;

    #[inline]
    pub(crate) const fn scratch(desk: &mut Desk) -> &mut Scratch {
        &mut desk.few
    }

    #[inline]
    pub(crate) fn get(state: &State, slot: u32) -> CardSet {
        CardSet::from_low(state.low(slot))
    }

    #[inline]
    pub(crate) fn put(state: &mut State, slot: u32, value: CardSet) {
        state.set_low(slot, value.low());
    }
}
