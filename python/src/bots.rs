//! Players that think, at the seats of matches.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bidlang::Error;
use bidlang::engine::{Choice, Stream};
use bidlang_host::{Cache, clock};
use bidlang_players::{Clock, Goal, Level, Lore, Player, Question, Thinker, act, own_seed};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::follows::Follows;
use crate::given;
use crate::matches::Match;
use crate::patience::patiently;
use crate::problems::{raised, stopped};

#[doc = doc_of!("Bot")]
#[pyclass(module = "bidlang")]
pub struct Bot {
    follows: Follows<Thinker>,
    dice: Stream,
    /// Whether somebody wants no answer any more.
    stop: Arc<AtomicBool>,
}

/// A clock for whom it is late as soon as somebody wants no answer any more.
fn impatient(stop: &Arc<AtomicBool>) -> Arc<Clock> {
    let (stop, clock) = (Arc::clone(stop), clock());
    Arc::new(move || if stop.load(Ordering::Relaxed) { u64::MAX } else { clock() })
}

#[pymethods]
impl Bot {
    #[new]
    #[pyo3(signature = (at, seat, level="normal", seed=0))]
    fn new(
        py: Python<'_>,
        at: PyRef<'_, Match>,
        #[pyo3(from_py_with = given::seat)] seat: u8,
        level: &str,
        #[pyo3(from_py_with = given::whole)] seed: u64,
    ) -> PyResult<Self> {
        let refused = |why: String| PyValueError::new_err(format!("`{level}` is no level: {why}"));
        let level: Level = level.parse().map_err(refused)?;
        let (seat, prepared, stop) = (at.seat(seat)?, at.played.prepared(), Arc::default());
        let halt: Arc<AtomicBool> = Arc::clone(&stop);
        let halted = move || halt.load(Ordering::Relaxed);
        let learns = || Lore::of(prepared, (Goal::Both, level.practised()), (&Cache::here(), &halted));
        let lore = patiently(py, &stop, learns)?;
        let thinker = Thinker::new(&lore, seat, level.effort(), (own_seed(seed, seat), &impatient(&stop)));
        Ok(Self { follows: Follows::new(&at, seat, thinker)?, dice: Stream::new(seed, 91), stop })
    }

    #[doc = doc_of!("Bot.play")]
    fn play(&mut self, py: Python<'_>, mut at: PyRefMut<'_, Match>) -> PyResult<()> {
        let choices = self.follows.choices(py, &at)?;
        let Self { follows, dice, stop } = self;
        stop.store(false, Ordering::Relaxed);
        let answered = patiently(py, stop, || -> Result<Option<Choice>, Error> {
            let turn = follows.catch_up(choices)?;
            let (Some(ask), count) = (turn.state().waiting(), turn.count()) else { return Ok(None) };
            let any = dice.below_long(count);
            let Some(thinker) = follows.hears() else { return Ok(None) };
            let answer = thinker.answer(Question { ask, count });
            // Where no world fits, what is legal in them may not be legal here.
            Ok(act(&turn, answer).or_else(|| turn.nth(any)).map(|act| *act.choice()))
        })?;
        let choice = answered.map_err(|error| raised(py, &error))?;
        let seat = self.follows.seat;
        let actions = at.actions();
        let Some(choice) = choice.filter(|choice| at.allows(seat, choice)) else {
            return Err(PyValueError::new_err(
                "what it chooses is not legal in this match, which is another than it heard of",
            ));
        };
        let made = at.played.make(&actions, seat, &choice);
        made.map_err(|fault| raised(py, &stopped(at.played.prepared(), fault)))
    }
}
