//! What counts for a card that is given away beside what lies on the table and what tracks say (crossed features): which card is bid for which prize, and which is put
//! up for sale with how much money.

use bidlang::engine::{CardSet, Likes, State, each_card};

use super::{Asked, said};

/// So many places on the table are told apart, those that stand first in the file, and fewer where there are so many cards that it would come to more weights for an act.
const MOST: usize = 4;
const MOST_WEIGHTS: usize = 1 << 18;

/// For each card weights of what tracks say, and behind them of each card in each of the places.
#[derive(Debug)]
pub(super) struct Beside {
    places: Vec<u16>,
    cards: u32,
    facts: u32,
}

impl Beside {
    /// Of a game with so many cards, what lies on the table, and how much tracks say.
    pub(super) fn of(cards: usize, middle: &[u16], facts: u32) -> Self {
        let most = MOST.min(MOST_WEIGHTS / (cards * cards).max(1));
        let places = middle.iter().copied().take(most).collect();
        Self { places, cards: u32::try_from(cards).unwrap_or(u32::MAX), facts }
    }

    /// Weights for each card.
    fn each(&self) -> u32 {
        let places = u32::try_from(self.places.len()).unwrap_or(u32::MAX);
        self.facts.saturating_add(places.saturating_mul(self.cards))
    }

    /// Weights of a decision, of which these acts give cards away.
    pub(super) fn size(&self, giving: &[bool]) -> u32 {
        let acts: u32 = giving.iter().map(|gives| u32::from(*gives)).sum();
        acts.saturating_mul(self.cards).saturating_mul(self.each())
    }

    /// Where those of a card begin that an act gives away; none where nothing is seen beside it.
    pub(super) fn from(&self, asked: &Asked, act: u8, card: u8) -> Option<u32> {
        let (before, own) = asked.giving.split_at_checked(usize::from(act))?;
        own.first().filter(|gives| **gives)?;
        let acts: u32 = before.iter().map(|gives| u32::from(*gives)).sum();
        Some(said::behind(asked) + (acts * self.cards + u32::from(card)) * self.each())
    }

    /// Puts what lies there to others, as numbers from there on.
    pub(super) fn see(&self, likes: &Likes, state: &State, seen: &mut Vec<u32>) {
        for (number, place) in (0_u32..).zip(&self.places) {
            let there: CardSet = likes.firsts(state.mask(u32::from(*place)));
            let first = self.facts.saturating_add(number.saturating_mul(self.cards));
            seen.extend(each_card(there).map(|card| first + u32::from(card)));
        }
    }
}
