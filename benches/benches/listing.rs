//! Legal acts at choices in the middle of games: counted, listed, one of them taken by its number.
#![allow(clippy::unwrap_used, reason = "a benchmark stops where something is missing")]

use std::ops::ControlFlow;

use bidlang::Prepared;
use bidlang::engine::{Desk, Runner, State, Stream};
use bidlang_benches::engine::{self, FIVE};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

/// States before choices of one game, with who chooses and among how many.
fn choices(prepared: &Prepared) -> Vec<(State, u8, u64)> {
    let mut table = prepared.table(1);
    let mut players = Stream::new(1, 1);
    let mut found = Vec::new();
    while let Some((seat, count)) = engine::pending(&mut table).unwrap() {
        found.push((table.state().clone(), seat, count));
        engine::apply(&mut table, seat, players.below_long(count)).unwrap();
    }
    // Choices among many, as of several cards, would drown the others.
    found.retain(|(_, _, count)| *count <= 1000);
    found.truncate(200);
    found
}

fn over(bencher: Bencher, name: &str, each: impl Fn(&Runner, &mut Desk, u8, u64) -> u64 + Sync, items: bool) {
    let (_, players) = *FIVE.iter().find(|(game, _)| *game == name).unwrap();
    let prepared = engine::game(name, players, &[]).unwrap();
    let choices = choices(&prepared);
    let acts: u64 = choices.iter().map(|(_, _, count)| if items { *count } else { 1 }).sum();
    let runner = prepared.runner();
    let look = |desk: &mut Desk, (state, seat, count): &(State, u8, u64)| {
        desk.load(black_box(state));
        each(runner, desk, *seat, *count)
    };
    bencher
        .counter(ItemsCount::new(acts))
        .with_inputs(|| runner.desk(1))
        .bench_local_refs(|desk| choices.iter().map(|choice| look(desk, choice)).sum::<u64>());
}

const GAMES: [&str; 5] = ["auction_house", "bid_fair", "bid_war", "do_my_bidding", "varg_bid"];

/// All legal acts are visited; items are acts.
#[divan::bench(args = GAMES, sample_count = 30)]
fn list(bencher: Bencher, name: &str) {
    let each = |runner: &Runner, desk: &mut Desk, seat, _| {
        let mut seen = 0;
        runner.each_choice(desk, seat, |choice| {
            black_box(choice);
            seen += 1;
            ControlFlow::Continue(())
        });
        seen
    };
    over(bencher, name, each, true);
}

/// Legal acts are counted; items are choices.
#[divan::bench(args = GAMES, sample_count = 30)]
fn count(bencher: Bencher, name: &str) {
    over(bencher, name, |runner, desk, seat, _| runner.choices(desk, seat), false);
}

/// The act in the middle is found by its number; items are choices.
#[divan::bench(args = GAMES, sample_count = 30)]
fn nth(bencher: Bencher, name: &str) {
    let each = |runner: &Runner, desk: &mut Desk, seat, count| {
        runner.nth_choice(desk, seat, count / 2).map_or(0, |choice| u64::from(choice.act))
    };
    over(bencher, name, each, false);
}
