//! Lines to standard output. A closed pipe ends the command quietly; any other failure is told.

use std::io::{ErrorKind, Write};

/// Writes a line to standard output.
pub fn line(text: &str) {
    let mut out = anstream::stdout().lock();
    if let Err(error) = writeln!(out, "{text}") {
        failed(&error);
    }
}

/// Writes text without an end of line, and lets it be seen at once.
pub fn prompt(text: &str) {
    let mut out = anstream::stdout().lock();
    if let Err(error) = write!(out, "{text}").and_then(|()| out.flush()) {
        failed(&error);
    }
}

/// Writes a line to standard error.
pub fn note(text: &str) {
    let _ = writeln!(anstream::stderr().lock(), "{text}");
}

fn failed(error: &std::io::Error) {
    if error.kind() == ErrorKind::BrokenPipe {
        std::process::exit(crate::End::Fine as i32);
    }
    note(&format!("cannot write to standard output: {error}"));
    std::process::exit(crate::End::Usage as i32);
}
