//! The command from outside: exit codes, what goes where, and bad input of every sort.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

fn bidlang(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bidlang"))
        .args(arguments)
        .current_dir(root())
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn with_input(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bidlang"))
        .args(arguments)
        .current_dir(root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The command may stop reading early, when it has seen enough.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[track_caller]
fn ends(output: &Output, code: i32, words: &[&str]) {
    let text = err(output);
    assert_eq!(output.status.code(), Some(code), "{text}{}", out(output));
    for word in words {
        assert!(text.contains(word), "`{word}` is not in:\n{text}");
    }
    assert!(!text.contains("panicked"), "{text}");
}

/// A folder of this test run's own.
fn scratch(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("bidlang-cli-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

const VARG: &str = "games/varg_bid.bid";

#[test]
fn checking_the_shipped_games_is_silent_but_a_summary() {
    let output = bidlang(&["check", "games"]);
    ends(&output, 0, &[]);
    assert!(out(&output).contains("no problems"));
    assert_eq!(err(&output), "");
}

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
    let said = b"help\nwhy not 7 of Waves and Wyrms\nwhy not Joker\nnonsense here\n99\nundo\n1\nundo\nlist\ntable\nlog\nquit\n";
    let output = with_input(&["run", VARG, "--players", "3", "--seed", "7", "--seat", "1=human"], said);
    ends(&output, 0, &[]);
    let text = out(&output);
    for words in [
        "Ann, you may",
        "bid Ace of Waves",
        "why not WORDS",
        "by the rule `a card from hand to bid` (line ",
        "there is no act 99",
        "there is nothing to take back",
    ] {
        assert!(text.contains(words), "`{words}` is not in:\n{text}");
    }
    // The hands of the others are only counted.
    assert!(text.contains("hand of Ben        9 cards"));
    // The end of the input leaves the game.
    ends(&with_input(&["run", VARG, "--seed", "7", "--seat", "1=human"], b""), 0, &[]);
}

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

#[test]
fn a_record_that_is_cut_changed_or_of_other_rules_is_refused() {
    let folder = scratch("records");
    let path = folder.join("game.jsonl");
    let kept = path.to_str().unwrap();
    ends(&bidlang(&["run", VARG, "--seed", "3", "--quiet", "--record", kept]), 0, &[]);
    let whole = std::fs::read_to_string(&path).unwrap();

    ends(&bidlang(&["run", "games/bid_war.bid", "--replay", kept]), 2, &["made by another rules file"]);

    std::fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    ends(&bidlang(&["run", VARG, "--replay", kept]), 2, &["is not JSON; it may have been cut"]);

    let half: Vec<&str> = whole.lines().take(whole.lines().count() / 2).collect();
    std::fs::write(&path, half.join("\n")).unwrap();
    ends(&bidlang(&["run", VARG, "--replay", kept, "--quiet"]), 2, &["the record ends before the game does"]);

    let illegal = whole.replacen("\"choice\":{\"act\":\"auction\"", "\"choice\":{\"act\":\"auctions\"", 1);
    std::fs::write(&path, illegal).unwrap();
    ends(&bidlang(&["run", VARG, "--replay", kept, "--quiet"]), 2, &["of the record is not legal"]);

    std::fs::write(&path, "").unwrap();
    ends(&bidlang(&["run", VARG, "--replay", kept]), 2, &["the file is empty"]);
    ends(&bidlang(&["run", VARG, "--replay", "no-such.jsonl"]), 2, &["there is no such file"]);
}

#[test]
fn wrong_calls_are_told_and_end_with_2() {
    ends(&bidlang(&["run", VARG, "--players", "9"]), 2, &["not for 9 players", "3 to 5"]);
    ends(&bidlang(&["run", VARG, "--players", "0"]), 2, &["not for 0 players"]);
    ends(&bidlang(&["run", VARG, "--players", "many"]), 2, &["many"]);
    ends(
        &bidlang(&["run", VARG, "--players", "5", "--option", "deck=extended"]),
        2,
        &["cannot be played by 5 players", "deck = extended", "require"],
    );
    ends(&bidlang(&["run", VARG, "--option", "dek=basic"]), 2, &["no option `dek`", "did you mean `deck`?"]);
    ends(&bidlang(&["run", VARG, "--option", "deck=basik"]), 2, &["cannot be `basik`", "did you mean `basic`?"]);
    ends(&bidlang(&["run", VARG, "--option", "deck"]), 2, &["NAME=VALUE"]);
    ends(&bidlang(&["run", VARG, "--seed", "-1"]), 2, &[]);
    ends(&bidlang(&["run", VARG, "--seed", "99999999999999999999999"]), 2, &["99999999999999999999999"]);
    ends(&bidlang(&["run", VARG, "--seat", "9=random"]), 2, &["there is no seat 9"]);
    ends(&bidlang(&["run", VARG, "--seat", "1=clever"]), 2, &["human, random or first"]);
    ends(&bidlang(&["run", VARG, "--view", "9"]), 2, &["there is no seat 9"]);
    ends(&bidlang(&["run", VARG, "--names", "A,A,B"]), 2, &["is empty or there twice"]);
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
    let output = with_input(&["check", "-"], b"game X\nplayers 2\nplay\n\tshuffle stock\n");
    ends(&output, 1, &["tab-in-indentation"]);
    let output = with_input(&["run", "-"], std::fs::read(root().join(VARG)).unwrap().as_slice());
    ends(&output, 0, &[]);
}

#[test]
fn all_problems_of_a_run_are_told_each_once() {
    let text = "game Two\nplayers 2\n\ncards\n  suit  Clubs, Hearts\n  rank  2 to 9\n  2 to 9 of each siut\n\nplaces\n  stock              seen by nobody\n  hand  each player  seen by ownr\n  lot                seen by all\n\ntrack\n  dealer  player\n\nplay\n  move all cards to stok\n  shufle stock\n  deal 3 from stock to hand of each player\n  set dealer too seat 1\n  do salee\n  won by players with highest scroe\n\nphase sale\n  move lot to discard\n  if hand of dealer is empty then\n    move lot to stock\n";
    let output = with_input(&["check", "-"], text.as_bytes());
    let told = ["`siut`", "`ownr`", "`stok`", "`shufle`", "`too`", "`salee`", "`scroe`", "`discard`", "`then`"];
    ends(&output, 1, &told);
    assert!(out(&output).contains("1 file checked, 9 problems"), "{}", out(&output));
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
        let mut child = Command::new(env!("CARGO_BIN_EXE_bidlang"))
            .args(&arguments)
            .current_dir(root())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut first = [0_u8; 10];
        child.stdout.take().unwrap().read_exact(&mut first).unwrap();
        let output = child.wait_with_output().unwrap();
        ends(&output, 0, &[]);
        assert_eq!(err(&output), "", "{arguments:?}");
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

// ---- games of several files -----------------------------------------------------------------------

const BASE: &str = "game Night Market\nplayers 2\ncards\n  rank  1 to 9\n  1 to 9\nplaces\n  stock              seen by nobody\n  hand  each player  seen by owner\ntrack\n  opener  player\nplay\n  \
                    move all cards to stock\n  shuffle stock\n  set opener to seat 1\n  deal 3 from stock to hand of each player\n  ask opener to show a card from hand to box\n  won by opener\n";

/// Writes files into a folder of this test's own, and gives the path of the last.
fn files(name: &str, texts: &[(&str, &str)]) -> PathBuf {
    let folder = scratch(name);
    let mut last = folder.clone();
    for (file, text) in texts {
        last = folder.join(file);
        std::fs::create_dir_all(last.parent().unwrap()).unwrap();
        std::fs::write(&last, text).unwrap();
    }
    last
}

#[test]
fn a_variant_is_played_recorded_and_replayed_until_its_base_changes() {
    let dawn = "variant Dawn Market\nof night_market\nchange play\n  replace deal 3\n    deal 4 from stock to hand of each player\n";
    let path = files("variant", &[("night_market.bid", BASE), ("variants/dawn.bid", dawn)]);
    let path = path.to_str().unwrap();
    let record = scratch("variant").join("record.jsonl");
    let record = record.to_str().unwrap();
    let played = bidlang(&["run", path, "--seed", "1", "--record", record]);
    ends(&played, 0, &[]);
    assert!(out(&played).starts_with("Dawn Market"));
    ends(&bidlang(&["run", path, "--replay", record]), 0, &[]);
    std::fs::write(scratch("variant").join("night_market.bid"), format!("{BASE}# a note\n")).unwrap();
    ends(&bidlang(&["run", path, "--replay", record]), 2, &["another version"]);
}

#[test]
fn a_problem_in_two_files_shows_both() {
    let path = files(
        "two-files",
        &[("night_market.bid", BASE), ("dawn.bid", "variant Dawn Market\nof night_market\nremove track opener\n")],
    );
    let found = bidlang(&["check", path.to_str().unwrap()]);
    ends(
        &found,
        1,
        &[
            "base-needs-it",
            "dawn.bid:3:1",
            "remove track opener",
            "night_market.bid:14:7",
            "set opener to seat 1",
            "it is needed here",
        ],
    );
}

#[test]
fn a_base_outside_of_the_project_is_refused_unless_allowed() {
    let texts = [
        ("elsewhere/night_market.bid", BASE),
        ("home/dawn.bid", "variant Dawn Market\nof ../elsewhere/night_market\nplayers 2\n"),
    ];
    let path = files("outside", &texts);
    let path = path.to_str().unwrap();
    ends(&bidlang(&["check", path]), 1, &["outside-base", "--allow-outside"]);
    ends(&bidlang(&["check", path, "--allow-outside"]), 0, &[]);
    ends(&bidlang(&["--allow-outside", "run", path, "--seed", "1"]), 0, &[]);
}

#[cfg(unix)]
#[test]
fn a_link_does_not_lead_out_of_the_project() {
    let texts = [("elsewhere/secret.bid", "a secret\n"), ("home/dawn.bid", "variant Dawn Market\nof secret\n")];
    let path = files("link", &texts);
    let link = scratch("link").join("home/secret.bid");
    let _ = std::fs::remove_file(&link);
    std::os::unix::fs::symlink(scratch("link").join("elsewhere/secret.bid"), link).unwrap();
    let found = bidlang(&["check", path.to_str().unwrap()]);
    ends(&found, 1, &["outside-base"]);
    assert!(!err(&found).contains("a secret"));
}

#[test]
fn a_text_on_standard_input_has_libraries_and_no_base() {
    let game = "game Night Market\nuse french-deck\nplayers 2\nplaces\n  hand  each player  seen by owner\nplay\n  deal 5 from box to hand of each player\n  won by seat 1\n";
    ends(&with_input(&["run", "-", "--seed", "1"], game.as_bytes()), 0, &[]);
    ends(
        &with_input(&["check", "-"], b"variant Dawn Market\nof varg_bid\n"),
        1,
        &["unknown-base", "lies in no folder"],
    );
}

#[test]
fn a_library_of_ones_own_goes_first() {
    let game = "game Night Market\nuse french-deck\nplayers 2\nplaces\n  hand  each player  seen by owner\nplay\n  deal 2 from box to hand of each player\n  won by seat 1\n";
    let own = "library French deck\ncards\n  rank  1 to 4\n  1 to 4\n";
    let path = files("own-library", &[("library/french-deck.bid", own), ("market.bid", game)]);
    let played = bidlang(&["run", path.to_str().unwrap(), "--seed", "1", "--view", "all"]);
    ends(&played, 0, &[]);
    assert!(out(&played).contains("1, 2"), "{}", out(&played));
}

#[test]
fn libraries_are_checked_and_not_tested() {
    ends(&bidlang(&["check", "games/library"]), 0, &[]);
    let tested = bidlang(&["test", "games/library"]);
    ends(&tested, 0, &[]);
    assert!(out(&tested).contains("0 passed, 0 failed"));
}

#[test]
fn diff_says_what_a_variant_says() {
    let found = bidlang(&["diff", VARG, "games/variants/varg_bid_final_pass.bid"]);
    ends(&found, 0, &[]);
    let text = out(&found);
    assert!(text.contains("phase sale, auction\n  instead of pass for now\n  now        pass for good\n"), "{text}");
    let same = bidlang(&["diff", VARG, VARG]);
    assert!(out(&same).contains("say the same"));
    ends(&bidlang(&["diff", VARG, "games/none.bid"]), 2, &["cannot-read"]);
}
