//! Games by their names: those that come with bidlang, and files of one's own before them.

use serde_json::Value;

use crate::{bidlang_in, ends, err, out, root, scratch, written};

/// The names of the rules files under `games`.
fn names() -> Vec<String> {
    let mut found = Vec::new();
    for folder in ["games", "games/classics", "games/variants"] {
        for entry in std::fs::read_dir(root().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|ending| ending == "bid") {
                found.push(path.file_stem().unwrap().to_str().unwrap().to_owned());
            }
        }
    }
    found.sort();
    found
}

#[test]
fn every_game_that_is_shipped_is_listed_with_what_it_is() {
    let listed = bidlang_in(&scratch("games-json"), &["games", "--format", "json"], "");
    ends(&listed, 0, &[]);
    let listed: Value = serde_json::from_str(&out(&listed)).unwrap();
    let rows = listed["games"].as_array().unwrap();
    let mut found: Vec<&str> = rows.iter().map(|row| row["name"].as_str().unwrap()).collect();
    found.sort_unstable();
    assert_eq!(found, names());
    for row in rows {
        assert!(!row["about"].as_str().unwrap().is_empty(), "{row}");
        assert!(row["choices"].as_u64().is_none_or(|choices| choices > 0), "{row}");
    }
    let text = out(&bidlang_in(&scratch("games"), &["games"], ""));
    assert!(text.starts_with("games\n  auction_house              4 players"), "{text}");
    assert!(names().iter().all(|name| text.contains(&format!("  {name} "))), "{text}");
}

#[test]
fn a_shipped_game_is_played_checked_and_shown_by_its_name_from_any_folder() {
    let folder = scratch("games-anywhere");
    let played = bidlang_in(&folder, &["run", "varg-bid", "-q", "--seed", "3"], "");
    ends(&played, 0, &[]);
    assert!(out(&played).contains("won by"), "{}", out(&played));
    ends(&bidlang_in(&folder, &["check", "varg_bid_sealed", "--play", "0"], ""), 0, &[]);
    let shown = bidlang_in(&folder, &["show", "hearts"], "");
    assert_eq!(out(&shown), std::fs::read_to_string(root().join("games/classics/hearts.bid")).unwrap());
    let book = out(&bidlang_in(&folder, &["doc", "hearts"], ""));
    assert!(book.contains("\nFor 4 players. Sit around a table"), "{book}");
    let skat = out(&bidlang_in(&folder, &["doc", "skat"], ""));
    assert!(skat.contains("For 3 players. By tradition. Sit"), "{skat}");
    // Its record is explained from there, too.
    ends(&bidlang_in(&folder, &["run", "hearts", "-q", "--seed", "3", "--record", "mine.jsonl"], ""), 0, &[]);
    ends(&bidlang_in(&folder, &["why", "mine.jsonl", "--scores"], ""), 0, &[]);
    ends(&bidlang_in(&folder, &["run", "hearts", "-q", "--replay", "mine.jsonl"], ""), 0, &[]);
    // Formatting finds it tidy, and writes nothing.
    ends(&bidlang_in(&folder, &["fmt", "hearts"], ""), 0, &[]);
    assert!(!folder.join("hearts").exists() && !folder.join("hearts.bid").exists());
}

#[test]
fn a_library_is_shown_by_its_name_and_is_no_game() {
    let folder = scratch("games-library");
    for name in ["once-around", "once_around", "french-deck-ace-low"] {
        let shown = bidlang_in(&folder, &["show", name], "");
        ends(&shown, 0, &[]);
        let file = format!("interpreter/compiler/library/{}.bid", name.replace('_', "-"));
        assert_eq!(out(&shown), std::fs::read_to_string(root().join(file)).unwrap());
    }
    ends(&bidlang_in(&folder, &["run", "decktet"], ""), 1, &["library/decktet.bid", "this is a library"]);
    ends(&bidlang_in(&folder, &["show", "short_dekc"], ""), 2, &["did you mean `short-deck`", "bidlang games"]);
    let listed = out(&bidlang_in(&folder, &["games"], ""));
    assert!(listed.contains("once-around") && listed.contains("bidlang show NAME"), "{listed}");
}

#[test]
fn a_file_of_ones_own_comes_before_a_shipped_one() {
    let folder = written("games-own", crate::GAME);
    std::fs::rename(folder.join("small.bid"), folder.join("hearts.bid")).unwrap();
    let shown = bidlang_in(&folder, &["show", "hearts"], "");
    assert_eq!(out(&shown), crate::GAME);
    ends(&bidlang_in(&folder, &["run", "hearts", "-q"], ""), 0, &[]);
}

#[test]
fn a_name_that_is_none_leads_to_the_one_that_was_meant() {
    let folder = scratch("games-none");
    ends(
        &bidlang_in(&folder, &["run", "varg_bit"], ""),
        2,
        &["there is no such file", "did you mean `varg_bid`", "bidlang games"],
    );
    ends(&bidlang_in(&folder, &["show", "quidditch"], ""), 2, &["bidlang games"]);
    ends(&bidlang_in(&folder, &["check", "no/varg_bid"], ""), 2, &["there is no such file"]);
}

#[test]
fn a_variant_is_begun_from_a_shipped_game_and_plays() {
    let folder = scratch("games-from");
    for (name, base) in [("my_war", "bid_war"), ("hearts", "hearts"), ("short_evening", "varg-bid-sealed")] {
        ends(&bidlang_in(&folder, &["new", name, "--from", base], ""), 0, &[]);
        let file = format!("{name}.bid");
        ends(&bidlang_in(&folder, &["check", &file, "--play", "40"], ""), 0, &[]);
        ends(&bidlang_in(&folder, &["run", name, "-q"], ""), 0, &[]);
        ends(&bidlang_in(&folder, &["fmt", "--check", &file], ""), 0, &[]);
    }
    // The house rules are lines to be taken up.
    let text = std::fs::read_to_string(folder.join("hearts.bid")).unwrap();
    assert!(text.starts_with("# What is different here, and for whom.\n\nvariant Hearts\nof hearts\n"), "{text}");
    assert!(text.contains("`change phase NAME`: play, deal, scoring.\n"), "{text}");
    std::fs::write(
        folder.join("hearts.bid"),
        text.replace("# option target 1 to 500, usually 100", "option target 1 to 500, usually 9"),
    )
    .unwrap();
    ends(&bidlang_in(&folder, &["run", "hearts", "-q"], ""), 0, &[]);
    // A variant of a file of one's own.
    ends(&bidlang_in(&folder, &["new", "other_war", "--from", "my_war.bid"], ""), 0, &[]);
    ends(&bidlang_in(&folder, &["run", "other_war", "-q"], ""), 0, &[]);
    ends(&bidlang_in(&folder, &["new", "third", "--from", "nothing_here"], ""), 2, &["there is no such file"]);
    assert!(!folder.join("third.bid").exists());
    let both = bidlang_in(&folder, &["new", "fourth", "--from", "hearts", "--template", "trick"], "");
    assert_eq!(both.status.code(), Some(2), "{}", err(&both));
}
