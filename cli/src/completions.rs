//! `bidlang completions SHELL`

use clap::CommandFactory;
use clap_complete::Shell;

use crate::{Call, End, output};

/// Prints completions for a shell.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The shell
    shell: Shell,
}

pub fn run(args: &Args) -> End {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Call::command(), "bidlang", &mut script);
    output::line(String::from_utf8_lossy(&script).trim_end());
    End::Fine
}
