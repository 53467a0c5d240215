//! The `bidlang` command. This crate alone touches files, the terminal, the clock and the environment.
//!
//! Exit codes: 0 all is well; 1 a rules file has findings, or a scripted game failed; 2 the call itself is wrong, or
//! something could not be read or written; 3 a limit was reached or the rules stopped the game.

mod check;
mod completions;
mod dump;
mod explain;
mod files;
mod fix;
mod fmt;
mod formats;
mod game;
mod new;
mod output;
mod prompt;
mod report;
mod run;
mod sarif;
mod seats;
mod test;
mod watch;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// All is well.
    Fine = 0,
    /// Findings, or a failed test.
    Findings = 1,
    /// A wrong call, or something that could not be read or written.
    Usage = 2,
    /// A limit was reached, or the rules stopped the game.
    Stopped = 3,
}

/// Card games as rules files: play them, check them, test them.
#[derive(Debug, Parser)]
#[command(
    name = "bidlang",
    version,
    max_term_width = 100,
    after_help = "Exit codes: 0 fine; 1 findings or a failed test; 2 wrong call, or a file that cannot be read or written; 3 a limit was reached or the rules stopped the game."
)]
struct Call {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Plays a game: at a terminal you sit at seat 1, elsewhere bots play and the transcript is printed
    Run(run::Args),
    /// Looks for mistakes in rules files
    Check(check::Args),
    /// Explains the code of a problem, with an example
    Explain(explain::Args),
    /// Puts rules files into the one style
    Fmt(fmt::Args),
    /// Writes a rules file to start from
    New(new::Args),
    /// Plays scripted games and compares what happens with what they expect
    Test(test::Args),
    /// Prints what a rules file becomes: its tree, typed game or program
    Dump(dump::Args),
    /// Prints completions for a shell
    Completions(completions::Args),
}

fn main() -> ExitCode {
    let call = match Call::try_parse() {
        Ok(call) => call,
        Err(error) => {
            let code = if error.use_stderr() { End::Usage } else { End::Fine };
            // A closed pipe is no error.
            let _ = error.print();
            return ExitCode::from(code as u8);
        }
    };
    // Deep phrases are walked by recursion; a thread with a roomy stack keeps that far from its end.
    let worker = std::thread::Builder::new().stack_size(64 << 20).spawn(move || match call.verb {
        Verb::Run(args) => run::run(&args),
        Verb::Check(args) => check::run(&args),
        Verb::Explain(args) => explain::run(&args),
        Verb::Fmt(args) => fmt::run(&args),
        Verb::New(args) => new::run(&args),
        Verb::Test(args) => test::run(&args),
        Verb::Dump(args) => dump::run(&args),
        Verb::Completions(args) => completions::run(&args),
    });
    let end = worker.ok().and_then(|worker| worker.join().ok()).unwrap_or(End::Stopped);
    ExitCode::from(end as u8)
}
