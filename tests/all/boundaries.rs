//! What the architecture page promises about the code, held against the code.

use std::path::PathBuf;

use bidlang_tests::root;

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

#[test]
fn no_game_is_named_in_rust() {
    let names = [
        "varg",
        "bid war",
        "bid_war",
        "bid fair",
        "bid_fair",
        "auction house",
        "auction_house",
        "my bidding",
        "do_my",
        "excuse",
        "decktet",
        "joker",
    ];
    for folder in ["grammar/src", "interpreter/src", "cli/src"] {
        for (path, text) in sources(folder) {
            // Examples in documentation and in help for authors may name a game; code may not.
            let code: String = text
                .lines()
                .filter(|line| !line.trim_start().starts_with("//"))
                .collect::<Vec<_>>()
                .join("\n")
                .to_lowercase();
            let code = if path.ends_with("schema.rs") { String::new() } else { code };
            for name in names {
                let told = code
                    .lines()
                    .filter(|line| line.contains(name) && !line.contains("help") && !line.contains("Diagnostic"))
                    .count();
                assert_eq!(told, 0, "{} names `{name}`", path.display());
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
