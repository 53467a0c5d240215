//! Bad calls and bad files of every sort, closed pipes, and what each stage prints.

use crate::{VARG, bidlang, closes_early, ends, err, out, root, scratch, with_input};

#[test]
fn checking_the_shipped_games_is_silent_but_a_summary() {
    let output = bidlang(&["check", "games"]);
    ends(&output, 0, &[]);
    assert!(out(&output).contains("no problems"));
    assert_eq!(err(&output), "");
}

#[test]
fn wrong_calls_are_told_and_end_with_2() {
    ends(&bidlang(&["run", VARG, "--players", "9"]), 2, &["not for 9 players", "3 to 5"]);
    ends(&bidlang(&["run", VARG, "--players", "0"]), 2, &["not for 0 players"]);
    ends(&bidlang(&["run", VARG, "--players", "many"]), 2, &["many", "as a number"]);
    ends(
        &bidlang(&["run", VARG, "--players", "5", "--option", "deck=extended"]),
        2,
        &["cannot be played by 5 players", "deck = extended", "require"],
    );
    ends(&bidlang(&["run", VARG, "--option", "dek=basic"]), 2, &["no option `dek`", "did you mean `deck`?"]);
    ends(&bidlang(&["run", VARG, "--option", "deck=basik"]), 2, &["cannot be `basik`", "did you mean `basic`?"]);
    ends(&bidlang(&["run", VARG, "--option", "deck"]), 2, &["NAME=VALUE"]);
    for command in ["run", "solve", "doc"] {
        let twice = bidlang(&[command, VARG, "--option", "deck=basic", "--option", "deck=extended"]);
        ends(&twice, 2, &["the option `deck` is given twice"]);
    }
    ends(&bidlang(&["run", VARG, "--seed", "-1"]), 2, &["a seed is a whole number from 0"]);
    ends(&bidlang(&["run", VARG, "--seed", "99999999999999999999999"]), 2, &["99999999999999999999999"]);
    ends(&bidlang(&["run", VARG, "--seat", "9=random"]), 2, &["there is no seat 9"]);
    ends(&bidlang(&["run", VARG, "--seat", "1=clever"]), 2, &["`clever` is no player", "random, first, or a program"]);
    ends(&bidlang(&["run", VARG, "--view", "9"]), 2, &["there is no seat 9"]);
    ends(&bidlang(&["run", VARG, "--names", "A,A,B"]), 2, &["the name `A` is there twice"]);
    ends(&bidlang(&["run", VARG, "--names", "A,,B"]), 2, &["the name of seat 2 is empty"]);
    ends(&bidlang(&["run", VARG, "--seat", "1=random", "--seat", "1=easy"]), 2, &["who plays seat 1 is said twice"]);
    ends(&bidlang(&["run", VARG, "--seed", "0x12"]), 2, &["without `0x`"]);
    ends(&bidlang(&["sim", VARG, "--seed", "-1"]), 2, &["a seed is a whole number from 0"]);
    ends(&bidlang(&["run", VARG, "--set", "deck=basic"]), 2, &["--option deck=basic"]);
    ends(&bidlang(&["run", VARG, "--names", "A,B,C,D,E"]), 2, &["5 names are given for 3 players"]);
    ends(&bidlang(&["run", VARG, "--record", "/no/such/folder/file"]), 2, &["cannot be written"]);
    ends(&bidlang(&["play", VARG]), 2, &["play"]);
    ends(&bidlang(&["check"]), 2, &[]);
    ends(&bidlang(&["check", "no-such-file.bid"]), 2, &["there is no such file"]);
    ends(&bidlang(&["run", "games"]), 2, &["this is a folder"]);
    ends(&bidlang(&["run", "no-such-file.bid"]), 2, &["there is no such file"]);
}

#[test]
fn files_that_are_no_rules_files_are_told_so() {
    let folder = scratch("files");
    let case = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        std::fs::write(&path, bytes).unwrap();
        path.to_str().unwrap().to_owned()
    };
    ends(&bidlang(&["check", &case("empty.bid", b"")]), 1, &["empty-file"]);
    ends(&bidlang(&["check", &case("notes.bid", b"# nothing but a note\n")]), 1, &["empty-file"]);
    ends(&bidlang(&["check", &case("zero.bid", b"game X\0\n")]), 1, &["not-a-text"]);
    ends(&bidlang(&["check", &case("latin.bid", b"game Caf\xe9\n")]), 2, &["not a text in UTF-8"]);
    ends(&bidlang(&["check", &case("long.bid", &vec![b'x'; 2 << 20])]), 2, &["longer than"]);
    ends(
        &bidlang(&[
            "check",
            &case(
                "noise.bid",
                &(0..1_000_000_u32)
                    .map(|i| b' ' + (i.wrapping_mul(2_654_435_761) >> 25) as u8 % 95)
                    .collect::<Vec<u8>>(),
            ),
        ]),
        1,
        &[],
    );
    let deep = format!("game Deep\nplayers 2\n\nvalue x is {}1{}\n", "(".repeat(7_000), ")".repeat(7_000));
    ends(&bidlang(&["check", &case("deep.bid", deep.as_bytes())]), 1, &["nested-too-deep"]);
    let mut steps = String::from("game Steps\nplayers 2\nplay\n");
    for depth in 1..3_900 {
        steps.push_str(&" ".repeat(depth.min(90)));
        steps.push_str("if yes\n");
    }
    ends(&bidlang(&["check", &case("steps.bid", steps.as_bytes())]), 1, &["nested-too-deep"]);
    let not = format!("game Not\nplayers 2\nrequire {}yes\n", "not ".repeat(10_000));
    ends(&bidlang(&["check", &case("not.bid", not.as_bytes())]), 1, &["line-too-long"]);
    let output = with_input(&["check", "-"], "game X\nplayers 2\nplay\n\tshuffle stock\n");
    ends(&output, 1, &["tab-in-indentation"]);
    let output = with_input(&["run", "-"], &std::fs::read_to_string(root().join(VARG)).unwrap());
    ends(&output, 0, &[]);
}

#[test]
fn all_problems_of_a_run_are_told_each_once() {
    let text = "game Two\nplayers 2\n\ncards\n  suit  Clubs, Hearts\n  rank  2 to 9\n  2 to 9 of each siut\n\nplaces\n  stock              seen by nobody\n  hand  each player  seen by ownr\n  lot                seen by all\n\ntrack\n  dealer  player\n\nplay\n  move all cards to stok\n  shufle stock\n  deal 3 from stock to hand of each player\n  set dealer too seat 1\n  do salee\n  won by players with highest scroe\n\nphase sale\n  move lot to discard\n  if hand of dealer is empty then\n    move lot to stock\n";
    let output = with_input(&["check", "-"], text);
    let told = ["`siut`", "`ownr`", "`stok`", "`shufle`", "`too`", "`salee`", "`scroe`", "`discard`", "`then`"];
    ends(&output, 1, &told);
    assert!(out(&output).contains("1 file checked, 9 problems"), "{}", out(&output));
}

#[test]
fn scripts_that_fail_say_where_and_what() {
    let folder = scratch("scripts");
    std::fs::copy(root().join(VARG), folder.join("varg_bid.bid")).unwrap();
    let case = |name: &str, lines: &str| {
        let path = folder.join(name);
        std::fs::write(
            &path,
            format!("tests for varg_bid\n\ntest a case\n  players Ann, Ben, Cat\n  given dealer is Cat\n{lines}"),
        )
        .unwrap();
        bidlang(&["test", path.to_str().unwrap()])
    };
    ends(
        &case(
            "fine.bid",
            "  given hand of Ann holds Ace of Moons\n  Ann: auction Ace of Moons\n  expect lot holds Ace of Moons\n",
        ),
        0,
        &[],
    );
    ends(
        &case(
            "illegal.bid",
            "  given hand of Ann holds Ace of Moons\n  given hand of Ben holds Ace of Suns\n  Ann: auction Ace of Suns\n",
        ),
        1,
        &["not-legal", "a card from hand to lot", "Ann: auction Ace of Suns"],
    );
    ends(&case("unknown.bid", "  given hand of Ann holds Ace of Swords\n"), 1, &["no card has a value `Swords`"]);
    ends(&case("turn.bid", "  Ben: pass\n"), 1, &["Ben does not have to choose now", "it is the turn of Ann"]);
    ends(
        &case(
            "wrong.bid",
            "  given hand of Ann holds Ace of Moons\n  Ann: auction Ace of Moons\n  expect lot is empty\n",
        ),
        1,
        &["this does not hold", "it holds Ace of Moons", "the last that happened"],
    );
    ends(&case("option.bid", "  option deck is extendet\n"), 1, &["did you mean `extended`?"]);
    ends(&case("seat.bid", "  Anne: pass\n"), 1, &["no seat is called `Anne`", "did you mean `Ann`?"]);
    assert!(out(&case("fine.bid", "  play on\n")).contains("1 passed, 0 failed"));
    ends(&bidlang(&["test", folder.join("no-such.bid").to_str().unwrap()]), 2, &["there is no such file"]);
}

#[test]
fn a_closed_pipe_is_no_error() {
    for arguments in [
        vec!["run", VARG, "--seed", "1"],
        vec!["run", VARG, "--seed", "1", "--format", "jsonl"],
        vec!["dump", "ir", VARG],
        vec!["--help"],
        vec!["completions", "bash"],
    ] {
        closes_early(&arguments);
    }
}

#[test]
fn each_stage_can_be_printed() {
    for game in ["varg_bid", "bid_war", "bid_fair", "auction_house", "do_my_bidding"] {
        let file = format!("games/{game}.bid");
        for stage in ["ast", "ir"] {
            let output = bidlang(&["dump", stage, &file]);
            ends(&output, 0, &[]);
            let _: serde_json::Value = serde_json::from_str(&out(&output)).unwrap();
        }
        let output = bidlang(&["dump", "program", &file]);
        ends(&output, 0, &[]);
        assert!(out(&output).contains("a state has ") && out(&output).contains("play:"));
    }
}

#[test]
fn a_manual_page_names_the_command_as_it_is_called() {
    let page = out(&bidlang(&["man", "run"]));
    assert!(page.contains(".TH bidlang-run 1") && page.contains("\\fBbidlang run\\fR"), "{page}");
    ends(&bidlang(&["man", "runn"]), 2, &["`bidlang help` lists them"]);
}

#[test]
fn a_call_that_is_nearly_right_is_put_right() {
    let told = |arguments: &[&str], meant: &str| {
        let output = bidlang(arguments);
        ends(&output, 2, &[&format!("The call that was meant may be: bidlang {meant}\n")]);
    };
    told(&["run", VARG, "--option", "losers-bids", "returned"], "run games/varg_bid.bid --option losers-bids=returned");
    told(&["run", VARG, "-o", "losers-bids", "=", "returned"], "run games/varg_bid.bid -o losers-bids=returned");
    told(&["run", VARG, "--seat", "1", "random"], "run games/varg_bid.bid --seat 1=random");
    let played = bidlang(&["play", VARG]);
    ends(&played, 2, &["The call that was meant may be: bidlang run games/varg_bid.bid\n"]);
    assert!(!err(&played).contains("similar"), "one advice is enough");
    told(&["run", VARG, "losers-bids=returned"], "run games/varg_bid.bid --option losers-bids=returned");
    told(&["run", VARG, "1=random"], "run games/varg_bid.bid --seat 1=random");
    told(&["play", VARG, "-q"], "run games/varg_bid.bid -q");
    told(&["hearts"], "run hearts");
    told(&["simulate", "hearts", "--games", "10k"], "sim hearts --games 10k");
    told(&["lint", "games"], "check games");
    told(&["list"], "games");
    told(&["replay", "my game.jsonl", "hearts"], "run --replay 'my game.jsonl' hearts");
    // What cannot be guessed is left to the words of the error alone.
    let output = bidlang(&["shuffle", "hearts"]);
    ends(&output, 2, &["shuffle"]);
    assert!(!err(&output).contains("may be"), "{}", err(&output));
}

#[test]
fn numbers_are_understood_as_people_write_them() {
    for (said, games) in
        [("1k", "1,000 games"), ("1_000", "1,000 games"), ("1,000", "1,000 games"), ("0.5k", ""), ("k", ""), ("0", "")]
    {
        let output = bidlang(&["sim", "no_thanks", "-q", "--seed", "1", "--games", said]);
        match games {
            "" => ends(&output, 2, &["--games"]),
            games => assert!(out(&output).contains(games), "{said}: {}", out(&output)),
        }
    }
    ends(&bidlang(&["sim", "no_thanks", "--games", "99999999999999999999M"]), 2, &["whole number"]);
    ends(&bidlang(&["sim", "no_thanks", "--games", "99999999999999999M"]), 2, &["more than can be counted"]);
    ends(&bidlang(&["run", "no_thanks", "-q", "--decisions", "0"]), 2, &["the least is 1"]);
}
