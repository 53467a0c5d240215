//! Chance for whoever chooses at random from masks.

use bidlang::engine::Stream;
use numpy::{Ix1, Ix2, PyArray1, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arrays::{array, in_pieces, in_use, not_row_by_row};
use crate::given;
use crate::problems::plain;

#[doc = doc_of!("Dice")]
#[pyclass(module = "bidlang")]
pub struct Dice {
    stream: Stream,
}

#[pymethods]
impl Dice {
    #[new]
    #[pyo3(signature = (seed=0))]
    fn new(#[pyo3(from_py_with = given::whole)] seed: u64) -> Self {
        Self { stream: Stream::new(seed, 77) }
    }

    #[doc = doc_of!("Dice.choose")]
    #[pyo3(signature = (mask, out=None))]
    fn choose<'py>(
        &mut self,
        py: Python<'py>,
        mask: &Bound<'py, PyAny>,
        out: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mask = array::<bool, Ix2>(mask, ("mask", "a numpy array of bool with two axes"))?;
        let mask = mask.try_readonly().map_err(in_use("mask"))?;
        if !mask.is_c_contiguous() {
            return Err(not_row_by_row("mask"));
        }
        let (rows, columns) = (mask.shape().first().copied().unwrap_or(0), mask.shape().get(1).copied().unwrap_or(0));
        let mut out = match out {
            Some(out) => {
                let wanted = ("actions", "a numpy array of int64 with one axis");
                array::<i64, Ix1>(out, wanted)?.try_readwrite().map_err(in_use("actions"))?
            }
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
