//! Chance that deals what was recorded.

use bidlang::engine::{Chance, SeatSet};

/// Deals the recorded cards after so many other deals, whose cards stay as they lie.
#[derive(Clone)]
pub struct Dealt {
    /// How many shuffles are not yet the recorded one.
    pub before: usize,
    /// The package's numbers of the cards, top first.
    pub order: Vec<u32>,
    /// The package's number of each card.
    pub numbers: Vec<u32>,
    /// The seat that is drawn.
    pub drawn: u8,
}

impl Chance for Dealt {
    fn copy(&self) -> Box<dyn Chance> {
        Box::new(self.clone())
    }

    fn shuffle(&mut self, _: u16, cards: &mut [u8]) {
        if self.before > 0 {
            self.before -= 1;
            return;
        }
        cards.sort_by_key(|card| {
            let number = self.numbers[usize::from(*card)];
            self.order.iter().position(|wanted| *wanted == number).unwrap_or(usize::MAX)
        });
    }

    fn number(&mut self, _: u32, low: i64, _: i64) -> i64 {
        low
    }

    fn draw(&mut self, _: u32, among: SeatSet) -> u8 {
        assert_ne!(among & (1 << self.drawn), 0, "the recorded seat may be drawn");
        self.drawn
    }
}
