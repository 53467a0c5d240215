//! The phase with which a test begins, and with which of its passes.

use super::Player;
use super::header::Begin;
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::each_card;
use crate::ir::Repeats;

impl Player<'_> {
    /// Begins with a phase; a problem, and `false`, if it cannot.
    pub(super) fn begins(&mut self, Begin { name, pass, given }: Begin) -> bool {
        let Some(phase) = self.rulebook.game.phases.iter().position(|phase| phase.name == name.text) else {
            let known: Vec<&str> = self.rulebook.game.phases.iter().map(|phase| phase.name.as_str()).collect();
            let problem = Diagnostic::new(Code::UnknownPhase, name.span, format!("no phase is called `{}`", name.text))
                .help(format!("the phases are {}", known.join(", ")))
                .did_you_mean(&name.text, known);
            self.failures.push(problem);
            return false;
        };
        self.begun_with = pass.map(|pass| (phase, pass, name.span));
        let pass = pass.unwrap_or(1);
        let fits = u16::try_from(phase).ok().filter(|_| i32::try_from(pass).is_ok());
        if fits.is_some_and(|phase| self.table.runner.start_phase(&mut self.table.desk, phase, pass)) {
            self.given_to(phase, name, given);
            return self.failures.is_empty();
        }
        let problem =
            Diagnostic::new(Code::BadRange, name.span, format!("`{}` has no pass {pass} to begin with", name.text));
        self.failures.push(problem.help("only a phase with `repeats` has several passes, from 1"));
        false
    }

    /// What can be known of the beginning once all is given: the pass is there, and what is said to be empty is.
    pub(super) fn begins_well(&mut self) {
        let rulebook = self.rulebook;
        if let Some((phase, pass, span)) = self.begun_with
            && let Some(Repeats::Times(times)) = rulebook.game.phases.get(phase).map(|phase| &phase.repeats)
        {
            let times = self.number(times, span);
            if i64::from(pass) > times {
                let problem = Diagnostic::new(Code::BadRange, span, format!("it has only {times} passes here"));
                self.failures.push(problem);
            }
        }
        for (place, span) in std::mem::take(&mut self.ear.given.empty) {
            let there = self.table.state().mask(u32::from(place));
            if there != 0 {
                let words = self.ear.words;
                let holds = format!("it holds {}", words.cards(each_card(there).take(5)));
                let problem = Diagnostic::new(Code::NotEmpty, span, "this place is given cards as well");
                self.failures.push(problem.here(holds));
            }
        }
    }
}
