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

#[test]
fn spades_is_that_of_open_spiel() {
    agrees("spades", &["nil", "a nil that failed", "bags", "the bid", "the bid not made"]);
}

#[test]
fn cribbage_is_that_of_open_spiel() {
    agrees("cribbage", &["a flush", "a pair", "a run", "his heels", "his nob", "thirty-one"]);
}

#[test]
fn kuhn_poker_is_that_of_open_spiel() {
    agrees("kuhn_poker", &["bet", "call", "fold", "pass"]);
}

#[test]
fn leduc_poker_is_that_of_open_spiel() {
    agrees("leduc_poker", &["call", "fold", "raise", "the pot, 26"]);
}

#[test]
fn a_sealed_auction_is_that_of_open_spiel() {
    agrees("first_sealed_auction", &["what the lots are worth above their price"]);
}

#[test]
fn dou_dizhu_is_that_of_open_spiel() {
    let rare = ["lay-bomb", "lay-pairs", "lay-rocket", "lay-sequence", "lay-triplets", "lay-triplets-and-cards"];
    agrees("dou_dizhu", &[&rare[..], &["lay-triplets-and-pairs", "cards left"]].concat());
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

/// The last decision with several choices.
fn last_choice(line: &Line) -> usize {
    line.decisions.iter().rposition(|decision| decision.legal.len() > 1).unwrap()
}

#[test]
fn a_changed_record_differs() {
    let poker = ["kuhn_poker", "leduc_poker"];
    let others = ["bridge", "cribbage", "dou_dizhu", "euchre", "goofspiel", "hearts", "oh_hell", "spades"];
    for name in poker.into_iter().chain(others).chain(["first_sealed_auction"]) {
        let holds = |what: &str, change: &dyn Fn(&mut Line)| {
            let told = told(name, change);
            assert!(told.contains(what), "{name}: {told}");
        };
        holds("returns", &|line| line.returns[0] += 1.0);
        holds("in open_spiel of seat", &|line| {
            let last = last_choice(line);
            line.decisions[last].seat = u8::from(line.decisions[last].seat == 0);
        });
        holds("legal", &|line| {
            let last = last_choice(line);
            line.decisions[last].legal.push(99);
        });
        holds("is over", &|line| line.decisions.push(line.decisions[0].clone()));
        holds("open_spiel", &|line| {
            let last = last_choice(line);
            line.decisions.truncate(last);
        });
        if name == "first_sealed_auction" {
            // Another bid that does not win changes nothing.
            continue;
        }
        holds("game 1", &|line| {
            let choosing = line.decisions.iter_mut().find(|decision| decision.legal.len() > 1).unwrap();
            choosing.choice = *choosing.legal.iter().find(|other| **other != choosing.choice).unwrap();
        });
        match name {
            // Of three cards another deal may come to the same.
            "goofspiel" | "kuhn_poker" => {}
            "leduc_poker" => holds("game 1", &|line| line.dealt.swap(0, 1)),
            "cribbage" => holds("decision", &|line| line.dealt.swap(3, 9)),
            _ => holds("decision", &|line| line.dealt.swap(3, 4)),
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
