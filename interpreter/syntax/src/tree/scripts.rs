//! Scripted games.

use serde::Serialize;

use super::*;
use crate::diagnostic::Span;

/// A scripted game.
#[derive(Debug, Serialize)]
pub struct TestItem {
    /// Its name.
    pub name: Name,
    /// Its lines in order.
    pub lines: Vec<TestLine>,
}

/// A line of a scripted game.
#[derive(Debug, Serialize)]
pub struct TestLine {
    /// The line.
    pub span: Span,
    /// What it says.
    pub kind: TestKind,
}

/// What a line of a scripted game says.
#[derive(Debug, Serialize)]
pub enum TestKind {
    /// `players Ann, Ben, Cat`
    Players(Vec<Name>),
    /// `option length is long`
    Option(Name, Name),
    /// `seed 7`
    Seed(u64),
    /// `given hand of Ann holds ...`
    Holds(Target, Vec<Heap>),
    /// `given dealer is Cat`
    Is(Target, Phrase),
    /// `given hand of every player is empty`
    Empty(Target),
    /// `begin sale`, `begin round 13`, `begin counting for Ann`
    Begin(Name, Option<u32>, Vec<Phrase>),
    /// `Ann: bid 9 of Hearts`
    Said(Name, Said),
    /// `refused Ann: bid ... because must player is not leader`
    Refused(Name, Said, Option<Name>),
    /// `allowed Ann: bid ...`
    Allowed(Name, Said),
    /// `expect score of Ann is 9`; true means before the forced acts
    Expect(Expectation, bool),
    /// `won by Ann, Ben`
    Won(Vec<Name>),
    /// `snapshot`
    Snapshot,
    /// `play on`: the rest is played by the seed
    PlayOn,
}

/// To what something is given.
#[derive(Debug, Serialize)]
pub struct Target {
    /// A place or a track.
    pub phrase: Phrase,
    /// `of each suit`: one for each; what is behind `of` in the phrase stands for all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub each: Option<Name>,
}

/// What a line of a scripted game expects.
#[derive(Debug, Serialize)]
pub enum Expectation {
    /// `score of Ann is 9`
    Condition(Phrase),
    /// `lot holds ...`, `lot includes ...`; true means these and no others
    Holds(Phrase, Vec<Heap>, bool),
    /// `hand of Ann is seen by Ann, Ben`, `by all`, `by nobody`; none means all
    Seen(Phrase, Option<Vec<Name>>),
    /// `turn is Ann, Ben`: these have to choose, and no others
    Turns(Vec<Name>),
}

/// An act in the words of a script: `take 7 of Clubs with 4 of Clubs`.
#[derive(Debug, Clone, Serialize)]
pub struct Said {
    /// The words.
    pub span: Span,
    /// The act's name, where it is said; or the only value picked.
    pub act: Option<Name>,
    /// One for each pick that is said.
    pub picks: Vec<Vec<Heap>>,
}

/// `2 copies of 9 of Hearts`, `2 to 5 of each suit`: the values that single out cards, or one plain value.
#[derive(Debug, Clone, Serialize)]
pub struct Heap {
    /// How many of them.
    pub copies: u32,
    /// The values, all of which the card must have.
    pub marks: Vec<Name>,
    /// `2 to Ace`: one card for each value from the first of `marks` to this.
    pub to: Option<Name>,
    /// `of each suit`: one card for each value of this attribute.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub each: Option<Name>,
    /// `from hand`: where a card that is picked lies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Origin>,
    /// The words.
    pub span: Span,
}

/// `from hand`, `from hand of Ann`: where a card is picked.
#[derive(Debug, Clone, Serialize)]
pub struct Origin {
    /// The name of the place.
    pub place: Name,
    /// Whose it is, or of what; several where it is a team's.
    pub of: Vec<Name>,
}

impl Heap {
    /// One value or card of this name.
    #[must_use]
    pub fn of(name: Name) -> Self {
        let span = name.span;
        Self { copies: 1, marks: vec![name], to: None, each: None, from: None, span }
    }
}
