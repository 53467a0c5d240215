//! One game after another on one desk.

use bidlang::Prepared;

use crate::engine::{CardSet, Desk, Fault, Made, Played, SeatSet, Stream, Watch, each_seat};

use super::tally::{Tally, branch_bucket};
use super::watch::Watched;

/// Where games are played one after another, and counted.
#[derive(Debug)]
pub struct Counter<'g> {
    desk: Desk,
    most_decisions: u64,
    counted: Counted<'g>,
    /// The scores of the last game.
    pub scores: Vec<i64>,
}

/// The tally of all games so far, and what is remembered of the one that is played.
#[derive(Debug)]
struct Counted<'g> {
    game: &'g Watched,
    /// What was counted so far; what is a sum of the rest is filled in by [`Counter::take`].
    tally: Tally,
    // ---- of the game that is played
    played: Played,
    /// For each auction: the cards of its lot at the last decision.
    lots: Vec<CardSet>,
    /// For each auction: the sale of this round.
    sold: Vec<Sold>,
    /// Whether a reason was given in this game.
    given: Vec<bool>,
    /// The pass of the first phase that repeats, and passes of its earlier runs.
    pass: i64,
    passes: i64,
}

/// Who plays whole games.
pub trait Plays {
    /// Plays the game on a desk from its beginning to its end, telling who watches; at most so many decisions.
    ///
    /// # Errors
    /// What stopped the game.
    fn play<W: Watch>(
        &mut self,
        game: &Prepared,
        seed: u64,
        desk: &mut Desk,
        watch: &mut W,
        most: u64,
    ) -> Result<(), Fault>;
}

/// All choose at random, as in `bidlang run --seed`.
#[derive(Debug, Clone, Copy, Default)]
pub struct AtRandom;

impl Plays for AtRandom {
    fn play<W: Watch>(
        &mut self,
        game: &Prepared,
        seed: u64,
        desk: &mut Desk,
        watch: &mut W,
        most: u64,
    ) -> Result<(), Fault> {
        game.runner().play_watched(desk, &mut Stream::of_players(seed), watch, most)
    }
}

/// How one game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    /// The seats that won; empty where nobody did.
    pub winners: SeatSet,
    /// How many sides, seats or teams, won.
    pub sides: u32,
    /// Decisions, forced ones too.
    pub decisions: u64,
    /// Decisions with more than one choice.
    pub free: u64,
    /// Passes of the first phase that repeats.
    pub rounds: i64,
}

/// An auction's sale in the round that is played.
#[derive(Debug, Clone, Copy, Default)]
struct Sold {
    times: u32,
    seat: usize,
    worth: i64,
    score: i64,
}

impl<'g> Counter<'g> {
    /// Nothing is counted yet; `most_decisions` stops a game that goes on and on.
    #[must_use]
    pub fn new(game: &'g Watched, most_decisions: u64) -> Self {
        let auctions = game.prepared.compiled().program.auctions.len();
        let mut desk = game.prepared.runner().desk(0);
        desk.sales = (auctions > 0).then(Vec::new);
        desk.points = Some(Vec::new());
        let counted = Counted {
            game,
            tally: Tally::new(game),
            played: Played::default(),
            lots: vec![CardSet::NONE; auctions],
            sold: vec![Sold::default(); auctions],
            given: vec![false; game.reasons],
            pass: 0,
            passes: 0,
        };
        Self { desk, most_decisions, counted, scores: Vec::new() }
    }

    /// Gives what was counted and begins to count anew.
    pub fn take(&mut self) -> Tally {
        let counted = &mut self.counted;
        let mut tally = std::mem::replace(&mut counted.tally, Tally::new(counted.game));
        for ask in &mut tally.asks {
            ask.times = ask.acts.iter().map(|act| act.taken).sum();
            ask.forced = ask.acts.iter().map(|act| act.forced).sum();
            tally.choices += ask.choices;
        }
        tally
    }

    /// Plays the game of a seed with random players, as `bidlang run --seed` plays it.
    ///
    /// # Errors
    /// What stopped the game. The tally then holds a part of it.
    pub fn play(&mut self, seed: u64) -> Result<Outcome, Fault> {
        self.play_by(seed, &mut AtRandom)
    }

    /// The same with other players.
    ///
    /// # Errors
    /// As [`Self::play`].
    pub fn play_by(&mut self, seed: u64, players: &mut impl Plays) -> Result<Outcome, Fault> {
        let counted = &mut self.counted;
        let game = &counted.game.prepared;
        game.runner().restart(&mut self.desk, seed);
        counted.begin();
        players.play(game, seed, &mut self.desk, counted, self.most_decisions)?;
        counted.look(&mut self.desk);
        if !counted.game.scores_after {
            counted.round_over(&self.desk);
        }
        Ok(counted.end(&self.desk, &mut self.scores))
    }
}

impl Watch for Counted<'_> {
    const EACH: bool = true;

    #[inline]
    fn decisions(&self) -> u64 {
        self.played.decisions
    }

    #[inline]
    fn reached(&mut self, desk: &mut Desk, ask: u16) {
        self.look(desk);
        if let Some(watched) = self.game.asks.get(usize::from(ask))
            && let (Some(auction), Some(place)) = (watched.auction, watched.lot)
            && let Some(lot) = self.lots.get_mut(auction)
        {
            *lot = desk.state().mask(place);
        }
    }

    #[inline]
    fn made(&mut self, desk: &Desk, made: Made) {
        self.played.made(desk, made);
        let Made { ask, act, seat, choices } = made;
        if let Some(slot) = self.tally.branching.get_mut(branch_bucket(choices)) {
            *slot += 1;
        }
        let Some(tallied) = self.tally.asks.get_mut(usize::from(ask)) else { return };
        tallied.choices += u128::from(choices);
        let Some(taken) = tallied.acts.get_mut(act) else { return };
        taken.taken += 1;
        taken.forced += u64::from(choices == 1);
        let watched = self.game.asks.get(usize::from(ask));
        let Some((watched, (pass, picks))) = watched.and_then(|watched| Some((watched, watched.acts.get(act)?))) else {
            return;
        };
        if *pass && let Some(auction) = watched.auction.and_then(|auction| self.tally.auctions.get_mut(auction)) {
            auction.passes += 1;
        }
        for (index, slot) in picks {
            // Answers of several at once wait in slots of their own: the act, whether it was forced, then the picks.
            let slot = match watched.answers {
                Some((first, each)) => first + u32::from(seat) * each + 2 + u32::try_from(*index).unwrap_or(0),
                None => *slot,
            };
            if let Some(spread) = taken.picks.get_mut(*index) {
                spread.add(desk.state().int(slot));
            }
        }
    }

    /// Not asked for, as each is told.
    fn counted(&mut self, _: u64, _: u64) {}
}

impl Counted<'_> {
    fn begin(&mut self) {
        self.played = Played::default();
        self.sold.fill(Sold::default());
        self.given.fill(false);
        (self.pass, self.passes) = (0, 0);
    }

    /// Counts what has happened since the last decision.
    #[inline]
    fn look(&mut self, desk: &mut Desk) {
        if let Some(slot) = self.game.pass {
            let pass = desk.state().int(slot);
            if pass != self.pass {
                // What has been sold since the last decision belongs to the round that is over.
                self.sell(desk);
                self.round_over(desk);
                if pass < self.pass {
                    self.passes += self.pass;
                }
                self.pass = pass;
            }
        }
        if desk.points.as_ref().is_some_and(|points| !points.is_empty()) {
            self.score(desk);
        }
        self.sell(desk);
    }

    fn score(&mut self, desk: &mut Desk) {
        if let Some(points) = &mut desk.points {
            for point in points.drain(..) {
                let Some(reason) = self.tally.reasons.get_mut(usize::from(point.reason)) else { continue };
                reason.times += u64::from(point.sides);
                reason.points.add_times(point.points, u64::from(point.sides));
                if let Some(given) = self.given.get_mut(usize::from(point.reason)) {
                    reason.games += u64::from(!*given && point.sides > 0);
                    *given |= point.sides > 0;
                }
            }
        }
    }

    fn sell(&mut self, desk: &mut Desk) {
        let Some(mut sales) = desk.sales.take_if(|sales| !sales.is_empty()) else { return };
        for sale in sales.drain(..) {
            let number = usize::from(sale.auction);
            let Some(auction) = self.tally.auctions.get_mut(number) else { continue };
            auction.bids.add(sale.bids);
            let Ok(seat) = usize::try_from(sale.winner) else {
                auction.unsold += 1;
                continue;
            };
            auction.worth.add(sale.worth);
            if let Some(won) = auction.won.get_mut(seat) {
                *won += 1;
            }
            if let (Some(Some(lot)), Some(cards)) = (self.game.lots.get(number), self.lots.get(number)) {
                let value = lot.value(*cards);
                auction.value.add(value);
                auction.gain.add(value - sale.worth);
            }
            if let Some(sold) = self.sold.get_mut(number) {
                *sold = Sold { times: sold.times + 1, seat, worth: sale.worth, score: sale.score };
            }
        }
        desk.sales = Some(sales);
    }

    /// A round is over: how the scores of those who won its auctions have changed.
    fn round_over(&mut self, desk: &Desk) {
        for (sold, auction) in self.sold.iter_mut().zip(&mut self.tally.auctions) {
            if sold.times == 1 {
                let score = self.game.prepared.runner().scores(desk.state()).nth(sold.seat).unwrap_or(0);
                auction.came_after(sold.worth, score - sold.score);
            }
            *sold = Sold::default();
        }
    }

    fn end(&mut self, desk: &Desk, scores: &mut Vec<i64>) -> Outcome {
        let (runner, state) = (self.game.prepared.runner(), desk.state());
        let Played { decisions, choices: free } = self.played;
        scores.clear();
        scores.extend(runner.scores(state));
        let winners = runner.winners(state);
        let tally = &mut self.tally;
        tally.games += 1;
        for (seat, score) in tally.seats.iter_mut().zip(scores) {
            seat.scores.add(*score);
        }
        let mut sides: SeatSet = 0;
        for seat in each_seat(winners) {
            let team = self.game.prepared.compiled().program.teams.get(usize::from(seat)).copied().unwrap_or(seat);
            sides |= 1 << team;
            if let Some(seat) = tally.seats.get_mut(usize::from(seat)) {
                seat.wins += 1;
            }
        }
        tally.nobody += u64::from(sides == 0);
        tally.ties += u64::from(sides.count_ones() > 1);
        tally.decisions.add(i64::try_from(decisions).unwrap_or(i64::MAX));
        tally.free.add(i64::try_from(free).unwrap_or(i64::MAX));
        let rounds = self.passes + self.pass;
        if self.game.pass.is_some() {
            tally.rounds.add(rounds);
        }
        Outcome { winners, sides: sides.count_ones(), decisions, free, rounds }
    }
}
