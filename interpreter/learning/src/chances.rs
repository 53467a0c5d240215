//! Which orders of cards are nothing to anybody, so that chance need not go through them: found by trying some games.

use std::sync::Arc;

use bidlang::Prepared;
use bidlang::engine::{Fault, Stream};
use bidlang_lab::solve::{Branching, Places};

use crate::actions::Actions;
use crate::cells::Cells;
use crate::matches::Match;

/// So many games are tried, and so many decisions of each.
const TRIED: u64 = 32;
const DECISIONS: u64 = 500;

/// The places of a game, where each whose order somebody came to see is settled when it is shuffled.
///
/// # Errors
/// What stopped a game.
pub fn settled(prepared: &Prepared, actions: &Actions, cells: &Arc<Cells>) -> Result<Arc<Places>, Fault> {
    let program = prepared.runner().program();
    let mut places = Arc::new(Places::new(program));
    let mut number = 0;
    while number < TRIED {
        number += 1;
        if let Some(place) = seen(prepared, actions, cells, &places, number)? {
            let mut known = Places::new(program);
            known.settle_as(&places);
            if known.settle(place) {
                (places, number) = (Arc::new(known), 0);
            }
        }
    }
    Ok(places)
}

/// The place of which somebody comes to see an order that was left open, in a random game.
fn seen(
    prepared: &Prepared,
    actions: &Actions,
    cells: &Arc<Cells>,
    places: &Arc<Places>,
    number: u64,
) -> Result<Option<u16>, Fault> {
    let mut dice = Stream::new(number, 61);
    let mut chance = Branching::new(places);
    chance.drawn = Some(Stream::new(number, 62));
    let mut game = Match::by(prepared, actions, chance.into(), Some(cells), false)?;
    while let Some(seat) = game.to_act() {
        let legal = game.legal(actions, seat);
        let chosen = dice.below(u32::try_from(legal.len()).unwrap_or(u32::MAX)) as usize;
        let Some(number) = legal.get(chosen).filter(|_| game.decisions() < DECISIONS) else { break };
        game.take_legal(actions, seat, *number)?;
    }
    Ok(game.desk.chance.other::<Branching>().and_then(|chance| chance.seen))
}
