//! Games written by hand: sets of cards in a word, fixed arrays, no allocation, a state that is copied.

pub mod auction_house;
pub mod bid_fair;
pub mod bid_war;
pub mod do_my_bidding;
pub mod hearts;
pub mod varg_bid;

use crate::random::Random;

/// A game that is played choice by choice. Forced acts are made on the way.
pub trait Baseline: Copy {
    /// House rules.
    type Options: Copy;
    /// The scorecard.
    type Scores: AsRef<[i32]>;

    /// A game up to its first choice.
    fn new<R: Random>(options: Self::Options, chance: &mut R) -> Self;
    /// Whose choice it is; nobody's when the game is over.
    fn pending(&self) -> Option<u8>;
    /// How many legal choices there are.
    fn count(&self) -> u32;
    /// Takes the `n`th legal choice.
    fn apply<R: Random>(&mut self, n: u32, chance: &mut R);
    /// How many decisions were made, forced ones too.
    fn decisions(&self) -> u32;
    /// The points so far.
    fn scores(&self) -> Self::Scores;
}

/// What a played game comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Played {
    /// Decisions, forced ones too.
    pub decisions: u64,
    /// Choices among several.
    pub choices: u64,
}

/// Plays a game with random players: chance from stream 0 of a seed, all choices from stream 1.
#[inline]
pub fn play<B: Baseline, R: Random>(options: B::Options, seed: u64) -> (Played, B) {
    let (mut chance, mut players) = (R::start(seed, 0), R::start(seed, 1));
    let mut game = B::new(options, &mut chance);
    let mut choices = 0;
    while game.pending().is_some() {
        let n = players.below(game.count());
        game.apply(n, &mut chance);
        choices += 1;
    }
    (Played { decisions: u64::from(game.decisions()), choices }, game)
}
