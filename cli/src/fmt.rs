//! `bidlang fmt FILE...`

use std::path::{Path, PathBuf};

use bidlang::diagnostic::printable;
use bidlang::syntax::formatter::format;
use similar::TextDiff;

use crate::files::Text;
use crate::{End, files, output, report};

/// Lines of context around each change of a diff.
const CONTEXT: usize = 2;

/// Puts rules files into the one style: indentation, columns, notes. Words are never changed.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Rules files and scripts, or folders of them; `-` reads standard input and prints the result
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Change nothing; name the files that would be changed, and end with exit code 1 if there are any
    #[arg(long)]
    check: bool,
    /// Change nothing; show what would be changed
    #[arg(long)]
    diff: bool,
}

pub fn run(args: &Args) -> End {
    let files = match files::rules_files(&args.files) {
        Ok(files) => files,
        Err(problem) => {
            report::plain(&problem);
            return End::Usage;
        }
    };
    let ends: Vec<End> = files.iter().map(|path| one(args, path)).collect();
    let worst = [End::Usage, End::Findings].into_iter().find(|end| ends.contains(end));
    worst.unwrap_or(End::Fine)
}

fn one(args: &Args, path: &Path) -> End {
    let text = match report::read(path) {
        Ok(text) => text,
        Err(end) => return end,
    };
    let tidied = match format(&text.text) {
        Ok(tidied) => tidied,
        Err(problems) => {
            report::problems(&text, &problems);
            return End::Findings;
        }
    };
    let changed = tidied != text.text;
    let name = printable(&text.name);
    if args.diff && changed {
        output::line(diff(&text, &tidied).trim_end());
    }
    if args.check && changed {
        output::note(&format!("{name} is not in the one style; `bidlang fmt` puts it right"));
        return End::Findings;
    }
    if args.check || args.diff {
        return End::Fine;
    }
    if path == Path::new("-") {
        output::raw(&tidied);
        return End::Fine;
    }
    if changed {
        if let Err(problem) = files::replace(path, &text, &tidied) {
            report::plain(&problem);
            return End::Usage;
        }
        output::line(&format!("formatted {name}"));
    }
    End::Fine
}

fn diff(text: &Text, tidied: &str) -> String {
    let diff = TextDiff::from_lines(text.text.as_str(), tidied);
    diff.unified_diff().context_radius(CONTEXT).header(&text.name, &text.name).to_string()
}
