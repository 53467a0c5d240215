//! Numbers that callers give: what is none of them is refused with words.

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;

/// An object as it is shown in a refusal.
fn shown(object: &Bound<'_, PyAny>) -> String {
    const MOST: usize = 40;
    let words = object.repr().map_or_else(|_| "this".to_owned(), |words| words.to_string_lossy().into_owned());
    if words.chars().count() <= MOST { words } else { words.chars().take(MOST).chain("...".chars()).collect() }
}

/// A whole number, where it has room; none where it has not.
fn number<'py, T: for<'a> FromPyObject<'a, 'py, Error = PyErr>>(object: &Bound<'py, PyAny>) -> PyResult<Option<T>> {
    match object.extract::<T>() {
        Ok(number) => Ok(Some(number)),
        Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => Ok(None),
        Err(_) => Err(PyTypeError::new_err(format!("a whole number is wanted, not {}", shown(object)))),
    }
}

fn maybe<'py, T>(object: &Bound<'py, PyAny>, of: impl Fn(&Bound<'py, PyAny>) -> PyResult<T>) -> PyResult<Option<T>> {
    if object.is_none() { Ok(None) } else { of(object).map(Some) }
}

/// A whole number from nought on.
pub fn whole(object: &Bound<'_, PyAny>) -> PyResult<u64> {
    let refused = || PyValueError::new_err(format!("a number from 0 to {} is wanted, not {}", u64::MAX, shown(object)));
    number(object)?.ok_or_else(refused)
}

/// The same, or nothing.
pub fn maybe_whole(object: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
    maybe(object, whole)
}

/// How many; what is more than there is memory for is refused by whoever asked.
pub fn count(object: &Bound<'_, PyAny>) -> PyResult<usize> {
    whole(object).map(|count| usize::try_from(count).unwrap_or(usize::MAX))
}

/// The number of a seat; whether a game has it is not known here.
pub fn seat(object: &Bound<'_, PyAny>) -> PyResult<u8> {
    let refused = || PyValueError::new_err(format!("there is no seat {}: seats are counted from 0", shown(object)));
    number(object)?.ok_or_else(refused)
}

/// The same, or none.
pub fn maybe_seat(object: &Bound<'_, PyAny>) -> PyResult<Option<u8>> {
    maybe(object, seat)
}

/// Any whole number; one that is too far from nought for 64 bits is as far as they reach.
pub fn far(object: &Bound<'_, PyAny>) -> PyResult<i64> {
    Ok(number(object)?.unwrap_or(if object.gt(0)? { i64::MAX } else { i64::MIN }))
}

/// The same, or nothing.
pub fn maybe_far(object: &Bound<'_, PyAny>) -> PyResult<Option<i64>> {
    maybe(object, far)
}

/// One word, or several.
pub fn maybe_words(object: &Bound<'_, PyAny>) -> PyResult<Option<Vec<String>>> {
    maybe(object, |object| match object.extract::<String>() {
        Ok(word) => Ok(vec![word]),
        Err(_) => object.extract(),
    })
}
