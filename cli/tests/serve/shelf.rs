//! What is put on the shelf, and what is told instead.

use std::path::Path;
use std::process::Command;

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
