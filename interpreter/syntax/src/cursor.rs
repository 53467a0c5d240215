//! A walk over the pairs of one grammar rule: what comes next, and whether it is what a reader wants.

use bidlang_grammar::Rule;
use pest::iterators::{Pair, Pairs};

use super::tree::Name;
use crate::diagnostic::Span;

/// Pairs still to be read, and where their text lies in the file.
#[derive(Clone)]
pub struct Cursor<'t> {
    pairs: Pairs<'t, Rule>,
    base: usize,
}

impl<'t> Cursor<'t> {
    pub const fn new(pairs: Pairs<'t, Rule>, base: usize) -> Self {
        Self { pairs, base }
    }

    /// The inside of `pair`.
    pub fn inside(&self, pair: Pair<'t, Rule>) -> Self {
        Self { pairs: pair.into_inner(), base: self.base }
    }

    pub fn peek(&self) -> Option<Rule> {
        self.pairs.peek().map(|pair| pair.as_rule())
    }

    /// Whether the text of what comes next begins so.
    pub fn begins_with(&self, letter: char) -> bool {
        self.pairs.peek().is_some_and(|pair| pair.as_str().starts_with(letter))
    }

    pub fn next(&mut self) -> Option<Pair<'t, Rule>> {
        self.pairs.next()
    }

    /// The next pair, if it is a `rule`.
    pub fn take(&mut self, rule: Rule) -> Option<Pair<'t, Rule>> {
        if self.peek() == Some(rule) { self.pairs.next() } else { None }
    }

    /// Steps over the next pair if it is a `rule`.
    pub fn eat(&mut self, rule: Rule) -> bool {
        self.take(rule).is_some()
    }

    pub fn name(&mut self) -> Option<Name> {
        self.take(Rule::name).map(|pair| self.as_name(&pair))
    }

    pub fn as_name(&self, pair: &Pair<'t, Rule>) -> Name {
        Name { text: pair.as_str().replace('_', "-"), span: self.span(pair) }
    }

    pub fn span(&self, pair: &Pair<'t, Rule>) -> Span {
        let span = pair.as_span();
        // pest's spans end before trailing white space only for atomic rules; trim the rest here.
        let text = span.as_str();
        Span::new(self.base + span.start(), self.base + span.start() + text.trim_end().len())
    }
}

/// Free text with one space between its words: how far they stand apart means nothing.
pub fn in_words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
