//! Rules files on the disk, and those that come with bidlang. A game may name files of its own project only: the folder of its rules file
//! and those above it, as far up as they hold rules files; and the games that come with bidlang, where the project has none of that name.

use std::path::{Component, Path, PathBuf};

use bidlang::diagnostic::Diagnostic;
use bidlang::loader::{self, Loader, Missing, Source};
use bidlang_games::Shipped;

use crate::text::Text;

/// Bases and libraries on the disk.
#[derive(Debug, Clone, Copy)]
pub struct Disk {
    /// Reads a file.
    pub read: fn(&Path) -> Result<Text, Diagnostic>,
    /// Whether bases outside of the project may be read.
    pub outside: bool,
}

/// What stands before the name of a shipped game, where another has the path of its file.
const SHIPPED: &str = "shipped:";

/// Where a rules file is that somebody names.
#[derive(Debug, Clone)]
pub enum Found {
    /// On the disk, under this path; or `-`, or nowhere, as reading it will tell.
    Disk(PathBuf),
    /// It comes with bidlang.
    Shipped(&'static Shipped),
    /// A library that comes with bidlang.
    Library(Source),
}

/// Finds a rules file: what is on the disk under its name, with or without `.bid`, comes before what is shipped.
#[must_use]
pub fn find(path: &Path) -> Found {
    if path == Path::new("-") || path.exists() {
        return Found::Disk(path.to_path_buf());
    }
    let mut longer = path.to_path_buf();
    longer.as_mut_os_string().push(".bid");
    if longer.is_file() {
        return Found::Disk(longer);
    }
    let name = path.to_str().filter(|_| path.components().count() == 1);
    let shipped = name.and_then(bidlang_games::called).map(Found::Shipped);
    let library =
        || name.and_then(|name| loader::shipped(name.strip_suffix(".bid").unwrap_or(name))).map(Found::Library);
    shipped.or_else(library).unwrap_or_else(|| Found::Disk(path.to_path_buf()))
}

/// A text as a source; what is read from standard input lies in no folder.
#[must_use]
pub fn source(path: &Path, text: &Text) -> Source {
    let path = match find(path) {
        Found::Disk(path) => path,
        Found::Shipped(shipped) => return from_ship(shipped),
        Found::Library(library) => return library,
    };
    let key = path.canonicalize().map_or_else(|_| text.name.clone(), |path| path.display().to_string());
    Source { key, name: text.name.clone(), text: text.text.clone() }
}

/// A game that comes with bidlang.
#[must_use]
pub fn from_ship(shipped: &Shipped) -> Source {
    let (key, name) = (format!("{SHIPPED}{}", shipped.name), shipped.name.to_owned());
    Source { key, name, text: shipped.text.to_owned() }
}

/// The shipped game that a base's name means; a folder may stand before it.
fn shipped(name: &str) -> Option<Source> {
    let (folder, stem) = name.rsplit_once('/').unwrap_or(("", name));
    let found = bidlang_games::called(stem).filter(|found| folder.is_empty() || found.folder == folder);
    found.map(from_ship)
}

fn holds_rules(folder: &Path) -> bool {
    std::fs::read_dir(folder).is_ok_and(|entries| {
        entries.filter_map(Result::ok).any(|entry| entry.path().extension().is_some_and(|ending| ending == "bid"))
    })
}

/// The folder of a file and those above it that belong to its project, nearest first.
fn project(file: &Path) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = Vec::new();
    for folder in file.ancestors().skip(1) {
        if !folders.is_empty() && !holds_rules(folder) {
            break;
        }
        folders.push(folder.to_path_buf());
    }
    folders
}

/// The spellings of a file's name: `-` and `_` are alike.
fn spellings(name: &str) -> Vec<String> {
    let mut found = vec![name.to_owned(), name.replace('-', "_"), name.replace('_', "-")];
    found.dedup();
    found
}

fn stems(folder: &Path, before: &str, found: &mut Vec<String>) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
    let rules = entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|ending| ending == "bid"));
    found.extend(rules.filter_map(|path| Some(format!("{before}{}", path.file_stem()?.to_string_lossy()))));
}

fn show(path: &Path) -> String {
    let here = std::env::current_dir().ok().and_then(|here| here.canonicalize().ok());
    here.and_then(|here| path.strip_prefix(here).ok().map(Path::to_path_buf))
        .unwrap_or_else(|| path.to_path_buf())
        .display()
        .to_string()
}

impl Disk {
    /// Reads a file that was found, if it lies in the project.
    fn take(&self, path: &Path, folders: &[PathBuf]) -> Result<Source, Missing> {
        let unreadable = |problem: &Diagnostic| Missing::Unreadable(problem.message.clone());
        let whole = path.canonicalize().map_err(|error| Missing::Unreadable(error.to_string()))?;
        // The outermost folder holds all of the project; a link may lead out of it.
        if let Some(root) = folders.last()
            && !whole.starts_with(root)
            && !self.outside
        {
            return Err(Missing::Outside(show(root)));
        }
        let text = (self.read)(&whole).map_err(|problem| unreadable(&problem))?;
        Ok(Source { key: whole.display().to_string(), name: show(&whole), text: text.text })
    }
}

impl Loader for Disk {
    fn base(&self, from: &str, name: &str) -> Result<Source, Missing> {
        if let Some(from) = from.strip_prefix(SHIPPED) {
            let others = bidlang_games::ALL.iter().map(|other| other.name.to_owned()).filter(|other| other != from);
            return shipped(name).ok_or_else(|| Missing::Unknown(others.collect()));
        }
        let file = Path::new(from);
        if !file.is_absolute() {
            return shipped(name).ok_or(Missing::Alone);
        }
        let folders = project(file);
        let leads_out = Path::new(name).components().any(|part| !matches!(part, Component::Normal(_)));
        let places = if leads_out { folders.get(..1).unwrap_or_default() } else { folders.as_slice() };
        for folder in places {
            for spelling in spellings(name) {
                let path = folder.join(format!("{spelling}.bid"));
                // A variant that bears the name of its base means the shipped one.
                if path.is_file() && (path != file || shipped(name).is_none()) {
                    return self.take(&path, &folders);
                }
            }
        }
        if let Some(source) = shipped(name) {
            return Ok(source);
        }
        let mut known: Vec<String> = bidlang_games::ALL.iter().map(|shipped| shipped.name.to_owned()).collect();
        for folder in &folders {
            stems(folder, "", &mut known);
        }
        known.retain(|known| Some(known.as_str()) != file.file_stem().and_then(|stem| stem.to_str()));
        Err(Missing::Unknown(known))
    }

    fn library(&self, from: &str, name: &str) -> Result<Source, Missing> {
        let file = Path::new(from);
        if !file.is_absolute() {
            return Err(Missing::Alone);
        }
        let folders = project(file);
        let mut known = Vec::new();
        let plain = Path::new(name).components().count() == 1 && !name.starts_with(['.', '/', '\\']);
        for folder in &folders {
            let library = folder.join("library");
            for spelling in spellings(name).iter().filter(|_| plain) {
                let path = library.join(format!("{spelling}.bid"));
                if path.is_file() {
                    return self.take(&path, &folders);
                }
            }
            stems(&library, "", &mut known);
        }
        Err(Missing::Unknown(known))
    }
}
