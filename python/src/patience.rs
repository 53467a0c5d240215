//! Long work, beside which other Python threads run, and which Ctrl-C ends.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::{Builder, scope};
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// Phrases and rules are nested; each thread has room for that.
pub const STACK: usize = 16 << 20;
/// So often it is looked whether somebody has pressed Ctrl-C.
const OFTEN: Duration = Duration::from_millis(50);

/// Does the work on a thread of its own. When a signal's handler raises an exception, `stop` is set, and the exception is raised when the work,
/// which has to look at it, is done.
pub fn patiently<T: Send>(py: Python<'_>, stop: &AtomicBool, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    scope(|scope| {
        let (working, done) = channel::<()>();
        let begun = Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
            let _working = working;
            work()
        });
        let worker = begun
            .map_err(|error| PyRuntimeError::new_err(format!("the system gives no thread to work on: {error}")))?;
        let (mut raised, mut done) = (Ok(()), done);
        loop {
            let heard;
            (heard, done) = py.detach(move || (done.recv_timeout(OFTEN), done));
            if heard != Err(RecvTimeoutError::Timeout) {
                break;
            }
            if raised.is_ok() {
                raised = py.check_signals();
                stop.store(raised.is_err(), Ordering::Relaxed);
            }
        }
        let found = py.detach(|| worker.join()).unwrap_or_else(|panic| resume_unwind(panic));
        raised.map(|()| found)
    })
}
