//! What the architecture page promises about the code, held against the code.

use std::path::PathBuf;

use bidlang_tests::{classics, root, rules_files, shipped};

fn sources(folder: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                found.push((path.clone(), std::fs::read_to_string(&path).unwrap()));
            }
        }
    }
    assert!(!found.is_empty());
    found
}

/// Words of the shipped games and the classics that other games do not have.
const OWN_WORDS: [&str; 20] = [
    "varg",
    "do my",
    "decktet",
    "joker",
    "excuse",
    "moons",
    "wyrm",
    "lantern",
    "reinforce",
    "trash",
    "crib",
    "envelope",
    "monet",
    "misere",
    "nullo",
    "schneider",
    "bower",
    "declarer",
    "dummy",
    "meld",
];

/// The names of shipped files and the titles of games, but for Hearts and Spades, which are suits.
fn names_of_games() -> Vec<String> {
    let library = rules_files("interpreter/compiler/library", 5);
    let library = library.iter().map(|path| path.file_stem().unwrap().to_string_lossy().into_owned());
    let games =
        shipped().into_iter().chain(classics()).flat_map(|(name, rulebook)| [name, rulebook.title().to_owned()]);
    games.chain(library).filter(|name| !matches!(name.to_lowercase().as_str(), "hearts" | "spades")).collect()
}

/// Neither code nor notes nor help for authors: an example in them has to be as true for any game.
#[test]
fn no_game_is_named_in_rust() {
    let names = names_of_games();
    assert!(names.len() > 30, "{names:?}");
    for folder in ["grammar/src", "interpreter", "cli/src"] {
        let code =
            sources(folder).into_iter().filter(|(path, _)| !path.components().any(|part| part.as_os_str() == "tests"));
        for (path, text) in code {
            for line in text.lines() {
                let small = line.to_lowercase();
                let named = names.iter().any(|name| line.contains(name.as_str()));
                let words = || small.split(|letter: char| !letter.is_alphabetic());
                let own = OWN_WORDS.iter().any(|own| match own.contains(' ') {
                    true => small.contains(own),
                    false => words().any(|word| word.starts_with(own)),
                });
                assert!(!named && !own, "{} names a game or a word of one: {line}", path.display());
            }
        }
    }
}

/// What each crate builds on: the packages of its manifest, those of tests aside.
fn dependencies(folder: &str) -> Vec<String> {
    let manifest = std::fs::read_to_string(root().join(folder).join("Cargo.toml")).unwrap();
    let sections = manifest.split("\n[").filter_map(|section| section.split_once("]\n"));
    let lines = sections.filter(|(name, _)| *name == "dependencies").flat_map(|(_, lines)| lines.lines());
    let named = lines.filter_map(|line| line.split(['.', ' ', '=']).next()).filter(|name| !name.is_empty());
    named.map(str::to_owned).collect()
}

/// Each crate and all of ours that it may build on, lowest first: a chain, in which `engine` and `syntax` know nothing of each
/// other.
const CRATES: [(&str, &[&str]); 11] = [
    ("grammar", &[]),
    ("interpreter/engine", &[]),
    ("interpreter/syntax", &["bidlang-grammar"]),
    ("interpreter/compiler", &["bidlang-engine", "bidlang-syntax"]),
    ("interpreter/bidlang", &["bidlang-engine", "bidlang-syntax", "bidlang-compiler"]),
    ("interpreter/lab", &["bidlang"]),
    ("interpreter/players", &["bidlang"]),
    ("interpreter/learning", &["bidlang", "bidlang-lab"]),
    ("interpreter/book", &["bidlang", "bidlang-lab"]),
    ("interpreter/host", &["bidlang", "bidlang-games", "bidlang-lab", "bidlang-players"]),
    ("interpreter/server", &["bidlang", "bidlang-players", "bidlang-book", "bidlang-host"]),
];

#[test]
fn crates_build_on_those_below_them() {
    for (folder, below) in CRATES {
        let ours: Vec<String> = dependencies(folder).into_iter().filter(|name| name.starts_with("bidlang")).collect();
        assert!(ours.iter().all(|name| below.contains(&name.as_str())), "{folder} builds on {ours:?}");
    }
    let mut folders: Vec<String> = Vec::new();
    for entry in std::fs::read_dir(root().join("interpreter")).unwrap() {
        let entry = entry.unwrap();
        if entry.path().join("Cargo.toml").exists() {
            folders.push(format!("interpreter/{}", entry.file_name().to_string_lossy()));
        }
    }
    for folder in folders {
        assert!(CRATES.iter().any(|(known, _)| *known == folder), "{folder} is not in the chain of crates");
    }
}

/// A player holds no table: only who lets them play, and turns an answer into an act, knows one.
#[test]
fn players_hold_no_table() {
    for (path, text) in sources("interpreter/players/src") {
        let knows = ["Table", "Turn,", "Turn}", "Turn;", "seed(", "of_players"].iter().any(|word| text.contains(word));
        let may = ["matches.rs", "aim.rs", "pilot.rs", "practice.rs", "lib.rs"].iter().any(|name| path.ends_with(name));
        assert!(may || !knows, "{} knows a table", path.display());
    }
}

#[test]
fn only_syntax_and_grammar_know_pest() {
    for (folder, _) in CRATES {
        let knows = dependencies(folder).iter().any(|name| name.starts_with("pest") || name == "bidlang-grammar");
        assert_eq!(knows, ["grammar", "interpreter/syntax"].contains(&folder), "{folder} and pest");
    }
}

#[test]
fn the_engine_knows_no_text() {
    assert_eq!(dependencies("interpreter/engine"), ["rand_chacha", "serde"]);
    for (path, text) in sources("interpreter/engine/src") {
        for word in ["HashMap", "String"] {
            let told = text.lines().filter(|line| line.contains(word) && !line.trim_start().starts_with("//")).count();
            assert_eq!(told, 0, "{} knows `{word}`", path.display());
        }
    }
}

#[test]
fn only_the_host_and_the_fronts_touch_the_world() {
    let touch = ["interpreter/host", "interpreter/server"];
    for (folder, _) in CRATES.into_iter().filter(|(folder, _)| !touch.contains(folder)) {
        for (path, text) in sources(&format!("{folder}/src")) {
            for word in
                ["std::fs", "std::env", "std::io", "std::net", "std::time", "std::process", "println!", "eprintln!"]
            {
                assert!(!text.contains(word), "{} uses {word}", path.display());
            }
        }
    }
}
