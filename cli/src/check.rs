//! `bidlang check FILE...`

use std::path::{Path, PathBuf};

use bidlang::diagnostic::Diagnostic;
use bidlang::rulebook::Rulebook;

use crate::files::Text;
use crate::formats::{self, Format, Found};
use crate::{End, files, fix, output, report, run, test, watch};

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
    /// Say nothing but the problems
    #[arg(long, short)]
    quiet: bool,
}

/// The problems of a rules file or a script.
pub fn problems(path: &Path, text: &Text) -> Vec<Diagnostic> {
    if test::base_of(&text.text).is_some() {
        return test::problems(path, text);
    }
    match Rulebook::read(&text.name, &text.text) {
        Ok(rulebook) => rulebook.problems_of_setups(),
        Err(problems) => problems,
    }
}

pub fn run(args: &Args) -> End {
    let standard_input = args.files.iter().any(|path| path == Path::new("-"));
    if standard_input && (args.fix || args.watch) {
        let flag = if args.fix { "--fix" } else { "--watch" };
        report::plain(&run::usage(format!("`{flag}` needs a file, not standard input")));
        return End::Usage;
    }
    if args.watch {
        return watch::forever(&args.files, || {
            check(args);
        });
    }
    check(args)
}

/// All files once.
fn check(args: &Args) -> End {
    let files = match files::rules_files(&args.files) {
        Ok(files) => files,
        Err(problem) => {
            report::plain(&problem);
            return End::Usage;
        }
    };
    let mut end = End::Fine;
    let mut found: Vec<Found> = Vec::new();
    let mut mended = 0;
    for path in &files {
        let mut text = match files::read(path) {
            Ok(text) => text,
            Err(problem) => {
                report::plain(&problem);
                end = End::Usage;
                continue;
            }
        };
        let mut problems = problems(path, &text);
        if args.fix && !problems.is_empty() {
            match fix::mend(path, text, problems) {
                Ok(done) => {
                    mended += done.edits;
                    (text, problems) = (done.text, done.problems);
                }
                Err(problem) => {
                    report::plain(&problem);
                    return End::Usage;
                }
            }
        }
        if args.format == Format::Human {
            report::problems(&text, &problems);
        }
        found.push(Found { text, problems });
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
            output::line(&summary(found.len(), count, mended));
        }
        Format::Human => {}
        format => formats::print(format, &found),
    }
    end
}

fn summary(checked: usize, found: usize, mended: usize) -> String {
    let files = if checked == 1 { "1 file".to_owned() } else { format!("{checked} files") };
    let problems = match found {
        0 => "no problems".to_owned(),
        1 => "1 problem".to_owned(),
        many => format!("{many} problems"),
    };
    let mended = if mended > 0 { format!(", {mended} mended") } else { String::new() };
    format!("{files} checked, {problems}{mended}")
}
