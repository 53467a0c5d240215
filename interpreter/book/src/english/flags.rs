//! What is yes or no by itself (a flag): a track, an option, what something counts as.

use bidlang::ir::Ty;
use bidlang::syntax::tree::{Clause, Item, Phrase, PhraseKind, Shape, Source, StatementKind, Taken, YES_OR_NO};

use super::{English, Sense};
use crate::model::term;

impl English<'_> {
    /// Something that is yes or no by itself.
    pub(super) fn flag(&self, phrase: &Phrase, yes: bool, must: bool) -> String {
        let name = match &phrase.kind {
            PhraseKind::Word(name) => name.text.as_str(),
            PhraseKind::Of { word, .. } => word.text.as_str(),
            _ => "",
        };
        let word = if yes { "yes" } else { "no" };
        if self.counts_as(name) {
            let who = match &phrase.kind {
                PhraseKind::Of { of, .. } => self.noun(of),
                _ if self.belongs(name, true) => self.word("card"),
                _ if self.belongs(name, false) => self.player(),
                _ => self.word(&self.owner_of(name)),
            };
            let verb = match (must, yes) {
                (true, true) => "must count".to_owned(),
                (true, false) => "must not count".to_owned(),
                (false, true) => who.verb("counts", "count"),
                (false, false) => who.verb("does not count", "do not count"),
            };
            let with = self.counts_for(phrase, name).map(|with| format!(" for {with}")).unwrap_or_default();
            return format!("{} {verb} as {}{with}", who.words, self.counted_as(name));
        }
        let noun = self.noun(phrase);
        match self.sense(name) {
            Sense::Value(_) => {
                let be = if must { "must be" } else { "is" };
                format!("{} {be} {}", noun.words, if yes { "true" } else { "false" })
            }
            Sense::Option(_) => format!("the option {} is {}", term(name), term(word)),
            _ => format!("{} {} {word}", noun.words, if must { "must be" } else { "is" }),
        }
    }

    /// Whether a phrase is a yes or no that was answered, or that a phase or a value was given.
    pub fn is_known_yes_no(&self, phrase: &Phrase) -> bool {
        matches!(&phrase.kind, PhraseKind::Word(name) if self.sense(&name.text) == Sense::Other && self.is_known(&name.text))
    }

    /// The same of a name that is none of the file's things.
    pub(super) fn is_known(&self, name: &str) -> bool {
        let file = &self.rulebook.file;
        let given = |taken: &Taken| {
            taken.what.text == YES_OR_NO && taken.called.as_ref().is_some_and(|called| called.text == name)
        };
        let picked = |clauses: &[Clause]| {
            let picks = clauses.iter().flat_map(|clause| match &clause.shape {
                Shape::Act { picks, .. } => picks.as_slice(),
                _ => &[],
            });
            picks
                .filter(|pick| matches!(pick.source, Source::YesNo))
                .any(|pick| pick.name.as_ref().is_some_and(|called| called.text == name))
        };
        let mut found = name == "answer";
        for item in &file.items {
            found = found
                || match item {
                    Item::Phase(phase) => phase.takes.iter().any(given),
                    Item::Value(value) => value.owners.iter().any(given),
                    _ => false,
                };
        }
        file.each_statement(&mut |statement| {
            found = found
                || match &statement.kind {
                    StatementKind::Ask { acts, .. } => picked(acts),
                    StatementKind::Form(form) => {
                        picked(&form.clauses) || form.clauses.iter().any(|clause| picked(&clause.clauses))
                    }
                    _ => false,
                };
        });
        found
    }

    /// For whom or what something counts as that, where a value is of two things.
    fn counts_for(&self, phrase: &Phrase, name: &str) -> Option<String> {
        if let PhraseKind::Of { within: Some(within), .. } = &phrase.kind {
            return Some(self.noun(within).words);
        }
        let value = self.rulebook.game.values.iter().find(|value| value.name == name)?;
        let second = value.params.get(1)?;
        (second.1 == Ty::Player).then(|| self.player().words)
    }

    /// Whether a name is a yes or no of a card, a player or the like: what they count as.
    pub fn counts_as(&self, name: &str) -> bool {
        let Sense::Value(value) = self.sense(name) else { return false };
        let value = self.rulebook.game.values.get(value);
        value.is_some_and(|value| value.ty == Ty::YesNo && !value.params.is_empty())
    }

    /// What a value is of that is neither of a card nor of a player.
    fn owner_of(&self, name: &str) -> String {
        let game = &self.rulebook.game;
        let value = game.values.iter().find(|value| value.name == name);
        match value.and_then(|value| value.params.first().copied()) {
            Some((_, Ty::Member(kind))) => game.kinds.get(kind).map_or_else(String::new, |kind| kind.name.clone()),
            _ => "team".to_owned(),
        }
    }
}
