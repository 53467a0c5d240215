//! Deals that came to nothing (redeals): all have passed, say, and the cards are shuffled and dealt anew with everything as it was. To nobody was such a
//! deal worth anything; who would play on from it would play for ever where all are used to passing.

use bidlang::Prepared;
use bidlang::engine::{Desk, Pause, Silent};
use bidlang::ir::Ty;

use crate::aim::sides;

/// How the table looks when cards have been dealt, and what has to be as it was.
#[derive(Debug, Clone, Default)]
pub struct Redeals {
    /// How many cards are shuffled for a deal: none where the game begins without.
    shuffled: u64,
    /// How many cards lie in each place at the first decision of a game.
    sizes: Vec<u32>,
    /// Slots of scores and of tracks; those of players apart, as the next one deals.
    slots: Vec<u32>,
}

/// The deal that is being played.
#[derive(Debug, Clone, Default)]
pub struct Deal {
    shuffled: u64,
    tracks: Vec<i64>,
}

impl Redeals {
    /// Of a game; the same at each call.
    #[must_use]
    pub fn of(prepared: &Prepared) -> Self {
        let runner = prepared.runner();
        let program = runner.program();
        let mut desk = runner.desk(0);
        if !matches!(runner.run(&mut desk, &mut Silent), Ok(Pause::Decision(_))) {
            return Self::default();
        }
        let tracks = program.tracks.iter().zip(&prepared.words().game.tracks);
        let kept = tracks.filter(|(_, track)| track.ty != Ty::Player);
        let slots = kept.flat_map(|(track, _)| track.slots());
        Self {
            shuffled: desk.shuffled,
            sizes: sizes(&desk, program.places.len() as u32),
            slots: slots.chain(program.scores..program.scores + sides(program) as u32).collect(),
        }
    }

    /// A deal begins, or is gone on with.
    pub fn begins(&self, desk: &Desk, deal: &mut Deal) {
        deal.shuffled = desk.shuffled;
        deal.tracks.clear();
        deal.tracks.extend(self.slots.iter().map(|slot| desk.state().int(*slot)));
    }

    /// At a decision, whether cards have been dealt anew since the deal began, and nothing else has come of it: until another begins. Where something
    /// has come of it, and where none has begun, one begins here.
    pub fn came_to_nothing(&self, desk: &Desk, deal: &mut Deal) -> bool {
        if deal.tracks.is_empty() {
            self.begins(desk, deal);
            return false;
        }
        if self.shuffled == 0 || desk.shuffled.wrapping_sub(deal.shuffled) < self.shuffled {
            return false;
        }
        let as_it_was = self.slots.iter().zip(&deal.tracks).all(|(slot, before)| desk.state().int(*slot) == *before);
        let nothing = as_it_was && sizes(desk, self.sizes.len() as u32) == self.sizes;
        if !nothing {
            self.begins(desk, deal);
        }
        nothing
    }
}

/// How many cards lie in each place.
fn sizes(desk: &Desk, places: u32) -> Vec<u32> {
    (0..places).map(|place| desk.state().mask(place).count_ones()).collect()
}
