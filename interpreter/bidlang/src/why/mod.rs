//! Why a game stands as it does: what may not be done in a decision and the clauses that forbid it, and what each score is
//! made of. Takes a machine and its states; gives words and places in the rules files. It never plays.

mod acts;
mod ledger;
mod step;

use crate::diagnostic::Span;
use crate::engine::{Program, RuleId, State};
use crate::lower::Compiled;
use crate::rulebook::Rulebook;
use crate::syntax::line_at;

pub use acts::{Group, Refusal, Said, allowed, forbidden, word_of};
pub use ledger::{Item, Ledger};
pub use step::{Decision, Left, replay};

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
    /// The clause behind a line of a program.
    #[must_use]
    pub fn of(rulebook: &Rulebook, compiled: &Compiled, rule: RuleId) -> Self {
        Self::at(rulebook, compiled.line(rule))
    }

    /// The clause in which a place of the rules lies.
    #[must_use]
    pub fn at(rulebook: &Rulebook, span: Span) -> Self {
        let place = rulebook.sources.place(span);
        let (file, line) = place.map_or_else(Default::default, |place| (place.name.to_owned(), place.line()));
        Self { words: line_at(rulebook.text(), span), file, line }
    }
}

/// The phases that are being run, the outermost first: the name of each, and its pass where it repeats. The whole game is
/// left out.
#[must_use]
pub fn phases(rulebook: &Rulebook, program: &Program, state: &State) -> Vec<(String, Option<i64>)> {
    let name = |phase: u16| rulebook.game.phases.get(usize::from(phase)).map(|phase| phase.name.clone());
    let running = program.phases_at(state).into_iter();
    running.skip(1).filter_map(|(phase, pass)| Some((name(phase)?, pass))).collect()
}

/// `deal 2, selling 5, sale`
#[must_use]
pub fn when(phases: &[(String, Option<i64>)]) -> String {
    let word =
        |(name, pass): &(String, Option<i64>)| pass.map_or_else(|| name.clone(), |pass| format!("{name} {pass}"));
    phases.iter().map(word).collect::<Vec<_>>().join(", ")
}
