//! numpy's arrays, as callers give them: what is none that is wanted is refused with words.

use numpy::ndarray::Dimension;
use numpy::{Element, PyArray, PyArray1, PyUntypedArrayMethods};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

/// A slice that cannot be had: the array is in use elsewhere, or does not lie in one piece.
pub fn in_use(what: &'static str) -> impl Fn(numpy::BorrowError) -> PyErr {
    move |error| PyValueError::new_err(format!("{what}: {error}"))
}

pub fn in_pieces(what: &'static str) -> impl Fn(numpy::AsSliceError) -> PyErr {
    move |_| not_row_by_row(what)
}

/// An array that somebody gives, of this kind and so many axes.
pub fn array<'a, 'py, T: Element, D: Dimension>(
    object: &'a Bound<'py, PyAny>,
    (what, wanted): (&str, &str),
) -> PyResult<&'a Bound<'py, PyArray<T, D>>> {
    object.cast::<PyArray<T, D>>().map_err(|_| {
        let given = match (object.getattr("dtype"), object.getattr("shape")) {
            (Ok(kind), Ok(shape)) => format!("one of {kind} of the shape {shape}"),
            _ => object.get_type().name().map_or_else(|_| "this".to_owned(), |name| format!("{name}")),
        };
        PyTypeError::new_err(format!("{what}: {wanted} is wanted, not {given}"))
    })
}

pub fn not_row_by_row(what: &str) -> PyErr {
    let message = "the array does not lie in one piece, row by row; numpy.ascontiguousarray() makes one that does";
    PyValueError::new_err(format!("{what}: {message}"))
}

/// Actions as whole numbers in one piece, whatever integers they are.
pub fn whole<'py>(py: Python<'py>, actions: &Bound<'py, PyAny>, games: usize) -> PyResult<Bound<'py, PyArray1<i64>>> {
    if let Ok(array) = actions.cast::<PyArray1<i64>>()
        && array.is_c_contiguous()
    {
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
    // What has no room in 63 bits is no action either.
    let array = match kind.getattr("kind")?.eq("u")? {
        true => numpy.call_method1("minimum", (array, numpy.call_method1("uint64", (i64::MAX,))?))?,
        false => array,
    };
    let array = array.call_method1("astype", ("int64",))?;
    array.cast_into::<PyArray1<i64>>().map_err(|error| PyTypeError::new_err(error.to_string()))
}
