//! What the worth of a bid is to those who play: the number that was bid, a sum of cards, or a formula of the rules that nobody speaks of.

use std::collections::BTreeMap;

use super::walk;
use crate::ir::{Auction, Expr, Fold, Game, Source, StmtKind};

/// How people say what a bid is worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Worth {
    /// It is the number that was bid: `Ann bids 14`.
    Number,
    /// It is what cards add up to: `9 in all`.
    Sum,
    /// It is worked out inside, so that bids can be compared: people say what was bid.
    Formula,
}

/// How the worth of the bids of each auction is said, by the number of its form.
#[must_use]
pub fn worths(game: &Game) -> BTreeMap<usize, Worth> {
    let mut found = BTreeMap::new();
    for phase in &game.phases {
        walk::statements(&phase.body, &mut |stmt| {
            if let StmtKind::Auction(auction) = &stmt.kind {
                found.insert(auction.form, of(auction));
            }
        });
    }
    found
}

fn of(auction: &Auction) -> Worth {
    let bids = || auction.stages.iter().flat_map(|stage| &stage.acts).filter(|act| act.worth.is_some());
    let sum = |worth: &Expr| matches!(worth, Expr::Fold { fold: Fold::Total, .. });
    if bids().all(|act| act.worth.as_ref().is_some_and(sum)) {
        return Worth::Sum;
    }
    let number = bids().all(|act| match (act.picks.as_slice(), &act.worth) {
        ([pick], Some(Expr::Var(var))) => *var == pick.var && matches!(pick.source, Source::Number { .. }),
        _ => false,
    });
    if number { Worth::Number } else { Worth::Formula }
}
