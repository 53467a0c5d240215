//! Many games side by side, as numpy arrays: a vectorised environment without a Python object for each game.

use std::sync::Arc;

use bidlang::Prepared;
use bidlang_learning::{Actions, Batch, Cells, Refused, Reward, Shows};
use numpy::{Ix2, PyArray1, PyArray2, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arrays::{array, in_pieces, in_use, not_row_by_row, whole};
use crate::game::Game;
use crate::given;
use crate::problems::{plain, raised, stopped};

/// Most games of one environment.
const MOST_GAMES: usize = 1 << 20;
/// Most events that a vector tells.
const MOST_HISTORY: usize = 4_096;

const GIB: usize = 1 << 30;
/// Most bytes of one array.
const MOST_BYTES: usize = 8 * GIB;
/// Bytes of an event that a seat remembers.
const EVENT: usize = 28;

type Shown<'py> = (Bound<'py, PyArray2<bool>>, Bound<'py, PyArray1<u8>>);
type Stepped<'py> =
    (Bound<'py, PyArray2<bool>>, Bound<'py, PyArray1<u8>>, Bound<'py, PyArray2<f32>>, Bound<'py, PyArray1<bool>>);

#[doc = doc_of!("Env")]
#[pyclass(module = "bidlang")]
pub struct Env {
    batch: Batch,
    mask: Py<PyArray2<bool>>,
    seats: Py<PyArray1<u8>>,
    rewards: Py<PyArray2<f32>>,
    done: Py<PyArray1<bool>>,
}

/// What is wrong, as an exception.
fn refused(py: Python<'_>, batch: Option<&Batch>, prepared: &Prepared, why: Refused) -> PyErr {
    match why {
        Refused::Illegal(at, number) => {
            let count = batch.map_or(0, |batch| batch.actions().count());
            let words = u32::try_from(number)
                .ok()
                .zip(batch)
                .map(|(number, batch)| batch.actions().words(batch.prepared(), number));
            let words = words.filter(|words| !words.is_empty()).map_or_else(String::new, |words| format!(" ({words})"));
            let message = if number < 0 || number as u64 >= count as u64 {
                format!("game {at}: {number} is no action: they are numbered from 0 to {}", count.saturating_sub(1))
            } else {
                format!(
                    "game {at}: action {number}{words} may not be taken now; take one that its row of the mask allows"
                )
            };
            plain(py, "ActionError", &message)
        }
        Refused::Length(what, is, should) => {
            PyValueError::new_err(format!("{what}: {should} numbers are wanted, and {is} were given"))
        }
        Refused::NoChoice(games) => plain(
            py,
            "GameOverError",
            &format!("{games} games in a row ended before anybody had a choice: there is nothing to learn"),
        ),
        Refused::Stopped(_, fault) => raised(py, &stopped(prepared, fault)),
    }
}

/// What is given for, by its name.
pub fn reward(name: &str) -> PyResult<Reward> {
    match name {
        "win" => Ok(Reward::Win),
        "score" => Ok(Reward::Score),
        _ => Err(PyValueError::new_err(format!("a reward is \"win\" or \"score\", not \"{name}\""))),
    }
}

/// Refuses arrays that no machine has room for, before anything is taken of it.
fn fits(what: &str, rows: usize, columns: usize, bytes: usize) -> PyResult<()> {
    let size = rows.saturating_mul(columns).saturating_mul(bytes);
    if size <= MOST_BYTES {
        return Ok(());
    }
    let (gib, most) = (size as f64 / GIB as f64, MOST_BYTES / GIB);
    Err(PyValueError::new_err(format!(
        "{what}: {rows} games with {columns} each take {gib:.1} GiB, and {most} are given at most; take fewer games"
    )))
}

/// How many events vectors tell.
pub fn checked_history(history: usize) -> PyResult<usize> {
    if history <= MOST_HISTORY {
        return Ok(history);
    }
    Err(PyValueError::new_err(format!("a vector tells at most {MOST_HISTORY} events, not {history}")))
}

impl Env {
    fn vectors<'py>(
        &mut self,
        py: Python<'py>,
        out: Option<&Bound<'py, PyAny>>,
        all: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let cells = if all { self.batch.cells_of_all().count() } else { self.batch.cells().count() };
        let shape = [self.batch.len(), cells];
        let mut out = match out {
            Some(out) => {
                let wanted = ("observations", "a numpy array of float32 with two axes");
                array::<f32, Ix2>(out, wanted)?.try_readwrite().map_err(in_use("observations"))?
            }
            None => {
                fits("observations", self.batch.len(), cells, size_of::<f32>())?;
                PyArray2::<f32>::zeros(py, shape, false).try_readwrite().map_err(in_use("observations"))?
            }
        };
        if !out.is_c_contiguous() {
            return Err(not_row_by_row("observations"));
        }
        if out.shape() != shape {
            let message = format!("observations: an array of the shape {shape:?} is wanted, not {:?}", out.shape());
            return Err(PyValueError::new_err(message));
        }
        let prepared = self.batch.prepared().clone();
        let batch = &mut self.batch;
        let to = out.as_slice_mut().map_err(in_pieces("observations"))?;
        let written = py.detach(|| if all { batch.observe_all(to) } else { batch.observe(to) });
        written.map_err(|why| refused(py, Some(&self.batch), &prepared, why))?;
        Ok(out.as_any().clone())
    }
}

#[pymethods]
impl Env {
    #[new]
    #[pyo3(signature = (game, n, seed=0, history=0, reward="win"))]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, Game>,
        #[pyo3(from_py_with = given::count)] n: usize,
        #[pyo3(from_py_with = given::whole)] seed: u64,
        #[pyo3(from_py_with = given::count)] history: usize,
        reward: &str,
    ) -> PyResult<Self> {
        let game = game.get();
        if !(1..=MOST_GAMES).contains(&n) {
            return Err(PyValueError::new_err(format!("an environment has 1 to {MOST_GAMES} games, not {n}")));
        }
        let (history, reward) = (checked_history(history)?, self::reward(reward)?);
        let (actions, cells) = py.detach(|| (Actions::of(&game.prepared), Cells::of(&game.prepared, history)));
        fits("mask", n, actions.count(), size_of::<bool>())?;
        fits("events", n, usize::from(game.prepared.players()) * history, EVENT)?;
        let (actions, cells) = (Arc::new(actions), Arc::new(cells));
        let made = py.detach(|| Batch::new(&game.prepared, (&actions, &cells), (n, seed), reward));
        let batch = made.map_err(|why| refused(py, None, &game.prepared, why))?;
        let (actions, players) = (batch.actions().count(), usize::from(game.prepared.players()));
        let env = Self {
            mask: PyArray2::zeros(py, [n, actions], false).unbind(),
            seats: PyArray1::zeros(py, [n], false).unbind(),
            rewards: PyArray2::zeros(py, [n, players], false).unbind(),
            done: PyArray1::zeros(py, [n], false).unbind(),
            batch,
        };
        env.show(py)?;
        Ok(env)
    }

    #[doc = doc_of!("Env.n")]
    #[getter]
    fn n(&self) -> usize {
        self.batch.len()
    }

    #[doc = doc_of!("Env.num_actions")]
    #[getter]
    fn num_actions(&self) -> usize {
        self.batch.actions().count()
    }

    #[doc = doc_of!("Env.num_cells")]
    #[getter]
    fn num_cells(&self) -> usize {
        self.batch.cells().count()
    }

    #[doc = doc_of!("Env.num_cells_all")]
    #[getter]
    fn num_cells_all(&self) -> usize {
        self.batch.cells_of_all().count()
    }

    #[doc = doc_of!("Env.reset")]
    #[pyo3(signature = (seed=None))]
    fn reset<'py>(
        &mut self,
        py: Python<'py>,
        #[pyo3(from_py_with = given::maybe_whole)] seed: Option<u64>,
    ) -> PyResult<Shown<'py>> {
        if let Some(seed) = seed {
            let prepared = self.batch.prepared().clone();
            let batch = &mut self.batch;
            let begun = py.detach(|| batch.reset(seed));
            begun.map_err(|why| refused(py, Some(&self.batch), &prepared, why))?;
        }
        self.show(py)
    }

    #[doc = doc_of!("Env.show")]
    fn show<'py>(&self, py: Python<'py>) -> PyResult<Shown<'py>> {
        let (mask, seats) = (self.mask.bind(py), self.seats.bind(py));
        let mut open = mask.try_readwrite().map_err(in_use("mask"))?;
        let mut turns = seats.try_readwrite().map_err(in_use("seats"))?;
        let shown = self
            .batch
            .show(open.as_slice_mut().map_err(in_pieces("mask"))?, turns.as_slice_mut().map_err(in_pieces("seats"))?);
        shown.map_err(|why| refused(py, Some(&self.batch), self.batch.prepared(), why))?;
        Ok((mask.clone(), seats.clone()))
    }

    #[doc = doc_of!("Env.step")]
    fn step<'py>(&mut self, py: Python<'py>, actions: &Bound<'py, PyAny>) -> PyResult<Stepped<'py>> {
        let actions = whole(py, actions, self.batch.len())?;
        let actions = actions.try_readonly().map_err(in_use("actions"))?;
        let (mask, seats) = (self.mask.bind(py).clone(), self.seats.bind(py).clone());
        let (rewards, done) = (self.rewards.bind(py).clone(), self.done.bind(py).clone());
        {
            let mut open = mask.try_readwrite().map_err(in_use("mask"))?;
            let mut turns = seats.try_readwrite().map_err(in_use("seats"))?;
            let mut given = rewards.try_readwrite().map_err(in_use("rewards"))?;
            let mut ended = done.try_readwrite().map_err(in_use("done"))?;
            let mut shows = Shows {
                mask: open.as_slice_mut().map_err(in_pieces("mask"))?,
                seats: turns.as_slice_mut().map_err(in_pieces("seats"))?,
                rewards: given.as_slice_mut().map_err(in_pieces("rewards"))?,
                done: ended.as_slice_mut().map_err(in_pieces("done"))?,
            };
            let taken = actions.as_slice().map_err(in_pieces("actions"))?;
            let batch = &mut self.batch;
            let stepped = py.detach(|| batch.step(taken, &mut shows));
            stepped.map_err(|why| refused(py, Some(&self.batch), self.batch.prepared(), why))?;
        }
        Ok((mask, seats, rewards, done))
    }

    #[doc = doc_of!("Env.observe")]
    #[pyo3(signature = (out=None))]
    fn observe<'py>(&mut self, py: Python<'py>, out: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        self.vectors(py, out, false)
    }

    #[doc = doc_of!("Env.observe_all")]
    #[pyo3(signature = (out=None))]
    fn observe_all<'py>(&mut self, py: Python<'py>, out: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        self.vectors(py, out, true)
    }

    fn __repr__(&self) -> String {
        format!("<bidlang.Env of {} games of {}>", self.batch.len(), self.batch.prepared().game().title())
    }
}
