//! Which cards a reader can know: those that it saw and could follow since the last shuffle.

use crate::engine::{Event, MOST_CARDS, SeatSet, Source, State, each_card};
use crate::words::Words;

/// For each card the seats that know where it is.
#[derive(Debug, Clone)]
pub struct Knowledge {
    seats: [SeatSet; MOST_CARDS],
}

impl Knowledge {
    /// Nobody knows anything.
    #[must_use]
    pub const fn new() -> Self {
        Self { seats: [0; MOST_CARDS] }
    }

    fn learn(&mut self, card: u8, seen: SeatSet) {
        if let Some(known) = self.seats.get_mut(usize::from(card)) {
            *known |= seen;
        }
    }

    /// Learns from an event, or forgets where cards are shuffled.
    pub fn hear(&mut self, words: Words, event: &Event, _state: &State) {
        match event {
            Event::Move { cards, seen, .. } => cards.iter().for_each(|card| self.learn(*card, *seen)),
            Event::Show { cards, seen, .. } => cards.iter().for_each(|card| self.learn(*card, *seen)),
            Event::Shuffle { order, seen, .. } => {
                for card in order {
                    if let Some(known) = self.seats.get_mut(usize::from(*card)) {
                        *known &= *seen;
                    }
                    self.learn(*card, *seen);
                }
            }
            Event::Act { ask, choice, seen, .. } => {
                let Some(act) =
                    words.program.asks.get(usize::from(*ask)).and_then(|ask| ask.acts.get(usize::from(choice.act)))
                else {
                    return;
                };
                for ((pick, picked), seen) in act.picks.iter().zip(choice.picks).zip(seen) {
                    if matches!(pick.source, Source::Cards { .. }) {
                        each_card(picked.cards).for_each(|card| self.learn(card, *seen));
                    }
                }
            }
            _ => {}
        }
    }

    /// Whether all of `seats` know all of these cards.
    #[must_use]
    pub fn all_known(&self, seats: SeatSet, cards: impl IntoIterator<Item = u8>) -> bool {
        cards.into_iter().all(|card| self.seats.get(usize::from(card)).is_some_and(|known| known & seats == seats))
    }
}

impl Default for Knowledge {
    fn default() -> Self {
        Self::new()
    }
}
