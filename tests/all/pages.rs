//! The pages of the games: every line that they quote is in the rules file, every test that they name is there.

use bidlang_tests::{game, games, root};

fn plain(line: &str) -> String {
    line.split('#').next().unwrap().split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn pages_quote_their_rules_files_and_name_their_tests() {
    for name in games() {
        let read =
            |path: String| std::fs::read_to_string(root().join(&path)).unwrap_or_else(|_| panic!("{path} is missing"));
        // Lines of the libraries that it uses are lines of the game.
        let rules: Vec<String> = game(&name).text().lines().map(plain).collect();
        let script = read(format!("games/tests/{name}.bid"));
        let tests: Vec<&str> = script.lines().filter_map(|line| line.strip_prefix("test ")).map(str::trim).collect();
        let page = read(format!("docs/games/{name}.md"));
        let mut rows = 0;
        for row in page.lines().filter(|line| {
            line.starts_with("| ")
                && !line.starts_with("| rule")
                && !line.starts_with("| option")
                && !line.starts_with("| `")
        }) {
            let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
            let [_, place, test] = cells.as_slice() else { continue };
            rows += 1;
            for quote in place.split('`').skip(1).step_by(2) {
                assert!(rules.iter().any(|line| line.contains(quote)), "{name}: `{quote}` is not in the rules file");
            }
            assert!(place.starts_with('`') || place.starts_with("engine:"), "{name}: {row}");
            assert!(*test == "-" || tests.contains(test), "{name}: there is no test `{test}`");
        }
        assert!(rows > 20, "{name}: only {rows} rules have a row");
    }
}
