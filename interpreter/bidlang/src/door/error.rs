//! Errors of the front door: each prints the letter that an author or a player needs.

use std::fmt;

use super::Prepared;
use super::letter::Letter;
use crate::diagnostic::Diagnostic;
use crate::engine::{Fault, Objection, Why};
use crate::sources::Sources;
use crate::why::Clause;

/// What cannot be done, and why. It prints a letter to who is to mend it, also where a program ends with it (`Debug`).
///
/// ```
/// let wrong = bidlang::SMALL_GAME.replace("highest worth", "highest wroth");
/// let error = bidlang::Game::read("high.bid", &wrong).unwrap_err();
/// let letter = error.to_string();
/// assert!(letter.starts_with("type: an auction is won by `worth`, not by `wroth`"), "{letter}");
/// assert!(letter.contains("
///   high.bid:29:20
///   29 |     wins   highest wroth, ties to nobody
///      |                    ^^^^^
/// "), "{letter}");
/// ```
#[derive(Clone)]
#[non_exhaustive]
pub enum Error {
    /// The rules file has problems. Prints each with its place and help.
    Rules {
        /// The texts in which they lie.
        sources: Sources,
        /// The problems, in the order of the texts; at least one.
        problems: Vec<Diagnostic>,
    },
    /// The rules refuse this player count or these options, or the seats cannot be called so.
    Setup {
        /// The texts of the rules.
        sources: Sources,
        /// The problems; those of words that are not of the file have no place in it.
        problems: Vec<Diagnostic>,
    },
    /// A record that does not fit: to the rules, to the game, or in itself.
    Record(Diagnostic),
    /// Words that tell no act that is legal now, or more than one; places in them are counted in bytes.
    Words(Vec<Diagnostic>),
    /// A seat acts that is not to choose now.
    NotToChoose {
        /// The seat's name.
        seat: String,
        /// Those who are to choose; none if the game is over.
        choosers: Vec<String>,
    },
    /// An act is not legal. Prints the clauses that forbid it.
    Illegal {
        /// What was to be done, in words.
        act: String,
        /// What forbids it; none if it is an act of another decision, or of another game.
        because: Vec<Objected>,
    },
    /// The rules ask for what cannot be done, or a limit is reached.
    Stopped(Box<Stopped>),
}

/// A game that stopped before its end.
#[derive(Debug, Clone)]
pub struct Stopped {
    /// What is wrong, in a few words.
    pub what: String,
    /// The same with its place, and with what comes again and again where a limit was reached.
    pub problem: Diagnostic,
    /// The texts in which it lies.
    pub sources: Sources,
    /// The same as the engine has it.
    #[doc(hidden)]
    pub fault: Fault,
}

/// A clause that forbids an act.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Objected {
    /// What the clause has against it, in one word: `no-act`, `not-now`, `not-there`, `number`, `range`, `where`, `so-that`, `must`.
    pub why: &'static str,
    /// Its words, and where it stands.
    pub clause: Clause,
}

impl Error {
    /// The problems of rules, setups, records, words and stopped games: each with its code, place and help. None where a seat does
    /// what it may not.
    #[must_use]
    pub fn problems(&self) -> &[Diagnostic] {
        match self {
            Self::Rules { problems, .. } | Self::Setup { problems, .. } | Self::Words(problems) => problems,
            Self::Record(problem) => std::slice::from_ref(problem),
            Self::Stopped(stopped) => std::slice::from_ref(&stopped.problem),
            Self::NotToChoose { .. } | Self::Illegal { .. } => &[],
        }
    }

    /// The texts in which the places of its problems lie, where they lie in rules files.
    #[must_use]
    pub const fn sources(&self) -> Option<&Sources> {
        match self {
            Self::Rules { sources, .. } | Self::Setup { sources, .. } => Some(sources),
            Self::Stopped(stopped) => Some(&stopped.sources),
            Self::Record(_) | Self::Words(_) | Self::NotToChoose { .. } | Self::Illegal { .. } => None,
        }
    }
}

impl Objected {
    pub(crate) fn of(prepared: &Prepared, objection: Objection) -> Self {
        Self { why: word_of(objection.why), clause: prepared.clause(objection.rule) }
    }
}

/// What a clause has against a choice: one word for programs.
const fn word_of(why: Why) -> &'static str {
    match why {
        Why::NoAct => "no-act",
        Why::NotNow => "not-now",
        Why::NotThere => "not-there",
        Why::Number => "number",
        Why::Range => "range",
        Why::Where => "where",
        Why::SoThat => "so-that",
        Why::Must => "must",
        Why::Hidden => "hidden",
        Why::Unseen => "unseen",
    }
}

impl fmt::Display for Error {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rules { sources, problems } | Self::Setup { sources, problems } => {
                letters(to, Some(sources), problems)
            }
            Self::Record(problem) => write!(to, "{}", Letter { sources: None, problem }),
            Self::Words(problems) => letters(to, None, problems),
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
            Self::Stopped(stopped) => {
                write!(to, "{}", Letter { sources: Some(&stopped.sources), problem: &stopped.problem })
            }
        }
    }
}

fn letters(to: &mut fmt::Formatter<'_>, sources: Option<&Sources>, problems: &[Diagnostic]) -> fmt::Result {
    for (number, problem) in problems.iter().enumerate() {
        let apart = if number > 0 { "\n\n" } else { "" };
        write!(to, "{apart}{}", Letter { sources, problem })?;
    }
    Ok(())
}

impl fmt::Debug for Error {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, to)
    }
}

impl std::error::Error for Error {}
