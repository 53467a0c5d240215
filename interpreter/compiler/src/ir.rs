//! The typed game: every name resolved, every type known, forms still whole. One game serves all player counts and options.
//!
//! Scalars (numbers, yes and no, seats, cards, members of a kind) are whole numbers; `nobody` and `none` are -1.

mod expr;
mod forms;
mod points;
pub(crate) mod sorts;

use serde::Serialize;

use crate::diagnostic::{Code, Span};
pub use crate::engine::{Comparison, Fold, Role, Ties};
pub use crate::syntax::tree::Operator;
pub use expr::*;
pub use forms::*;
pub use points::*;

/// A whole rules file.
#[derive(Debug, Default, Serialize)]
pub struct Game {
    /// The title, as `game TITLE` says it.
    pub title: String,
    /// Its designer.
    pub by: String,
    /// Fewest and most players, both included.
    pub players: (u8, u8),
    /// Who play together: the first of these that holds; each alone where none does.
    pub teams: Vec<Teams>,
    /// Teams that are made in play, if there may be such.
    pub sides: Option<Sides>,
    /// Whether play goes anticlockwise, so that left and right are said the other way round.
    pub anticlockwise: bool,
    /// The track that remembers which way play goes, where it may turn round.
    pub turning: Option<usize>,
    /// House rules; a setup gives each a value, in this order.
    pub options: Vec<OptionDef>,
    /// Conditions on players and options.
    pub requires: Vec<Require>,
    /// Warnings that are meant.
    #[serde(skip)]
    pub allowed: Vec<Allowed>,
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
    /// How many pronouns there are: a `VarId` is below this.
    pub vars: usize,
    /// Whether phrases are watched, so that what games reach can be counted.
    #[serde(skip)]
    pub watched: bool,
}

/// Who play together.
#[derive(Debug, Serialize)]
pub struct Teams {
    /// Only when this holds, of options and the number of players.
    pub when: Option<Expr>,
    /// Seats (from 0) that score together.
    pub seats: Vec<Vec<u8>>,
    /// What is remembered of a player: those of whom it is the same are a team.
    pub by: Option<Expr>,
    /// The line.
    pub span: Span,
}

/// Teams that are made in play: a team is the number of what is remembered of its players, or a player alone.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Sides {
    /// The value that is the team of a player, an index into `Game::values`.
    pub value: usize,
    /// The pronoun of that player.
    pub var: VarId,
    /// What is remembered of players.
    pub of: Ty,
    /// How many teams may be made: a player alone is this and the seat.
    pub most: i64,
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
    /// One card each, and the best takes them.
    Tricks,
}

/// A house rule.
#[derive(Debug, Serialize)]
pub struct OptionDef {
    /// The name by which a setup chooses its value.
    pub name: String,
    /// Where it is declared.
    pub span: Span,
    /// The kind of its values, an index into `Game::kinds`, where they are words.
    pub kind: Option<usize>,
    /// Whether it is a plain yes (1) or no (0), which are then the members of its kind.
    pub yes_no: bool,
    /// Lowest and highest number, or number of a member, both included.
    pub range: (i64, i64),
    /// The value where nobody chooses one, within the range.
    pub usually: i64,
}

/// A refused combination.
#[derive(Debug, Serialize)]
pub struct Require {
    /// What has to hold.
    pub cond: Expr,
    /// The line.
    pub span: Span,
    /// The condition as it is written, for who is refused.
    pub words: String,
}

/// A warning that is meant.
#[derive(Debug, Clone)]
pub struct Allowed {
    /// Which.
    pub code: Code,
    /// Where the part is declared in which it is meant; all of the file where there is none.
    pub part: Option<Span>,
    /// The line, up to its reason.
    pub span: Span,
}

/// Values of an attribute: a bit for each member of its kind.
pub type Members = u128;

/// Most values of an attribute: as many as a set of them has bits.
pub const MOST_VALUES: usize = 128;
/// The number of the place in which all cards begin.
pub const BOX: usize = 0;
/// The number of the place in which the cards of a trick lie.
pub const TRICK: usize = crate::engine::TRICK as usize;

/// The values of a set, lowest first.
pub fn each_member(set: Members) -> impl Iterator<Item = u8> {
    (0..MOST_VALUES as u8).filter(move |member| set >> member & 1 == 1)
}

/// An ordered list of values.
#[derive(Debug, Serialize)]
pub struct Kind {
    /// The name, which is a type in the file: `suit`.
    pub name: String,
    /// The members, lowest first; phrases hold their numbers, from 0.
    pub members: Vec<String>,
    /// Whether every member is a number.
    pub numeric: bool,
}

/// An attribute of cards.
#[derive(Debug, Serialize)]
pub struct Attr {
    /// The name, as in `rank of card`.
    pub name: String,
    /// The kind of its values, an index into `Game::kinds`.
    pub kind: usize,
    /// Whether some card has two of them.
    pub many: bool,
}

/// Cards that are alike.
#[derive(Debug, Serialize)]
pub struct CardDef {
    /// For each attribute the set of its values.
    pub members: Vec<Members>,
    /// What it is called.
    pub name: String,
    /// How many of them the deck holds, which options and players may decide; one where nothing is said.
    pub copies: Option<Expr>,
    /// Only when this holds.
    pub when: Option<Expr>,
    /// The row.
    pub span: Span,
}

/// Over what a place or track is repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Per {
    /// One for each seat, from 0.
    Player,
    /// One for each team, in the order of `Game::teams`.
    Team,
    /// One for each member of the kind with this index.
    Kind(usize),
}

/// Where cards lie.
#[derive(Debug, Serialize)]
pub struct Place {
    /// The name, as in `hand of player`.
    pub name: String,
    /// One for each of these.
    pub per: Option<Per>,
    /// Who sees the cards.
    pub sights: Vec<Sight>,
    /// Who sees how many there are; all where empty.
    pub size: Vec<Sight>,
    /// Totals that are seen.
    pub totals: Vec<Total>,
    /// From where it is refilled when a draw runs dry, an index into `Game::places`.
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
    /// The name under which it is read and set.
    pub name: String,
    /// One for each combination of these.
    pub per: Vec<Per>,
    /// What it holds: a number, yes or no, a member, a player, a card.
    pub ty: Ty,
    /// Whether it may be nobody or none.
    pub or_nothing: bool,
    /// Lowest and highest number that it may be set to, both included; another is a fault.
    pub range: Option<(i64, i64)>,
    /// Its value when it begins.
    pub starts: Option<Expr>,
    /// Who sees it, all of them together; all where there is none.
    pub sights: Vec<Sight>,
    /// It is only worked with: not told, shown or printed.
    pub untold: bool,
    /// The phase it belongs to.
    pub phase: Option<usize>,
    /// Where it is declared.
    pub span: Span,
}

impl Track {
    /// What a number is at the beginning where nothing says so: 0, or what is nearest to it.
    #[must_use]
    pub fn begins_at(&self) -> i64 {
        self.range.map_or(0, |(low, high)| low.max(0).min(high))
    }

    /// Whether all see it, always.
    #[must_use]
    pub fn seen_by_all(&self) -> bool {
        let all = |sight: &Sight| sight.when.is_none() && matches!(sight.who, Expr::AllPlayers);
        self.sights.is_empty() || self.sights.iter().any(all)
    }
}

/// A named table or formula.
#[derive(Debug, Serialize)]
pub struct Value {
    /// The name, as in `worth of card`.
    pub name: String,
    /// The pronouns of what it is of: of nothing, of one thing or of two.
    pub params: Vec<(VarId, Ty)>,
    /// Its type.
    pub ty: Ty,
    /// How it is worked out.
    pub body: Expr,
    /// Where it is declared.
    pub span: Span,
}

impl Value {
    /// The result in the row of a key, where this is rows by one thing.
    #[must_use]
    pub fn row(&self, key: i64) -> Option<&Expr> {
        let (Expr::Table { key: of, low, arms, other, .. }, [(var, _)]) = (&self.body, self.params.as_slice()) else {
            return None;
        };
        if !matches!(**of, Expr::Var(asked) if asked == *var) {
            return None;
        }
        let at = usize::try_from(key.checked_sub(*low)?).ok()?;
        arms.get(at).and_then(Option::as_ref).or(other.as_deref())
    }
}

/// A named part of the game.
#[derive(Debug, Serialize)]
pub struct Phase {
    /// The name by which statements do it.
    pub name: String,
    /// The pronouns of what it takes; a `do` says each.
    pub takes: Vec<(VarId, Ty)>,
    /// How often it runs.
    pub repeats: Repeats,
    /// Tracks that start afresh with each pass.
    pub tracks: Vec<usize>,
    /// The statements of one pass, in their order.
    pub body: Vec<Stmt>,
    /// Where it is declared.
    pub span: Span,
}

/// How often something runs.
#[derive(Debug, Serialize)]
pub enum Repeats {
    /// One pass.
    Once,
    /// So many passes, worked out before the first.
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
