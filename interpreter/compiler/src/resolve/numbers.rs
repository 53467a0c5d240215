//! The numbers that phrases say, and the same file with another number in the place of one: for who asks what a number does.

use super::Resolver;
use crate::diagnostic::{Diagnostic, Span};
use crate::ir::Game;
use crate::syntax::tree::{File, Item, Name, Phrase};

/// A number of a phrase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SaidNumber {
    /// Where it stands.
    pub span: Span,
    /// The number.
    pub number: i64,
    /// The nearest condition on which it counts, that of a line or of `if ... otherwise`, and whether it counts where that holds.
    pub provided: Option<(Span, bool)>,
    /// Whether it stands in one of several conditions joined by `and`, `or`, `one of`: the others may decide.
    pub joined: bool,
    /// Whether something is compared with it: then only what lies near to it, or beyond it, need make a difference.
    pub bound: bool,
}

/// What is noted of numbers while a file is read.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    /// Those that were said, where that is asked for.
    said: Option<Vec<SaidNumber>>,
    /// Where numbers stand with which something is compared.
    bounds: Vec<Span>,
    /// The condition beside which stands what is being read.
    pub(super) provided: Option<(Span, bool)>,
    /// Whether it is one of several conditions.
    pub(super) joined: bool,
    /// A number that is read as another one.
    other: Option<(Span, i64)>,
}

impl Resolver<'_> {
    /// A number of a phrase.
    pub(super) fn said_number(&mut self, name: &Name) -> Option<i64> {
        let number = self.number_mark(name)?;
        let Numbers { said, provided, joined, other, .. } = &mut self.numbers;
        if let Some(said) = said {
            said.push(SaidNumber { span: name.span, number, provided: *provided, joined: *joined, bound: false });
        }
        Some(other.filter(|(span, _)| *span == name.span).map_or(number, |(_, other)| other))
    }

    /// Reads something that counts only where a condition holds, or where it does not.
    pub(super) fn where_it<T>(&mut self, provided: (Span, bool), read: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.numbers.provided.replace(provided);
        let joined = std::mem::take(&mut self.numbers.joined);
        let found = read(self);
        (self.numbers.provided, self.numbers.joined) = (outer, joined);
        found
    }

    /// Two phrases are compared with each other.
    pub(super) fn bounds(&mut self, sides: [&Phrase; 2]) {
        if self.numbers.said.is_some() {
            self.numbers.bounds.extend(sides.map(|side| side.span));
        }
    }

    /// Reads conditions that stand beside others.
    pub(super) fn beside<T>(&mut self, read: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.numbers.joined, true);
        let found = read(self);
        self.numbers.joined = outer;
        found
    }
}

/// The numbers that the phrases of a file say, in the order of the text. Those of `require` lines are left out: they only refuse.
#[must_use]
pub fn numbers(file: &File) -> Vec<SaidNumber> {
    let mut refusing = Vec::new();
    for item in &file.items {
        if let Item::Require(phrase) = item {
            refusing.push(phrase.span);
        }
    }
    let mut resolver = Resolver::new(file);
    resolver.numbers.said = Some(Vec::new());
    resolver.components(file);
    resolver.phases();
    let Numbers { said, bounds, .. } = resolver.numbers;
    let mut said = said.unwrap_or_default();
    said.retain(|one| !refusing.iter().any(|line| line.to(one.span) == *line));
    said.sort_by_key(|one| one.span);
    said.dedup_by_key(|one| one.span);
    said.iter_mut().for_each(|one| one.bound = bounds.contains(&one.span));
    said
}

/// The file as it would be with another number at one place.
#[must_use]
pub fn resolve_with(file: &File, span: Span, number: i64) -> (Game, Vec<Diagnostic>) {
    let mut resolver = Resolver::new(file);
    resolver.numbers.other = Some((span, number));
    resolver.components(file);
    resolver.phases();
    resolver.allowances(file);
    resolver.finish()
}
