//! What is counted over many games. Whole numbers only: merging is exact, in whatever order.

use std::collections::BTreeMap;

use super::spread::Spread;
use super::watch::Watched;

/// Winning bids worth more than this, or less than minus this, are counted together in [`AuctionTally::after`].
const FURTHEST: i64 = 256;

/// Everything that is counted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games played.
    pub games: u64,
    /// Wins and scores, from seat 0.
    pub seats: Vec<SeatTally>,
    /// Games won by several sides.
    pub ties: u64,
    /// Games won by nobody.
    pub nobody: u64,
    /// Decisions a game, forced ones too.
    pub decisions: Spread,
    /// Decisions a game with more than one choice.
    pub free: Spread,
    /// Passes a game of the first phase that repeats.
    pub rounds: Spread,
    /// The sum of the numbers of choices.
    pub choices: u128,
    /// How many decisions had 1, 2, 3-4, 5-8, ... choices.
    pub branching: Vec<u64>,
    /// How often what was chosen, in the order of the program's decisions.
    pub asks: Vec<AskTally>,
    /// Bids and sales, in the order of the program's auctions.
    pub auctions: Vec<AuctionTally>,
    /// Points by what they were for, in the order of `Game::reasons`.
    pub reasons: Vec<ReasonTally>,
}

/// What one seat did.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SeatTally {
    /// Games in which it was among the winners.
    pub wins: u64,
    /// Its scores at the end.
    pub scores: Spread,
}

/// One decision of the program.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AskTally {
    /// How often it was made.
    pub times: u64,
    /// How often there was only one choice.
    pub forced: u64,
    /// The sum of the numbers of choices.
    pub choices: u128,
    /// How often each act was taken, in the order of the rules.
    pub acts: Vec<ActTally>,
}

/// One act of a decision.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ActTally {
    /// How often it was taken.
    pub taken: u64,
    /// How often it was the only choice.
    pub forced: u64,
    /// For each pick of a member, seat, number, or yes or no: how often each.
    pub picks: Vec<Spread>,
}

/// One auction of the program.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AuctionTally {
    /// How often it closed without a winner.
    pub unsold: u64,
    /// What winning bids were worth.
    pub worth: Spread,
    /// Bids each time.
    pub bids: Spread,
    /// How many passes were made, over all times that it was held.
    pub passes: u64,
    /// How often each seat won it.
    pub won: Vec<u64>,
    /// The value of what was sold, where that can be known.
    pub value: Spread,
    /// That value less what the winning bid was worth.
    pub gain: Spread,
    /// For each worth of a winning bid: how the winner's score changed until the round was over, where the auction was won once in it.
    pub after: BTreeMap<i64, After>,
}

/// What came after winning bids of one worth.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct After {
    /// How many winning bids of that worth there were.
    pub times: u64,
    /// How many were followed by points.
    pub gained: u64,
    /// How many were followed by a loss of points.
    pub lost: u64,
    /// The sum of the points.
    pub points: i128,
}

/// What one reason was scored for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReasonTally {
    /// How often, for each side that got points.
    pub times: u64,
    /// In how many games it was given at least once.
    pub games: u64,
    /// The points of each time.
    pub points: Spread,
}

impl Tally {
    /// Nothing counted yet of a game.
    #[must_use]
    pub fn new(game: &Watched) -> Self {
        let program = &game.prepared.compiled().program;
        let seats = usize::from(program.seats);
        let acts = |ask: &crate::engine::Ask| {
            let act = |act: &crate::engine::Act| ActTally {
                picks: vec![Spread::default(); act.picks.len()],
                ..ActTally::default()
            };
            ask.acts.iter().map(act).collect()
        };
        Self {
            seats: vec![SeatTally::default(); seats],
            branching: vec![0; 66],
            asks: program.asks.iter().map(|ask| AskTally { acts: acts(ask), ..AskTally::default() }).collect(),
            auctions: vec![AuctionTally { won: vec![0; seats], ..AuctionTally::default() }; program.auctions.len()],
            reasons: vec![ReasonTally::default(); game.reasons],
            ..Self::default()
        }
    }

    /// Counts what another has counted of the same program.
    pub fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.ties += other.ties;
        self.nobody += other.nobody;
        self.choices += other.choices;
        self.decisions.merge(&other.decisions);
        self.free.merge(&other.free);
        self.rounds.merge(&other.rounds);
        add(&mut self.branching, &other.branching);
        for (to, from) in self.seats.iter_mut().zip(&other.seats) {
            to.wins += from.wins;
            to.scores.merge(&from.scores);
        }
        for (to, from) in self.asks.iter_mut().zip(&other.asks) {
            to.merge(from);
        }
        for (to, from) in self.auctions.iter_mut().zip(&other.auctions) {
            to.merge(from);
        }
        for (to, from) in self.reasons.iter_mut().zip(&other.reasons) {
            to.times += from.times;
            to.games += from.games;
            to.points.merge(&from.points);
        }
    }

    /// The share of games in which a seat was among the winners.
    #[must_use]
    pub fn win_share(&self, seat: usize) -> f64 {
        self.seats.get(seat).map_or(0.0, |seat| share(seat.wins, self.games))
    }

    /// The highest share of wins of a seat less the lowest.
    #[must_use]
    pub fn seat_spread(&self) -> f64 {
        let wins = || self.seats.iter().map(|seat| seat.wins);
        share(wins().max().unwrap_or(0) - wins().min().unwrap_or(0), self.games)
    }

    /// How many decisions were made, forced ones too, over all games.
    #[must_use]
    pub fn all_decisions(&self) -> u64 {
        u64::try_from(self.decisions.sum()).unwrap_or(0)
    }

    /// How many decisions had only one choice.
    #[must_use]
    pub fn forced(&self) -> u64 {
        u64::try_from(self.decisions.sum() - self.free.sum()).unwrap_or(0)
    }

    /// The share of decisions with only one choice.
    #[must_use]
    pub fn forced_share(&self) -> f64 {
        share(self.forced(), self.all_decisions())
    }

    /// The mean number of choices of a decision.
    #[must_use]
    pub fn mean_choices(&self) -> f64 {
        let decisions = self.all_decisions();
        if decisions == 0 { 0.0 } else { self.choices as f64 / decisions as f64 }
    }
}

impl AskTally {
    fn merge(&mut self, other: &Self) {
        self.times += other.times;
        self.forced += other.forced;
        self.choices += other.choices;
        for (to, from) in self.acts.iter_mut().zip(&other.acts) {
            to.taken += from.taken;
            to.forced += from.forced;
            to.picks.iter_mut().zip(&from.picks).for_each(|(to, from)| to.merge(from));
        }
    }
}

impl AuctionTally {
    fn merge(&mut self, other: &Self) {
        self.unsold += other.unsold;
        self.passes += other.passes;
        self.worth.merge(&other.worth);
        self.bids.merge(&other.bids);
        self.value.merge(&other.value);
        self.gain.merge(&other.gain);
        add(&mut self.won, &other.won);
        for (worth, from) in &other.after {
            let to = self.after.entry(*worth).or_default();
            to.times += from.times;
            to.gained += from.gained;
            to.lost += from.lost;
            to.points += from.points;
        }
    }

    /// How often it closed.
    #[must_use]
    pub const fn closed(&self) -> u64 {
        self.bids.count()
    }

    pub(super) fn came_after(&mut self, worth: i64, points: i64) {
        let after = self.after.entry(worth.clamp(-FURTHEST, FURTHEST)).or_default();
        after.times += 1;
        after.gained += u64::from(points > 0);
        after.lost += u64::from(points < 0);
        after.points += i128::from(points);
    }
}

fn add(to: &mut [u64], from: &[u64]) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
}

fn share(part: u64, of: u64) -> f64 {
    if of == 0 { 0.0 } else { part as f64 / of as f64 }
}

/// In which slot of [`Tally::branching`] a number of choices is counted.
#[must_use]
#[inline]
pub(crate) fn branch_bucket(choices: u64) -> usize {
    // 1, 2, 3-4, 5-8, 9-16, ...
    choices.saturating_sub(1).checked_ilog2().map_or(0, |log| log as usize + 1)
}

/// The fewest and most choices of a slot of [`Tally::branching`].
#[must_use]
pub fn branch_bounds(bucket: usize) -> (u64, u64) {
    let power = |by: usize| 1_u64.checked_shl(u32::try_from(by).unwrap_or(64)).unwrap_or(u64::MAX);
    if bucket == 0 { (1, 1) } else { (power(bucket - 1).saturating_add(1), power(bucket)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_fall_into_their_buckets() {
        for (choices, bounds) in [
            (1, (1, 1)),
            (2, (2, 2)),
            (3, (3, 4)),
            (4, (3, 4)),
            (5, (5, 8)),
            (286, (257, 512)),
            (u64::MAX, ((1 << 63) + 1, u64::MAX)),
        ] {
            assert_eq!(branch_bounds(branch_bucket(choices)), bounds, "{choices}");
        }
    }
}
