//! Why a game stands as it does: what may not be done in a decision and the clauses that forbid it, and what each score is
//! made of. Takes turns and what is told of a game; gives words and places in the rules files. It never plays.

mod acts;
mod ledger;
mod step;

use crate::diagnostic::Span;
use crate::rulebook::Rulebook;
use crate::syntax::line_at;

pub use acts::{Group, Meant, Refusal};
pub(crate) use acts::{allowed, refused};
pub use ledger::{CardPoints, Item, Ledger, Side};
pub use step::{Chosen, Decision, Left, replay};

/// A clause of the rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clause {
    /// Its words, on one line.
    pub words: String,
    /// The name of the file in which it stands.
    pub file: String,
    /// Its line there, from 1.
    pub line: usize,
}

impl Clause {
    /// The clause in which a place of the rules lies.
    #[must_use]
    pub fn at(rulebook: &Rulebook, span: Span) -> Self {
        let place = rulebook.sources.place(span);
        let (file, line) = place.map_or_else(Default::default, |place| (place.name.to_owned(), place.line()));
        Self { words: line_at(rulebook.text(), span), file, line }
    }
}

/// A phase that is being run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Running {
    /// Its name.
    pub phase: String,
    /// Which of its passes, from 1, where it repeats.
    pub pass: Option<i64>,
}

/// `deal 2, selling 5, sale`
#[must_use]
pub fn when(phases: &[Running]) -> String {
    let word = |Running { phase, pass }: &Running| pass.map_or_else(|| phase.clone(), |pass| format!("{phase} {pass}"));
    phases.iter().map(word).collect::<Vec<_>>().join(", ")
}
