//! What a phrase looks at: tracks and places, also by way of values; pronouns.

use std::collections::BTreeSet;

use crate::ir::{Expr, Fact, Game, Of, PlaceRef};

/// The tracks, places and pronouns that a phrase looks at.
#[derive(Debug, Default)]
pub struct Reads {
    pub tracks: BTreeSet<usize>,
    pub places: BTreeSet<usize>,
    pub vars: BTreeSet<usize>,
    values: BTreeSet<usize>,
}

impl Reads {
    pub(super) fn of(game: &Game, expr: &Expr) -> Self {
        let mut reads = Self::default();
        reads.add(game, expr);
        reads
    }

    fn place(&mut self, game: &Game, place: &PlaceRef) {
        self.places.insert(place.place);
        if let Of::One(of) | Of::Each(of) = &place.of {
            self.add(game, of);
        }
    }

    fn add(&mut self, game: &Game, expr: &Expr) {
        match expr {
            Expr::Int(_)
            | Expr::Nothing
            | Expr::PlayerCount
            | Expr::Option(_)
            | Expr::Pass(_)
            | Expr::AllCards
            | Expr::CardsLike(_)
            | Expr::AllPlayers => {}
            Expr::Var(var) => {
                self.vars.insert(*var);
            }
            Expr::Track { track, keys } => {
                self.tracks.insert(*track);
                keys.iter().for_each(|key| self.add(game, key));
            }
            Expr::Value { value, arg } => {
                arg.iter().for_each(|arg| self.add(game, arg));
                if self.values.insert(*value)
                    && let Some(value) = game.values.get(*value)
                {
                    self.add(game, &value.body);
                }
            }
            Expr::Table { key, arms, other, .. } => {
                self.add(game, key);
                arms.iter().flatten().for_each(|arm| self.add(game, arm));
                other.iter().for_each(|other| self.add(game, other));
            }
            Expr::And(parts) | Expr::Or(parts) | Expr::Together(parts) => {
                parts.iter().for_each(|part| self.add(game, part))
            }
            Expr::If(a, b, c) => [a, b, c].into_iter().for_each(|part| self.add(game, part)),
            Expr::Arith(_, a, b)
            | Expr::Divide(a, b, _)
            | Expr::Compare(_, a, b, _)
            | Expr::Except(a, b)
            | Expr::In(_, a, b)
            | Expr::Shares(_, a, b)
            | Expr::FirstFrom { from: a, of: b }
            | Expr::Seat { from: a, steps: b }
            | Expr::Where { of: a, cond: b, .. }
            | Expr::Best { of: a, key: b, .. }
            | Expr::Fold { of: a, key: b, .. } => {
                self.add(game, a);
                self.add(game, b);
            }
            Expr::CardsIn(place) => self.place(game, place),
            Expr::Attr { card: a, .. }
            | Expr::Convert { of: a, .. }
            | Expr::At { of: a, .. }
            | Expr::Not(a)
            | Expr::JustCard(a)
            | Expr::EndCard { of: a, .. }
            | Expr::Only(_, a)
            | Expr::Count(_, a)
            | Expr::JustPlayer(a)
            | Expr::Opponents(a)
            | Expr::Partner(a)
            | Expr::TeamOf(a)
            | Expr::Members(a)
            | Expr::Owner(a)
            | Expr::Score(a)
            | Expr::Fact(Fact::Worth(_, a)) => self.add(game, a),
            Expr::Fact(_) => {}
        }
    }
}
