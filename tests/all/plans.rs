//! Which way of playing each decision of the shipped games is given: a change that takes one away shows here before it shows in figures.

use std::fmt::Write;

use bidlang::Game;
use bidlang_tests::{classics, root, shipped, variants};

#[test]
fn plans_of_the_shipped_games() {
    insta::assert_snapshot!(plans(shipped().into_iter().chain(classics()).chain(variants())));
}

/// Games that users wrote with conditions of their own.
#[test]
fn plans_of_games_as_they_are_written() {
    let written = [
        "big-two",
        "claims-of-cards",
        "numbers-with-gaps",
        "pairs-by-what-tracks-say",
        "president",
        "rows-of-suits",
        "sets-or-runs",
        "wild-cards",
    ]
    .map(|name| (name.to_owned(), sound(name)));
    insta::assert_snapshot!(plans(written.into_iter()));
}

fn sound(name: &str) -> Game {
    let text = std::fs::read_to_string(root().join(format!("tests/corpus/sound/{name}.bid"))).unwrap();
    Game::read(name, &text).unwrap()
}

fn plans(games: impl Iterator<Item = (String, Game)>) -> String {
    let mut text = String::new();
    for (name, rulebook) in games {
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
    text
}
