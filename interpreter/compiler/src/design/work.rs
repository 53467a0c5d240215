//! The choices of every decision are found in time.

use std::collections::BTreeMap;

use super::setup_in_words;
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{Desk, Fault, FaultKind, Silent};
use crate::ir::Game;
use crate::lower::{Compiled, Setup};

/// Decisions in which too many groups of cards have to be looked at, over all setups: tried with the cards that lie in the places when
/// somebody first has to choose. How many lie there does not depend on chance.
#[derive(Default)]
pub struct Work {
    /// By line: with how many players it was tried last, and what was found.
    tried: BTreeMap<(u32, u32), (u8, Option<Diagnostic>)>,
}

impl Work {
    /// Looks at one setup; at one for each player count in all.
    pub fn look(&mut self, game: &Game, setup: &Setup, compiled: &Compiled) {
        let runner = compiled.runner();
        let mut begun: Option<Result<Desk, Fault>> = None;
        for ask in runner.searched() {
            let Some(rule) = compiled.program.asks.get(usize::from(ask)).map(|ask| ask.rule) else { continue };
            let span = compiled.line(rule);
            let tried = self.tried.entry((span.start, span.end)).or_insert((0, None));
            if tried.0 == setup.players || tried.1.is_some() {
                continue;
            }
            tried.0 = setup.players;
            let begun = begun.get_or_insert_with(|| {
                let mut desk = runner.desk(1);
                runner.run(&mut desk, &mut Silent).map(|_| desk)
            });
            let fault = match begun.clone() {
                Ok(mut desk) => runner.takes_too_long(&mut desk, ask, 0),
                // The first decision is such a one.
                Err(fault) => Some(fault),
            };
            let Some(fault) = fault else { continue };
            let FaultKind::Choices(most) = fault.kind else { continue };
            let setup = setup_in_words(game, setup);
            let message = format!(
                "finding which groups of cards may be picked takes more than {most} steps with as many cards as are dealt, with {setup}"
            );
            tried.1 = Some(
                Diagnostic::new(Code::TooManyGroups, compiled.line(fault.rule), message)
                    .here("this is asked of each group by itself")
                    .help("let fewer cards be picked together; or say the rule by a sum, by how many cards or different values there are, or by the highest and the lowest: then no group has to be looked at by itself"),
            );
            if begun.is_err() {
                break;
            }
        }
    }

    /// What was found.
    pub fn told(self) -> impl Iterator<Item = Diagnostic> {
        self.tried.into_values().filter_map(|(_, found)| found)
    }
}
