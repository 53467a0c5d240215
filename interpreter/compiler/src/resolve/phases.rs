//! Phases: what they take, what is given to them, how often they run.

use super::names::{Named, Resolver};
use super::scope::Scope;
use crate::design::walk;
use crate::diagnostic::{Code, Diagnostic};
use crate::ir::{Expr, Phase, Repeats, Ty};
use crate::syntax::tree::{self, Name, Phrase};

impl Resolver<'_> {
    pub(super) fn declare_phases(&mut self) {
        for (id, item) in self.phase_items.clone().into_iter().enumerate() {
            if item.name.text == "play"
                && let Some((_, first)) = self.names.get("play").copied()
            {
                self.problem(
                    Diagnostic::new(Code::TwoOfOneName, item.name.span, "`play` is there twice")
                        .and(first, "the first")
                        .help("join the two, or make one of them a `phase`"),
                );
                continue;
            }
            self.declare(&item.name, Named::Phase(id));
        }
        for item in self.phase_items.clone() {
            let takes = self.takes(item);
            self.phase_takes.push(takes);
        }
    }

    /// What a phase takes: its names, types and pronouns.
    fn takes(&mut self, item: &tree::PhaseItem) -> Vec<Scope> {
        let found: Vec<Scope> = item.takes.iter().filter_map(|taken| self.taken(taken)).collect();
        let mut seen: Vec<&Scope> = Vec::new();
        for (scope, taken) in found.iter().zip(&item.takes) {
            if seen.iter().any(|other| other.name == scope.name && (scope.name.is_some() || other.ty == scope.ty)) {
                self.problem(
                    Diagnostic::new(Code::PhaseTakes, taken.what.span, "this phase takes two things of one name")
                        .help("name them apart: `for player as winner, player as loser`"),
                );
            }
            seen.push(scope);
        }
        if let Some(first) = item.takes.first().filter(|_| item.name.text == "play") {
            self.problem(
                Diagnostic::new(
                    Code::PhaseTakes,
                    first.what.span,
                    "nothing runs `play`, so nothing can be given to it",
                )
                .help("put this part into a `phase` of its own and `do` it for somebody"),
            );
        }
        found
    }

    /// One thing that a phase takes.
    fn taken(&mut self, taken: &tree::Taken) -> Option<Scope> {
        let called = taken.called.as_ref().map(|name| name.text.clone());
        let what = taken.what.text.as_str();
        let (name, ty) = if what == "number" {
            (Some("number".to_owned()), Ty::Number)
        } else if what == tree::YES_OR_NO {
            if called.is_none() {
                self.problem(
                    Diagnostic::new(Code::PhaseTakes, taken.what.span, "this yes or no has no name in the phase")
                        .help("say what it is called, as in `yes or no as doubled`"),
                );
            }
            (None, Ty::YesNo)
        } else {
            let found = self.thing(&taken.what);
            if found.is_none() {
                self.problem(
                    Diagnostic::new(Code::PhaseTakes, taken.what.span, format!("a phase cannot take `{what}`")).help(
                        "it takes a player, a team, a card, a number, a yes or no, or a value of an attribute or kind: `for player as winner, yes or no as doubled`",
                    ),
                );
            }
            found?
        };
        Some(Scope { name: called.or(name), ty, var: self.new_var(), inner: false })
    }

    /// What a `do` gives to a phase.
    pub(super) fn given(&mut self, phase: usize, name: &Name, given: &[Phrase]) -> Option<Vec<Expr>> {
        let takes = self.phase_takes.get(phase)?.clone();
        let declared = self.phase_items.get(phase)?;
        if given.len() != takes.len() && declared.takes.len() == takes.len() {
            let list = |parts: Vec<String>| if parts.is_empty() { "nothing".to_owned() } else { parts.join(", ") };
            let wanted = list(takes.iter().map(|scope| self.type_name(scope.ty)).collect());
            let problem = Diagnostic::new(
                Code::PhaseTakes,
                name.span,
                format!("the phase `{}` takes {wanted}, and is given {}", name.text, few_things(given.len())),
            )
            .and(declared.name.span, "its heading");
            self.problem(if takes.is_empty() {
                problem.help(format!("say just `do {}`, or `for ...` in the heading", name.text))
            } else {
                problem.help(format!("say each after `for`, with commas between: `do {} for ...`", name.text))
            });
            return None;
        }
        let mut found = Vec::new();
        for (phrase, scope) in given.iter().zip(&takes) {
            let typed = self.typed(phrase, Some(scope.ty))?;
            found.push(self.want_key(typed, scope.ty)?);
        }
        (found.len() == takes.len()).then_some(found)
    }

    /// What happens, phase by phase.
    pub(super) fn phases(&mut self) {
        self.played_out = true;
        for (id, item) in self.phase_items.clone().into_iter().enumerate() {
            self.phase = Some(id);
            let takes = self.phase_takes.get(id).cloned().unwrap_or_default();
            self.scopes.extend(takes.iter().cloned());
            let takes = takes.iter().map(|scope| (scope.var, scope.ty)).collect();
            let repeats = self.repeats(&item.repeats);
            let body = self.block(&item.body);
            self.scopes.clear();
            let tracks = (0..self.game.tracks.len())
                .filter(|track| self.game.tracks.get(*track).is_some_and(|track| track.phase == Some(id)))
                .collect();
            self.game.phases.push(Phase {
                name: item.name.text.clone(),
                takes,
                repeats,
                tracks,
                body,
                span: item.name.span,
            });
        }
        self.played_out = false;
        self.phase = None;
        self.no_phase_runs_itself();
    }

    pub(super) fn repeats(&mut self, repeats: &tree::Repeats) -> Repeats {
        // What is wrong with a phrase was told, and such a game is not played.
        match repeats {
            tree::Repeats::Once | tree::Repeats::Count { .. } => Repeats::Once,
            tree::Repeats::Always => Repeats::Until(Expr::Int(0)),
            tree::Repeats::Times(count) => Repeats::Times(self.number(count).unwrap_or(Expr::Int(0))),
            tree::Repeats::Until(cond) => Repeats::Until(self.watched_condition(cond).unwrap_or(Expr::Int(1))),
        }
    }

    fn no_phase_runs_itself(&mut self) {
        let mut problems = Vec::new();
        for (id, phase) in self.game.phases.iter().enumerate() {
            if walk::phases_run(&self.game, &phase.body).contains(&id) {
                let problem = Diagnostic::new(
                    Code::PhaseRunsItself,
                    phase.span,
                    format!("the phase `{}` runs itself", phase.name),
                )
                .help("say `repeats until ...` or `repeats ... times` in its heading instead");
                problems.push(problem);
            }
        }
        problems.into_iter().for_each(|problem| self.problem(problem));
    }
}

/// So many things, in words.
fn few_things(count: usize) -> String {
    match count {
        0 => "nothing".to_owned(),
        1 => "one thing".to_owned(),
        count => format!("{count} things"),
    }
}
