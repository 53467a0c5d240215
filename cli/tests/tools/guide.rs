//! The guide is walked from its first page to its last, as a reader would: files are saved, commands are typed, and what they say is
//! what the page shows.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use bidlang::Game;

use crate::new::play;
use crate::{bidlang_in, err, root, scratch};

/// A part of a page.
pub enum Step {
    /// A fenced block: its kind and text.
    Block(String, String),
    /// A note to this test, which readers do not see.
    Note(String),
}

fn pages() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join("docs/guide")).unwrap();
    let mut pages: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    pages.retain(|page| {
        page.file_name().is_some_and(|name| name.to_string_lossy().starts_with(|c: char| c.is_ascii_digit()))
    });
    pages.sort();
    assert_eq!(pages.len(), 7);
    pages
}

pub fn steps(page: &str) -> Vec<Step> {
    let mut found = Vec::new();
    let mut open: Option<(String, String)> = None;
    for line in page.lines() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(kind)) => open = Some((kind.to_owned(), String::new())),
            (Some(_), Some(_)) => found.extend(open.take().map(|(kind, text)| Step::Block(kind, text))),
            (Some((_, text)), None) => *text += &format!("{line}\n"),
            (None, None) => {
                found.extend(
                    line.strip_prefix("<!-- ")
                        .and_then(|note| note.strip_suffix(" -->"))
                        .map(|note| Step::Note(note.to_owned())),
                );
            }
        }
    }
    assert!(open.is_none());
    found
}

/// What stands in quotes.
fn quoted(note: &str) -> Vec<String> {
    note.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Runs a line of a `sh` block; what it says on both streams, in order.
fn typed(folder: &Path, line: &str, input: Option<&str>) -> (String, Option<i32>) {
    let mut words = line.split_whitespace();
    assert_eq!(words.next(), Some("bidlang"), "{line}");
    let mut arguments: Vec<&str> = words.collect();
    if input.is_some() {
        // Here is no terminal, at which a reader sits down by leaving the flag out.
        arguments.push("--seat=1=human");
    }
    let said = folder.join("said");
    let file = std::fs::File::create(&said).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_bidlang"))
        .args(&arguments)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(file.try_clone().unwrap())
        .stderr(file)
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let _ = std::io::Write::write_all(&mut pipe, input.unwrap_or_default().as_bytes());
    drop(pipe);
    let code = child.wait().unwrap().code();
    (crate::in_time(&std::fs::read_to_string(said).unwrap()), code)
}

/// Whether lines are those that are shown, where `...` stands for any lines.
pub fn fits(shown: &[&str], said: &[&str]) -> bool {
    match shown.split_first() {
        None => said.is_empty(),
        Some((&"...", rest)) => (0..=said.len()).any(|skip| fits(rest, &said[skip..])),
        Some((line, rest)) => {
            said.split_first().is_some_and(|(first, more)| first.trim_end() == line.trim_end() && fits(rest, more))
        }
    }
}

/// Blank lines count for nothing: between what goes to the one stream and to the other there may be one.
pub fn lines(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.trim().is_empty()).collect()
}

fn file_of(text: &str) -> String {
    let title = text.lines().next().unwrap().trim_start_matches("game ").trim_start_matches("variant ");
    format!("{}.bid", title.to_lowercase().replace(' ', "_"))
}

/// A file that the reader has: it is sound, tidy, and plays.
fn is_whole(folder: &Path, name: &str, place: &str) {
    let tidy = bidlang_in(folder, &["fmt", "--check", name], "");
    assert_eq!(tidy.status.code(), Some(0), "{place}: {name}: {}", err(&tidy));
    let checked = bidlang_in(folder, &["check", name], "");
    assert_eq!(checked.status.code(), Some(0), "{place}: {name}: {}", err(&checked));
    let text = std::fs::read_to_string(folder.join(name)).unwrap();
    if text.starts_with("game ") {
        play(&Game::read(name, &text).unwrap(), 100);
    } else {
        let many = bidlang_in(folder, &["sim", "--games", "100", "--seed", "1", "--quiet", name], "");
        assert_eq!(many.status.code(), Some(0), "{place}: {name}: {}", err(&many));
    }
}

#[test]
fn the_guide_is_as_it_says() {
    let folder = scratch("guide");
    let mut commands = BTreeSet::new();
    for page in pages() {
        let place = page.file_name().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&page).unwrap();
        let mut input: Option<String> = None;
        let mut said = String::new();
        let mut code = None;
        let mut is_made = false;
        let (mut files, mut outputs) = (0, 0);
        for step in steps(&text) {
            match step {
                Step::Note(note) if note == "the file is this" => is_made = true,
                Step::Note(note) if note.starts_with("change ") => {
                    let [before, after] = <[String; 2]>::try_from(quoted(&note)).unwrap();
                    let path = folder.join("flea_market.bid");
                    let text = std::fs::read_to_string(&path).unwrap();
                    assert_eq!(text.matches(&before).count(), 1, "{place}: {note}");
                    std::fs::write(path, text.replace(&before, &after)).unwrap();
                }
                Step::Note(note) if note.starts_with("typed ") => input = Some(quoted(&note).join("\n") + "\n"),
                Step::Note(note) => panic!("{place}: {note}"),
                Step::Block(kind, text) if kind == "bid" => {
                    let name = file_of(&text);
                    if std::mem::take(&mut is_made) {
                        assert_eq!(std::fs::read_to_string(folder.join(&name)).unwrap(), text, "{place}");
                    } else {
                        std::fs::write(folder.join(&name), text).unwrap();
                    }
                    is_whole(&folder, &name, &place);
                    files += 1;
                }
                Step::Block(kind, text) if kind == "sh" => {
                    said.clear();
                    for line in text.lines() {
                        let (more, ended) = typed(&folder, line, input.take().as_deref());
                        said += &more;
                        code = ended;
                        commands.extend(line.split_whitespace().nth(1).map(str::to_owned));
                    }
                }
                Step::Block(kind, text) if kind == "text" => {
                    assert!(fits(&lines(&text), &lines(&said)), "{place} shows\n{text}\nbut it says\n{said}");
                    let wrong = text.contains('×');
                    assert_eq!(code, Some(i32::from(wrong)), "{place}: {said}");
                    outputs += 1;
                }
                Step::Block(kind, _) => assert_eq!(kind, "bid-part", "{place}"),
            }
        }
        assert!(files > 0 && outputs > 0, "{place} has no file that is run");
    }
    for wanted in ["new", "run", "check", "fmt", "test", "sim", "diff"] {
        assert!(commands.contains(wanted), "the guide does not show `bidlang {wanted}`");
    }
}

/// What a page says of its file in parts is in the file.
#[test]
fn parts_of_the_guide_are_parts_of_its_files() {
    let mut parts = 0;
    for page in pages() {
        let steps = steps(&std::fs::read_to_string(&page).unwrap());
        let whole: String = steps
            .iter()
            .filter_map(|step| {
                if let Step::Block(kind, text) = step { (kind == "bid").then_some(text.as_str()) } else { None }
            })
            .collect();
        for step in &steps {
            if let Step::Block(kind, text) = step
                && kind == "bid-part"
            {
                parts += 1;
                for line in text.lines() {
                    assert!(
                        whole.lines().any(|other| other == line),
                        "{}: `{line}` is not in the file",
                        page.display()
                    );
                }
            }
        }
    }
    assert!(parts >= 8, "only {parts} parts");
}

#[test]
fn the_guide_leads_to_its_pages() {
    let contents = std::fs::read_to_string(root().join("docs/guide/README.md")).unwrap();
    for page in pages() {
        let name = page.file_name().unwrap().to_string_lossy().into_owned();
        assert!(contents.contains(&format!("({name})")), "{name}");
    }
    for page in ["README.md", "docs/language/README.md"] {
        assert!(std::fs::read_to_string(root().join(page)).unwrap().contains("guide/README.md"), "{page}");
    }
}
