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

/// The names of shipped files and the titles of games, but for Hearts, which is a suit.
fn names_of_games() -> Vec<String> {
    let library = rules_files("games/library", 5);
    let library = library.iter().map(|path| path.file_stem().unwrap().to_string_lossy().into_owned());
    let games = shipped().into_iter().chain(classics()).flat_map(|(name, rulebook)| [name, rulebook.game.title]);
    games.chain(library).filter(|name| name.to_lowercase() != "hearts").collect()
}

/// Neither code nor notes nor help for authors: an example in them has to be as true for any game.
#[test]
fn no_game_is_named_in_rust() {
    let names = names_of_games();
    assert!(names.len() > 30, "{names:?}");
    for folder in ["grammar/src", "interpreter/src", "cli/src"] {
        for (path, text) in sources(folder) {
            for line in text.lines() {
                let small = line.to_lowercase();
                let named = names.iter().any(|name| line.contains(name.as_str()));
                let own = OWN_WORDS.iter().any(|word| small.contains(word));
                assert!(!named && !own, "{} names a game or a word of one: {line}", path.display());
            }
        }
    }
}

#[test]
fn only_the_syntax_stage_knows_pest() {
    for (path, text) in sources("interpreter/src") {
        let in_syntax = path.components().any(|part| part.as_os_str() == "syntax");
        assert!(
            in_syntax || !(text.contains("pest::") || text.contains("bidlang_grammar")),
            "{} knows pest",
            path.display()
        );
    }
}

#[test]
fn the_engine_knows_no_text() {
    for (path, text) in sources("interpreter/src/engine") {
        for word in [
            "crate::syntax",
            "crate::diagnostic",
            "crate::compiler",
            "crate::words",
            "crate::story",
            "crate::record",
            "HashMap",
            "String",
        ] {
            let told = text.lines().filter(|line| line.contains(word) && !line.trim_start().starts_with("//")).count();
            assert_eq!(told, 0, "{} knows `{word}`", path.display());
        }
    }
}

#[test]
fn only_the_command_line_touches_the_world() {
    for folder in ["grammar/src", "interpreter/src"] {
        for (path, text) in sources(folder) {
            for word in
                ["std::fs", "std::env", "std::io", "std::net", "std::time", "std::process", "println!", "eprintln!"]
            {
                assert!(!text.contains(word), "{} uses {word}", path.display());
            }
        }
    }
}
