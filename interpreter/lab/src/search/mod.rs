//! Random testing of a game: mistakes that only show in play. Takes a checked game; plays fast random games over its setups and
//! gives what went wrong, each cause once, with the shortest game found that leads to it and a script that plays it again.
//!
//! Invariant: the same file and number of games give the same findings. Nothing here asks for the time.

mod cause;
mod exchange;
mod script;
mod shrink;
mod table;
mod twins;

use crate::diagnostic::Diagnostic;
use crate::engine::Stream;
use crate::lower::Setup;
use crate::rulebook::Rulebook;

use cause::Cause;
use table::{Ending, Table};

/// Most decisions of one game: those of the shipped games take some hundreds.
pub const MOST_DECISIONS: u64 = 100_000;
/// Decisions that are made for each game asked for, over all games together.
const DECISIONS_A_GAME: u64 = 5_000;
/// One game in which hidden cards are exchanged for so many others.
const GAMES_A_TWIN: u64 = 10;

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
struct Found {
    cause: Cause,
    setup: Setup,
    seed: u64,
    /// The choices among several, each by its number.
    choices: Vec<u64>,
}

/// Plays `games` random games, spread evenly over the setups of a rules file, and looks at what went wrong.
#[must_use]
pub fn search(rulebook: &Rulebook, games: u64) -> Searched {
    let mut searched = Searched::default();
    let mut found: Vec<Found> = Vec::new();
    let mut left = games.saturating_mul(DECISIONS_A_GAME);
    for (setup, seeds) in shares(rulebook, games) {
        let Ok(compiled) = rulebook.compile(&setup) else { continue };
        searched.setups += 1;
        let mut table = Table::new(&compiled);
        for seed in seeds {
            if left == 0 {
                break;
            }
            let mut players = Stream::of_players(seed);
            let played = table.play(seed, MOST_DECISIONS, &mut |_, count| Some(players.below_long(count)));
            searched.games += 1;
            left = left.saturating_sub(played.decisions);
            let Some(cause) = Cause::of(&compiled, &played.ending) else { continue };
            if found.iter().any(|other| other.cause == cause) {
                continue;
            }
            let endless = cause == Cause::Endless;
            let game = Found { cause, setup: setup.clone(), seed, choices: played.choices };
            found.push(shrink::shortest(&compiled, &mut table, game));
            if endless {
                // Each further game would go on as long.
                left = 0;
            }
        }
    }
    searched.problems = found.iter().filter_map(|game| told(rulebook, game)).collect();
    if found.is_empty() {
        searched.problems.extend(twins::leaks(rulebook, (games / GAMES_A_TWIN).max(1)));
    }
    searched.problems.sort_by_key(|problem| problem.span().start);
    searched
}

/// The setups that are played, each with the seeds of its games, from 1. Where there are more setups than games, as many of them
/// as there are games, spread over all.
fn shares(rulebook: &Rulebook, games: u64) -> Vec<(Setup, Vec<u64>)> {
    let mut setups = rulebook.setups();
    if !rulebook.game.requires.is_empty() {
        setups.retain(|setup| rulebook.compile(setup).is_ok());
    }
    let count = setups.len() as u64;
    let mut shares: Vec<(Setup, Vec<u64>)> = setups.into_iter().map(|setup| (setup, Vec::new())).collect();
    for game in 0..games {
        let at = if games >= count { game.checked_rem(count).unwrap_or(0) } else { game.saturating_mul(count) / games };
        if let Some((_, seeds)) = usize::try_from(at).ok().and_then(|at| shares.get_mut(at)) {
            seeds.push(game + 1);
        }
    }
    shares.retain(|(_, seeds)| !seeds.is_empty());
    shares
}

fn told(rulebook: &Rulebook, game: &Found) -> Option<Diagnostic> {
    let compiled = rulebook.compile(&game.setup).ok()?;
    let mut problem = cause::told(rulebook, &compiled, game);
    problem.script = Some(match game.cause {
        Cause::Endless | Cause::Nobody => script::played_by_the_seed(rulebook, game),
        Cause::Fault { .. } => script::of_choices(rulebook, &compiled, game),
    });
    Some(rulebook.blame(problem))
}

/// What a game came to, for those who look at causes.
fn ending_of(table: &mut Table, game: &Found) -> Ending {
    table.replay(game.seed, &game.choices).ending
}
