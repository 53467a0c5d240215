//! `bidlang check FILE...`

use std::path::{Path, PathBuf};

use bidlang::diagnostic::printable;
use bidlang::sources::Sources;
use bidlang_lab::check::Checked;

use crate::files::Text;
use crate::formats::{self, Format};
use crate::{End, files, fix, loader, output, report, run, test, watch};

/// Random games of each file, where nothing is said.
const GAMES: u64 = 200;

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
    /// How many random games of each file are played where nothing is found by reading; 0 plays none
    #[arg(long, value_name = "N", default_value_t = GAMES)]
    play: u64,
    /// Say nothing but the problems
    #[arg(long, short)]
    quiet: bool,
}

/// The problems of a rules file or a script, with the texts in which they lie: the file itself first, then its base and
/// libraries. So many random games are played where nothing is found by reading.
pub fn problems(path: &Path, text: &Text, games: u64) -> Checked {
    if test::base_of(&text.text).is_some() {
        return Checked::of(Sources::one(&text.name, &text.text), test::problems(path, text));
    }
    bidlang_lab::check::check(&loader::source(path, text), &loader::disk(), games)
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
    let mut mended = 0;
    for path in &files {
        let Ok(text) = report::read(path) else {
            end = End::Usage;
            continue;
        };
        let mut told = problems(path, &text, args.play);
        if args.fix && !told.problems.is_empty() {
            match fix::mend(path, text, told) {
                Ok(done) => {
                    mended += done.edits;
                    told = done.left;
                    if let (true, Ok(text)) = (told.problems.is_empty(), files::read(path)) {
                        told = problems(path, &text, args.play);
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
    if count > 0 && end == End::Fine {
        end = End::Findings;
    }
    match args.format {
        Format::Human if !args.quiet => {
            if count > 0 {
                output::note("`bidlang explain CODE` says more about a problem");
            }
            output::line(&summary(&found, mended));
            found.iter().filter_map(in_part).for_each(|line| output::line(&line));
        }
        Format::Human => {}
        format => formats::print(format, &found),
    }
    Look { end, others }
}

/// `2 files checked, 400 games played, 1 problem`
fn summary(found: &[Checked], mended: usize) -> String {
    let files = if found.len() == 1 { "1 file".to_owned() } else { format!("{} files", found.len()) };
    let games = match found.iter().map(|file| file.games).sum() {
        0 => String::new(),
        1 => ", 1 game played".to_owned(),
        many => format!(", {many} games played"),
    };
    let problems = match found.iter().map(|file| file.problems.len()).sum() {
        0 => "no problems".to_owned(),
        1 => "1 problem".to_owned(),
        many => format!("{many} problems"),
    };
    let mended = if mended > 0 { format!(", {mended} mended") } else { String::new() };
    format!("{files} checked{games}, {problems}{mended}")
}

/// That only a part of the setups of a file was looked at.
fn in_part(file: &Checked) -> Option<String> {
    let (looked, declared) = file.setups?;
    let name = file.sources.parts().first().map(|part| printable(&part.name)).unwrap_or_default();
    let part = u64::try_from(looked).is_ok_and(|looked| looked < declared);
    part.then(|| format!("{name}: {looked} of {declared} setups were looked at, spread over all"))
}
