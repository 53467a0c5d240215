//! What one search learns of playing on from here, on top of habits (playout policy adaptation; Cazenave, "Playout Policy Adaptation with Move Features",
//! 2016; policy gradient search; Anthony, Nishihara, Moritz, Salimans and Schulman, "Policy Gradient Search", 2019): what went better than usual in its world
//! is done a little more often by that seat in the tries that follow.

use std::hash::{Hash, Hasher};

use bidlang::engine::Choice;
use rustc_hash::FxHasher;

use super::Candidate;

/// How far one try moves the weights of what was done in it. Ten times as much gained nothing that showed.
const STEP: f32 = 0.003;
/// A choice itself counts as so many of its traits.
const ITSELF: f32 = 4.0;
/// Numbers for choices themselves: some share one.
const CHOICES: usize = 512;
/// No weight is moved further.
const FARTHEST: f32 = 4.0;
/// What is usual in a world follows so many results.
const FOLLOWED: f64 = 50.0;
/// What would move less than this is left as it is.
const LEAST: f32 = 0.01;

/// What is added to the weights of each seat.
pub struct Adapted {
    /// How many numbers a seat has: those of its weights, and behind them those of choices.
    size: usize,
    added: Vec<f32>,
    seats: usize,
    /// For each world and seat what usually came of it, and how many results that is from.
    usual: Vec<(f64, f64)>,
    /// Who chose in this try, and where the changes of that end.
    made: Vec<(u8, usize)>,
    /// Numbers, and how much more likely a higher one made what was done.
    changes: Vec<(usize, f32)>,
}

/// The number of a choice itself.
fn number_of(choice: &Choice) -> usize {
    let mut hasher = FxHasher::default();
    choice.hash(&mut hasher);
    usize::try_from(hasher.finish() % CHOICES as u64).unwrap_or(0)
}

/// The numbers of what a seat may choose, of so many that each seat has: of its traits, and of itself.
fn numbers(size: usize, seat: u8, option: &Candidate) -> impl Iterator<Item = usize> {
    let first = usize::from(seat) * size;
    let itself = first + size - CHOICES + number_of(&option.choice);
    let traits = option.traits.into_iter().take(option.count);
    traits.map(move |number| first + number as usize).chain([itself])
}

impl Adapted {
    /// Nothing learnt so far, of habits with so many weights.
    pub fn new(weights: usize, seats: usize, worlds: usize) -> Self {
        let size = weights + CHOICES;
        Self {
            size,
            added: vec![0.0; size * seats],
            seats,
            usual: vec![(0.0, 0.0); seats * worlds],
            made: Vec::new(),
            changes: Vec::new(),
        }
    }

    /// How much more likely something has become, as a logarithm.
    pub fn more(&self, seat: u8, option: &Candidate) -> f32 {
        numbers(self.size, seat, option).filter_map(|number| self.added.get(number)).sum()
    }

    /// A seat has chosen one of its options.
    pub fn chosen(&mut self, seat: u8, options: &[Candidate], number: usize) {
        for (at, option) in options.iter().enumerate() {
            let slope = f32::from(u8::from(at == number)) - option.share;
            if slope.abs() >= LEAST {
                self.changes.extend(numbers(self.size, seat, option).map(|number| (number, slope)));
                if let Some((_, last)) = self.changes.last_mut() {
                    *last *= ITSELF;
                }
            }
        }
        self.made.push((seat, self.changes.len()));
    }

    /// A try in a world has ended: what came of it for each seat, from -1 to 1.
    pub fn learn(&mut self, world: usize, worth: &[f64]) {
        let Self { added, seats, usual, made, changes, .. } = self;
        let usual = usual.get_mut(world * *seats..(world + 1) * *seats).unwrap_or_default();
        let mut from = 0;
        for (seat, to) in made.drain(..) {
            let at = usize::from(seat);
            if let (Some((mean, seen)), Some(worth)) = (usual.get(at), worth.get(at))
                && *seen > 0.0
            {
                let step = STEP * (worth - mean) as f32;
                for (number, slope) in changes.get(from..to).unwrap_or_default() {
                    if let Some(added) = added.get_mut(*number) {
                        *added = (*added + step * slope).clamp(-FARTHEST, FARTHEST);
                    }
                }
            }
            from = to;
        }
        changes.clear();
        for ((mean, seen), worth) in usual.iter_mut().zip(worth) {
            *seen = (*seen + 1.0).min(FOLLOWED);
            *mean += (worth - *mean) / *seen;
        }
    }
}

#[cfg(test)]
mod tests {
    use bidlang::engine::Choice;

    use super::super::{Candidate, MOST_TRAITS};
    use super::Adapted;

    #[test]
    fn what_went_better_than_usual_in_its_world_becomes_likelier_for_that_seat_alone() {
        let option = |act: u8, number: u32| {
            let mut traits = [0; MOST_TRAITS];
            traits[0] = number;
            Candidate { choice: Choice { act, ..Choice::default() }, traits, count: 1, hand: None, share: 0.5 }
        };
        let options = [option(0, 3), option(1, 4)];
        let mut adapted = Adapted::new(10, 2, 2);
        // Worlds are as good or bad as they are: the first is lost whatever is done, but less with the first of both.
        let tries = [(0, 0, -0.8), (0, 0, -0.8), (0, 1, -0.9), (1, 0, 0.9), (1, 1, 0.8), (1, 1, 0.8)];
        for (world, number, worth) in tries.repeat(50) {
            adapted.chosen(1, &options, number);
            adapted.learn(world, &[0.0, worth]);
        }
        let [first, second] = options;
        assert!(adapted.more(1, &first) > 0.0 && adapted.more(1, &second) < 0.0);
        assert!(adapted.more(0, &first) == 0.0 && adapted.more(0, &second) == 0.0);
    }
}
