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
