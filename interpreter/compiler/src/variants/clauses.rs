//! Changes of the clauses of a form.

use super::merge::Merge;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::syntax::schema;
use crate::syntax::tree::{Clause, Edit, EditKind, Shape};

/// What tells a clause from the others of its form: its word, and the name of an act, a bid or a stage.
fn key(clause: &Clause) -> (&str, &str) {
    let name = match &clause.shape {
        Shape::Act { name, .. } => name.text.as_str(),
        Shape::Word(name) if clause.word.text == "stage" => name.text.as_str(),
        _ => "",
    };
    (clause.word.text.as_str(), name)
}

fn shown((word, name): (&str, &str)) -> String {
    if name.is_empty() || name == word { word.to_owned() } else { format!("{word} {name}") }
}

/// Which place the clauses with a word have in a form.
fn rank(form: &str, word: &str) -> usize {
    schema::clauses_of(form).iter().position(|(other, _)| *other == word).unwrap_or(usize::MAX)
}

fn article(form: &str) -> &'static str {
    if form.starts_with('a') { "an" } else { "a" }
}

impl Merge<'_> {
    /// Changes the clauses of the form with its heading at `at`.
    pub(super) fn clauses(&mut self, form: &str, at: Span, clauses: &mut Vec<Clause>, edits: Vec<Edit>) {
        for edit in edits {
            match edit.kind {
                EditKind::Clause(clause) => self.clause(form, at, clauses, clause),
                EditKind::AddClause(clause) => self.add_clause(form, clauses, clause),
                EditKind::Remove(words) => {
                    let lines = self.lines(clauses);
                    let Some(old) = self.address(&words, &lines, &format!("clause in this `{form}`")) else { continue };
                    if self.needed(form, clauses, old, edit.span) || !self.changed(edit.span, old, &words.text, true) {
                        continue;
                    }
                    clauses.retain(|clause| clause.span != old);
                }
                EditKind::ReplaceClause(words, new) => {
                    let lines = self.lines(clauses);
                    let Some(old) = self.address(&words, &lines, &format!("clause in this `{form}`")) else { continue };
                    if self.changed(edit.span, old, &words.text, false)
                        && let Some(index) = clauses.iter().position(|clause| clause.span == old)
                    {
                        clauses.splice(index..=index, new);
                    }
                }
                EditKind::Inside(words, edits) => {
                    let stages: Vec<(String, Span)> = clauses
                        .iter()
                        .filter(|clause| clause.word.text == "stage")
                        .map(|clause| (self.words(clause.span), clause.span))
                        .collect();
                    let Some(stage) = self.address(&words, &stages, "stage") else { continue };
                    if let Some(clause) = clauses.iter_mut().find(|clause| clause.span == stage) {
                        self.clauses("stage", clause.span, &mut clause.clauses, edits);
                    }
                }
                _ => {}
            }
        }
    }

    fn lines(&self, clauses: &[Clause]) -> Vec<(String, Span)> {
        clauses.iter().map(|clause| (self.words(clause.span), clause.span)).collect()
    }

    /// A clause in place of the base's with the same word.
    fn clause(&mut self, form: &str, at: Span, clauses: &mut [Clause], clause: Clause) {
        let (span, wanted) = (clause.span, shown(key(&clause)));
        if clause.word.text == "must" {
            self.problem(
                Diagnostic::new(Code::AddOrRemove, clause.word.span, "a `must` has no name by which the base's could be found").help(
                    "say `add must` before one that comes in, `remove must` before the words of one that goes, or `replace must ...` with the new one under it",
                ),
            );
            return;
        }
        match clauses.iter_mut().find(|old| key(old) == key(&clause)) {
            Some(slot) => {
                if let (Some(worth), None, true) = (&slot.worth, &clause.worth, clause.word.text == "bid") {
                    let words = self.words(worth.span);
                    self.problem(
                        Diagnostic::new(
                            Code::StillNeeded,
                            span,
                            format!("the `worth` of this bid goes with the line of {}", self.title),
                        )
                        .here("said anew without a `worth` under it")
                        .and(worth.span, "this is how much it was worth")
                        .help(format!(
                            "put it under the new line, further in: `worth {words}`, or what it is worth now"
                        )),
                    );
                }
                if self.changed(span, slot.span, &wanted, false) {
                    *slot = clause;
                }
            }
            None => {
                let known: Vec<String> = clauses.iter().map(|clause| shown(key(clause))).collect();
                let near = crate::diagnostic::nearest(&wanted, known.iter().map(String::as_str));
                let near = near.map(|near| format!("did you mean `{near}`? ")).unwrap_or_default();
                let message = format!("this `{form}` of {} has no clause `{wanted}`", self.title);
                self.problem(
                    Diagnostic::new(Code::NothingToChange, span, message)
                        .here("there is nothing that this could stand in place of")
                        .and(at, format!("{} `{form}`", if form == "ask" { "this" } else { "the" }))
                        .help(format!("{near}for a new clause say `add {wanted}`; it has {}", known.join(", "))),
                );
            }
        }
    }

    fn add_clause(&mut self, form: &str, clauses: &mut Vec<Clause>, clause: Clause) {
        let several = matches!(clause.word.text.as_str(), "must" | "act" | "bid" | "stage");
        let same = |old: &&Clause| {
            if several { clause.word.text != "must" && key(old) == key(&clause) } else { key(old).0 == key(&clause).0 }
        };
        if let Some(old) = clauses.iter().find(same) {
            let (old, wanted) = (old.span, shown(key(&clause)));
            self.there(clause.span, old, "clause", &wanted);
            return;
        }
        self.added(clause.span);
        let own = rank(form, &clause.word.text);
        let index = clauses.iter().rposition(|old| rank(form, &old.word.text) <= own).map_or(0, |index| index + 1);
        clauses.insert(index, clause);
    }

    /// Tells that a clause cannot be taken out without another in its place.
    fn needed(&mut self, form: &str, clauses: &[Clause], old: Span, at: Span) -> bool {
        let Some(word) = clauses.iter().find(|clause| clause.span == old).map(|clause| clause.word.text.clone()) else {
            return false;
        };
        let required = schema::clauses_of(form).iter().any(|(other, required)| *other == word && *required);
        let staged = clauses.iter().any(|clause| clause.word.text == "stage");
        let others = clauses.iter().any(|clause| clause.word.text == word && clause.span != old);
        let needed = (required || form == "ask") && !others && !(staged && matches!(word.as_str(), "order" | "bid"));
        if needed {
            let help = match schema::find(schema::CLAUSES, &word) {
                Some(opening) => {
                    format!("to change it, write the new one without `remove`: for example `{}`", opening.example)
                }
                None => "write the new one without `remove`".to_owned(),
            };
            self.problem(
                Diagnostic::new(
                    Code::StillNeeded,
                    at,
                    format!("{} `{form}` cannot be without `{word}`", article(form)),
                )
                .here("taken out here")
                .and(old, "this is the only one")
                .help(help),
            );
        }
        needed
    }
}
