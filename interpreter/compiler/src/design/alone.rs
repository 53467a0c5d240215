//! `card in hand is 4 of Red`: that is the only card of the hand, so it is none where several lie there.

use super::walk;
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::ir::{Expr, Game, Over, StmtKind};

/// Places to which some line deals two cards or more at once.
fn of_several(game: &Game) -> Vec<bool> {
    let mut several = vec![false; game.places.len()];
    walk::everywhere(game, &mut |stmt| {
        if let StmtKind::Deal { count: Expr::Int(2..), to, .. } = &stmt.kind
            && let Some(slot) = several.get_mut(to.place)
        {
            *slot = true;
        }
    });
    several
}

/// What is asked of the only card of a place is asked where one lies there.
pub fn the_only_card_is_there(game: &Game) -> Vec<Diagnostic> {
    let several = of_several(game);
    let mut told: Vec<Diagnostic> = Vec::new();
    let mut look = |span: Span, phrase: &Expr| {
        // Who counts the cards knows when there is one.
        let mut counts = false;
        walk::within(phrase, &mut |part| counts |= matches!(part, Expr::Count(..)));
        if counts {
            return;
        }
        walk::within(phrase, &mut |part| {
            let Expr::In(Over::Cards, card, like) = part else { return };
            let (Expr::Only(Over::Cards, of), Expr::CardsLike(_)) = (&**card, &**like) else { return };
            let Expr::CardsIn(place) = &**of else { return };
            if several.get(place.place) != Some(&true) || told.iter().any(|other| other.span() == span) {
                return;
            }
            let name = game.places.get(place.place).map_or("", |place| place.name.as_str());
            told.push(
                Diagnostic::new(
                    Code::NoneOfSeveral,
                    span,
                    format!("`card in {name}` is the only card there, and none where several lie there, as where they are dealt"),
                )
                .help(format!("whether one of them is so is asked with `any card in {name} is ...`")),
            );
        });
    };
    walk::everywhere(game, &mut |stmt| walk::phrases(stmt, &mut |phrase| look(stmt.span, phrase)));
    game.values.iter().for_each(|value| look(value.span, &value.body));
    told
}
