//! The numbers of a game's actions and the cells of its vectors, in words.

use std::sync::Arc;

use bidlang_learning::{Actions, Cells};
use pyo3::prelude::*;

use crate::env::checked_history;
use crate::game::Game;

/// What actions and cells mean.
#[pyclass(frozen, module = "bidlang")]
pub struct Numbering {
    pub game: Py<Game>,
    pub actions: Arc<Actions>,
    pub cells: Arc<Cells>,
    pub all: Arc<Cells>,
    history: usize,
}

type Told = (String, &'static str, usize, usize, f32, f32);

fn told(cells: &Cells) -> Vec<Told> {
    let sections = cells.sections().iter();
    sections.map(|part| (part.name.clone(), part.holds, part.from, part.count, part.range.0, part.range.1)).collect()
}

#[pymethods]
impl Numbering {
    #[new]
    #[pyo3(signature = (game, history=32))]
    fn new(game: Py<Game>, history: usize) -> PyResult<Self> {
        let prepared = &game.get().prepared;
        let (actions, cells) =
            (Arc::new(Actions::of(prepared)), Arc::new(Cells::of(prepared, checked_history(history)?)));
        let all = Arc::new(Cells::of_all(prepared));
        Ok(Self { game, actions, cells, all, history })
    }

    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    #[getter]
    fn history(&self) -> usize {
        self.history
    }

    #[getter]
    fn num_actions(&self) -> usize {
        self.actions.count()
    }

    #[getter]
    fn num_cells(&self) -> usize {
        self.cells.count()
    }

    #[getter]
    fn num_cells_all(&self) -> usize {
        self.all.count()
    }

    /// What each action is.
    fn actions(&self) -> Vec<String> {
        let count = u32::try_from(self.actions.count()).unwrap_or(u32::MAX);
        (0..count).map(|number| self.actions.words(&self.game.get().prepared, number)).collect()
    }

    fn words(&self, action: u32) -> String {
        self.actions.words(&self.game.get().prepared, action)
    }

    /// What the cells are, section by section: name, what it holds, the first cell, how many, lowest, highest.
    fn cells(&self) -> Vec<Told> {
        told(&self.cells)
    }

    fn cells_all(&self) -> Vec<Told> {
        told(&self.all)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let class = py.get_type::<Self>().into_any();
        Ok((class, (self.game.clone_ref(py), self.history).into_pyobject(py)?.into_any()))
    }
}
