//! `for each player` with `move hand to hand of left of player` under it: the next one hands on what came from the one before.

use super::walk;
use crate::diagnostic::{Code, Diagnostic};
use crate::ir::{Expr, Game, Of, Over, StmtKind, VarId};

/// Whether a phrase speaks of this.
fn speaks_of(phrase: &Expr, var: VarId) -> bool {
    let mut found = false;
    walk::within(phrase, &mut |part| found |= matches!(part, Expr::Var(of) if *of == var));
    found
}

/// What each of several gives to the next comes to the next, and not further.
pub fn nothing_is_handed_on(game: &Game) -> Vec<Diagnostic> {
    let mut told = Vec::new();
    walk::everywhere(game, &mut |stmt| {
        let StmtKind::ForEach { over: Over::Players, var, body, .. } = &stmt.kind else { return };
        for line in body.iter().filter(|line| line.when.is_none()) {
            let StmtKind::Move { cards: Expr::CardsIn(from), to } = &line.kind else { continue };
            let (Of::One(giver), Of::One(taker)) = (&from.of, &to.of) else { continue };
            let own = matches!(&**giver, Expr::Var(of) if of == var);
            let next = matches!(&**taker, Expr::Seat { .. }) && speaks_of(taker, *var);
            if from.place != to.place || !own || !next {
                continue;
            }
            let name = game.places.get(from.place).map_or("", |place| place.name.as_str());
            told.push(
                Diagnostic::new(
                    Code::PilesUp,
                    line.span,
                    format!("each hands on what came from the one before, so the cards of all come to lie in one `{name}`"),
                )
                .and(stmt.span, "it is done for one after the other")
                .help(format!("where all give at the same time, put aside first what each gives: with a place `passed  each player`, `move {name} of each player to passed of left of player`, and then `move passed of each player to {name}`")),
            );
        }
    });
    told
}
