//! Ways in which a match may have gone, for all that a seat knows.

use bidlang::Error;
use bidlang::engine::{State, Stream};
use bidlang_learning::Match as Played;
use bidlang_players::{Pool, own_seed};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::follows::Follows;
use crate::given;
use crate::matches::Match;
use crate::problems::{plain, raised, stopped};

/// Most worlds of one seat.
const MOST_WORLDS: usize = 10_000;

#[doc = doc_of!("Worlds")]
#[pyclass(module = "bidlang")]
pub struct Worlds {
    follows: Follows<Pool>,
    dice: Stream,
}

#[pymethods]
impl Worlds {
    #[new]
    #[pyo3(signature = (at, seat, count=16, seed=0))]
    fn new(
        at: PyRef<'_, Match>,
        #[pyo3(from_py_with = given::seat)] seat: u8,
        #[pyo3(from_py_with = given::count)] count: usize,
        #[pyo3(from_py_with = given::whole)] seed: u64,
    ) -> PyResult<Self> {
        if !(1..=MOST_WORLDS).contains(&count) {
            return Err(PyValueError::new_err(format!("1 to {MOST_WORLDS} worlds are kept, not {count}")));
        }
        let pool = Pool::new(at.played.prepared(), at.seat(seat)?, (count, 2), own_seed(seed, seat));
        Ok(Self { follows: Follows::new(&at, seat, pool)?, dice: Stream::new(seed, 93) })
    }

    #[doc = doc_of!("Worlds.sample")]
    fn sample(&mut self, py: Python<'_>, at: PyRef<'_, Match>) -> PyResult<Match> {
        let choices = self.follows.choices(py, &at)?;
        let Self { follows, dice } = self;
        let actions = at.actions();
        let played = &at.played;
        let found = py.detach(|| -> Result<Option<Played>, Error> {
            follows.catch_up(choices)?;
            let seat = follows.seat;
            let Some(pool) = follows.hears() else { return Ok(None) };
            let worlds: Vec<State> =
                pool.worlds().iter().filter(|world| world.fits()).map(|world| world.desk.state().clone()).collect();
            let from = dice.below(u32::try_from(worlds.len()).unwrap_or(u32::MAX)) as usize;
            let seed = dice.below_long(u64::MAX);
            for world in worlds.iter().skip(from).chain(worlds.iter().take(from)) {
                let found = played.in_world(&actions, world, seat, seed);
                if let Some(found) = found.map_err(|fault| stopped(played.prepared(), fault))? {
                    return Ok(Some(found));
                }
            }
            Ok(None)
        });
        let found = found.map_err(|error| raised(py, &error))?;
        let found =
            found.ok_or_else(|| plain(py, "BidlangError", "no world was found that fits what the seat was told"))?;
        Ok(at.like(py, found))
    }
}
