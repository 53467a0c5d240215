//! A base is sound by itself. What is wrong with it in a variant is due to the variant, so it is told at the variant's line,
//! with the line of the base beside it.

use super::{Base, Change};
use crate::diagnostic::{Code, Diagnostic, Label, Span};
use crate::syntax::{block_range, words_of};

fn has_word(words: &str, word: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    words.match_indices(word).any(|(at, _)| {
        let before = words.get(..at).and_then(|text| text.chars().next_back());
        let after = words.get(at + word.len()..).and_then(|text| text.chars().next());
        !before.is_some_and(part) && !after.is_some_and(part)
    })
}

impl Base {
    /// The change that most likely brought a problem about: one that took away or changed what the words name, or one around
    /// the place.
    fn cause(&self, text: &str, place: Span) -> Option<&Change> {
        let words = words_of(place.of(text)).replace('_', "-");
        let one = !words.is_empty() && !words.contains(' ');
        let by_name = |change: &&Change| one && !change.name.is_empty() && change.name == words;
        let by_words = |change: &&Change| one && has_word(&change.words.replace('_', "-"), &words);
        let around =
            |change: &&Change| change.old.is_some_and(|old| block_range(text, old).contains(&(place.start as usize)));
        let named =
            |change: &&Change| !change.name.is_empty() && !change.name.contains(' ') && has_word(&words, &change.name);
        let changes = || self.changes.iter();
        changes()
            .filter(by_name)
            .max_by_key(|change| change.removed)
            .or_else(|| changes().find(|change| change.removed && by_words(change)))
            .or_else(|| changes().find(by_words))
            .or_else(|| changes().find(around))
            .or_else(|| changes().find(named))
    }

    /// A problem of the changed game, told to the author of the variant.
    #[must_use]
    pub fn blame(&self, text: &str, problem: Diagnostic) -> Diagnostic {
        let here = problem.span();
        if here.start < self.start
            || problem.labels.iter().skip(1).any(|label| label.span.start < self.start) && here.end == 0
        {
            return problem;
        }
        let name = words_of(here.of(text));
        // A table has a hole where the players are others.
        let players = self.changes.iter().find(|change| change.words.starts_with("players "));
        let cause = players.filter(|_| problem.code == Code::TableHole).or_else(|| self.cause(text, here));
        let at = cause.map_or(self.of, |change| change.at);
        let others = problem.labels.iter().skip(1).cloned();
        let unknown = matches!(
            problem.code,
            Code::UnknownName | Code::UnknownPhase | Code::UnknownValue | Code::UnknownAttribute
        );
        if unknown && cause.is_some_and(|change| change.removed || change.old.is_some()) {
            let gone = format!("`{name}` is gone, and {} still needs it", self.title);
            let mut told = Diagnostic::new(Code::BaseNeedsIt, at, gone)
                .here("it was there before this change")
                .and(here, "it is needed here")
                .help(format!("change that line of {} too, or keep `{name}`", self.title));
            told.labels.extend(others);
            return told;
        }
        let old = problem.labels.first().map(|label| label.text.clone()).unwrap_or_default();
        let (message, own, old, help) = if problem.code == Code::Unused {
            let help = format!("take it out too, with `remove`, or use `{name}`");
            let message = format!("{}, since this change", problem.message);
            (message, "changed here", "this is left over".to_owned(), Some(help))
        } else {
            (problem.message.clone(), "this change leads to it", old, problem.help.clone())
        };
        let old = if old.is_empty() { format!("the line of {}", self.title) } else { old };
        let mut labels = vec![Label { span: at, text: own.to_owned() }, Label { span: here, text: old }];
        labels.extend(others);
        // The base is sound: a change of its text would be the wrong one.
        Diagnostic { code: problem.code, message, labels, help, fix: None, script: problem.script }
    }
}
