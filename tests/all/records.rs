//! Records are evidence: what follows from the rules cannot be changed in one unnoticed. Edits of whole records, of short ones, and of
//! those of games that were left.

use std::collections::BTreeMap;

use bidlang::diagnostic::Code;
use bidlang::engine::Stream;
use bidlang::{Error, Game, Prepared, Recorder, Replay, Setup, Silent, Table};
use bidlang_tests::edits::{Edit, of_fields, of_lines};
use bidlang_tests::{game, record};
use serde_json::Value;

/// What the check of a record says; in a line.
fn check(game: &Game, text: &str) -> Result<(), String> {
    let checked = Replay::read(text).and_then(|replay| replay.check(&game.prepare_replay(&replay)?));
    checked.map_err(|error| match error {
        Error::Record(problem) => {
            assert!([Code::BadRecord, Code::OtherRules].contains(&problem.code), "{problem:?}");
            assert!(problem.help.is_some(), "{problem:?}");
            problem.message
        }
        error => panic!("{error}"),
    })
}

/// The line that a message is about.
fn line_of(message: &str) -> Option<usize> {
    message.split_once("line ")?.1.split(' ').next()?.parse().ok()
}

/// Why an edit may go by: it does not touch what follows from the rules.
fn free(edit: &Edit, last: usize) -> Option<&'static str> {
    if edit.line == 1 && edit.what.contains("\"names\")") {
        return Some("seats may be called otherwise");
    }
    if edit.line == 1 && edit.what.starts_with("Delete [Field(\"readers\")]") {
        return Some("who may read it may be left out, as before it was written");
    }
    if edit.what == "Delete line" && edit.line == last {
        return Some("without its last line it is the record of a game that was left, and said to be");
    }
    None
}

/// Tries edits of a record and counts what came of them. One that is told is told at its line or the next, but for the first line, from
/// which everything follows.
fn try_edits(game: &Game, text: &str, edits: Vec<Edit>, counts: &mut BTreeMap<&'static str, usize>) {
    let lines: Vec<&str> = text.lines().collect();
    for edit in edits {
        match (check(game, &edit.apply(&lines)), free(&edit, lines.len())) {
            (Ok(()), Some(why)) => *counts.entry(why).or_default() += 1,
            (Ok(()), None) => panic!("{}: line {}, {}: not noticed", game.title(), edit.line, edit.what),
            (Err(message), _) => {
                *counts.entry("noticed").or_default() += 1;
                let near = line_of(&message).is_some_and(|line| (edit.line..=edit.line + 1).contains(&line));
                // Another legal choice is noticed where it takes effect.
                let choice = edit.what.contains("Field(\"choice\")") && line_of(&message) > Some(edit.line);
                assert!(
                    near || choice || edit.line == 1,
                    "{}: line {}, {}: {message}",
                    game.title(),
                    edit.line,
                    edit.what
                );
            }
        }
    }
}

/// Games, their players and seeds, and how many edits of each are tried.
const TRIED: [(&str, u8, u64, usize); 8] = [
    ("varg_bid", 3, 5, 350),
    ("bid_war", 2, 3, 350),
    ("bid_fair", 2, 3, 40),
    ("auction_house", 4, 3, 150),
    ("do_my_bidding", 3, 3, 350),
    ("classics/hearts", 4, 3, 130),
    ("classics/bridge", 4, 3, 250),
    ("classics/goofspiel", 2, 3, 450),
];

/// So many edits of lines and fields, spread over the record. Of a long record only some lines are edited field by field.
fn edits(text: &str, seed: u64, most: usize) -> Vec<Edit> {
    let lines: Vec<&str> = text.lines().collect();
    let mut stream = Stream::new(seed, 23);
    let mut found = of_lines(&lines);
    for at in (0..lines.len()).filter(|at| *at < 3 || at + 2 > lines.len() || at % (1 + lines.len() / 60) == 0) {
        found.extend(of_fields(&lines, at, &mut stream));
    }
    let step = found.len().div_ceil(most);
    found.into_iter().step_by(step).collect()
}

#[test]
fn no_edit_of_what_follows_from_the_rules_goes_by() {
    let (mut counts, mut all) = (BTreeMap::new(), 0);
    for (name, players, seed, most) in TRIED {
        let game = game(name);
        let text = record(&game.prepare(&Setup::players(players)).unwrap(), seed, None);
        assert_eq!(check(&game, &text), Ok(()), "{name}");
        let edits = edits(&text, seed, most);
        println!("{name}: {} edits of {} lines", edits.len(), text.lines().count());
        all += edits.len();
        try_edits(&game, &text, edits, &mut counts);
    }
    println!("{all} edits: {counts:?}");
    assert!(all > 1_911, "only {all} edits");
    let gone_by = all - counts["noticed"];
    assert!(gone_by * 50 < all, "{counts:?}");
}

/// Not part of an ordinary run: most lines and fields of whole records.
#[test]
#[ignore = "long: tens of thousands of edits"]
fn no_edit_of_any_line_goes_by() {
    let (mut counts, mut all) = (BTreeMap::new(), 0);
    for (name, players, seed, _) in TRIED {
        let game = game(name);
        let text = record(&game.prepare(&Setup::players(players)).unwrap(), seed, None);
        let edits = edits(&text, seed, 5_000);
        all += edits.len();
        try_edits(&game, &text, edits, &mut counts);
    }
    println!("{all} edits: {counts:?}");
}

/// The lines of a record that are of these sorts.
fn only(text: &str, sorts: &[&str]) -> String {
    let sort = |line: &str| serde_json::from_str::<Value>(line).unwrap()["line"].as_str().unwrap().to_owned();
    text.lines().filter(|line| sorts.contains(&sort(line).as_str())).map(|line| format!("{line}\n")).collect()
}

#[test]
fn a_short_record_is_said_to_be_short_and_cannot_lie_either() {
    let game = game("varg_bid");
    let text = record(&game.prepare(&Setup::players(3)).unwrap(), 5, None);
    let short = only(&text, &["game", "decision", "end"]);
    let replay = Replay::read(&short).unwrap();
    assert!(replay.short && replay.whole && !Replay::read(&text).unwrap().short);
    assert_eq!(check(&game, &short), Ok(()));

    // The forced decisions may be left out, all of them.
    let without: Vec<&str> = short.lines().filter(|line| !line.contains("\"forced\":true")).collect();
    assert!(without.len() < short.lines().count());
    assert_eq!(check(&game, &without.join("\n")), Ok(()));
    let one = short
        .replacen(short.lines().find(|line| line.contains("\"forced\":true")).unwrap(), "", 1)
        .replace("\n\n", "\n");
    assert!(check(&game, &one).is_err(), "one forced decision is missing");

    // Who chose what is enough of a decision; what more is said has to be so.
    let last = short.lines().count();
    let (mut noticed, mut left_out) = (0, 0);
    let (lines, mut stream): (Vec<&str>, _) = (short.lines().collect(), Stream::new(5, 23));
    for edit in (0..last).filter(|at| at % 9 == 0 || at + 1 == last).flat_map(|at| of_fields(&lines, at, &mut stream)) {
        let field = ["legal", "at_once", "forced"]
            .iter()
            .any(|name| edit.what.starts_with(&format!("Delete [Field(\"{name}\")]")));
        match check(&game, &edit.apply(&lines)) {
            Ok(()) => {
                assert!(field || free(&edit, last).is_some(), "line {}, {}", edit.line, edit.what);
                left_out += 1;
            }
            Err(_) => noticed += 1,
        }
    }
    assert!(noticed > 500 && left_out > 10, "{noticed} noticed, {left_out} left out");
}

#[test]
fn the_first_difference_is_told_in_words() {
    let game = game("bid_war");
    let text = record(&game.prepare(&Setup::players(2)).unwrap(), 3, None);
    let with = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        check(&game, &text.replacen(from, to, 1)).unwrap_err()
    };
    let mut told = vec![
        with("\"game\":\"Bid War\"", "\"game\":\"Bid Wars\""),
        with("\"rank\":1}", "\"rank\":2}"),
        with("\"at_once\":false,\"forced\":false", "\"at_once\":false"),
        with("\"at_once\":false,\"forced\":false", "\"at_once\":false,\"forced\":true"),
        with("\"line\":\"act\"", "\"note\":\"x\",\"line\":\"act\""),
        with("{\"line\":\"shuffle\"", "{\"line\":\"shuffel\""),
        with("\"seed\":3", "\"seed\":4"),
        with("\"winners\":[1]", "\"winners\":[2]"),
        with("\"seed\":3", "\"seed\":3,\"seed\":3"),
    ];
    let lines: Vec<&str> = text.lines().collect();
    let decision = lines.iter().position(|line| line.contains("\"forced\":false")).unwrap();
    let mut without = lines.clone();
    without.remove(decision);
    told.push(check(&game, &without.join("\n")).unwrap_err());
    let mut ended = lines[..=decision + 1].to_vec();
    ended.push(lines[lines.len() - 1]);
    told.push(check(&game, &ended.join("\n")).unwrap_err());
    insta::assert_snapshot!("first_differences", told.join("\n"));
}

/// The record of a game that was left after so many choices.
fn left(prepared: &Prepared, choices: u64, why: Option<&str>) -> (String, Table) {
    let mut lines = Vec::new();
    let mut recorder = Recorder::new(prepared, 8, None, |line| lines.push(line));
    let table = bidlang_tests::play_some(prepared, 8, choices, &mut recorder, |_, _, _| {}).unwrap();
    if let Some(why) = why {
        recorder.end(&table, Some(why));
    }
    drop(recorder);
    (lines.iter().map(|line| format!("{line}\n")).collect(), table)
}

#[test]
fn a_game_that_was_left_is_checked_as_far_as_it_goes() {
    let game = game("do_my_bidding");
    let prepared = game.prepare(&Setup::players(3)).unwrap();
    let whole = record(&prepared, 8, None);
    // Cut anywhere while it was written.
    for at in (1..60).map(|part| whole.len() * part / 60) {
        let cut = &whole[..at];
        let Ok(replay) = Replay::read(cut) else {
            assert_eq!(cut.lines().count(), 1, "only the first line is needed");
            continue;
        };
        assert!(!replay.whole && replay.left.is_none());
        let half = cut.lines().last().is_some_and(|line| serde_json::from_str::<Value>(line).is_err());
        assert_eq!(replay.cut, half, "{at}");
        assert_eq!(check(&game, cut), Ok(()), "cut at {at}");
    }
    // A last line that is whole was not cut, whatever is wrong with it.
    let first = whole.lines().next().unwrap();
    for last in [r#"{"line":"low","track":"set","line":1}"#, r#"{"line":"set"} more"#, "{]"] {
        assert!(Replay::read(&format!("{first}\n{last}")).is_err(), "{last}");
    }
    // Left by a person.
    for choices in [0, 1, 7, 20] {
        let (text, table) = left(&prepared, choices, Some("the player left"));
        let replay = Replay::read(&text).unwrap();
        assert_eq!(replay.left.as_deref(), Some("the player left"));
        assert_eq!(check(&game, &text), Ok(()));
        let mut again = replay.table(&prepared);
        assert!(again.replay(&replay.choices, &mut Silent).unwrap().is_some());
        assert_eq!((again.decisions(), again.scores()), (table.decisions(), table.scores()));
        for (from, to) in [
            ("\"decisions\":", "\"decisions\":1"),
            ("\"stopped\":\"the player left\"", "\"winners\":[]"),
            ("\"scores\":[", "\"scores\":[1"),
        ] {
            let at = text.rfind(from).unwrap();
            let lie = [&text[..at], to, &text[at + from.len()..]].concat();
            let message = check(&game, &lie).unwrap_err();
            assert_eq!(line_of(&message), Some(text.lines().count()), "{message}");
        }
        let passes = text.replacen("\"stopped\":", "\"passes\":1,\"stopped\":", 1);
        assert!(check(&game, &passes).is_err());
        // That it was left is no end: it goes on without that line.
        let open: String =
            text.lines().filter(|line| !line.contains("\"end\"")).map(|line| format!("{line}\n")).collect();
        assert!(whole.starts_with(&open) || choices == 0);
    }
    // A game that is over was not left.
    let over = whole.replacen("\"winners\":[", "\"stopped\":\"the player left\",\"winners\":[", 1);
    assert!(check(&game, &over).is_err());
}

#[test]
fn a_game_of_so_many_passes_is_left_after_them() {
    let game = game("varg_bid");
    let prepared = game.prepare(&Setup::players(3)).unwrap();
    let mut lines = Vec::new();
    let mut recorder = Recorder::new(&prepared, 2, None, |line| lines.push(line));
    let mut table = prepared.table(2);
    assert!(table.most_passes(1));
    while let Some(turn) = table.turn_told(&mut recorder).unwrap() {
        table.play_told(turn.seat(), &turn.nth(0).unwrap(), &mut recorder).unwrap();
    }
    assert_eq!((table.passes_played(), table.winners().len()), (Some(1), 0));
    recorder.end(&table, Some("one deal is enough"));
    drop(recorder);
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    assert!(text.contains("\"passes\":1"));
    assert_eq!(check(&game, &text), Ok(()));
    for other in ["0", "2", "null"] {
        assert!(check(&game, &text.replace("\"passes\":1", &format!("\"passes\":{other}"))).is_err(), "{other}");
    }
}

/// A game of two that the rules stop after one choice.
const STOPS: &str = "game Stops\nplayers 2\n\ncards\n  rank  1 to 4\n  1 to 4\n\nplaces\n  stock  seen by all\n  hand  each player  seen by owner\n\nplay\n  move all cards to stock\n  shuffle stock\n  deal 2 from stock to hand of each player\n  ask seat 1 to keep a card from hand\n  deal 2 from stock to hand of seat 2\n  won by players with highest score\n";

#[test]
fn a_game_that_the_rules_stopped_says_how() {
    let game = Game::read("stops.bid", STOPS).unwrap();
    let prepared = game.prepare(&Setup::default()).unwrap();
    let mut lines = Vec::new();
    let mut recorder = Recorder::new(&prepared, 2, None, |line| lines.push(line));
    let mut table = prepared.table(2);
    let turn = table.turn_told(&mut recorder).unwrap().unwrap();
    table.play_told(turn.seat(), &turn.nth(0).unwrap(), &mut recorder).unwrap();
    let Err(Error::Stopped(stopped)) = table.turn_told(&mut recorder) else { panic!("it does not stop") };
    recorder.end(&table, Some(&stopped.what));
    drop(recorder);
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    assert_eq!(check(&game, &text), Ok(()));
    let lie = check(&game, &text.replace("2 cards are dealt", "3 cards are dealt")).unwrap_err();
    assert!(lie.contains("`stopped`"), "{lie}");
}

/// First 8 of 24 cards are buried, in 735,471 ways, then a number is bid, up to 2,000.
const MANY: &str = "game Many\nplayers 2\n\ncards\n  rank  1 to 32\n  1 to 32\n\nplaces\n  hand  each player  seen by owner\n  kitty              seen by all\n\n\
    play\n  shuffle box\n  deal 24 from box to hand of seat 1\n  ask seat 1 to bury 8 cards from hand to kitty\n  ask seat 2 to bid a number from 1 to 2000\n    score number to seat 2 for the bid\n  won by players with highest score\n";

#[test]
fn so_many_legal_choices_are_counted_and_not_listed() {
    let game = Game::read("many.bid", MANY).unwrap();
    let text = record(&game.prepare(&Setup::players(2)).unwrap(), 1, None);
    let counts: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap())
        .filter(|line| line["line"] == "decision")
        .map(|line| if line["legal"].is_null() { line["count"].clone() } else { Value::Null })
        .collect();
    assert_eq!(counts, [735_471, 2_000]);
    assert_eq!(check(&game, &text), Ok(()));
    let lie = check(&game, &text.replace("735471", "735472")).unwrap_err();
    assert!(lie.contains("`count`"), "{lie}");
    // As it was written before: all of them, and each held against the rules.
    let list: Vec<String> =
        (1..=2_000).map(|number| format!(r#"{{"act":"bid","picks":[{{"number":{number}}}]}}"#)).collect();
    let whole = |list: &[String]| {
        let (front, back) = text.rsplit_once(r#""legal":null"#).unwrap();
        format!("{front}\"legal\":[{}]{}", list.join(","), back.replacen(",\"count\":2000", "", 1))
    };
    assert_eq!(check(&game, &whole(&list)), Ok(()));
    let (mut short, mut other) = (list.clone(), list);
    short.pop();
    other[7] = other[8].clone();
    for wrong in [short, other] {
        assert!(check(&game, &whole(&wrong)).unwrap_err().contains("`legal`"));
    }
}

/// Which of two like cards in different places was picked is in the record: it is played again as it was.
#[test]
fn like_cards_of_two_places_are_told_apart() {
    let text = std::fs::read_to_string(bidlang_tests::root().join("tests/corpus/sound/like-cards-said-from-where.bid"))
        .unwrap();
    let game = Game::read("like-cards.bid", &text).unwrap_or_else(|error| panic!("{error}"));
    let prepared = game.prepare(&Setup::players(2)).unwrap_or_else(|error| panic!("{error}"));
    let mut told = 0;
    for seed in 0..30 {
        let (mut table, mut text, mut drawn) = (prepared.table(seed), String::new(), Stream::new(seed, 3));
        let mut recorder = Recorder::new(&prepared, seed, None, |line| text += &format!("{line}\n"));
        while let Some(turn) = table.turn_told(&mut recorder).unwrap_or_else(|error| panic!("{error}")) {
            let acts = turn.legal();
            let mut words: Vec<String> = acts.iter().map(ToString::to_string).collect();
            // Each is found again by its words and by its JSON.
            for (act, words) in acts.iter().zip(&words) {
                assert_eq!(turn.read(words).ok().as_ref(), Some(act), "{words}");
                assert_eq!(turn.find(&act.json()).as_ref(), Some(act), "{words}");
            }
            told += words.iter().filter(|words| words.contains(" from ")).count();
            let count = words.len();
            words.sort_unstable();
            words.dedup();
            assert_eq!(words.len(), count, "{words:?}");
            let act = turn.nth(drawn.below_long(turn.count())).unwrap();
            table.play_told(turn.seat(), &act, &mut recorder).unwrap_or_else(|error| panic!("{error}"));
        }
        recorder.end(&table, None);
        drop(recorder);
        assert_eq!(check(&game, &text), Ok(()), "{seed}");
    }
    assert!(told > 20, "{told}");
}
