//! `bidlang check FILE...`

use std::path::PathBuf;

use bidlang::rulebook::{Refused, Rulebook};
use bidlang::sources::Sources;

use crate::{End, files, output, report, shelf, test};

/// Looks for mistakes in rules files and scripted games.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Rules files, or folders of them; `-` is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Say nothing but the problems
    #[arg(long, short)]
    quiet: bool,
}

pub fn run(args: &Args) -> End {
    let files = match files::rules_files(&args.files) {
        Ok(files) => files,
        Err(problem) => {
            report::plain(&problem);
            return End::Usage;
        }
    };
    let mut end = End::Fine;
    let (mut checked, mut found) = (0, 0);
    for path in &files {
        let text = match files::read(path) {
            Ok(text) => text,
            Err(problem) => {
                report::plain(&problem);
                end = End::Usage;
                continue;
            }
        };
        checked += 1;
        let refused = if test::base_of(&text.text).is_some() {
            Refused { sources: Sources::one(&text.name, &text.text), problems: test::problems(path, &text) }
        } else {
            Rulebook::check(&shelf::source(path, &text), &shelf::disk())
        };
        report::told(&refused.sources, &refused.problems);
        found += refused.problems.len();
    }
    if found > 0 && end == End::Fine {
        end = End::Findings;
    }
    if !args.quiet {
        let files = if checked == 1 { "1 file".to_owned() } else { format!("{checked} files") };
        let problems = match found {
            0 => "no problems".to_owned(),
            1 => "1 problem".to_owned(),
            many => format!("{many} problems"),
        };
        output::line(&format!("{files} checked, {problems}"));
    }
    end
}
