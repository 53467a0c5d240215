//! The tree of a rules file: its lines as they stand, with their places. It is never changed after it is made.

mod blocks;
mod changes;
mod phrases;
mod scripts;
mod statements;

use serde::Serialize;

use crate::diagnostic::Span;

pub use changes::{ChangeItem, Edit, EditKind, Spot};
pub use phrases::*;
pub use scripts::*;
pub use statements::*;

/// A word of the file; underscores are read as hyphens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Name {
    /// As it is looked up.
    pub text: String,
    /// Where it stands.
    pub span: Span,
}

/// All items of a file in their order.
#[derive(Debug, Default, Serialize)]
pub struct File {
    /// Lines at the left edge.
    pub items: Vec<Item>,
}

/// That a warning is meant.
#[derive(Debug, Serialize)]
pub struct AllowItem {
    /// The word `allow`.
    pub word: Name,
    /// The code of the warning.
    pub code: Name,
    /// The part of the file in which it is meant; all of the file where nothing is said.
    pub of: Option<Name>,
    /// Why.
    pub why: Name,
}

/// `teams 1 and 3, 2 and 4 when players is 4`
#[derive(Debug, Serialize)]
pub struct TeamLine {
    /// The words behind `teams`.
    pub span: Span,
    /// Seats that are teams.
    pub seats: Vec<Vec<Name>>,
    /// `by V`: players of whom V is the same are a team.
    pub by: Option<Name>,
    /// Only when this holds.
    pub when: Option<Phrase>,
}

/// A line at the left edge with its block.
#[derive(Debug, Serialize)]
pub enum Item {
    /// `game Night Market`, `by Ann Author`, `source ...`, `tests for night_market`.
    Header {
        /// The first word.
        word: Name,
        /// The rest.
        text: Name,
    },
    /// `players 3 to 5`
    Players(MarkSpan),
    /// `teams 1 and 3, 2 and 4`, `teams by party when sides-are-secret`: all such lines of a file
    Teams(Vec<TeamLine>),
    /// `option length short or long, usually short`
    Option {
        /// Its name.
        name: Name,
        /// What it may be.
        marks: Vec<MarkSpan>,
        /// The default.
        usually: Name,
    },
    /// `require length is short or players is at most 4`
    Require(Phrase),
    /// `allow unused in discard because a later version has a discard`
    Allow(AllowItem),
    /// `cards`
    Cards(Vec<CardLine>),
    /// `kind size small, medium, large`
    Kind {
        /// Its name.
        name: Name,
        /// Its members, lowest first.
        marks: Vec<MarkSpan>,
    },
    /// `value worth of card by rank`
    Value(ValueItem),
    /// `places`
    Places(Vec<PlaceLine>),
    /// `track` at the left edge
    Track(Vec<TrackLine>),
    /// `play`, `phase sale`
    Phase(PhaseItem),
    /// `test a tie goes to the earliest`
    Test(TestItem),
    /// `add value bonus of player is 5`: something that the base of a variant has not.
    Add {
        /// The word `add`.
        word: Name,
        /// What is added.
        item: Box<Item>,
    },
    /// `remove option length`
    Remove {
        /// The line.
        span: Span,
        /// `option`, `value`, `place` ...
        what: Name,
        /// Its name, or the words of a `require`.
        which: Name,
    },
    /// `change phase sale`
    Change(ChangeItem),
}

/// `2 to 9`, or one value.
#[derive(Debug, Clone, Serialize)]
pub struct MarkSpan {
    /// The first, or only, value; in a table also `none`.
    pub from: Name,
    /// The last value.
    pub to: Option<Name>,
}

/// A line under `cards`.
#[derive(Debug, Serialize)]
pub enum CardLine {
    /// `suit Clubs, Hearts`
    Attribute {
        /// Its name, also the name of a kind.
        name: Name,
        /// Its values, lowest first.
        marks: Vec<MarkSpan>,
    },
    /// `2 copies of 1 to 10 of each suit`
    Row(CardRow),
    /// `if length is long`
    If {
        /// The condition on players and options.
        cond: Phrase,
        /// Rows under it.
        rows: Vec<CardRow>,
    },
}

/// Cards of the deck: every head with every tail.
#[derive(Debug, Serialize)]
pub struct CardRow {
    /// The whole line.
    pub span: Span,
    /// How many of each; 1 where nothing is said.
    pub copies: Option<Phrase>,
    /// Before `of`.
    pub heads: Vec<MarkSpan>,
    /// After `of`.
    pub tails: Tails,
}

/// The other half of the cards of a row.
#[derive(Debug, Serialize)]
pub enum Tails {
    /// Nothing: `1 to 10`
    None,
    /// `of each suit`
    Each(Name),
    /// `of Clubs and Hearts, Diamonds and Spades`
    Combos(Vec<Vec<MarkSpan>>),
}

/// `value NAME of OWNER is/by ...`
#[derive(Debug, Serialize)]
pub struct ValueItem {
    /// Its name.
    pub name: Name,
    /// What it is of, one thing or two: `card`, `player`, or a kind.
    pub owners: Vec<Taken>,
    /// What it is.
    pub body: ValueBody,
}

/// How a value is worked out.
#[derive(Debug, Serialize)]
pub enum ValueBody {
    /// One formula.
    Formula(Phrase),
    /// `by KEY` and rows.
    Table {
        /// What is looked up.
        key: Phrase,
        /// The rows.
        rows: Vec<Row>,
    },
    /// `by KEY`, `across NAME` and a grid.
    Grid {
        /// What chooses the row.
        key: Phrase,
        /// What chooses the column.
        across: Name,
        /// Column headings.
        columns: Vec<MarkSpan>,
        /// Row headings and cells.
        rows: Vec<(MarkSpan, Vec<Phrase>, Span)>,
    },
}

/// `Jack, Queen 10`, or `other 0`.
#[derive(Debug, Serialize)]
pub struct Row {
    /// The line.
    pub span: Span,
    /// Keys; empty for `other`.
    pub keys: Vec<MarkSpan>,
    /// The result.
    pub result: Phrase,
}

/// `hand each player seen by owner`
#[derive(Debug, Serialize)]
pub struct PlaceLine {
    /// Its name.
    pub name: Name,
    /// `each player`, `each suit`.
    pub per: Vec<Name>,
    /// Who sees what.
    pub sights: Vec<Sight>,
    /// `refilled from discard`
    pub refilled: Option<Name>,
}

/// `total worth seen by all when C`
#[derive(Debug, Serialize)]
pub struct Sight {
    /// The cards, their number or a total.
    pub what: Seen,
    /// Who.
    pub who: Seers,
    /// Only while this holds.
    pub when: Option<Phrase>,
    /// The words.
    pub span: Span,
}

/// What a sight is of.
#[derive(Debug, Serialize)]
pub enum Seen {
    /// The cards themselves.
    Cards,
    /// How many there are.
    Size,
    /// The total of a value.
    Total(Name),
}

/// Who sees.
#[derive(Debug, Serialize)]
pub enum Seers {
    /// `all`
    All,
    /// `nobody`
    Nobody,
    /// `owner`, or players.
    Players(Phrase),
}

/// `dealer player starts seat 1`
#[derive(Debug, Serialize)]
pub struct TrackLine {
    /// Its name.
    pub name: Name,
    /// `each player`, `each suit`.
    pub per: Vec<Name>,
    /// Its type.
    pub ty: TrackType,
    /// Where the type stands.
    pub ty_span: Span,
    /// Who sees it; all where nothing is said.
    pub sights: Vec<Sight>,
    /// `not told`: it is only worked with.
    pub untold: bool,
    /// Its value when it begins.
    pub starts: Option<Phrase>,
}

/// The type of a track.
#[derive(Debug, Serialize)]
pub enum TrackType {
    /// `number from 0 to 90`
    Number(Option<(i64, i64)>),
    /// `yes or no`
    YesNo,
    /// `player`, `card`, or a kind; `or nobody` / `or none`
    Of(Name, bool),
}

/// What a phase takes where it takes yes or no, however many spaces the line has.
pub const YES_OR_NO: &str = "yes or no";

/// `player as counter`: a thing that a phase takes, or that a value is of.
#[derive(Debug, Clone, Serialize)]
pub struct Taken {
    /// `card`, `player`, `team`, `number`, a kind or [`YES_OR_NO`].
    pub what: Name,
    /// The name after `as`.
    pub called: Option<Name>,
}

/// `phase NAME for player as counter repeats ...`; `play` is the phase of that name.
#[derive(Debug, Serialize)]
pub struct PhaseItem {
    /// Its name.
    pub name: Name,
    /// What it takes from the `do` that runs it.
    pub takes: Vec<Taken>,
    /// How often it runs.
    pub repeats: Repeats,
    /// What it remembers, afresh each time.
    pub tracks: Vec<TrackLine>,
    /// What happens.
    pub body: Vec<Statement>,
}

/// How often a phase or a loop runs.
#[derive(Debug, Serialize)]
pub enum Repeats {
    /// Once.
    Once,
    /// `N times`
    Times(Phrase),
    /// Until something leaves it.
    Always,
    /// `until C`, looked at before each pass
    Until(Phrase),
    /// `for N from A down to B`
    Count {
        /// The number's name.
        name: Name,
        /// Its first value.
        from: Phrase,
        /// Its last value.
        to: Phrase,
        /// Counting down.
        down: bool,
    },
}
