//! `bidlang dump ast|ir|program FILE`

use std::path::PathBuf;

use bidlang::rulebook::Rulebook;
use clap::ValueEnum;

use crate::seats::{Setting, setup};
use crate::{End, files, output, report};

/// Prints what a rules file becomes.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// What to print
    stage: Stage,
    /// The rules file; `-` is standard input
    file: PathBuf,
    #[command(flatten)]
    setting: Setting,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Stage {
    /// The tree of the file, as JSON
    Ast,
    /// The typed game, as JSON
    Ir,
    /// The program for a player count and options, as a listing
    Program,
}

pub fn run(args: &Args) -> End {
    let text = match files::read(&args.file) {
        Ok(text) => text,
        Err(problem) => {
            report::plain(&problem);
            return End::Usage;
        }
    };
    if matches!(args.stage, Stage::Ast) {
        let (tree, problems) = bidlang::syntax::parse(&text.text);
        report::problems(&text, &problems);
        output::line(&serde_json::to_string_pretty(&tree).unwrap_or_default());
        return if problems.is_empty() { End::Fine } else { End::Findings };
    }
    let rulebook = match Rulebook::read(&text.name, &text.text) {
        Ok(rulebook) => rulebook,
        Err(problems) => {
            report::problems(&text, &problems);
            return End::Findings;
        }
    };
    if matches!(args.stage, Stage::Ir) {
        output::line(&serde_json::to_string_pretty(&rulebook.game).unwrap_or_default());
        return End::Fine;
    }
    match setup(&rulebook, &args.setting).and_then(|setup| rulebook.compile(&setup).map(|compiled| (setup, compiled))) {
        Ok((setup, compiled)) => {
            output::line(bidlang::listing::program(&rulebook, &setup, &compiled).trim_end());
            End::Fine
        }
        Err(problems) => {
            report::setup(&text, &problems);
            End::Usage
        }
    }
}
