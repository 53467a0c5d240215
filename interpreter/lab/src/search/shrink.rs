//! Delta debugging: the shortest game that goes wrong for the same reason: other seeds first, then choices left out one stretch
//! after the other.

use bidlang::Prepared;

use super::Failing;
use super::again::Again;
use super::cause::Cause;
use crate::engine::Stream;

/// Other seeds that are tried.
const SEEDS: u64 = 300;
/// Games that are played to leave out choices.
const ATTEMPTS: usize = 1_500;
/// Choices that are made in all while a game is shrunk.
const CHOICES: usize = 300_000;

/// The shortest game that was found, until somebody says that it is enough.
pub fn shortest(prepared: &Prepared, play: &mut Again, mut game: Failing, enough: &dyn Fn() -> bool) -> Failing {
    // A game without an end or without a winner is played again by its seed.
    if !matches!(game.cause, Cause::Fault { .. }) {
        return other_seeds(prepared, play, game, 40, enough);
    }
    game = other_seeds(prepared, play, game, SEEDS, enough);
    let mut attempts = ATTEMPTS;
    let mut choices = CHOICES;
    let mut length = game.choices.len().div_ceil(2).max(1);
    while !game.choices.is_empty() && attempts > 0 && choices > 0 {
        let mut shorter = false;
        let mut at = 0;
        while at < game.choices.len() && attempts > 0 && choices > 0 {
            if enough() {
                return game;
            }
            let mut tried = game.choices.clone();
            tried.drain(at..(at + length).min(tried.len()));
            attempts -= 1;
            choices = choices.saturating_sub(tried.len());
            match again(prepared, play, &game, &tried) {
                Some(found) => {
                    game.choices = found;
                    shorter = true;
                }
                None => at += length,
            }
        }
        if length > 1 {
            length = length.div_ceil(2);
        } else if !shorter {
            break;
        }
    }
    first_choices(prepared, play, &mut game, attempts, enough);
    game
}

/// The choices up to the same end, if these lead there, in no more than they are.
fn again(prepared: &Prepared, play: &mut Again, game: &Failing, tried: &[u64]) -> Option<Vec<u64>> {
    let played = play.replay(game.seed, tried);
    let cause = Cause::of(prepared, &played.ending)?;
    (cause == game.cause && played.choices.len() <= tried.len()).then_some(played.choices)
}

fn other_seeds(
    prepared: &Prepared,
    play: &mut Again,
    mut game: Failing,
    seeds: u64,
    enough: &dyn Fn() -> bool,
) -> Failing {
    let endless = game.cause == Cause::Endless;
    for seed in 1..=if endless { 0 } else { seeds } {
        let most = game.choices.len();
        if most == 0 || enough() {
            break;
        }
        let mut players = Stream::of_players(seed);
        let mut choose = |at: usize, count: u64| (at + 1 < most).then(|| players.below_long(count));
        let played = play.play(seed, &mut choose);
        if Cause::of(prepared, &played.ending).is_some_and(|cause| cause == game.cause) {
            game.seed = seed;
            game.choices = played.choices;
        }
    }
    game
}

/// The first of the legal choices wherever it leads to the same end: it is the plainest.
fn first_choices(
    prepared: &Prepared,
    play: &mut Again,
    game: &mut Failing,
    mut attempts: usize,
    enough: &dyn Fn() -> bool,
) {
    for at in 0..game.choices.len() {
        if attempts == 0 || enough() {
            return;
        }
        attempts -= 1;
        let mut tried = game.choices.clone();
        match tried.get_mut(at) {
            Some(choice) if *choice != 0 => *choice = 0,
            _ => continue,
        }
        if let Some(found) = again(prepared, play, game, &tried) {
            game.choices = found;
        }
    }
}
