//! What the choices of a recorded game cost.

use serde_json::Value;

use crate::{bidlang, ends, out, scratch};

/// Whoever takes the larger number has more points.
const TAKES: &str = "game Takes
players 2

cards
  lot  1 to 6
  1 to 6

places
  stock  seen by nobody

play
  do taking
  won by players with highest score

phase taking repeats 3 times
  ask each player to take a number from 0 to 10
    score number to player for taking
";

/// The record of a game in which seat 1 takes the least each time.
fn record(name: &str) -> (String, String) {
    let folder = scratch(name);
    let (rules, record) = (folder.join("takes.bid"), folder.join("game.jsonl"));
    std::fs::write(&rules, TAKES).unwrap();
    let (rules, record) = (rules.display().to_string(), record.display().to_string());
    let call = ["run", &rules, "--seed", "1", "--seat", "1=first", "--record", &record, "--quiet"];
    ends(&bidlang(&call), 0, &[]);
    (rules, record)
}

#[test]
fn the_choices_that_cost_most_are_told() {
    let (_, record) = record("review");
    let told = out(&bidlang(&["review", &record, "--seat", "1"]));
    assert_eq!(told.matches(", Ann: take 0\n  take 10 is better by about 10.0 ± ").count(), 3, "{told}");
    let json: Value =
        serde_json::from_str(&out(&bidlang(&["review", &record, "--most", "1", "--format", "json"]))).unwrap();
    assert_eq!(json["costs"].as_array().unwrap().len(), 1, "{json}");
    assert_eq!((&json["costs"][0]["seat"], &json["costs"][0]["made"]), (&1.into(), &"take 0".into()), "{json}");
    assert_eq!((&json["choices"], &json["unknown"]), (&6.into(), &0.into()), "{json}");
}

#[cfg(unix)]
#[test]
fn a_review_is_told_at_the_prompt_behind_the_end() {
    use crate::terminal::Terminal;

    let (rules, _) = record("review-prompt");
    let mut terminal = Terminal::of((80, 24), &["run", &rules, "--seed", "1", "--seat", "2=random"], &[]);
    for _ in 0..3 {
        terminal.wait("Ann>");
        terminal.say("0");
    }
    terminal.wait("over>");
    let told = terminal.then("review", "over>");
    assert!(told.contains("take 10 is better by about 10.0"), "{told}");
    assert!(!told.contains("Ben: take"), "only the person's choices are told: {told}");
    let log = terminal.then("log", "over>");
    assert!(log.contains("Ann"), "{log}");
}

#[test]
fn wrong_calls_of_review_are_told() {
    let (_, record) = record("review-wrong");
    ends(&bidlang(&["review", &record, "--seat", "3"]), 2, &["there is no seat 3: 2 players play"]);
    ends(&bidlang(&["review", &record, "--level", "random"]), 2, &["a level is easy, normal, hard"]);
    ends(&bidlang(&["review", &record, "--most", "0"]), 2, &["would tell nothing"]);
    ends(&bidlang(&["review", "no-such.jsonl"]), 2, &["no-such.jsonl"]);
    ends(&bidlang(&["sim", "hearts", "--goal", "fame"]), 2, &["a goal is both, win, score or margin"]);
}
