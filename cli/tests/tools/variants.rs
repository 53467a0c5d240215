//! Games of several files: variants, libraries, where their files may lie, `bidlang diff`.

use std::path::PathBuf;

use crate::{VARG, bidlang, ends, err, out, scratch, with_input};

const BASE: &str = "game Night Market\nplayers 2\ncards\n  rank  1 to 9\n  1 to 9\nplaces\n  stock              seen by nobody\n  hand  each player  seen by owner\ntrack\n  opener  player\nplay\n  \
                    move all cards to stock\n  shuffle stock\n  set opener to seat 1\n  deal 3 from stock to hand of each player\n  ask opener to show a card from hand to box\n  won by opener\n";

/// Writes files into a folder of this test's own, and gives the folder and the path of the last.
fn files(name: &str, texts: &[(&str, &str)]) -> (PathBuf, PathBuf) {
    let folder = scratch(name);
    let mut last = folder.clone();
    for (file, text) in texts {
        last = folder.join(file);
        std::fs::create_dir_all(last.parent().unwrap()).unwrap();
        std::fs::write(&last, text).unwrap();
    }
    (folder, last)
}

#[test]
fn a_variant_is_played_recorded_and_replayed_until_its_base_changes() {
    let dawn = "variant Dawn Market\nof night_market\nchange play\n  replace deal 3\n    deal 4 from stock to hand of each player\n";
    let (folder, path) = files("variant", &[("night_market.bid", BASE), ("variants/dawn.bid", dawn)]);
    let path = path.to_str().unwrap();
    let record = folder.join("record.jsonl");
    let record = record.to_str().unwrap();
    let played = bidlang(&["run", path, "--seed", "1", "--record", record]);
    ends(&played, 0, &[]);
    assert!(out(&played).starts_with("Dawn Market"));
    ends(&bidlang(&["run", path, "--replay", record]), 0, &[]);
    std::fs::write(folder.join("night_market.bid"), format!("{BASE}# a note\n")).unwrap();
    ends(&bidlang(&["run", path, "--replay", record]), 2, &["another version"]);
}

#[test]
fn a_problem_in_two_files_shows_both() {
    let (_, path) = files(
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
    let (_, path) = files("outside", &texts);
    let path = path.to_str().unwrap();
    ends(&bidlang(&["check", path]), 1, &["outside-base", "--allow-outside"]);
    ends(&bidlang(&["check", path, "--allow-outside"]), 0, &[]);
    ends(&bidlang(&["--allow-outside", "run", path, "--seed", "1"]), 0, &[]);
}

#[cfg(unix)]
#[test]
fn a_link_does_not_lead_out_of_the_project() {
    let texts = [("elsewhere/secret.bid", "a secret\n"), ("home/dawn.bid", "variant Dawn Market\nof secret\n")];
    let (folder, path) = files("link", &texts);
    let link = folder.join("home/secret.bid");
    std::os::unix::fs::symlink(folder.join("elsewhere/secret.bid"), link).unwrap();
    let found = bidlang(&["check", path.to_str().unwrap()]);
    ends(&found, 1, &["outside-base"]);
    assert!(!err(&found).contains("a secret"));
}

#[test]
fn a_text_on_standard_input_has_libraries_and_no_base() {
    let game = "game Night Market\nuse french-deck\nplayers 2\nplaces\n  hand  each player  seen by owner\nplay\n  deal 5 from box to hand of each player\n  won by seat 1\n";
    ends(&with_input(&["run", "-", "--seed", "1"], game), 0, &[]);
    ends(
        &with_input(&["check", "-"], "variant Dawn Market\nof noon_market\n"),
        1,
        &["unknown-base", "lies in no folder"],
    );
    // What comes with the command is in reach from anywhere.
    ends(&with_input(&["check", "-", "--play", "0"], "variant Dawn Market\nof varg_bid\n"), 0, &[]);
}

#[test]
fn a_library_of_ones_own_goes_first() {
    let game = "game Night Market\nuse french-deck\nplayers 2\nplaces\n  hand  each player  seen by owner\nplay\n  deal 2 from box to hand of each player\n  won by seat 1\n";
    let own = "library French deck\ncards\n  rank  1 to 4\n  1 to 4\n";
    let (_, path) = files("own-library", &[("library/french-deck.bid", own), ("market.bid", game)]);
    let played = bidlang(&["run", path.to_str().unwrap(), "--seed", "1", "--view", "all"]);
    ends(&played, 0, &[]);
    assert!(out(&played).contains("1, 2"), "{}", out(&played));
}

#[test]
fn libraries_are_checked_and_not_tested() {
    ends(&bidlang(&["check", "interpreter/compiler/library"]), 0, &[]);
    let tested = bidlang(&["test", "interpreter/compiler/library"]);
    ends(&tested, 0, &[]);
    assert!(out(&tested).contains("0 passed, 0 failed"));
}

/// What is only written otherwise is no difference: white space, also of a minus.
#[test]
fn diff_says_nothing_of_white_space() {
    let folder = scratch("minus");
    let paths = ["- 1", "-1"].map(|less| {
        let text = format!(
            "game Sign\nplayers 2\ncards\n  rank  1 to 10\n  1 to 10\nvalue gain of player is number of cards in hand * (1 if hand is empty otherwise {less})\n\
             places\n  hand  each player  seen by owner\nplay\n  shuffle box\n  deal 3 from box to hand of each player\n  for each player\n    \
             ask player to lay a card from hand to box\n      score gain to player for a card\n  won by players with highest score\n"
        );
        let path = folder.join(format!("{}.bid", less.len()));
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    });
    let found = bidlang(&["diff", &paths[0], &paths[1]]);
    assert!(out(&found).contains("say the same"), "{}", out(&found));
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
