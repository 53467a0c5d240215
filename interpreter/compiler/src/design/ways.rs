//! Ways of cards (def-use edges between places): which cards go where by a line itself, and by what somebody picks in it. Cards that a
//! place is refilled with go by no line.

#![deny(clippy::wildcard_enum_match_arm)]

use super::walk;
use crate::diagnostic::Span;
use crate::ir::sorts::{holding_lines, other_lines, track_lines};
use crate::ir::{Expr, Game, Members, PlaceRef, Source, Stmt, StmtKind};

/// Which cards go.
#[derive(Clone, Copy)]
pub enum Goes<'e> {
    /// A group of cards, all of it.
    Group(&'e Expr),
    /// The first few of a place.
    First(&'e PlaceRef),
    /// Of a place, one for each value of what cards like these have.
    Alike(&'e PlaceRef, &'e [Members]),
    /// All of a place, for those of another.
    Swapped(&'e PlaceRef),
    /// Those of a trick.
    Trick,
    /// What somebody picks out of a group.
    Picked(&'e Expr),
}

/// Cards go somewhere.
pub struct Way<'e> {
    pub cards: Goes<'e>,
    pub to: &'e PlaceRef,
    /// The line, or the act, by which they go.
    pub line: Span,
}

impl Goes<'_> {
    /// The place out of which cards go whatever they are.
    pub fn out_of(self) -> Option<usize> {
        match self {
            Self::First(from) | Self::Alike(from, _) | Self::Swapped(from) => Some(from.place),
            Self::Group(_) | Self::Trick | Self::Picked(_) => None,
        }
    }
}

/// The ways of a statement, not those of the blocks under it.
pub fn ways(stmt: &Stmt) -> Vec<Way<'_>> {
    let line = stmt.span;
    let way = |cards, to| Way { cards, to, line };
    let mut found = match &stmt.kind {
        StmtKind::Move { cards, to } => vec![way(Goes::Group(cards), to)],
        StmtKind::Deal { from, to, .. } | StmtKind::Fill { from, place: to, .. } => vec![way(Goes::First(from), to)],
        StmtKind::DealEach { like, from, to, .. } => vec![way(Goes::Alike(from, like), to)],
        StmtKind::Swap(a, b) => vec![way(Goes::Swapped(a), b), way(Goes::Swapped(b), a)],
        StmtKind::Tricks(tricks) => vec![way(Goes::Trick, &tricks.taken)],
        track_lines!()
        | other_lines!()
        | holding_lines!()
        | StmtKind::Ask(_)
        | StmtKind::Auction(_)
        | StmtKind::Circuit { .. } => Vec::new(),
    };
    for act in walk::acts(stmt) {
        found.extend(act.picks.iter().filter_map(|pick| match &pick.source {
            Source::Cards { from, .. } => {
                pick.to.as_ref().map(|to| Way { cards: Goes::Picked(from), to, line: act.span })
            }
            Source::Number { .. } | Source::Member(_) | Source::Player | Source::YesNo => None,
        }));
    }
    found
}

/// All ways that cards may go in a game.
pub fn all(game: &Game) -> Vec<Way<'_>> {
    let mut found = Vec::new();
    walk::everywhere(game, &mut |stmt| found.extend(ways(stmt)));
    found
}
