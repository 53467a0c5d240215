//! The rules files of this repository.

use std::path::{Path, PathBuf};

use bidlang::Game;
use bidlang::loader::{Loader, Missing, Source};
use bidlang::syntax::parse;
use bidlang::syntax::tree::{Item, TestItem};

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

/// The rules files right in a folder of the repository, in order; `least` is how few would mean that they are not found.
pub fn rules_files(folder: &str, least: usize) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path());
    let mut found: Vec<_> = entries.filter(|path| path.extension().is_some_and(|ending| ending == "bid")).collect();
    assert!(found.len() >= least, "only {} rules files in {folder}", found.len());
    found.sort();
    found
}

fn name(path: &Path) -> String {
    path.file_stem().unwrap().to_string_lossy().into_owned()
}

fn read(path: &Path) -> Game {
    let text = std::fs::read_to_string(path).unwrap_or_else(|_| panic!("{} is missing", path.display()));
    let name = path.display().to_string();
    Game::read(&name, &text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// A shipped game.
pub fn game(name: &str) -> Game {
    read(&root().join("games").join(format!("{name}.bid")))
}

/// The names of all shipped games.
pub fn games() -> Vec<String> {
    rules_files("games", 5).iter().map(|path| name(path)).collect()
}

/// The rules files of `games` by name.
pub fn shipped() -> Vec<(String, Game)> {
    rules_files("games", 5).iter().map(|path| (name(path), read(path))).collect()
}

/// The rules files of `games/classics` by name.
pub fn classics() -> Vec<(String, Game)> {
    rules_files("games/classics", 10).iter().map(|path| (name(path), read(path))).collect()
}

/// The rules files of `games/variants` by name.
pub fn variants() -> Vec<(String, Game)> {
    let load = |path: &PathBuf| {
        let name = name(path);
        let game = Game::load(&source(path), &Folders).unwrap_or_else(|error| panic!("{name}: {error}"));
        (name, game)
    };
    rules_files("games/variants", 10).iter().map(load).collect()
}

/// The sound files of the corpus by path.
pub fn sound() -> Vec<(String, Game)> {
    rules_files("tests/corpus/sound", 6).iter().map(|path| (path.display().to_string(), read(path))).collect()
}

/// Every rules file that can be played: shipped games, classics, variants and the sound files of the corpus.
pub fn all() -> Vec<(String, Game)> {
    shipped().into_iter().chain(classics()).chain(variants()).chain(sound()).collect()
}

/// The scripted games in a text.
pub fn scripts(text: &str) -> Vec<TestItem> {
    let (file, problems) = parse(text);
    assert!(problems.is_empty(), "{problems:#?}\n{text}");
    file.items.into_iter().filter_map(|item| if let Item::Test(test) = item { Some(test) } else { None }).collect()
}

/// Rules files of this repository as a loader: bases beside a file and in the folders above it.
#[derive(Debug)]
pub struct Folders;

impl Loader for Folders {
    fn base(&self, from: &str, name: &str) -> Result<Source, Missing> {
        let found = Path::new(from).ancestors().skip(1).map(|folder| folder.join(format!("{name}.bid")));
        match found.into_iter().find(|path| path.is_file()) {
            Some(path) => Ok(source(&path)),
            None => Err(Missing::Unknown(Vec::new())),
        }
    }

    fn library(&self, _: &str, _: &str) -> Result<Source, Missing> {
        Err(Missing::Unknown(Vec::new()))
    }
}

/// A rules file of this repository.
pub fn source(path: &Path) -> Source {
    let text = std::fs::read_to_string(path).unwrap_or_else(|_| panic!("{} is missing", path.display()));
    Source { key: path.display().to_string(), name: path.file_name().unwrap().to_string_lossy().into_owned(), text }
}
