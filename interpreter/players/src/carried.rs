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
    fn leads(&self, state: &State) -> Vec<f64> {
        let values: Vec<f64> =
            self.slots.iter().map(|slots| slots.iter().map(|slot| state.int(*slot) as f64).sum()).collect();
        let all: f64 = values.iter().sum();
        let others = (values.len() as f64 - 1.0).max(1.0);
        values.iter().map(|own| own - (all - own) / others).collect()
    }
}

/// For each seat, how far it is in front by each of the things that tracks tell.
#[must_use]
pub fn leads(told: &[Told], state: &State, seats: u8) -> Vec<Vec<f64>> {
    let mut found = vec![Vec::with_capacity(told.len()); usize::from(seats)];
    for told in told {
        found.iter_mut().zip(told.leads(state)).for_each(|(leads, lead)| leads.push(lead));
    }
    found
}

impl Carried {
    /// What of all that is told says how much is to come, and which share of that it explains, from 0 to 1.
    #[must_use]
    pub fn learn(told: &[Told], begun: &[Begun]) -> (Vec<Self>, f64) {
        let column = |number: usize| {
            let values: Option<Vec<f64>> = begun.iter().map(|(leads, _)| leads.get(number).copied()).collect();
            values.filter(|values| spread(values) > 1e-9).map(|values| Column { number, values })
        };
        let columns: Vec<Column> = (0..told.len()).filter_map(column).collect();
        let to_come: Vec<f64> = begun.iter().map(|(_, to_come)| *to_come).collect();
        let clear = Fit::of(columns.iter().collect(), &to_come).and_then(|fit| Fit::of(fit.clear(), &to_come));
        let Some(fit) = clear else { return (Vec::new(), 0.0) };
        let explained = fit.explains(&to_come);
        if explained < LEAST {
            return (Vec::new(), explained);
        }
        let carried = fit.columns.iter().zip(&fit.weights).filter_map(|(Column { number, .. }, weight)| {
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

/// One of the things that are told, where rounds begin.
struct Column {
    number: usize,
    values: Vec<f64>,
}

/// A regression on some of the things that are told.
struct Fit<'c> {
    columns: Vec<&'c Column>,
    weights: Vec<f64>,
    /// What of each is not explained.
    left: Vec<f64>,
}

impl<'c> Fit<'c> {
    /// None where the equations have no one solution.
    fn of(columns: Vec<&'c Column>, to_come: &[f64]) -> Option<Self> {
        // The normal equations, each row with what it comes to.
        let product = |one: &[f64], other: &[f64]| one.iter().zip(other).map(|(a, b)| a * b).sum::<f64>();
        let row = |(at, one): (usize, &&Column)| -> Vec<f64> {
            let with = |(number, other): (usize, &&Column)| {
                product(&one.values, &other.values) * if number == at { 1.0 + RIDGE } else { 1.0 }
            };
            columns.iter().enumerate().map(with).chain([product(&one.values, to_come)]).collect()
        };
        let weights = solved(columns.iter().enumerate().map(row).collect())?;
        let mut left = to_come.to_vec();
        for (column, weight) in columns.iter().zip(&weights) {
            left.iter_mut().zip(&column.values).for_each(|(left, value)| *left -= weight * value);
        }
        Some(Self { columns, weights, left })
    }

    /// Those that say something for certain.
    fn clear(&self) -> Vec<&'c Column> {
        let left = spread(&self.left);
        let says = |column: &Column, weight: f64| {
            (weight * spread(&column.values)).abs() * libm::sqrt(column.values.len() as f64) >= SAYS * left
        };
        let both = self.columns.iter().zip(&self.weights);
        both.filter(|(column, weight)| says(column, **weight)).map(|(column, _)| *column).collect()
    }

    /// Which share of what came is explained.
    fn explains(&self, to_come: &[f64]) -> f64 {
        let (all, left) = (spread(to_come), spread(&self.left));
        if all > 0.0 { (1.0 - (left * left) / (all * all)).max(0.0) } else { 0.0 }
    }
}

/// The standard deviation about nought.
pub fn spread(values: &[f64]) -> f64 {
    let squares: f64 = values.iter().map(|value| value * value).sum();
    libm::sqrt(squares / (values.len().max(1)) as f64)
}

/// What solves linear equations whose matrix is symmetric and positive, each row with what it comes to (Gaussian elimination); none where there is no one solution.
fn solved(mut rows: Vec<Vec<f64>>) -> Option<Vec<f64>> {
    for at in 0..rows.len() {
        let pivot = rows.get(at)?.clone();
        let own = pivot.get(at).copied().filter(|own| own.abs() > 1e-12)?;
        for (_, row) in rows.iter_mut().enumerate().filter(|(number, _)| *number != at) {
            let times = row.get(at)? / own;
            row.iter_mut().zip(&pivot).for_each(|(value, above)| *value -= times * above);
        }
    }
    rows.iter().enumerate().map(|(at, row)| Some(row.last()? / row.get(at)?)).collect()
}

#[cfg(test)]
mod tests {
    use super::{Column, Fit};

    #[test]
    fn what_two_that_go_together_say_is_not_counted_twice() {
        let one = |number: i32| f64::from(number % 7 - 3);
        let other = |number: i32| one(number) + 0.3 * f64::from(number * 37 % 11 - 5);
        let column = |number, of: &dyn Fn(i32) -> f64| Column { number, values: (0..500).map(of).collect() };
        let columns = [column(0, &one), column(1, &other)];
        let to_come: Vec<f64> = (0..500).map(|number| 5.0 * one(number) - 2.0 * other(number)).collect();
        let fit = Fit::of(columns.iter().collect(), &to_come);
        let weights = fit.as_ref().map(|fit| fit.weights.clone()).unwrap_or_default();
        assert!(
            matches!(weights.as_slice(), [one, other] if (one - 5.0).abs() < 0.5 && (other + 2.0).abs() < 0.5),
            "{weights:?}"
        );
        assert!(fit.is_some_and(|fit| fit.explains(&to_come) > 0.95 && fit.clear().len() == 2));
    }

    #[test]
    fn what_is_always_nought_has_no_solution() {
        let column = Column { number: 0, values: vec![0.0; 9] };
        assert!(Fit::of(vec![&column], &[1.0; 9]).is_none());
    }
}
