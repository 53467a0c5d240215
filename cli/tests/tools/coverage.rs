use serde_json::Value;

use crate::{bidlang_in, err, out, written};

/// A line that random games alone reach, and one that nobody does.
const RULES: &str = small!(
    "  for each player
    ask player
      act show a card from hand to box
        score 1 to player for luck
        score 5 to player for a hundred when rank of card is more than 9
      act rest
        score 2 to player for patience
  won by player with highest score

test showing scores one
  players Ann, Bob
  given hand of Ann holds 2 of Clubs
  Ann: show 2 of Clubs
  expect score of Ann is 1
"
);

const SHOWN: &str = "small.bid: 1 scripted game, 20 random games (1 setup)

     20 |         score 1 to player for luck
 !   21 |         score 5 to player for a hundred when rank of card is more than 9
        |         ^ `rank of card is more than 9` never true
 ~   22 |       act rest
        |       ^ chosen only in random games
 ~   23 |         score 2 to player for patience
        |         ^ done only in random games
 ~   24 |   won by player with highest score
        |   ^ done only in random games
     25 |

  small.bid: 12 cases; 8 reached by scripted games (66.7 %), 3 only by random games, 1 never

";

#[test]
fn lines_that_nobody_reached_are_shown() {
    let folder = written("coverage", RULES);
    let output = bidlang_in(&folder, &["test", "--coverage", "small.bid"], "");
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert_eq!(out(&output), SHOWN);
    assert_eq!(err(&output), "");
    let all = bidlang_in(&folder, &["test", "--coverage", "--all-lines", "--games", "0", "small.bid"], "");
    assert_eq!(all.status.code(), Some(0));
    // Every line is there once, with its number.
    for (number, line) in (1..).zip(RULES.lines()) {
        let shown = format!("{number:>4} | {line}");
        assert_eq!(out(&all).matches(shown.trim_end()).count(), 1, "{shown}\n{}", out(&all));
    }
    assert!(out(&all).contains("!   22 |       act rest\n        |       ^ never chosen\n"), "{}", out(&all));
    assert!(out(&all).contains("0 only by random games, 4 never"), "{}", out(&all));
}

#[test]
fn json_names_every_case() {
    let folder = written("coverage-json", RULES);
    let output = bidlang_in(&folder, &["test", "--coverage", "--format", "json", "small.bid"], "");
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let log: Value = serde_json::from_str(&out(&output)).unwrap();
    assert_eq!(log["version"], 1);
    let game = &log["games"][0];
    assert_eq!((&game["scriptedGames"], &game["randomGames"], &game["setups"]), (&1.into(), &20.into(), &1.into()));
    let file = &game["files"][0];
    let cases = file["cases"].as_array().unwrap();
    let count = |by: &str| cases.iter().filter(|case| case["reached"] == by).count();
    assert_eq!(file["scripted"], count("scripted"));
    assert_eq!(file["onlyRandom"], count("random"));
    assert_eq!(file["never"], count("never"));
    let never: Vec<&Value> = cases.iter().filter(|case| case["reached"] == "never").collect();
    assert_eq!(never.len(), 1);
    assert_eq!(never[0]["words"], "rank of card is more than 9");
    assert_eq!(never[0]["holds"], true);
    assert_eq!(never[0]["line"], 21);
}

#[test]
fn too_little_is_a_finding() {
    let folder = written("coverage-under", RULES);
    let wanted =
        |percent| bidlang_in(&folder, &["test", "--coverage", "--fail-under", percent, "small.bid"], "").status.code();
    assert_eq!(wanted("50"), Some(0));
    assert_eq!(wanted("99"), Some(1));
    assert_eq!(wanted("120"), Some(2));
    let stray = bidlang_in(&folder, &["test", "--fail-under", "50", "small.bid"], "");
    assert_eq!(stray.status.code(), Some(2));
    assert!(err(&stray).contains("`--fail-under` goes with `--coverage` or `--mutate`"), "{}", err(&stray));
}

#[test]
fn scripted_games_beside_the_file_count() {
    let (rules, test) = RULES.split_once("\ntest ").map(|(rules, test)| (rules.to_owned(), test.to_owned())).unwrap();
    let folder = written("coverage-beside", &rules);
    std::fs::create_dir(folder.join("tests")).unwrap();
    std::fs::write(folder.join("tests/small.bid"), format!("tests for small\n\ntest {test}")).unwrap();
    for paths in [&["small.bid"][..], &["tests/small.bid"], &["."], &["small.bid", "tests"]] {
        let output = bidlang_in(&folder, &[&["test", "--coverage"], paths].concat(), "");
        assert!(out(&output).contains("small.bid: 1 scripted game, 20 random games (1 setup)"), "{}", out(&output));
        assert_eq!(out(&output).matches("scripted game,").count(), 1);
    }
}

#[test]
fn who_names_a_game_has_its_scripted_games_played() {
    let (rules, test) = RULES.split_once("\ntest ").map(|(rules, test)| (rules.to_owned(), test.to_owned())).unwrap();
    let folder = written("test-beside", &rules);
    std::fs::create_dir(folder.join("tests")).unwrap();
    std::fs::write(folder.join("tests/small.bid"), format!("tests for small\n\ntest {test}")).unwrap();
    for paths in [&["small.bid"][..], &["tests/small.bid"], &["."], &["small.bid", "tests"], &["small.bid", "."]] {
        let output = bidlang_in(&folder, &[&["test"], paths].concat(), "");
        assert!(out(&output).ends_with("1 passed, 0 failed\n"), "{paths:?}: {}", out(&output));
    }
    std::fs::write(
        folder.join("tests/small.bid"),
        format!("tests for small\n\ntest {}", test.replace("Ann is 1", "Ann is 2")),
    )
    .unwrap();
    assert_eq!(bidlang_in(&folder, &["test", "small.bid"], "").status.code(), Some(1));
}

#[test]
fn a_failing_scripted_game_is_told() {
    let folder = written("coverage-fails", &RULES.replace("Ann is 1", "Ann is 2"));
    let output = bidlang_in(&folder, &["test", "--coverage", "small.bid"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("FAILED  small.bid: showing scores one"), "{}", err(&output));
}

#[test]
fn games_that_are_stopped_are_told_once() {
    // Who rests divides by nought.
    let rules = RULES.replace(
        "        score 2 to player for patience\n",
        "        score 2 / number of cards in stock where rank is 9 and rank is 8 rounded down to player for patience\n",
    );
    let folder = written("coverage-stopped", rules.split("\ntest ").next().unwrap());
    let output = bidlang_in(&folder, &["test", "--coverage", "small.bid"], "");
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert_eq!(err(&output).lines().count(), 1, "{}", err(&output));
    assert!(err(&output).contains("of 20 random games were stopped, the first with seed"), "{}", err(&output));
    assert!(err(&output).trim_end().ends_with("of 2 players at small.bid:23"), "{}", err(&output));
    assert!(out(&output).contains("0 scripted games, 20 random games"));
}
