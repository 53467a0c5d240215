//! Why an act is not legal, and what scores are made of: at the prompt and of records.

use std::path::PathBuf;

use crate::{bidlang, bidlang_in, err, out, root, scratch};

/// Three cards each, shown in rising order; a hidden card cannot be taken.
const GAME: &str = "game Steps
players 2

cards
  suit  Clubs, Hearts
  rank  1 to 6
  1 to 6 of each suit

places
  stock              seen by nobody
  hand  each player  seen by owner
  row                seen by all

play
  move all cards to stock
  deal 3 from stock to hand of each player
  do round
  won by players with highest score

phase round repeats 2 times
  circuit
    order   once clockwise from seat 1
    act     show a card from hand to row
      must rank is more than highest rank of row
      score rank of card to player for a card
    act     look a card from stock to row where suit is Clubs
    pass
";

fn folder_with_game(name: &str) -> PathBuf {
    let folder = scratch(name);
    std::fs::write(folder.join("steps.bid"), GAME).unwrap();
    folder
}

#[test]
fn a_person_is_told_all_that_is_refused_and_nothing_hidden() {
    let folder = folder_with_game("why-prompt");
    let said = "why\nwhy score\nshow 2 of Clubs\nwhy\nwhy score\nquit\n";
    let output =
        bidlang_in(&folder, &["run", "steps.bid", "--seed", "1", "--seat", "1=human", "--seat", "2=first"], said);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let text = out(&output);
    // The stock is not seen: its hearts may not be looked at, and are not named.
    let first = "Ann> Ann may not\n  and perhaps more, of cards that are not seen\nAnn> Ann has 0: nothing was scored\nBen has 0: nothing was scored\n";
    assert!(text.contains(first), "{text}");
    let then = "Ann> Ann may not\n  show 1 of Clubs, 1 of Hearts\n    because of `must rank is more than highest rank of row` (steps.bid:24)\n  and perhaps more, of cards that are not seen\nAnn> Ann has 2\n  +2  a card  round 1  steps.bid:25\n";
    assert!(text.contains(then), "{text}");
    let help = out(&bidlang_in(&folder, &["run", "steps.bid", "--seat", "1=human"], "help\n"));
    assert!(help.contains("why score"), "{help}");
}

#[test]
fn a_record_tells_what_was_legal_at_a_step() {
    let folder = folder_with_game("why-record");
    let players = ["--seat", "1=first", "--seat", "2=first"];
    let call: Vec<&str> =
        ["run", "steps.bid", "--seed", "1", "-q", "--record", "game.jsonl"].into_iter().chain(players).collect();
    assert_eq!(bidlang_in(&folder, &call, "").status.code(), Some(0));
    let at = |arguments: &[&str]| {
        let output = bidlang_in(&folder, &[&["why", "game.jsonl"], arguments].concat(), "");
        assert_eq!(output.status.code(), Some(0), "{}", err(&output));
        out(&output)
    };
    assert_eq!(
        at(&["--at", "3"]),
        "Steps, decision 3: round 2\n\
         Ann has to choose, by `circuit` (steps.bid:21)\n\
         Ann may\n  look 4 of Clubs, 5 of Clubs, 6 of Clubs\n  pass\n\
         Ann may not\n  show 1 of Hearts, 2 of Clubs\n\
         \x20   because of `must rank is more than highest rank of row` (steps.bid:24)\n\
         \x20 look 4 of Hearts, 5 of Hearts, 6 of Hearts\n\
         \x20   because of `act look a card from stock to row where suit is Clubs` (steps.bid:26)\n\
         Ann chose: look 4 of Clubs\n"
    );
    assert_eq!(
        at(&["--scores"]),
        "Steps, after 4 decisions\nAnn has 1\n  +1  a card  round 1  steps.bid:25\nBen has 2\n  +2  a card  round 1  steps.bid:25\n"
    );
    assert!(at(&["--scores", "--at", "2"]).starts_with("Steps, before decision 2\nAnn has 1\n"));
    let json: serde_json::Value = serde_json::from_str(&at(&["--at", "4", "--format", "json"])).unwrap();
    assert_eq!(json["seat"], 2);
    assert_eq!(json["refused"][0]["because"][0]["line"], 24);
    assert_eq!(json["choice"]["act"], "look");
    let json: serde_json::Value = serde_json::from_str(&at(&["--scores", "--format", "json"])).unwrap();
    assert_eq!(json["scores"][1]["score"], 2);
    assert_eq!(json["scores"][1]["items"][0]["for"], "a card");
}

#[test]
fn a_game_that_was_left_tells_of_the_decision_that_is_open() {
    let folder = folder_with_game("why-left");
    let call = ["run", "steps.bid", "--seed", "1", "--seat", "1=human", "--record", "game.jsonl", "-q"];
    assert_eq!(bidlang_in(&folder, &call, "quit\n").status.code(), Some(0));
    let output = bidlang_in(&folder, &["why", "game.jsonl", "--at", "1"], "");
    assert!(out(&output).ends_with("Ann has not chosen: the record ends here\n"), "{}{}", out(&output), err(&output));
}

#[test]
fn several_who_choose_at_once_are_asked_by_seat() {
    let folder = scratch("why-at-once");
    let record = folder.join("game.jsonl");
    let record = record.to_str().unwrap();
    bidlang(&["run", "games/auction_house.bid", "--seed", "3", "-q", "--record", record]);
    let output = bidlang(&["why", record, "--at", "6", "--seat", "3"]);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(out(&output).contains("Cat has to choose, by `ask each player at once to lay a card"), "{}", out(&output));
    // The one who calls decides alone.
    let found: Vec<_> =
        (1..=4).map(|seat| bidlang(&["why", record, "--at", "1", "--seat", &seat.to_string()])).collect();
    assert_eq!(found.iter().filter(|output| output.status.code() == Some(0)).count(), 1);
    let refused = found.iter().filter(|output| err(output).contains("does not choose at decision 1"));
    assert_eq!(refused.filter(|output| output.status.code() == Some(2)).count(), 3);
}

#[test]
fn bad_calls_and_records_are_told() {
    let folder = folder_with_game("why-bad");
    let call = ["run", "steps.bid", "--seed", "1", "-q", "--record", "game.jsonl"];
    bidlang_in(&folder, &call, "");
    let ends = |code: i32, arguments: &[&str], words: &str| {
        let output = bidlang_in(&folder, &[&["why"], arguments].concat(), "");
        assert_eq!(output.status.code(), Some(code), "{arguments:?} {}", out(&output));
        let text = err(&output).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(text.contains(words), "{arguments:?}: {text}");
        assert!(!text.contains("panicked"), "{text}");
    };
    let fails = |arguments: &[&str], words: &str| ends(2, arguments, words);
    fails(&["game.jsonl"], "required arguments");
    fails(&["game.jsonl", "--at", "0"], "0 is not in 1..");
    fails(&["game.jsonl", "--at", "9000"], "there is no decision 9000 in the record");
    fails(&["game.jsonl", "--at", "1", "--seat", "7"], "there is no seat 7: 2 players play");
    fails(&["game.jsonl", "--seat", "1", "--scores"], "cannot be used with");
    fails(&["none.jsonl", "--scores"], "there is no such file");
    ends(1, &["steps.bid", "--scores"], "is not JSON");
    fails(&["game.jsonl", "--scores", "--rules", "none.bid"], "there is no such file");
    let varg = root().join("games/varg_bid.bid");
    fails(&["game.jsonl", "--scores", "--rules", varg.to_str().unwrap()], "made by another rules file");
    let whole = std::fs::read_to_string(folder.join("game.jsonl")).unwrap();
    // One that was cut is read as far as it goes; one that has a cut line inside is no record.
    std::fs::write(folder.join("cut.jsonl"), &whole[..whole.len() / 2]).unwrap();
    ends(0, &["cut.jsonl", "--scores"], "");
    std::fs::write(folder.join("cut.jsonl"), format!("{}\n{whole}", &whole[..whole.len() / 2])).unwrap();
    ends(1, &["cut.jsonl", "--scores"], "it may have been cut");
    std::fs::write(folder.join("other.jsonl"), whole.replace("\"choice\":{\"act\":\"", "\"choice\":{\"act\":\"no"))
        .unwrap();
    ends(1, &["other.jsonl", "--scores"], "is not legal");
    std::fs::write(folder.join("steps.bid"), format!("{GAME}# a note\n")).unwrap();
    fails(&["game.jsonl", "--scores"], "not the version that the record was made by");
    std::fs::remove_file(folder.join("steps.bid")).unwrap();
    fails(&["game.jsonl", "--scores"], "the rules file of Steps was not found");
    let shown =
        bidlang_in(&folder, &["run", varg.to_str().unwrap(), "--seed", "1", "--view", "1", "--format", "jsonl"], "");
    std::fs::write(folder.join("seen.jsonl"), out(&shown)).unwrap();
    ends(1, &["seen.jsonl", "--scores"], "which is not enough to play it again");
}
