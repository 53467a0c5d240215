//! What a variant changes.

use serde::Serialize;

use super::phrases::*;
use super::statements::*;
use super::{CardLine, MarkSpan, Name, Repeats, Row, TrackLine};
use crate::diagnostic::Span;

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
    /// `add must card is not Ace`
    AddClause(Clause),
    /// `Jack 10` under `change value`: instead of the row with these keys; true if it is added.
    Row(Row, bool),
    /// `3 1 2 1` under `change value`: a row of a grid.
    GridRow(MarkSpan, Vec<Phrase>),
    /// `rank 2 to 9` under `change cards`: instead of the attribute of this name.
    Attribute(CardLine),
    /// `add 2 copies of Ace of Clubs` under `change cards`
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
