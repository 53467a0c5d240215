//! `bidlang show NAME`: the text of a rules file as it is, also of a game or library that comes with bidlang.

use std::path::PathBuf;

use crate::{End, output, report};

/// Prints a rules file.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The rules file, or the name of a game or library that comes with bidlang
    file: PathBuf,
}

pub fn run(args: &Args) -> End {
    match report::read(&args.file) {
        Ok(text) => {
            output::raw(&text.text);
            End::Fine
        }
        Err(end) => end,
    }
}
