//! A bounded run of every fuzz target, and of games that are made up: the same cases every time. What the long runs found is
//! kept in `tests/corpus/fuzz`.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use bidlang::engine::Stream;
use bidlang_tests::fuzz::draw::Draw;
use bidlang_tests::fuzz::{Amount, Played, TARGETS, Target, check_text, generate, parser, play_text};
use bidlang_tests::root;

/// Bytes of a case.
fn bytes(seed: u64) -> Vec<u8> {
    let mut stream = Stream::new(seed, 17);
    (0..16 + stream.below(48)).map(|_| stream.below(256) as u8).collect()
}

/// A number that a long run is told.
fn said(name: &str, usually: u64) -> u64 {
    std::env::var(name).ok().and_then(|said| said.parse().ok()).unwrap_or(usually)
}

/// Runs a target on a case.
fn one(name: &str, target: Target, case: u64) {
    let found = std::panic::catch_unwind(|| target(&bytes(case)));
    assert!(found.is_ok(), "{name}, case {case}");
}

#[test]
fn every_target_holds_on_some_cases() {
    for (name, target) in TARGETS {
        (0..120).for_each(|case| one(name, target, case));
    }
}

/// Not part of an ordinary run: it takes minutes. `FUZZ_SECONDS` for each target, `FUZZ_FIRST` case, `FUZZ_TARGET` only.
#[test]
#[ignore = "long: many cases of every target"]
fn every_target_holds_on_many_cases() {
    let only = std::env::var("FUZZ_TARGET").ok();
    for (name, target) in TARGETS.iter().filter(|(name, _)| only.as_ref().is_none_or(|only| only == name)) {
        let first = said("FUZZ_FIRST", 1_000_000);
        let end = Instant::now() + Duration::from_secs(said("FUZZ_SECONDS", 60));
        let done = (first..).take_while(|_| Instant::now() < end).inspect(|case| one(name, *target, *case)).count();
        println!("{name}: {done} cases from {first} on");
    }
}

/// The files that were found.
fn found() -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> =
        std::fs::read_dir(root().join("tests/corpus/fuzz")).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.sort();
    found
}

#[test]
fn what_was_found_is_mended() {
    assert!(!found().is_empty());
    for path in found() {
        println!("{}", path.display());
        let text = std::fs::read_to_string(&path).unwrap();
        parser(text.as_bytes());
        check_text(&text);
        play_text(&text, Amount::FEW);
    }
}

/// Plays generated files; gives what was played, and how many files there were. All that fail are named, and the first is shown.
fn made_up(seeds: impl Iterator<Item = u64>, amount: Amount) -> (u64, Played) {
    let (mut files, mut sum) = (0, Played::default());
    let mut failed = Vec::new();
    for seed in seeds {
        let text = generate::game(&mut Draw::new(&bytes(seed)));
        match std::panic::catch_unwind(|| play_text(&text, amount)) {
            Ok(played) => sum.add(played),
            Err(_) => failed.push((seed, text)),
        }
        files += 1;
    }
    let seeds: Vec<u64> = failed.iter().map(|(seed, _)| *seed).collect();
    assert!(failed.is_empty(), "the files of the seeds {seeds:?}; the first:\n{}", failed[0].1);
    (files, sum)
}

#[test]
fn the_engine_keeps_step_with_the_oracle_on_generated_games() {
    let (files, sum) = made_up(0..400, Amount::FEW);
    assert!(sum.accepted * 2 > files && sum.decisions > 1_000 && sum.many > 50, "{files} files, {sum:?}");
}

/// Not part of an ordinary run: it takes minutes. `FUZZ_SECONDS` says how long, `FUZZ_FIRST` with which file it begins.
#[test]
#[ignore = "long: a thousand games of many generated files"]
fn a_thousand_games_of_generated_files() {
    let first = said("FUZZ_FIRST", 1_000_000);
    let end = Instant::now() + Duration::from_secs(said("FUZZ_SECONDS", 300));
    let (files, sum) = made_up((first..).take_while(|_| Instant::now() < end), Amount::THOUSAND);
    println!("generated files from {first} on: {files}, {sum:?}");
}

/// Takes lines out of a file as long as it still cannot be played, and prints what is left. `SHRINK` names the file, or is the
/// number of a case of the target `generated`.
#[test]
#[ignore = "a tool: makes a file that fails shorter"]
fn shrink() {
    // It has to go on failing in the same way, where `SAYS` tells what the failure says.
    let says = std::env::var("SAYS").unwrap_or_default();
    let fails = |text: &str| match std::panic::catch_unwind(|| play_text(text, Amount::FEW)) {
        Ok(_) => false,
        Err(panic) => says.is_empty() || panic.downcast_ref::<String>().is_some_and(|said| said.contains(&says)),
    };
    let what = std::env::var("SHRINK").unwrap();
    let mut text = match what.parse() {
        Ok(case) => generate::game(&mut Draw::new(&bytes(case))),
        Err(_) => std::fs::read_to_string(what).unwrap(),
    };
    assert!(fails(&text), "nothing is wrong with the file");
    std::panic::set_hook(Box::new(|_| {}));
    let mut size = text.lines().count() / 2;
    while size > 0 {
        let lines: Vec<&str> = text.lines().collect();
        let without = |at: usize| [&lines[..at], &lines[(at + size).min(lines.len())..]].concat().join("\n");
        match (0..lines.len()).map(without).find(|text| fails(text)) {
            Some(shorter) => text = shorter,
            None => size /= 2,
        }
    }
    println!("{text}");
}

/// Plays the files of `FILES`, names with commas between, on the engine and the naive oracle, and says what came of each.
#[test]
#[ignore = "a tool: plays files"]
fn play_files() {
    for path in std::env::var("FILES").unwrap().split(',') {
        let text = std::fs::read_to_string(path).unwrap();
        let found = std::panic::catch_unwind(|| play_text(&text, Amount::FEW));
        println!("{path}: {found:?}");
    }
}
