//! One game played by numbers.

use std::sync::Arc;

use bidlang::engine::{Choice, Seeded, each_seat};
use bidlang_learning::{Actions, Branched, Match as Played, shares};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::given;
use crate::numbering::Numbering;
use crate::problems::{plain, raised, stopped};

#[doc = doc_of!("Match")]
#[pyclass(module = "bidlang")]
pub struct Match {
    pub numbering: Py<Numbering>,
    pub played: Played,
    /// Its seed, where chance comes from one.
    pub seed: Option<u64>,
}

impl Match {
    /// A seat, if there is one of this number.
    pub fn seat(&self, seat: u8) -> PyResult<u8> {
        let players = self.played.prepared().players();
        if seat < players {
            return Ok(seat);
        }
        Err(PyValueError::new_err(format!("there is no seat {seat}: seats are counted from 0 to {}", players - 1)))
    }

    /// The seat that says a number, which it has to be able to.
    fn checked(&mut self, py: Python<'_>, action: i64, seat: Option<u8>) -> PyResult<(u8, u32)> {
        let waiting: Vec<u8> = self.played.waiting().collect();
        let Some(first) = waiting.first() else {
            return Err(plain(py, "GameOverError", "the game is over: nobody is to choose"));
        };
        let seat = seat.unwrap_or(*first);
        if !waiting.contains(&seat) {
            return Err(plain(py, "NotToChooseError", &format!("seat {seat} is not to choose now, but {waiting:?}")));
        }
        let actions = self.actions();
        let number = u32::try_from(action).ok().filter(|number| (*number as usize) < actions.count());
        let Some(number) = number else {
            let message = format!("{action} is no action: they are numbered from 0 to {}", actions.count() - 1);
            return Err(plain(py, "ActionError", &message));
        };
        if !self.played.legal(&actions, seat).contains(&number) {
            let words = actions.words(self.played.prepared(), number);
            return Err(plain(py, "ActionError", &format!("action {number} ({words}) may not be taken now")));
        }
        Ok((seat, number))
    }

    /// The seat that is meant: the one that is to choose, where none is said.
    fn meant(&self, py: Python<'_>, seat: Option<u8>) -> PyResult<u8> {
        match seat.or_else(|| self.played.to_act()) {
            Some(seat) => self.seat(seat),
            None => Err(plain(py, "GameOverError", "the game is over and nobody is to choose: say for which seat")),
        }
    }

    /// The numbers of its actions.
    pub fn actions(&self) -> Arc<Actions> {
        Arc::clone(&self.numbering.get().actions)
    }

    /// Whether a choice is legal for a seat.
    pub fn allows(&mut self, seat: u8, choice: &Choice) -> bool {
        let runner = Arc::clone(self.played.prepared().runner());
        runner.allows(&mut self.played.desk, seat, choice)
    }

    /// A match of the same numbers that comes from no seed.
    pub fn like(&self, py: Python<'_>, played: Played) -> Self {
        Self { numbering: self.numbering.clone_ref(py), played, seed: None }
    }
}

type Branches = Option<Vec<(f64, Match)>>;

/// What may come of a game, as Python has it.
fn branches(py: Python<'_>, numbering: &Py<Numbering>, found: Branched) -> PyResult<Branches> {
    let of = |(likely, played)| (likely, Match { numbering: numbering.clone_ref(py), played, seed: None });
    match found {
        Branched::All(found) => Ok(Some(found.into_iter().map(of).collect())),
        Branched::TooMany => Ok(None),
        Branched::Seen => Err(PyValueError::new_err(
            "somebody sees an order of cards that had been left open, so that not each outcome of chance was gone through: play it from a seed",
        )),
        Branched::Unlisted => Err(PyValueError::new_err(
            "its chance comes from a seed, and of what else might come nothing is known: take a match of Match.beginnings()",
        )),
    }
}

#[pymethods]
impl Match {
    #[new]
    #[pyo3(signature = (numbering, seed=0))]
    fn new(py: Python<'_>, numbering: Py<Numbering>, #[pyo3(from_py_with = given::whole)] seed: u64) -> PyResult<Self> {
        let (known, prepared) = (numbering.get(), numbering.get().game.get().prepared.clone());
        let made =
            py.detach(|| Played::by(&prepared, &known.actions, Seeded::new(seed).into(), Some(&known.cells), true));
        let played = made.map_err(|fault| raised(py, &stopped(&prepared, fault)))?;
        Ok(Self { numbering, played, seed: Some(seed) })
    }

    #[doc = doc_of!("Match.beginnings")]
    #[staticmethod]
    #[pyo3(signature = (numbering, most=10_000))]
    fn beginnings(
        py: Python<'_>,
        numbering: Py<Numbering>,
        #[pyo3(from_py_with = given::count)] most: usize,
    ) -> PyResult<Branches> {
        let (known, prepared) = (numbering.get(), numbering.get().game.get().prepared.clone());
        let found = py.detach(|| Played::beginnings(&prepared, &known.actions, &known.cells, most));
        branches(py, &numbering, found.map_err(|fault| raised(py, &stopped(&prepared, fault)))?)
    }

    #[doc = doc_of!("Match.branches")]
    #[pyo3(name = "branches", signature = (action, seat=None, most=10_000))]
    fn branch(
        &mut self,
        py: Python<'_>,
        #[pyo3(from_py_with = given::far)] action: i64,
        #[pyo3(from_py_with = given::maybe_seat)] seat: Option<u8>,
        #[pyo3(from_py_with = given::count)] most: usize,
    ) -> PyResult<Branches> {
        let (seat, number) = self.checked(py, action, seat)?;
        let actions = self.actions();
        let played = &self.played;
        let found = py.detach(|| played.branches(&actions, seat, number, most));
        branches(py, &self.numbering, found.map_err(|fault| raised(py, &stopped(self.played.prepared(), fault)))?)
    }

    #[doc = doc_of!("Match.numbering")]
    #[getter]
    fn numbering(&self, py: Python<'_>) -> Py<Numbering> {
        self.numbering.clone_ref(py)
    }

    #[doc = doc_of!("Match.seed")]
    #[getter]
    fn seed(&self) -> Option<u64> {
        self.seed
    }

    #[doc = doc_of!("Match.decisions")]
    #[getter]
    fn decisions(&self) -> u64 {
        self.played.decisions()
    }

    #[doc = doc_of!("Match.to_act")]
    fn to_act(&self) -> Option<u8> {
        self.played.to_act()
    }

    #[doc = doc_of!("Match.seats_to_act")]
    // Bytes would come of a list of `u8`.
    fn seats_to_act(&self) -> Vec<usize> {
        self.played.waiting().map(usize::from).collect()
    }

    #[doc = doc_of!("Match.legal")]
    #[pyo3(signature = (seat=None))]
    fn legal(&mut self, #[pyo3(from_py_with = given::maybe_seat)] seat: Option<u8>) -> PyResult<Vec<u32>> {
        let Some(seat) = seat.or(self.played.to_act()) else { return Ok(Vec::new()) };
        let seat = self.seat(seat)?;
        let actions = self.actions();
        let mut legal = self.played.legal(&actions, seat);
        legal.sort_unstable();
        Ok(legal)
    }

    #[doc = doc_of!("Match.mask")]
    #[pyo3(signature = (seat=None))]
    fn mask<'py>(
        &mut self,
        py: Python<'py>,
        #[pyo3(from_py_with = given::maybe_seat)] seat: Option<u8>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let mut mask = vec![false; self.numbering.get().actions.count()];
        for number in self.legal(seat)? {
            if let Some(cell) = mask.get_mut(number as usize) {
                *cell = true;
            }
        }
        Ok(PyArray1::from_vec(py, mask))
    }

    #[doc = doc_of!("Match.take")]
    #[pyo3(signature = (action, seat=None))]
    fn take(
        &mut self,
        py: Python<'_>,
        #[pyo3(from_py_with = given::far)] action: i64,
        #[pyo3(from_py_with = given::maybe_seat)] seat: Option<u8>,
    ) -> PyResult<()> {
        let (seat, number) = self.checked(py, action, seat)?;
        let actions = self.actions();
        let played = &mut self.played;
        let taken = py.detach(|| played.take_legal(&actions, seat, number));
        taken.map_err(|fault| raised(py, &stopped(self.played.prepared(), fault)))
    }

    #[doc = doc_of!("Match.observe")]
    #[pyo3(signature = (seat=None))]
    fn observe<'py>(
        &mut self,
        py: Python<'py>,
        #[pyo3(from_py_with = given::maybe_seat)] seat: Option<u8>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let seat = self.meant(py, seat)?;
        let known = self.numbering.get();
        let (actions, cells) = (Arc::clone(&known.actions), Arc::clone(&known.cells));
        let array = PyArray1::<f32>::zeros(py, [cells.count()], false);
        let mut to = array.try_readwrite().map_err(|error| PyValueError::new_err(error.to_string()))?;
        self.played.observe(
            &actions,
            &cells,
            seat,
            to.as_slice_mut().map_err(|error| PyValueError::new_err(error.to_string()))?,
        );
        drop(to);
        Ok(array)
    }

    #[doc = doc_of!("Match.observe_all")]
    #[pyo3(signature = (seat=0))]
    fn observe_all<'py>(
        &mut self,
        py: Python<'py>,
        #[pyo3(from_py_with = given::seat)] seat: u8,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let seat = self.seat(seat)?;
        let all = Arc::clone(&self.numbering.get().all);
        let mut row = vec![0.0; all.count()];
        self.played.observe_all(&all, seat, &mut row);
        Ok(PyArray1::from_vec(py, row))
    }

    #[doc = doc_of!("Match.memory")]
    #[pyo3(signature = (seat=None))]
    fn memory(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = given::maybe_seat)] seat: Option<u8>,
    ) -> PyResult<Option<String>> {
        Ok(self.played.memory(self.meant(py, seat)?))
    }

    #[doc = doc_of!("Match.view")]
    #[pyo3(signature = (seat=None))]
    fn view(&self, py: Python<'_>, #[pyo3(from_py_with = given::maybe_seat)] seat: Option<u8>) -> PyResult<String> {
        let seat = self.meant(py, seat)?;
        Ok(self.played.prepared().turn_in(self.played.desk.state(), seat).view().to_string())
    }

    #[doc = doc_of!("Match.is_over")]
    fn is_over(&self) -> bool {
        self.played.is_over()
    }

    #[doc = doc_of!("Match.scores")]
    fn scores(&self) -> Vec<i64> {
        self.played.scores()
    }

    #[doc = doc_of!("Match.winners")]
    fn winners(&self) -> Vec<usize> {
        each_seat(if self.played.is_over() { self.played.winners() } else { 0 }).map(usize::from).collect()
    }

    #[doc = doc_of!("Match.shares")]
    fn shares(&self) -> Vec<f64> {
        let winners = if self.played.is_over() { self.played.winners() } else { 0 };
        shares(winners, usize::from(self.played.prepared().players())).collect()
    }

    #[doc = doc_of!("Match.clone")]
    #[pyo3(name = "clone")]
    fn copy(&self, py: Python<'_>) -> Self {
        Self { numbering: self.numbering.clone_ref(py), played: self.played.clone(), seed: self.seed }
    }

    fn __copy__(&self, py: Python<'_>) -> Self {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy(py)
    }

    fn __repr__(&self) -> String {
        format!("<bidlang.Match of {}>", self.played.prepared().game().title())
    }
}
