//! Every code has a page; its first example has that problem and no other error, its second has neither.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use bidlang::Game;
use bidlang::diagnostic::{Code, Diagnostic, Level};
use bidlang::loader::{Loader, Missing, Source};
use bidlang::rulebook::{Refused, Rulebook};
use bidlang::syntax::schema::ITEMS;
use bidlang::syntax::tree::Item;
use bidlang_lab::check::check;
use bidlang_lab::search::Budget;

use crate::new::play;
use crate::{bidlang, err, out, root, scratch};

/// Codes that no rules file and no call can bring about.
const WITHOUT_EXAMPLE: [Code; 1] = [Code::Internal];

fn page(code: &str) -> String {
    std::fs::read_to_string(root().join("cli/diagnostics").join(format!("{code}.md"))).unwrap_or_default()
}

/// The fenced blocks: kind and text.
fn blocks(page: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut parts = page.split("```");
    parts.next();
    while let Some(block) = parts.next() {
        let (kind, text) = block.split_once('\n').unwrap();
        found.push((kind.to_owned(), text.to_owned()));
        parts.next();
    }
    found
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// The names of all codes that a problem in the source has: the first argument of every `Diagnostic::new`.
fn told_somewhere() -> BTreeSet<String> {
    let mut files = Vec::new();
    sources(&root().join("interpreter"), &mut files);
    sources(&root().join("cli/src"), &mut files);
    let mut found = BTreeSet::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        for rest in text.split("Diagnostic::new(").skip(1) {
            let name = rest.trim_start().strip_prefix("Code::").and_then(|rest| rest.split_once(','));
            let (name, _) = name.unwrap_or_else(|| panic!("{}: a code is not written out", file.display()));
            found.insert(name.to_owned());
        }
    }
    found
}

/// Lines at the left edge with what stands under them.
fn chunks(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for line in text.lines() {
        match found.last_mut() {
            Some(chunk) if line.starts_with([' ', '\t']) || line.is_empty() => *chunk += &format!("{line}\n"),
            _ => found.push(format!("{line}\n")),
        }
    }
    found
}

fn word(chunk: &str) -> &str {
    chunk.split_whitespace().next().unwrap_or("")
}

/// A part of a file in the game of the README.
fn whole(part: &str) -> String {
    let frame = blocks(&page("README")).remove(0).1;
    let mut items = Vec::new();
    let mut happens = String::new();
    for chunk in chunks(part) {
        if ITEMS.iter().any(|item| item.word == word(&chunk)) {
            items.push(chunk);
        } else {
            happens.extend(chunk.lines().map(|line| match line.strip_prefix('\t') {
                Some(rest) => format!("\t\t{rest}\n"),
                None => format!("  {line}\n"),
            }));
        }
    }
    let replaced = |chunk: &String| {
        matches!(word(chunk), "game" | "players" | "cards") && items.iter().any(|item| word(item) == word(chunk))
    };
    let mut text: String = chunks(&frame).into_iter().filter(|chunk| !replaced(chunk)).collect();
    let note = "  # The example stands here.\n";
    assert!(text.contains(note));
    text = text.replace(note, &happens);
    for item in items {
        text.push('\n');
        text += &item;
    }
    text
}

/// The game of the README as `example`, and the shipped games.
struct Games;

impl Loader for Games {
    fn base(&self, _: &str, name: &str) -> Result<Source, Missing> {
        let text = match name {
            "example" => blocks(&page("README")).remove(0).1,
            _ => std::fs::read_to_string(root().join(format!("games/{name}.bid")))
                .map_err(|_| Missing::Unknown(vec!["example".to_owned()]))?,
        };
        Ok(Source { key: name.to_owned(), name: format!("{name}.bid"), text })
    }

    fn library(&self, from: &str, name: &str) -> Result<Source, Missing> {
        self.base(from, name)
    }
}

fn read(text: &str) -> Result<Rulebook, Box<Refused>> {
    let source = Source { key: "page".to_owned(), name: "page.bid".to_owned(), text: text.to_owned() };
    Rulebook::load(&source, &Games)
}

/// The codes of all problems of a file: of its text, its setups and its tests.
fn problems(text: &str) -> Vec<(Code, String)> {
    let (text, told) = match read(text) {
        Err(refused) => (refused.sources.text().to_owned(), refused.problems),
        Ok(rulebook) => {
            let game = Game::from(rulebook);
            let mut problems = game.problems_of_setups();
            for item in &game.file.items {
                if let Item::Test(test) = item {
                    problems.extend(bidlang_lab::script::play(&game, test).failures);
                }
            }
            if !problems.iter().any(Diagnostic::is_error) {
                let source = Source { key: "page".to_owned(), name: "page.bid".to_owned(), text: text.to_owned() };
                problems.extend(check(&source, &Games, &Budget::of(200)).problems);
            }
            (game.text().to_owned(), problems)
        }
    };
    told.into_iter().map(|problem| (problem.code, format!("{}: {problem:?}", problem.span().of(&text)))).collect()
}

/// Runs lines of a shell in a folder with the shipped games; gives the exit code and what was told by the last line.
fn call(name: &str, lines: &str) -> (Option<i32>, String) {
    let folder = scratch(&format!("explain-{name}"));
    std::os::unix::fs::symlink(root().join("games"), folder.join("games")).unwrap();
    let command = Path::new(env!("CARGO_BIN_EXE_bidlang")).parent().unwrap().to_path_buf();
    let path = format!("{}:{}", command.display(), std::env::var("PATH").unwrap());
    let output = Command::new("sh").args(["-c", lines]).current_dir(&folder).env("PATH", path).output().unwrap();
    (output.status.code(), err(&output))
}

#[test]
fn every_code_has_a_page_and_every_page_a_code() {
    let codes: BTreeSet<String> = Code::ALL.iter().map(|code| code.text().to_owned()).collect();
    let mut pages = BTreeSet::new();
    for entry in std::fs::read_dir(root().join("cli/diagnostics")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        pages.insert(name.strip_suffix(".md").unwrap().to_owned());
    }
    assert!(pages.remove("README"));
    assert_eq!(codes, pages);
    let listed = out(&bidlang(&["explain"]));
    let listed: BTreeSet<String> = listed.lines().map(|line| word(line).to_owned()).collect();
    assert_eq!(codes, listed);
    let readme = page("README");
    for code in Code::ALL {
        let page = page(code.text());
        let (head, meaning) = (page.lines().next().unwrap(), page.lines().nth(2).unwrap());
        assert_eq!((head, meaning), (format!("# {code}").as_str(), code.meaning()));
        assert!(readme.contains(&format!("| [{code}]({code}.md) | {meaning} |")), "{code} is not in the README");
    }
}

#[test]
fn every_code_is_told_somewhere() {
    let names: BTreeSet<String> = Code::ALL.iter().map(|code| format!("{code:?}")).collect();
    assert_eq!(names, told_somewhere());
    assert!(Code::ALL.is_sorted_by_key(|code| code.text()), "the table is in the order of the texts");
}

#[test]
fn the_examples_have_this_problem_and_then_none() {
    let mut wrong = Vec::new();
    for &code in Code::ALL {
        let blocks = blocks(&page(code.text()));
        if WITHOUT_EXAMPLE.contains(&code) {
            assert!(blocks.is_empty());
            continue;
        }
        let kinds: Vec<&str> = blocks.iter().map(|(kind, _)| kind.as_str()).collect();
        let expected = [
            ["bid-fails", "bid-mended"],
            ["bid-fails whole", "bid"],
            ["bid-fails whole", "bid-mended whole"],
            ["call-fails", "call-mended"],
        ];
        if !expected.iter().any(|expected| *expected == *kinds) {
            wrong.push(format!("{code}: its blocks are {kinds:?}"));
            continue;
        }
        if kinds[0] == "call-fails" {
            let (fails, mended) = (call(code.text(), &blocks[0].1), call(code.text(), &blocks[1].1));
            if fails.0 == Some(0) || !fails.1.lines().any(|line| line.trim() == code.text()) {
                wrong.push(format!("{code}: the call does not have the problem: {fails:?}"));
            }
            if mended.0 != Some(0) {
                wrong.push(format!("{code}: the mended call fails: {mended:?}"));
            }
            continue;
        }
        let text = |block: &str| if kinds[0].ends_with("whole") { block.to_owned() } else { whole(block) };
        let (fails, mended) = (problems(&text(&blocks[0].1)), problems(&text(&blocks[1].1)));
        // A few lines for one problem may look forgotten in other ways.
        let other = |found: &Code| *found != code && found.level() == Level::Error;
        if !fails.iter().any(|(found, _)| *found == code) || fails.iter().any(|(found, _)| other(found)) {
            wrong.push(format!("{code}: the first example has {fails:#?}"));
        }
        if mended.iter().any(|(found, _)| *found == code || other(found)) {
            wrong.push(format!("{code}: the second example has {mended:#?}"));
        } else {
            play(&read(&text(&blocks[1].1)).unwrap().into(), 3);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_page_is_printed_without_marks() {
    let output = bidlang(&["explain", "whose"]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(
        out(&output),
        "whose\n\nEach player has one, and it is not said whose is meant.\nSay `hand of dealer`, or `hand of each player` to do \
         it for all.\n\nWrong:\n\n    deal 1 from stock to hand\n\nRight:\n\n    deal 1 from stock to hand of dealer\n"
    );
}

#[test]
fn an_unknown_code_is_told_with_the_likely_one() {
    let output = bidlang(&["explain", "unknown-nmae"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("did you mean `unknown-name`?"), "{}", err(&output));
}
