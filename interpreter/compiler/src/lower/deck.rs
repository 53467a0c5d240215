//! The cards of one setup, and tables by card.

use super::Lower;
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{CardSet, MOST_CARDS, fit};
use crate::ir::Members;

impl Lower<'_> {
    /// Numbers the cards: in the order of the rows, copies one after the other.
    pub(super) fn deck(&mut self) -> Result<(), Vec<Diagnostic>> {
        let game = self.game;
        let mut likes: Vec<&Vec<Members>> = Vec::new();
        for (id, card) in game.cards.iter().enumerate() {
            let there = card.when.as_ref().is_none_or(|when| {
                let when = self.int(when);
                self.constant(when) != Some(0)
            });
            let copies = match &card.copies {
                None => Some(1),
                Some(copies) => {
                    let copies = self.int(copies);
                    self.constant(copies)
                }
            };
            let copies = copies.and_then(|copies| usize::try_from(copies).ok()).ok_or_else(|| {
                vec![
                    Diagnostic::new(Code::Copies, card.span, "the number of copies has to be known before the game")
                        .help("use a number, `players` or an option"),
                ]
            })?;
            if !there {
                continue;
            }
            if self.program.cards.len() + copies > MOST_CARDS {
                return Err(vec![
                    Diagnostic::new(Code::TooManyCards, card.span, format!("there are more than {MOST_CARDS} cards"))
                        .help("use fewer copies"),
                ]);
            }
            for _ in 0..copies {
                let like = likes.iter().position(|like| **like == card.members).unwrap_or(likes.len());
                if like == likes.len() {
                    likes.push(&card.members);
                }
                self.program.cards.push(fit(id));
                self.program.like.push(fit(like));
            }
        }
        for attr in 0..game.attrs.len() {
            let values = (0..self.program.cards.len()).map(|card| match self.members(card, attr) {
                0 => -1,
                set => i64::from(set.trailing_zeros()),
            });
            let values = values.collect();
            let table = self.new_table(values);
            self.attr_tables.push(table);
        }
        Ok(())
    }

    /// The values of an attribute that a card has, a bit each.
    pub(super) fn members(&self, card: usize, attr: usize) -> Members {
        let definition = self.program.cards.get(card).and_then(|id| self.game.cards.get(usize::from(*id)));
        definition.and_then(|card| card.members.get(attr)).copied().unwrap_or(0)
    }

    pub(super) fn new_table(&mut self, values: Vec<i64>) -> u32 {
        let known = self.program.tables.iter().position(|table| *table == values);
        let index = known.unwrap_or_else(|| {
            self.in_tables += values.len();
            self.program.tables.push(values);
            self.program.tables.len() - 1
        });
        fit(index)
    }

    pub(super) fn new_set(&mut self, sets: Vec<CardSet>) -> u32 {
        let known = self.program.sets.iter().position(|set| *set == sets);
        let index = known.unwrap_or_else(|| {
            self.program.sets.push(sets);
            self.program.sets.len() - 1
        });
        fit(index)
    }

    /// The highest number that a card can have: the same for all decks of one word.
    pub(super) const fn last_card(&self) -> i64 {
        if self.program.cards.len() <= 128 { 127 } else { MOST_CARDS as i64 - 1 }
    }

    /// All cards of the deck.
    pub(super) fn all_cards(&self) -> CardSet {
        CardSet::first(self.program.cards.len())
    }
}
