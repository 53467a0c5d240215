//! What is put on the shelf, and what is told instead.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

/// What `serve` tells of these arguments, at which it has to end.
fn told(folder: &Path, arguments: &[&str]) -> String {
    told_with(folder, arguments, "info")
}

fn told_with(folder: &Path, arguments: &[&str], log: &str) -> String {
    let mut call = Command::new(env!("CARGO_BIN_EXE_bidlang"));
    let output = call.arg("serve").env("BIDLANG_LOG", log).args(arguments).current_dir(folder).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(matches!(output.status.code(), Some(1 | 2)), "{:?} {told}", output.status);
    assert!(!folder.join("bidlang-data").exists(), "a folder was made: {told}");
    told
}

#[test]
fn files_of_a_folder_that_cannot_be_read_are_told() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("good.bid"), bidlang::SMALL_GAME).unwrap();
    std::fs::write(folder.path().join("picture.bid"), [0x89, 0x50, 0x4e, 0x47, 0, 0xff, 0xfe]).unwrap();
    let words = told(folder.path(), &["."]);
    assert!(words.contains("picture.bid"), "{words}");
    std::fs::write(folder.path().join("picture.bid"), "gaem Typo\n").unwrap();
    let words = told(folder.path(), &["."]);
    assert!(words.contains("picture.bid") && words.contains("gaem"), "{words}");
}

#[test]
fn a_word_for_the_log_that_is_none_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let words = told_with(folder.path(), &["--listen", "127.0.0.1:0"], "verbose");
    assert!(words.contains("`verbose`") && words.contains("warn, info or debug"), "{words}");
}

#[test]
fn addresses_and_folders_that_cannot_be_had_are_told() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("file"), "").unwrap();
    let listen = |address: &str| told(folder.path(), &["goofspiel", "--listen", address]);
    assert!(listen("nonsense").contains("localhost:8080"));
    assert!(listen("127.0.0.1:80000").contains("localhost:8080"));
    // An address of documentation, which no machine has.
    assert!(listen("192.0.2.1:8080").contains("no such address"));
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    assert!(listen(&taken.local_addr().unwrap().to_string()).contains("name another port"));
    let words = told(folder.path(), &["goofspiel", "--listen", "localhost:0", "--data", "file"]);
    assert!(words.contains("this is a file"), "{words}");
    let words = told(folder.path(), &["export", "x", "--data", "file"]);
    assert!(words.contains("there are no tables here"), "{words}");
    std::fs::create_dir(folder.path().join("broken")).unwrap();
    std::fs::write(folder.path().join("broken/tables.db"), [7; 5000]).unwrap();
    let words = told(folder.path(), &["export", "x", "--data", "broken"]);
    assert!(words.contains("put a copy back"), "{words}");
}

#[test]
fn a_file_is_served_once_and_also_where_nobody_reads_the_address() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("good.bid"), bidlang::SMALL_GAME).unwrap();
    let mut call = Command::new(env!("CARGO_BIN_EXE_bidlang"));
    call.args(["serve", "good.bid", ".", "./good.bid", "--listen", "127.0.0.1:0"]).current_dir(folder.path());
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut child = call.stdout(writer).stderr(Stdio::piped()).spawn().unwrap();
    let lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let told = lines.map(Result::unwrap).find(|line| line.contains("http://")).unwrap();
    assert!(told.starts_with("1 game at "), "{told}");
    assert!(child.try_wait().unwrap().is_none(), "it has ended");
    child.kill().unwrap();
    child.wait().unwrap();
}
