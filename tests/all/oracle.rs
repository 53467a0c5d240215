//! Games that the package open_spiel played, replayed by the rules files. See `tests/oracle/README.md`.

use bidlang_tests::oracle::line::Line;
use bidlang_tests::oracle::{Replay, Tally, replay};
use bidlang_tests::root;

fn data(name: &str) -> String {
    std::fs::read_to_string(root().join(format!("tests/oracle/data/{name}.txt"))).unwrap()
}

/// Replays a committed file, in which all these things have to happen.
fn agrees(name: &str, happens: &[&str]) {
    let (_, tally) = replay(&data(name)).unwrap();
    assert!(tally.differences.is_empty(), "{name}: {tally}");
    assert!(tally.games >= 300, "{name}: {tally}");
    for what in happens {
        assert!(tally.happened.contains_key(*what), "{name}: {what} never happens: {tally}");
    }
}

#[test]
fn hearts_is_that_of_open_spiel() {
    agrees("hearts", &["the shot of another", "no trick", "Jack of Diamonds"]);
}

#[test]
fn oh_hell_is_that_of_open_spiel() {
    agrees("oh_hell", &["the prediction met", "tricks", "a prediction missed"]);
}

#[test]
fn goofspiel_is_that_of_open_spiel() {
    agrees("goofspiel", &["prizes"]);
}

#[test]
fn bridge_is_that_of_open_spiel() {
    agrees("bridge", &["slam", "insult", "overtricks", "undertricks", "double", "redouble"]);
}

#[test]
fn euchre_is_that_of_open_spiel() {
    agrees("euchre", &["march, 4", "march, 2", "euchre, 2", "euchre, 4", "play-alone yes", "defend-alone"]);
}

/// What the follower says of the first recorded game after a change.
fn told(name: &str, change: &dyn Fn(&mut Line)) -> String {
    let text = data(name);
    let mut line = Line::read(text.lines().nth(1).unwrap()).unwrap();
    let mut replay = Replay::new(name).unwrap();
    assert_eq!(replay.line(&line), Ok(()), "{name} as it is");
    change(&mut line);
    replay.line(&line).expect_err(name)
}

#[test]
fn a_changed_record_differs() {
    for name in ["bridge", "euchre", "goofspiel", "hearts", "oh_hell"] {
        let holds = |what: &str, change: &dyn Fn(&mut Line)| {
            let told = told(name, change);
            assert!(told.contains(what), "{name}: {told}");
        };
        holds("returns", &|line| line.returns[0] += 1.0);
        holds("in open_spiel of seat", &|line| line.decisions.last_mut().unwrap().seat ^= 1);
        holds("legal", &|line| line.decisions.last_mut().unwrap().legal.push(1 << 99));
        holds("is over", &|line| line.decisions.push(line.decisions[0].clone()));
        holds("open_spiel", &|line| {
            line.decisions.pop();
        });
        holds("game 1", &|line| {
            let choosing = line.decisions.iter_mut().find(|decision| decision.legal.len() > 1).unwrap();
            choosing.choice = *choosing.legal.iter().find(|other| **other != choosing.choice).unwrap();
        });
        if name != "goofspiel" {
            holds("decision", &|line| line.dealt.swap(3, 4));
        }
    }
}

/// Replays the files that the variable `ORACLE` names, apart by colons.
#[test]
#[ignore = "replays the files named by ORACLE"]
fn oracle_files() {
    let names = std::env::var("ORACLE").expect("ORACLE names files of recorded games, apart by colons");
    let mut all: Vec<(String, Tally)> = Vec::new();
    for file in names.split(':') {
        let (name, tally) = replay(&std::fs::read_to_string(file).unwrap()).unwrap();
        println!("{name}: {tally}");
        all.push((name, tally));
    }
    assert!(all.iter().all(|(_, tally)| tally.differences.is_empty()), "there are differences");
}
