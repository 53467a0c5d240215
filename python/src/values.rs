//! JSON as Python has it.

use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyMapping, PyString};
use serde_json::{Map, Value};

/// A JSON value as a Python object.
pub fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Null => Ok(py.None().into_bound(py)),
        Value::Bool(value) => value.into_bound_py_any(py),
        Value::Number(number) => match (number.as_i64(), number.as_u64(), number.as_f64()) {
            (Some(value), _, _) => value.into_bound_py_any(py),
            (None, Some(value), _) => value.into_bound_py_any(py),
            (None, None, value) => value.into_bound_py_any(py),
        },
        Value::String(text) => text.into_bound_py_any(py),
        Value::Array(items) => {
            let list = PyList::empty(py);
            for item in items {
                list.append(to_python(py, item)?)?;
            }
            Ok(list.into_any())
        }
        Value::Object(fields) => {
            let dict = PyDict::new(py);
            for (name, value) in fields {
                dict.set_item(name, to_python(py, value)?)?;
            }
            Ok(dict.into_any())
        }
    }
}

/// How deep lists and dictionaries may lie in each other.
const DEEPEST: u32 = 16;

/// A Python object as JSON: what JSON has no word for is refused.
pub fn from_python(object: &Bound<'_, PyAny>) -> PyResult<Value> {
    within(object, DEEPEST)
}

fn within(object: &Bound<'_, PyAny>, deep: u32) -> PyResult<Value> {
    let Some(deeper) = deep.checked_sub(1) else {
        return Err(PyValueError::new_err("lists and dictionaries lie too deep in each other"));
    };
    if object.is_none() {
        return Ok(Value::Null);
    }
    if let Ok(value) = object.cast::<PyBool>() {
        return Ok(Value::Bool(value.is_true()));
    }
    if let Ok(value) = object.cast::<PyInt>() {
        return Ok(Value::from(value.extract::<i64>()?));
    }
    if let Ok(value) = object.cast::<PyFloat>() {
        let number = value.extract::<f64>()?;
        if !number.is_finite() {
            return Err(PyValueError::new_err(format!("{number} is no number that JSON has a word for")));
        }
        return Ok(Value::from(number));
    }
    if let Ok(value) = object.cast::<PyString>() {
        return Ok(Value::from(value.to_str()?));
    }
    if let Ok(mapping) = object.cast::<PyMapping>() {
        let mut fields = Map::new();
        for item in mapping.items()? {
            let (name, value) = item.extract::<(String, Bound<'_, PyAny>)>()?;
            fields.insert(name, within(&value, deeper)?);
        }
        return Ok(Value::Object(fields));
    }
    if let Ok(list) = object.cast::<PyList>() {
        return list.iter().map(|item| within(&item, deeper)).collect::<PyResult<Vec<Value>>>().map(Value::Array);
    }
    Err(PyValueError::new_err(format!("{} is nothing that JSON has a word for", object.get_type().name()?)))
}
