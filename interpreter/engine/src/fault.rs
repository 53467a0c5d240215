//! What stops a game that the rules did not end.

use super::program::{Lack, RuleId};

/// Why a game cannot go on, and at which line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong.
    pub kind: FaultKind,
    /// The line of the rules file.
    pub rule: RuleId,
}

impl From<Lack> for FaultKind {
    fn from(lack: Lack) -> Self {
        match lack {
            Lack::Number => Self::NoNumber,
            Lack::Row => Self::NoRowForNone,
            Lack::Card => Self::NoCard,
        }
    }
}

impl FaultKind {
    /// A number is too large, or too far below nought, for a slot of 32 bits.
    #[must_use]
    pub(super) fn does_not_fit(value: i64) -> Self {
        Self::OutOfRange(value, i64::from(i32::MIN), i64::from(i32::MAX))
    }
}

/// What is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultKind {
    /// More cards are dealt than there are: wanted, there.
    DealShort(i64, i64),
    /// A number leaves its range: the number, lowest, highest.
    OutOfRange(i64, i64, i64),
    /// A track is given what it may not be: the track, the value, lowest, highest.
    TrackRange(u16, i64, i64, i64),
    /// Money that is not there: wanted, there.
    PayShort(i64, i64),
    /// So many cards are to be picked at least, and so many, which are fewer, at most.
    UpsideDown(i64, i64),
    /// There is nobody or nothing where a player or place is needed.
    Nobody,
    /// A number is to be drawn from so many up, to so many, which are fewer.
    NothingToDraw(i64, i64),
    /// A decision without a legal act, of this seat.
    Stuck(u8),
    /// A table has no row for this key.
    NoRow(i64),
    /// A table has no row for what has no value.
    NoRowForNone,
    /// There is none where a number is needed.
    NoNumber,
    /// A card that is to be dealt is not there.
    NoCard,
    /// A division by nought.
    DivideByZero,
    /// A number too large to work with.
    Overflow,
    /// More operations than the limit without a decision.
    Steps(u64),
    /// More decisions than the limit.
    Decisions(u64),
    /// More steps to find what may be chosen in one decision than the limit.
    Choices(u64),
    /// A choice that is not legal.
    Illegal,
}
