//! Random testing of a game: mistakes that only show in play. Takes a checked game; plays fast random games over its setups and
//! gives what went wrong, each cause once, with the shortest game found that leads to it and a script that plays it again.
//!
//! Invariant: the same file and number of games give the same findings. Nothing here asks for the time.

mod again;
mod cause;
mod script;
mod shrink;
mod twins;

use bidlang::{Game, Prepared};

use crate::diagnostic::Diagnostic;
use crate::engine::Stream;
use crate::lower::Setup;

pub use twins::compare as compare_twins;

use again::Again;
use cause::Cause;

/// Most decisions of one game: those of the shipped games take some hundreds.
pub const MOST_DECISIONS: u64 = 100_000;
/// Decisions that are made for each game asked for, over all games together.
const DECISIONS_A_GAME: u64 = 5_000;
/// One game in which hidden cards are exchanged for so many others.
const GAMES_A_TWIN: u64 = 4;

/// What was played, and what was found.
#[derive(Debug, Default)]
pub struct Searched {
    /// What went wrong, in the order of the text.
    pub problems: Vec<Diagnostic>,
    /// How many games were played, over all setups.
    pub games: u64,
    /// How many setups the games were spread over; refused ones do not count.
    pub setups: usize,
}

/// A game in which something went wrong.
struct Failing {
    cause: Cause,
    seed: u64,
    /// The choices among several, each by its number.
    choices: Vec<u64>,
}

/// Plays `games` random games, spread evenly over the setups of a rules file, and looks at what went wrong.
#[must_use]
pub fn search(game: &Game, games: u64) -> Searched {
    let mut searched = Searched::default();
    let mut found: Vec<(Prepared, Failing)> = Vec::new();
    let mut left = games.saturating_mul(DECISIONS_A_GAME);
    for Share { setup, seeds } in shares(game, games) {
        let Ok(prepared) = game.prepare_for(setup, &[]) else { continue };
        searched.setups += 1;
        let mut play = Again::new(&prepared);
        for seed in seeds {
            if left == 0 {
                break;
            }
            let mut players = Stream::of_players(seed);
            let played = play.play(seed, MOST_DECISIONS, &mut |_, count| Some(players.below_long(count)));
            searched.games += 1;
            left = left.saturating_sub(played.decisions);
            let Some(cause) = Cause::of(&prepared, &played.ending) else { continue };
            if found.iter().any(|(_, other)| other.cause == cause) {
                continue;
            }
            let endless = cause == Cause::Endless;
            let failing = Failing { cause, seed, choices: played.choices };
            found.push((prepared.clone(), shrink::shortest(&prepared, &mut play, failing)));
            if endless {
                // Each further game would go on as long.
                left = 0;
            }
        }
    }
    searched.problems = found.iter().map(|(prepared, found)| told(prepared, found)).collect();
    if found.is_empty() {
        searched.problems.extend(twins::leaks(game, (games / GAMES_A_TWIN).max(1)));
    }
    searched.problems.sort_by_key(|problem| problem.span().start);
    searched
}

/// Games of one setup.
struct Share {
    setup: Setup,
    /// The seeds of the games.
    seeds: Vec<u64>,
}

/// The setups that are played, each with the seeds of its games, from 1. Where there are more setups than games, as many of them
/// as there are games, spread over all.
fn shares(game: &Game, games: u64) -> Vec<Share> {
    let mut setups = game.setups();
    if !game.game.requires.is_empty() {
        setups.retain(|setup| game.compile(setup).is_ok());
    }
    let count = setups.len() as u64;
    let mut shares: Vec<Share> = setups.into_iter().map(|setup| Share { setup, seeds: Vec::new() }).collect();
    for game in 0..games {
        let at = if games >= count { game.checked_rem(count).unwrap_or(0) } else { game.saturating_mul(count) / games };
        if let Some(share) = usize::try_from(at).ok().and_then(|at| shares.get_mut(at)) {
            share.seeds.push(game + 1);
        }
    }
    shares.retain(|share| !share.seeds.is_empty());
    shares
}

fn told(prepared: &Prepared, found: &Failing) -> Diagnostic {
    let mut problem = cause::told(prepared, found);
    problem.script = Some(match found.cause {
        Cause::Endless | Cause::Nobody => script::played_by_the_seed(prepared, found),
        Cause::Fault { .. } => script::of_choices(prepared, found),
    });
    prepared.game().blame(problem)
}
