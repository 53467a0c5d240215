//! Cards that are like each other (symmetry): nobody can tell them apart, so each may be called by the first of its like in the deck.

use super::act::Choice;
use super::each_card;
use super::program::{CardSet, Program};
use super::state::bit;

/// Which cards of a program are like which.
#[derive(Debug, Clone)]
pub struct Likes {
    /// For each card the cards of its like; empty where all cards differ.
    alike: Vec<CardSet>,
}

impl Likes {
    /// Which cards of a program are alike.
    #[must_use]
    pub fn of(program: &Program) -> Self {
        let like = &program.like;
        let sort = |of: &u8| {
            (0..=u8::MAX)
                .zip(like)
                .filter(|(_, other)| of == *other)
                .fold(CardSet::NONE, |set, (card, _)| set | bit(card))
        };
        let alike: Vec<CardSet> = like.iter().map(sort).collect();
        let differ = alike.iter().all(|sort| sort.count_ones() == 1);
        Self { alike: if differ { Vec::new() } else { alike } }
    }

    /// Whether all cards differ.
    #[must_use]
    pub const fn differ(&self) -> bool {
        self.alike.is_empty()
    }

    /// The cards that are like a card, itself among them.
    #[must_use]
    pub fn of_card(&self, card: u8) -> CardSet {
        self.alike.get(usize::from(card)).copied().unwrap_or(bit(card))
    }

    /// The first card of the deck that is like this one.
    #[must_use]
    pub fn first(&self, card: u8) -> u8 {
        each_card(self.of_card(card)).next().unwrap_or(card)
    }

    /// Of each sort as many cards as there are, the first ones of the deck.
    #[must_use]
    pub fn firsts(&self, cards: CardSet) -> CardSet {
        if self.differ() {
            return cards;
        }
        let (mut left, mut found) = (cards, CardSet::NONE);
        while let Some(card) = each_card(left).next() {
            let sort = self.of_card(card);
            let count = (left & sort).count_ones() as usize;
            found |= each_card(sort).take(count).fold(CardSet::NONE, |set, card| set | bit(card));
            left &= !sort;
        }
        found
    }

    /// A choice, whichever of like cards it is of.
    #[must_use]
    pub fn choice(&self, choice: &Choice) -> Choice {
        let mut first = *choice;
        first.picks.iter_mut().for_each(|picked| picked.cards = self.firsts(picked.cards));
        first
    }
}
