//! `bidlang man`: the page for `man`, made from the same words as `--help`.

use clap::CommandFactory;
use clap_mangen::Man;

use crate::{Call, End, output};

/// Prints the manual page, or that of a command, as `man` reads it.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A command, such as `run`
    command: Option<String>,
}

pub fn run(args: &Args) -> End {
    let mut call = Call::command();
    // A command is called by the name of the whole: `bidlang run`, on the page `bidlang-run`.
    call.build();
    let told = match &args.command {
        None => Some(call),
        Some(name) => call.find_subcommand(name).cloned(),
    };
    let Some(told) = told else {
        output::note("there is no such command; `bidlang help` lists them");
        return End::Usage;
    };
    let mut page = Vec::new();
    // Nothing can go wrong with a page that is made in memory.
    if Man::new(told).render(&mut page).is_err() {
        return End::Usage;
    }
    output::line(String::from_utf8_lossy(&page).trim_end());
    End::Fine
}
