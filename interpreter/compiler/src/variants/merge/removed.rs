//! What a variant removes from its base.

use super::{Merge, named};
use crate::diagnostic::Span;
use crate::syntax::tree::{Item, Name};

impl<'t> Merge<'t> {
    pub(super) fn remove(&mut self, at: Span, what: &str, which: &Name) {
        let name = which.text.as_str();
        let found = match what {
            "require" => self.items.iter().find_map(|item| match item {
                Item::Require(phrase) if self.words(phrase.span).replace('_', "-") == name => Some(phrase.span),
                _ => None,
            }),
            "teams" => self.items.iter().find_map(|item| match item {
                Item::Teams(teams) => teams.first().map(|line| line.span),
                _ => None,
            }),
            "place" => self.items.iter().find_map(|item| match item {
                Item::Places(lines) => lines.iter().find(|line| line.name.text == name).map(|line| line.name.span),
                _ => None,
            }),
            "track" => self.items.iter().find_map(|item| match item {
                Item::Track(lines) => lines.iter().find(|line| line.name.text == name).map(|line| line.name.span),
                _ => None,
            }),
            _ => self.find(what, name).map(|(_, span)| span),
        };
        let Some(old) = found else {
            let known = if what == "require" {
                let words = self.items.iter().filter_map(|item| match item {
                    Item::Require(phrase) => Some(self.words(phrase.span)),
                    _ => None,
                });
                words.collect()
            } else {
                self.known(what)
            };
            let list = if known.is_empty() { String::new() } else { format!("it has {}", known.join(", ")) };
            self.nothing(which.span, what, name, &known, &list);
            return;
        };
        if !self.changed(at, old, name, true) {
            return;
        }
        for item in &mut self.items {
            match item {
                Item::Places(lines) => lines.retain(|line| line.name.span != old),
                Item::Track(lines) => lines.retain(|line| line.name.span != old),
                // All others go as a whole.
                _ => {}
            }
        }
        self.items.retain(|item| match item {
            Item::Require(phrase) => phrase.span != old,
            Item::Teams(teams) => teams.first().is_none_or(|line| line.span != old),
            item => named(item).is_none_or(|(_, name)| name.span != old),
        });
    }
}
