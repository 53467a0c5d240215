//! The words of a typed game that a program keeps as they are: comparisons, folds (aggregates), roles of acts, ties.

use serde::Serialize;

/// How two things are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Hash)]
pub enum Comparison {
    /// Equal.
    Is,
    /// Not equal.
    IsNot,
    /// Greater or equal.
    AtLeast,
    /// Less or equal.
    AtMost,
    /// Greater.
    MoreThan,
    /// Less.
    LessThan,
}

impl Comparison {
    /// What holds where this does not.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Is => Self::IsNot,
            Self::IsNot => Self::Is,
            Self::AtLeast => Self::LessThan,
            Self::AtMost => Self::MoreThan,
            Self::MoreThan => Self::AtMost,
            Self::LessThan => Self::AtLeast,
        }
    }

    /// The same with both sides exchanged.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        match self {
            Self::Is | Self::IsNot => self,
            Self::AtLeast => Self::AtMost,
            Self::AtMost => Self::AtLeast,
            Self::MoreThan => Self::LessThan,
            Self::LessThan => Self::MoreThan,
        }
    }
}

/// What is worked out over a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Hash)]
pub enum Fold {
    /// The sum.
    Total,
    /// The highest; 0 of an empty group (of words none: the compiler makes that of it).
    Highest,
    /// The lowest; 0 of an empty group, as for the highest.
    Lowest,
    /// The second highest; 0 where there is none, as for the highest.
    SecondHighest,
    /// The second lowest; 0 where there is none, as for the highest.
    SecondLowest,
    /// How many different values.
    Different,
    /// How many different values there are at most of which each is one more than the one before.
    LongestRun,
    /// Whether it holds for any.
    Any,
    /// Whether it holds for every.
    Every,
}

/// What an act is to its form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Role {
    /// Any act.
    Act,
    /// A bid of an auction.
    Bid,
    /// An act after which one is out.
    Leave,
    /// A pass; true is for good.
    Pass(bool),
    /// A card played to a trick.
    Play,
    /// What stands in place of a card: the turn is over.
    Instead,
}

/// Who wins among equals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Hash)]
pub enum Ties {
    /// Who reached it first.
    First,
    /// Who reached it last.
    Last,
    /// Nobody.
    Nobody,
    /// The best that is not tied.
    Next,
    /// The first clockwise from a seat.
    Clockwise,
    /// One of them, drawn when it is over.
    Random,
}
