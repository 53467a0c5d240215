//! Players that think, at the tables of this machine.

use std::sync::Arc;
use std::time::Instant;

use bidlang::engine::{Desk, Fault, Watch};
use bidlang::{Prepared, Seed};
use bidlang_lab::sim::Plays;
use bidlang_players::{Clock, Company, Goal, Level, Stop, Thinker};

use crate::cache::Cache;

/// Who plays the seats of a game: for each how well; none where any legal choice is taken.
#[derive(Debug, Clone)]
pub struct Players(Company);

/// A clock that begins now.
#[must_use]
pub fn clock() -> Arc<Clock> {
    let began = Instant::now();
    Arc::new(move || u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX))
}

impl Players {
    /// Learns the game where somebody thinks; what was practised before is taken from the cache. Where it is told to stop it has learnt less.
    #[must_use]
    pub fn new(prepared: &Prepared, levels: Vec<Option<Level>>, goal: Goal, stop: &Stop) -> Self {
        Self(Company::new(prepared, levels, goal, (&Cache::here(), stop)))
    }

    /// Those who think in the game of a seed, with their seats.
    pub fn thinkers(&self, seed: impl Into<Seed>) -> impl Iterator<Item = (u8, Thinker)> {
        self.0.thinkers(seed, clock())
    }

    /// Whether somebody thinks.
    #[must_use]
    pub fn think(&self) -> bool {
        self.0.levels().iter().any(Option::is_some)
    }

    /// Whether all seats are played alike.
    #[must_use]
    pub fn are_alike(&self) -> bool {
        self.0.levels().windows(2).all(|two| matches!(two, [one, other] if one == other))
    }

    /// For each seat its player in words.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        self.0
            .levels()
            .iter()
            .map(|level| level.map_or_else(|| "random".to_owned(), |level| level.to_string()))
            .collect()
    }

    /// Who plays, in words: `random players`, `normal players`, `seat 1 hard, seat 2 random`.
    #[must_use]
    pub fn told(&self) -> String {
        let words = self.words();
        match words.first() {
            Some(first) if self.are_alike() => format!("{first} players"),
            _ => {
                let seats = words.iter().enumerate().map(|(seat, word)| format!("seat {} {word}", seat + 1));
                seats.collect::<Vec<_>>().join(", ")
            }
        }
    }
}

impl Plays for Players {
    fn play<W: Watch>(
        &mut self,
        game: &Prepared,
        seed: u64,
        desk: &mut Desk,
        watch: &mut W,
        most: u64,
    ) -> Result<(), Fault> {
        self.0.play(game, (seed, clock()), desk, watch, most)
    }
}
