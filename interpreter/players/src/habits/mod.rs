//! How seats play where nobody thinks long (a rollout policy): each choice as likely as what is seen of it says, in a game that was practised.
//!
//! What is seen of a choice is made from the rules alone: the act, its cards and numbers; in a trick whether it takes, how strong the card is among
//! those at hand, whether it can still be beaten, who is ahead. A softmax over sums of weights; the weights come from [`practice`](Habits::practised).

mod guided;
mod practice;
pub mod sides;
mod strength;
mod traits;

use std::sync::Arc;

use bidlang::engine::{Choice, Desk, Runner, Stream};

pub use practice::Practised;
pub use sides::Sides;
pub use strength::Strengths;
pub use traits::Traits;

use traits::given;

/// Choices up to so many are all looked at; of more, so many are drawn.
pub const MOST_LISTED: u64 = 24;
/// So much of what rules cost counts as one choice more.
pub const COSTS: u64 = 5_000;
/// How much less likely each higher number is, before anything is known (a logarithm).
const LOWER: f32 = -0.4;
/// Drawn of more.
const DRAWN: usize = 12;

/// A choice with the numbers of its traits.
#[derive(Debug, Clone, Copy)]
pub struct Candidate {
    /// What is chosen.
    pub choice: Choice,
    /// Where its traits begin and end, among those of all.
    pub traits: (usize, usize),
    /// From where on they are such as several of its cards have, and the part of a step that each of these takes: they move together.
    pub shared: (usize, f32),
    /// Where the weights of the cards at hand begin for it, and of those on the table, where these matter.
    pub hand: Option<(u32, u32)>,
    /// Where those of what tracks say begin for it, where tracks say anything.
    pub facts: Option<u32>,
    /// Where, among the traits of all, it stands where the weights of each of its cards begin, beside what tracks say and what lies on the table.
    pub beside: (usize, usize),
    /// How likely it is.
    pub share: f32,
}

/// How seats of a game play.
#[derive(Debug, Clone)]
pub struct Habits {
    traits: Arc<Traits>,
    weights: Vec<f32>,
}

/// How it stands where something is said.
#[derive(Debug, Default)]
pub struct Lie {
    /// The numbers of cards at hand; the first of its like stands for one, the first two for two.
    pub hand: Vec<u32>,
    /// And of those on the table.
    pub table: Vec<u32>,
    /// What the seat is told by tracks.
    pub facts: Vec<u32>,
    /// The cards on the table again, by the place where they lie.
    pub apart: Vec<u32>,
}

impl Lie {
    fn clear(&mut self) {
        let Self { hand, table, facts, apart } = self;
        [hand, table, facts, apart].into_iter().for_each(Vec::clear);
    }
}

/// What one search or practice keeps while it looks at choices.
#[derive(Default)]
pub struct Eyes {
    strengths: Strengths,
    /// What may be chosen, as it was looked at last.
    pub options: Vec<Candidate>,
    /// Their traits, as numbers of weights.
    pub traits: Vec<u32>,
    /// The cards at hand, those on the table and what tracks say, where they matter.
    pub lie: Lie,
    /// What is seen of the question before anything is chosen.
    pub common: Vec<u32>,
}

impl Eyes {
    /// Where the weights of each card of an option begin, beside what tracks say and what lies on the table.
    #[must_use]
    pub fn beside(&self, option: &Candidate) -> &[u32] {
        self.traits.get(option.beside.0..option.beside.1).unwrap_or_default()
    }

    /// The traits of an option.
    #[must_use]
    pub fn traits_of(&self, option: &Candidate) -> &[u32] {
        self.traits.get(option.traits.0..option.traits.1).unwrap_or_default()
    }
}

/// So many numbers are drawn of very many.
const NUMBERS: u64 = 8;

/// The place of a number among very many: the lowest, the highest, and then by turns any, and one that is as likely to be small as great.
fn any_number(turn: u64, count: u64, stream: &mut Stream) -> u64 {
    match turn {
        0 => 0,
        1 => count - 1,
        turn if turn % 2 == 0 => stream.below_long(count),
        _ => {
            let much = libm::logf(count as f32 + 1.0) * drawn(stream) / f32::from(STEPS);
            (libm::expf(much) as u64).clamp(1, count) - 1
        }
    }
}

/// Chance is drawn in so many steps.
const STEPS: u16 = 60_000;

/// One of [`STEPS`] whole numbers from 0, each as likely as the others.
fn drawn(stream: &mut Stream) -> f32 {
    stream.below(u32::from(STEPS)) as f32
}

impl Habits {
    /// Without any: each choice is as likely as the others.
    #[must_use]
    pub fn none(traits: Arc<Traits>) -> Self {
        let weights = vec![0.0; traits.count()];
        Self { traits, weights }
    }

    /// With weights that were practised before.
    #[must_use]
    pub fn with(traits: Traits, weights: Vec<f32>) -> Self {
        Self { traits: Arc::new(traits), weights }
    }

    /// What was practised.
    #[must_use]
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// The same without any.
    #[must_use]
    pub fn forgotten(&self) -> Self {
        Self::none(Arc::clone(&self.traits))
    }

    /// What is seen of choices.
    #[must_use]
    pub fn traits(&self) -> &Traits {
        &self.traits
    }

    /// Whether a decision is one of cards played to tricks that can be judged.
    #[must_use]
    pub fn plays(&self, ask: u16) -> bool {
        self.traits.is_of_tricks(ask)
    }

    /// How likely what may be said is to somebody who knows nothing (as logarithms): each act as the others, and of its numbers the lower the more.
    fn before_practice(&self, ask: u16, options: &mut [Candidate]) {
        let said: Vec<(u8, i64)> = options
            .iter()
            .map(|option| (option.choice.act, self.traits.number_of(ask, &option.choice).unwrap_or(0)))
            .collect();
        // Where many are known already, as if there were as many as are drawn.
        let scale = if options.len() as u64 > MOST_LISTED { DRAWN as f32 / options.len() as f32 } else { 1.0 };
        for (option, (act, value)) in options.iter_mut().zip(&said) {
            let lower = said.iter().filter(|(of, other)| of == act && other < value).count();
            option.share = LOWER * scale * f32::from(u16::try_from(lower).unwrap_or(u16::MAX)).min(40.0);
        }
        let weights: Vec<f32> = options.iter().map(|option| libm::expf(option.share)).collect();
        for (option, (act, _)) in options.iter_mut().zip(&said) {
            let all: f32 = said.iter().zip(&weights).filter(|((of, _), _)| of == act).map(|(_, weight)| weight).sum();
            option.share -= libm::logf(all);
        }
    }

    /// A weight by its number; what was never practised counts nothing.
    fn weight(&self, number: u32) -> f32 {
        self.weights.get(number as usize).copied().unwrap_or_default()
    }

    /// The weights of some numbers from a first one on.
    fn sum(&self, numbers: &[u32], first: u32) -> f32 {
        numbers.iter().map(|number| self.weight(first + number)).sum()
    }

    /// What counts for a card beside what tracks say and what lies on the table, from the first of its weights on.
    fn beside(&self, lie: &Lie, from: u32) -> f32 {
        self.sum(&lie.facts, from) + self.sum(&lie.apart, from)
    }

    /// Looks at what a seat may choose: into `eyes.options`, each with how likely it is. Where there are very many, what is known comes first, and then, where
    /// more are wanted, some that are drawn, of each act as many.
    pub fn look(
        &self,
        runner: &Runner,
        desk: &mut Desk,
        (ask, seat, count): (u16, u8, u64),
        (eyes, known, more): (&mut Eyes, &[Choice], bool),
        stream: &mut Stream,
    ) {
        let Eyes { strengths, options, traits, lie, common } = eyes;
        options.clear();
        let mut giving = None;
        let option = |choice: &Choice| Candidate {
            choice: *choice,
            traits: (0, 0),
            shared: (usize::MAX, 1.0),
            hand: None,
            facts: None,
            beside: (0, 0),
            share: 0.0,
        };
        if count <= MOST_LISTED {
            runner.each_choice(desk, seat, |choice| {
                options.push(option(choice));
                std::ops::ControlFlow::Continue(())
            });
        } else if !more {
            options.extend(known.iter().map(option));
        } else {
            let acts: Vec<(u64, u64, bool)> = runner
                .offered(desk, seat)
                .iter()
                .enumerate()
                .scan(0, |first, (act, (count, _))| {
                    let begins = *first;
                    *first += count;
                    Some((begins, *count, self.traits.is_of_numbers(ask, act)))
                })
                .filter(|(_, count, _)| *count > 0)
                .collect();
            options.extend(known.iter().map(option));
            let each = DRAWN.div_ceil(acts.len().max(1)) as u64;
            for (first, count, numbers) in &acts {
                let each = if *numbers { each.max(NUMBERS) } else { each };
                for turn in 0..each.min(*count) {
                    let number =
                        first + if *numbers { any_number(turn, *count, stream) } else { stream.below_long(*count) };
                    let Some(any) = runner.nth_choice(desk, seat, number) else { continue };
                    let guided = if given(&any) == 0 {
                        None
                    } else {
                        let giving = giving.get_or_insert_with(|| {
                            self.traits.lie(runner, desk, seat, lie);
                            self.traits.giving((runner, desk), seat, strengths)
                        });
                        self.guided(runner, desk, (ask, seat), (&any, giving, lie), stream)
                    };
                    for choice in std::iter::once(any).chain(guided) {
                        if !known.contains(&choice) && options.iter().all(|option| option.choice != choice) {
                            options.push(option(&choice));
                        }
                    }
                }
            }
        }
        self.traits.see(runner, desk, (ask, seat), (strengths, giving), (options, traits, common, lie));
        let plays = self.plays(ask);
        if !plays {
            self.before_practice(ask, options);
        }
        let mut highest = f32::MIN;
        for option in options.iter_mut() {
            let seen = traits.get(option.traits.0..option.traits.1).unwrap_or_default();
            option.share += seen.iter().map(|number| self.weight(*number)).sum::<f32>();
            if let Some((hand, table)) = option.hand {
                option.share += self.sum(&lie.hand, hand) + self.sum(&lie.table, table);
            }
            option.share += option.facts.map_or(0.0, |facts| self.sum(&lie.facts, facts));
            let beside = traits.get(option.beside.0..option.beside.1).unwrap_or_default();
            option.share += beside.iter().map(|from| self.beside(lie, *from)).sum::<f32>();
            highest = highest.max(option.share);
        }
        let mut all = 0.0;
        for option in options.iter_mut() {
            option.share = libm::expf(option.share - highest);
            all += option.share;
        }
        options.iter_mut().for_each(|option| option.share /= all);
    }

    /// One of some options, each as often as it is likely; `all` is how likely they are together.
    #[must_use]
    pub fn draw(options: &[Candidate], all: f32, stream: &mut Stream) -> Option<usize> {
        let mut at = all * drawn(stream) / f32::from(STEPS);
        for (number, option) in options.iter().enumerate() {
            at -= option.share;
            if at < 0.0 {
                return Some(number);
            }
        }
        options.len().checked_sub(1)
    }

    /// What a seat does by habit; where it goes on with an act, by habit among what there is of that.
    pub fn choose(
        &self,
        runner: &Runner,
        desk: &mut Desk,
        of: (u16, u8, u64),
        (eyes, act): (&mut Eyes, Option<u8>),
        stream: &mut Stream,
    ) -> Option<Choice> {
        self.look(runner, desk, of, (eyes, &[], true), stream);
        let mut all = 1.0;
        if let Some(act) = act
            && eyes.options.iter().any(|option| option.choice.act == act)
        {
            eyes.options.retain(|option| option.choice.act == act);
            all = eyes.options.iter().map(|option| option.share).sum();
            if all < f32::MIN_POSITIVE {
                eyes.options.iter_mut().for_each(|option| option.share = 1.0);
                all = eyes.options.len() as f32;
            }
        }
        let drawn = Self::draw(&eyes.options, all, stream)?;
        eyes.options.get(drawn).map(|option| option.choice)
    }
}

#[cfg(test)]
mod tests {
    use bidlang::engine::Stream;

    use super::any_number;

    /// The lowest and the highest are looked at, none is beyond them, and of the others as many are among the lowest hundredth as chance and small ones by turns come to.
    #[test]
    fn of_very_many_numbers_low_ones_are_looked_at_as_well() {
        let mut stream = Stream::new(1, 0);
        for count in [25, 1_000, u64::MAX] {
            assert_eq!((any_number(0, count, &mut stream), any_number(1, count, &mut stream)), (0, count - 1));
            assert!((2..2_000).all(|turn| any_number(turn, count, &mut stream) < count));
        }
        let low = (2..4_002).filter(|turn| any_number(*turn, 10_000, &mut stream) < 100).count();
        assert!((900..1_150).contains(&low), "{low} of 4,000");
    }
}
