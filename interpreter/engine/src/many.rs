//! The engine for decks of more cards.
//! Both engines are made from one text, `runner`; what is different stands here: which type a set of cards is in it.

#![allow(clippy::useless_conversion, reason = "what is converted in the other engine is the same type here")]

use super::{MOST_CARDS, MOST_PICKS, TRICK};
use super::{act, chance, desk, event, fault, reached, refused, seed, telling, view, watch};

#[path = "runner/mod.rs"]
pub(super) mod runner;

mod program {
    pub(crate) use crate::card_set::CardSet;
    pub(crate) use crate::program::*;
}

mod eval {
    use super::program::CardSet;
    pub(crate) use crate::eval::*;

    /// The cards of a set, lowest number first.
    #[inline]
    pub(crate) fn each_card(set: CardSet) -> impl Iterator<Item = u8> {
        crate::eval::each_card(set)
    }
}

#[path = "bits.rs"]
mod state;

mod sets {
    use super::desk::Desk;
    use super::program::CardSet;
    pub(crate) use super::runner::Scratch;

    /// A number of cards.
    pub(crate) type Count = u16;
    use super::state::State;

    #[inline]
    pub(crate) const fn scratch(desk: &mut Desk) -> &mut Scratch {
        &mut desk.many
    }

    #[inline]
    pub(crate) fn get(state: &State, slot: u32) -> CardSet {
        state.mask(slot)
    }

    #[inline]
    pub(crate) fn put(state: &mut State, slot: u32, value: CardSet) {
        state.set_mask(slot, value);
    }
}
