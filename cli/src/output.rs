//! Lines to standard output. A closed pipe ends the command quietly; any other failure is told. What a file or a name holds
//! cannot move the cursor or colour the screen: control characters are shown as spaces.

use std::io::{ErrorKind, IsTerminal, Write};

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

/// Writes a line to standard output, where anybody still reads it; whether it could be written.
pub fn if_read(text: &str) -> bool {
    writeln!(anstream::stdout().lock(), "{}", safe(text)).is_ok()
}

/// Says a line to the person who plays: at a terminal it is broken at spaces, further in than it begins.
pub fn told(text: &str) {
    let width = std::io::stdout().is_terminal().then(width).flatten().unwrap_or(usize::MAX);
    folded(text, width).iter().for_each(|piece| line(piece));
}

/// Says what something is beside its name; below it, further in, where a terminal has no room for both.
pub fn beside(name: &str, text: &str) {
    let whole = format!("{name}  {text}");
    let width = std::io::stdout().is_terminal().then(width).flatten().unwrap_or(usize::MAX);
    if whole.chars().count() <= width {
        return line(&whole);
    }
    line(name);
    folded(&format!("      {text}"), width).iter().for_each(|piece| line(piece));
}

/// How wide the terminal is.
#[cfg(unix)]
fn width() -> Option<usize> {
    terminal_size::terminal_size().map(|(width, _)| usize::from(width.0))
}

#[cfg(not(unix))]
fn width() -> Option<usize> {
    None
}

/// A line in pieces that are not wider, broken at spaces, further in than its beginning.
pub fn folded(line: &str, width: usize) -> Vec<String> {
    if line.chars().count() <= width {
        return vec![line.to_owned()];
    }
    let margin: String = line.chars().take_while(|c| *c == ' ').collect();
    let mut lines = Vec::new();
    let mut now = margin.clone();
    for word in line.split_whitespace() {
        let empty = now.trim().is_empty();
        if !empty && now.chars().count() + 1 + word.chars().count() > width {
            lines.push(std::mem::replace(&mut now, format!("{margin}  {word}")));
        } else {
            now = if empty { format!("{now}{word}") } else { format!("{now} {word}") };
        }
    }
    lines.push(now);
    lines
}

/// Shows lines on an empty screen. They have the colours of their makers, and no other control characters.
pub fn screen(lines: &[String]) {
    control(&cleared(lines));
}

/// Lines on an empty screen, as they are written to a terminal.
pub fn cleared(lines: &[String]) -> String {
    format!("\u{1b}[H\u{1b}[2J{}\n", lines.join("\n"))
}

/// The other screen of a terminal, which has no scroll-back and is gone when this is dropped.
pub struct OtherScreen(());

impl OtherScreen {
    /// Goes there.
    pub fn begin() -> Self {
        control("\u{1b}[?1049h\u{1b}[H\u{1b}[2J");
        Self(())
    }
}

impl Drop for OtherScreen {
    fn drop(&mut self) {
        control("\u{1b}[2J\u{1b}[?1049l");
    }
}

/// Writes what a terminal is to do.
fn control(text: &str) {
    let mut out = std::io::stdout().lock();
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
