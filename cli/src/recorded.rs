//! A recorded game and the rules by which it was played.

use std::path::{Path, PathBuf};

use bidlang::diagnostic::{Code, Diagnostic, Span};
use bidlang::{Game, Prepared, Replay};
use clap::ValueEnum;

use crate::run::usage;
use crate::seats::no_seat;
use crate::{End, files, loader, report};

/// Which record, by which rules, and how what is found is told.
#[derive(Debug, clap::Args)]
pub struct Of {
    /// The record of a game, as `bidlang run --record` writes it; `-` is standard input
    record: PathBuf,
    /// The rules file of the record; looked for beside the record, here and in `games` where nothing is said
    #[arg(long, value_name = "FILE")]
    rules: Option<PathBuf>,
    /// Text for people, or JSON
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

/// How what is found is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// For programs
    Json,
}

/// A record that was read, with its game.
pub struct Recorded {
    /// The file, as it is told.
    pub name: String,
    /// What it says.
    pub replay: Replay,
    /// The rules.
    pub game: Game,
    /// For the setup of the record.
    pub prepared: Prepared,
}

/// Tells a problem; the call was wrong.
pub fn told<T>(found: Result<T, Diagnostic>) -> Result<T, End> {
    found.map_err(|problem| {
        report::plain(&problem);
        End::Usage
    })
}

impl Recorded {
    /// Reads a record, and the rules file that is named, or that is looked for. What is wrong was told.
    ///
    /// # Errors
    /// How the command ends.
    pub fn read(of: &Of) -> Result<Self, End> {
        let text = told(files::read_up_to(&of.record, files::LONGEST_RECORD))?;
        let replay = Replay::read(&text.text).map_err(|error| report::error(&error))?;
        let game = match &of.rules {
            Some(path) => loader::game(path)?,
            None => told(find_rules(&of.record, &replay))?,
        };
        let prepared = game.prepare_replay(&replay).map_err(|error| report::error(&error))?;
        Ok(Self { name: text.name, replay, game, prepared })
    }

    /// Whether a seat, from 1, sits at the table.
    ///
    /// # Errors
    /// Where it does not: the call was wrong.
    pub fn has_seat(&self, seat: Option<u8>) -> Result<(), End> {
        match seat.filter(|seat| *seat > self.replay.players) {
            Some(seat) => told(Err(usage(no_seat(seat, self.replay.players)))),
            None => Ok(()),
        }
    }
}

/// The rules file by which a record was made: beside the record, in this folder, under `games`, or among those that come with bidlang.
fn find_rules(record: &Path, replay: &Replay) -> Result<Game, Diagnostic> {
    let beside = record.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut paths: Vec<PathBuf> = Vec::new();
    for folder in [beside, Some(Path::new("."))].into_iter().flatten() {
        let found = std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok).map(|entry| entry.path());
        let mut found: Vec<PathBuf> =
            found.filter(|path| path.extension().is_some_and(|ending| ending == "bid")).collect();
        found.sort();
        // A file of this folder is named as people name it.
        paths.extend(
            found.into_iter().map(|path| path.strip_prefix(".").map_or_else(|_| path.clone(), Path::to_path_buf)),
        );
    }
    if Path::new("games").is_dir() {
        paths.extend(files::rules_files(&[PathBuf::from("games")])?);
    }
    paths.extend(bidlang_games::ALL.iter().map(|shipped| PathBuf::from(shipped.name)));
    let titles = [format!("game {}", replay.game), format!("variant {}", replay.game)];
    let is_of_title = |text: &str| {
        text.lines()
            .any(|line| titles.iter().any(|title| line.split('#').next().is_some_and(|line| line.trim() == title)))
    };
    let (mut other, mut seen) = (None, Vec::new());
    for path in paths {
        if seen.contains(&path) {
            continue;
        }
        seen.push(path.clone());
        let Ok(text) = files::read(&path) else { continue };
        if !is_of_title(&text.text) {
            continue;
        }
        match loader::load(&path, &text) {
            Ok(game) if game.hash() == replay.file => return Ok(game),
            _ => other = Some(path),
        }
    }
    let game = bidlang::diagnostic::printable(&replay.game);
    let problem = |message: String| Diagnostic::new(Code::OtherRules, Span::default(), message);
    Err(match other {
        Some(path) => problem(format!(
            "{} is the rules file of {game}, but not the version that the record was made by",
            path.display()
        ))
        .help("take the rules file as it was, unchanged, and name it with `--rules FILE`"),
        None => problem(format!("the rules file of {game} was not found"))
            .help("name it with `--rules FILE`; it is looked for beside the record, in this folder, under `games` and among what comes with bidlang"),
    })
}
