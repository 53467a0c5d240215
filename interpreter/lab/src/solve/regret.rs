//! Counterfactual regret minimisation in its form CFR+ (O. Tammelin, "Solving large imperfect information games using CFR+", 2014): the
//! sides take turns, regrets never fall below nought, and later rounds weigh more in the average. It goes over the sequences of
//! [`Small`], so that what the other side's plan makes of each sequence is one row of numbers.
//!
//! Every number is the sum of the same numbers in the same order, on any number of threads.

use rayon::iter::{IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator};

use super::best;
use super::small::{Side, Small};
use crate::engine::item;

/// Rows are worked out side by side where there are so many pairs.
const WORTH_WHILE: usize = 50_000;

/// What a side has learnt.
struct Learnt {
    /// For each sequence the regret not to have chosen it, where it is more than nought.
    regrets: Vec<f64>,
    /// For each sequence how likely the side's plans made it, later ones with more weight.
    sum: Vec<f64>,
    /// The plan of now: for each sequence how likely the side makes it.
    plan: Vec<f64>,
}

/// A game that is being solved.
pub struct Solver<'s> {
    small: &'s Small,
    learnt: [Learnt; 2],
    rounds: u64,
}

impl Learnt {
    fn new(side: &Side) -> Self {
        let none = vec![0.0; side.sequences];
        let mut learnt = Self { regrets: none.clone(), sum: none.clone(), plan: none };
        learnt.follow(side);
        learnt
    }

    /// Makes the plan that goes by the regrets: each choice as likely as its regret says, all alike where there is none.
    fn follow(&mut self, side: &Side) {
        if let Some(start) = self.plan.first_mut() {
            *start = 1.0;
        }
        for set in &side.sets {
            let before = item(&self.plan, set.before as usize);
            let (Some(regrets), Some(plan)) = (self.regrets.get(set.range()), self.plan.get_mut(set.range())) else {
                continue;
            };
            let shares = shares(regrets);
            plan.iter_mut().zip(shares).for_each(|(plan, share)| *plan = before * share);
        }
    }

    /// Learns from what each sequence gains against the other side, and makes a new plan.
    fn learn(&mut self, side: &Side, mut gains: Vec<f64>, weight: f64) {
        for set in side.sets.iter().rev() {
            let (Some(regrets), Some(own)) = (self.regrets.get_mut(set.range()), gains.get(set.range())) else {
                continue;
            };
            let value: f64 = shares(regrets).zip(own).map(|(share, gain)| share * gain).sum();
            regrets.iter_mut().zip(own).for_each(|(regret, gain)| *regret = (*regret + gain - value).max(0.0));
            if let Some(before) = gains.get_mut(set.before as usize) {
                *before += value;
            }
        }
        self.follow(side);
        self.sum.iter_mut().zip(&self.plan).for_each(|(sum, plan)| *sum += weight * plan);
    }

    /// The average plan so far; the plan of now before there was any round.
    fn average(&self) -> Vec<f64> {
        let all = item(&self.sum, 0);
        if all > 0.0 { self.sum.iter().map(|sum| sum / all).collect() } else { self.plan.clone() }
    }
}

/// Numbers that are not below nought as shares of one; equal shares where all are nought.
pub fn shares(numbers: &[f64]) -> impl Iterator<Item = f64> + '_ {
    let (all, equal) = (numbers.iter().sum::<f64>(), 1.0 / numbers.len().max(1) as f64);
    numbers.iter().map(move |number| if all > 0.0 { number / all } else { equal })
}

/// For each sequence of a side, what the ends behind it are worth to it where the other side follows a plan.
pub fn gains(small: &Small, side: usize, theirs: &[f64]) -> Vec<f64> {
    let (sign, Some(rows), Some(of)) =
        (if side == 0 { 1.0 } else { -1.0 }, small.rows.get(side), small.sides.get(side))
    else {
        return Vec::new();
    };
    let row = |row: usize| sign * rows.row(row).map(|(column, gain)| gain * item(theirs, column as usize)).sum::<f64>();
    let mut gains = vec![0.0; of.sequences];
    if rows.len() < WORTH_WHILE {
        gains.iter_mut().enumerate().for_each(|(at, gain)| *gain = row(at));
    } else {
        gains.par_iter_mut().with_min_len(256).enumerate().for_each(|(at, gain)| *gain = row(at));
    }
    gains
}

impl<'s> Solver<'s> {
    /// Begins with plans in which every choice is as likely as the others.
    #[must_use]
    pub fn new(small: &'s Small) -> Self {
        let [one, other] = &small.sides;
        Self { small, learnt: [Learnt::new(one), Learnt::new(other)], rounds: 0 }
    }

    /// How many rounds there were.
    #[must_use]
    pub const fn rounds(&self) -> u64 {
        self.rounds
    }

    /// One round: each side learns from the other's plan of now.
    pub fn round(&mut self) {
        self.rounds += 1;
        let (small, weight) = (self.small, self.rounds as f64);
        let [one, other] = &mut self.learnt;
        let [first, second] = &small.sides;
        one.learn(first, gains(small, 0, &other.plan), weight);
        other.learn(second, gains(small, 1, &one.plan), weight);
    }

    /// The average plans of both sides: for each sequence how likely the side makes it.
    #[must_use]
    pub fn plans(&self) -> [Vec<f64>; 2] {
        let [one, other] = &self.learnt;
        [one.average(), other.average()]
    }

    /// How good the average plans are.
    #[must_use]
    pub fn measure(&self) -> best::Measure {
        best::measure(self.small, self.rounds, &self.plans())
    }
}
