//! Nasty files: each is refused or played within 256 MiB and a minute of processor time.

use std::process::Command;

use crate::{root, scratch};

/// A game of two with these parts.
fn game(head: &str, tracks: &str, items: &str, play: &str) -> String {
    format!(
        "game Nasty\nplayers 2 to 12\n{head}\ncards\n  suit  Reds, Blues\n  rank  1 to 60\n  1 to 60 of each suit\n\nplaces\n  stock  seen by all\n  hand  each player  seen by owner\n\n\
         track\n  t  number\n{tracks}\n{items}\nplay\n  move all cards to stock\n  deal 1 from stock to hand of each player\n{play}  set t to 1\n  won by seat 1\n"
    )
}

/// Lines of a text, made of a number each.
fn each(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(|number| format!("{}\n", line(number))).collect()
}

/// The codes of limits that a file may reach.
const LIMITS: [&str; 5] =
    [": too-many-lines", ": too-many-keys", ": too-much-work", ": line-too-long", ": game-too-large"];

/// Nasty files by name, with the code that refuses them; none where they are small enough.
fn nasty() -> Vec<(&'static str, Option<&'static str>, String)> {
    let plain = |items: &str, play: &str| game("", "", items, play);
    let doubled = |values: usize, last: &str| {
        format!("{}value v{values} is {last}\n", each(values, |n| format!("value v{n} is v{} + v{}", n + 1, n + 1)))
    };
    vec![
        ("a million terms", Some("line-too-long"), plain("", &format!("  set t to t{}\n", " + 1".repeat(200_000)))),
        ("many terms", Some("line-too-long"), plain("", &format!("  set t to t{}\n", " + 1".repeat(4000)))),
        ("a long name", Some("line-too-long"), plain("", &format!("  set {} to 1\n", "x".repeat(1_000_000)))),
        ("many lines", Some("too-many-lines"), plain("", &"  set t to 1\n".repeat(70_000))),
        ("many problems", Some("too-many-problems"), plain("", &"  set x to y\n".repeat(3900))),
        ("values on values", Some("nested-too-deep"), plain(&doubled(40, "t"), "  set t to v0\n")),
        ("doubled values", Some("too-much-work"), plain(&doubled(30, "t"), "  set t to v0\n")),
        ("a chain of values", Some("nested-too-deep"), {
            let chain = each(3000, |n| format!("value v{n} is v{} + 1", n + 1));
            plain(&format!("{chain}value v3000 is t\n"), "  set t to v0\n")
        }),
        ("totals of totals", Some("too-much-work"), {
            let chain = each(20, |n| format!("value v{n} of card is total v{} of stock", n + 1));
            plain(&format!("{chain}value v20 of card is rank + t\n"), "  set t to total v0 of stock\n")
        }),
        ("large tracks", Some("too-many-keys"), {
            let tracks = each(50, |n| format!("  t{n}  each k each k  number"));
            let play = each(50, |n| format!("  for each k as row\n    set t{n} of row in row to 1"));
            game("kind k  1 to 1000\n", &tracks, "", &play)
        }),
        ("large tables", Some("too-many-keys"), {
            let tables = each(1200, |n| format!("value v{n} of k by k\n  1 to 1000  k\n"));
            game("kind k  1 to 1000\n", "", &tables, &each(1200, |n| format!("  set t to v{n} of t")))
        }),
        ("many kinds", Some("bad-range"), game(&each(1900, |n| format!("kind k{n}  1 to 1000")), "", "", "")),
        ("many options", None, {
            let options = each(1900, |n| format!("option o{n}  yes or no, usually no"));
            game(&options, "", "", &each(1900, |n| format!("  set t to 1 when o{n}")))
        }),
        ("many statements", None, plain("", &each(3900, |n| format!("  set t to {n} when t is {n}")))),
        ("many scans", None, {
            plain("", &each(3000, |n| format!("  set t to number of (cards in stock where rank is more than t + {n})")))
        }),
    ]
}

/// Runs a command on a file with 256 MiB of memory and a minute of processor time, however busy the machine is; gives the exit code and
/// what was printed. Who takes more is ended and has no exit code. It has the threads of a machine of two cores, and no room that is set
/// aside for each thread and not used.
fn limited(verb: &str, path: &std::path::Path) -> (Option<i32>, String) {
    limited_to(60, verb, path)
}

/// The same with so many seconds.
fn limited_to(seconds: u32, verb: &str, path: &std::path::Path) -> (Option<i32>, String) {
    // A thread's stack of 64 MiB is reserved, not used: it comes on top.
    let call = format!("ulimit -t {seconds}; ulimit -v {}; exec \"$0\" {verb} \"$1\"", (256 + 80) * 1024);
    let mut command = Command::new("sh");
    command.args(["-c", &call, env!("CARGO_BIN_EXE_bidlang")]).arg(path);
    let output = command.env("RAYON_NUM_THREADS", "2").env("MALLOC_ARENA_MAX", "1").output().unwrap();
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    (output.status.code(), text)
}

#[test]
#[cfg(target_os = "linux")]
fn nasty_files_take_neither_memory_nor_time() {
    let folder = scratch("limits");
    for (name, code, text) in nasty() {
        let path = folder.join(format!("{}.bid", name.replace(' ', "-")));
        std::fs::write(&path, &text).unwrap();
        let (end, told) = limited("check --format plain", &path);
        let first: String = told.chars().take(600).collect();
        match code {
            Some(code) => assert!(end == Some(1) && told.contains(&format!(": {code}: ")), "{name}: {first}"),
            // It is small enough; that its rules make little sense may be told.
            None => assert!(
                end.is_some_and(|end| end <= 1) && !LIMITS.iter().any(|code| told.contains(code)),
                "{name}: {first}"
            ),
        }
        assert!(told.len() < 200_000, "{name} prints {} bytes", told.len());
        for verb in ["fmt --check", "dump program", "run --seed 1 --quiet", "check"] {
            let (end, told) = limited(verb, &path);
            let first: String = told.chars().take(600).collect();
            assert!(end.is_some_and(|end| end <= 3), "{name}, {verb}: {end:?} {first}");
        }
    }
}

/// Of each line that cannot be read other wordings are tried, each with the whole phase around it.
#[test]
#[cfg(target_os = "linux")]
fn faults_in_a_long_phase_are_told_soon() {
    let text = std::fs::read_to_string(root().join("games/classics/dou_dizhu.bid")).unwrap();
    let (before, behind) = text.split_once("    act lay-triplets-and-cards").unwrap();
    let (_, lost) = behind.split_once('\n').unwrap();
    let (block, _) = lost.split_once("    act lay-four-and-pairs").unwrap();
    let path = scratch("phase").join("long.bid");
    std::fs::write(&path, format!("{before}{}{lost}", block.repeat(5))).unwrap();
    let (end, told) = limited_to(15, "check --play 0 --format plain", &path);
    assert_eq!(end, Some(1), "{told}");
    assert!(told.contains("no statement begins with `so`"), "{told}");
}

#[test]
#[cfg(target_os = "linux")]
fn the_limits_are_held() {
    let endless = |limit: &str| {
        let call = format!("ulimit {limit}; while :; do :; done");
        Command::new("sh").args(["-c", &call]).output().unwrap().status.code()
    };
    assert_eq!(endless("-t 1"), None);
}

#[test]
fn a_decision_with_too_many_choices_stops_the_game() {
    let folder = scratch("choices");
    let play = "  ask seat 1 to say 1 to 128 cards from stock so that total rank of cards mod 97 is lowest rank of cards + 96\n";
    let path = folder.join("choices.bid");
    std::fs::write(&path, game("", "", "", play)).unwrap();
    let (end, told) = limited("run --seed 1", &path);
    assert_eq!(end, Some(3), "{told}");
    assert!(told.contains("finding what may be chosen takes more than"), "{told}");
}

#[test]
fn names_are_shown_without_control_characters() {
    let folder = scratch("control");
    let odd = "\u{1b}[31m\u{7}\u{202e}\u{feff}\u{200b}";
    let game = std::fs::read_to_string(root().join("games/bid_war.bid")).unwrap();
    let titled = |text: &str| text.replacen("game Bid War", &format!("game Bid{odd} War"), 1);
    let path = folder.join(format!("na{odd}me.bid"));
    std::fs::write(&path, titled(&game)).unwrap();
    let mut told = 0;
    let broken = folder.join(format!("bro{odd}ken.bid"));
    std::fs::write(&broken, titled(&game).replace("move ", &format!("mo{odd}ve "))).unwrap();
    for (verb, path) in [
        ("check", &path),
        ("check", &broken),
        ("check --format plain", &broken),
        ("check --format github", &broken),
        ("run --seed 1", &path),
        ("run --seed 1", &broken),
        ("sim --games 20 --seed 1 --threads 1", &path),
        ("dump program", &path),
        ("test", &path),
        ("fmt --diff", &path),
        ("fmt --check", &broken),
        ("diff games/bid_war.bid", &path),
    ] {
        let call = format!("cd '{}'; exec \"$0\" {verb} \"$1\"", root().display());
        let output = Command::new("sh").args(["-c", &call, env!("CARGO_BIN_EXE_bidlang")]).arg(path).output().unwrap();
        let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.code().is_some_and(|code| code <= 1), "{verb}: {text}");
        told += usize::from(text.contains("me.bid") || text.contains("ken.bid") || text.contains("Bid"));
        let seen: Vec<char> = text.chars().filter(|c| odd.contains(*c) && !"[31m".contains(*c)).collect();
        assert!(seen.is_empty(), "{verb} shows {seen:?}: {text}");
    }
    assert!(told >= 9, "only {told} of the commands show a name");
}
