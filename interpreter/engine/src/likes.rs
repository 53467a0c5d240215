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
    /// For the first card of each like the first one, the first two, and so on.
    firsts: Vec<Vec<CardSet>>,
    /// The cards of which there is only one.
    single: CardSet,
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
        let cards = || (0..=u8::MAX).zip(&alike);
        let single =
            cards().filter(|(_, sort)| sort.count_ones() == 1).fold(CardSet::NONE, |set, (card, _)| set | bit(card));
        if single == CardSet::first(like.len()) {
            return Self { alike: Vec::new(), firsts: Vec::new(), single };
        }
        let up_to = |card: u8| CardSet::first(usize::from(card) + 1);
        let first_ones = |(card, sort): (u8, &CardSet)| {
            let is_first = *sort & up_to(card) == bit(card);
            if is_first { each_card(*sort).map(|last| *sort & up_to(last)).collect() } else { Vec::new() }
        };
        let firsts = cards().map(first_ones).collect();
        Self { firsts, alike, single }
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
        let (mut left, mut found) = (cards & !self.single, cards & self.single);
        while let Some(card) = each_card(left).next() {
            let sort = self.of_card(card);
            let here = left & sort;
            let firsts = each_card(sort).next().and_then(|first| self.firsts.get(usize::from(first)));
            let count = here.count_ones() as usize;
            found |= firsts.and_then(|firsts| firsts.get(count - 1)).copied().unwrap_or(here);
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
