//! Paired comparison by common random numbers, what a variant changes: the same seeds played by two games, figure by figure.

use crate::engine::each_seat;

use super::play::Outcome;
use super::stats;

/// The figures of pairs of games.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Contrast {
    /// Pairs of games.
    pub games: u64,
    /// Each figure.
    pub pairs: Vec<Pair>,
}

/// One figure of pairs of games.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pair {
    /// Its name, as in `--assert`.
    pub name: String,
    /// Its sum over the games of the one.
    pub first: i128,
    /// Its sum over the games of the other.
    pub second: i128,
    squares: i128,
}

/// A game that was played to its end.
#[derive(Debug, Clone, Copy)]
pub struct Ended<'s> {
    /// How it went.
    pub outcome: Outcome,
    /// The score of each seat.
    pub scores: &'s [i64],
}

impl Contrast {
    /// Nothing compared yet, of games of so many seats.
    #[must_use]
    pub fn new(seats: usize) -> Self {
        let plain = ["mean_decisions", "mean_free_decisions", "mean_rounds", "ties", "mean_margin"].map(str::to_owned);
        let seats = || 1..=seats;
        let names = plain.into_iter().chain(seats().map(|seat| format!("win_share[{seat}]")));
        let names = names.chain(seats().map(|seat| format!("mean_score[{seat}]")));
        Self { games: 0, pairs: names.map(|name| Pair { name, ..Pair::default() }).collect() }
    }

    /// Counts a pair of games: how each ended, with the scores.
    pub fn add(&mut self, first: Ended<'_>, second: Ended<'_>) {
        self.games += 1;
        let seats = first.scores.len();
        let both = figures(first, seats).zip(figures(second, seats));
        for (pair, (first, second)) in self.pairs.iter_mut().zip(both) {
            let (first, second) = (i128::from(first), i128::from(second));
            pair.first += first;
            pair.second += second;
            pair.squares += (second - first) * (second - first);
        }
    }

    /// Counts what another has counted.
    pub fn merge(&mut self, other: &Self) {
        self.games += other.games;
        for (to, from) in self.pairs.iter_mut().zip(&other.pairs) {
            to.first += from.first;
            to.second += from.second;
            to.squares += from.squares;
        }
    }

    /// The mean of a figure in the one and the other.
    #[must_use]
    pub fn means(&self, pair: &Pair) -> (f64, f64) {
        let games = self.games.max(1) as f64;
        (pair.first as f64 / games, pair.second as f64 / games)
    }

    /// The difference, the other less the one, and its standard error.
    #[must_use]
    pub fn difference(&self, pair: &Pair) -> (f64, f64) {
        let games = self.games.max(1) as f64;
        let sum = pair.second - pair.first;
        (sum as f64 / games, stats::deviation(self.games, sum, pair.squares) / games.sqrt())
    }

    /// The chance of a difference at least as far from nought if there were none.
    #[must_use]
    pub fn chance(&self, pair: &Pair) -> f64 {
        let (difference, error) = self.difference(pair);
        if difference == 0.0 {
            1.0
        } else if error == 0.0 {
            // The same difference in every pair: certain, unless there is only one pair.
            if self.games > 1 { 0.0 } else { 1.0 }
        } else {
            stats::outside(difference / error)
        }
    }

    /// Which figures differ beyond noise, all looked at together.
    #[must_use]
    pub fn beyond(&self) -> Vec<bool> {
        let chances: Vec<f64> = self.pairs.iter().map(|pair| self.chance(pair)).collect();
        stats::holm(&chances, stats::OUTSIDE)
    }
}

/// The figures of a game, in the order of the names.
fn figures(Ended { outcome: game, scores }: Ended<'_>, seats: usize) -> impl Iterator<Item = i64> + '_ {
    let whole = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
    let margin = scores.iter().max().copied().unwrap_or(0) - scores.iter().min().copied().unwrap_or(0);
    let plain = [whole(game.decisions), whole(game.free), game.rounds, i64::from(game.sides > 1), margin];
    let won = (0..seats).map(move |seat| i64::from(each_seat(game.winners).any(|winner| usize::from(winner) == seat)));
    plain.into_iter().chain(won).chain(scores.iter().copied())
}
