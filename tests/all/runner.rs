//! The fast runner held to the plain machine: at every decision the same state, the same number of choices, the same faults.

use bidlang::engine::{Machine, Pause, Runner, Seeded, Silent, State, Stream, each_seat};
use bidlang::lower::Compiled;
use bidlang::lower::Setup;
use bidlang::rulebook::Rulebook;
use bidlang_tests::{classics, game, games, sampled};

/// All games: the five and the classics.
fn all_games() -> Vec<(String, Rulebook)> {
    let five = games().into_iter().map(|name| (name.clone(), game(&name)));
    five.chain(classics()).collect()
}

/// Some setups of each player count.
fn some_setups(rulebook: &Rulebook, most: usize) -> Vec<(Setup, Compiled)> {
    let (low, high) = rulebook.game.players;
    (low..=high).flat_map(|players| sampled(rulebook, players, most)).collect()
}

/// Where two states differ.
fn differs(compiled: &Compiled, a: &State, b: &State) -> String {
    let program = &compiled.program;
    let sets = (0..program.masks).filter(|slot| a.mask(*slot) != b.mask(*slot)).map(|slot| format!("set {slot}"));
    let ints = (0..program.ints).filter(|slot| a.int(*slot) != b.int(*slot)).map(|slot| format!("slot {slot}"));
    let places = (0..program.places.len() as u16)
        .filter(|place| !a.in_order(program, *place).eq(b.in_order(program, *place)))
        .map(|place| format!("order {place}"));
    sets.chain(ints).chain(places).collect::<Vec<_>>().join(", ")
}

/// Plays one game on both; gives the decisions made.
fn alongside(compiled: &Compiled, runner: &Runner, seed: u64, most: u64, what: &str) -> u64 {
    let mut machine = Machine::new(&compiled.program);
    let (mut state, mut chance) = (machine.start(), Seeded::new(seed));
    let mut desk = runner.desk(seed);
    let mut players = Stream::of_players(seed);
    for decision in 0..most {
        let plain = machine.run(&mut state, &mut chance, &mut Silent);
        let fast = runner.run(&mut desk);
        assert_eq!(plain, fast, "{what}, seed {seed}, decision {decision}");
        let Ok(Pause::Decision(seats)) = plain else {
            if plain.is_ok() {
                assert!(state.same(desk.state(), &compiled.program), "{what}, seed {seed}, at the end");
            }
            return decision;
        };
        assert!(
            state.same(desk.state(), &compiled.program),
            "{what}, seed {seed}, decision {decision}: {}",
            differs(compiled, &state, desk.state())
        );
        let seat = each_seat(seats).next().unwrap();
        let count = machine.count_choices(&state, seat, u64::MAX);
        assert_eq!(count, runner.choices(&mut desk, seat), "{what}, seed {seed}, decision {decision}: choices");
        let drawn = if count > 1 { players.below_long(count) } else { 0 };
        let choice = machine.nth_choice(&state, seat, drawn).unwrap();
        machine.choose(&mut state, seat, &choice, count == 1, &mut Silent).unwrap();
        let act = runner.take(&mut desk, seat, drawn).unwrap();
        assert_eq!(act, choice.act, "{what}, seed {seed}, decision {decision}: the act");
        assert!(state.same(desk.state(), &compiled.program), "{what}, seed {seed}, after decision {decision}");
    }
    most
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
                decisions += alongside(&compiled, &runner, seed, 100_000, &format!("{name} {setup:?}"));
            }
        }
        println!("{name}: {games} games, {decisions} decisions alike");
    }
}
