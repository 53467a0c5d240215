//! Chance that deals what was recorded.

use std::collections::VecDeque;

use bidlang::engine::{Chance, SeatSet};

/// Deals the recorded cards after so many other deals, whose cards stay as they lie.
#[derive(Clone)]
pub struct Dealt {
    /// How many shuffles are not yet the recorded one.
    pub before: usize,
    /// Of each recorded shuffle that is still to come the package's numbers of the cards, top first.
    pub orders: VecDeque<Vec<u32>>,
    /// The package's number of each card.
    pub cards: Vec<u32>,
    /// The numbers that are still to be drawn.
    pub numbers: VecDeque<i64>,
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
        let Some(order) = self.orders.pop_front() else { return };
        cards.sort_by_key(|card| {
            let number = self.cards[usize::from(*card)];
            order.iter().position(|wanted| *wanted == number).unwrap_or(usize::MAX)
        });
    }

    fn number(&mut self, _: u32, low: i64, high: i64) -> i64 {
        let number = self.numbers.pop_front().expect("so many numbers were recorded");
        assert!((low..=high).contains(&number), "the recorded number may be drawn");
        number
    }

    fn draw(&mut self, _: u32, among: SeatSet) -> u8 {
        assert_ne!(among & (1 << self.drawn), 0, "the recorded seat may be drawn");
        self.drawn
    }
}
