//! The `bidlang` command. This crate alone touches files, the terminal, the clock and the environment.
//!
//! Exit codes: 0 all is well; 1 a rules file has findings, a scripted game or an assertion failed, or a record is not what the rules give; 2 the call itself is wrong, or
//! something could not be read or written; 3 a limit was reached or the rules stopped the game; 130 stopped by Ctrl-C.

mod audience;
mod bots;
mod calls;
mod check;
mod completions;
mod counts;
mod diff;
mod doc;
mod dump;
mod explain;
mod files;
mod fix;
mod fmt;
mod formats;
mod game;
mod games;
mod hinter;
mod hints;
mod kept;
mod loader;
mod man;
mod new;
mod news;
mod output;
mod play;
mod prompt;
mod reading;
mod reasons;
mod recorded;
mod report;
mod resized;
mod review;
mod run;
mod sarif;
mod scene;
mod screen;
mod seats;
#[cfg(feature = "serve")]
mod serve;
mod show;
mod shown;
mod sim;
mod solve;
mod test;
mod typing;
mod watch;
mod why;
mod written;

use std::process::ExitCode;

use clap::error::ContextKind;
use clap::{Parser, Subcommand};

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// All is well.
    Fine = 0,
    /// Findings, a failed test, or a record that is not what the rules give.
    Findings = 1,
    /// A wrong call, or something that could not be read or written.
    Usage = 2,
    /// A limit was reached, or the rules stopped the game.
    Stopped = 3,
    /// Somebody stopped a simulation or a solution by Ctrl-C.
    Interrupted = 130,
}

/// Card games as rules files: play them, check them, test them.
#[derive(Debug, Parser)]
#[command(
    name = "bidlang",
    version,
    max_term_width = 100,
    after_help = "Exit codes: 0 fine; 1 findings, a failed test or assertion, or a record that is not what the rules give; 2 wrong call, or a file that cannot be read or written; 3 a limit was reached or the rules stopped the game; 130 stopped by Ctrl-C."
)]
struct Call {
    #[command(subcommand)]
    verb: Verb,
    /// Let a variant name a base outside of the folder of its game
    #[arg(long, global = true)]
    allow_outside: bool,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Plays a game: at a terminal you sit at seat 1, elsewhere bots play and the transcript is printed
    Run(run::Args),
    /// Plays many games with random players and reports what came of them
    Sim(sim::Args),
    /// Solves a small game of two sides: its value, and the best strategies in words
    Solve(solve::Args),
    /// Looks for mistakes in rules files
    Check(check::Args),
    /// Explains the code of a problem, with an example
    Explain(explain::Args),
    /// Lists the games that come with bidlang
    Games(games::Args),
    /// Prints a rules file, also one that comes with bidlang
    Show(show::Args),
    /// Puts rules files into the one style
    Fmt(fmt::Args),
    /// Writes a rules file to start from
    New(new::Args),
    /// Plays scripted games and compares what happens with what they expect
    Test(test::Args),
    /// Prints what a rules file becomes: its tree, typed game or program
    Dump(dump::Args),
    /// Says in words of the rules what differs between two games
    Diff(diff::Args),
    /// Writes a rule book for people from a rules file
    Doc(doc::Args),
    /// Says why an act was not legal in a recorded game, and what the scores are made of
    Why(why::Args),
    /// Tells the choices of a recorded game that cost most, and what would have been better
    Review(review::Args),
    /// Serves tables for people and bots in a browser
    #[cfg(feature = "serve")]
    Serve(serve::Args),
    /// Prints completions for a shell
    Completions(completions::Args),
    /// Prints the manual page
    Man(man::Args),
}

fn main() -> ExitCode {
    let call = match Call::try_parse() {
        Ok(call) => call,
        Err(mut error) => {
            let code = if error.use_stderr() { End::Usage } else { End::Fine };
            let words: Vec<_> = std::env::args_os().skip(1).collect();
            let meant = if code == End::Usage { calls::put_right::<Call>(&words) } else { None };
            // Where the whole call can be said, a word that is spelt alike only leads away.
            if meant.is_some() {
                error.remove(ContextKind::SuggestedSubcommand);
            }
            // A closed pipe is no error.
            let _ = error.print();
            if let Some(meant) = meant {
                output::note(&format!("\nThe call that was meant may be: {meant}"));
            }
            return ExitCode::from(code as u8);
        }
    };
    loader::allow_outside(call.allow_outside);
    // Deep phrases are walked by recursion; a thread with a roomy stack keeps that far from its end.
    let worker = std::thread::Builder::new().stack_size(64 << 20).spawn(move || match call.verb {
        Verb::Run(args) => run::run(&args),
        Verb::Sim(args) => sim::run(&args),
        Verb::Solve(args) => solve::run(&args),
        Verb::Check(args) => check::run(&args),
        Verb::Explain(args) => explain::run(&args),
        Verb::Games(args) => games::run(&args),
        Verb::Show(args) => show::run(&args),
        Verb::Fmt(args) => fmt::run(&args),
        Verb::New(args) => new::run(&args),
        Verb::Test(args) => test::run(&args),
        Verb::Dump(args) => dump::run(&args),
        Verb::Diff(args) => diff::run(&args),
        Verb::Doc(args) => doc::run(&args),
        Verb::Why(args) => why::run(&args),
        Verb::Review(args) => review::run(&args),
        #[cfg(feature = "serve")]
        Verb::Serve(args) => serve::run(&args),
        Verb::Completions(args) => completions::run(&args),
        Verb::Man(args) => man::run(&args),
    });
    let end = worker.ok().and_then(|worker| worker.join().ok()).unwrap_or(End::Stopped);
    ExitCode::from(end as u8)
}
