//! Chance of which each outcome is gone through, with how likely it is: for who has to know all of them.

use std::sync::Arc;

use bidlang::engine::{Chance, Likes, Luck, SeatSet, each_seat, item};

/// Chance that goes by a list of ways. Like cards are one.
#[derive(Clone)]
pub struct Listed {
    likes: Arc<Likes>,
    /// Which way each branch goes.
    ways: Vec<u64>,
    /// How many ways each branch has that was met.
    widths: Vec<u64>,
    likely: f64,
}

impl From<Listed> for Luck {
    fn from(chance: Listed) -> Self {
        Self::Other(Box::new(chance))
    }
}

impl Listed {
    /// Chance that goes the first way everywhere, until it is told.
    #[must_use]
    pub fn new(likes: &Arc<Likes>) -> Self {
        Self { likes: Arc::clone(likes), ways: Vec::new(), widths: Vec::new(), likely: 1.0 }
    }

    /// From here on it goes these ways, and the first behind them.
    pub fn begin(&mut self, ways: Vec<u64>) {
        self.ways = ways;
        self.widths.clear();
        self.likely = 1.0;
    }

    /// How likely the ways were that were gone.
    #[must_use]
    pub const fn likely(&self) -> f64 {
        self.likely
    }

    /// The ways behind those that were gone; none behind the last.
    #[must_use]
    pub fn next(&self) -> Option<Vec<u64>> {
        let mut ways = self.ways.clone();
        ways.resize(self.widths.len(), 0);
        while let Some(way) = ways.pop() {
            if way + 1 < item(&self.widths, ways.len()) {
                ways.push(way + 1);
                return Some(ways);
            }
        }
        None
    }

    fn way(&mut self, width: u64) -> u64 {
        if width <= 1 {
            return 0;
        }
        let way = self.ways.get(self.widths.len()).copied().unwrap_or(0);
        self.widths.push(width);
        way
    }
}

impl Chance for Listed {
    fn copy(&self) -> Box<dyn Chance> {
        Box::new(self.clone())
    }

    fn shuffle(&mut self, _place: u16, cards: &mut [u8]) {
        let mut rest = cards.to_vec();
        for slot in cards {
            let mut sorts: Vec<u8> = rest.iter().map(|card| self.likes.first(*card)).collect();
            sorts.sort_unstable();
            sorts.dedup();
            let way = self.way(sorts.len() as u64);
            let sort = usize::try_from(way).ok().and_then(|way| sorts.get(way)).copied();
            let alike = |card: &u8| Some(self.likes.first(*card)) == sort;
            let (count, all) = (rest.iter().filter(|card| alike(card)).count(), rest.len());
            if let Some(at) = rest.iter().position(alike) {
                *slot = rest.remove(at);
                self.likely *= count as f64 / all as f64;
            }
        }
    }

    fn draw(&mut self, _slot: u32, among: SeatSet) -> u8 {
        let count = u64::from(among.count_ones());
        self.likely /= count.max(1) as f64;
        let way = self.way(count);
        // Chance is never asked for one of no seats.
        each_seat(among).zip(0..).find(|(_, number)| *number == way).map_or(u8::MAX, |(seat, _)| seat)
    }

    fn number(&mut self, _slot: u32, low: i64, high: i64) -> i64 {
        let count = high.abs_diff(low).saturating_add(1);
        self.likely /= count as f64;
        low.saturating_add_unsigned(self.way(count))
    }
}
