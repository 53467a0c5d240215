//! The tree of a rules file: its lines as they stand, with their places. It is never changed after it is made.

use serde::Serialize;

use crate::diagnostic::Span;

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
    /// `teams 1 and 3, 2 and 4`
    Teams(Vec<Vec<Name>>),
    /// `option deck basic or extended, usually basic`
    Option {
        /// Its name.
        name: Name,
        /// What it may be.
        marks: Vec<MarkSpan>,
        /// The default.
        usually: Name,
    },
    /// `require deck is basic or players is at most 4`
    Require(Phrase),
    /// `cards`
    Cards(Vec<CardLine>),
    /// `kind strain Clubs, ..., No-trump`
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
    /// `remove option deck`
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

/// `change phase sale`, `change value worth`, `change cards` in a variant.
#[derive(Debug, Serialize)]
pub struct ChangeItem {
    /// The line.
    pub span: Span,
    /// `phase`, `value`, `cards`.
    pub what: Name,
    /// Its name; that of `play` and `cards` is the word itself.
    pub which: Name,
    /// `repeats ...`, if it is said anew.
    pub repeats: Option<Repeats>,
    /// What is changed in it.
    pub edits: Vec<Edit>,
}

/// One change inside a part of the base.
#[derive(Debug, Serialize)]
pub struct Edit {
    /// The line.
    pub span: Span,
    /// What it does.
    pub kind: EditKind,
}

/// What a change does.
#[derive(Debug, Serialize)]
pub enum EditKind {
    /// `pass for good`: instead of the clause that begins so.
    Clause(Clause),
    /// `add must card is not Joker`
    AddClause(Clause),
    /// `Jack 10` under `change value`: instead of the row with these keys; true if it is added.
    Row(Row, bool),
    /// `3 1 2 1` under `change value`: a row of a grid.
    GridRow(MarkSpan, Vec<Phrase>),
    /// `rank 2 to 9` under `change cards`: instead of the attribute of this name.
    Attribute(CardLine),
    /// `add 2 copies of Joker` under `change cards`
    AddCards(CardLine),
    /// `track` under `change phase`: lines instead of those of the same name; true if they are added.
    Tracks(Vec<TrackLine>, bool),
    /// `remove must player is not leader`: the words of a line.
    Remove(Name),
    /// `replace move lot to discard` and the clauses that stand instead.
    ReplaceClause(Name, Vec<Clause>),
    /// `replace move lot to discard` and the statements that stand instead.
    Replace(Name, Vec<Statement>),
    /// `add after shuffle stock` and statements.
    Insert(Spot, Vec<Statement>),
    /// `auction`, `stage sealed`, `ask dealer`: changes of the clauses in it.
    Inside(Name, Vec<Edit>),
}

/// Where statements are added.
#[derive(Debug, Serialize)]
pub enum Spot {
    /// `add first`
    First,
    /// `add last`
    Last,
    /// `add before LINE`
    Before(Name),
    /// `add after LINE`
    After(Name),
}

/// `2 to 9`, or one value.
#[derive(Debug, Clone, Serialize)]
pub struct MarkSpan {
    /// The first, or only, value.
    pub from: Name,
    /// The last value.
    pub to: Option<Name>,
}

/// A line under `cards`.
#[derive(Debug, Serialize)]
pub enum CardLine {
    /// `suit Moons, Suns`
    Attribute {
        /// Its name, also the name of a kind.
        name: Name,
        /// Its values, lowest first.
        marks: Vec<MarkSpan>,
    },
    /// `2 copies of 1 to 10 of each suit`
    Row(CardRow),
    /// `if deck is extended`
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
    /// Nothing: `Joker`
    None,
    /// `of each suit`
    Each(Name),
    /// `of Moons and Knots, Suns and Wyrms`
    Combos(Vec<Vec<MarkSpan>>),
}

/// `value NAME of OWNER is/by ...`
#[derive(Debug, Serialize)]
pub struct ValueItem {
    /// Its name.
    pub name: Name,
    /// `card`, `player`, or a kind.
    pub owner: Option<Name>,
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
    pub sight: Option<Sight>,
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

/// `phase NAME repeats ...`; `play` is the phase of that name.
#[derive(Debug, Serialize)]
pub struct PhaseItem {
    /// Its name.
    pub name: Name,
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

/// A statement with its place and its guard.
#[derive(Debug, Serialize)]
pub struct Statement {
    /// The line.
    pub span: Span,
    /// `when C`: else nothing happens.
    pub when: Option<Phrase>,
    /// What is done.
    pub kind: StatementKind,
}

/// What a statement does.
#[derive(Debug, Serialize)]
pub enum StatementKind {
    /// `do sale`
    Do(Name),
    /// `move lot to won of winner`
    Move {
        /// The cards.
        cards: Phrase,
        /// The place.
        to: Phrase,
    },
    /// `deal 2 from stock to hand if able`
    Deal {
        /// How many.
        count: Phrase,
        /// From the top of.
        from: Phrase,
        /// To the bottom of.
        to: Phrase,
        /// Fewer if there are fewer.
        if_able: bool,
    },
    /// `fill hand to 5 from stock`
    Fill {
        /// The place.
        place: Phrase,
        /// Up to this many cards.
        size: Phrase,
        /// From the top of.
        from: Phrase,
    },
    /// `shuffle stock`
    Shuffle(Phrase),
    /// `sort display by value, lowest first`
    Sort {
        /// The place.
        place: Phrase,
        /// By this attribute or value.
        by: Name,
        /// Highest first.
        highest: bool,
    },
    /// `swap hand with crib`
    Swap(Phrase, Phrase),
    /// `set dealer to left of dealer`
    Set {
        /// The track.
        target: Phrase,
        /// Its new value.
        to: Phrase,
    },
    /// `add 1 to carried`, `subtract 1 from carried`
    Add {
        /// How much.
        amount: Phrase,
        /// The track.
        target: Phrase,
        /// Subtract instead.
        minus: bool,
    },
    /// `pay 5 from purse to bank`
    Pay {
        /// How much.
        amount: Phrase,
        /// A track, or `bank`.
        from: Phrase,
        /// A track, or `bank`.
        to: Phrase,
    },
    /// `score 10 to player for tricks`, `deduct 10 from player for misere`
    Score {
        /// How much.
        amount: Phrase,
        /// Whose.
        who: Phrase,
        /// What for.
        reason: Name,
        /// Deduct instead.
        minus: bool,
    },
    /// `if C` ... `otherwise if C` ... `otherwise`
    If {
        /// Conditions and what then happens.
        branches: Vec<(Phrase, Vec<Statement>)>,
        /// What happens if none holds.
        otherwise: Vec<Statement>,
    },
    /// `for each player`, `for each suit as row`
    ForEach {
        /// The group.
        group: Phrase,
        /// What one value of a kind, or one team, is called; a group names its own.
        name: Option<Name>,
        /// What is done for each.
        body: Vec<Statement>,
    },
    /// `repeat ...`
    Repeat {
        /// How often.
        repeats: Repeats,
        /// What is repeated.
        body: Vec<Statement>,
    },
    /// `ask seller to auction a card from hand to lot`
    Ask {
        /// Who decides.
        who: Phrase,
        /// All at once and in secret.
        at_once: bool,
        /// What may be done.
        acts: Vec<Clause>,
    },
    /// `end phase`
    EndPhase,
    /// `won by players with highest score`
    Won(Phrase),
    /// `auction`, `circuit`, `tricks`
    Form(Form),
}

/// A form with its clauses.
#[derive(Debug, Serialize)]
pub struct Form {
    /// Which form: `auction`, `circuit`, `tricks`.
    pub word: Name,
    /// Its own name.
    pub name: Option<Name>,
    /// `tricks until C`
    pub until: Option<Phrase>,
    /// Its clauses in order.
    pub clauses: Vec<Clause>,
}

/// A clause of a form: its word, what follows it and its block.
#[derive(Debug, Serialize)]
pub struct Clause {
    /// The first word.
    pub word: Name,
    /// The line.
    pub span: Span,
    /// What follows.
    pub shape: Shape,
    /// `must` lines in the block of an act.
    pub musts: Vec<Self>,
    /// `worth E` in the block of a bid.
    pub worth: Option<Phrase>,
    /// Statements of the block.
    pub body: Vec<Statement>,
    /// Clauses of the block of a `stage`.
    pub clauses: Vec<Self>,
    /// `when C`
    pub when: Option<Phrase>,
}

/// What follows a clause's word.
#[derive(Debug, Serialize)]
pub enum Shape {
    /// `order all at once`
    AllAtOnce,
    /// `order once clockwise from P`
    Clockwise {
        /// Only once around.
        once: bool,
        /// Who begins.
        from: Phrase,
    },
    /// `act NAME picks`, `bid picks`, `play picks`
    Act {
        /// Its name; the clause's word for `bid` and `play`.
        name: Name,
        /// What is picked.
        picks: Vec<Pick>,
    },
    /// `pass for now`
    Pass {
        /// `for now` is false, `for good` is true.
        for_good: Option<bool>,
    },
    /// `must C if able`
    Must {
        /// The condition.
        cond: Phrase,
        /// Only if some choice obeys.
        if_able: bool,
    },
    /// `worth E`, `lead P`, `trump E`, `chooser P`, `among G`, `closes when C`
    Phrase(Phrase),
    /// `wins highest worth, ties to first`
    Wins {
        /// Highest rather than lowest.
        highest: bool,
        /// Of this value.
        by: Name,
        /// Who wins a tie.
        ties: Option<Ties>,
    },
    /// `follow suit`, `stage sealed`
    Word(Name),
    /// `sold`, `unsold`, `after`
    Nothing,
}

/// Who wins among equals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Ties {
    /// Who reached it first.
    First,
    /// Who reached it last.
    Last,
    /// Nobody.
    Nobody,
    /// The best that is not tied.
    Next,
}

/// One thing that is picked.
#[derive(Debug, Serialize)]
pub struct Pick {
    /// The words.
    pub span: Span,
    /// From what.
    pub source: Source,
    /// Where picked cards go at once.
    pub to: Option<Phrase>,
    /// Its name.
    pub name: Option<Name>,
    /// What each candidate must be.
    pub cond: Option<Phrase>,
    /// What the cards must be together.
    pub so_that: Option<Phrase>,
    /// Fewer if there are fewer.
    pub if_able: bool,
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
    /// `hand of dealer`, `Queen of Spades`, `namer of strain in team`
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
    /// `-A`
    Negative(Box<Phrase>),
    /// `number`: what was picked
    Number,
    /// `number of cards in hand`
    Count(Box<Phrase>),
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
    /// `seat 1`, `seat 2 left of dealer`
    Seat(Box<Phrase>, Option<(bool, Box<Phrase>)>),
    /// `passes in a row`
    PassesInARow,
    /// `all pass in succession`
    AllPass,
    /// `outbid leader`
    Outbid,
    /// Cards or players.
    Group(Box<Group>),
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
    /// `with highest V`; true is highest
    pub best: Option<(bool, Name)>,
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
    /// `option deck is extended`
    Option(Name, Name),
    /// `seed 7`
    Seed(u64),
    /// `given hand of Ann holds ...`
    Holds(Phrase, Vec<Heap>),
    /// `given dealer is Cat`
    Is(Phrase, Phrase),
    /// `begin sale`
    Begin(Name),
    /// `Ann: bid 9 of Hearts`
    Said(Name, Said),
    /// `refused Ann: bid ... because must player is not leader`
    Refused(Name, Said, Option<Name>),
    /// `allowed Ann: bid ...`
    Allowed(Name, Said),
    /// `expect score of Ann is 9`
    Expect(Phrase),
    /// `expect lot holds ...`, `expect lot includes ...`; true means these and no others
    ExpectHolds(Phrase, Vec<Heap>, bool),
    /// `expect hand of Ann is seen by Ann, Ben`, `by all`, `by nobody`; none means all
    ExpectSeen(Phrase, Option<Vec<Name>>),
    /// `won by Ann, Ben`
    Won(Vec<Name>),
    /// `snapshot`
    Snapshot,
    /// `play on`: the rest is played by the seed
    PlayOn,
}

/// An act in the words of a script: `trash 7 of Clubs with 4 of Clubs`.
#[derive(Debug, Clone, Serialize)]
pub struct Said {
    /// The words.
    pub span: Span,
    /// The act's name, where it is said; or the only value picked.
    pub act: Option<Name>,
    /// One for each pick that is said.
    pub picks: Vec<Vec<Heap>>,
}

/// `2 copies of 9 of Hearts`: the values that single out a card, or one plain value.
#[derive(Debug, Clone, Serialize)]
pub struct Heap {
    /// How many of them.
    pub copies: u32,
    /// The values, all of which the card must have.
    pub marks: Vec<Name>,
    /// `2 to Ace`: one card for each value from the first of `marks` to this.
    pub to: Option<Name>,
    /// The words.
    pub span: Span,
}
