//! Games with all their scripted games: those in the rules file, and those in files that are for it.

use std::path::{Path, PathBuf};

use bidlang::Game;
use bidlang::syntax::tree::{File, Item, TestItem};
use bidlang_lab::script;

use super::{Args, base_of, game_of, is_library, judge, load};
use crate::files::{self, Text};
use crate::{End, loader, report};

/// A file with scripted games.
pub struct Script {
    pub path: PathBuf,
    pub text: Text,
    pub file: File,
}

/// A game with its scripted games.
pub struct Suite {
    pub path: PathBuf,
    pub text: Text,
    pub scripts: Vec<Script>,
}

impl Suite {
    /// The rules file, read and checked; it was without problems before.
    pub fn game(&self) -> Option<Game> {
        loader::load(&self.path, &self.text).ok()
    }

    /// All scripted games with the path of their file.
    pub fn tests<'s>(&'s self, args: &'s Args) -> impl Iterator<Item = (&'s Script, &'s TestItem)> {
        let wanted =
            |test: &TestItem| args.filter.as_ref().is_none_or(|filter| test.name.text.contains(filter.as_str()));
        self.scripts.iter().flat_map(move |script| {
            let tests = script.file.items.iter();
            let tests = tests.filter_map(|item| if let Item::Test(test) = item { Some(test) } else { None });
            tests.filter(move |test| wanted(test)).map(move |test| (script, test))
        })
    }

    /// Whether all scripted games pass; those that do not are told.
    pub fn passes(&self, args: &Args, game: &Game) -> bool {
        let mut passes = true;
        for (script, test) in self.tests(args) {
            let problems = judge(args, &script.path, test, script::play(game, test));
            if !problems.is_empty() {
                passes = false;
                crate::output::note(&format!("FAILED  {}: {}", script.path.display(), test.name.text));
                report::problems(&script.text, &problems);
            }
        }
        passes
    }
}

/// Files of scripted games for a rules file, beside it or in a folder `tests`.
pub fn scripts_for(game: &Path) -> Vec<PathBuf> {
    let folder = game.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    let stem = game.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let mut found = Vec::new();
    for folder in [folder.to_path_buf(), folder.join("tests")] {
        let entries = std::fs::read_dir(&folder).into_iter().flatten().filter_map(Result::ok);
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        paths.sort();
        paths.retain(|path| path.extension().is_some_and(|ending| ending == "bid"));
        let is_for = |path: &PathBuf| {
            files::read(path).is_ok_and(|text| base_of(&text.text) == Some(stem.as_str()))
                && game_of(path, &stem).is_some_and(|other| same(&other, game))
        };
        found.extend(paths.into_iter().filter(is_for));
    }
    found
}

/// Whether two paths lead to the same file.
pub fn same(a: &Path, b: &Path) -> bool {
    a == b || matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}

/// The games of the paths, each once, with all scripted games that are for them. What cannot be read or is wrong is told, and says
/// how the command ends.
pub fn gather(args: &Args) -> (Vec<Suite>, End) {
    let mut games: Vec<(PathBuf, Option<Text>)> = Vec::new();
    let mut end = End::Fine;
    let files = match files::rules_files(&args.paths) {
        Ok(files) => files,
        Err(problem) => {
            report::plain(&problem);
            return (Vec::new(), End::Usage);
        }
    };
    for path in files {
        let text = match files::read(&path) {
            Ok(text) => text,
            Err(problem) => {
                report::plain(&problem);
                end = End::Usage;
                continue;
            }
        };
        let game = match base_of(&text.text) {
            _ if is_library(&text.text) => continue,
            None => (path, Some(text)),
            Some(base) => match game_of(&path, base) {
                Some(game) => (game, None),
                None => {
                    report::problems(&text, &super::problems(&path, &text));
                    end = End::Findings;
                    continue;
                }
            },
        };
        if !games.iter().any(|(other, _)| same(other, &game.0)) {
            games.push(game);
        }
    }
    let mut suites = Vec::new();
    for (game, text) in games {
        match suite(game, text) {
            Ok(suite) => suites.push(suite),
            Err(worse) => end = worse,
        }
    }
    (suites, end)
}

fn read(path: &Path) -> Result<Text, End> {
    files::read(path).map_err(|problem| {
        report::plain(&problem);
        End::Usage
    })
}

fn suite(path: PathBuf, text: Option<Text>) -> Result<Suite, End> {
    let text = text.map_or_else(|| read(&path), Ok)?;
    loader::load(&path, &text).map_err(|error| report::error(&error))?;
    let mut suite = Suite { path, text, scripts: Vec::new() };
    let (own, _) = bidlang::syntax::parse(&suite.text.text);
    let copy = Text { name: suite.text.name.clone(), text: suite.text.text.clone(), mark: suite.text.mark };
    suite.scripts.push(Script { path: suite.path.clone(), text: copy, file: own });
    for path in scripts_for(&suite.path) {
        let text = read(&path)?;
        let script = load(&path, &text).map_err(|problems| {
            report::problems(&text, &problems);
            End::Findings
        })?;
        suite.scripts.push(Script { path, text, file: script.file });
    }
    Ok(suite)
}
