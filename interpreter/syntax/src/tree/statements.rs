//! Statements and forms.

use serde::Serialize;

use super::*;
use crate::diagnostic::Span;

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
    /// `do sale`, `do counting for dealer`
    Do {
        /// The phase.
        phase: Name,
        /// What it takes, in the order of its heading.
        given: Vec<Phrase>,
    },
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
    /// `deal one of each amount of Money to hand of each player`
    DealEach {
        /// The attribute.
        each: Name,
        /// What else the cards are.
        of: Vec<Name>,
        /// From here; from the box where nothing is said.
        from: Option<Phrase>,
        /// To the bottom of.
        to: Phrase,
        /// Only those that are there.
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
    /// `turn play round`
    Turn,
    /// `shuffle stock`
    Shuffle(Phrase),
    /// `sort row by value, lowest first`
    Sort {
        /// The place.
        place: Phrase,
        /// By this attribute or value.
        by: Name,
        /// Highest first.
        highest: bool,
    },
    /// `swap stock with discard`
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
    /// `score 10 to player for tricks`, `deduct 10 from player for a missed bid`
    Score {
        /// How much.
        amount: Phrase,
        /// Whose.
        who: Phrase,
        /// The word behind `for`.
        reason: Name,
        /// The reason stands in quotation marks: its words are words like any.
        quoted: bool,
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
        /// `for the 3 artists with highest shown`: how many, and by what they come.
        sorted: Option<Sorted>,
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
    /// `ends when score of any player is at least 121` and what then happens
    Ends {
        /// Looked at after each score.
        cond: Phrase,
        /// What happens then.
        body: Vec<Statement>,
    },
    /// `end phase`
    EndPhase,
    /// `won by players with highest score`
    Won(Phrase),
    /// `lost by player where hand is not empty`
    Lost(Phrase),
    /// `auction`, `circuit`, `tricks`
    Form(Form),
}

/// The 3 artists with highest shown.
#[derive(Debug, Serialize)]
pub struct Sorted {
    /// How many.
    pub count: Phrase,
    /// `where C`, of values of a kind or of teams; a group has its own.
    pub cond: Option<Phrase>,
    /// By what they come.
    pub best: Option<Best>,
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

/// When an act may be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Timing {
    /// In one's turn.
    Turn,
    /// In one's turn, and the turn is over: `instead of a card`
    InsteadOfACard,
    /// Out of turn too: `at any time`
    AnyTime,
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
        /// When it may be done.
        timing: Timing,
        /// Who does it is out.
        for_good: bool,
    },
    /// `pass for now`
    Pass {
        /// `for now` is false, `for good` is true.
        for_good: Option<bool>,
    },
    /// `must C if able except cards where D`
    Must {
        /// The condition.
        cond: Phrase,
        /// Only if some choice obeys.
        if_able: bool,
        /// Cards that may be played in any case, and oblige to nothing.
        except: Option<Phrase>,
    },
    /// `worth E`, `lead P`, `trump E`, `chooser P`, `among G`, `closes when C`
    Phrase(Phrase),
    /// `wins highest worth, following or not, ties to first`
    Wins {
        /// Highest rather than lowest.
        highest: bool,
        /// Of this value.
        by: Name,
        /// A card that does not follow may win as well.
        free: bool,
        /// Who wins a tie.
        ties: Option<Ties>,
    },
    /// `follow suit or trump except cards where D`
    Follow {
        /// What has to be followed.
        name: Name,
        /// A trump does as well.
        or_trump: bool,
        /// Cards that may be played in any case, and oblige to nothing.
        except: Option<Phrase>,
    },
    /// `stage sealed`
    Word(Name),
    /// `sold`, `unsold`, `after`
    Nothing,
}
