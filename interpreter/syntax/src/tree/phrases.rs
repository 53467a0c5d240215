//! Picks, phrases and groups of cards.

use serde::Serialize;

use super::*;
use crate::diagnostic::Span;

/// One thing that is picked.
#[derive(Debug, Serialize)]
pub struct Pick {
    /// The words.
    pub span: Span,
    /// From what.
    pub source: Source,
    /// `another card`: behind a pick of cards.
    pub another: bool,
    /// Where picked cards go at once.
    pub to: Option<Phrase>,
    /// Its name.
    pub name: Option<Name>,
    /// What the cards make: a run, pairs in a row.
    pub makes: Option<Makes>,
    /// What each candidate must be.
    pub cond: Option<Phrase>,
    /// What the cards must be together.
    pub so_that: Option<Phrase>,
    /// Fewer if there are fewer.
    pub if_able: bool,
}

/// What cards that are picked make together.
#[derive(Debug, Serialize)]
pub struct Makes {
    /// So many of each value: 1 in a run, 2 in pairs; 0 where `by` stands without them, which is told.
    pub each: u8,
    /// Whether each value is one more than the one before.
    pub in_a_row: bool,
    /// The value that they have, and that goes up by one from step to step in a run.
    pub by: Name,
    /// `in one suit`
    pub one: Option<Name>,
}

/// What a pick is taken from.
#[derive(Debug, Serialize)]
pub enum Source {
    /// `a number from 0 to means`
    Number(Phrase, Phrase),
    /// `1 to 3 cards from hand`
    Cards {
        /// At least.
        least: Option<Phrase>,
        /// At most; the same as `least` where nothing is said.
        most: Option<Phrase>,
        /// `3 or more`: as many as there are.
        or_more: bool,
        /// From where.
        from: Phrase,
    },
    /// `a suit`, `a player`
    Kind(Name),
    /// `yes or no`
    YesNo,
}

/// A phrase with its place.
#[derive(Debug, Clone, Serialize)]
pub struct Phrase {
    /// The words.
    pub span: Span,
    /// What they say.
    pub kind: PhraseKind,
}

impl Phrase {
    /// Whether it is made of nothing but numbers that are written out.
    #[must_use]
    pub fn is_of_digits(&self) -> bool {
        match &self.kind {
            PhraseKind::Word(word) => word.text.bytes().all(|letter| letter.is_ascii_digit()),
            PhraseKind::Binary(_, first, second) => first.is_of_digits() && second.is_of_digits(),
            _ => false,
        }
    }
}

/// Values of a kind.
#[derive(Debug, Clone, Serialize)]
pub struct Several {
    /// Any or every one of them, in a comparison; each, in a statement; plain where they are a group.
    pub which: Which,
    /// The kind, by the word for one or for several.
    pub word: Name,
    /// What one of them is called.
    pub name: Option<Name>,
    /// Those of which it holds.
    pub cond: Option<Box<Phrase>>,
}

/// What a phrase says.
#[derive(Debug, Clone, Serialize)]
pub enum PhraseKind {
    /// `nobody`, `none`
    Nothing,
    /// `somebody`
    Somebody,
    /// `yes`, `no`
    YesNo(bool),
    /// `dealer`, `7`
    Word(Name),
    /// `hand of dealer`, `Queen of Spades`, `count of suit in team`
    Of {
        /// Before `of`.
        word: Name,
        /// After `of`.
        of: Box<Phrase>,
        /// After `in`.
        within: Option<Box<Phrase>>,
    },
    /// `A if C otherwise B`
    If(Box<Phrase>, Box<Phrase>, Box<Phrase>),
    /// `A or B`
    Or(Vec<Phrase>),
    /// `A and B`
    And(Vec<Phrase>),
    /// `not A`
    Not(Box<Phrase>),
    /// `A is at least B`
    Compare(Box<Phrase>, Comparison, Box<Phrase>),
    /// `A is one of B, C`
    OneOf(Box<Phrase>, bool, Vec<Phrase>),
    /// `A is empty`; true means it is said with `not`
    Empty(Box<Phrase>, bool),
    /// `A shares suit or rank with B`
    Shares(Box<Phrase>, Vec<Name>, Box<Phrase>),
    /// `A + B`
    Binary(Operator, Box<Phrase>, Box<Phrase>),
    /// `A / B rounded up`
    Divide(Box<Phrase>, Box<Phrase>, bool),
    /// `smaller of A and B`
    Pair(Pairing, Box<Phrase>, Box<Phrase>),
    /// A sum or product of which it is not clear whether its end belongs to `smaller of A and B`; `card where ...` behind `of`, of which it is not
    /// clear what the `where` belongs to; `A + B if C otherwise D`, of which it is not clear whether A depends on C; `5 * 2` behind a comparison, of
    /// which it is not clear whether its end is compared
    Unclear(Box<Phrase>),
    /// `-A`
    Negative(Box<Phrase>),
    /// `number`: what was picked
    Number,
    /// The cards that are spoken of, where it is not said of which: `total pip`
    Those,
    /// `artists where price is 30`, `every artist`
    Several(Several),
    /// `number of cards in hand`
    Count(Box<Phrase>),
    /// `number of sets of 2 cards in hand where ...`
    CountSets(Box<Sets>),
    /// `longest run of hand by rank`
    LongestRun(Box<Phrase>, Name),
    /// `number of different rank of cards in hand`
    CountDifferent(Name, Box<Phrase>),
    /// `total worth of hand`
    Total(Name, Box<Phrase>),
    /// `second highest worth of hand`
    Extreme {
        /// The second rather than the first.
        second: bool,
        /// Highest rather than lowest.
        highest: bool,
        /// Of this value.
        value: Name,
        /// Of these.
        of: Box<Phrase>,
    },
    /// `random player`
    Random(Box<Phrase>),
    /// `random number from 1 to 6`
    RandomNumber(Box<Phrase>, Box<Phrase>),
    /// `seat 1`, `seat 2 left of dealer`
    Seat(Box<Phrase>, Option<(bool, Box<Phrase>)>),
    /// `passes in a row`
    PassesInARow,
    /// `all pass in succession`
    AllPass,
    /// `outbid leader`
    Outbid,
    /// `beat trick`
    Beat,
    /// `winning card`
    WinningCard,
    /// `winner so far`
    WinnerSoFar,
    /// `card of left of player`
    CardOf(Box<Phrase>),
    /// Cards or players.
    Group(Box<Group>),
}

/// Sets of cards, of which each card may be in or not.
#[derive(Debug, Clone, Serialize)]
pub struct Sets {
    /// At least so many cards; 1 where nothing is said.
    pub least: Option<Phrase>,
    /// At most.
    pub most: Option<Phrase>,
    /// `3 or more`
    pub or_more: bool,
    /// The places.
    pub within: Vec<Phrase>,
    /// What each set must be.
    pub cond: Option<Phrase>,
}

/// How two things are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Hash)]
#[allow(missing_docs)]
pub enum Comparison {
    Is,
    IsNot,
    AtLeast,
    AtMost,
    MoreThan,
    LessThan,
}

/// A sum, a difference, a product, a remainder.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub enum Operator {
    Plus,
    Minus,
    Times,
    Mod,
}

/// What is taken of two numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub enum Pairing {
    Smaller,
    Larger,
    /// How far they lie apart.
    Difference,
}

/// `first cards in hand where C with highest V`
#[derive(Debug, Clone, Serialize)]
pub struct Group {
    /// The word before.
    pub which: Which,
    /// `first 3 cards`, `last 2 cards`: how many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<Phrase>,
    /// `card`, `cards`, `player`, `players`, `bidders`
    pub noun: Noun,
    /// `in P`
    pub within: Option<Phrase>,
    /// `and in Q`
    pub also: Vec<Phrase>,
    /// `clockwise from P`
    pub clockwise: Option<Phrase>,
    /// `as NAME`
    pub name: Option<Name>,
    /// `where C`
    pub cond: Option<Phrase>,
    /// `with highest V, then lowest W, ties to ...`
    pub best: Option<Best>,
    /// `hand of player where C` without brackets: C may be meant of what stands before.
    #[serde(skip)]
    pub open: bool,
}

impl Group {
    /// `card`, `player`, and nothing besides: what is spoken of.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.which == Which::Plain
            && self.within.is_none()
            && self.clockwise.is_none()
            && self.cond.is_none()
            && self.best.is_none()
    }
}

/// `with highest V, then lowest W, ties to first clockwise from P`
#[derive(Debug, Clone, Serialize)]
pub struct Best {
    /// The words.
    pub span: Span,
    /// `second highest V`
    pub second: bool,
    /// What counts, one after the other; true is highest.
    pub order: Vec<(bool, Name)>,
    /// Who or what it is of those that are equal.
    pub ties: Option<Ties>,
}

/// Which it is among equals.
#[derive(Debug, Clone, Serialize)]
pub enum Ties {
    /// The first: who reached it first, what lies first.
    First,
    /// The last.
    Last,
    /// Nobody.
    Nobody,
    /// The best that is not tied.
    Next,
    /// `first clockwise from P`
    Clockwise(Box<Phrase>),
    /// `random player`
    Random,
}

/// The word before a noun.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub enum Which {
    Plain,
    First,
    Last,
    Any,
    Every,
    Each,
    All,
    Other,
}

/// What a group is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[allow(missing_docs)]
pub enum Noun {
    Card,
    Cards,
    Player,
    Players,
    Bidders,
}
