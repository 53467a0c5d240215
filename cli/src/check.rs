//! `bidlang check FILE...`

use std::path::{Path, PathBuf};

use bidlang::diagnostic::{Diagnostic, Level, printable};
use bidlang::sources::Sources;
use bidlang_lab::check::Checked;

use crate::files::Text;
use crate::formats::{self, Format};
use crate::play::{self, Play};
use crate::{End, files, fix, loader, output, report, run, test, watch};

/// Looks for mistakes in rules files and scripted games.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Rules files, or folders of them; `-` is standard input
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
    /// How the problems are shown; all but `human` go to standard output
    #[arg(long, value_enum, default_value = "human")]
    format: Format,
    /// Mend what can be mended with certainty, such as a misspelling with one likely spelling; the file is changed
    #[arg(long)]
    fix: bool,
    /// Stay, and check again whenever a file changes; Ctrl-C ends it
    #[arg(long)]
    watch: bool,
    /// How many random games of each file are played, or for how long, as in `10s`; 0 plays none. Up to 2,000 games, for about a second,
    /// where nothing is said
    #[arg(long, value_name = "N|TIME", value_parser = play::how_long)]
    play: Option<Play>,
    /// Take warnings for errors: the exit code is 1 where there is any
    #[arg(long)]
    strict: bool,
    /// Say nothing but the problems
    #[arg(long, short)]
    quiet: bool,
}

/// The problems of a rules file or a script, with the texts in which they lie: the file itself first, then its base and
/// libraries. So many random games are played where nothing is found by reading.
pub fn problems(path: &Path, text: &Text, play: Play) -> Checked {
    if test::base_of(&text.text).is_some() {
        return Checked::of(Sources::one(&text.name, &text.text), test::problems(path, text));
    }
    let source = bidlang_host::source(path, text);
    let mut found = bidlang_lab::check::check(&source, &loader::disk(), &play.begun().budget());
    if !found.problems.iter().any(Diagnostic::is_error)
        && let Ok(game) = loader::load(path, text)
    {
        found.problems.extend(test::that_cannot_apply(&game, &game.file));
    }
    found
}

pub fn run(args: &Args) -> End {
    let standard_input = args.files.iter().any(|path| path == Path::new("-"));
    if standard_input && (args.fix || args.watch) {
        let flag = if args.fix { "--fix" } else { "--watch" };
        report::plain(&run::usage(format!("`{flag}` needs a file, not standard input")));
        return End::Usage;
    }
    if args.watch {
        return watch::forever(&args.files, || check(args).others);
    }
    check(args).end
}

/// What came of one look at all files.
struct Look {
    end: End,
    /// Bases and libraries that the files name.
    others: Vec<PathBuf>,
}

/// All files once.
fn check(args: &Args) -> Look {
    let files = match files::rules_files(&args.files) {
        Ok(files) => files,
        Err(problem) => {
            report::plain(&problem);
            return Look { end: End::Usage, others: Vec::new() };
        }
    };
    let mut others = Vec::new();
    let mut end = End::Fine;
    let mut found: Vec<Checked> = Vec::new();
    let (mut mended, mut unread) = (0, 0);
    for path in &files {
        let Ok(text) = report::read(path) else {
            end = End::Usage;
            unread += 1;
            continue;
        };
        let mut told = problems(path, &text, args.play.unwrap_or_default());
        if args.fix && !told.problems.is_empty() {
            match fix::mend(path, text, told) {
                Ok(done) => {
                    mended += done.edits;
                    told = done.left;
                    if let (true, Ok(text)) = (told.problems.is_empty(), files::read(path)) {
                        told = problems(path, &text, args.play.unwrap_or_default());
                    }
                }
                Err(problem) => {
                    report::plain(&problem);
                    return Look { end: End::Usage, others };
                }
            }
        }
        others.extend(told.sources.parts().iter().skip(1).map(|part| PathBuf::from(&part.name)));
        if args.format == Format::Human {
            report::told(&told.sources, &told.problems);
        }
        found.push(told);
    }
    let count: usize = found.iter().map(|file| file.problems.len()).sum();
    let stops =
        |file: &Checked| file.problems.iter().any(|problem| formats::level(problem, args.strict) == Level::Error);
    if found.iter().any(stops) && end == End::Fine {
        end = End::Findings;
    }
    match args.format {
        Format::Human if !args.quiet => {
            if count > 0 {
                output::note("`bidlang explain CODE` says more about a problem");
            }
            output::line(&summary(&found, (mended, unread), args.strict));
            found.iter().filter_map(not_played).for_each(|line| output::line(&line));
            found.iter().filter_map(in_part).for_each(|line| output::line(&line));
        }
        Format::Human => {}
        format => formats::print(format, &found, args.strict),
    }
    Look { end, others }
}

/// `2 files checked, 1 could not be read, 400 games played, 1 problem, 2 warnings`; of no file that was read it says nothing of problems.
fn summary(found: &[Checked], (mended, unread): (usize, usize), strict: bool) -> String {
    let counted = |count: u64, one: &str| match count {
        1 => format!("1 {one}"),
        many => format!("{many} {one}s"),
    };
    let files = counted(found.len() as u64, "file");
    let unread = if unread > 0 { format!(", {unread} could not be read") } else { String::new() };
    if found.is_empty() && !unread.is_empty() {
        return format!("{files} checked{unread}");
    }
    let games = match found.iter().map(|file| file.games).sum() {
        0 => String::new(),
        many => format!(", {} played", counted(many, "game")),
    };
    let levels: Vec<Level> =
        found.iter().flat_map(|file| &file.problems).map(|problem| formats::level(problem, strict)).collect();
    let of = |level: Level| levels.iter().filter(|other| **other == level).count() as u64;
    let problems = match of(Level::Error) {
        0 => "no problems".to_owned(),
        many => counted(many, "problem"),
    };
    let warnings = match of(Level::Warning) {
        0 => String::new(),
        many => format!(", {}", counted(many, "warning")),
    };
    let mended = if mended > 0 { format!(", {mended} mended") } else { String::new() };
    format!("{files} checked{unread}{games}, {problems}{warnings}{mended}")
}

/// What there was no time to play.
fn not_played(file: &Checked) -> Option<String> {
    let left_out = file.left_out.as_ref()?;
    let name = file.sources.parts().first().map(|part| printable(&part.name)).unwrap_or_default();
    Some(format!(
        "{name}: no time was left, so {left_out}; `--play 60s` plays longer, `--play 2000` without a limit of time"
    ))
}

/// That only a part of the setups of a file was looked at.
fn in_part(file: &Checked) -> Option<String> {
    let (looked, declared) = file.setups?;
    let name = file.sources.parts().first().map(|part| printable(&part.name)).unwrap_or_default();
    let part = u64::try_from(looked).is_ok_and(|looked| looked < declared);
    part.then(|| format!("{name}: {looked} of {declared} setups were looked at, spread over all"))
}
