//! The numbers of a game's actions and the cells of its vectors, in words.

use std::collections::HashMap;
use std::sync::Arc;

use bidlang_learning::{Actions, Cells};
use pyo3::prelude::*;

use crate::env::checked_history;
use crate::game::Game;
use crate::given;

#[doc = doc_of!("Numbering")]
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
    fn new(game: Py<Game>, #[pyo3(from_py_with = given::count)] history: usize) -> PyResult<Self> {
        let prepared = &game.get().prepared;
        let (actions, cells) =
            (Arc::new(Actions::of(prepared)), Arc::new(Cells::of(prepared, checked_history(history)?)));
        let all = Arc::new(Cells::of_all(prepared));
        Ok(Self { game, actions, cells, all, history })
    }

    #[doc = doc_of!("Numbering.game")]
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    #[doc = doc_of!("Numbering.history")]
    #[getter]
    fn history(&self) -> usize {
        self.history
    }

    #[doc = doc_of!("Numbering.num_actions")]
    #[getter]
    fn num_actions(&self) -> usize {
        self.actions.count()
    }

    #[doc = doc_of!("Numbering.num_cells")]
    #[getter]
    fn num_cells(&self) -> usize {
        self.cells.count()
    }

    #[doc = doc_of!("Numbering.num_cells_all")]
    #[getter]
    fn num_cells_all(&self) -> usize {
        self.all.count()
    }

    #[doc = doc_of!("Numbering.actions")]
    fn actions(&self) -> Vec<String> {
        let count = u32::try_from(self.actions.count()).unwrap_or(u32::MAX);
        (0..count).map(|number| self.actions.words(&self.game.get().prepared, number)).collect()
    }

    #[doc = doc_of!("Numbering.words")]
    fn words(&self, #[pyo3(from_py_with = given::far)] action: i64) -> String {
        let number = u32::try_from(action).ok();
        number.map_or_else(String::new, |number| self.actions.words(&self.game.get().prepared, number))
    }

    #[doc = doc_of!("Numbering.cells")]
    fn cells(&self) -> Vec<Told> {
        told(&self.cells)
    }

    #[doc = doc_of!("Numbering.cells_all")]
    fn cells_all(&self) -> Vec<Told> {
        told(&self.all)
    }

    #[doc = doc_of!("Numbering.cell_names")]
    fn cell_names(&self) -> Vec<String> {
        self.cells.names(&self.game.get().prepared)
    }

    #[doc = doc_of!("Numbering.cell_names_all")]
    fn cell_names_all(&self) -> Vec<String> {
        self.all.names(&self.game.get().prepared)
    }

    #[doc = doc_of!("Numbering.event_words")]
    fn event_words(&self) -> HashMap<&'static str, Vec<String>> {
        self.cells.event_words(&self.game.get().prepared).into_iter().collect()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let class = py.get_type::<Self>().into_any();
        Ok((class, (self.game.clone_ref(py), self.history).into_pyobject(py)?.into_any()))
    }
}
