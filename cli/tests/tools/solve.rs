//! `bidlang solve` from outside: what it says, the page about it, bad calls, Ctrl-C.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::guide::{Step, fits, lines, steps};
use crate::{bidlang, bidlang_in, closes_early, command, ends, err, out, root, scratch, written};

const KUHN: &str = "games/classics/kuhn_poker.bid";
const LEDUC: &str = "games/classics/leduc_poker.bid";

fn json(arguments: &[&str]) -> Value {
    let output = bidlang(&[&["solve"], arguments, &["--format", "json", "--quiet"]].concat());
    ends(&output, 0, &[]);
    serde_json::from_str(&out(&output)).unwrap()
}

/// Every command of the page is typed, and says what the page shows.
#[test]
fn the_page_is_as_it_says() {
    let page = std::fs::read_to_string(root().join("docs/solve.md")).unwrap();
    let (folder, mut said, mut shown) = (scratch("solve-page"), String::new(), 0);
    for step in steps(&page) {
        match step {
            Step::Block(kind, text) if kind == "sh" => {
                for line in text.lines() {
                    let words: Vec<&str> = line.split_whitespace().skip(1).collect();
                    let output = bidlang_in(&folder, &words, "");
                    ends(&output, 0, &[]);
                    said = err(&output) + &out(&output);
                }
            }
            Step::Block(_, text) => {
                assert!(fits(&lines(&text), &lines(&said)), "the page shows\n{text}\nbut it says\n{said}");
                shown += 1;
            }
            Step::Note(note) => panic!("{note}"),
        }
    }
    assert_eq!(shown, 2);
    assert!(folder.join("leduc.csv").is_file());
}

/// Each field that programs get has its words on the page.
#[test]
fn every_field_is_told_of() {
    let page = std::fs::read_to_string(root().join("docs/solve.md")).unwrap();
    fn fields(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(object) => object.iter().for_each(|(name, value)| {
                found.push(name.clone());
                if name != "options" && name != "picks" {
                    fields(value, found);
                }
            }),
            Value::Array(list) => list.iter().for_each(|value| fields(value, found)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    fields(&json(&[KUHN]), &mut found);
    assert!(found.len() > 100);
    let missing: Vec<&String> = found.iter().filter(|name| !page.contains(&format!("`{name}`"))).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn the_same_bytes_on_any_number_of_threads() {
    for format in ["text", "json", "csv"] {
        let with = |threads: &str| {
            let output =
                bidlang(&["solve", LEDUC, "--iterations", "60", "--format", format, "--threads", threads, "-q"]);
            ends(&output, 0, &[]);
            assert_eq!(err(&output), "");
            output.stdout
        };
        let one = with("1");
        assert!(one == with("2") && one == with("8"), "{format}");
    }
}

#[test]
fn what_programs_get_agrees_with_itself() {
    let found = json(&[LEDUC, "--iterations", "300"]);
    assert_eq!((&found["complete"], &found["goal"]), (&Value::Bool(true), &Value::from("score")));
    let last = found["course"].as_array().unwrap().last().unwrap();
    let number = |value: &Value| value.as_f64().unwrap_or_else(|| panic!("{value} is no number"));
    let (value, least, most) = (number(&last["value"]), number(&last["least"]), number(&last["most"]));
    assert!(least <= value && value <= most);
    assert!((number(&last["exploitability"]) - (most - least) / 2.0).abs() < 1e-12);
    assert_eq!(number(&found["sides"][0]["value"]), value);
    assert_eq!(number(&found["sides"][1]["least"]), -most);
    assert!((number(&found["sides"][0]["points"]) + number(&found["sides"][1]["points"])).abs() < 1e-9);
    let strategy = found["strategy"].as_array().unwrap();
    assert_eq!(strategy.len(), 936);
    for situation in strategy {
        let shares: Vec<f64> =
            situation["choices"].as_array().unwrap().iter().map(|choice| number(&choice["share"])).collect();
        assert!(shares.len() > 1 && (shares.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{situation}");
        assert!((0.0..=1.0).contains(&number(&situation["met"])));
        assert!(situation["told"].as_array().unwrap().len() > 3);
    }
    // Each hand begins with one of six cards.
    let first = strategy.iter().filter(|at| at["situation"].as_str().unwrap().ends_with("first to act"));
    assert!(first.clone().count() == 6 && first.map(|at| number(&at["met"])).all(|met| (met - 1.0 / 6.0).abs() < 1e-9));
    // To win is something else than to win much.
    let wins = json(&[LEDUC, "--goal", "win"]);
    assert_eq!((&wins["goal"], &wins["sides"][0]["points"]), (&Value::from("win"), &Value::Null));
    assert!(number(&wins["sides"][0]["value"]).abs() < 0.001 && wins["solved"] == true);
}

#[test]
fn strategies_are_written_to_files() {
    let folder = scratch("solve-out");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    for name in ["out.json", "out.csv"] {
        let format = name.rsplit_once('.').unwrap().1;
        let call = ["solve", KUHN, "-q", "--out", &path(name), "--lines", "1"];
        let output = bidlang(&call);
        ends(&output, 0, &[]);
        assert!(out(&output).contains("and 5 situations that come up less often: --lines all"), "{}", out(&output));
        let written = std::fs::read_to_string(path(name)).unwrap();
        assert_eq!(written, out(&bidlang(&["solve", KUHN, "-q", "--format", format])));
    }
    let rows = std::fs::read_to_string(path("out.csv")).unwrap();
    assert_eq!(rows.lines().count(), 25);
}

/// Numbers that are bid stand apart from how often they are.
#[test]
fn a_sealed_auction_in_words() {
    let output = bidlang(&["solve", "first_sealed_auction", "--option", "limit=4", "-q"]);
    ends(&output, 0, &[]);
    insta::assert_snapshot!(out(&output));
}

#[test]
fn what_is_wrong_is_said() {
    let small = written("solve-bad", "game Bad\n").join("small.bid");
    let folder = scratch("solve-wrong");
    let unwritable = folder.join("none/out.json");
    let calls: [(&[&str], i32, &[&str]); 17] = [
        (&[KUHN, "--players", "3"], 2, &["a game of 3 sides with 3 players", "2=hard"]),
        (&[KUHN, "--players", "0"], 2, &["players"]),
        (&[KUHN, "--players", "4"], 2, &["players"]),
        (&[KUHN, "--option", "hand=2"], 2, &["did you mean `hands`"]),
        (&[KUHN, "--option", "hands=99"], 2, &["99"]),
        (&["goofspiel"], 2, &["about 10^29 histories, and at most 10,000,000 are", "2=hard"]),
        (&[KUHN, "--histories", "53"], 2, &["the game has more than 53 histories"]),
        (&[KUHN, "--histories", "0"], 2, &["the least is 1"]),
        (&[KUHN, "--histories", "1000M"], 2, &["at most 100,000,000"]),
        (&[KUHN, "--until", "0"], 2, &["a number above 0"]),
        (&[KUHN, "--until", "NaN"], 2, &["a number above 0"]),
        (&[KUHN, "--iterations", "0"], 2, &["the least is 1"]),
        (&[KUHN, "--goal", "margin"], 2, &["possible values: win, score"]),
        (&[KUHN, "--out", "out.txt"], 2, &["ends in .json or .csv"]),
        (&[KUHN, "--out", unwritable.to_str().unwrap()], 2, &["none/out.json"]),
        (&["no_such_game"], 2, &["no_such_game"]),
        (&[small.to_str().unwrap()], 1, &["missing-part"]),
    ];
    for (arguments, code, words) in calls {
        let output = bidlang(&[&["solve"], arguments].concat());
        ends(&output, code, words);
        assert_eq!(out(&output), "", "{arguments:?}");
    }
    assert!(!Path::new("out.txt").exists());
}

#[test]
fn a_game_that_the_rules_stop_is_shown() {
    let text = "game Stops
players 2

cards
  rank  1 to 2
  1 to 2

places
  stock              seen by nobody
  hand  each player  seen by owner

play
  move all cards to stock
  ask seat 1
    act wait
    act deal
      deal 3 from stock to hand of seat 1
  won by seat 2
";
    let folder = written("solve-stops", text);
    let output = bidlang_in(&folder, &["solve", "small.bid"], "");
    ends(&output, 3, &["the rules stop the game: 3 cards are dealt, but only 2 are there", "deal 3 from stock"]);
    // It has no points, so it is played to win.
    let output = bidlang_in(&folder, &["solve", "small.bid", "--goal", "score"], "");
    ends(&output, 2, &["played for points", "writes none"]);
}

#[test]
fn a_closed_pipe_is_no_error() {
    closes_early(&["solve", LEDUC, "--quiet", "--format", "json", "--iterations", "20"]);
}

/// Begins a call, waits until it has said these words, and interrupts it.
#[cfg(unix)]
fn interrupted(arguments: &[&str], words: &str) -> Output {
    use std::io::{BufRead, BufReader};

    let mut child = command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut said = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    while !words.is_empty() && !line.contains(words) {
        line.clear();
        assert!(said.read_line(&mut line).unwrap() > 0, "it ends before it is interrupted");
    }
    std::thread::sleep(std::time::Duration::from_millis(700));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let rest = std::thread::spawn(move || {
        let mut rest = Vec::new();
        std::io::Read::read_to_end(&mut said, &mut rest).unwrap();
        rest
    });
    let output = child.wait_with_output().unwrap();
    Output { stderr: rest.join().unwrap(), ..output }
}

#[cfg(unix)]
#[test]
fn ctrl_c_tells_what_is_known() {
    let call = ["solve", LEDUC, "--until", "1e-300", "--iterations", "1000M", "--format", "json"];
    let output = interrupted(&call, "9,300 histories");
    ends(&output, 130, &["interrupted: what is told is what was known by then"]);
    let found: Value = serde_json::from_str(&out(&output)).unwrap();
    assert_eq!((&found["complete"], &found["solved"]), (&Value::Bool(false), &Value::Bool(false)));
    let last = found["course"].as_array().unwrap().last().unwrap();
    assert!(last["iterations"].as_u64().unwrap() > 0 && last["exploitability"].as_f64().unwrap() < 3.0);
    assert_eq!(found["strategy"].as_array().unwrap().len(), 936);
    // So many iterations tell the same again.
    let many = last["iterations"].to_string();
    let again = json(&[LEDUC, "--until", "1e-300", "--iterations", &many]);
    assert_eq!(again["strategy"], found["strategy"]);
}

#[cfg(unix)]
#[test]
fn ctrl_c_on_the_way_through_the_game_says_so() {
    let output = interrupted(&["solve", "goofspiel", "--option", "numbers=6", "--histories", "100M"], "");
    ends(&output, 130, &["interrupted after", "nothing is known before all of them are there"]);
    assert_eq!(out(&output), "");
}
