//! The engine held to the naive oracle (`tests/src/naive`): at every decision, in faults, and in whole games.

use bidlang::engine::{FaultKind, Runner};
use bidlang::lower::Compiled;
use bidlang::{Game, Prepared};
use bidlang_tests::naive::{Far, Held, held};
use bidlang_tests::{classics, sampled, shipped, sound, variants};

/// All shipped games and their variants, and the sound files of the corpus.
fn all_games() -> Vec<(String, Game)> {
    shipped().into_iter().chain(classics()).chain(variants()).chain(sound()).collect()
}

/// Some setups of each player count.
fn some_setups(rulebook: &Game, most: usize) -> Vec<Prepared> {
    let (low, high) = rulebook.game.players;
    let setups: Vec<_> = (low..=high).flat_map(|players| sampled(rulebook, players, most)).collect();
    assert!(!setups.is_empty(), "{} cannot be played at all", rulebook.game.title);
    setups
}

/// Plays some games of a setup on both.
fn games(compiled: &Compiled, seeds: std::ops::Range<u64>, far: Far, what: &str) -> Vec<Held> {
    let runner = Runner::new(&compiled.program);
    seeds.map(|seed| held(&compiled.program, &runner, seed, far, what)).collect()
}

#[test]
fn the_engine_keeps_step_with_the_oracle_on_shipped_games() {
    let far = Far { listed: 2_000, ..Far::decisions(120) };
    let mut sum = Held::default();
    for (name, rulebook) in all_games() {
        for (number, prepared) in (0..).zip(some_setups(&rulebook, 4)) {
            let (setup, compiled) = (prepared.setup(), prepared.compiled());
            for one in games(compiled, number..number + 2, far, &format!("{name} {setup:?}")) {
                sum.add(one);
            }
        }
    }
    assert!(sum.decisions > 20_000 && sum.unlisted < sum.decisions / 50, "{sum:?}");
}

#[test]
fn whole_games_of_the_engine_end_as_those_of_the_oracle() {
    for (name, rulebook) in all_games() {
        let (low, high) = rulebook.game.players;
        for players in low..=high {
            for prepared in sampled(&rulebook, players, 1).into_iter().take(1) {
                let (setup, compiled) = (prepared.setup(), prepared.compiled());
                let far = Far::decisions(3_000);
                games(compiled, 7..8, far, &format!("{name} {setup:?}"));
            }
        }
    }
}

#[test]
fn the_limit_of_steps_stops_all_ways_of_playing_alike() {
    let mut stopped = 0;
    for (name, rulebook) in all_games() {
        for prepared in some_setups(&rulebook, 1).into_iter().take(1) {
            let (setup, compiled) = (prepared.setup(), prepared.compiled());
            for (seed, steps) in (0..).zip([0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144]) {
                let far = Far { steps, ..Far::decisions(60) };
                let found = games(compiled, seed..seed + 1, far, &format!("{name} {setup:?}, {steps} steps"));
                let at_limit = |one: &&Held| one.fault.is_some_and(|fault| fault.kind == FaultKind::Steps(steps));
                stopped += found.iter().filter(at_limit).count();
            }
        }
    }
    assert!(stopped > 100, "{stopped} games came to the limit");
}

/// Not part of an ordinary run: it takes minutes. `NAIVE_GAMES` says how many games of each setup.
#[test]
#[ignore = "long: whole games of every setup"]
fn the_engine_keeps_step_with_the_oracle() {
    let many = std::env::var("NAIVE_GAMES").ok().and_then(|said| said.parse().ok()).unwrap_or(10);
    for (name, rulebook) in all_games() {
        let mut sum = Held::default();
        for prepared in some_setups(&rulebook, 100) {
            let (setup, compiled) = (prepared.setup(), prepared.compiled());
            let far = Far { decisions: 100_000, listed: 10_000, steps: 2_000_000 };
            for one in games(compiled, 0..many, far, &format!("{name} {setup:?}")) {
                sum.add(one);
            }
        }
        println!("{name}: {} games, {} decisions alike, {} not listed", sum.games, sum.decisions, sum.unlisted);
    }
}
