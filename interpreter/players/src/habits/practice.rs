//! Practice: seats play a game against each other, and learn from it (self-play). What went better than usual is done more often from then on (policy
//! gradient; Williams, "Simple statistical gradient-following algorithms", 1992; with a mean of each decision as the baseline and steps as in Adagrad); what
//! comes of what is said is learnt beside it (Monte Carlo values), so that a bid does not fall out of use where most hands should not make it. Whoever has the same
//! rules gets the same habits.

mod lessons;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bidlang::Prepared;
use bidlang::engine::{Pause, Silent, Stream, each_seat};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::{COSTS, Eyes, Habits, Traits};
use crate::aim::Aim;
use crate::keep::Stop;
use crate::redeal::Deal;
use lessons::{Came, Lessons, Notes};

/// So much is practised for a pilot match, usually and for long: choices, with the options that were looked at for them.
const WORK: (u64, u64, u64) = (750_000, 6_000_000, 48_000_000);
/// So many options count as one choice more.
const OPTIONS: u64 = 8;
/// A game counts as so many choices beside its own: some have hardly any.
const AS_CHOICES: u64 = 50;
/// What rules cost beyond what choices count for counts so many times: such games are practised for seconds, too, and not for minutes.
const DEAR: u64 = 10;
/// A game that a rule stops counts as so many choices: nothing is learnt from it, and others are likely to stop, too.
const STOPPED: u64 = WORK.1 / 50;
/// Most decisions of a game.
const MOST: usize = 5_000;
/// Weights are looked at so often for their mean.
const LOOKS: u64 = 100;
/// Most games that are played side by side before anything is learnt from them: at first one, later more.
const MOST_GAMES: u64 = 16;
/// So many games are played one after the other for each that is played beside another.
const ALONE: u64 = 32;

/// How long is practised.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Practised {
    /// Enough to tell what should be played for.
    Short,
    /// Some seconds, for most games.
    #[default]
    Usual,
    /// Eight times as long.
    Long,
}

impl Practised {
    const fn work(self) -> u64 {
        match self {
            Self::Short => WORK.0,
            Self::Usual => WORK.1,
            Self::Long => WORK.2,
        }
    }
}

/// Which of the things that are said in a round are tried out: of each question one answer now and then, so that what is asked late and seldom is learnt, too.
#[derive(Clone, Default)]
struct Said {
    /// How often each question was asked in this round, and in the last in which it was.
    asked: Vec<(u32, u32)>,
    /// The number of the answer that is tried, for each question that was asked in this round.
    tried: Vec<Option<u32>>,
    /// How many questions are asked in a round, on the mean.
    usual: f32,
}

impl Said {
    /// A round begins.
    fn begins(&mut self) {
        let now = self.asked.iter().filter(|(now, _)| *now > 0).count();
        if now > 0 {
            self.usual += 0.2 * (now as f32 - self.usual);
        }
        for (now, last) in &mut self.asked {
            if *now > 0 {
                *last = std::mem::take(now);
            }
        }
        self.tried.iter_mut().for_each(|tried| *tried = None);
    }

    /// Something is said: whether it is tried out.
    fn next(&mut self, ask: u16, stream: &mut Stream) -> bool {
        let at = usize::from(ask);
        if self.asked.len() <= at {
            self.asked.resize(at + 1, (0, 1));
            self.tried.resize(at + 1, None);
        }
        let (Some((now, last)), Some(tried)) = (self.asked.get_mut(at), self.tried.get_mut(at)) else { return false };
        *now += 1;
        if *now == 1 {
            let tries = stream.below(1_000) as f32 * (1.0 + self.usual) < 1_000.0;
            *tried = tries.then(|| 1 + stream.below(*last));
        }
        *tried == Some(*now)
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
    fn see(&mut self, (work, whole): (u64, u64), weights: &[f32]) {
        let now = work / (whole / LOOKS);
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
    /// Practised from nothing. The same for each game, as it plays from fixed seeds, on any number of threads. Less where it is told to stop.
    #[must_use]
    pub fn practised(prepared: &Prepared, aim: &Aim, traits: Traits, (practised, stop): (Practised, &Stop)) -> Self {
        let whole = practised.work();
        let asks = prepared.runner().program().asks.len();
        let nothing = Self::none(Arc::new(traits));
        let mut lessons = Lessons::new(nothing.clone(), asks);
        let mut mean = Mean { sums: vec![0.0; nothing.weights.len()], ..Mean::default() };
        let has_tricks = (0_u16..).take(asks).any(|ask| nothing.plays(ask));
        let (mut seed, mut work, mut said) = (1_000_000, 0, Said::default());
        // What was worked out in a game serves in those after it, and so does its room.
        let (eyes, room): (Mutex<Vec<Eyes>>, Mutex<Vec<Notes>>) = Default::default();
        while work < whole && !stop() {
            if work > whole / 2 {
                mean.see((work, whole), &lessons.habits.weights);
            }
            let practice = Practice {
                prepared,
                aim,
                nothing: &nothing,
                habits: &lessons.habits,
                // How tricks are played is practised first: what is said is worth what is made of it.
                learns_to_say: !has_tricks || work >= whole / 3,
                has_tricks,
            };
            let games = ((seed - 1_000_000) / ALONE).clamp(1, MOST_GAMES);
            let game = |seed| {
                let (mut own, mut notes) =
                    (lock(&eyes).pop().unwrap_or_default(), lock(&room).pop().unwrap_or_default());
                let after = practice.game(seed, (&mut own, &mut notes, said.clone()));
                lock(&eyes).push(own);
                (notes, after)
            };
            let played: Vec<(Notes, Said)> = (seed..seed + games).into_par_iter().map(game).collect();
            seed += games;
            for (mut notes, after) in played {
                work += notes.work;
                lessons.learn(&notes);
                notes.clear();
                lock(&room).push(notes);
                said = after;
            }
        }
        Self { weights: mean.of(lessons.habits.weights), ..nothing }
    }
}

/// What is locked: nobody leaves it half done.
fn lock<T>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Games that are played for practice.
struct Practice<'a> {
    prepared: &'a Prepared,
    aim: &'a Aim,
    nothing: &'a Habits,
    habits: &'a Habits,
    learns_to_say: bool,
    has_tricks: bool,
}

impl Practice<'_> {
    /// Plays a game, and writes down what was done and what came of it.
    fn game(&self, seed: u64, (eyes, notes, mut said): (&mut Eyes, &mut Notes, Said)) -> Said {
        let Self { aim, nothing, learns_to_say, has_tricks, .. } = *self;
        let runner = self.prepared.runner();
        let program = runner.program();
        let (mut desk, mut stream) = (runner.desk(seed), Stream::of_players(seed));
        notes.work = AS_CHOICES;
        let mut round = None;
        let (mut worth, mut before) = (Vec::new(), Vec::new());
        said.begins();
        aim.standing(program, desk.state(), &mut before);
        let mut deal = Deal::default();
        for _ in 0..MOST {
            let seats = match runner.run(&mut desk, &mut Silent) {
                Ok(Pause::Decision(seats)) => seats,
                Ok(Pause::Over) => break,
                Err(_) => {
                    notes.work += STOPPED;
                    break;
                }
            };
            let now = aim.end_of(program, desk.state());
            if !aim.is_before(round, now) {
                aim.standing(program, desk.state(), &mut worth);
                if round.is_some() {
                    notes.settle(notes.came(gained(&worth, &before), has_tricks));
                }
                round = now;
                said.begins();
                std::mem::swap(&mut worth, &mut before);
                aim.redeals.begins(&desk, &mut deal);
            } else if aim.redeals.came_to_nothing(&desk, &mut deal) {
                notes.settle(Came::Nothing);
                said.begins();
                aim.redeals.begins(&desk, &mut deal);
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
            notes.played |= plays;
            let tries = !plays && said.next(ask, &mut stream);
            if tries {
                // Others than usual are tried, so that what comes after them is practised too; what was done until then does not answer for it.
                notes.forget();
            }
            let habits = if tries { nothing } else { self.habits };
            habits.look(runner, &mut desk, (ask, seat, count), (eyes, &[], true), &mut stream);
            notes.work += 1 + eyes.options.len() as u64 / OPTIONS;
            let Some(drawn) = Habits::draw(&eyes.options, 1.0, &mut stream) else { break };
            let Some(option) = eyes.options.get(drawn) else { break };
            if !plays && learns_to_say {
                notes.said((seat, ask), option, eyes);
            }
            if plays || (learns_to_say && !tries) {
                notes.chosen((seat, ask), drawn, (eyes, plays));
            }
            if runner.choose(&mut desk, seat, &option.choice, false, &mut Silent).is_err() {
                break;
            }
        }
        if desk.state().is_over() {
            aim.standing(program, desk.state(), &mut worth);
            aim.won(runner, desk.state(), &mut worth);
            notes.settle(notes.came(gained(&worth, &before), has_tricks));
        }
        notes.forget();
        let costs = desk.worked() / COSTS;
        notes.work += costs + (DEAR - 1) * costs.saturating_sub(notes.work);
        said
    }
}

/// What each seat gained.
fn gained(now: &[f64], before: &[f64]) -> Vec<f64> {
    now.iter().zip(before).map(|(now, before)| now - before).collect()
}
