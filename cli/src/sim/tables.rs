//! Workers of the two sorts of runs: one game, or two that are compared.

use std::ops::Range;

use bidlang_lab::sim::{Contrast, Counter, Ended, Tally};

use super::rows::Row;
use super::work::{Stop, Worker};
use bidlang_host::Players;

/// Plays one game.
pub struct One<'g> {
    /// Where it is counted.
    pub counter: Counter<'g>,
    /// Who plays.
    pub players: Players,
    /// The seed of game 0.
    pub seed: u64,
    /// Whether rows are kept.
    pub rows: bool,
}

impl Worker for One<'_> {
    type Tallied = (Tally, Vec<Row>);

    fn play(&mut self, games: Range<u64>, halted: &dyn Fn() -> bool) -> Option<(Self::Tallied, Option<Stop>)> {
        let mut rows = Vec::new();
        for game in games.clone() {
            if halted() {
                return None;
            }
            let seed = self.seed.wrapping_add(game);
            match self.counter.play_by(seed, &mut self.players) {
                Ok(outcome) => {
                    if self.rows {
                        rows.push(Row { seed, outcome, scores: self.counter.scores.clone() });
                    }
                }
                Err(fault) => {
                    // What was counted of the game that stopped is not wanted: those before it are counted again.
                    drop(self.counter.take());
                    for again in games.start..game {
                        let _ = self.counter.play_by(self.seed.wrapping_add(again), &mut self.players);
                    }
                    return Some(((self.counter.take(), rows), Some(Stop { seed, fault, other: false })));
                }
            }
        }
        Some(((self.counter.take(), rows), None))
    }
}

/// Plays two games with the same seeds.
pub struct Two<'g> {
    /// The game that was named first, and who plays it.
    pub first: (Counter<'g>, Players),
    /// The game that it is compared with.
    pub second: (Counter<'g>, Players),
    /// The seed of game 0.
    pub seed: u64,
    /// How many seats.
    pub seats: usize,
}

impl Two<'_> {
    fn pair(&mut self, seed: u64, contrast: &mut Contrast) -> Result<(), Stop> {
        let stop = |other| move |fault| Stop { seed, fault, other };
        let first = self.first.0.play_by(seed, &mut self.first.1).map_err(stop(false))?;
        let second = self.second.0.play_by(seed, &mut self.second.1).map_err(stop(true))?;
        let (one, other) = (&self.first.0.scores, &self.second.0.scores);
        contrast.add(Ended { outcome: first, scores: one }, Ended { outcome: second, scores: other });
        Ok(())
    }

    fn part(&mut self, contrast: Contrast) -> (Tally, Tally, Contrast) {
        (self.first.0.take(), self.second.0.take(), contrast)
    }
}

impl Worker for Two<'_> {
    type Tallied = (Tally, Tally, Contrast);

    fn play(&mut self, games: Range<u64>, halted: &dyn Fn() -> bool) -> Option<(Self::Tallied, Option<Stop>)> {
        let mut contrast = Contrast::new(self.seats);
        for game in games.clone() {
            if halted() {
                return None;
            }
            if let Err(stop) = self.pair(self.seed.wrapping_add(game), &mut contrast) {
                let mut before = Contrast::new(self.seats);
                drop(self.part(contrast));
                for again in games.start..game {
                    let _ = self.pair(self.seed.wrapping_add(again), &mut before);
                }
                return Some((self.part(before), Some(stop)));
            }
        }
        Some((self.part(contrast), None))
    }
}
