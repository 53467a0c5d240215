//! Phrases: what is worked out while a game is played.

use serde::Serialize;

use super::{Comparison, Fold, Members, Operator, VarId};
use crate::diagnostic::Span;

/// A place, or several of one name.
#[derive(Debug, Clone, Serialize)]
pub struct PlaceRef {
    /// An index into `Game::places`.
    pub place: usize,
    /// The owner, where there is a place for each of several.
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
    /// Nobody, no card; in a comparison the word `none`.
    Nothing,
    /// No value of a kind, as a row `none` of a table gives it: what is not there, and no value like others.
    NoMember,
    /// The number of players of the setup.
    PlayerCount,
    /// The value that the setup gives to this house rule.
    Option(usize),
    /// A pronoun.
    Var(VarId),
    /// Which pass of a phase, from 1.
    Pass(usize),
    /// Something remembered.
    Track {
        /// An index into `Game::tracks`.
        track: usize,
        /// Seat, team or member for each thing that there is one of, as `Track::per` lists them.
        keys: Vec<Self>,
    },
    /// An attribute of a card.
    Attr {
        /// An index into `Game::attrs`.
        attr: usize,
        /// The card that is asked.
        card: Box<Self>,
    },
    /// A named table or formula.
    Value {
        /// An index into `Game::values`.
        value: usize,
        /// What it is asked of, as `Value::params` lists it.
        args: Vec<Self>,
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
    /// A number that has to be there, also where one that is missing could be left out.
    Needed(Box<Self>),
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
        /// Its words.
        #[serde(skip)]
        said: Said,
    },
    /// Every card of the deck, wherever it lies.
    AllCards,
    /// The cards of a place.
    CardsIn(PlaceRef),
    /// Cards with these values: for each attribute a set of members, 0 for any.
    CardsLike(Vec<Members>),
    /// The cards of several groups.
    Together(Vec<Self>),
    /// One card as a group.
    JustCard(Box<Self>),
    /// Those of a group of which something holds.
    Where {
        /// What the group is made of.
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
        /// What the group is made of.
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
        /// The last to arrive rather than the first.
        last: bool,
    },
    /// The first or last few cards, by order of arrival; fewer where there are fewer.
    Ends {
        /// The group.
        of: Box<Self>,
        /// How many.
        count: Box<Self>,
        /// The last to arrive rather than the first.
        last: bool,
    },
    /// How many sets of cards there are of which something holds.
    CountSets {
        /// The pronoun: the cards of a set.
        var: VarId,
        /// The group of which the sets are.
        of: Box<Self>,
        /// At least so many cards.
        least: Box<Self>,
        /// At most.
        most: Box<Self>,
        /// The condition.
        cond: Box<Self>,
        /// Its words.
        #[serde(skip)]
        said: Said,
    },
    /// The only card or player of a group, else none.
    Only(Over, Box<Self>),
    /// The number of elements of a group.
    Count(Over, Box<Self>),
    /// Something worked out over a group.
    Fold {
        /// How the keys become one value.
        fold: Fold,
        /// What the group is made of.
        over: Over,
        /// The pronoun.
        var: VarId,
        /// The group.
        of: Box<Self>,
        /// The value of each element, of which `var` speaks.
        key: Box<Self>,
        /// Whether one of several words of a kind is asked for: where nothing takes part that is none, and not 0.
        of_words: bool,
    },
    /// Every seat of the setup.
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
        /// The other way round, as play goes when it is turned.
        back: bool,
    },
    /// So many seats clockwise; negative is to the right.
    Seat {
        /// From here.
        from: Box<Self>,
        /// How many seats to the left.
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
    /// Whether a card has a value of an attribute of which it may have several: the card, the value.
    Has(usize, Box<Self>, Box<Self>),
    /// The score of a player.
    Score(Box<Self>),
    /// A fact of a form.
    Fact(Fact),
    /// A phrase that is watched, where [`Point`](super::Point)s are asked for.
    At {
        /// Its words.
        span: Span,
        /// The phrase.
        of: Box<Self>,
    },
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
    /// The card that is ahead in the trick; none before one is led.
    WinningCard(usize),
    /// The card that a player played to the trick, or to the one that is over; none if there is none.
    CardOf(usize, Box<Expr>),
    /// Whether a card would be ahead in the trick, were it played now.
    Beats(usize, Box<Expr>),
}

impl Expr {
    /// A comparison that no words say.
    #[must_use]
    pub fn compare(comparison: Comparison, a: Self, b: Self) -> Self {
        Self::Compare(comparison, Box::new(a), Box::new(b), Said::default())
    }

    /// Visits the phrases of which it is made, those of its places included.
    pub fn parts<'e>(&'e self, visit: &mut dyn FnMut(&'e Self)) {
        match self {
            Self::Int(_)
            | Self::Nothing
            | Self::NoMember
            | Self::PlayerCount
            | Self::Option(_)
            | Self::Var(_)
            | Self::Pass(_)
            | Self::AllCards
            | Self::CardsLike(_)
            | Self::AllPlayers => {}
            Self::Track { keys, .. } => keys.iter().for_each(visit),
            Self::Value { args, .. } => args.iter().for_each(visit),
            Self::Table { key, arms, other, .. } => {
                visit(key);
                arms.iter().flatten().for_each(&mut *visit);
                other.iter().for_each(|other| visit(other));
            }
            Self::And(all) | Self::Or(all) | Self::Together(all) => all.iter().for_each(visit),
            Self::If(a, b, c) => [a, b, c].into_iter().for_each(|part| visit(part)),
            Self::Arith(_, a, b)
            | Self::Divide(a, b, _)
            | Self::Compare(_, a, b, _)
            | Self::Except(a, b)
            | Self::In(_, a, b)
            | Self::Shares(_, a, b)
            | Self::Has(_, a, b)
            | Self::FirstFrom { from: a, of: b, .. }
            | Self::Seat { from: a, steps: b }
            | Self::Ends { of: a, count: b, .. }
            | Self::Where { of: a, cond: b, .. }
            | Self::Best { of: a, key: b, .. }
            | Self::Fold { of: a, key: b, .. } => {
                visit(a);
                visit(b);
            }
            Self::CountSets { of, least, most, cond, .. } => {
                [of, least, most, cond].into_iter().for_each(|part| visit(part));
            }
            Self::CardsIn(place) => place.parts(visit),
            Self::Attr { card: a, .. }
            | Self::At { of: a, .. }
            | Self::Convert { of: a, .. }
            | Self::Needed(a)
            | Self::Not(a)
            | Self::JustCard(a)
            | Self::EndCard { of: a, .. }
            | Self::Only(_, a)
            | Self::Count(_, a)
            | Self::JustPlayer(a)
            | Self::Opponents(a)
            | Self::Partner(a)
            | Self::TeamOf(a)
            | Self::Members(a)
            | Self::Owner(a)
            | Self::Score(a)
            | Self::Fact(Fact::Worth(_, a) | Fact::CardOf(_, a) | Fact::Beats(_, a)) => visit(a),
            Self::Fact(_) => {}
        }
    }
}

impl PlaceRef {
    /// Visits the phrases that say whose place it is.
    pub fn parts<'e>(&'e self, visit: &mut dyn FnMut(&'e Expr)) {
        if let Of::One(of) | Of::Each(of) = &self.of {
            visit(of);
        }
    }
}
