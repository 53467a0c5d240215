//! The typed game: every name resolved, every type known, forms still whole. One game serves all player counts and options.
//!
//! Scalars (numbers, yes and no, seats, cards, members of a kind) are whole numbers; `nobody` and `none` are -1.

mod expr;
mod forms;

use serde::Serialize;

use crate::diagnostic::Span;
pub use crate::engine::{Comparison, Fold, Role, Ties};
pub use crate::syntax::tree::Operator;
pub use expr::*;
pub use forms::*;

/// A whole rules file.
#[derive(Debug, Default, Serialize)]
pub struct Game {
    /// Its title.
    pub title: String,
    /// Its designer.
    pub by: String,
    /// Fewest and most players.
    pub players: (u8, u8),
    /// Seats (from 0) that score together; empty where each plays alone.
    pub teams: Vec<Vec<u8>>,
    /// House rules.
    pub options: Vec<OptionDef>,
    /// Conditions on players and options.
    pub requires: Vec<Require>,
    /// Kinds of values.
    pub kinds: Vec<Kind>,
    /// Attributes of cards.
    pub attrs: Vec<Attr>,
    /// Cards, before conditions and copies are worked out.
    pub cards: Vec<CardDef>,
    /// Where cards lie. The first is `box`, where all begin; the second is `trick`.
    pub places: Vec<Place>,
    /// What is remembered.
    pub tracks: Vec<Track>,
    /// Named tables and formulas.
    pub values: Vec<Value>,
    /// Named parts; the one named `play` is the whole.
    pub phases: Vec<Phase>,
    /// Names of forms, by number.
    pub forms: Vec<FormName>,
    /// What scores are for.
    pub reasons: Vec<String>,
    /// Names of acts.
    pub acts: Vec<String>,
    /// How many pronouns there are.
    pub vars: usize,
    /// Whether phrases are watched, so that what games reach can be counted.
    #[serde(skip)]
    pub watched: bool,
}

/// A form's heading and name.
#[derive(Debug, Serialize)]
pub struct FormName {
    /// `auction`, `circuit`, `tricks`, or its own name.
    pub name: String,
    /// Which form; a stage is a part of an auction.
    pub kind: FormKind,
    /// The auction of a stage.
    pub auction: Option<usize>,
    /// The heading.
    pub span: Span,
    /// The phase it stands in.
    pub phase: usize,
}

/// The three forms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum FormKind {
    /// Bids until they close.
    Auction,
    /// Turns around the table.
    Circuit,
    /// Tricks.
    Tricks,
}

/// A house rule.
#[derive(Debug, Serialize)]
pub struct OptionDef {
    /// Its name.
    pub name: String,
    /// Where it is declared.
    pub span: Span,
    /// The kind of its values, where they are words.
    pub kind: Option<usize>,
    /// Whether it is a plain yes (1) or no (0), which are then the members of its kind.
    pub yes_no: bool,
    /// Lowest and highest number, or member.
    pub range: (i64, i64),
    /// The default.
    pub usually: i64,
}

/// A refused combination.
#[derive(Debug, Serialize)]
pub struct Require {
    /// What has to hold.
    pub cond: Expr,
    /// The line.
    pub span: Span,
    /// Its words.
    pub words: String,
}

/// An ordered list of values.
#[derive(Debug, Serialize)]
pub struct Kind {
    /// Its name.
    pub name: String,
    /// Lowest first.
    pub members: Vec<String>,
    /// Whether every member is a number.
    pub numeric: bool,
}

/// An attribute of cards.
#[derive(Debug, Serialize)]
pub struct Attr {
    /// Its name.
    pub name: String,
    /// The kind of its values.
    pub kind: usize,
    /// Whether some card has two of them.
    pub many: bool,
}

/// Cards that are alike.
#[derive(Debug, Serialize)]
pub struct CardDef {
    /// For each attribute the set of its values, a bit a member.
    pub members: Vec<u64>,
    /// What it is called.
    pub name: String,
    /// How many there are.
    pub copies: Option<Expr>,
    /// Only when this holds.
    pub when: Option<Expr>,
    /// The row.
    pub span: Span,
}

/// Over what a place or track is repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Per {
    /// One a player.
    Player,
    /// One a team.
    Team,
    /// One a member of the kind.
    Kind(usize),
}

/// Where cards lie.
#[derive(Debug, Serialize)]
pub struct Place {
    /// Its name.
    pub name: String,
    /// One for each of these.
    pub per: Option<Per>,
    /// Who sees the cards.
    pub sights: Vec<Sight>,
    /// Who sees how many there are; all where empty.
    pub size: Vec<Sight>,
    /// Totals that are seen.
    pub totals: Vec<Total>,
    /// From where it is refilled when a draw runs dry.
    pub refilled: Option<usize>,
    /// Where it is declared.
    pub span: Span,
}

/// Who sees, while a condition holds.
#[derive(Debug, Serialize)]
pub struct Sight {
    /// The players.
    pub who: Expr,
    /// The owner's pronoun.
    pub owner: VarId,
    /// The condition.
    pub when: Option<Expr>,
}

/// A total of a place that is seen.
#[derive(Debug, Serialize)]
pub struct Total {
    /// The value's name.
    pub name: String,
    /// The card's pronoun.
    pub card: VarId,
    /// The value of one card.
    pub of: Expr,
    /// Who sees it.
    pub sight: Sight,
}

/// What is remembered.
#[derive(Debug, Serialize)]
pub struct Track {
    /// Its name.
    pub name: String,
    /// One for each combination of these.
    pub per: Vec<Per>,
    /// Its type.
    pub ty: Ty,
    /// Whether it may be nobody or none.
    pub or_nothing: bool,
    /// Lowest and highest number.
    pub range: Option<(i64, i64)>,
    /// Its value when it begins.
    pub starts: Option<Expr>,
    /// Who sees it; all where there is none.
    pub sight: Option<Sight>,
    /// The phase it belongs to.
    pub phase: Option<usize>,
    /// Where it is declared.
    pub span: Span,
}

/// A named table or formula.
#[derive(Debug, Serialize)]
pub struct Value {
    /// Its name.
    pub name: String,
    /// The pronoun of what it is of.
    pub param: Option<(VarId, Ty)>,
    /// Its type.
    pub ty: Ty,
    /// How it is worked out.
    pub body: Expr,
    /// Where it is declared.
    pub span: Span,
}

/// A named part of the game.
#[derive(Debug, Serialize)]
pub struct Phase {
    /// Its name.
    pub name: String,
    /// How often it runs.
    pub repeats: Repeats,
    /// Tracks that start afresh with each pass.
    pub tracks: Vec<usize>,
    /// What happens.
    pub body: Vec<Stmt>,
    /// Where it is declared.
    pub span: Span,
}

/// How often something runs.
#[derive(Debug, Serialize)]
pub enum Repeats {
    /// Once.
    Once,
    /// So many times.
    Times(Expr),
    /// Until this holds, looked at before each pass.
    Until(Expr),
    /// For each number between two.
    Count {
        /// The number's pronoun.
        var: VarId,
        /// The first.
        from: Expr,
        /// The last.
        to: Expr,
        /// Counting down.
        down: bool,
    },
}

/// A pronoun or a picked thing: what a word means where it stands.
pub type VarId = usize;

/// Types of phrases.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Ty {
    /// A whole number.
    Number,
    /// Yes or no.
    YesNo,
    /// A seat, or nobody.
    Player,
    /// A team.
    Team,
    /// A card, or none.
    Card,
    /// A group of cards.
    Cards,
    /// A group of players.
    Players,
    /// A member of a kind, or none.
    Member(usize),
    /// Said by `nobody` or `none`.
    Nothing,
}
