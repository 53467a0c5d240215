//! Lines to standard output. A closed pipe ends the command quietly; any other failure is told. What a file or a name holds
//! cannot move the cursor or colour the screen: control characters are shown as spaces.

use std::io::{ErrorKind, Write};

pub use bidlang_cli::letters::safe;

/// Writes the text of a file to standard output as it is.
pub fn raw(text: &str) {
    let mut out = std::io::stdout().lock();
    if let Err(error) = out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        failed(&error);
    }
}

/// Writes a line to standard output.
pub fn line(text: &str) {
    let mut out = anstream::stdout().lock();
    if let Err(error) = writeln!(out, "{}", safe(text)) {
        failed(&error);
    }
}

/// Shows lines on an empty screen. They have the colours of their makers, and no other control characters.
pub fn screen(lines: &[String]) {
    let mut out = std::io::stdout().lock();
    let text = format!("\u{1b}[H\u{1b}[2J\u{1b}[3J{}\n", lines.join("\n"));
    if let Err(error) = out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        failed(&error);
    }
}

/// Writes text without an end of line, and lets it be seen at once.
pub fn prompt(text: &str) {
    let mut out = anstream::stdout().lock();
    if let Err(error) = write!(out, "{}", safe(text)).and_then(|()| out.flush()) {
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
