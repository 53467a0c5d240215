//! `bidlang dump ast|ir|program FILE`

use std::path::PathBuf;

use bidlang::{Error, listing};
use clap::ValueEnum;

use crate::files::Text;
use crate::seats::Setting;
use crate::{End, loader, output, report, run};

/// Prints what a rules file becomes.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// What to print
    stage: Stage,
    /// The rules file; `-` is standard input
    file: PathBuf,
    /// With `program`: as it is lowered, after each pass of the optimiser that changes it, and how decisions are played
    #[arg(long)]
    passes: bool,
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
    if args.passes && !matches!(args.stage, Stage::Program) {
        report::plain(&run::usage("`--passes` goes with `dump program`".to_owned()));
        return End::Usage;
    }
    let text = match report::read(&args.file) {
        Ok(text) => text,
        Err(end) => return end,
    };
    if matches!(args.stage, Stage::Ast) {
        let whole = bidlang::variants::gather(&bidlang_host::source(&args.file, &text), &loader::disk());
        report::told(&whole.sources, &whole.problems);
        output::line(&serde_json::to_string_pretty(&whole.file).unwrap_or_default());
        return if whole.problems.is_empty() { End::Fine } else { End::Findings };
    }
    match dump(args, &text) {
        Ok(()) => End::Fine,
        Err(error) => report::error(&error),
    }
}

fn dump(args: &Args, text: &Text) -> Result<(), Error> {
    let game = loader::load(&args.file, text)?;
    if matches!(args.stage, Stage::Ir) {
        output::line(&serde_json::to_string_pretty(&game.game).unwrap_or_default());
        return Ok(());
    }
    let prepared = game.prepare(&args.setting.setup())?;
    let listing = if args.passes {
        let refused = |problems| Error::Setup { sources: game.sources.clone(), problems };
        listing::passes(&game, prepared.setup()).map_err(refused)?
    } else {
        listing::program(&game, prepared.setup(), prepared.compiled())
    };
    output::line(listing.trim_end());
    Ok(())
}
