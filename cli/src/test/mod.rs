//! `bidlang test [PATHS]`

mod coverage;
mod mutate;
mod suites;

use std::path::{Path, PathBuf};

use bidlang::diagnostic::{Code, Diagnostic, Span};
use bidlang::syntax::tree::{File, Item, TestItem};
use bidlang::{Error, Game};
use bidlang_lab::script::{self, Outcome};

use crate::files::{self, Text};
use crate::{End, counts, loader, output, report, written};

/// Plays scripted games.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Rules files and scripts, or folders of them
    #[arg(default_value = "games")]
    paths: Vec<PathBuf>,
    /// Only tests whose name has these words in it
    #[arg(long, value_name = "WORDS")]
    filter: Option<String>,
    /// Write the transcripts of tests that ask for a snapshot, instead of comparing them
    #[arg(long)]
    update: bool,
    /// Say nothing but failures and the summary
    #[arg(long, short)]
    quiet: bool,
    /// Show which lines no scripted game and no random game has ever reached
    #[arg(long, conflicts_with_all = ["update", "mutate"])]
    coverage: bool,
    /// Change one thing at a time in the rules and tell which changes no scripted game notices
    #[arg(long, conflicts_with = "update")]
    mutate: bool,
    /// With `--coverage`: random games of each setup; 20 where nothing is said
    #[arg(long, value_name = "N", requires = "coverage", value_parser = clap::value_parser!(u64).range(0..=100_000))]
    games: Option<u64>,
    /// With `--coverage` and `--mutate`: the seed of the first random game, or of the sample; 1 where nothing is said
    #[arg(long, short, value_name = "S", allow_negative_numbers = true, value_parser = counts::seed)]
    seed: Option<u64>,
    /// With `--mutate`: at most so many changes of each game, drawn at random from all
    #[arg(long, value_name = "N", requires = "mutate")]
    mutants: Option<usize>,
    /// With `--mutate`: so many threads; as many as there are cores where nothing is said
    #[arg(long, short, value_name = "N", requires = "mutate", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// With `--coverage` and `--mutate`: how the result is shown
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// With `--coverage`: show every line, not only those with a mark
    #[arg(long, requires = "coverage")]
    all_lines: bool,
    /// With `--coverage` and `--mutate`: exit code 1 if some game has less than so many percent
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    fail_under: Option<f64>,
}

/// How coverage and changes are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// With the lines of the file
    Human,
    /// One JSON object
    Json,
}

fn percent(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(percent) if (0.0..=100.0).contains(&percent) => Ok(percent),
        _ => Err("a number from 0 to 100 is wanted".to_owned()),
    }
}

/// Flags that mean nothing where scripted games are only played.
fn stray_flag(args: &Args) -> Option<&'static str> {
    if args.coverage || args.mutate {
        return None;
    }
    let said = [
        (args.seed.is_some(), "--seed"),
        (args.fail_under.is_some(), "--fail-under"),
        (args.format != Format::Human, "--format"),
    ];
    said.into_iter().find_map(|(said, flag)| said.then_some(flag))
}

/// The first line that is no note.
fn first_line(text: &str) -> Option<&str> {
    text.lines().map(|line| line.split('#').next().unwrap_or("").trim()).find(|line| !line.is_empty())
}

/// The name after `tests for` on the first line of a script that stands beside its game.
pub fn base_of(text: &str) -> Option<&str> {
    first_line(text)?.strip_prefix("tests for ").map(str::trim)
}

/// A script with the game that it is for.
struct Script {
    game: Game,
    file: File,
}

/// The rules file that a script is for: in the same folder, or in the one above it.
fn game_of(script: &Path, base: &str) -> Option<PathBuf> {
    let folder = script.parent().unwrap_or(Path::new("."));
    let name = format!("{base}.bid");
    let above = match folder.parent() {
        Some(above) if folder.file_name().is_some() => above.to_path_buf(),
        _ => folder.join(".."),
    };
    let is_game = |game: &PathBuf| files::read(game).is_ok_and(|text| base_of(&text.text).is_none());
    [folder.join(&name), above.join(&name)].into_iter().find(is_game)
}

fn is_library(text: &str) -> bool {
    first_line(text).is_some_and(|line| line.starts_with("library "))
}

/// The problems of a file as those of its scripts; some that lie in other files than the one that is tested are told as one.
fn own_problems(error: &Error, name: &str) -> Vec<Diagnostic> {
    let own = |span: Span| error.sources().is_none_or(|sources| sources.file_of(span) == 0);
    if !error.problems().iter().all(|problem| own(problem.span())) {
        return vec![loader::has_problems(name, error.problems().len(), Span::default())];
    }
    let mut problems = error.problems().to_vec();
    problems.iter_mut().for_each(|problem| problem.labels.retain(|label| own(label.span)));
    problems
}

/// Reads the game that a script is for; problems of the script point into it, those of the game are told as one.
fn load(path: &Path, text: &Text) -> Result<Script, Vec<Diagnostic>> {
    let (file, problems) = bidlang::syntax::parse(&text.text);
    if !problems.is_empty() {
        return Err(problems);
    }
    let Some(base) = base_of(&text.text) else {
        let game = loader::load(path, text).map_err(|error| own_problems(&error, &text.name))?;
        report::told(&game.sources, &game.warnings());
        return Ok(Script { game, file });
    };
    let here = file
        .items
        .iter()
        .find_map(|item| if let Item::Header { word, text } = item { Some(word.span.to(text.span)) } else { None })
        .unwrap_or_default();
    let stray = file.items.iter().find(|item| !matches!(item, Item::Header { .. } | Item::Test(_)));
    if stray.is_some() {
        return Err(vec![
            Diagnostic::new(Code::MisplacedPart, here, "a file of tests holds nothing but tests")
                .help("put rules into the game's own file"),
        ]);
    }
    let Some(game) = game_of(path, base) else {
        return Err(vec![
            Diagnostic::new(Code::NoSuchGame, here, format!("there is no `{base}.bid` beside this script"))
                .help("name the rules file without `.bid`, as in `tests for night_market`"),
        ]);
    };
    let found = files::read(&game).map_err(|problem| vec![problem])?;
    let game = loader::load(&game, &found)
        .map_err(|error| vec![loader::has_problems(&found.name, error.problems().len(), here)])?;
    Ok(Script { game, file })
}

/// Problems by which a scripted game cannot be played at all: it speaks of seats, cards, options and places that its game has not.
/// What comes out otherwise than it expects is left to `bidlang test`.
const CANNOT_APPLY: [Code; 21] = [
    Code::BadRange,
    Code::CardTwice,
    Code::GivenIsLost,
    Code::NeverDealt,
    Code::NotATrack,
    Code::NotAPlace,
    Code::NotDrawn,
    Code::NotEmpty,
    Code::NothingForced,
    Code::PlayerCount,
    Code::RefusedOptions,
    Code::Type,
    Code::TooManyCards,
    Code::UnknownAttribute,
    Code::UnknownCard,
    Code::UnknownName,
    Code::UnknownOption,
    Code::UnknownOptionValue,
    Code::UnknownPhase,
    Code::UnknownSeat,
    Code::UnknownValue,
];

/// Problems of scripts that show without knowing what they expect: they do not fit their game.
pub fn problems(path: &Path, text: &Text) -> Vec<Diagnostic> {
    match load(path, text) {
        Err(problems) => problems,
        Ok(script) => that_cannot_apply(&script.game, &script.file),
    }
}

/// The scripted games of a file that cannot be played at all.
pub fn that_cannot_apply(game: &Game, file: &File) -> Vec<Diagnostic> {
    let tests = file.items.iter().filter_map(|item| if let Item::Test(test) = item { Some(test) } else { None });
    let failures = tests.flat_map(|test| script::play(game, test).failures);
    failures.filter(|failure| CANNOT_APPLY.contains(&failure.code)).collect()
}

pub fn run(args: &Args) -> End {
    if let Some(flag) = stray_flag(args) {
        let problem =
            Diagnostic::new(Code::Usage, Span::default(), format!("`{flag}` goes with `--coverage` or `--mutate`"));
        report::plain(&problem.help("add one of them, or leave the flag out"));
        return End::Usage;
    }
    if args.coverage {
        return coverage::run(args);
    }
    if args.mutate {
        return mutate::run(args);
    }
    let mut files = match files::rules_files(&args.paths) {
        Ok(files) => files,
        Err(problem) => {
            report::plain(&problem);
            return End::Usage;
        }
    };
    // Who names a game means the scripted games that stand beside it, too.
    for script in args.paths.iter().filter(|path| path.is_file()).flat_map(|path| suites::scripts_for(path)) {
        if !files.iter().any(|known| suites::same(known, &script)) {
            files.push(script);
        }
    }
    let (mut passed, mut failed) = (0, 0);
    let mut end = End::Fine;
    for path in &files {
        let Ok(text) = report::read(path) else {
            end = End::Usage;
            continue;
        };
        // A library is no game, so it has no scripted games.
        if is_library(&text.text) {
            continue;
        }
        let script = match load(path, &text) {
            Ok(script) => script,
            Err(problems) => {
                report::problems(&text, &problems);
                failed += 1;
                continue;
            }
        };
        for test in
            script.file.items.iter().filter_map(|item| if let Item::Test(test) = item { Some(test) } else { None })
        {
            if args.filter.as_ref().is_some_and(|filter| !test.name.text.contains(filter.as_str())) {
                continue;
            }
            let outcome = script::play(&script.game, test);
            let problems = judge(args, path, test, outcome);
            let name = format!("{}: {}", path.display(), test.name.text);
            if problems.is_empty() {
                passed += 1;
                if !args.quiet {
                    output::line(&format!("ok      {name}"));
                }
            } else {
                failed += 1;
                output::line(&format!("FAILED  {name}"));
                report::problems(&text, &problems);
            }
        }
    }
    output::line(&format!("{passed} passed, {failed} failed"));
    if failed > 0 && end == End::Fine { End::Findings } else { end }
}

fn judge(args: &Args, path: &Path, test: &TestItem, outcome: Outcome) -> Vec<Diagnostic> {
    let mut problems = outcome.failures;
    if outcome.snapshot && problems.is_empty() {
        let kept = snapshot_path(path, &outcome.name);
        if args.update {
            problems.extend(write_snapshot(&kept, path, &outcome.transcript).err());
        } else {
            problems.extend(compare(&kept, test.name.span, &outcome.transcript));
        }
    }
    problems
}

/// `games/snapshots/night_market_tests__a_tie_goes_to_the_earliest.snap`
fn snapshot_path(path: &Path, test: &str) -> PathBuf {
    let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let slug: String = test.chars().map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '_' }).collect();
    let folder = path.parent().unwrap_or(Path::new("."));
    folder.join("snapshots").join(format!("{stem}__{slug}.snap"))
}

/// Snapshots are kept in the format of insta, so that its tools show and accept them too.
fn write_snapshot(kept: &Path, script: &Path, transcript: &str) -> Result<(), Diagnostic> {
    if let Some(folder) = kept.parent() {
        std::fs::create_dir_all(folder).map_err(|error| {
            Diagnostic::new(Code::CannotWrite, Span::default(), format!("{}: {error}", folder.display()))
        })?;
    }
    let name = script.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    written::write(kept, &format!("---\nsource: {name}\n---\n{transcript}"))
}

fn compare(kept: &Path, span: Span, transcript: &str) -> Option<Diagnostic> {
    let Ok(Text { text, .. }) = files::read_up_to(kept, files::LONGEST_RECORD) else {
        return Some(
            Diagnostic::new(Code::NoSnapshot, span, format!("there is no transcript at {}", kept.display()))
                .help("run `bidlang test --update`, and read what it wrote"),
        );
    };
    let wanted =
        text.strip_prefix("---\n").and_then(|rest| rest.split_once("---\n")).map_or(text.as_str(), |(_, body)| body);
    if wanted.trim_end() == transcript.trim_end() {
        return None;
    }
    let differs = wanted.trim_end().lines().zip(transcript.trim_end().lines()).position(|(a, b)| a != b);
    let at = differs.unwrap_or_else(|| wanted.trim_end().lines().count().min(transcript.trim_end().lines().count()));
    let was = wanted.lines().nth(at).unwrap_or("(nothing)");
    let is = transcript.lines().nth(at).unwrap_or("(nothing)");
    Some(
        Diagnostic::new(
            Code::Snapshot,
            span,
            format!("the transcript differs from {} in line {}", kept.display(), at + 1),
        )
        .help(format!("kept: {was}\nnow:  {is}\nif the new one is right, run `bidlang test --update`")),
    )
}
