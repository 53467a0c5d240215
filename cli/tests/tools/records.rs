//! Records from outside: played again, held against the rules, gone on with.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use crate::{VARG, bidlang, command, ends, err, out, scratch, with_input};

#[test]
fn a_record_replays_byte_for_byte() {
    let folder = scratch("replay");
    let kept = folder.join("game.jsonl");
    let kept = kept.to_str().unwrap();
    for game in ["varg_bid", "bid_war", "bid_fair", "auction_house", "do_my_bidding"] {
        let file = format!("games/{game}.bid");
        let first = bidlang(&["run", &file, "--seed", "3", "--format", "jsonl", "--record", kept]);
        ends(&first, 0, &[]);
        assert_eq!(std::fs::read(kept).unwrap(), first.stdout, "{game}: the kept record is the shown one");
        let again = bidlang(&["run", &file, "--replay", kept, "--format", "jsonl"]);
        ends(&again, 0, &[]);
        assert_eq!(first.stdout, again.stdout, "{game}");
    }
    // Every line is one JSON object with its kind.
    for line in std::fs::read_to_string(kept).unwrap().lines() {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(value["line"].is_string());
    }
}

/// Writes a record and gives its path and its text.
fn kept(folder: &Path, name: &str, call: &[&str]) -> (PathBuf, String) {
    let path = folder.join(name);
    let output = bidlang(&[&["run"], call, &["--quiet", "--record", path.to_str().unwrap()]].concat());
    assert!(matches!(output.status.code(), Some(0 | 3)), "{}", err(&output));
    let text = std::fs::read_to_string(&path).unwrap();
    (path, text)
}

#[test]
fn a_record_that_is_changed_or_of_other_rules_is_refused() {
    let folder = scratch("records");
    let (path, whole) = kept(&folder, "game.jsonl", &[VARG, "--seed", "3"]);
    let kept = path.to_str().unwrap();
    let replay = |text: &str| {
        std::fs::write(&path, text).unwrap();
        bidlang(&["run", VARG, "--replay", kept, "--quiet"])
    };
    ends(&replay(&whole), 0, &[]);
    ends(&bidlang(&["run", "games/bid_war.bid", "--replay", kept]), 2, &["made by another rules file"]);

    let illegal = whole.replacen("\"choice\":{\"act\":\"auction\"", "\"choice\":{\"act\":\"auctions\"", 1);
    ends(&replay(&illegal), 1, &["of the record is not legal"]);
    let winners = whole.replacen("\"winners\":[", "\"winners\":[3,", 1);
    ends(&replay(&winners), 1, &["says `winners` [3,", "but the rules give ["]);
    ends(&bidlang(&["run", VARG, "--replay", kept, "--quiet", "--trust"]), 0, &[]);
    assert!(
        out(&bidlang(&["run", VARG, "--replay", kept, "--trust", "--format", "jsonl"])) == whole,
        "what the rules give"
    );
    ends(
        &replay(&whole.replacen("\"players\":3", "\"players\":9", 1)),
        1,
        &["line 1 of the record", "not for 9 players"],
    );
    ends(&replay(&whole.replacen("\n{", "\n{{", 1)), 1, &["line 2 of the record is not JSON"]);
    for (from, to, what) in [
        ("\"names\":[\"Ann\"", "\"names\":[7", "line 1 of the record has `names` that are no names"),
        ("\"options\":{", "\"options\":7,\"other\":{", "line 1 of the record has `options` that are none"),
    ] {
        ends(&replay(&whole.replacen(from, to, 1)), 1, &[what]);
        ends(&bidlang(&["run", VARG, "--replay", kept, "--quiet", "--trust"]), 1, &[what]);
    }
    ends(&replay(""), 1, &["the file is empty"]);
    ends(&bidlang(&["run", VARG, "--replay", "no-such.jsonl"]), 2, &["there is no such file"]);
    ends(&bidlang(&["run", VARG, "--trust"]), 2, &["`--trust` goes with `--replay` or `--resume`"]);

    let seat = bidlang(&["run", VARG, "--seed", "3", "--view", "2", "--format", "jsonl"]);
    ends(
        &replay(&out(&seat)),
        1,
        &["what seat 2 was told, which is not enough", "--replay ALL --view 2 --format jsonl"],
    );
    // The record for all says what a seat saw.
    ends(&replay(&whole), 0, &[]);
    let shown = bidlang(&["run", VARG, "--replay", kept, "--view", "2", "--format", "jsonl"]);
    assert_eq!(out(&shown), out(&seat));
}

#[test]
fn a_short_record_is_said_to_be_short() {
    let folder = scratch("short");
    let (path, whole) = kept(&folder, "game.jsonl", &[VARG, "--seed", "3"]);
    let sorts = ["\"line\":\"game\"", "\"line\":\"decision\"", "\"line\":\"end\""];
    let short: Vec<&str> = whole.lines().filter(|line| sorts.iter().any(|sort| line.contains(sort))).collect();
    std::fs::write(&path, short.join("\n")).unwrap();
    let again = bidlang(&["run", VARG, "--replay", path.to_str().unwrap(), "--format", "jsonl"]);
    ends(&again, 0, &["is a short record"]);
    assert_eq!(out(&again), whole);
}

#[test]
fn a_game_that_was_left_before_anything_happened_is_no_short_record() {
    let folder = scratch("unbegun");
    let (rules, record) = (folder.join("unbegun.bid"), folder.join("game.jsonl"));
    let text = "game Unbegun\nplayers 2\ncards\n  rank  1 to 4\n  1 to 4\nplaces\n  hand  each player  seen by owner\n\
        track\n  called  each player  number from 0 to 3\nplay\n  ask each player to call a number from 1 to 3\n\
        \x20   set called of player to number\n  won by players with highest called\n";
    std::fs::write(&rules, text).unwrap();
    let (rules, record) = (rules.to_str().unwrap(), record.to_str().unwrap());
    with_input(&["run", rules, "--seed", "1", "--seat", "1=human", "--record", record], "quit\n");
    assert_eq!(std::fs::read_to_string(record).unwrap().lines().count(), 2);
    let again = bidlang(&["run", rules, "--resume", record]);
    ends(&again, 0, &[]);
    assert!(!err(&again).contains("short record"), "{}", err(&again));
}

/// Every way of leaving a game, with the lines of the person, if there is one.
const WAYS: [(&str, &[&str], Option<&str>); 5] = [
    ("hands", &["--hands", "1"], None),
    ("decisions", &["--decisions", "33"], None),
    ("quit", &["--seat", "1=human"], Some("1\n1\n1\nquit\n")),
    ("end of input", &["--seat", "1=human"], Some("1\n1\n")),
    ("quit after undo", &["--seat", "1=human"], Some("1\n1\nundo anyway\n2\nquit\n")),
];

#[test]
fn a_game_that_was_left_is_replayed_and_gone_on_with() {
    let folder = scratch("left");
    for (name, flags, said) in WAYS {
        let path = folder.join("game.jsonl");
        let kept = path.to_str().unwrap();
        let call = [&["run", VARG, "--seed", "4", "--quiet", "--record", kept], flags].concat();
        let first = with_input(&call, said.unwrap_or(""));
        assert!(!out(&first).contains("nobody wins") && out(&first).contains("stopped: "), "{name}: {}", out(&first));
        let left = std::fs::read_to_string(&path).unwrap();
        let last = left.lines().last().unwrap();
        assert!(last.contains("\"stopped\":") && !last.contains("winners"), "{name}: {last}");

        let again = bidlang(&["run", VARG, "--replay", kept, "--format", "jsonl"]);
        ends(&again, 0, &[]);
        assert_eq!(out(&again), left, "{name}: byte for byte");
        let told = bidlang(&["run", VARG, "--replay", kept]);
        assert!(out(&told).contains("\nStopped: ") && !out(&told).contains("wins\n\n"), "{name}: {}", out(&told));

        // All that was there stays, but for the line that says that it was left.
        ends(&bidlang(&["run", VARG, "--resume", kept, "--quiet"]), 0, &[]);
        let whole = std::fs::read_to_string(&path).unwrap();
        let before = left.strip_suffix(&format!("{last}\n")).unwrap();
        assert!(whole.starts_with(before) && whole.contains("\"winners\":["), "{name}");
        ends(&bidlang(&["run", VARG, "--replay", kept, "--quiet"]), 0, &[]);
        ends(&bidlang(&["run", VARG, "--resume", kept, "--quiet"]), 2, &["the game of this record is over"]);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), whole, "{name}: nothing was written");
    }
}

#[test]
fn who_goes_on_plays_as_if_nothing_had_been() {
    let folder = scratch("resume");
    let (_, whole) = kept(&folder, "whole.jsonl", &[VARG, "--seed", "7"]);
    // However it was left: by a limit, by passes, or killed anywhere.
    let mut left = vec![
        kept(&folder, "a.jsonl", &[VARG, "--seed", "7", "--decisions", "1"]).1,
        kept(&folder, "b.jsonl", &[VARG, "--seed", "7", "--decisions", "57"]).1,
        kept(&folder, "c.jsonl", &[VARG, "--seed", "7", "--hands", "2"]).1,
    ];
    left.extend((1..8).map(|part| whole[..whole.len() * part / 8].to_owned()));
    left.push(whole[..whole.trim_end().rfind('\n').unwrap()].to_owned());
    for (number, text) in left.iter().enumerate() {
        let path = folder.join("left.jsonl");
        std::fs::write(&path, text).unwrap();
        let record = path.to_str().unwrap();
        let shown = bidlang(&["run", VARG, "--resume", record, "--format", "jsonl"]);
        ends(&shown, 0, &[]);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), whole, "left {number}");
        assert_eq!(out(&shown), whole, "left {number}");
    }
    // In a file of its own, and the other stays.
    let (first, next) = (folder.join("a.jsonl"), folder.join("next.jsonl"));
    let (first, next) = (first.to_str().unwrap(), next.to_str().unwrap());
    ends(&bidlang(&["run", VARG, "--resume", first, "--record", next, "--quiet"]), 0, &[]);
    assert_eq!(std::fs::read_to_string(next).unwrap(), whole);
    assert_eq!(std::fs::read_to_string(first).unwrap(), left[0]);
    ends(&bidlang(&["run", VARG, "--resume", first, "--record", first]), 2, &["would overwrite a file that was read"]);
    ends(&with_input(&["run", VARG, "--resume", "-"], &left[0]), 2, &["say with `--record FILE`"]);
    // One that lies is neither gone on with nor touched.
    let lie = left[1].replacen("\"seat\":1", "\"seat\":2", 1);
    std::fs::write(first, &lie).unwrap();
    ends(&bidlang(&["run", VARG, "--resume", first]), 1, &["bad-record"]);
    assert_eq!(std::fs::read_to_string(first).unwrap(), lie);
    // A limit that lies before where it was left leaves it as it is.
    std::fs::write(first, &left[1]).unwrap();
    ends(&bidlang(&["run", VARG, "--resume", first, "--decisions", "20", "--quiet"]), 3, &["more than 20 decisions"]);
    assert_eq!(std::fs::read_to_string(first).unwrap(), left[1]);
}

#[test]
fn a_person_goes_on_and_takes_back_no_more_than_was_chosen_since() {
    let folder = scratch("person");
    let path = folder.join("game.jsonl");
    let kept = path.to_str().unwrap();
    let call = ["run", VARG, "--seed", "4", "--seat", "1=human", "--record", kept];
    ends(&with_input(&call, "1\nquit\n"), 0, &[]);
    let left = std::fs::read_to_string(&path).unwrap();
    let again = ["run", VARG, "--seat", "1=human", "--resume", kept];
    let shown = with_input(&again, "undo\nlog\n2\nundo anyway\n1\nquit\n");
    ends(&shown, 0, &[]);
    let text = out(&shown);
    assert!(text.contains("; goes on after ") && text.contains("there is nothing of yours to take back"), "{text}");
    assert_eq!(text.matches("Deal 1\n").count(), 1, "what was before is in the log: {text}");
    let now = std::fs::read_to_string(&path).unwrap();
    assert!(now.len() > left.len() && now.starts_with(left.trim_end().rsplit_once('\n').unwrap().0));
    ends(&bidlang(&["run", VARG, "--replay", kept, "--quiet"]), 0, &[]);
}

/// A person who is stopped by a signal (as Ctrl-C sends one) or is killed has all in the record that was told. Not by the signal of Ctrl-C itself:
/// what runs in the background ignores it.
#[cfg(unix)]
#[test]
fn a_game_that_is_killed_can_be_gone_on_with() {
    use std::io::{Read, Write};
    for signal in ["-TERM", "-KILL"] {
        let folder = scratch("killed");
        let path = folder.join("game.jsonl");
        let kept = path.to_str().unwrap();
        let mut child = command(&["run", VARG, "--seed", "4", "--seat", "1=human", "--record", kept])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.as_mut().unwrap().write_all(b"1\n1\n").unwrap();
        // Three questions: the third is open.
        let (mut told, mut part) = (String::new(), [0_u8; 256]);
        while told.matches("Ann> ").count() < 3 {
            let read = child.stdout.as_mut().unwrap().read(&mut part).unwrap();
            assert!(read > 0, "{told}");
            told.push_str(&String::from_utf8_lossy(&part[..read]));
        }
        let id = child.id().to_string();
        assert!(std::process::Command::new("kill").args([signal, &id]).status().unwrap().success());
        assert!(!child.wait().unwrap().success());
        ends(&bidlang(&["run", VARG, "--replay", kept, "--quiet"]), 0, &["the game was left after"]);
        ends(&bidlang(&["run", VARG, "--resume", kept, "--quiet"]), 0, &[]);
        ends(&bidlang(&["run", VARG, "--replay", kept, "--quiet"]), 0, &[]);
        let files = std::fs::read_dir(&folder).unwrap().count();
        assert_eq!(files, 1, "nothing is left beside it");
    }
}
