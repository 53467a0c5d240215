//! Changes inside a phase: its heading, its tracks, its lines.

use super::merge::Merge;
use super::statements::{Side, all, put, with};
use crate::diagnostic::{Code, Diagnostic, Span, nearest};
use crate::syntax::tree::{ChangeItem, EditKind, Name, PhaseItem, Spot, Statement, StatementKind, TrackLine};

/// Most lines of the base that a help lists.
const MOST_LISTED: usize = 8;

impl Merge<'_> {
    pub(super) fn phase(&mut self, phase: &mut PhaseItem, change: ChangeItem) {
        if let Some(repeats) = change.repeats {
            // The heading is one thing: it is changed once.
            let old = heading(phase);
            if self.changed(change.which.span, old, &phase.name.text, false) {
                phase.repeats = repeats;
            }
        }
        for edit in change.edits {
            match edit.kind {
                EditKind::Tracks(lines, added) => self.phase_tracks(phase, lines, added),
                EditKind::Remove(words) => {
                    let Some(old) = self.statement(&words, &phase.body, &phase.name.text) else { continue };
                    if self.changed(edit.span, old, &words.text, true) {
                        put(&mut phase.body, old, Side::Instead, &mut Vec::new());
                    }
                }
                EditKind::Replace(words, mut new) => {
                    let Some(old) = self.statement(&words, &phase.body, &phase.name.text) else { continue };
                    if self.changed(edit.span, old, &words.text, false) {
                        put(&mut phase.body, old, Side::Instead, &mut new);
                    }
                }
                EditKind::Insert(spot, mut new) => {
                    self.added(edit.span);
                    let (words, side) = match spot {
                        Spot::First => {
                            phase.body.splice(0..0, new);
                            continue;
                        }
                        Spot::Last => {
                            phase.body.append(&mut new);
                            continue;
                        }
                        Spot::Before(words) => (words, Side::Before),
                        Spot::After(words) => (words, Side::After),
                    };
                    if let Some(old) = self.statement(&words, &phase.body, &phase.name.text) {
                        put(&mut phase.body, old, side, &mut new);
                    }
                }
                EditKind::Inside(words, edits) => {
                    let Some(at) = self.form(&words, &phase.body, &phase.name.text) else { continue };
                    let mut edits = Some(edits);
                    with(&mut phase.body, at, &mut |statement: &mut Statement| {
                        let Some(edits) = edits.take() else { return };
                        match &mut statement.kind {
                            StatementKind::Form(form) => {
                                let word = form.word.text.clone();
                                self.clauses(&word, statement.span, &mut form.clauses, edits);
                            }
                            StatementKind::Ask { acts, .. } => self.clauses("ask", statement.span, acts, edits),
                            _ => {}
                        }
                    });
                }
                _ => {}
            }
        }
    }

    fn phase_tracks(&mut self, phase: &mut PhaseItem, lines: Vec<TrackLine>, added: bool) {
        for line in lines {
            let name = line.name.clone();
            match (phase.tracks.iter_mut().find(|old| old.name.text == name.text), added) {
                (Some(old), false) => {
                    if self.changed(name.span, old.name.span, &name.text, false) {
                        *old = line;
                    }
                }
                (Some(old), true) => self.there(name.span, old.name.span, "track", &name.text),
                (None, true) => {
                    self.added(name.span);
                    phase.tracks.push(line);
                }
                (None, false) => {
                    let known: Vec<String> = phase.tracks.iter().map(|old| old.name.text.clone()).collect();
                    let what = format!("track in phase `{}`", phase.name.text);
                    self.nothing(name.span, &what, &name.text, &known, "for a new one say `add track`");
                }
            }
        }
    }

    /// The statement of a phase that begins with these words.
    fn statement(&mut self, words: &Name, block: &[Statement], phase: &str) -> Option<Span> {
        let lines: Vec<(String, Span)> =
            all(block).into_iter().map(|statement| (self.words(statement.span), statement.span)).collect();
        self.address(words, &lines, &format!("line in phase `{phase}`"))
    }

    /// The form of a phase with this heading.
    fn form(&mut self, words: &Name, block: &[Statement], phase: &str) -> Option<Span> {
        let is_form =
            |statement: &&Statement| matches!(statement.kind, StatementKind::Form(_) | StatementKind::Ask { .. });
        let lines: Vec<(String, Span)> = all(block)
            .into_iter()
            .filter(is_form)
            .map(|statement| (self.words(statement.span), statement.span))
            .collect();
        self.address(words, &lines, &format!("form in phase `{phase}`"))
    }

    /// The one line with these words, or else the one that begins with them.
    pub(super) fn address(&mut self, words: &Name, lines: &[(String, Span)], what: &str) -> Option<Span> {
        let begins =
            |line: &str| line.strip_prefix(words.text.as_str()).is_some_and(|rest| rest.starts_with([' ', ',']));
        let exact: Vec<Span> = lines.iter().filter(|(line, _)| *line == words.text).map(|(_, span)| *span).collect();
        let found = if exact.is_empty() {
            lines.iter().filter(|(line, _)| begins(line)).map(|(_, span)| *span).collect()
        } else {
            exact
        };
        match found.as_slice() {
            [only] => Some(*only),
            [] => {
                let known: Vec<String> = lines.iter().map(|(line, _)| line.clone()).collect();
                let begin: Vec<String> = known.iter().map(|line| start_of(line, &words.text)).collect();
                let near = nearest(&words.text, begin.iter().map(String::as_str))
                    .and_then(|near| begin.iter().position(|line| line == near))
                    .and_then(|index| known.get(index).cloned());
                let list: Vec<String> = known.iter().take(MOST_LISTED).map(|line| format!("  {line}")).collect();
                let more = if known.len() > MOST_LISTED { "\n  ..." } else { "" };
                let help = if known.is_empty() {
                    "there is none in it".to_owned()
                } else {
                    format!("say a line of the base, or how it begins:\n{}{more}", list.join("\n"))
                };
                self.nothing(words.span, what, &words.text, near.as_slice(), &help);
                None
            }
            [first, second, ..] => {
                self.problem(
                    Diagnostic::new(
                        Code::WhichLine,
                        words.span,
                        format!("several lines begin with `{}`; which is meant?", words.text),
                    )
                    .and(*first, "this one")
                    .and(*second, "or this one")
                    .help("say more of the line, or all of it; where two lines are the same, write the phase anew"),
                );
                None
            }
        }
    }
}

/// As much of a line as has the length of what was said.
fn start_of(line: &str, said: &str) -> String {
    let words = said.split_whitespace().count();
    line.split_whitespace().take(words).collect::<Vec<_>>().join(" ")
}

/// Where the heading of a phase says how often it runs.
fn heading(phase: &PhaseItem) -> Span {
    use crate::syntax::tree::Repeats;
    match &phase.repeats {
        Repeats::Until(phrase) | Repeats::Times(phrase) => phrase.span,
        _ => phase.name.span,
    }
}
