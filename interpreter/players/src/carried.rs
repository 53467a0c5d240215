//! What tracks say of points that are still to come: learnt from random games by a regression of what came on all of them together (ridge; Hoerl and
//! Kennard, "Ridge regression: biased estimation for nonorthogonal problems", 1970). So a round whose worth is written down in tracks and brought to points
//! at the end can stand for itself.

use bidlang::Prepared;
use bidlang::engine::State;
use bidlang::ir::{Per, Ty};

/// A coefficient that is less than so many of its standard errors says nothing.
const SAYS: f64 = 2.0;
/// What explains less of what is to come than this share says nothing in all.
const LEAST: f64 = 0.1;
/// How much each coefficient is drawn to nought, as if so great a part of what was seen had said that it is nought.
const RIDGE: f64 = 0.01;
/// Most things that are looked at together.
const MOST: usize = 24;

/// Something that tracks tell of each seat: the slots whose sum it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    slots: Vec<Vec<u32>>,
}

/// What tracks tell of each seat, and how many points one more of it than the others have is worth.
#[derive(Debug, Clone, PartialEq)]
pub struct Carried {
    told: Told,
    /// Which of all that are told it is.
    number: usize,
    weight: f64,
}

/// Where a round begins: how far each seat is in front by each of the things that tracks tell, and by how much it will get further in front.
pub type Begun = (Vec<f64>, f64);

impl Told {
    /// All that tracks of numbers tell of each seat: those of each player, of each team, and of each two players what one has of all others and all others of it.
    #[must_use]
    pub fn all(prepared: &Prepared) -> Vec<Self> {
        let program = prepared.runner().program();
        let seats = u32::from(program.seats);
        let mut found = Vec::new();
        for (slots, track) in program.tracks.iter().zip(&prepared.words().game.tracks) {
            if !matches!(track.ty, Ty::Number | Ty::YesNo) {
                continue;
            }
            let each = |of: &dyn Fn(u32) -> Vec<u32>| Self { slots: (0..seats).map(of).collect() };
            match track.per.as_slice() {
                [Per::Player] => found.push(each(&|seat| vec![slots.base + seat])),
                [Per::Team] => found.push(each(&|seat| {
                    program.teams.get(seat as usize).map(|team| slots.base + u32::from(*team)).into_iter().collect()
                })),
                [Per::Player, Per::Player] => {
                    let slot = |one: u32, other: u32| slots.base + one * seats + other;
                    found.push(each(&|seat| (0..seats).map(|other| slot(seat, other)).collect()));
                    found.push(each(&|seat| (0..seats).map(|other| slot(other, seat)).collect()));
                }
                _ => {}
            }
        }
        found.truncate(MOST);
        found
    }

    /// How far each seat is in front of the mean of the others.
    #[must_use]
    pub fn leads(&self, state: &State) -> Vec<f64> {
        let values: Vec<f64> =
            self.slots.iter().map(|slots| slots.iter().map(|slot| state.int(*slot) as f64).sum()).collect();
        let all: f64 = values.iter().sum();
        let others = (values.len() as f64 - 1.0).max(1.0);
        values.iter().map(|own| own - (all - own) / others).collect()
    }
}

impl Carried {
    /// What of all that is told says how much is to come, and which share of that it explains, from 0 to 1.
    #[must_use]
    pub fn learn(told: &[Told], begun: &[Begun]) -> (Vec<Self>, f64) {
        let all: Vec<usize> = (0..told.len()).collect();
        let fit = Fit::of(&all, begun);
        let fit = Fit::of(&fit.clear(begun), begun);
        let explained = fit.explains(begun);
        if explained < LEAST {
            return (Vec::new(), explained);
        }
        let carried = fit.of.iter().zip(&fit.weights).filter_map(|(number, weight)| {
            Some(Self { told: told.get(*number)?.clone(), number: *number, weight: *weight })
        });
        (carried.collect(), explained)
    }

    /// What a seat's leads by all that is told are worth, in points in front of the others; nothing where there are none.
    #[must_use]
    pub fn of_leads(carried: &[Self], leads: &[f64]) -> f64 {
        carried.iter().filter_map(|one| Some(one.weight * leads.get(one.number)?)).sum()
    }

    /// What it is worth to each seat, in points in front of the others.
    pub fn add(&self, state: &State, better: f64, worth: &mut [f64]) {
        for (worth, lead) in worth.iter_mut().zip(self.told.leads(state)) {
            *worth += better * self.weight * lead;
        }
    }
}

/// A regression on some of the things that are told.
struct Fit {
    of: Vec<usize>,
    weights: Vec<f64>,
}

impl Fit {
    fn of(of: &[usize], begun: &[Begun]) -> Self {
        let square =
            |number: &usize| spread(begun, |(leads, _)| leads.get(*number).copied().unwrap_or_default()) > 1e-9;
        let of: Vec<usize> = of.iter().copied().filter(square).collect();
        let size = of.len();
        // The normal equations, each row with what it comes to.
        let mut rows = vec![vec![0.0; size + 1]; size];
        for (leads, to_come) in begun {
            let lead = |number: &usize| leads.get(*number).copied().unwrap_or_default();
            for (row, one) in rows.iter_mut().zip(&of) {
                let own = lead(one);
                let values = of.iter().map(lead).chain([*to_come]);
                row.iter_mut().zip(values).for_each(|(sum, value)| *sum += own * value);
            }
        }
        for (at, row) in rows.iter_mut().enumerate() {
            if let Some(own) = row.get_mut(at) {
                *own *= 1.0 + RIDGE;
            }
        }
        Self { weights: solved(rows), of }
    }

    fn foretold(&self, leads: &[f64]) -> f64 {
        let terms = self.of.iter().zip(&self.weights);
        terms.map(|(number, weight)| weight * leads.get(*number).copied().unwrap_or_default()).sum()
    }

    /// Those that say something for certain.
    fn clear(&self, begun: &[Begun]) -> Vec<usize> {
        let left = spread(begun, |(leads, to_come)| to_come - self.foretold(leads));
        let says = |number: usize, weight: f64| {
            let own = spread(begun, |(leads, _)| leads.get(number).copied().unwrap_or_default());
            (weight * own).abs() * libm::sqrt(begun.len() as f64) >= SAYS * left
        };
        let both = self.of.iter().zip(&self.weights);
        both.filter(|(number, weight)| says(**number, **weight)).map(|(number, _)| *number).collect()
    }

    /// Which share of what came is explained.
    fn explains(&self, begun: &[Begun]) -> f64 {
        let (all, left) =
            (spread(begun, |(_, to_come)| *to_come), spread(begun, |(leads, to_come)| to_come - self.foretold(leads)));
        if all > 0.0 { (1.0 - (left * left) / (all * all)).max(0.0) } else { 0.0 }
    }
}

/// The standard deviation about nought.
fn spread(begun: &[Begun], of: impl Fn(&Begun) -> f64) -> f64 {
    let squares: f64 = begun.iter().map(|one| of(one) * of(one)).sum();
    libm::sqrt(squares / begun.len().max(1) as f64)
}

/// What solves linear equations whose matrix is symmetric and positive, each row with what it comes to (Gaussian elimination).
fn solved(mut rows: Vec<Vec<f64>>) -> Vec<f64> {
    let size = rows.len();
    for at in 0..size {
        let Some(pivot) = rows.get(at).cloned() else { break };
        let Some(own) = pivot.get(at).copied().filter(|own| own.abs() > 1e-12) else { continue };
        for (number, row) in rows.iter_mut().enumerate() {
            if number == at {
                continue;
            }
            let times = row.get(at).copied().unwrap_or_default() / own;
            row.iter_mut().zip(&pivot).for_each(|(value, above)| *value -= times * above);
        }
    }
    let solution = |(at, row): (usize, &Vec<f64>)| {
        let (own, comes) = (row.get(at).copied().unwrap_or_default(), row.last().copied().unwrap_or_default());
        if own.abs() > 1e-12 { comes / own } else { 0.0 }
    };
    rows.iter().enumerate().map(solution).collect()
}

#[cfg(test)]
mod tests {
    use super::{Begun, Fit};

    #[test]
    fn what_two_that_go_together_say_is_not_counted_twice() {
        let sample = |number: i32| -> Begun {
            let (one, noise) = (f64::from(number % 7 - 3), f64::from(number * 37 % 11 - 5));
            let other = one + 0.3 * noise;
            (vec![one, other, 0.0], 5.0 * one - 2.0 * other)
        };
        let begun: Vec<Begun> = (0..500).map(sample).collect();
        let fit = Fit::of(&[0, 1, 2], &begun);
        assert_eq!(fit.of, [0, 1], "what is always the same says nothing");
        assert!(
            matches!(fit.weights.as_slice(), [one, other] if (one - 5.0).abs() < 0.5 && (other + 2.0).abs() < 0.5),
            "{:?}",
            fit.weights
        );
        assert!(fit.explains(&begun) > 0.95);
    }
}
