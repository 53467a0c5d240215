use bidlang::Game;
use bidlang::engine::Stream;

use crate::{bidlang_in, err, out, scratch};

const TEMPLATES: [&str; 5] = ["trick", "auction", "sealed", "contract", "empty"];

/// Plays random games with every setup in turn.
pub fn play(game: &Game, games: u64) {
    let setups: Vec<_> = game.setups().into_iter().filter_map(|setup| game.prepare_for(setup, &[]).ok()).collect();
    assert!(!setups.is_empty(), "there is no setup to play");
    for (seed, prepared) in (0..games).zip(setups.iter().cycle()) {
        let mut table = prepared.table(seed).most_decisions(100_000);
        let mut stream = Stream::new(seed, 1);
        while let Some(turn) = table.turn().unwrap_or_else(|error| panic!("{seed}: {error}")) {
            let act = turn.nth(stream.below_long(turn.count())).unwrap();
            table.play(turn.seat(), &act).unwrap();
        }
    }
}

#[test]
fn every_template_checks_plays_and_is_tidy() {
    for template in TEMPLATES {
        let folder = scratch(&format!("new-{template}"));
        let made = bidlang_in(&folder, &["new", "night_market", "--template", template], "");
        assert_eq!(made.status.code(), Some(0), "{}", err(&made));
        for call in ["bidlang run night_market.bid", "bidlang test night_market.bid", "check --watch night_market.bid"]
        {
            assert!(out(&made).contains(call), "{}", out(&made));
        }
        let text = std::fs::read_to_string(folder.join("night_market.bid")).unwrap();
        assert!(text.starts_with("game Night Market\n# "), "{text}");
        for call in [vec!["check"], vec!["fmt", "--check"], vec!["test"]] {
            let output = bidlang_in(&folder, &[call.as_slice(), &["night_market.bid"]].concat(), "");
            assert_eq!(output.status.code(), Some(0), "{template} {call:?}: {}{}", out(&output), err(&output));
        }
        let tested = bidlang_in(&folder, &["test", "night_market.bid"], "");
        assert!(out(&tested).contains("1 passed"), "{}", out(&tested));
        let rulebook = Game::read("night_market.bid", &text).unwrap();
        assert!(rulebook.problems_of_setups().is_empty());
        play(&rulebook, 100);
    }
}

#[test]
fn a_file_that_is_there_is_not_overwritten() {
    let folder = scratch("new-there");
    std::fs::write(folder.join("mine.bid"), "my work").unwrap();
    for name in ["mine", "mine.bid"] {
        let output = bidlang_in(&folder, &["new", name], "");
        assert_eq!(output.status.code(), Some(2));
        assert!(err(&output).contains("there is such a file"), "{}", err(&output));
    }
    assert_eq!(std::fs::read_to_string(folder.join("mine.bid")).unwrap(), "my work");
}

#[test]
fn odd_names_are_refused() {
    let folder = scratch("new-odd");
    for name in ["..", "-", "a\u{1b}[31mb", ".hidden", "no/such/folder"] {
        let output = bidlang_in(&folder, &["new", "--", name], "");
        assert_eq!(output.status.code(), Some(2), "{name:?}");
        assert!(!err(&output).contains('\u{1b}'));
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
}
