//! Copies of a state, as a search makes them.
#![allow(clippy::unwrap_used, reason = "a benchmark stops where something is missing")]

use bidlang::engine::State;
use bidlang_benches::engine::{self, FIVE};
use divan::counter::BytesCount;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

/// A state at the first choice.
fn first_choice(name: &str) -> State {
    let (_, players) = *FIVE.iter().find(|(game, _)| *game == name).unwrap();
    let mut table = engine::game(name, players, &[]).unwrap().table(1);
    engine::pending(&mut table).unwrap();
    table.state().clone()
}

/// A state copied over another, as a search goes back to where it began.
#[divan::bench(args = FIVE.map(|(name, _)| name))]
fn over(bencher: Bencher, name: &str) {
    let state = first_choice(name);
    let mut other = state.clone();
    bencher.counter(BytesCount::new(size_of::<State>())).bench_local(|| {
        other.clone_from(black_box(&state));
        black_box(&mut other);
    });
}

/// A state copied to a new one.
#[divan::bench(args = FIVE.map(|(name, _)| name))]
fn anew(bencher: Bencher, name: &str) {
    let state = first_choice(name);
    bencher.counter(BytesCount::new(size_of::<State>())).bench_local(|| black_box(&state).clone());
}
