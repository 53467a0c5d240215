//! The fast runner held to the plain machine: at every decision the same state, the same number of choices, the same faults.

use bidlang::engine::{FaultKind, Runner, Silent, Stream};
use bidlang::lower::{Compiled, Setup};
use bidlang::rulebook::Rulebook;
use bidlang_tests::{alongside, classics, play, playable, sampled, shipped, sound};

/// All games: the five and the classics.
fn all_games() -> Vec<(String, Rulebook)> {
    shipped().into_iter().chain(classics()).collect()
}

/// Some setups of each player count.
fn some_setups(rulebook: &Rulebook, most: usize) -> Vec<(Setup, Compiled)> {
    let (low, high) = rulebook.game.players;
    let setups: Vec<_> = (low..=high).flat_map(|players| sampled(rulebook, players, most)).collect();
    assert!(!setups.is_empty(), "{} cannot be played at all", rulebook.game.title);
    setups
}

#[test]
fn the_runner_keeps_step_with_the_machine() {
    for (name, rulebook) in all_games() {
        for (setup, compiled) in some_setups(&rulebook, 6) {
            let runner = Runner::new(&compiled.program);
            for seed in 0..3 {
                alongside(&compiled, &runner, seed, 400, &format!("{name} {setup:?}"));
            }
        }
    }
}

#[test]
fn the_runner_keeps_step_on_the_sound_files_of_the_corpus() {
    let mut decisions = 0;
    for (name, rulebook) in sound() {
        for (setup, compiled) in playable(&rulebook) {
            let runner = Runner::new(&compiled.program);
            for seed in 0..50 {
                decisions += alongside(&compiled, &runner, seed, 400, &format!("{name} {setup:?}")).0;
            }
        }
    }
    assert!(decisions > 1_000, "only {decisions} decisions");
}

/// Not part of an ordinary run: it takes minutes.
#[test]
#[ignore = "long: many games of every setup"]
fn the_runner_keeps_step_with_the_machine_for_long() {
    for (name, rulebook) in all_games() {
        let (mut games, mut decisions) = (0, 0);
        for (setup, compiled) in some_setups(&rulebook, 200) {
            let runner = Runner::new(&compiled.program);
            for seed in 0..100 {
                games += 1;
                let (made, fault) = alongside(&compiled, &runner, seed, 100_000, &format!("{name} {setup:?}"));
                assert_eq!(fault, None, "{name} {setup:?}, seed {seed}");
                decisions += made;
            }
        }
        println!("{name}: {games} games, {decisions} decisions alike");
    }
}

/// `Runner::play` has a way of its own through the usual decisions; it is what the speed is measured by.
#[test]
fn whole_games_of_the_runner_end_as_those_of_the_machine() {
    for (name, rulebook) in all_games() {
        for (setup, compiled) in some_setups(&rulebook, 4) {
            let runner = Runner::new(&compiled.program);
            for seed in 0..2 {
                let mut desk = runner.desk(seed);
                let played = runner.play(&mut desk, &mut Stream::of_players(seed), 3000);
                let plain = play(&compiled, seed, &mut Silent, |_, _, _| {});
                let what = format!("{name} {setup:?}, seed {seed}");
                match (played, plain) {
                    (Ok(played), Ok(plain)) => {
                        assert_eq!(played.decisions, plain.decisions, "{what}");
                        assert!(plain.state.same(desk.state(), &compiled.program), "{what}");
                    }
                    (Err(fault), Ok(plain)) => {
                        assert_eq!(fault.kind, FaultKind::Decisions(3000), "{what}");
                        assert!(plain.decisions > 3000, "{what}");
                    }
                    (played, plain) => assert_eq!(played.err(), plain.err(), "{what}"),
                }
            }
        }
    }
}
