//! `bidlang run` from outside: transcripts, people at the prompt, records, games that stop.

use sha2::{Digest, Sha256};

use crate::{VARG, bidlang, ends, err, out, root, scratch, with_input};

#[test]
fn a_piped_game_is_a_transcript_and_ends_well() {
    let output = bidlang(&["run", VARG, "--players", "3", "--seed", "1"]);
    ends(&output, 0, &[]);
    let text = out(&output);
    assert!(text.starts_with("Varg Bid, 3 players: Ann, Ben, Cat; seed 1"), "{text}");
    assert!(text.contains("Final scores: ") && text.contains("Deal 3"));
}

#[test]
fn option_names_may_have_either_line() {
    let minus = bidlang(&["run", VARG, "--seed", "1", "--option", "losers-bids=returned"]);
    let under = bidlang(&["run", VARG, "--seed", "1", "--option", "losers_bids=returned"]);
    ends(&minus, 0, &[]);
    assert_eq!(out(&minus), out(&under));
    assert!(out(&minus).contains("losers-bids = returned"));
}

#[test]
fn quiet_names_hands_and_seats() {
    let output = bidlang(&["run", VARG, "--players", "3", "--seed", "1", "--quiet", "--names", "Zoe,Yan"]);
    ends(&output, 0, &[]);
    assert!(
        out(&output).starts_with("Zoe ") && out(&output).contains("Yan ") && out(&output).contains("Ann "),
        "{}",
        out(&output)
    );
    assert_eq!(out(&output).lines().count(), 1);
    let output = bidlang(&["run", VARG, "--players", "3", "--seed", "1", "--hands", "1"]);
    assert!(out(&output).contains("Deal 1") && !out(&output).contains("Deal 2"));
    let first = bidlang(&["run", VARG, "--seed", "1", "--seat", "1=first", "--seat", "2=first", "--seat", "3=first"]);
    let random = bidlang(&["run", VARG, "--seed", "1"]);
    ends(&first, 0, &[]);
    assert_ne!(out(&first), out(&random));
}

#[test]
fn a_person_is_asked_helped_and_told_why_not() {
    let said =
        "help\nwhy not 7 of Waves and Wyrms\nwhy not Joker\nnonsense here\n99\nundo\n1\nundo\nlist\ntable\nlog\nquit\n";
    let output = with_input(&["run", VARG, "--players", "3", "--seed", "7", "--seat", "1=human"], said);
    ends(&output, 0, &[]);
    let text = out(&output);
    for words in [
        "Ann, you may",
        "bid Ace of Waves",
        "why not WORDS",
        "by the rule `a card from hand to bid` (line ",
        "there is no act 99",
        "there is nothing of yours to take back",
    ] {
        assert!(text.contains(words), "`{words}` is not in:\n{text}");
    }
    // The hands of the others are only counted.
    assert!(text.contains("hand of Ben        9 cards"));
    // The seed would tell them all; a game that was left may be gone on with.
    assert!(!text.contains("seed"), "{text}");
    // The end of the input leaves the game.
    ends(&with_input(&["run", VARG, "--seed", "7", "--seat", "1=human"], ""), 0, &[]);
}

#[test]
fn an_act_without_picks_is_listed_by_its_own_word() {
    let args = ["run", "games/classics/french_tarot.bid", "--players", "4", "--seed", "4", "--seat", "1=human"];
    let text = out(&with_input(&args, "quit\nquit\n"));
    assert!(text.contains("    1  bid Small\n") && text.contains("    5  pass\n"), "{text}");
}

#[test]
fn a_deal_of_more_cards_than_there_are_stops_the_game_at_its_line() {
    let folder = scratch("deal");
    let path = folder.join("short.bid");
    let text = std::fs::read_to_string(root().join(VARG)).unwrap().replace("  3  10\n", "  3  13\n");
    std::fs::write(&path, text).unwrap();
    let output = bidlang(&["run", path.to_str().unwrap(), "--players", "3"]);
    ends(&output, 3, &["13 cards are dealt, but only 10 are there", "deal hand-size from stock"]);
}

#[test]
fn an_endless_game_is_stopped_and_its_circle_shown() {
    let folder = scratch("endless");
    let path = folder.join("endless.bid");
    std::fs::write(
        &path,
        "game Endless\nplayers 2\n\ncards\n  rank  1 to 4\n  1 to 4\n\nplaces\n  hand  each player  seen by owner\n\nplay\n  move cards where rank is 1 to hand of seat 1\n  repeat until hand of seat 1 is empty\n    ask seat 1\n      act wait\n      act stay\n  won by players with highest score\n",
    )
    .unwrap();
    let output = bidlang(&["run", path.to_str().unwrap(), "--quiet", "--decisions", "500"]);
    ends(&output, 3, &["more than 500 decisions", "again and again", "ask seat 1"]);
    let text = std::fs::read_to_string(&path)
        .unwrap()
        .replace("    ask seat 1\n      act wait\n      act stay\n", "    shuffle box\n");
    std::fs::write(&path, text).unwrap();
    ends(&bidlang(&["run", path.to_str().unwrap(), "--quiet"]), 3, &["steps without a decision"]);
}

#[test]
fn a_game_that_was_to_be_short_is_told_no_circle() {
    let output = bidlang(&["run", "hearts", "--players", "4", "--seed", "1", "--quiet", "--decisions", "40"]);
    ends(&output, 3, &["goes on for more than 40 decisions", "the last decision that was allowed"]);
    assert!(!err(&output).contains("again and again"), "{}", err(&output));
}

/// `tests/all/whole.rs` names games by the call that shows them.
#[test]
fn whole_games_are_those_that_their_calls_show() {
    let kept = std::fs::read_to_string(root().join("tests/all/snapshots/all__whole__whole_games.snap")).unwrap();
    let mut shown = 0;
    for line in kept.lines().filter(|line| line.starts_with("games/")).step_by(9) {
        let (call, went) = line.split_once(": ").unwrap();
        let call: Vec<&str> = ["run"].into_iter().chain(call.split(' ')).collect();
        let output = bidlang(&[call.as_slice(), &["--seat", "1=random", "--format", "jsonl"]].concat());
        let text = out(&output);
        let hash = Sha256::digest(text.split_once('\n').unwrap().1);
        let hash: String = hash.iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        assert!(went.ends_with(&format!(", record {hash}")), "{line}");
        shown += 1;
    }
    assert!(shown > 10, "only {shown} games");
}
