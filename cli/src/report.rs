//! Diagnostics on standard error.

use std::io::IsTerminal;
use std::path::Path;

use bidlang::Error;
use bidlang::diagnostic::{Code, Diagnostic};
use bidlang::sources::Sources;
use bidlang_cli::letters::{self, Look};

use crate::files::{self, Text};
use crate::{End, output};

/// Prints problems of one text.
pub fn problems(text: &Text, problems: &[Diagnostic]) {
    told(&Sources::one(&text.name, &text.text), problems);
}

/// Prints problems of a game that is made of several texts: each place is shown in its own file.
pub fn told(sources: &Sources, problems: &[Diagnostic]) {
    problems.iter().for_each(|problem| print(&letters::with_texts(sources, problem, look())));
}

/// Prints what cannot be done, and says how the command ends by it.
pub fn error(error: &Error) -> End {
    match error {
        Error::Rules { sources, problems } => {
            told(sources, problems);
            End::Findings
        }
        Error::Setup { sources, problems } => {
            setup(sources, problems);
            End::Usage
        }
        Error::Record(problem) => {
            plain(problem);
            // What a record says is wrong, or the call: it names other rules, or asks for what is not there.
            if problem.code == Code::BadRecord { End::Findings } else { End::Usage }
        }
        Error::Stopped(stopped) => {
            told(&stopped.sources, std::slice::from_ref(&stopped.problem));
            End::Stopped
        }
        other => {
            print(&other.to_string());
            End::Usage
        }
    }
}

/// Reads a rules file; `-` is standard input.
///
/// # Errors
/// How the command ends where it cannot be read, after that is told.
pub fn read(path: &Path) -> Result<Text, End> {
    files::read(path).map_err(|problem| {
        plain(&problem);
        End::Usage
    })
}

/// Prints a problem that belongs to no text.
pub fn plain(problem: &Diagnostic) {
    print(&letters::alone(problem, look()));
}

/// Prints problems of a setup: those that point into the rules file show it, the others stand alone.
pub fn setup(sources: &Sources, found: &[Diagnostic]) {
    found.iter().for_each(|problem| print(&letters::letter(sources, problem, look())));
}

fn look() -> Look {
    let colour = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    Look { width: 110, colour }
}

fn print(letter: &str) {
    output::note(letter);
    output::note("");
}
