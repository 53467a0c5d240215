//! Read sets and free variables: what a phrase looks at, tracks and places, also by way of values; pronouns.

use std::collections::BTreeSet;

use crate::ir::{Expr, Game};

/// The tracks, places and pronouns that a phrase looks at.
#[derive(Debug, Default)]
pub struct Reads {
    pub tracks: BTreeSet<usize>,
    pub places: BTreeSet<usize>,
    pub vars: BTreeSet<usize>,
    pub scores: bool,
    values: BTreeSet<usize>,
}

impl Reads {
    pub(super) fn of(game: &Game, expr: &Expr) -> Self {
        let mut reads = Self::default();
        reads.add(game, expr);
        reads
    }

    /// Whether it speaks of this.
    pub(super) fn speaks_of(&self, var: usize) -> bool {
        self.vars.contains(&var)
    }

    fn add(&mut self, game: &Game, expr: &Expr) {
        match expr {
            Expr::Var(var) => {
                self.vars.insert(*var);
            }
            Expr::Track { track, .. } => {
                self.tracks.insert(*track);
            }
            Expr::Score(_) => self.scores = true,
            Expr::CardsIn(place) => {
                self.places.insert(place.place);
            }
            Expr::Value { value, .. } => {
                if self.values.insert(*value)
                    && let Some(value) = game.values.get(*value)
                {
                    self.add(game, &value.body);
                }
            }
            _ => {}
        }
        expr.parts(&mut |part| self.add(game, part));
    }
}
