//! Which way of playing each decision of the shipped games is given: a change that takes one away shows here before it shows in figures.

use std::fmt::Write;

use bidlang_tests::{classics, shipped, variants};

#[test]
fn plans_of_the_shipped_games() {
    let mut text = String::new();
    for (name, rulebook) in shipped().into_iter().chain(classics()).chain(variants()) {
        let (low, high) = rulebook.game.players;
        let usual = (low..=high).filter_map(|players| rulebook.setup(Some(players), &[]).ok());
        let mut usual = usual.filter_map(|setup| Some((rulebook.compile(&setup).ok()?, setup)));
        let (compiled, setup) = usual.next_back().unwrap();
        let _ = writeln!(text, "{name}, {} players", setup.players);
        for (number, (plan, ask)) in compiled.runner().plans().iter().zip(&compiled.program.asks).enumerate() {
            let acts: Vec<&str> =
                ask.acts.iter().map(|act| rulebook.game.acts[usize::from(act.name)].as_str()).collect();
            let _ = writeln!(text, "  {number} {}: {}; {}", acts.join("/"), plan.way, plan.acts.join(", "));
        }
    }
    insta::assert_snapshot!(text);
}
