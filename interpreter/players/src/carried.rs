//! What tracks say of points that are still to come: learnt from random games by a regression of what came on all of them together (ridge; Hoerl and
//! Kennard, "Ridge regression: biased estimation for nonorthogonal problems", 1970). So a round whose worth is written down in tracks and brought to points
//! at the end can stand for itself.

use bidlang::Prepared;
use bidlang::engine::{Desk, Fault, Pause, Program, Runner, Silent, State};
use bidlang::ir::{Per, Ty};

use crate::aim::margins;

/// A coefficient that is less than so many of its standard errors says nothing.
const SAYS: f64 = 2.0;
/// Where all of them together explain less of what is to come than this share, it takes more to say something: so many standard errors.
const LEAST: f64 = 0.1;
const SAYS_ALONE: f64 = 4.0;
/// What is kept to the end is worth what it comes to there, if what a seat has at last goes so much by what it had (a correlation), and that was seen so often.
const KEPT: f64 = 0.2;
const TRIED: usize = 20;
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

/// A choice: where it was made, of which seat, and its number.
pub type Made = (State, u8, u64);

/// A seat at the last decision of a game.
pub struct Late {
    /// How far it is in front by each of the things that tracks tell.
    pub leads: Vec<f64>,
    /// What it was in front by each where the last round began.
    pub before: Vec<f64>,
    /// By how much it would end further in front for one more of each, all else being done as it was; none where that cannot be tried.
    pub comes: Vec<Option<f64>>,
}

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

    /// Gives a seat one more of it, or one less where it can have no more: how much more that is; none where it can have neither.
    fn give_one(&self, seat: u8, desk: &mut Desk, program: &Program) -> Option<f64> {
        let slots = self.slots.get(usize::from(seat))?;
        // Of what one has of all others, that of the next.
        let slot = *slots.get((usize::from(seat) + 1) % slots.len().max(1))?;
        let (low, high) = program.track_of(slot)?.1.range;
        let before = self.leads(desk.state()).get(usize::from(seat)).copied()?;
        let now = desk.state().int(slot);
        let other = if now < high { now + 1 } else { now - 1 };
        let given = other >= low && desk.set_slot(slot, other);
        let more = self.leads(desk.state()).get(usize::from(seat)).copied()? - before;
        (given && more != 0.0).then_some(more)
    }

    /// By how many points a seat would end further in front for one more of it, at the last decision of a game, in which the same is chosen;
    /// none where that cannot be tried, or the game goes on.
    ///
    /// # Errors
    /// Where a rule stops such a game.
    pub fn comes_of_one(
        &self,
        runner: &Runner,
        desk: &mut Desk,
        (state, seat, number): &Made,
        of: u8,
    ) -> Result<Option<f64>, Fault> {
        let mut end = |one_more: bool| {
            desk.load(state);
            let more = if one_more { self.give_one(of, desk, runner.program()) } else { Some(1.0) };
            let Some(more) = more else { return Ok(None) };
            let asked =
                matches!(runner.run(desk, &mut Silent)?, Pause::Decision(seats) if seats >> (seat & 31) & 1 == 1);
            if !asked || *number >= runner.choices(desk, *seat) {
                return Ok(None);
            }
            runner.take(desk, *seat, *number)?;
            let over = matches!(runner.run(desk, &mut Silent)?, Pause::Over);
            let margin = margins(runner.program(), desk.state()).get(usize::from(of)).copied();
            Ok(margin.filter(|_| over).map(|margin| (margin, more)))
        };
        let ends = end(true)?.zip(end(false)?);
        Ok(ends.map(|((with, more), (without, _))| (with - without) / more))
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

/// What one of the seats has at the last decision of a game, and what one more of each thing that tracks tell would come to; `before` is how far each seat was in front by
/// them where the last round began, `stopped` are those with which a rule has stopped a game.
pub fn late(
    runner: &Runner,
    desk: &mut Desk,
    (told, before): (&[Told], &[Vec<f64>]),
    (made, of): (&Made, u8),
    stopped: &mut Vec<bool>,
) -> Late {
    let own = |leads: &[Vec<f64>]| leads.get(usize::from(of)).cloned().unwrap_or_default();
    let now = own(&leads(told, &made.0, runner.program().seats));
    stopped.resize(told.len(), false);
    let comes = told.iter().zip(stopped).map(|(told, stopped)| {
        let comes = if *stopped { Ok(None) } else { told.comes_of_one(runner, desk, made, of) };
        *stopped |= comes.is_err();
        comes.ok().flatten()
    });
    Late { leads: now, before: own(before), comes: comes.collect() }
}

impl Carried {
    /// What of all that is told says how much is to come, and which share of that it explains, from 0 to 1. What says nothing where rounds begin, as it is
    /// mostly thrown away by chance, is worth what comes of it in the end if it is kept.
    #[must_use]
    pub fn learn(told: &[Told], begun: &[Begun], late: &[Late]) -> (Vec<Self>, f64) {
        let (mut carried, explained) = Self::where_rounds_begin(told, begun);
        let varies = |number: usize| begun.iter().any(|(leads, _)| leads.get(number).is_some_and(|lead| *lead != 0.0));
        for (number, weight) in at_last(told.len(), late) {
            if varies(number) && carried.iter().all(|known| known.number != number) {
                carried.extend(told.get(number).map(|told| Self { told: told.clone(), number, weight }));
            }
        }
        (carried, explained)
    }

    fn where_rounds_begin(told: &[Told], begun: &[Begun]) -> (Vec<Self>, f64) {
        let column = |number: usize| {
            let values: Option<Vec<f64>> = begun.iter().map(|(leads, _)| leads.get(number).copied()).collect();
            values.filter(|values| spread(values) > 1e-9).map(|values| Column { number, values })
        };
        let columns: Vec<Column> = (0..told.len()).filter_map(column).collect();
        let to_come: Vec<f64> = begun.iter().map(|(_, to_come)| *to_come).collect();
        let all = Fit::of(columns.iter().collect(), &to_come);
        let found = all.and_then(|fit| Fit::of(fit.clear(SAYS), &to_come)).and_then(|fit| {
            if fit.explains(&to_come) < LEAST { Fit::of(fit.clear(SAYS_ALONE), &to_come) } else { Some(fit) }
        });
        let Some(fit) = found else { return (Vec::new(), 0.0) };
        let explained = fit.explains(&to_come);
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

/// What one more of each of so many things comes to at the end of a game, by its number, where that is clear and it is kept until then.
fn at_last(count: usize, late: &[Late]) -> Vec<(usize, f64)> {
    let clear = |number: usize| {
        let comes: Vec<f64> = late.iter().filter_map(|late| late.comes.get(number).copied().flatten()).collect();
        let mean = comes.iter().sum::<f64>() / comes.len().max(1) as f64;
        let apart: Vec<f64> = comes.iter().map(|one| one - mean).collect();
        let error = spread(&apart) / (comes.len() as f64).sqrt();
        (comes.len() >= TRIED && mean != 0.0 && mean.abs() >= SAYS_ALONE * error).then_some((number, mean))
    };
    let is_kept = |number: usize| {
        let both = late.iter().filter_map(|late| Some((*late.before.get(number)?, *late.leads.get(number)?)));
        let (before, now): (Vec<f64>, Vec<f64>) = both.unzip();
        let together: f64 = before.iter().zip(&now).map(|(before, now)| before * now).sum();
        let alone = spread(&before) * spread(&now) * now.len() as f64;
        alone > 0.0 && together / alone >= KEPT
    };
    (0..count).filter(|number| is_kept(*number)).filter_map(clear).collect()
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

    /// Those that say something by so many standard errors.
    fn clear(&self, errors: f64) -> Vec<&'c Column> {
        let left = spread(&self.left);
        let says = |column: &Column, weight: f64| {
            (weight * spread(&column.values)).abs() * (column.values.len() as f64).sqrt()
                >= errors * left.max(f64::MIN_POSITIVE)
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
    (squares / (values.len().max(1)) as f64).sqrt()
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
        assert!(fit.is_some_and(|fit| fit.explains(&to_come) > 0.95 && fit.clear(2.0).len() == 2));
    }

    #[test]
    fn what_is_always_nought_has_no_solution() {
        let column = Column { number: 0, values: vec![0.0; 9] };
        assert!(Fit::of(vec![&column], &[1.0; 9]).is_none());
    }
}
