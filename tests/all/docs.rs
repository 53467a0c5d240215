//! The examples of the documents are run: `bid` blocks are whole files, `bid-part` blocks are parts of one.

use std::path::{Path, PathBuf};

use bidlang::Game;
use bidlang::diagnostic::{Code, Diagnostic};
use bidlang::loader::{Loader, Missing, Source, Texts};
use bidlang::syntax::parse;
use bidlang::syntax::schema::{CLAUSES, ITEMS, STATEMENTS};
use bidlang_tests::{scripts, source};

fn documents(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            documents(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "md") {
            found.push(path);
        }
    }
}

/// The fenced blocks of a page: kind, first line, text.
fn blocks(page: &str) -> Vec<(String, usize, String)> {
    let mut found = Vec::new();
    let mut open: Option<(String, usize, String)> = None;
    for (number, line) in (1..).zip(page.lines()) {
        match (open.as_mut(), line.strip_prefix("```")) {
            (None, Some(kind)) => open = Some((kind.to_owned(), number, String::new())),
            (Some(_), Some(_)) => found.extend(open.take()),
            (Some((_, _, text)), None) => {
                text.push_str(line);
                text.push('\n');
            }
            (None, None) => {}
        }
    }
    found
}

fn indented(text: &str, by: usize) -> String {
    text.lines().map(|line| format!("{}{line}\n", " ".repeat(by))).collect()
}

/// Whether a fragment is grammatical as items, statements, clauses, acts or lines of a script; problems of these codes are fine.
fn is_grammatical(part: &str, fine: &[Code]) -> Result<(), String> {
    let around = ["", "phase part\n", "test part\n"];
    let mut best: Option<Vec<String>> = None;
    let mut consider = |text: &str, missing_is_fine: bool| {
        let problems: Vec<String> = parse(text)
            .1
            .iter()
            .filter(|problem| !(missing_is_fine && matches!(problem.code, Code::MissingClause | Code::ClauseTwice)))
            .filter(|problem| !fine.contains(&problem.code))
            .map(|problem| format!("{} at `{}`", problem.message, problem.span().of(text)))
            .collect();
        if best.as_ref().is_none_or(|best| problems.len() < best.len()) {
            best = Some(problems);
        }
    };
    for head in around {
        let by = if head.is_empty() { 0 } else { 2 };
        consider(&format!("{head}{}", indented(part, by)), false);
    }
    for form in ["auction", "circuit", "tricks", "ask dealer"] {
        consider(&format!("phase part\n  {form}\n{}", indented(part, 4)), true);
    }
    match best {
        Some(problems) if !problems.is_empty() => Err(problems.join("\n")),
        _ => Ok(()),
    }
}

/// What a file with this text would be called: its title in small letters.
fn file_name(text: &str) -> String {
    let heads = ["game ", "variant ", "library "];
    let title = text.lines().find_map(|line| heads.iter().find_map(|head| line.strip_prefix(head)));
    title.unwrap_or("").trim().to_lowercase().replace(' ', "_")
}

/// The files that a page has shown so far, and the games of the repository.
struct Page(Texts);

impl Loader for Page {
    fn base(&self, from: &str, name: &str) -> Result<Source, Missing> {
        let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../games/{name}.bid"));
        self.0.base(from, name).or_else(|missing| if shipped.is_file() { Ok(source(&shipped)) } else { Err(missing) })
    }

    fn library(&self, from: &str, name: &str) -> Result<Source, Missing> {
        self.0.library(from, name)
    }
}

#[test]
fn examples_are_sound() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut pages = vec![root.join("README.md"), root.join("CONTRIBUTING.md")];
    documents(&root.join("docs"), &mut pages);
    pages.retain(|page| page.exists());
    let mut wrong = Vec::new();
    let mut seen = 0;
    for page in pages {
        let mut loader: Vec<(String, String)> = Vec::new();
        for (kind, line, text) in blocks(&std::fs::read_to_string(&page).unwrap()) {
            let place = format!("{}:{line}", page.file_name().unwrap().to_string_lossy());
            match kind.as_str() {
                "bid" => {
                    seen += 1;
                    // A page may show a game, and then variants of it under its file's name.
                    let name = file_name(&text);
                    let source = Source { key: format!("{place} {name}"), name: place.clone(), text: text.clone() };
                    let found = bidlang_lab::check::check(
                        &source,
                        &Page(Texts(loader.clone())),
                        &bidlang_lab::search::Budget::of(60),
                    );
                    let words = |problem: &Diagnostic| problem.span().of(found.sources.text()).to_owned();
                    wrong.extend(
                        found
                            .problems
                            .iter()
                            .map(|problem| format!("{place}: {} at `{}`", problem.message, words(problem))),
                    );
                    // What an example of the reference says of itself holds; the guide also shows games that fail.
                    let tests = if page.ends_with("README.md") || !page.to_string_lossy().contains("language") {
                        Vec::new()
                    } else {
                        scripts(&text)
                    };
                    if let Some(rulebook) = Game::read("page.bid", &text).ok().filter(|_| !tests.is_empty()) {
                        for test in &tests {
                            let outcome = bidlang_lab::script::play(&rulebook, test);
                            let failures = outcome.failures.iter();
                            wrong.extend(failures.map(|failure| format!("{place}: {}: {failure:?}", outcome.name)));
                        }
                    }
                    loader.push((name, text));
                }
                "bid-part" => {
                    seen += 1;
                    wrong.extend(is_grammatical(&text, &[]).err().map(|problem| format!("{place}: {problem}")));
                }
                _ => {}
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(seen > 40, "only {seen} examples were found");
}

/// Help shows a line for each word that may open one: it has to be grammatical, but for the lines that belong under it.
#[test]
fn examples_of_help_are_grammatical() {
    let mut wrong = Vec::new();
    let mut seen = 0;
    for opening in ITEMS.iter().chain(STATEMENTS).chain(CLAUSES) {
        seen += 1;
        assert!(opening.example.starts_with(opening.word), "{opening:?}");
        let before = if opening.word == "otherwise" { "if yes\n  shuffle stock\n" } else { "" };
        let text = format!("{before}{}\n", opening.example);
        wrong.extend(is_grammatical(&text, &[Code::MissingBlock, Code::MissingClause]).err());
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(seen > 60, "only {seen} examples");
}
