//! Acts, and the table as a seat may see it.

use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::values::to_python;

#[doc = doc_of!("Act")]
#[pyclass(frozen, module = "bidlang")]
pub struct Act {
    pub act: bidlang::Act,
}

#[doc = doc_of!("View")]
#[pyclass(frozen, module = "bidlang")]
pub struct View {
    pub view: bidlang::View,
}

#[pymethods]
impl Act {
    #[doc = doc_of!("Act.words")]
    #[getter]
    fn words(&self) -> String {
        self.act.to_string()
    }

    #[doc = doc_of!("Act.json")]
    fn json<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.act.json())
    }

    fn __str__(&self) -> String {
        self.act.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<bidlang.Act {}>", self.act)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().act == self.act)
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.act.choice().hash(&mut hasher);
        hasher.finish()
    }
}

fn seen<'py>(py: Python<'py>, parts: &[bidlang::Seen]) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for part in parts {
        dict.set_item(&part.name, &part.shown)?;
    }
    Ok(dict)
}

#[pymethods]
impl View {
    #[doc = doc_of!("View.places")]
    #[getter]
    fn places<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        seen(py, &self.view.places)
    }

    #[doc = doc_of!("View.tracks")]
    #[getter]
    fn tracks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        seen(py, &self.view.tracks)
    }

    #[doc = doc_of!("View.scores")]
    #[getter]
    fn scores<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for score in &self.view.scores {
            dict.set_item(&score.name, score.points)?;
        }
        Ok(dict)
    }

    fn __str__(&self) -> String {
        self.view.to_string()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().view == self.view)
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.view.to_string().hash(&mut hasher);
        hasher.finish()
    }
}
