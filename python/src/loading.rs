//! Rules files on the disk, and those that come with bidlang.

use std::path::{Component, Path, PathBuf};

use bidlang::loader::{Loader, Missing, Source};
use bidlang_games::Shipped;

/// Bases and libraries beside a file and in the folders above it, as far up as they hold rules files; then the games that come with
/// bidlang.
pub struct Disk;

/// What stands before the name of a shipped game, where another has the path of its file.
const SHIPPED: &str = "shipped:";

/// The largest file that is read.
const LARGEST: u64 = 16 << 20;

/// A rules file by its path, or else by the name of a game that comes with bidlang.
///
/// # Errors
/// Why there is none.
pub fn find(name: &str) -> Result<Source, String> {
    let path = Path::new(name);
    if !path.is_file() {
        let stem = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        let plain = path.components().count() == 1;
        return match bidlang_games::called(&stem).filter(|_| plain) {
            Some(found) => Ok(from_ship(found)),
            None => Err(format!(
                "{name}: there is no such file, and no game of this name comes with bidlang; `bidlang.shipped()` lists those that do"
            )),
        };
    }
    read(path).ok_or_else(|| format!("{name}: the file cannot be read as text in UTF-8 of at most 16 MiB"))
}

fn read(path: &Path) -> Option<Source> {
    if path.metadata().ok()?.len() > LARGEST {
        return None;
    }
    let text = std::fs::read_to_string(path).ok()?;
    let key = path.canonicalize().ok()?.display().to_string();
    Some(Source { key, name: path.display().to_string(), text })
}

fn from_ship(shipped: &Shipped) -> Source {
    let (key, name) = (format!("{SHIPPED}{}", shipped.name), format!("{}.bid", shipped.name));
    Source { key, name, text: shipped.text.to_owned() }
}

/// The folder of a file, and those above it that hold rules files, too.
fn project(from: &str) -> Vec<PathBuf> {
    let holds_rules = |folder: &Path| {
        std::fs::read_dir(folder).is_ok_and(|entries| {
            entries.filter_map(Result::ok).any(|entry| entry.path().extension().is_some_and(|ending| ending == "bid"))
        })
    };
    let above = Path::new(from).ancestors().skip(1);
    above.take_while(|folder| holds_rules(folder)).map(Path::to_path_buf).collect()
}

/// The first file of this name in a part of these folders.
fn beside(folders: &[PathBuf], part: &str, name: &str) -> Option<Result<Source, Missing>> {
    // A name leads to no other folder but by its own words.
    if Path::new(name).components().any(|part| !matches!(part, Component::Normal(_))) {
        return Some(Err(Missing::Outside(
            folders.first().map_or_else(String::new, |folder| folder.display().to_string()),
        )));
    }
    let spellings = [name.to_owned(), name.replace('-', "_"), name.replace('_', "-")];
    let mut paths =
        folders.iter().flat_map(|folder| spellings.iter().map(|name| folder.join(part).join(format!("{name}.bid"))));
    let path = paths.find(|path| path.is_file())?;
    Some(
        inside(&path, folders)
            .and_then(|()| read(&path).ok_or_else(|| Missing::Unreadable(path.display().to_string()))),
    )
}

/// Refuses a file to which a link leads out of the project: the outermost folder holds all of it.
fn inside(path: &Path, folders: &[PathBuf]) -> Result<(), Missing> {
    let whole = |path: &Path| path.canonicalize().map_err(|error| Missing::Unreadable(error.to_string()));
    let Some(root) = folders.last() else { return Ok(()) };
    let root = whole(root)?;
    if whole(path)?.starts_with(&root) { Ok(()) } else { Err(Missing::Outside(root.display().to_string())) }
}

impl Loader for Disk {
    fn base(&self, from: &str, name: &str) -> Result<Source, Missing> {
        if let Some(found) = beside(&project(from), "", name) {
            return found;
        }
        let (folder, stem) = name.rsplit_once('/').unwrap_or(("", name));
        let found = bidlang_games::called(stem).filter(|found| folder.is_empty() || found.folder == folder);
        let known = || bidlang_games::ALL.iter().map(|game| game.name.to_owned()).collect();
        found.map(from_ship).ok_or_else(|| Missing::Unknown(known()))
    }

    fn library(&self, from: &str, name: &str) -> Result<Source, Missing> {
        beside(&project(from), "library", name).unwrap_or(Err(Missing::Unknown(Vec::new())))
    }
}
