//! `bidlang sim FILE`: many games with players that choose at random or think, and what came of them.

mod assertion;
mod compare;
mod contrast;
pub mod csv;
mod end;
pub mod figures;
mod html;
#[cfg(feature = "parquet")]
mod parquet;
mod played;
mod plots;
pub mod progress;
mod rows;
pub mod setups;
mod tables;
pub mod text;
mod work;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use bidlang::diagnostic::{Code, Diagnostic, Span};
use bidlang::lower::Setup;
use bidlang::sources::Sources;
use bidlang::{Game, MOST_DECISIONS};
use bidlang_lab::sim::Counter;
use bidlang_players::{Goal, Level};
use clap::ValueEnum;
use serde_json::json;

use crate::written::{self, Written};
use crate::{End, counts, loader, output, report, seats};
use assertion::Assertion;
use contrast::contrast;
pub use played::{Played, Shown};
use progress::Progress;
use rows::{Head, Rows, Shape};
use work::{Ended, Job};

/// Plays many games.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The rules file; `-` is standard input
    pub file: PathBuf,
    /// How many games, of each setup
    #[arg(long, value_name = "N", default_value = "10k", value_parser = counts::games)]
    pub games: u64,
    /// How many players, or several counts separated by commas; the fewest that the game takes where nothing is said
    #[arg(long, short, value_name = "N,...", value_delimiter = ',')]
    pub players: Vec<u8>,
    /// A house rule with a value, or several separated by commas: every combination is played
    #[arg(long = "option", short = 'o', value_name = "NAME=VALUE,...", value_parser = seats::pair)]
    pub options: Vec<(String, String)>,
    /// The seed of the first game; the next has the next. Drawn from the clock where nothing is said, and printed
    #[arg(long, short, allow_negative_numbers = true, value_parser = counts::seed)]
    pub seed: Option<u64>,
    /// How many threads; as many as there are cores where nothing is said
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Play another rules file with the same seeds and say what differs
    #[arg(long, value_name = "OTHER", conflicts_with = "out")]
    pub compare: Option<PathBuf>,
    /// House rules of the game that is compared with; without --compare it is the same file
    #[arg(long, value_name = "NAME=VALUE", value_parser = seats::pair, conflicts_with = "out")]
    pub against: Vec<(String, String)>,
    /// A report for people, or for programs
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Write a row for each game to this file, which ends in .csv or .parquet
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Write a page with plots to this file
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Who plays all seats of which nothing else is said: random, easy, normal, hard, search:iterations=N (see docs/players.md)
    #[arg(long, value_name = "LEVEL", value_parser = seats::level, default_value = "random")]
    pub players_are: Usual,
    /// Who plays a seat, or several: `1=hard`, `2..4=normal`, `2..=normal`; may be given several times
    #[arg(long, value_name = "SEAT=LEVEL", value_parser = seats::leveled)]
    pub seat: Vec<seats::SomeSeats<Usual>>,
    /// What those who think are after: both, win, score, margin (see docs/players.md)
    #[arg(long, value_name = "GOAL", value_parser = seats::goal, default_value = "both")]
    pub goal: Goal,
    /// What has to hold, as in `seat_spread < 0.02`; may be given several times
    #[arg(long, value_name = "CONDITION", value_parser = assertion::parse)]
    pub assert: Vec<Assertion>,
    /// Most decisions before a game is stopped
    #[arg(long, value_name = "N", default_value_t = MOST_DECISIONS, value_parser = counts::limit)]
    pub decisions: u64,
    /// Neither progress nor rate
    #[arg(long, short)]
    pub quiet: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// Everything, for programs
    Json,
    /// The main figures, a row for each setup
    Csv,
}

/// How well seats are played of which nothing is said; none where any legal choice is taken.
type Usual = Option<Level>;

/// A wrong call.
pub fn usage(message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(Code::Usage, Span::default(), message)
}

/// What a call has at hand.
struct Call<'a> {
    args: &'a Args,
    shown: Shown,
    threads: usize,
    progress: Progress,
    interrupted: &'a Arc<AtomicBool>,
}

/// Runs the command.
pub fn run(args: &Args) -> End {
    match simulate(args) {
        Ok(end) | Err(end) => end,
    }
}

fn told<T>(found: Result<T, Diagnostic>) -> Result<T, End> {
    found.map_err(|problem| {
        report::plain(&problem);
        End::Usage
    })
}

fn read(path: &Path) -> Result<(Text, Game), End> {
    let game = loader::game_with_warnings(path)?;
    Ok((Text { name: path.display().to_string(), sources: game.sources.clone() }, game))
}

/// A rules file: the name that was given, and where its lines lie.
struct Text {
    name: String,
    sources: Sources,
}

/// Sees that nothing is read twice from standard input, and that no file that is written is another one of the call.
fn apart(args: &Args) -> Result<(), Diagnostic> {
    let same = |one: Option<&PathBuf>, other: Option<&PathBuf>| match (one, other) {
        (Some(one), Some(other)) => one == other || written::is_same(one, other),
        _ => false,
    };
    let (file, compare) = (Some(&args.file), args.compare.as_ref());
    if args.file == Path::new("-") && compare == file {
        return Err(usage("both rules files are standard input").help("give one of them by its name"));
    }
    for (flag, written) in [("--html", args.html.as_ref()), ("--out", args.out.as_ref())] {
        if same(written, file) || same(written, compare) {
            return Err(usage(format!("{flag} would overwrite the rules file")).help("give another name"));
        }
    }
    if same(args.html.as_ref(), args.out.as_ref()) {
        return Err(usage("--html and --out are the same file").help("give one of them another name"));
    }
    Ok(())
}

fn simulate(args: &Args) -> Result<End, End> {
    told(apart(args))?;
    let (text, game) = read(&args.file)?;
    let comparing = args.compare.is_some() || !args.against.is_empty();
    // A comparison asks for its two setups when both files are known: a variant may have options of its own.
    let wanted = if comparing {
        Vec::new()
    } else {
        setups::setups(&game, &args.players, &args.options).map_err(|problems| {
            report::setup(&text.sources, &problems);
            End::Usage
        })?
    };
    let threads = args.threads.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
    let seed = seats::seed(args.seed)?;
    let interrupted = progress::interrupted();
    let all_games = args.games.saturating_mul(wanted.len().max(1) as u64);
    if args.seed.is_none() && !args.quiet {
        output::note(&format!("seed {seed}"));
    }
    let call = Call {
        args,
        shown: Shown { seed },
        threads,
        progress: Progress::new(all_games, args.quiet),
        interrupted: &interrupted,
    };
    if comparing { contrast(&call, &text, &game) } else { sweep(&call, &text, &game, wanted) }
}

/// Begins the page with plots, once all is read and before anything is played.
fn page(args: &Args) -> Result<Option<Written>, Diagnostic> {
    args.html.as_ref().map(|path| Written::begin(path)).transpose()
}

/// Plays one setup or several.
fn sweep(call: &Call, text: &Text, game: &Game, wanted: Vec<Setup>) -> Result<End, End> {
    let single = wanted.len() == 1;
    let mut playable = Vec::new();
    let mut refused = Vec::new();
    for setup in wanted {
        let problems = match game.compile(&setup) {
            Ok(compiled) => {
                for assertion in &call.args.assert {
                    told(assertion.fits(&compiled.program))?;
                }
                playable.push(setup);
                continue;
            }
            Err(problems) => problems,
        };
        if single {
            report::setup(&text.sources, &problems);
            return Err(End::Usage);
        }
        let label = setups::label(game, &setup);
        let why = problems.first().map_or_else(String::new, |problem| problem.message.clone());
        output::note(&format!("skipped: {label}: {why}"));
        refused.push((label, why));
    }
    if playable.is_empty() {
        return told(Err(usage("every one of these combinations is refused").help("see the notes above")));
    }
    let shape = Shape {
        options: game.game.options.iter().map(|option| option.name.clone()).collect(),
        seats: playable.iter().map(|setup| usize::from(setup.players)).max().unwrap_or(0),
    };
    let mut rows = match &call.args.out {
        Some(path) => Some((told(Rows::create(path, &shape))?, path)),
        None => None,
    };
    let page = told(page(call.args))?;
    let asked = playable.len();
    let mut all: Vec<Played> = Vec::new();
    let mut ended = Ended::Whole;
    for setup in playable {
        let levels = told(seats::levels(setup.players, call.args.players_are, &call.args.seat))?;
        let mut played =
            Played::new(game, setup, (levels, call.args.goal), call).map_err(|error| report::error(&error))?;
        call.progress.now(if single { "" } else { &played.label });
        let before: u64 = all.iter().map(|played| played.tally.games).sum();
        ended = told(one(call, &mut played, &mut rows, &shape, before))?;
        all.push(played);
        if !matches!(ended, Ended::Whole) {
            break;
        }
    }
    if let Some((rows, path)) = rows {
        told(rows.finish(path))?;
    }
    call.progress.end(all.iter().map(|played| played.tally.games).sum(), call.threads);
    match call.args.format {
        Format::Text => match all.as_slice() {
            [only] if single => output::prompt(&text::report(&call.shown, only)),
            all => output::prompt(&format!(
                "{}, games with {}, seeds from {}\n\n{}",
                game.title(),
                all.first().map_or_else(String::new, |played| played.players.told()),
                call.shown.seed,
                text::sweep(all)
            )),
        },
        Format::Json => {
            let setups: Vec<_> = all.iter().map(|played| played.report(&call.shown)).collect();
            let refused: Vec<_> = refused.iter().map(|(setup, why)| json!({"setup": setup, "why": why})).collect();
            output::line(
                &json!({"setups": setups, "refused": refused, "complete": matches!(ended, Ended::Whole)}).to_string(),
            );
        }
        Format::Csv => output::prompt(&told(csv::text(&csv::report(&call.shown, &all)))?),
    }
    if let Some(page) = page {
        told(page.hold(&html::page(&call.shown, &all, None)))?;
    }
    Ok(end::finish(call, text, &all, asked, ended))
}

fn one(
    call: &Call,
    played: &mut Played,
    rows: &mut Option<(Rows, &PathBuf)>,
    shape: &Shape,
    before: u64,
) -> Result<Ended, Diagnostic> {
    let head = Head {
        players: played.prepared().players(),
        options: played.options.iter().map(|(_, value)| value.clone()).collect(),
        rounds: played.watched.has_rounds(),
    };
    let (game, players, tally) = (&played.watched, &played.players, &mut played.tally);
    let worker = || tables::One {
        counter: Counter::new(game, call.args.decisions),
        players: players.clone(),
        seed: call.shown.seed,
        rows: call.args.out.is_some(),
    };
    let job = Job { games: call.args.games, threads: call.threads, think: players.think() };
    work::play(job, call.interrupted, worker, |(part, found), done| {
        tally.merge(&part);
        call.progress.done(before + done);
        match rows {
            Some((rows, path)) => rows.write(&head, &found, shape, path),
            None => Ok(()),
        }
    })
}
