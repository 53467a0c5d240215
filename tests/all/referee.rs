//! Whole games of Varg Bid against a referee that knows the rules and nothing of this engine.

use bidlang_tests::{game, playable, record, referee};

#[test]
fn every_game_agrees_with_the_referee() {
    let rulebook = game("varg_bid");
    let mut decisions = 0;
    for prepared in playable(&rulebook) {
        for seed in 0..20 {
            let record = record(&prepared, seed, None);
            let summary =
                referee::check(&record).unwrap_or_else(|error| panic!("{:?}, seed {seed}: {error}", prepared.setup()));
            decisions += summary.decisions;
        }
    }
    assert!(decisions > 10_000, "only {decisions} decisions were checked");
}
