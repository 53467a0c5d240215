//! Real files, from which changed ones are made.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use bidlang::{Game, Recorder, Setup};

use crate::{Folders, play_some, root, source};

/// The rules files under a folder, those of folders in it too.
fn under(folder: &Path, found: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            under(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "bid") {
            found.push(path);
        }
    }
}

fn texts(folders: &[&str]) -> Vec<String> {
    let mut paths = Vec::new();
    folders.iter().for_each(|folder| under(&root().join(folder), &mut paths));
    let mut texts: Vec<String> = paths.iter().map(|path| std::fs::read_to_string(path).unwrap_or_default()).collect();
    texts.retain(|text| text.len() < 20_000);
    texts
}

/// Every rules file of the repository: games, scripts, variants, libraries, and those of the corpus.
pub static ALL: LazyLock<Vec<String>> = LazyLock::new(|| texts(&["games", "tests/corpus", "cli/templates"]));

/// Short pieces of rules files: a line at the left edge with one or two lines of those under it.
pub static LINES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut found = Vec::new();
    for text in ALL.iter() {
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        let mut head = "";
        for (number, line) in lines.iter().enumerate() {
            if line.starts_with(' ') {
                let next = lines.get(number + 1).filter(|next| next.starts_with("   ")).unwrap_or(&"");
                found.push(format!("{head}\n{line}\n{next}\n"));
            } else {
                head = line;
                found.push(format!("{line}\n"));
            }
        }
    }
    found.sort();
    found.dedup();
    found
});

/// Rules files that are accepted and stand alone.
pub static SOUND: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut texts = texts(&["games", "tests/corpus/sound", "cli/templates"]);
    texts.retain(|text| Game::read("sound.bid", text).is_ok());
    texts
});

/// Variants, those that are refused too.
pub static VARIANTS: LazyLock<Vec<String>> = LazyLock::new(|| texts(&["games/variants", "tests/corpus/variants"]));

/// A game with its scripted games and a record.
pub struct Scripted {
    /// The game.
    pub game: Game,
    /// The text of its `test` blocks, in the file and beside it.
    pub scripts: String,
    /// Records of random games.
    pub records: Vec<String>,
}

/// Games with scripts and records.
pub static SCRIPTED: LazyLock<Vec<Scripted>> = LazyLock::new(|| {
    let mut paths = Vec::new();
    ["games", "tests/corpus/sound"].iter().for_each(|folder| under(&root().join(folder), &mut paths));
    let with_scripts = |path: &PathBuf| {
        let game = Game::load(&source(path), &Folders).ok()?;
        let beside = path.parent()?.join("tests").join(path.file_name()?);
        let own = std::fs::read_to_string(path).ok()?;
        let own = own.find("\ntest ").and_then(|at| own.get(at + 1..)).unwrap_or("").to_owned();
        let beside = std::fs::read_to_string(beside).unwrap_or_default();
        let scripts = own + beside.find("\ntest ").and_then(|at| beside.get(at + 1..)).unwrap_or("");
        let records = records(&game);
        (!scripts.is_empty()).then_some(Scripted { game, scripts, records })
    };
    paths.iter().filter_map(with_scripts).collect()
});

/// The beginning of a record of a game.
fn records(game: &Game) -> Vec<String> {
    let Ok(prepared) = game.prepare(&Setup::default()) else { return Vec::new() };
    let mut lines = Vec::new();
    let mut recorder = Recorder::new(&prepared, 1, None, |line| lines.push(line));
    // A fault of the rules is as good an end as any.
    let _ = play_some(&prepared, 1, 20, &mut recorder, |_, _, _| {});
    vec![lines.join("\n")]
}

/// Games on which changed variants stand, by name.
pub static BASES: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    let mut paths = Vec::new();
    ["games", "tests/corpus/variants/shelf"].iter().for_each(|folder| under(&root().join(folder), &mut paths));
    let named = |path: &PathBuf| {
        let name = path.file_stem()?.to_string_lossy().into_owned();
        Some((name, std::fs::read_to_string(path).ok()?))
    };
    let mut found: Vec<(String, String)> = paths.iter().filter_map(named).collect();
    found.retain(|(_, text)| !text.starts_with("tests for"));
    found
});
