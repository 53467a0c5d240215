//! The commands around a rules file: check in all formats, explain, fmt, new.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

mod check;
mod coverage;
mod doc;
mod explain;
mod fmt;
mod guide;
mod limits;
mod mutate;
mod new;
mod why;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

/// Runs the command in a folder, with some input.
pub fn bidlang_in(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_bidlang"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

pub fn bidlang(arguments: &[&str]) -> Output {
    bidlang_in(&root(), arguments, "")
}

pub fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// An empty folder of its own.
pub fn scratch(name: &str) -> PathBuf {
    static MADE: AtomicUsize = AtomicUsize::new(0);
    let number = MADE.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("bidlang-tools-{}-{number}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// A small sound game.
pub const GAME: &str = "game Small
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
  for each player
    score total rank of hand to player for cards
  won by players with highest score
";
