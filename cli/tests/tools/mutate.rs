use serde_json::Value;

use crate::{bidlang_in, err, out, written};

const RULES: &str = small!(
    "  do round
  won by player with highest score

phase round
  for each player
    ask player
      act show a card from hand to box
        score 4 to player for a low card when rank of card is less than 3
      act rest
        score 2 to player for patience
"
);

const TEST: &str = "
test a low card scores
  players Ann, Bob
  given hand of Ann holds 2 of Clubs
  given hand of Bob holds 9 of Clubs
  Ann: show 2 of Clubs
  expect score of Ann is 4
  expect hand of Bob is seen by Bob
  Bob: show 9 of Clubs
  won by Ann
";

fn log(folder: &std::path::Path, more: &[&str]) -> Value {
    let output = bidlang_in(folder, &[&["test", "--mutate", "--format", "json", "small.bid"], more].concat(), "");
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    serde_json::from_str(&out(&output)).unwrap()
}

/// The changes that nothing noticed, by line.
fn unnoticed(log: &Value) -> Vec<(u64, String)> {
    let unnoticed = log["games"][0]["unnoticed"].as_array().unwrap().iter();
    unnoticed.map(|change| (change["line"].as_u64().unwrap(), change["what"].as_str().unwrap().to_owned())).collect()
}

#[test]
fn changes_that_nothing_notices_are_told() {
    let log = log(&written("mutate", &format!("{RULES}{TEST}")), &[]);
    let game = &log["games"][0];
    let count = |what: &str| game[what].as_u64().unwrap();
    let found = unnoticed(&log);
    assert_eq!(count("tried"), count("changes"));
    assert_eq!(count("tried"), count("refused") + count("noticed") + count("endless") + found.len() as u64);
    let told = |line: u64, what: &str| found.contains(&(line, what.to_owned()));
    // Nobody rests, shows a 3 or looks at the stock.
    assert!(told(26, "`2` became `3`"), "{found:?}");
    assert!(told(25, "`act rest ...` was left out"), "{found:?}");
    assert!(told(24, "`3` became `4`"), "{found:?}");
    assert!(told(24, "`less than` became `at most`"), "{found:?}");
    assert!(told(10, "`nobody` became `all`"), "{found:?}");
    // The score, who sees the hand and who wins are looked at.
    let at = |line: u64, word: &str| found.iter().any(|(other, what)| *other == line && what.contains(word));
    assert!(!at(24, "`4` became") && !at(24, "`when") && !at(11, "owner") && !at(18, "highest"), "{found:?}");
    // Other values that no card has are no other rules.
    assert!(!at(6, "1"), "{found:?}");
}

#[test]
fn each_change_is_shown_on_its_line() {
    let folder = written("mutate-human", &format!("{RULES}{TEST}"));
    let output = bidlang_in(&folder, &["test", "--mutate", "small.bid"], "");
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let shown = "small.bid:26: `2` became `3`, and no scripted game notices
  -         score 2 to player for patience
  +         score 3 to player for patience
";
    assert!(out(&output).contains(shown), "{}", out(&output));
    let last = out(&output).lines().last().unwrap().to_owned();
    assert!(last.starts_with("small.bid: ") && last.contains(" not noticed ("), "{last}");
    assert_eq!(err(&output), "");
}

#[test]
fn threads_and_runs_make_no_difference() {
    let folder = written("mutate-same", &format!("{RULES}{TEST}"));
    let first = log(&folder, &["--threads", "1"]);
    assert_eq!(first, log(&folder, &["--threads", "3"]));
    let drawn = log(&folder, &["--mutants", "10", "--seed", "4"]);
    assert_eq!(drawn["games"][0]["tried"], 10);
    assert_eq!(drawn["games"][0]["changes"], first["games"][0]["changes"]);
    assert_eq!(drawn, log(&folder, &["--mutants", "10", "--seed", "4"]));
    assert_ne!(drawn, log(&folder, &["--mutants", "10", "--seed", "5"]));
}

#[test]
fn a_change_without_end_is_stopped() {
    let rules = RULES.replace("  do round\n", "  do round\n  do rest\n")
        + "\nphase rest repeats until score of any player is more than 4\n  score 1 to each player for time\n";
    let log = log(&written("mutate-endless", &format!("{rules}{TEST}")), &[]);
    assert!(log["games"][0]["endless"].as_u64().unwrap() > 0, "{log}");
}

#[test]
fn nothing_is_changed_before_all_is_well() {
    let fails = written("mutate-fails", &format!("{RULES}{}", TEST.replace("is 4", "is 5")));
    let output = bidlang_in(&fails, &["test", "--mutate", "small.bid"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("scripted games fail before anything is changed"), "{}", err(&output));
    let none = written("mutate-none", RULES);
    let output = bidlang_in(&none, &["test", "--mutate", "small.bid"], "");
    assert_eq!(output.status.code(), Some(0));
    assert!(err(&output).contains("there is no scripted game that could notice a change"), "{}", err(&output));
}

#[test]
fn too_few_noticed_is_a_finding() {
    let folder = written("mutate-under", &format!("{RULES}{TEST}"));
    let wanted =
        |percent| bidlang_in(&folder, &["test", "--mutate", "--fail-under", percent, "small.bid"], "").status.code();
    assert_eq!(wanted("20"), Some(0));
    assert_eq!(wanted("100"), Some(1));
    let both = bidlang_in(&folder, &["test", "--mutate", "--coverage", "small.bid"], "");
    assert_eq!(both.status.code(), Some(2));
}
