//! Copies of a state, as a search makes them.
#![allow(clippy::unwrap_used, reason = "a benchmark stops where something is missing")]

use bidlang::engine::State;
use bidlang_benches::engine::{self, FIVE};
use divan::counter::{BytesCount, ItemsCount};
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

/// A state at the first choice, copied; the bytes are those of the state.
#[divan::bench(args = FIVE.map(|(name, _)| name))]
fn clone(bencher: Bencher, name: &str) {
    let (_, players) = *FIVE.iter().find(|(game, _)| *game == name).unwrap();
    let compiled = engine::game(name, players, &[]).unwrap();
    let mut session = engine::start(&compiled, 1);
    engine::pending(&mut session).unwrap();
    let bytes = BytesCount::new(State::size(&compiled.program));
    bencher.counter(bytes).counter(ItemsCount::new(1_u32)).bench_local(|| black_box(&session.state).clone());
}
