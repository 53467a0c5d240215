//! Players that think, at the table of a command.

use std::sync::Arc;
use std::time::Instant;

use bidlang::engine::{Desk, Fault, Stream, Watch};
use bidlang::{Prepared, Seed};
use bidlang_lab::sim::{AtRandom, Plays};
use bidlang_players::{Clock, Level, Lore, Player, Thinker, own_seed, play};

/// Who plays the seats of a game: for each how well; none where any legal choice is taken.
#[derive(Debug, Clone)]
pub struct Players {
    levels: Vec<Option<Level>>,
    /// What was learnt of the game, where somebody thinks.
    lore: Option<Lore>,
}

impl Players {
    /// Learns the game where somebody thinks.
    pub fn new(prepared: &Prepared, levels: Vec<Option<Level>>) -> Self {
        let thinks = levels.iter().any(Option::is_some);
        Self { lore: thinks.then(|| Lore::of(prepared)), levels }
    }

    /// Those who think in the game of a seed, with their seats.
    pub fn thinkers(&self, seed: impl Into<Seed>) -> impl Iterator<Item = (u8, Thinker)> {
        let seed: Seed = seed.into();
        let began = Instant::now();
        let clock: Arc<Clock> = Arc::new(move || u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX));
        let seats = (0_u8..).zip(&self.levels);
        seats.filter_map(move |(seat, level)| {
            let (lore, level) = (self.lore.as_ref()?, (*level)?);
            Some((seat, Thinker::new(lore, seat, level.effort(), (own_seed(seed, seat), &clock))))
        })
    }

    /// Whether all seats are played alike.
    pub fn are_alike(&self) -> bool {
        self.levels.windows(2).all(|two| matches!(two, [one, other] if one == other))
    }

    /// For each seat its player in words.
    pub fn words(&self) -> Vec<String> {
        self.levels.iter().map(|level| level.map_or_else(|| "random".to_owned(), |level| level.to_string())).collect()
    }

    /// Who plays, in words: `random players`, `normal players`, `seat 1 hard, seat 2 random`.
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
        if self.lore.is_none() {
            return AtRandom.play(game, seed, desk, watch, most);
        }
        let mut seats: Vec<Option<Box<dyn Player>>> = self.levels.iter().map(|_| None).collect();
        for (seat, thinker) in self.thinkers(seed) {
            if let Some(at) = seats.get_mut(usize::from(seat)) {
                *at = Some(Box::new(thinker));
            }
        }
        play(game, desk, (&mut seats, &mut Stream::of_players(seed)), watch, most)
    }
}
