//! Whether a game is too large, before it is walked through: some games are played at random, and what they pass by is counted
//! (D. E. Knuth, "Estimating the efficiency of backtrack programs", 1975).

use std::sync::Arc;

use crate::engine::{Runner, Stream};

use super::branching::{Branching, Places};
use super::listener::Ears;
use super::position::{Position, Reached, Table};
use super::walk::Refused;

/// So many games are played.
const GAMES: u64 = 63;
/// A game is too large where most of them pass by so many times what is wanted: of a game that is small enough one in so many would.
const CERTAIN: f64 = 100.0;

/// Sees that a game is not far beyond so many histories.
///
/// # Errors
/// That it is, and about how large it is.
pub fn is_it_small(runner: &Runner, places: &Arc<Places>, most: u64) -> Result<(), Refused> {
    let mut sizes: Vec<f64> = Vec::new();
    for game in 0..GAMES {
        sizes.push(size(runner, places, game)?);
    }
    sizes.sort_by(f64::total_cmp);
    let middle = sizes.get(sizes.len() / 2).copied();
    let limit = (most as f64 * CERTAIN).log10();
    match middle {
        Some(middle) if middle > limit => {
            // The mean is what a game's size is; the largest of them make it.
            let largest = sizes.last().copied().map_or(middle, |largest| largest);
            let sum: f64 = sizes.iter().map(|size| 10_f64.powf(size - largest)).sum();
            Err(Refused::TooLarge(Some(largest + (sum / sizes.len() as f64).log10())))
        }
        Some(_) | None => Ok(()),
    }
}

/// How many ends a game would have if all went on as this random game does, as a power of ten.
fn size(runner: &Runner, places: &Arc<Places>, game: u64) -> Result<f64, Refused> {
    let table = Table { runner, like: &places.like };
    let mut ears = Ears::new(runner.program().seats);
    let start = ears.mark();
    let mut chance = Branching::new(places);
    chance.drawn = Some(Stream::new(game, 0));
    let mut players = Stream::of_players(game);
    let mut position = Position::new(runner, chance);
    let mut size = 0.0;
    loop {
        let reached = position.play_on(table, &mut ears)?;
        if let Some(chance) = position.chance() {
            size += chance.widths.iter().map(|width| (*width as f64).log10()).sum::<f64>();
            chance.begin(&[]);
        }
        ears.back_to(&start);
        let seat = match reached {
            // One that is still not over has passed by that much already.
            Reached::Over | Reached::Endless => return Ok(size),
            Reached::Decision(seat) => seat,
        };
        let count = runner.choices(&mut position.desk, seat);
        let Some(choice) = runner.nth_choice(&mut position.desk, seat, players.below_long(count.max(1))) else {
            return Ok(size);
        };
        size += (count as f64).log10();
        position.choose(table, &mut ears, (seat, &choice), false)?;
    }
}
