//! Many games side by side, as numpy arrays: a vectorised environment without a Python object for each game.

use std::sync::Arc;

use bidlang::Prepared;
use bidlang::engine::Stream;
use bidlang_learning::{Actions, Batch, Cells, Refused, Reward, Shows};
use numpy::{
    PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray2, PyReadwriteArray1, PyReadwriteArray2, PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::game::Game;
use crate::problems::{plain, raised};

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

/// Many games side by side.
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
        Refused::Stopped(_, fault) => raised(py, &bidlang::Error::Stopped(Box::new(prepared.stopped(fault)))),
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

/// A slice that cannot be had: the array is in use elsewhere, or does not lie in one piece.
fn in_use(what: &'static str) -> impl Fn(numpy::BorrowError) -> PyErr {
    move |error| PyValueError::new_err(format!("{what}: {error}"))
}

fn in_pieces(what: &'static str) -> impl Fn(numpy::AsSliceError) -> PyErr {
    move |_| not_row_by_row(what)
}

fn not_row_by_row(what: &str) -> PyErr {
    let message = "the array does not lie in one piece, row by row; numpy.ascontiguousarray() makes one that does";
    PyValueError::new_err(format!("{what}: {message}"))
}

impl Env {
    /// Actions as whole numbers, whatever integers they are.
    fn whole<'py>(py: Python<'py>, actions: &Bound<'py, PyAny>, games: usize) -> PyResult<Bound<'py, PyArray1<i64>>> {
        if let Ok(array) = actions.cast::<PyArray1<i64>>() {
            return Ok(array.clone());
        }
        let numpy = py.import("numpy")?;
        let array = numpy.call_method1("asarray", (actions,))?;
        let (kind, shape) = (array.getattr("dtype")?, array.getattr("shape")?);
        let whole = matches!(kind.getattr("kind")?.extract::<String>()?.as_str(), "i" | "u");
        if !whole || array.getattr("ndim")?.extract::<usize>()? != 1 {
            let message =
                format!("actions: an array of {games} whole numbers is wanted, not one of {kind} of the shape {shape}");
            return Err(PyTypeError::new_err(message));
        }
        let array = array.call_method1("astype", ("int64",))?;
        array.cast_into::<PyArray1<i64>>().map_err(|error| PyTypeError::new_err(error.to_string()))
    }

    fn vectors<'py>(
        &mut self,
        py: Python<'py>,
        out: Option<PyReadwriteArray2<'py, f32>>,
        all: bool,
    ) -> PyResult<Bound<'py, PyAny>> {
        let cells = if all { self.batch.cells_of_all().count() } else { self.batch.cells().count() };
        let shape = [self.batch.len(), cells];
        let mut out = match out {
            Some(out) => out,
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
        n: usize,
        seed: u64,
        history: usize,
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

    #[getter]
    fn n(&self) -> usize {
        self.batch.len()
    }

    #[getter]
    fn num_actions(&self) -> usize {
        self.batch.actions().count()
    }

    #[getter]
    fn num_cells(&self) -> usize {
        self.batch.cells().count()
    }

    #[getter]
    fn num_cells_all(&self) -> usize {
        self.batch.cells_of_all().count()
    }

    #[pyo3(signature = (seed=None))]
    fn reset<'py>(&mut self, py: Python<'py>, seed: Option<u64>) -> PyResult<Shown<'py>> {
        if let Some(seed) = seed {
            let prepared = self.batch.prepared().clone();
            let batch = &mut self.batch;
            let begun = py.detach(|| batch.reset(seed));
            begun.map_err(|why| refused(py, Some(&self.batch), &prepared, why))?;
        }
        self.show(py)
    }

    /// Whose turn it is in each game, and what may be done.
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

    fn step<'py>(&mut self, py: Python<'py>, actions: &Bound<'py, PyAny>) -> PyResult<Stepped<'py>> {
        let actions = Self::whole(py, actions, self.batch.len())?;
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

    #[pyo3(signature = (out=None))]
    fn observe<'py>(
        &mut self,
        py: Python<'py>,
        out: Option<PyReadwriteArray2<'py, f32>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.vectors(py, out, false)
    }

    #[pyo3(signature = (out=None))]
    fn observe_all<'py>(
        &mut self,
        py: Python<'py>,
        out: Option<PyReadwriteArray2<'py, f32>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.vectors(py, out, true)
    }

    fn __repr__(&self) -> String {
        format!("<bidlang.Env of {} games of {}>", self.batch.len(), self.batch.prepared().game().title())
    }
}

/// Chance for whoever chooses at random.
#[pyclass(module = "bidlang")]
pub struct Dice {
    stream: Stream,
}

#[pymethods]
impl Dice {
    #[new]
    #[pyo3(signature = (seed=0))]
    fn new(seed: u64) -> Self {
        Self { stream: Stream::new(seed, 77) }
    }

    /// Of each row of a mask one action that it allows, each as likely as the others.
    #[pyo3(signature = (mask, out=None))]
    fn choose<'py>(
        &mut self,
        py: Python<'py>,
        mask: PyReadonlyArray2<'py, bool>,
        out: Option<PyReadwriteArray1<'py, i64>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if !mask.is_c_contiguous() {
            return Err(not_row_by_row("mask"));
        }
        let (rows, columns) = (mask.shape().first().copied().unwrap_or(0), mask.shape().get(1).copied().unwrap_or(0));
        let mut out = match out {
            Some(out) => out,
            None => PyArray1::<i64>::zeros(py, [rows], false).try_readwrite().map_err(in_use("actions"))?,
        };
        if out.shape() != [rows] {
            return Err(PyValueError::new_err(format!(
                "actions: {rows} are wanted, and there is room for {:?}",
                out.shape()
            )));
        }
        let open = mask.as_slice().map_err(in_pieces("mask"))?;
        let to = out.as_slice_mut().map_err(in_pieces("actions"))?;
        let stream = &mut self.stream;
        let empty = py.detach(|| {
            let mut empty = None;
            for (at, (row, to)) in open.chunks_exact(columns.max(1)).zip(to.iter_mut()).enumerate() {
                match one_of(row, stream) {
                    Some(chosen) => *to = chosen,
                    None => empty = empty.or(Some(at)),
                }
            }
            empty
        });
        match empty {
            Some(row) => Err(plain(py, "ActionError", &format!("row {row} of the mask allows nothing"))),
            None => Ok(out.as_any().clone()),
        }
    }
}

/// One of the places that are true.
fn one_of(row: &[bool], stream: &mut Stream) -> Option<i64> {
    // Eight answers are a word, a byte each: words are added up byte by byte, so many that no byte runs over, and bytes by one multiplication.
    const MOST: usize = 255;
    const ONES: u64 = 0x0101_0101_0101_0101;
    let (words, rest) = row.as_chunks::<8>();
    let mut last = [false; 8];
    last.iter_mut().zip(rest).for_each(|(to, answer)| *to = *answer);
    let words = || words.iter().chain([&last]).map(|word| u64::from_le_bytes(word.map(u8::from)));
    let here = |word: u64| (word.wrapping_mul(ONES) >> 56) as u32;
    let count = if row.len() < 8 * MOST {
        let sums: u64 = words().sum();
        (0..8).map(|byte| (sums >> (8 * byte) & 0xff) as u32).sum()
    } else {
        words().map(here).sum()
    };
    if count == 0 {
        return None;
    }
    let mut left = stream.below(count);
    for (base, mut word) in (0_i64..).step_by(8).zip(words()) {
        if left < here(word) {
            for _ in 0..left {
                word &= word - 1;
            }
            return Some(base + i64::from(word.trailing_zeros() / 8));
        }
        left -= here(word);
    }
    None
}
