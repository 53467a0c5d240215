//! Practice: seats play a game against each other, and learn from it (self-play). What went better than usual is done more often from then on (policy
//! gradient; Williams, "Simple statistical gradient-following algorithms", 1992; with a mean of each decision as the baseline and steps as in Adagrad); what
//! comes of what is said is learnt beside it (Monte Carlo values), so that a bid does not fall out of use where most hands should not make it. Whoever has the same
//! rules gets the same habits.

mod lessons;

use std::sync::Arc;

use bidlang::Prepared;
use bidlang::engine::{Pause, Silent, Stream, each_seat};

use super::{Eyes, Habits, Traits};
use crate::aim::Aim;
use lessons::Lessons;

/// So much is practised: choices, with the options that were looked at for them.
const WORK: u64 = 1_000_000;
/// So many options count as one choice more.
const OPTIONS: u64 = 8;
/// A game counts as so many choices beside its own: some have hardly any.
const AS_CHOICES: u64 = 50;
/// Most decisions of a game.
const MOST: usize = 5_000;
/// Weights are looked at so often for their mean.
const LOOKS: u64 = 100;

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
    fn see(&mut self, work: u64, weights: &[f32]) {
        let now = work / (WORK / LOOKS);
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

impl Habits {
    /// Practised from nothing. The same for each game, as it plays from fixed seeds.
    #[must_use]
    pub fn practised(prepared: &Prepared, aim: &Aim, traits: Traits) -> Self {
        let runner = prepared.runner();
        let program = runner.program();
        let mut lessons = Lessons::new(Self::none(Arc::new(traits)), program.asks.len());
        let nothing = lessons.habits.forgotten();
        let mut mean = Mean { sums: vec![0.0; nothing.weights.len()], ..Mean::default() };
        let (mut eyes, mut work, mut worth, mut before) = (Eyes::default(), 0, Vec::new(), Vec::new());
        let mut said = Said::default();
        let asks = u16::try_from(program.asks.len()).unwrap_or(u16::MAX);
        let has_tricks = (0..asks).any(|ask| nothing.plays(ask));
        let mut seed = 1_000_000;
        while work < WORK {
            if work > WORK / 2 {
                mean.see(work, &lessons.habits.weights);
            }
            // How tricks are played is practised first: what is said is worth what is made of it.
            let learns_to_say = !has_tricks || work >= WORK / 3;
            seed += 1;
            work += AS_CHOICES;
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
                        lessons.settle(&gained(&worth, &before));
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
                let plays = nothing.plays(ask);
                let tries = !plays && said.next();
                if tries {
                    // Others than usual are tried, so that what comes after them is practised too; what was done until then does not answer for it.
                    lessons.forget();
                }
                let habits = if tries { &nothing } else { &lessons.habits };
                habits.look(runner, &mut desk, (ask, seat, count), &mut eyes, &mut stream);
                work += 1 + eyes.options.len() as u64 / OPTIONS;
                let Some(drawn) = Self::draw(&eyes, &mut stream) else { break };
                let Some(option) = eyes.options.get(drawn) else { break };
                if !plays && learns_to_say {
                    lessons.said((seat, ask), option, &eyes);
                }
                if plays || (learns_to_say && !tries) {
                    lessons.chosen((seat, ask), drawn, (&eyes, plays));
                }
                if runner.choose(&mut desk, seat, &option.choice, false, &mut Silent).is_err() {
                    break;
                }
            }
            if desk.state().is_over() {
                aim.standing(program, desk.state(), &mut worth);
                aim.won(runner, desk.state(), &mut worth);
                lessons.settle(&gained(&worth, &before));
            }
            lessons.forget();
        }
        Self { weights: mean.of(lessons.habits.weights), ..nothing }
    }
}

/// What each seat gained.
fn gained(now: &[f64], before: &[f64]) -> Vec<f64> {
    now.iter().zip(before).map(|(now, before)| now - before).collect()
}
