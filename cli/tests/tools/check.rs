use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::{GAME, bidlang_in, err, in_time, out, scratch};

/// The small game with a misspelt verb and a misspelt place.
fn misspelt() -> String {
    GAME.replace("shuffle", "shufle").replace("to hand", "to hnad")
}

#[test]
fn the_small_game_is_sound() {
    let output = bidlang_in(&scratch("sound"), &["check", "-"], GAME);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert_eq!(in_time(&out(&output)), "1 file checked, 2000 games played, no problems\n");
    let output = bidlang_in(&scratch("sound"), &["check", "--play", "0", "-"], GAME);
    assert_eq!(out(&output), "1 file checked, no problems\n");
}

/// A rule for each value of an option that is one of few numbers.
const BETWEEN: &str = "\
game Between
players 2

option faces  2 to 4, usually 2

cards
  rank  1 to 12
  1 to 12

places
  stock              seen by nobody
  hand  each player  seen by owner
  laid  each player  seen by all

play
  move cards in box to stock
  shuffle stock
  if faces is 2
    deal 2 from stock to hand of each player
  if faces is 3
    deal 3 from stock to hand of each player
  if faces is 4
    deal 4 from stock to hand of each player
  ask each player at once to lay a card from hand to laid
  for each player
    score total rank of laid to player for the card
  won by players with highest score
";

#[test]
fn each_value_of_an_option_of_few_numbers_is_played() {
    let output = bidlang_in(&scratch("between"), &["check", "-"], BETWEEN);
    assert_eq!(in_time(&out(&output)), "1 file checked, 2000 games played, no problems\n");
    // Of many numbers the ends and the usual one: what stands in a rule for another says nothing.
    let wide = BETWEEN.replace("2 to 4, usually 2", "2 to 40, usually 2").replace("is 4", "is at least 4");
    let text = out(&bidlang_in(&scratch("between"), &["check", "-"], &wide));
    assert!(!text.contains("no-effect"), "{text}");
}

#[test]
fn a_file_that_cannot_be_read_is_not_said_to_have_no_problems() {
    let folder = scratch("unread");
    std::fs::write(folder.join("small.bid"), GAME).unwrap();
    std::fs::write(folder.join("noise.bid"), [0xff, 0xfe, 0x80]).unwrap();
    let output = bidlang_in(&folder, &["check", "--play", "0", "noise.bid"], "");
    assert_eq!((output.status.code(), out(&output)), (Some(2), "0 files checked, 1 could not be read\n".into()));
    let output = bidlang_in(&folder, &["check", "--play", "0", "noise.bid", "small.bid"], "");
    let told = "1 file checked, 1 could not be read, no problems\n";
    assert_eq!((output.status.code(), out(&output)), (Some(2), told.into()));
}

#[test]
fn plain_is_a_line_a_problem() {
    let output = bidlang_in(&scratch("plain"), &["check", "--format", "plain", "-"], &misspelt());
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        out(&output),
        "standard input:15:3: error: unknown-statement: no statement begins with `shufle` (did you mean `shuffle`?)\n\
         standard input:16:24: error: unknown-name: nothing here is called `hnad` (did you mean `hand`?)\n"
    );
    assert_eq!(err(&output), "");
}

#[test]
fn json_has_places_and_changes() {
    let output = bidlang_in(&scratch("json"), &["check", "--format", "json", "-"], &misspelt());
    assert_eq!(output.status.code(), Some(1));
    let log: Value = serde_json::from_str(&out(&output)).unwrap();
    assert_eq!(log["version"], 1);
    assert_eq!(log["files"], 1);
    let problem = &log["problems"][0];
    assert_eq!(problem["code"], "unknown-statement");
    assert_eq!(problem["labels"][0]["line"], 15);
    assert_eq!(problem["labels"][0]["column"], 3);
    assert_eq!(problem["labels"][0]["endColumn"], 9);
    assert_eq!(problem["fix"]["before"], "shufle");
    assert_eq!(problem["fix"]["after"], "shuffle");
    let none = bidlang_in(&scratch("json"), &["check", "--format", "json", "-"], GAME);
    assert_eq!(none.status.code(), Some(0));
    let log: Value = serde_json::from_str(&out(&none)).unwrap();
    assert_eq!(log["problems"], serde_json::json!([]));
}

/// What SARIF 2.1.0 requires of the parts that are written.
#[test]
fn sarif_is_a_log_with_one_run() {
    let folder = scratch("sarif");
    std::fs::write(folder.join("a game.bid"), misspelt()).unwrap();
    let output = bidlang_in(&folder, &["check", "--format", "sarif", "a game.bid"], "");
    assert_eq!(output.status.code(), Some(1));
    let log: Value = serde_json::from_str(&out(&output)).unwrap();
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    assert_eq!(run["tool"]["driver"]["name"], "bidlang");
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), 2);
    for result in results {
        let rule = &rules[usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap()];
        assert_eq!(rule["id"], result["ruleId"]);
        assert!(rule["helpUri"].as_str().is_some_and(|uri| uri.starts_with("https://")), "{rule}");
        assert!(result["message"]["text"].as_str().is_some_and(|text| !text.is_empty()));
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "a%20game.bid");
        assert!(place["region"]["startLine"].as_u64().unwrap() >= 1);
        assert!(place["region"]["endColumn"].as_u64() > place["region"]["startColumn"].as_u64());
    }
    let change = &results[0]["fixes"][0]["artifactChanges"][0]["replacements"][0];
    assert_eq!(change["insertedContent"]["text"], "shuffle");
}

#[test]
fn sarif_counts_columns_in_units_of_utf16() {
    let text = "game Odd\nplayers 2\n\nplay\n  move \u{1d11e}\u{1d11e} stock\n";
    let output = bidlang_in(&scratch("sarif-columns"), &["check", "--format", "sarif", "-"], text);
    let log: Value = serde_json::from_str(&out(&output)).unwrap();
    let run = &log["runs"][0];
    assert_eq!(run["columnKind"], "utf16CodeUnits");
    let region = &run["results"][0]["locations"][0]["physicalLocation"]["region"];
    assert_eq!((&region["startColumn"], &region["endColumn"]), (&Value::from(8), &Value::from(12)), "{region}");
}

#[test]
fn github_gets_workflow_commands() {
    let output = bidlang_in(&scratch("github"), &["check", "--format", "github", "-"], &misspelt());
    assert_eq!(output.status.code(), Some(1));
    let text = out(&output);
    let first = text.lines().next().unwrap();
    assert_eq!(
        first,
        "::error file=standard input,line=15,endLine=15,col=3,endColumn=9,title=unknown-statement::\
         no statement begins with `shufle`%0Adid you mean `shuffle`?"
    );
}

#[test]
fn certain_mistakes_are_mended_and_nothing_else_changes() {
    let folder = scratch("fix");
    let path = folder.join("small.bid");
    let odd = format!("\u{feff}{}", misspelt().replace("1 to 9 of", "1   to 9 of").replace('\n', "\r\n"));
    std::fs::write(&path, &odd).unwrap();
    let output = bidlang_in(&folder, &["check", "--fix", "small.bid"], "");
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert_eq!(in_time(&out(&output)), "1 file checked, 2000 games played, no problems, 2 mended\n");
    assert_eq!(
        err(&output),
        "small.bid:15:3: mended `shufle`, now `shuffle`\nsmall.bid:16:24: mended `hnad`, now `hand`\n"
    );
    let wanted = odd.replace("shufle", "shuffle").replace("hnad", "hand");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), wanted);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "a file was left behind");
}

#[test]
fn signs_of_other_languages_and_tabs_are_mended() {
    let folder = scratch("signs");
    let path = folder.join("small.bid");
    let text = GAME
        .replace("  shuffle stock", "\tshuffle stock when players >= 2")
        .replace("deal 3 from stock to hand", "deal 3 from the  stock to the hand");
    std::fs::write(&path, &text).unwrap();
    let output = bidlang_in(&folder, &["check", "--fix", "small.bid"], "");
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let wanted = text.replace('\t', "  ").replace(">=", "is at least").replace("the  ", "").replace("the hand", "hand");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), wanted);
}

#[test]
fn what_is_not_certain_stays() {
    // Two places are as near to what was written.
    let two = GAME.replace("  stock  ", "  hank                seen by all\n  stock  ").replace("to hand", "to hanx");
    // The likely spelling is of another sort: the error would only be another.
    let other = GAME.replace("deal 3 from stock to hand", "deal 3 from stock to rnak");
    for (name, text) in [("two", two), ("other", other)] {
        let folder = scratch(name);
        let path = folder.join("small.bid");
        std::fs::write(&path, &text).unwrap();
        let output = bidlang_in(&folder, &["check", "--fix", "small.bid"], "");
        assert_eq!(output.status.code(), Some(1));
        assert!(!err(&output).contains("mended"), "{}", err(&output));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    }
}

#[test]
fn standard_input_is_neither_mended_nor_watched() {
    for flag in ["--fix", "--watch"] {
        let output = bidlang_in(&scratch("dash"), &["check", flag, "-"], GAME);
        assert_eq!(output.status.code(), Some(2));
        assert!(err(&output).contains("standard input"));
    }
}

#[test]
fn a_watched_file_is_checked_again_when_it_changes() {
    let folder = scratch("watch");
    let path = folder.join("small.bid");
    std::fs::write(&path, misspelt()).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_bidlang"))
        .args(["check", "--watch", "--format", "plain", "small.bid"])
        .current_dir(&folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut told = BufReader::new(child.stderr.take().unwrap()).lines();
    let mut waiting = || {
        let line = told.next().unwrap().unwrap();
        assert!(line.starts_with("waiting for a change"), "{line}");
    };
    waiting();
    std::fs::write(&path, GAME.replace("shuffle", "shufle")).unwrap();
    waiting();
    std::fs::write(&path, GAME).unwrap();
    waiting();
    child.kill().unwrap();
    let output = child.wait_with_output().unwrap();
    let text = out(&output);
    assert_eq!(text.matches("unknown-statement").count(), 2, "{text}");
    assert_eq!(text.matches("unknown-name").count(), 1, "{text}");
}

/// A terminal would obey these.
const ODD: [char; 4] = ['\u{1b}', '\u{7}', '\u{9b}', '\u{202e}'];

fn shows_nothing_odd(arguments: &[&str], input: &str) -> (Option<i32>, String) {
    let output = bidlang_in(&scratch("control"), arguments, input);
    let all = out(&output) + &err(&output);
    assert!(!all.contains(ODD), "{arguments:?}: {all:?}");
    (output.status.code(), all)
}

#[test]
fn control_characters_of_a_file_are_not_printed() {
    let text = GAME.replace("shuffle stock", "shu\u{1b}[31mffle \u{202e}stock \u{9b}31m");
    for format in ["human", "plain", "github", "json", "sarif"] {
        let (code, _) = shows_nothing_odd(&["check", "--format", format, "-"], &text);
        assert_eq!(code, Some(1));
    }
    shows_nothing_odd(&["fmt", "-"], &text);
    shows_nothing_odd(&["run", "-"], &text);
    shows_nothing_odd(&["dump", "ast", "-"], &text);
}

#[test]
fn control_characters_of_titles_reasons_and_names_are_not_printed() {
    let text = GAME
        .replace("game Small", "game Sm\u{1b}[2Jall\u{202e}")
        .replace("  won by", "  score 1 to players for be\u{7}ing \u{9b}there\u{1b}[0m\n  won by")
        + "\ntest an \u{1b}[31modd\u{202e} name\n  players Ann, Ben\n  expect stock is empty\n";
    for call in [
        vec!["run", "-", "--names", "A\u{1b}[31mnn,B\u{202e}en"],
        vec!["run", "-", "--format", "jsonl"],
        vec!["dump", "ast", "-"],
        vec!["dump", "ir", "-"],
        vec!["dump", "program", "-"],
        vec!["test", "-"],
        vec!["explain", "\u{1b}[31m"],
        vec!["check", "no\u{1b}[31m\u{202e}file.bid"],
        vec!["run", "-", "--option", "a\u{1b}[31m=b"],
    ] {
        shows_nothing_odd(&call, &text);
    }
    let (code, all) = shows_nothing_odd(&["run", "-", "--seed", "1"], &text);
    assert_eq!(code, Some(0), "{all}");
    assert!(all.contains("Sm [2Jall"), "{all}");
}

/// A folder with the small game and a variant of it: the variant takes the place `hand` away, which its base needs.
fn with_variant(name: &str, change: &str) -> PathBuf {
    let folder = scratch(name);
    std::fs::write(folder.join("small.bid"), GAME).unwrap();
    std::fs::write(folder.join("large.bid"), format!("variant Large\nof small\n\n{change}")).unwrap();
    folder
}

#[test]
fn each_place_of_a_problem_is_told_with_its_own_file() {
    let folder = with_variant("variant-formats", "remove place hand\n");
    let checked = |format: &str| {
        let output = bidlang_in(&folder, &["check", "--format", format, "large.bid"], "");
        assert_eq!(output.status.code(), Some(1), "{}{}", out(&output), err(&output));
        out(&output) + &err(&output)
    };
    let line = 1 + GAME.lines().position(|line| line.contains("deal 3")).unwrap();
    let shown = checked("human");
    assert!(shown.contains("[large.bid:4:1]") && shown.contains(&format!("[small.bid:{line}:")), "{shown}");
    let plain = checked("plain");
    assert!(plain.starts_with("large.bid:4:1: error: base-needs-it: "), "{plain}");
    assert!(plain.contains(&format!(" [small.bid:{line}:24: it is needed here]")), "{plain}");
    let github = checked("github");
    assert!(github.starts_with("::error file=large.bid,line=4,"), "{github}");
    assert!(github.contains(&format!("%0Asmall.bid:{line}:24: it is needed here")), "{github}");
    let json: Value = serde_json::from_str(&checked("json")).unwrap();
    let problem = &json["problems"][0];
    assert_eq!((&problem["file"], &problem["labels"][0]["file"]), (&"large.bid".into(), &"large.bid".into()));
    assert_eq!(problem["labels"][0]["line"], 4);
    let other = &problem["labels"][1];
    assert_eq!((&other["file"], &other["line"]), (&"small.bid".into(), &line.into()));
    let start = usize::try_from(other["start"].as_u64().unwrap()).unwrap();
    assert!(GAME[start..].starts_with("hand"), "{other}");
    let sarif: Value = serde_json::from_str(&checked("sarif")).unwrap();
    let result = &sarif["runs"][0]["results"][0];
    let file = |place: &Value| place["physicalLocation"]["artifactLocation"]["uri"].clone();
    assert_eq!(file(&result["locations"][0]), "large.bid");
    assert_eq!(file(&result["relatedLocations"][0]), "small.bid");
    assert_eq!(result["relatedLocations"][0]["physicalLocation"]["region"]["startLine"], line);
}

#[test]
fn a_variant_is_mended_and_its_base_left_alone() {
    let folder = with_variant("variant-fix", "change play\n  add after shuffle stock\n    shufle stock\n");
    let output = bidlang_in(&folder, &["check", "--fix", "large.bid"], "");
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert_eq!(err(&output), "large.bid:6:5: mended `shufle`, now `shuffle`\n");
    let text = std::fs::read_to_string(folder.join("large.bid")).unwrap();
    assert!(text.ends_with("    shuffle stock\n"), "{text}");
    // What is misspelt in the base is mended only where the base is asked for.
    std::fs::write(folder.join("small.bid"), misspelt()).unwrap();
    let output = bidlang_in(&folder, &["check", "--fix", "large.bid"], "");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(std::fs::read_to_string(folder.join("small.bid")).unwrap(), misspelt());
    assert_eq!(std::fs::read_to_string(folder.join("large.bid")).unwrap(), text);
    let output = bidlang_in(&folder, &["check", "--fix", "small.bid", "large.bid"], "");
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert_eq!(std::fs::read_to_string(folder.join("small.bid")).unwrap(), GAME);
}

/// The small game with a sale in which one may bid more than one has.
fn too_dear() -> String {
    let sale = "  ask seat 2 to bet a number from 1 to 9
    pay number from purse of seat 2 to bank
  for each player
";
    GAME.replace("\nplay\n", "\ntrack\n  purse  each player  number from 0 to 9  starts 5\n\nplay\n")
        .replace("  for each player\n", sale)
        .replace("total rank of hand to player", "purse + total rank of hand to player")
}

#[test]
fn what_shows_in_play_is_told_with_a_script_in_every_format() {
    let script = ["test the game goes on", "players Ann, Ben", "Ben: bet "];
    for format in ["human", "plain", "json", "sarif", "github"] {
        let output = bidlang_in(&scratch("played"), &["check", "--format", format, "-"], &too_dear());
        assert_eq!(output.status.code(), Some(1), "{format}: {}", out(&output));
        let text = out(&output) + &err(&output);
        assert!(text.contains("can-stop"), "{format}: {text}");
        for line in script {
            assert!(text.contains(line), "{format}: {text}");
        }
    }
    let output = bidlang_in(&scratch("played"), &["check", "--format", "json", "-"], &too_dear());
    let log: Value = serde_json::from_str(&out(&output)).unwrap();
    assert_eq!((&log["games"], &log["setups"][0]["declared"]), (&2000.into(), &1.into()));
    assert!(log["problems"][0]["script"].as_str().is_some_and(|script| script.starts_with("test ")));
    let output = bidlang_in(&scratch("played"), &["check", "--play", "0", "-"], &too_dear());
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
}

#[test]
fn the_script_of_a_finding_is_written_nowhere_and_plays_the_game_again() {
    let folder = scratch("replayed");
    let path = folder.join("dear.bid");
    std::fs::write(&path, too_dear()).unwrap();
    let output = bidlang_in(&folder, &["check", "--format", "json", "dear.bid"], "");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), too_dear());
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "a file was left behind");
    let log: Value = serde_json::from_str(&out(&output)).unwrap();
    let script = log["problems"][0]["script"].as_str().unwrap().to_owned();
    std::fs::write(&path, format!("{}\n{script}\n", too_dear())).unwrap();
    let output = bidlang_in(&folder, &["test", "dear.bid"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("game-stopped"), "{}", err(&output));
}

/// Who bids seldom and well comes to thirty; random players never do.
const LONG: &str = "\
game Allowed To Go On
players 2

allow goes-on because random players bid too high

cards
  rank  1 to 9
  1 to 9

places
  hand  each player  seen by owner

play
  do deal
  won by players with highest score

phase deal repeats until score of any player is at least 30
  move all cards to box
  shuffle box
  deal 1 from box to hand of each player
  ask each player at once to say a number from 1 to 9
    score 1 to player for a good guess when number is highest rank of hand
    deduct 1 from player for a bad one when number is not highest rank of hand
";

#[test]
fn a_game_that_random_players_never_end_may_be_meant() {
    let folder = scratch("long");
    std::fs::write(folder.join("long.bid"), LONG).unwrap();
    let output = bidlang_in(&folder, &["check", "long.bid"], "");
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let line = LONG.lines().find(|line| line.starts_with("allow")).unwrap();
    std::fs::write(folder.join("long.bid"), LONG.replace(line, "")).unwrap();
    let output = bidlang_in(&folder, &["check", "long.bid"], "");
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("say `allow goes-on because ...`"), "{}", err(&output));
}

#[test]
fn it_is_said_when_only_a_part_of_the_setups_was_looked_at() {
    let text = GAME
        .replace("players 2\n", "players 2 to 3\n\noption bonus  0 to 99, usually 5\n")
        .replace("to player for cards", "+ bonus to player for cards");
    let output = bidlang_in(&scratch("part"), &["check", "--play", "6", "-"], &text);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let told = "1 file checked, 6 games played, no problems\n\
                standard input: 6 of 200 setups were looked at, spread over all\n";
    assert_eq!(out(&output), told);
}

#[test]
fn texts_in_other_encodings_are_named() {
    let folder = scratch("encodings");
    let game = GAME.replacen("game", "# Café\ngame", 1);
    let units = |order: fn(u16) -> [u8; 2]| game.encode_utf16().flat_map(order).collect::<Vec<u8>>();
    let latin: Vec<u8> = game.chars().map(|letter| u8::try_from(letter).unwrap()).collect();
    for (name, bytes, what) in [
        ("marked", [vec![0xff, 0xfe], units(u16::to_le_bytes)].concat(), "this is a text in UTF-16, not in UTF-8"),
        ("little", units(u16::to_le_bytes), "this is a text in UTF-16, not in UTF-8"),
        ("big", units(u16::to_be_bytes), "this is a text in UTF-16, not in UTF-8"),
        ("latin", latin, "line 1 has a letter as Latin-1 (Windows-1252) writes it, probably `é`"),
    ] {
        std::fs::write(folder.join(name), bytes).unwrap();
        let output = bidlang_in(&folder, &["check", name], "");
        assert_eq!(output.status.code(), Some(2), "{name}");
        let told = err(&output).replace("\n  │ ", " ");
        assert!(told.contains(what) && told.contains("save the file as UTF-8"), "{name}: {told}");
    }
}
