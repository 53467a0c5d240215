//! What was done in a round, and what it teaches when the round is settled: what was done is done more often where it went better than usual (policy
//! gradient; Williams 1992), and of what is said it is learnt as well what comes of it (a value, by regression).

use super::super::{Candidate, Eyes, Habits};

/// The length of steps (Adagrad).
const STEP: f32 = 0.4;
/// Weights of cards played to tricks stay within this.
const MOST_WEIGHT: f32 = 6.0;
/// How quickly the usual is followed.
const FOLLOW: f64 = 0.01;
/// How much it counts that what is said stays open (an entropy bonus): without it what is said becomes one thing before it is known with which cards it is good.
const OPEN_MINDED: f32 = 0.02;
/// How often something is more likely to be said for being worth more: the logarithm for each unit of worth, of which there is one between lost and won.
const SHARP: f32 = 40.0;
/// Where all may pass, so much of what steps have made of what is said is let go at each step: what is left says what comes of it. Early on most bids lose, and all
/// come to passing; from then on nothing is learnt of bids but their values, which must be able to bring them back.
const LETS_GO: f32 = 0.03;
/// A value is learnt more slowly the oftener it was seen, down to this, which is reached when it was seen so often.
const LEAST_RATE: f32 = 0.01;
const SEEN: usize = 720;
/// Where all may pass and so great a share of deals comes to nothing, less is seen of each bid, and learnt more quickly.
const MANY: f64 = 0.25;
const LEAST_IDLE_RATE: f32 = 0.05;

/// A choice that was made, with its lesson: where the steps stand that it teaches.
struct Made {
    seat: u8,
    ask: u16,
    lesson: Lesson,
    from: usize,
    to: usize,
}

/// What a choice teaches.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lesson {
    /// What comes of what is said, whoever says it and why.
    Value,
    /// What to say.
    Say,
    /// What to play.
    Play,
}

/// A step of some weights: those from where the one before ends.
#[derive(Clone, Copy)]
struct Step {
    to: usize,
    /// How much more likely a higher weight made what was done.
    slope: f32,
    /// How much more open it left what is said.
    open: f32,
    /// The part of a step that each takes.
    part: f32,
}

/// What came of a round.
pub enum Came {
    /// For each seat.
    Worth(Vec<f64>),
    /// Nothing to anybody: all have passed, say.
    Nothing,
}

/// What was done in a game of practice, and what came of it.
#[derive(Default)]
pub struct Notes {
    made: Vec<Made>,
    steps: Vec<Step>,
    /// The weights of all steps, one after the other.
    weights: Vec<u32>,
    /// For each round that was settled, where its choices end and what came of it for each seat.
    settled: Vec<(usize, Came)>,
    /// Whether a card was played to a trick in this round.
    pub played: bool,
    /// How much work it was.
    pub work: u64,
}

/// The steps that a weight went so far.
#[derive(Clone, Copy, Default)]
struct Gone {
    /// The sum of their squares.
    squares: f32,
    /// How much of the weight comes of steps towards what went better than usual.
    pushed: f32,
}

/// What is kept while it is practised.
pub struct Lessons {
    pub habits: Habits,
    /// For each weight what it adds to what is expected.
    values: Vec<f32>,
    /// For each weight how often it was in such a sum, up to [`SEEN`].
    seen: Vec<u16>,
    /// How quickly a value is learnt that was seen so often.
    rates: Vec<f32>,
    /// For each weight what steps made of it.
    gone: Vec<Gone>,
    /// For each decision whether rounds have come to nothing after it.
    idle: Vec<bool>,
    /// For each decision how often rounds come to nothing after it.
    passed: Vec<f64>,
    /// For each decision what usually comes of it.
    usual: Vec<f64>,
    /// How far from nought what comes of rounds is.
    spread: f64,
}

impl Notes {
    /// Nothing was done yet.
    pub fn clear(&mut self) {
        self.made.clear();
        self.steps.clear();
        self.weights.clear();
        self.settled.clear();
        (self.played, self.work) = (false, 0);
    }

    /// What was done since the round began teaches nothing.
    pub fn forget(&mut self) {
        let made = self.settled.last().map_or(0, |(made, _)| *made);
        self.made.truncate(made);
        self.steps.truncate(self.made.last().map_or(0, |made| made.to));
        self.weights.truncate(self.steps.last().map_or(0, |step| step.to));
    }

    /// The round is settled, or dealt anew.
    pub fn settle(&mut self, came: Came) {
        self.settled.push((self.made.len(), came));
        self.played = false;
    }

    /// What a round comes to of which this came for each seat: nothing where nobody gains and no card was played to a trick, in a game that has some.
    pub fn came(&self, worth: Vec<f64>, has_tricks: bool) -> Came {
        let passed = has_tricks && !self.played && worth.iter().all(|worth| *worth == 0.0);
        if passed { Came::Nothing } else { Came::Worth(worth) }
    }

    /// A step of these weights.
    fn step(&mut self, weights: impl Iterator<Item = u32>, (slope, open, part): (f32, f32, f32)) {
        let from = self.weights.len();
        self.weights.extend(weights);
        if self.weights.len() == from {
            return;
        }
        self.steps.push(Step { to: self.weights.len(), slope, open, part });
    }

    /// The weights of an option, each with this slope.
    fn push(&mut self, option: &Candidate, eyes: &Eyes, (slope, open): (f32, f32), lesson: Lesson) {
        let ((from, _), (shared, part)) = (option.traits, option.shared);
        let seen = eyes.traits_of(option);
        let (own, others) = seen.split_at(shared.saturating_sub(from).min(seen.len()));
        self.step(own.iter().copied(), (slope, open, 1.0));
        self.step(others.iter().copied(), (slope, open, part));
        if let Some((hand, table)) = option.hand {
            let hand = eyes.lie.hand.iter().map(|card| hand + card);
            let table = eyes.lie.table.iter().map(|card| table + card);
            self.step(hand.chain(table), (slope, open, 1.0));
        }
        let bases = eyes.beside(option);
        let part = |of: &[u32]| 1.0 / (of.len() * bases.len()).max(1) as f32;
        for first in bases {
            let (facts, apart) = (&eyes.lie.facts, &eyes.lie.apart);
            self.step(apart.iter().map(|card| first + card), (slope, open, part(apart)));
            // So many are seen so seldom that as values they would leave nothing to learn for others.
            if lesson != Lesson::Value {
                self.step(facts.iter().map(|fact| first + fact), (slope, open, part(facts)));
            }
        }
        if let Some(first) = option.facts {
            // They move together.
            let facts = &eyes.lie.facts;
            self.step(facts.iter().map(|fact| first + fact), (slope, open, 1.0 / facts.len().max(1) as f32));
        }
    }

    fn lesson(&mut self, (seat, ask): (u8, u16), lesson: Lesson, from: usize) {
        self.made.push(Made { seat, ask, lesson, from, to: self.steps.len() });
    }

    /// Something is said: what comes of it is learnt.
    pub fn said(&mut self, of: (u8, u16), option: &Candidate, eyes: &Eyes) {
        let from = self.steps.len();
        self.step(eyes.common.iter().copied(), (1.0, 0.0, 1.0));
        self.push(option, eyes, (1.0, 0.0), Lesson::Value);
        self.lesson(of, Lesson::Value, from);
    }

    /// Where the weights of a step begin.
    fn weights_from(&self, step: usize) -> usize {
        step.checked_sub(1).and_then(|before| self.steps.get(before)).map_or(0, |before| before.to)
    }

    /// The weights of a choice that was made.
    fn weights_of(&self, made: &Made) -> &[u32] {
        self.weights.get(self.weights_from(made.from)..self.weights_from(made.to)).unwrap_or_default()
    }

    /// The steps of a choice that was made, each with its weights.
    fn steps_of(&self, made: &Made) -> impl Iterator<Item = (&Step, &[u32])> {
        let mut from = self.weights_from(made.from);
        self.steps.get(made.from..made.to).unwrap_or_default().iter().map(move |step| {
            let weights = self.weights.get(from..step.to).unwrap_or_default();
            from = step.to;
            (step, weights)
        })
    }

    /// One of the options is chosen by habit.
    pub fn chosen(&mut self, of: (u8, u16), number: usize, (eyes, plays): (&Eyes, bool)) {
        let from = self.steps.len();
        let lesson = if plays { Lesson::Play } else { Lesson::Say };
        let surprise = |option: &Candidate| libm::logf(option.share.max(1e-6));
        let mean: f32 = eyes.options.iter().map(|option| option.share * surprise(option)).sum();
        for (at, option) in eyes.options.iter().enumerate() {
            let slope = f32::from(u8::from(at == number)) - option.share;
            let open = if plays { 0.0 } else { option.share * (mean - surprise(option)) };
            self.push(option, eyes, (slope, open), lesson);
        }
        self.lesson(of, lesson, from);
    }
}

impl Lessons {
    /// With habits that are to be practised, of a game with so many decisions.
    pub fn new(habits: Habits, asks: usize) -> Self {
        let count = habits.weights.len();
        Self {
            habits,
            values: vec![0.0; count],
            seen: vec![0; count],
            rates: (0..=SEEN).map(|seen| libm::powf(seen.max(1) as f32, -0.7).max(LEAST_RATE)).collect(),
            gone: vec![Gone::default(); count],
            idle: vec![false; asks],
            passed: vec![0.0; asks],
            usual: vec![0.0; asks],
            spread: 1.0,
        }
    }

    /// What was done in a game is held against what came of it for each seat, round by round.
    pub fn learn(&mut self, notes: &Notes) {
        let mut from = 0;
        for (to, came) in &notes.settled {
            for made in notes.made.get(from..*to).unwrap_or_default() {
                let worth = match came {
                    Came::Worth(worth) => worth.get(usize::from(made.seat)),
                    Came::Nothing => Some(&0.0),
                };
                let Some(worth) = worth else { continue };
                match made.lesson {
                    Lesson::Value => self.value(made.ask, *worth, notes.weights_of(made)),
                    Lesson::Say | Lesson::Play => {
                        self.go(made, (*worth, matches!(came, Came::Nothing)), notes.steps_of(made));
                    }
                }
            }
            from = *to;
        }
    }

    /// What is expected of what was said comes nearer to what came of it (normalised least mean squares).
    fn value(&mut self, ask: u16, worth: f64, weights: &[u32]) {
        let Some(idle) = self.passed.get(usize::from(ask)).map(|passed| *passed > MANY) else { return };
        let came = worth / (3.0 * self.spread.max(1e-3) + worth.abs());
        let values = weights.iter().filter_map(|number| self.values.get(*number as usize));
        let wrong = came as f32 - values.sum::<f32>();
        let each = wrong / weights.len().max(1) as f32;
        for number in weights {
            let number = *number as usize;
            let (Some(seen), Some(value), Some(weight)) =
                (self.seen.get_mut(number), self.values.get_mut(number), self.habits.weights.get_mut(number))
            else {
                continue;
            };
            *seen = (*seen + 1).min(SEEN as u16);
            let Some(rate) = self.rates.get(usize::from(*seen)) else { continue };
            let step = each * if idle { rate.max(LEAST_IDLE_RATE) } else { *rate };
            *value += step;
            *weight += SHARP * step;
        }
    }

    /// What was done is more likely from now on where it went better than usual.
    fn go<'a>(
        &mut self,
        made: &Made,
        (worth, nothing): (f64, bool),
        steps: impl Iterator<Item = (&'a Step, &'a [u32])>,
    ) {
        self.spread += FOLLOW * (worth.abs() - self.spread);
        let ask = usize::from(made.ask);
        let (Some(usual), Some(idle), Some(passed)) =
            (self.usual.get_mut(ask), self.idle.get_mut(ask), self.passed.get_mut(ask))
        else {
            return;
        };
        *idle |= nothing;
        *passed += FOLLOW * (f64::from(u8::from(nothing)) - *passed);
        let lost = if *idle { LETS_GO } else { 0.0 };
        let worth = worth / (self.spread.max(1e-3) + worth.abs());
        let better = (worth - *usual) as f32;
        *usual += FOLLOW * (worth - *usual);
        for (Step { slope, open, part, .. }, weights) in steps {
            let slope = better * slope + OPEN_MINDED * open;
            for number in weights {
                let number = *number as usize;
                let (Some(gone), Some(weight)) = (self.gone.get_mut(number), self.habits.weights.get_mut(number))
                else {
                    continue;
                };
                gone.squares += slope * slope;
                let mut step = part * STEP * slope / (0.05 + gone.squares).sqrt();
                if made.lesson == Lesson::Say {
                    step -= lost * gone.pushed;
                    gone.pushed += step;
                }
                *weight += step;
                if made.lesson == Lesson::Play {
                    *weight = weight.clamp(-MOST_WEIGHT, MOST_WEIGHT);
                }
            }
        }
    }
}
