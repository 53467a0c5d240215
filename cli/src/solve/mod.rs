//! `bidlang solve FILE`: a small game of two sides is solved.

mod csv;
mod json;
mod progress;
mod refused;
mod stretch;
mod text;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use bidlang::Prepared;
use bidlang::diagnostic::Diagnostic;
use bidlang_lab::solve::{Goal, MOST_HISTORIES, Measure, Situations, Small, Solver, scores, walk};
use clap::ValueEnum;
use rayon::ThreadPoolBuilder;

use crate::files::unwritable;
use crate::seats::Setting;
use crate::sim::figures::counted;
use crate::sim::progress::interrupted;
use crate::written::Written;
use crate::{End, counts, loader, output, report};
use progress::Progress;

/// Most iterations where nothing is said.
const ITERATIONS: &str = "100k";
/// Where nothing is said, a game is solved until what can be gained against it is so small a part of what is played for.
const PART: f64 = 1e-4;
/// Where nothing is played for: what sums may be wrong by.
const SMALLEST: f64 = 1e-12;
/// Strategies are handed on in pieces of so many letters.
const PIECE: usize = 64 << 10;
/// Situations of each seat that are told to people where nothing is said.
const LINES: usize = 40;

/// Solves a game.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The rules file; `-` is standard input
    pub file: PathBuf,
    #[command(flatten)]
    pub setting: Setting,
    /// What both sides play for; points where the game writes some
    #[arg(long, value_enum)]
    pub goal: Option<For>,
    /// Most iterations
    #[arg(long, value_name = "N", default_value = ITERATIONS, value_parser = counts::limit)]
    pub iterations: u64,
    /// Stop where the exploitability is below this; one part in 10,000 of what is played for where nothing is said
    #[arg(long, value_name = "X", value_parser = above_nought)]
    pub until: Option<f64>,
    /// Most histories of a game that is walked through
    #[arg(long, value_name = "N", default_value_t = MOST_HISTORIES, value_parser = histories)]
    pub histories: u64,
    /// A report for people, everything for programs, or the strategies in rows
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// Write the strategies to this file, which ends in .json or .csv
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// How many situations of each seat the report tells, those that come up most; `all` for all
    #[arg(long, value_name = "N|all", default_value = "40", value_parser = lines)]
    pub lines: usize,
    /// How many threads; as many as there are cores where nothing is said
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// Neither progress nor counts
    #[arg(long, short)]
    pub quiet: bool,
}

/// What both sides play for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum For {
    /// To win: by how much is all one
    Win,
    /// Points: half of the difference to the other side
    Score,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// Everything, for programs
    Json,
    /// The strategies, a row for each choice
    Csv,
}

/// A number above nought.
fn above_nought(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| number.is_finite() && *number > 0.0);
    number.ok_or_else(|| "a number above 0 is wanted, such as 0.001".to_owned())
}

/// How many histories fit into memory anywhere.
fn histories(text: &str) -> Result<u64, String> {
    counts::limit(text).and_then(|most| match most {
        1..=100_000_000 => Ok(most),
        _ => Err("at most 100,000,000 histories can be walked through".to_owned()),
    })
}

/// How many lines.
fn lines(text: &str) -> Result<usize, String> {
    match text {
        "all" => Ok(usize::MAX),
        _ => text.parse().map_err(|_| format!("a whole number is wanted, such as {LINES}, or `all`")),
    }
}

/// A game that was solved, or as far as that was come.
pub struct Solved<'s> {
    pub prepared: &'s Prepared,
    pub small: &'s Small,
    /// After each stretch.
    pub course: &'s [Measure],
    /// The exploitability below which it was to come.
    pub until: f64,
    /// The average plans.
    pub plans: [Vec<f64>; 2],
    /// Whether it came to its end, and was not interrupted.
    pub complete: bool,
}

impl Solved<'_> {
    /// How good the plans are.
    pub fn last(&self) -> Option<&Measure> {
        self.course.last()
    }

    /// The plans in words.
    pub fn situations(&self) -> Situations<'_> {
        Situations::new(self.small, self.prepared, &self.plans)
    }

    /// What a side has on average: points, or games won less games lost.
    pub fn value(side: usize, measure: &Measure) -> f64 {
        // Minus nought is nought.
        if side == 0 { measure.value + 0.0 } else { 0.0 - measure.value }
    }

    /// What a side has at least by its plan, and at most against the other's.
    pub fn bounds(side: usize, measure: &Measure) -> (f64, f64) {
        if side == 0 { (measure.least, measure.most) } else { (0.0 - measure.most, 0.0 - measure.least) }
    }

    /// Tells the strategies in a form, in pieces that are not small.
    fn tell(&self, rows: bool, mut hear: impl FnMut(&str) -> Result<(), Diagnostic>) -> Result<(), Diagnostic> {
        let mut piece = String::new();
        let mut tell = |text: &str| {
            piece.push_str(text);
            if piece.len() < PIECE {
                return Ok(());
            }
            hear(&std::mem::take(&mut piece))
        };
        if rows {
            csv::report(self, &mut tell)?
        } else {
            json::report(self, &mut tell)?
        }
        hear(&piece)
    }
}

/// Runs the command.
pub fn run(args: &Args) -> End {
    match solve(args) {
        Ok(end) | Err(end) => end,
    }
}

fn told<T>(found: Result<T, Diagnostic>) -> Result<T, End> {
    found.map_err(|problem| {
        report::plain(&problem);
        End::Usage
    })
}

fn solve(args: &Args) -> Result<End, End> {
    let game = loader::game_with_warnings(&args.file)?;
    let prepared = game.prepare(&args.setting.setup()).map_err(|error| report::error(&error))?;
    let out = told(args.out.as_ref().map(|path| Out::begin(path)).transpose())?;
    let goal = match args.goal {
        Some(For::Win) => Goal::Win,
        Some(For::Score) => Goal::Score,
        None if scores(&prepared) => Goal::Score,
        None => Goal::Win,
    };
    let stop = interrupted();
    let progress = Progress::new(args.quiet);
    let walked = walk(&prepared, goal, args.histories, &|histories| {
        progress.walked(histories, args.histories);
        !stop.load(Ordering::Relaxed)
    });
    let small = walked.map_err(|why| {
        progress.end();
        refused::tell(&prepared, &why, args.histories)
    })?;
    if !args.quiet {
        progress.note(&size(&small));
    }
    let (low, high) = small.range;
    let until = args.until.unwrap_or_else(|| (PART * (high - low)).max(SMALLEST));
    let (course, plans) = told(improve(args, &small, until, (&progress, &stop)))?;
    progress.end();
    let complete = !stop.load(Ordering::Relaxed);
    let solved = Solved { prepared: &prepared, small: &small, course: &course, until, plans, complete };
    match args.format {
        Format::Text => output::prompt(&text::report(&solved, args.lines)),
        Format::Json | Format::Csv => {
            let told_so = solved.tell(args.format == Format::Csv, |piece| {
                output::prompt(piece);
                Ok(())
            });
            told(told_so)?;
        }
    }
    if let Some(out) = out {
        told(out.hold(&solved))?;
    }
    Ok(if complete {
        End::Fine
    } else {
        output::note("interrupted: what is told is what was known by then");
        End::Interrupted
    })
}

/// How large a game is.
pub fn size(small: &Small) -> String {
    let sets = small.sides.iter().map(|side| side.sets.len() as u64).sum();
    format!(
        "{}, {} of them ends; {}",
        counted(small.histories, "history", "histories"),
        crate::sim::figures::whole(small.ends),
        counted(sets, "information set", "information sets")
    )
}

/// Comes nearer to the best plans, stretch by stretch.
fn improve(
    args: &Args,
    small: &Small,
    until: f64,
    (progress, stop): (&Progress, &AtomicBool),
) -> Result<(Vec<Measure>, [Vec<f64>; 2]), Diagnostic> {
    let pool = ThreadPoolBuilder::new().num_threads(args.threads.map_or(0, usize::from)).build();
    let pool = pool.map_err(|error| crate::sim::usage(format!("the system gives no threads to work on: {error}")))?;
    Ok(pool.install(|| {
        let mut solver = Solver::new(small);
        let mut course = Vec::new();
        for end in stretch::ends(args.iterations) {
            while solver.rounds() < end && !stop.load(Ordering::Relaxed) {
                solver.round();
                progress.solving(solver.rounds(), course.last());
            }
            let measure = solver.measure();
            course.push(measure);
            if stop.load(Ordering::Relaxed) || measure.exploitability() < until {
                break;
            }
        }
        (course, solver.plans())
    }))
}

/// A file for the strategies.
struct Out {
    path: PathBuf,
    file: Written,
    rows: bool,
}

impl Out {
    fn begin(path: &Path) -> Result<Self, Diagnostic> {
        let rows = match path.extension().and_then(|ending| ending.to_str()) {
            Some("csv") => true,
            Some("json") => false,
            _ => {
                let message = format!("{}: what should be written there?", path.display());
                return Err(crate::sim::usage(message).help("give a name that ends in .json or .csv"));
            }
        };
        Ok(Self { path: path.to_path_buf(), file: Written::begin(path)?, rows })
    }

    fn hold(mut self, solved: &Solved) -> Result<(), Diagnostic> {
        let (file, path) = (&mut self.file, &self.path);
        solved.tell(self.rows, |piece| file.write_all(piece.as_bytes()).map_err(|error| unwritable(path, &error)))?;
        self.file.finish()
    }
}
