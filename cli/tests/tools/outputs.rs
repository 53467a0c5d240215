//! What the command writes is never what it reads; special files are not waited for.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::{GAME, bidlang, bidlang_in, command, ends, err, out, scratch};

const TESTS: &str = "tests for small\n\ntest a game\n  players Ann, Ben\n  snapshot\n  expect stock is not empty\n";

/// A folder with all that a command may read: a game, a variant of it, a library, its tests, a record, one that was left.
fn folder() -> PathBuf {
    let folder = scratch("outputs");
    let write = |name: &str, text: &str| std::fs::write(folder.join(name), text).unwrap();
    write("small.bid", GAME);
    write("other.bid", &GAME.replace("game Small", "game Other"));
    write("small_tests.bid", TESTS);
    write("longer.bid", "variant Longer\nof small\n\nuse few\n");
    std::fs::create_dir(folder.join("library")).unwrap();
    write("library/few.bid", "library few\n\nkind few  1 to 3\n");
    ends(&bidlang_in(&folder, &["run", "small.bid", "--seed", "1", "-q", "--record", "game.jsonl"], ""), 0, &[]);
    folder
}

/// Every file of a folder with what it holds.
fn all(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(all(&path));
        } else {
            found.push((path.clone(), std::fs::read(&path).unwrap()));
        }
    }
    found.sort();
    found
}

/// Each call that writes, with `OUT` for the file that it writes, and what it reads.
const CALLS: [(&[&str], &[&str]); 12] = [
    (&["run", "small.bid", "--seed", "1", "-q", "--record", "OUT"], &["small.bid"]),
    (&["run", "longer.bid", "--seed", "1", "-q", "--record", "OUT"], &["longer.bid", "small.bid", "library/few.bid"]),
    (&["run", "small.bid", "-q", "--replay", "game.jsonl", "--record", "OUT"], &["small.bid", "game.jsonl"]),
    (&["doc", "small.bid", "--out", "OUT"], &["small.bid", "small_tests.bid"]),
    (&["doc", "longer.bid", "--format", "html", "--out", "OUT"], &["longer.bid", "small.bid", "library/few.bid"]),
    (&["sim", "small.bid", "--games", "9", "-q", "--html", "OUT"], &["small.bid"]),
    (&["sim", "longer.bid", "--games", "9", "-q", "--html", "OUT"], &["longer.bid", "small.bid", "library/few.bid"]),
    (
        &["sim", "small.bid", "--games", "9", "-q", "--compare", "other.bid", "--html", "OUT"],
        &["small.bid", "other.bid"],
    ),
    (&["sim", "small.bid", "--games", "9", "-q", "--out", "OUT"], &["small.bid"]),
    (&["sim", "longer.bid", "--games", "9", "-q", "--out", "OUT"], &["longer.bid", "small.bid", "library/few.bid"]),
    (&["solve", "longer.bid", "-q", "--out", "OUT"], &["longer.bid", "small.bid", "library/few.bid"]),
    (&["run", "small.bid", "--resume", "game.jsonl", "-q", "--record", "OUT"], &["small.bid", "game.jsonl"]),
];

/// The file by its name, another path, a link, a link to a link, a hard link.
fn names(folder: &Path, file: &str, ending: &str) -> Vec<String> {
    let link = |name: &str, to: &str| {
        let name = format!("{name}{ending}");
        let _ = std::fs::remove_file(folder.join(&name));
        std::os::unix::fs::symlink(to, folder.join(&name)).unwrap();
        name
    };
    let soft = link("soft", file);
    let softer = link("softer", &soft);
    let hard = format!("hard{ending}");
    let _ = std::fs::remove_file(folder.join(&hard));
    std::fs::hard_link(folder.join(file), folder.join(&hard)).unwrap();
    let whole = folder.join(file).display().to_string();
    vec![file.to_owned(), format!("./{file}"), format!("library/../{file}"), whole, soft, softer, hard]
}

#[cfg(unix)]
#[test]
fn nothing_that_is_read_is_written_over() {
    let folder = folder();
    let mut tried = 0;
    for (call, reads) in CALLS {
        for file in reads {
            // A table of games has to have its ending.
            let ending = if call.contains(&"--out") && ["sim", "solve"].contains(&call[0]) { ".csv" } else { ".txt" };
            let names = names(&folder, file, ending);
            let before = all(&folder);
            for name in names {
                let call: Vec<&str> =
                    call.iter().map(|word| if *word == "OUT" { name.as_str() } else { word }).collect();
                let output = bidlang_in(&folder, &call, "");
                assert_eq!(output.status.code(), Some(2), "{call:?}: {}", err(&output));
                assert!(all(&folder) == before, "{call:?}: a file was changed");
                tried += 1;
            }
        }
    }
    assert!(tried > 100, "only {tried}");
    // What is read from standard input is a file, too.
    let small = folder.join("small.bid");
    let mut call = command(&["run", "-", "--seed", "1", "-q", "--record", "soft.txt"]);
    let _ = names(&folder, "small.bid", ".txt");
    let output = call.current_dir(&folder).stdin(std::fs::File::open(&small).unwrap()).output().unwrap();
    ends(&output, 2, &["would overwrite a file that was read"]);
    // No other rules file either.
    let output = bidlang_in(&folder, &["run", "small.bid", "-q", "--record", "other.bid"], "");
    ends(&output, 2, &["would overwrite a rules file"]);
    assert_eq!(std::fs::read_to_string(folder.join("other.bid")).unwrap(), GAME.replace("game Small", "game Other"));
    // Nor one that is not there yet: it would be taken for a game.
    for flags in [&["run", "small.bid", "-q", "--record", "new.bid"][..], &["doc", "small.bid", "--out", "new.bid"]] {
        let output = bidlang_in(&folder, flags, "");
        ends(&output, 2, &["a name that ends in `.bid` is that of a rules file"]);
        assert!(!folder.join("new.bid").exists());
    }
}

#[cfg(unix)]
#[test]
fn what_is_written_is_there_whole_with_its_rights_and_links() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    let old = folder.join("old.md");
    std::fs::write(&old, "old").unwrap();
    std::fs::set_permissions(&old, PermissionsExt::from_mode(0o640)).unwrap();
    std::os::unix::fs::symlink("old.md", folder.join("link.md")).unwrap();
    std::os::unix::fs::symlink("new.md", folder.join("dangling.md")).unwrap();
    for name in ["link.md", "dangling.md", "plain.md"] {
        ends(&bidlang_in(&folder, &["doc", "small.bid", "--out", name], ""), 0, &[]);
        assert!(std::fs::read_to_string(folder.join(name)).unwrap().starts_with("# Small"), "{name}");
    }
    let mode = |name: &str| std::fs::metadata(folder.join(name)).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode("old.md"), 0o640);
    assert!(folder.join("link.md").symlink_metadata().unwrap().is_symlink());
    // As the folder's other files: what was just made by this test has the usual rights.
    assert_eq!(mode("plain.md"), mode("other.bid"));
    // Where it cannot be written, nothing has happened.
    std::fs::set_permissions(&old, PermissionsExt::from_mode(0o440)).unwrap();
    let before = all(&folder);
    ends(&bidlang_in(&folder, &["doc", "small.bid", "--out", "library"], ""), 2, &["this is a folder"]);
    ends(&bidlang_in(&folder, &["doc", "small.bid", "--out", "no/such.md"], ""), 2, &["cannot be written"]);
    ends(
        &bidlang_in(&folder, &["sim", "small.bid", "--games", "9", "--out", "a.csv", "--html", "a.csv"], ""),
        2,
        &["same file"],
    );
    ends(&bidlang_in(&folder, &["new", "small"], ""), 2, &["there is such a file"]);
    assert!(all(&folder) == before);
}

/// Ends within some seconds; who waits for ever is ended.
#[cfg(unix)]
fn at_once(folder: &Path, call: &[&str]) -> std::process::Output {
    let mut child = command(call).current_dir(folder).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let end = Instant::now() + Duration::from_secs(60);
    while child.try_wait().unwrap().is_none() {
        if Instant::now() > end {
            child.kill().unwrap();
            panic!("{call:?} waits");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    child.wait_with_output().unwrap()
}

#[cfg(unix)]
#[test]
fn special_files_are_never_waited_for() {
    let folder = folder();
    let inner = folder.join("inner");
    std::fs::create_dir(&inner).unwrap();
    std::fs::copy(folder.join("small.bid"), inner.join("small.bid")).unwrap();
    std::fs::copy(folder.join("small_tests.bid"), inner.join("small_tests.bid")).unwrap();
    let made = Command::new("mkfifo")
        .args([inner.join("pipe.bid"), inner.join("pipe_tests.bid"), folder.join("fifo")])
        .status();
    assert!(made.unwrap().success());
    let _socket = std::os::unix::net::UnixListener::bind(inner.join("socket.bid")).unwrap();
    std::os::unix::fs::symlink("pipe.bid", inner.join("link.bid")).unwrap();
    // In a folder they are passed over.
    for call in [
        vec!["check", "--play", "2", "."],
        vec!["fmt", "."],
        vec!["fmt", "--check", "."],
        vec!["test", "--update", "."],
        vec!["test", "."],
        vec!["test", "--coverage", "--games", "1", "."],
        vec!["doc", "small.bid"],
        vec!["why", "../game.jsonl", "--scores"],
    ] {
        ends(&at_once(&inner, &call), 0, &[]);
    }
    // Named, they are refused.
    for file in ["pipe.bid", "socket.bid", "link.bid", "/dev/null", "/dev/zero", "/dev/tty"] {
        for call in [
            vec!["check", file],
            vec!["run", file],
            vec!["sim", file],
            vec!["fmt", file],
            vec!["test", file],
            vec!["doc", file],
            vec!["dump", "ast", file],
            vec!["diff", "small.bid", file],
            vec!["sim", "small.bid", "--compare", file],
            vec!["why", file, "--scores"],
            vec!["why", "../game.jsonl", "--scores", "--rules", file],
            vec!["run", "small.bid", "--replay", file],
            vec!["run", "small.bid", "--resume", file, "--record", "x"],
        ] {
            ends(&at_once(&inner, &call), 2, &["this is a pipe or a device, and no file"]);
        }
    }
    // A transcript that is kept as a pipe is none.
    std::fs::remove_dir_all(inner.join("snapshots")).unwrap();
    std::fs::create_dir(inner.join("snapshots")).unwrap();
    assert!(Command::new("mkfifo").arg(inner.join("snapshots/small_tests__a_game.snap")).status().unwrap().success());
    ends(&at_once(&inner, &["test", "."]), 1, &["no-snapshot"]);
    // Nobody reads from the pipe.
    for call in [
        vec!["run", "small.bid", "-q", "--record", "fifo"],
        vec!["doc", "small.bid", "--out", "fifo"],
        vec!["sim", "small.bid", "--games", "9", "-q", "--html", "fifo"],
    ] {
        ends(&at_once(&folder, &call), 2, &["nobody reads from this pipe"]);
    }
}

#[cfg(unix)]
#[test]
fn devices_and_pipes_that_are_named_take_what_is_written() {
    let folder = folder();
    ends(&at_once(&folder, &["run", "small.bid", "--seed", "1", "-q", "--record", "/dev/null"]), 0, &[]);
    let output = at_once(&folder, &["run", "small.bid", "--seed", "1", "-q", "--record", "/dev/stdout"]);
    ends(&output, 0, &[]);
    assert!(out(&output).contains("{\"line\":\"game\""), "{}", out(&output));
    // One that is read from.
    assert!(Command::new("mkfifo").arg(folder.join("fifo")).status().unwrap().success());
    let reader = Command::new("cat").arg(folder.join("fifo")).stdout(Stdio::piped()).spawn().unwrap();
    let until = Instant::now() + Duration::from_secs(30);
    while !at_once(&folder, &["doc", "small.bid", "--out", "fifo"]).status.success() {
        assert!(Instant::now() < until, "the pipe is read from");
    }
    assert!(out(&reader.wait_with_output().unwrap()).starts_with("# Small"));
    // What a shell hands in open is read as standard input is.
    let mut call = command(&["check", "--play", "2", "/dev/stdin"]);
    let output = call.stdin(std::fs::File::open(folder.join("small.bid")).unwrap()).output().unwrap();
    ends(&output, 0, &[]);
    ends(&bidlang(&["check", "--play", "2", "/dev/fd/0"]), 1, &["empty-file"]);
}
