//! Points: what a game may reach when it is played (coverage).

use serde::Serialize;

use crate::diagnostic::Span;

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
    /// The rule of ties decides who wins.
    Ties,
}
