//! Errors of the front door: each prints the letter that an author or a player needs.

use std::fmt;

use crate::diagnostic::Diagnostic;
use crate::sources::Sources;
use crate::why::Clause;

/// What cannot be done, and why. It prints a letter to who is to mend it, also where a program ends with it (`Debug`).
#[derive(Clone)]
pub enum Error {
    /// The rules file has problems, or refuses this setup. Prints each with its place and help.
    Rules {
        /// The texts in which they lie.
        sources: Sources,
        /// The problems, in the order of the texts; at least one.
        problems: Vec<Diagnostic>,
    },
    /// A seat acts that is not to choose now.
    NotToChoose {
        /// The seat's name.
        seat: String,
        /// Those who are to choose; none if the game is over.
        choosers: Vec<String>,
    },
    /// An act is not legal. Prints the clauses that forbid it.
    Illegal {
        /// The act.
        act: String,
        /// What forbids it; none if it is an act of another decision.
        because: Vec<Objected>,
    },
    /// The rules ask for what cannot be done, or a limit is reached.
    Stopped {
        /// What is wrong.
        what: String,
        /// The clause at which the game stopped.
        at: Clause,
    },
}

/// A clause that forbids an act.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Objected {
    /// What the clause has against it, in one word: `must`, `where`, `range`.
    pub why: &'static str,
    /// The clause.
    pub clause: Clause,
}

impl fmt::Display for Error {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules { sources, problems } => {
                for (number, problem) in problems.iter().enumerate() {
                    if number > 0 {
                        writeln!(to)?;
                    }
                    letter(to, sources, problem)?;
                }
                Ok(())
            }
            Self::NotToChoose { seat, choosers } if choosers.is_empty() => {
                write!(to, "{seat} cannot act: the game is over")
            }
            Self::NotToChoose { seat, choosers } => {
                write!(to, "{seat} is not to choose now, but {}", choosers.join(", "))
            }
            Self::Illegal { act, because } if because.is_empty() => write!(to, "{act}: no act of this decision"),
            Self::Illegal { act, because } => {
                write!(to, "{act} is not legal")?;
                for Objected { why, clause } in because {
                    write!(to, "\n  {}:{}: `{}` ({why})", clause.file, clause.line, clause.words)?;
                }
                Ok(())
            }
            Self::Stopped { what, at } => {
                write!(to, "the game stopped: {what}\n  {}:{}: `{}`", at.file, at.line, at.words)
            }
        }
    }
}

/// One problem: message, place, the line with the words underlined, help.
fn letter(to: &mut fmt::Formatter<'_>, sources: &Sources, problem: &Diagnostic) -> fmt::Result {
    write!(to, "{}: {}", problem.code, problem.message)?;
    if let Some(place) = sources.place(problem.span()).filter(|_| problem.span().end > 0) {
        write!(
            to,
            "\n  {}:{}: `{}`",
            place.name,
            place.line(),
            crate::syntax::line_at(sources.text(), problem.span())
        )?;
    }
    if let Some(help) = &problem.help {
        write!(to, "\n  help: {}", help.replace('\n', "\n        "))?;
    }
    Ok(())
}

impl fmt::Debug for Error {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, to)
    }
}

impl std::error::Error for Error {}
