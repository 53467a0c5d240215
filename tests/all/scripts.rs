//! Every scripted game passes, and its transcript is the one that was reviewed.

use bidlang::rulebook::Rulebook;
use bidlang::script;
use bidlang::syntax::tree::Item;
use bidlang_tests::{games, root};

#[test]
fn scripted_games_pass() {
    let mut tests = 0;
    for name in games() {
        let path = root().join("games/tests").join(format!("{name}.bid"));
        let text = std::fs::read_to_string(&path).unwrap_or_else(|_| panic!("{name} has no scripted games"));
        let (file, problems) = bidlang::syntax::parse(&text);
        assert!(problems.is_empty(), "{name}: {problems:#?}");
        let rulebook: Rulebook = bidlang_tests::game(&name);
        for test in file.items.iter().filter_map(|item| if let Item::Test(test) = item { Some(test) } else { None }) {
            let outcome = script::play(&rulebook, test);
            assert!(outcome.failures.is_empty(), "{name}: {}: {:#?}", outcome.name, outcome.failures);
            tests += 1;
            if outcome.snapshot {
                let slug: String = outcome
                    .name
                    .chars()
                    .map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '_' })
                    .collect();
                insta::with_settings!({ snapshot_path => root().join("games/tests/snapshots"), prepend_module_to_snapshot => false, omit_expression => true }, {
                    insta::assert_snapshot!(format!("{name}__{slug}"), outcome.transcript);
                });
            }
        }
    }
    assert!(tests > 0);
}

#[test]
fn scripted_games_of_the_classics_pass() {
    let folder = root().join("games/classics");
    let mut tests = 0;
    for entry in std::fs::read_dir(folder.join("tests")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap();
        let text = std::fs::read_to_string(folder.join(name)).unwrap();
        let rulebook = Rulebook::read(&path.display().to_string(), &text).unwrap();
        let (file, problems) = bidlang::syntax::parse(&std::fs::read_to_string(&path).unwrap());
        assert!(problems.is_empty(), "{path:?}: {problems:#?}");
        for item in &file.items {
            if let Item::Test(test) = item {
                let outcome = script::play(&rulebook, test);
                assert!(outcome.failures.is_empty(), "{path:?}: {}: {:#?}", outcome.name, outcome.failures);
                tests += 1;
            }
        }
    }
    assert!(tests > 50, "only {tests} tests");
}

/// A game in which a rule cannot be followed, and a script for it: the fault is told at once, with the rule's line.
fn first_failure(script: &str) -> bidlang::diagnostic::Diagnostic {
    let game = "game Faults\nplayers 2\n\ncards\n  rank  1 to 9\n  1 to 9\n\nplaces\n  stock  seen by all\n\ntrack\n  purse  number from 0 to 5\n\nplay\n  move all cards to stock\n  ask seat 1 to say a number from 0 to 9\n    set purse to number\n  ask seat 2 to agree yes or no\n  set purse to 6\n  won by seat 1\n\n";
    let text = format!("{game}test faults\n{script}");
    let rulebook = Rulebook::read("faults.bid", &text).unwrap();
    let tests: Vec<_> = rulebook
        .file
        .items
        .iter()
        .filter_map(|item| if let Item::Test(test) = item { Some(test) } else { None })
        .collect();
    let mut failures = script::play(&rulebook, tests[0]).failures;
    assert_eq!(failures.len(), 1, "{failures:#?}");
    let mut failure = failures.remove(0);
    let at = failure.span().of(&text).to_owned();
    failure.labels[0].text.insert_str(0, &format!("{at}: "));
    failure
}

#[test]
fn a_fault_is_told_before_what_it_makes_fail() {
    for (script, at, rule) in [
        ("  Seat-1: say 7\n  expect purse is 7\n", "say 7", "set purse to number"),
        ("  Seat-1: say 7\n  expect stock holds 1\n", "say 7", "set purse to number"),
        ("  Seat-1: say 7\n  refused Seat-2: agree yes\n", "say 7", "set purse to number"),
        ("  Seat-1: say 7\n", "say 7", "set purse to number"),
        ("  Seat-1: say 4\n  Seat-2: agree yes\n  won by Seat-1\n", "agree yes", "set purse to 6"),
        ("  Seat-1: say 4\n  play on\n", "play on", "set purse to 6"),
    ] {
        let failure = first_failure(script);
        assert_eq!(failure.code, "game-stopped", "{script}: {failure:?}");
        let here = &failure.labels[0].text;
        assert!(here.starts_with(at) && here.contains(rule), "{script}: {here}");
    }
}

#[test]
fn a_bid_of_several_sorts_is_told_by_what_is_bid_or_by_its_name() {
    let text = std::fs::read_to_string(root().join("tests/corpus/sound/bids-with-a-worth.bid")).unwrap();
    let rulebook = Rulebook::read("sound.bid", &text).unwrap();
    let test = rulebook.file.items.iter().find_map(|item| if let Item::Test(test) = item { Some(test) } else { None });
    let transcript = script::play(&rulebook, test.unwrap()).transcript;
    for line in ["Ann bids 4 with Hearts: 42", "Ben bids misere: 45", "Cat bids 55: 55", "Ann bids 6 with Clubs: 61"] {
        assert!(transcript.contains(line), "{line} is not in:\n{transcript}");
    }
}

#[test]
fn scripted_games_of_the_variants_pass() {
    let folder = root().join("games/variants/tests");
    for (name, rulebook) in bidlang_tests::variants() {
        let text = std::fs::read_to_string(folder.join(format!("{name}.bid")))
            .unwrap_or_else(|_| panic!("{name} has no scripted games"));
        let (file, problems) = bidlang::syntax::parse(&text);
        assert!(problems.is_empty(), "{name}: {problems:#?}");
        let mut tests = 0;
        for test in file.items.iter().filter_map(|item| if let Item::Test(test) = item { Some(test) } else { None }) {
            let outcome = script::play(&rulebook, test);
            assert!(outcome.failures.is_empty(), "{name}: {}: {:#?}", outcome.name, outcome.failures);
            tests += 1;
            if outcome.snapshot {
                let slug: String = outcome
                    .name
                    .chars()
                    .map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '_' })
                    .collect();
                insta::with_settings!({ snapshot_path => folder.join("snapshots"), prepend_module_to_snapshot => false, omit_expression => true }, {
                    insta::assert_snapshot!(format!("{name}__{slug}"), outcome.transcript);
                });
            }
        }
        assert!(tests >= 2, "{name}: only {tests} scripted games");
    }
}
