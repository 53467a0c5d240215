//! Practice: seats play a game against each other, and what went better than usual is done more often from then on (policy gradient;
//! Williams, "Simple statistical gradient-following algorithms", 1992; with a mean of each decision as the baseline and steps as in Adagrad). Whoever has the same rules gets the same habits.

use std::sync::Arc;

use bidlang::Prepared;
use bidlang::engine::{Pause, Silent, Stream, each_card, each_seat};

use super::{Candidate, Eyes, Habits, Traits};
use crate::aim::Aim;

/// So many decisions are played.
const DECISIONS: u64 = 400_000;
/// A game counts as so many decisions beside its own: some have hardly any.
const AS_DECISIONS: u64 = 50;
/// Most decisions of a game.
const MOST: usize = 5_000;
/// The length of steps.
const STEP: f32 = 0.2;
/// Weights stay within this.
const MOST_WEIGHT: f32 = 6.0;
/// How quickly the usual is followed.
const FOLLOW: f64 = 0.01;
/// How much it counts that what is said stays open (an entropy bonus): without it what is said becomes one thing before it is known with which cards it is good.
const OPEN_MINDED: f32 = 0.02;
/// Weights are looked at so often for their mean.
const LOOKS: u64 = 100;

/// A decision that was made, and what it would change.
struct Made {
    seat: u8,
    ask: u16,
    from: usize,
    to: usize,
}

/// Which of the things that are said in a round is tried out: one in every other round.
#[derive(Default)]
struct Said {
    now: u32,
    /// How much was said in the round before.
    last: u32,
    tried: Option<u32>,
}

impl Said {
    /// A round begins.
    fn begins(&mut self, stream: &mut Stream) {
        if self.now > 0 {
            self.last = std::mem::take(&mut self.now);
        }
        self.tried = (stream.below(2) == 0).then(|| stream.below(self.last.max(1)));
    }

    /// Something is said: whether it is tried out.
    fn next(&mut self) -> bool {
        self.now += 1;
        self.tried == Some(self.now - 1)
    }
}

/// The mean of the weights over the second half of the practice (Polyak averaging): they go to and fro.
#[derive(Default)]
struct Mean {
    sums: Vec<f32>,
    times: f32,
    last: u64,
}

impl Mean {
    fn see(&mut self, decisions: u64, weights: &[f32]) {
        let now = decisions / (DECISIONS / LOOKS);
        if now != self.last {
            self.last = now;
            self.times += 1.0;
            self.sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
        }
    }

    /// The mean; the weights as they are where there was no time to look at them.
    fn of(self, weights: Vec<f32>) -> Vec<f32> {
        let Self { sums, times, .. } = self;
        if times > 0.0 { sums.into_iter().map(|sum| sum / times).collect() } else { weights }
    }
}

/// What is kept while it is practised.
struct Practice {
    habits: Habits,
    squares: Vec<f32>,
    made: Vec<Made>,
    changes: Vec<(u32, f32, f32)>,
    usual: Vec<f64>,
    spread: f64,
}

impl Practice {
    /// What was done since the round began is held against what came of it for each seat.
    fn settle(&mut self, worth: &[f64]) {
        for made in self.made.drain(..) {
            let Some(worth) = worth.get(usize::from(made.seat)) else { continue };
            self.spread += FOLLOW * (worth.abs() - self.spread);
            let worth = worth / (self.spread.max(1e-3) + worth.abs());
            let Some(usual) = self.usual.get_mut(usize::from(made.ask)) else { continue };
            let better = (worth - *usual) as f32;
            *usual += FOLLOW * (worth - *usual);
            for (number, change, open) in self.changes.get(made.from..made.to).unwrap_or(&[]) {
                let slope = better * change + OPEN_MINDED * open;
                let (Some(square), Some(weight)) =
                    (self.squares.get_mut(*number as usize), self.habits.weights.get_mut(*number as usize))
                else {
                    continue;
                };
                *square += slope * slope;
                *weight = (*weight + STEP * slope / libm::sqrtf(0.05 + *square)).clamp(-MOST_WEIGHT, MOST_WEIGHT);
            }
        }
        self.changes.clear();
    }
}

impl Habits {
    /// Practised from nothing. The same for each game, as it plays from fixed seeds.
    #[must_use]
    pub fn practised(prepared: &Prepared, aim: &Aim, traits: Traits) -> Self {
        let runner = prepared.runner();
        let program = runner.program();
        let traits = Arc::new(traits);
        let count = traits.count();
        let mut practice = Practice {
            habits: Self::none(traits),
            squares: vec![0.0; count],
            made: Vec::new(),
            changes: Vec::new(),
            usual: vec![0.0; program.asks.len()],
            spread: 1.0,
        };
        let (mut eyes, mut decisions, mut worth, mut before) = (Eyes::default(), 0, Vec::new(), Vec::new());
        let nothing = practice.habits.forgotten();
        let mut said = Said::default();
        let mut seed = 1_000_000;
        let asks = u16::try_from(program.asks.len()).unwrap_or(u16::MAX);
        let has_tricks = (0..asks).any(|ask| practice.habits.plays(ask));
        let mut mean = Mean { sums: vec![0.0; count], ..Mean::default() };
        while decisions < DECISIONS {
            if decisions > DECISIONS / 2 {
                mean.see(decisions, &practice.habits.weights);
            }
            seed += 1;
            decisions += AS_DECISIONS;
            let (mut desk, mut stream) = (runner.desk(seed), Stream::of_players(seed));
            let mut round = None;
            said.begins(&mut stream);
            aim.standing(program, desk.state(), &mut before);
            for _ in 0..MOST {
                let Ok(Pause::Decision(seats)) = runner.run(&mut desk, &mut Silent) else { break };
                let now = aim.end_of(program, desk.state());
                if now != round {
                    aim.standing(program, desk.state(), &mut worth);
                    if round.is_some() {
                        let gained: Vec<f64> = worth.iter().zip(&before).map(|(now, before)| now - before).collect();
                        practice.settle(&gained);
                    }
                    round = now;
                    said.begins(&mut stream);
                    std::mem::swap(&mut worth, &mut before);
                }
                let (Some(seat), Some(ask)) = (each_seat(seats).next(), desk.state().waiting()) else { break };
                let count = runner.choices(&mut desk, seat);
                if count <= 1 {
                    if runner.take(&mut desk, seat, 0).is_err() {
                        break;
                    }
                    continue;
                }
                decisions += 1;
                let plays = practice.habits.plays(ask);
                let tries = !plays && said.next();
                if tries {
                    // Others than usual are tried, so that what comes after them is practised too; what was done until then does not answer for it.
                    practice.made.clear();
                    practice.changes.clear();
                    let drawn = nothing.choose(runner, &mut desk, (ask, seat, count), &mut eyes, &mut stream);
                    let done =
                        drawn.is_some_and(|choice| runner.choose(&mut desk, seat, &choice, false, &mut Silent).is_ok());
                    if !done {
                        break;
                    }
                    continue;
                }
                practice.habits.look(runner, &mut desk, (ask, seat, count), &mut eyes, &mut stream);
                let learns = !has_tricks || decisions >= DECISIONS / 3 || practice.habits.plays(ask);
                let drawn = Self::draw(&eyes, &mut stream);
                let Some(choice) = drawn.and_then(|drawn| eyes.options.get(drawn)).map(|option| option.choice) else {
                    break;
                };
                if learns {
                    let from = practice.changes.len();
                    let surprise = |option: &Candidate| libm::logf(option.share.max(1e-6));
                    let mean: f32 = eyes.options.iter().map(|option| option.share * surprise(option)).sum();
                    for (number, option) in eyes.options.iter().enumerate() {
                        let change = f32::from(u8::from(drawn == Some(number))) - option.share;
                        let open = if plays { 0.0 } else { option.share * (mean - surprise(option)) };
                        let traits = option.traits.iter().take(option.count);
                        practice.changes.extend(traits.map(|of| (*of, change, open)));
                        if let Some((hand, table)) = option.hand {
                            let hand = each_card(eyes.lie.0).map(|card| hand + u32::from(card));
                            let table = each_card(eyes.lie.1).map(|card| table + u32::from(card));
                            practice.changes.extend(hand.chain(table).map(|of| (of, change, open)));
                        }
                    }
                    practice.made.push(Made { seat, ask, from, to: practice.changes.len() });
                }
                if runner.choose(&mut desk, seat, &choice, false, &mut Silent).is_err() {
                    break;
                }
            }
            if desk.state().is_over() {
                aim.standing(program, desk.state(), &mut worth);
                aim.won(runner, desk.state(), &mut worth);
                let gained: Vec<f64> = worth.iter().zip(&before).map(|(now, before)| now - before).collect();
                practice.settle(&gained);
            }
            practice.made.clear();
            practice.changes.clear();
        }
        practice.habits.weights = mean.of(practice.habits.weights);
        practice.habits
    }
}
