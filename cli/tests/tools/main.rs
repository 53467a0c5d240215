//! The command from outside: exit codes, what goes where, and bad input of every sort.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

/// A small sound game up to the deal, and what follows.
macro_rules! small {
    ($rest:literal) => {
        concat!(
            "game Small
players 2

cards
  suit  Clubs, Hearts
  rank  1 to 9
  1 to 9 of each suit

places
  stock               seen by nobody
  hand   each player  seen by owner

play
  move all cards to stock
  shuffle stock
  deal 3 from stock to hand of each player
",
            $rest
        )
    };
}

mod bots;
mod calls;
mod check;
mod coverage;
mod doc;
mod explain;
mod fmt;
mod games;
mod guide;
mod limits;
mod mutate;
mod new;
mod outputs;
mod prompt;
mod records;
mod review;
mod run;
mod sim;
mod solve;
mod table;
mod terminal;
mod thinking;
mod variants;
mod why;

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

/// The command at the root of the repository, with nothing to read.
pub fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bidlang"));
    command.args(arguments).current_dir(root()).stdin(Stdio::null());
    command
}

pub fn bidlang(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

/// Runs the command in a folder, with some input.
pub fn bidlang_in(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut command = command(arguments);
    command.current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    // The command may stop reading early, when it has seen enough.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

pub fn with_input(arguments: &[&str], input: &str) -> Output {
    bidlang_in(&root(), arguments, input)
}

/// Somebody reads the first letters of what the command prints, and then closes the pipe: that is no error.
#[track_caller]
pub fn closes_early(arguments: &[&str]) {
    let mut child = command(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut first = [0_u8; 10];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let output = child.wait_with_output().unwrap();
    ends(&output, 0, &[]);
    assert_eq!(err(&output), "", "{arguments:?}");
}

pub fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// What `check` prints on a machine that has time for all games: how many there was time for is the machine's, not the file's.
pub fn in_time(text: &str) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    while let Some(at) = lines.iter().position(|line| line.contains(": no time was left, so only ")) {
        let line = lines.remove(at);
        let (_, behind) = line.split_once("so only ").unwrap();
        let (played, of) = behind.split_once(" of ").unwrap();
        let wanted = of.split_once(' ').unwrap().0;
        let (short, whole) = (format!(" {played} games played"), format!(" {wanted} games played"));
        lines.iter_mut().for_each(|line| *line = line.replace(&short, &whole));
    }
    lines.into_iter().map(|line| line + "\n").collect()
}

/// The command ends with this code and tells these words as errors.
#[track_caller]
pub fn ends(output: &Output, code: i32, words: &[&str]) {
    let text = err(output);
    assert_eq!(output.status.code(), Some(code), "{text}{}", out(output));
    for word in words {
        assert!(text.contains(word) || unwrapped(&text).contains(word), "`{word}` is not in:\n{text}");
    }
    assert!(!text.contains("panicked"), "{text}");
}

/// The words of an error in one line: where its lines are broken depends on how long a path is.
fn unwrapped(text: &str) -> String {
    text.split_whitespace().filter(|word| *word != "│").collect::<Vec<_>>().join(" ")
}

/// An empty folder of its own, among what is built: it stays, to be looked at, until that is cleared.
pub fn scratch(name: &str) -> PathBuf {
    tempfile::Builder::new()
        .prefix(&format!("bidlang-tools-{name}-"))
        .tempdir_in(env!("CARGO_TARGET_TMPDIR"))
        .unwrap()
        .keep()
}

/// A folder of its own with a rules file `small.bid`.
pub fn written(name: &str, text: &str) -> PathBuf {
    let folder = scratch(name);
    std::fs::write(folder.join("small.bid"), text).unwrap();
    folder
}

pub const VARG: &str = "games/varg_bid.bid";

/// A small sound game.
pub const GAME: &str = small!(
    "  for each player
    score total rank of hand to player for cards
  won by players with highest score
"
);
