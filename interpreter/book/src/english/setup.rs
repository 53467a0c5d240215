//! What the reader has settled: how many play, and which house rules.

use bidlang::rulebook::Rulebook;
use bidlang::syntax::tree::{Comparison, MarkSpan, Name, Phrase, PhraseKind};

/// The player count and options that are settled; what is not is told in all its cases.
#[derive(Debug, Clone, Default)]
pub struct Wish {
    /// The number of players, where it is settled.
    pub players: Option<u8>,
    /// For each option of the game its value, if it is settled.
    pub options: Vec<Option<i64>>,
}

impl Wish {
    /// The number of an option that is settled, or of the players, or that a word spells.
    fn known(&self, rulebook: &Rulebook, phrase: &Phrase) -> Option<i64> {
        let name = match &phrase.kind {
            PhraseKind::Word(name) => name.text.as_str(),
            PhraseKind::Group(group) if super::groups::all_players(group) => "players",
            _ => return None,
        };
        if name == "players" {
            return self.players.map(i64::from);
        }
        match rulebook.game.options.iter().position(|option| option.name == name) {
            Some(option) => self.options.get(option).copied().flatten(),
            None => name.parse().ok(),
        }
    }

    /// Whether a condition holds, as far as what is settled decides it.
    pub fn decides(&self, rulebook: &Rulebook, cond: &Phrase) -> Option<bool> {
        match &cond.kind {
            PhraseKind::YesNo(yes) => Some(*yes),
            PhraseKind::Not(inner) => self.decides(rulebook, inner).map(|holds| !holds),
            PhraseKind::And(parts) => {
                let parts: Vec<Option<bool>> = parts.iter().map(|part| self.decides(rulebook, part)).collect();
                match parts.contains(&Some(false)) {
                    true => Some(false),
                    false => parts.iter().all(|part| *part == Some(true)).then_some(true),
                }
            }
            PhraseKind::Or(parts) => {
                let parts: Vec<Option<bool>> = parts.iter().map(|part| self.decides(rulebook, part)).collect();
                match parts.contains(&Some(true)) {
                    true => Some(true),
                    false => parts.iter().all(|part| *part == Some(false)).then_some(false),
                }
            }
            PhraseKind::Word(name) => {
                let option =
                    rulebook.game.options.iter().position(|option| option.name == name.text && option.yes_no)?;
                self.options.get(option).copied().flatten().map(|value| value == 1)
            }
            PhraseKind::Compare(subject, comparison, other) => {
                let is = self.known(rulebook, subject)?;
                let other = self.wanted(rulebook, subject, other)?;
                Some(match comparison {
                    Comparison::Is => is == other,
                    Comparison::IsNot => is != other,
                    Comparison::AtLeast => is >= other,
                    Comparison::AtMost => is <= other,
                    Comparison::MoreThan => is > other,
                    Comparison::LessThan => is < other,
                })
            }
            PhraseKind::OneOf(subject, not, list) => {
                let is = self.known(rulebook, subject)?;
                let list: Option<Vec<i64>> = list.iter().map(|other| self.wanted(rulebook, subject, other)).collect();
                Some(list?.contains(&is) != *not)
            }
            _ => None,
        }
    }

    /// The value with which an option is compared.
    fn wanted(&self, rulebook: &Rulebook, subject: &Phrase, other: &Phrase) -> Option<i64> {
        if let PhraseKind::Word(name) = &subject.kind
            && let Some(option) = rulebook.game.options.iter().find(|option| option.name == name.text)
            && let Some(kind) = option.kind.and_then(|kind| rulebook.game.kinds.get(kind))
        {
            let word = match &other.kind {
                PhraseKind::Word(word) => word.text.clone(),
                PhraseKind::YesNo(yes) => if *yes { "yes" } else { "no" }.to_owned(),
                _ => return None,
            };
            return kind.members.iter().position(|member| *member == word).and_then(|at| i64::try_from(at).ok());
        }
        self.known(rulebook, other)
    }
}

impl Wish {
    /// Whether a row of a table with these keys is the one that counts, as far as what is settled decides it.
    pub fn chooses(&self, rulebook: &Rulebook, key: &Phrase, keys: &[MarkSpan]) -> Option<bool> {
        let is = self.known(rulebook, key)?;
        let number = |name: &Name| -> Option<i64> {
            if let PhraseKind::Word(option) = &key.kind
                && let Some(option) = rulebook.game.options.iter().find(|other| other.name == option.text)
                && let Some(kind) = option.kind.and_then(|kind| rulebook.game.kinds.get(kind))
            {
                return kind
                    .members
                    .iter()
                    .position(|member| *member == name.text)
                    .and_then(|at| i64::try_from(at).ok());
            }
            name.text.parse().ok()
        };
        if keys.is_empty() {
            return None;
        }
        let mut found = false;
        for mark in keys {
            let from = number(&mark.from)?;
            let to = mark.to.as_ref().map_or(Some(from), number)?;
            found = found || (from..=to).contains(&is);
        }
        Some(found)
    }
}
