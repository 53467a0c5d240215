//! The table of lines in `docs/language/games.md` is that of the files.

use bidlang_tests::{root, rules_files};

/// Lines that are neither empty nor notes, and all lines.
fn lines(path: &std::path::Path) -> (usize, usize) {
    let text = std::fs::read_to_string(path).unwrap_or_else(|_| panic!("{} is missing", path.display()));
    let rules = text.lines().filter(|line| !line.trim().is_empty() && !line.trim().starts_with('#')).count();
    (rules, text.lines().count())
}

#[test]
fn the_table_counts_every_rules_file_as_it_is() {
    let page = std::fs::read_to_string(root().join("docs/language/games.md")).unwrap();
    let mut wanted = Vec::new();
    for (folder, least) in [("games", 5), ("games/classics", 10)] {
        for path in rules_files(folder, least) {
            let (rules, all) = lines(&path);
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            wanted.push(format!("(../../{folder}/{name}) | {rules} | {all} |"));
        }
    }
    for row in &wanted {
        assert!(page.contains(row.as_str()), "docs/language/games.md should say: {row}");
    }
    assert_eq!(page.matches("](../../games/").count(), wanted.len(), "a row for each rules file, and no other");
}
