//! Single cards and sets of them: one text for both engines (see `few` and `many`), each with its own type of set.

use super::MOST_CARDS;
use super::program::CardSet;
pub(crate) use crate::state::*;

/// The set of one card.
#[inline(always)]
pub(crate) const fn bit(card: u8) -> CardSet {
    CardSet::one(card)
}

/// Whether a card is one of a set; nobody's card, -1, is not.
#[inline(always)]
pub(crate) const fn has(set: CardSet, card: i64) -> bool {
    card >= 0 && card < MOST_CARDS as i64 && set.has(card as u8)
}
