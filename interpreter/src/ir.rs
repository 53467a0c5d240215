//! The typed game: every name resolved, every type known, forms still whole. One game serves all player counts and options.
//!
//! Scalars (numbers, yes and no, seats, cards, members of a kind) are whole numbers; `nobody` and `none` are -1.

use serde::Serialize;

use crate::diagnostic::Span;
pub use crate::syntax::tree::{Comparison, Operator, Ties};

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

/// A place, or several of one name.
#[derive(Debug, Clone, Serialize)]
pub struct PlaceRef {
    /// Which.
    pub place: usize,
    /// Whose.
    pub of: Of,
}

/// Whose place.
#[derive(Debug, Clone, Serialize)]
pub enum Of {
    /// There is only one.
    Whole,
    /// This seat's, team's or member's.
    One(Box<Expr>),
    /// These players', all together.
    Each(Box<Expr>),
    /// That of the owner of the place where each card lies.
    Owner,
}

/// What elements a group has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Over {
    /// Cards.
    Cards,
    /// Players.
    Players,
    /// Members of a kind.
    Kind(usize),
    /// Teams.
    Teams,
}

/// What is worked out over a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Hash)]
pub enum Fold {
    /// The sum.
    Total,
    /// The highest; 0 of an empty group.
    Highest,
    /// The lowest; 0 of an empty group.
    Lowest,
    /// The second highest; 0 where there is none.
    SecondHighest,
    /// The second lowest; 0 where there is none.
    SecondLowest,
    /// How many different values.
    Different,
    /// Whether it holds for any.
    Any,
    /// Whether it holds for every.
    Every,
}

/// The words that say something; empty where no words do. It counts for nothing when phrases are compared or printed.
#[derive(Clone, Copy, Default)]
pub struct Said(pub Span);

impl std::fmt::Debug for Said {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        to.write_str("said")
    }
}

/// A phrase.
#[derive(Debug, Clone, Serialize)]
pub enum Expr {
    /// A number, a member, yes (1) or no (0).
    Int(i64),
    /// Nobody, none.
    Nothing,
    /// How many players.
    PlayerCount,
    /// A house rule.
    Option(usize),
    /// A pronoun.
    Var(VarId),
    /// Which pass of a phase, from 1.
    Pass(usize),
    /// Something remembered.
    Track {
        /// Which.
        track: usize,
        /// Of what.
        keys: Vec<Self>,
    },
    /// An attribute of a card.
    Attr {
        /// Which.
        attr: usize,
        /// Of what.
        card: Box<Self>,
    },
    /// A named table or formula.
    Value {
        /// Which.
        value: usize,
        /// Of what.
        arg: Option<Box<Self>>,
    },
    /// A table by number or member.
    Table {
        /// What is looked up.
        key: Box<Self>,
        /// The first key.
        low: i64,
        /// A result for each key.
        arms: Vec<Option<Self>>,
        /// The result for all others.
        other: Option<Box<Self>>,
        /// The table.
        span: Span,
    },
    /// A sum, difference, product or remainder.
    Arith(Operator, Box<Self>, Box<Self>),
    /// A quotient, rounded up or down.
    Divide(Box<Self>, Box<Self>, bool),
    /// A comparison of scalars.
    Compare(Comparison, Box<Self>, Box<Self>, #[serde(skip)] Said),
    /// All hold.
    And(Vec<Self>),
    /// One holds.
    Or(Vec<Self>),
    /// Does not hold.
    Not(Box<Self>),
    /// `A if C otherwise B`, as (C, A, B).
    If(Box<Self>, Box<Self>, Box<Self>),
    /// The member of another kind that is spelt alike; none where there is no such member.
    Convert {
        /// From this kind.
        from: usize,
        /// To this kind; none for the number that it spells.
        to: Option<usize>,
        /// For a comparison: what has no equal is like nothing, not even like none.
        compared: bool,
        /// The member.
        of: Box<Self>,
    },
    /// All cards.
    AllCards,
    /// The cards of a place.
    CardsIn(PlaceRef),
    /// Cards with these values: for each attribute a set of members, 0 for any.
    CardsLike(Vec<u64>),
    /// The cards of several groups.
    Together(Vec<Self>),
    /// One card as a group.
    JustCard(Box<Self>),
    /// Those of a group of which something holds.
    Where {
        /// Of what.
        over: Over,
        /// The pronoun.
        var: VarId,
        /// The group.
        of: Box<Self>,
        /// The condition.
        cond: Box<Self>,
    },
    /// Those of a group that are best.
    Best {
        /// Of what.
        over: Over,
        /// The pronoun.
        var: VarId,
        /// The group.
        of: Box<Self>,
        /// What counts.
        key: Box<Self>,
        /// The highest or the lowest.
        highest: bool,
    },
    /// The first or last card, by order of arrival.
    EndCard {
        /// The group.
        of: Box<Self>,
        /// The last.
        last: bool,
    },
    /// The only card or player of a group, else none.
    Only(Over, Box<Self>),
    /// How many.
    Count(Over, Box<Self>),
    /// Something worked out over a group.
    Fold {
        /// What.
        fold: Fold,
        /// Of what.
        over: Over,
        /// The pronoun.
        var: VarId,
        /// The group.
        of: Box<Self>,
        /// For each.
        key: Box<Self>,
    },
    /// All players.
    AllPlayers,
    /// One player as a group.
    JustPlayer(Box<Self>),
    /// The players of a group but one.
    Except(Box<Self>, Box<Self>),
    /// The players of other teams.
    Opponents(Box<Self>),
    /// The first of a group clockwise from a seat, that seat included.
    FirstFrom {
        /// From here.
        from: Box<Self>,
        /// The group.
        of: Box<Self>,
    },
    /// So many seats clockwise; negative is to the right.
    Seat {
        /// From here.
        from: Box<Self>,
        /// This many.
        steps: Box<Self>,
    },
    /// The other seat of a team of two.
    Partner(Box<Self>),
    /// The team of a player.
    TeamOf(Box<Self>),
    /// The players of a team.
    Members(Box<Self>),
    /// Whose place a card lies in.
    Owner(Box<Self>),
    /// Whether a card or player is in a group.
    In(Over, Box<Self>, Box<Self>),
    /// Whether two cards share a value of one of these attributes.
    Shares(Vec<usize>, Box<Self>, Box<Self>),
    /// The score of a player.
    Score(Box<Self>),
    /// A fact of a form.
    Fact(Fact),
    /// A phrase that is watched, where [`Point`]s are asked for.
    At {
        /// Its words.
        span: Span,
        /// The phrase.
        of: Box<Self>,
    },
}

/// What a game may reach, as the coverage of a rules file counts it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Point {
    /// Its line or words.
    pub span: Span,
    /// What there is to reach.
    pub sort: PointSort,
}

/// What there is to reach.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum PointSort {
    /// It is done.
    Statement,
    /// It holds, and it does not hold.
    Condition,
    /// The row or cell of a table is looked up.
    Row,
    /// The formula is worked out.
    Value,
    /// The act is chosen.
    Act,
    /// It forbids something.
    Must,
    /// There is a tie.
    Ties,
}

/// What a form knows.
#[derive(Debug, Clone, Serialize)]
pub enum Fact {
    /// Who is ahead in the auction; who won it; who won the trick.
    Leader(usize),
    /// What a player's bid is worth.
    Worth(usize, Box<Expr>),
    /// Who is still in.
    Bidders(usize),
    /// Passes in succession.
    PassesInARow(usize),
    /// Whether all still in have passed in succession.
    AllPass(usize),
    /// How many acts other than passes there were.
    Acts(usize),
    /// Which trick of the form it is, from 1.
    TrickNumber(usize),
}

/// A track and what it is of.
#[derive(Debug, Clone, Serialize)]
pub struct Target {
    /// Which.
    pub track: usize,
    /// Of what.
    pub keys: Vec<Expr>,
}

/// A statement.
#[derive(Debug, Serialize)]
pub struct Stmt {
    /// The line.
    pub span: Span,
    /// Only when this holds.
    pub when: Option<Expr>,
    /// What is done.
    pub kind: StmtKind,
}

/// What is done.
#[derive(Debug, Serialize)]
#[allow(missing_docs)]
#[allow(clippy::large_enum_variant, reason = "a game has some dozens of statements, made once")]
pub enum StmtKind {
    Do(usize),
    Move {
        cards: Expr,
        to: PlaceRef,
    },
    Deal {
        count: Expr,
        from: PlaceRef,
        to: PlaceRef,
        if_able: bool,
    },
    Fill {
        place: PlaceRef,
        size: Expr,
        from: PlaceRef,
    },
    Shuffle(PlaceRef),
    Sort {
        place: PlaceRef,
        var: VarId,
        key: Expr,
        highest: bool,
    },
    Swap(PlaceRef, PlaceRef),
    Set {
        target: Target,
        to: Expr,
    },
    /// A random player of a group is remembered.
    Draw {
        target: Target,
        from: Expr,
    },
    Add {
        target: Target,
        amount: Expr,
    },
    /// Money moves; `None` is the bank.
    Pay {
        amount: Expr,
        from: Option<Target>,
        to: Option<Target>,
    },
    Score {
        amount: Expr,
        who: Expr,
        reason: usize,
        minus: bool,
    },
    If {
        branches: Vec<(Expr, Vec<Stmt>)>,
        otherwise: Vec<Stmt>,
    },
    ForEach {
        over: Over,
        var: VarId,
        group: Expr,
        from: Option<Expr>,
        body: Vec<Stmt>,
    },
    Repeat {
        repeats: Repeats,
        body: Vec<Stmt>,
    },
    Ask(Ask),
    EndPhase,
    Won(Expr),
    Auction(Auction),
    Circuit {
        circuit: Circuit,
        after: Vec<Stmt>,
    },
    Tricks(Tricks),
}

/// One decision of one player, or of several at once.
#[derive(Debug, Serialize)]
pub struct Ask {
    /// Who.
    pub who: Expr,
    /// All at once and in secret; `who` is then a group.
    pub at_once: bool,
    /// The pronoun of who decides.
    pub player: VarId,
    /// What may be done.
    pub acts: Vec<Act>,
}

/// What may be done in a decision.
#[derive(Debug, Serialize)]
pub struct Act {
    /// Its name, a number into `Game::acts`.
    pub name: usize,
    /// What it is to its form.
    pub role: Role,
    /// The line.
    pub span: Span,
    /// Only when this holds.
    pub when: Option<Expr>,
    /// What is picked.
    pub picks: Vec<Pick>,
    /// What it is worth, if it is a bid.
    pub worth: Option<Expr>,
    /// Whether that is another phrase than for other bids of the auction: its own, or one about what is picked.
    pub own_worth: bool,
    /// What it has to obey, in order.
    pub musts: Vec<Must>,
    /// What then happens.
    pub body: Vec<Stmt>,
}

/// What an act is to its form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Role {
    /// Any act.
    Act,
    /// A bid of an auction.
    Bid,
    /// A pass; true is for good.
    Pass(bool),
    /// A card played to a trick.
    Play,
}

/// A condition on an act.
#[derive(Debug, Serialize)]
pub struct Must {
    /// The condition.
    pub cond: Expr,
    /// Only if some choice obeys.
    pub if_able: bool,
    /// Only when this holds.
    pub when: Option<Expr>,
    /// The line.
    pub span: Span,
}

/// One thing that is picked.
#[derive(Debug, Serialize)]
pub struct Pick {
    /// From what.
    pub source: Source,
    /// The pronoun of what was picked: one card, number, member or player, or the whole group of cards.
    pub var: VarId,
    /// The pronoun of each card, where several may be picked.
    pub each: VarId,
    /// Whether the group or one card is meant by `var`.
    pub several: bool,
    /// Where the cards go.
    pub to: Option<PlaceRef>,
    /// What each has to be.
    pub cond: Option<Expr>,
    /// What the cards have to be together.
    pub so_that: Option<Expr>,
    /// The words.
    pub span: Span,
}

/// From what is picked.
#[derive(Debug, Serialize)]
#[allow(missing_docs)]
pub enum Source {
    Cards { from: Expr, place: Option<usize>, least: Expr, most: Expr, if_able: bool },
    Number { low: Expr, high: Expr },
    Member(usize),
    Player,
    YesNo,
}

/// In what order players act.
#[derive(Debug, Serialize)]
pub enum Order {
    /// All at once and in secret.
    AtOnce,
    /// Clockwise, once or again and again.
    Clockwise {
        /// Once.
        once: bool,
        /// Who begins.
        from: Expr,
    },
}

/// Turns around the table until they close.
#[derive(Debug, Serialize)]
pub struct Circuit {
    /// Its number.
    pub form: usize,
    /// Who takes part.
    pub among: Option<Expr>,
    /// In what order.
    pub order: Order,
    /// The pronoun of who acts.
    pub player: VarId,
    /// What may be done.
    pub acts: Vec<Act>,
    /// When it is over.
    pub closes: Option<Expr>,
    /// The heading.
    pub span: Span,
}

/// Bids until they close; the best wins.
#[derive(Debug, Serialize)]
pub struct Auction {
    /// Its number.
    pub form: usize,
    /// Its circuits, one after the other.
    pub stages: Vec<Circuit>,
    /// The highest wins, or the lowest.
    pub highest: bool,
    /// Who wins a tie.
    pub ties: Ties,
    /// The clause that says so.
    pub wins: Span,
    /// When somebody won.
    pub sold: Vec<Stmt>,
    /// When nobody won.
    pub unsold: Vec<Stmt>,
    /// In any case.
    pub after: Vec<Stmt>,
    /// The heading.
    pub span: Span,
}

/// Tricks until the hands are empty.
#[derive(Debug, Serialize)]
pub struct Tricks {
    /// Its number.
    pub form: usize,
    /// Who takes part.
    pub among: Option<Expr>,
    /// Who leads first.
    pub lead: Expr,
    /// The pronoun of whose turn it is.
    pub player: VarId,
    /// Who decides for that seat.
    pub chooser: Option<Expr>,
    /// The play of a card.
    pub play: Act,
    /// The pronoun of a card in `follow`, `trump` and `wins`.
    pub card: VarId,
    /// What has to be followed.
    pub follow: Option<Expr>,
    /// Whether a card of the trick follows the first.
    pub follows: Option<Expr>,
    /// Whether a card is a trump.
    pub trump: Option<Expr>,
    /// What counts.
    pub key: Expr,
    /// The highest wins, or the lowest.
    pub highest: bool,
    /// Who wins a tie.
    pub ties: Ties,
    /// Where the trick goes.
    pub taken: PlaceRef,
    /// After each trick.
    pub after: Vec<Stmt>,
    /// When the tricks are over, besides when nobody has a card left to play.
    pub until: Option<Expr>,
    /// The heading.
    pub span: Span,
}
