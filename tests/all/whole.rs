//! Whole games with random players, a line each: how long, who won with what, and the hash of the record. What nobody would read is
//! not kept; what a rule means is said by the scripted games.

use std::fmt::Write as _;

use bidlang::{Game, Prepared};
use bidlang_tests::{classics, record, root, sampled, shipped, variants};
use serde_json::Value;
use sha2::{Digest, Sha256};

const SEED: u64 = 1;

/// All options at their usual value for each player count, and each other value of an option by itself for the fewest players; of numbers that only the
/// lower end, where it is not the usual one: the higher makes games long.
fn setups(rulebook: &Game) -> Vec<Prepared> {
    let (low, high) = rulebook.game.players;
    let mut found: Vec<Prepared> = Vec::new();
    for players in low..=high {
        let longest = |prepared: &Prepared| {
            let options = rulebook.game.options.iter().zip(&prepared.setup().options);
            options
                .filter(|(option, is)| **is != option.usually)
                .any(|(option, is)| option.kind.is_none() && *is == option.range.1 && option.range.0 != option.usually)
        };
        let all = sampled(rulebook, players, 1).into_iter().filter(|prepared| !longest(prepared));
        let first = found.is_empty();
        found.extend(all.take(if first { usize::MAX } else { 1 }));
    }
    found
}

/// How a game is played: `games/hearts.bid --players 4 --option jack-bonus=yes --seed 1`.
fn call(path: &str, prepared: &Prepared, head: &Value) -> String {
    let (rulebook, setup) = (prepared.game(), prepared.setup());
    let mut call = format!("{path} --players {}", setup.players);
    for (option, value) in
        rulebook.game.options.iter().zip(&setup.options).filter(|(option, is)| **is != option.usually)
    {
        let said = &head["options"][&option.name];
        let said = said.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let _ = write!(call, " --option {}={said}", option.name);
    }
    format!("{call} --seed {SEED}")
}

/// The call of a game, and how it went. The head of a record names the hash of the rules file, which changes with its notes.
fn line(path: &str, prepared: &Prepared) -> String {
    let whole = record(prepared, SEED, None);
    let (head, rest) = whole.split_once('\n').unwrap();
    let head: Value = serde_json::from_str(head).unwrap();
    let end: Value = serde_json::from_str(rest.lines().last().unwrap()).unwrap();
    let numbers = |name: &str| {
        let all = end[name].as_array().unwrap().iter().map(Value::to_string);
        all.collect::<Vec<_>>().join(" ")
    };
    let hash: String = Sha256::digest(rest).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
    let call = call(path, prepared, &head);
    format!(
        "{call}: {} decisions, scores {}, won by {}, record {hash}",
        end["decisions"],
        numbers("scores"),
        numbers("winners")
    )
}

#[test]
fn whole_games_are_as_they_were() {
    let mut text = String::new();
    for (folder, games) in [("games", shipped()), ("games/classics", classics()), ("games/variants", variants())] {
        for (name, rulebook) in games {
            let path = format!("{folder}/{name}.bid");
            for prepared in setups(&rulebook) {
                let _ = writeln!(text, "{}", line(&path, &prepared));
            }
        }
    }
    let kept = root().join("tests/all/snapshots/all__whole__whole_games.snap");
    let kept = std::fs::read_to_string(kept).unwrap_or_default();
    let changed: Vec<&str> = text.lines().filter(|line| !kept.lines().any(|kept| kept == *line)).collect();
    if let Some(first) = changed.first() {
        let call = first.split(": ").next().unwrap();
        println!(
            "{} of {} games are played in another way. To see the first, and how it was before:",
            changed.len(),
            text.lines().count()
        );
        println!("  cargo run --release -- run {call} --seat 1=random > after.txt");
        println!("  git stash; cargo run --release -- run {call} --seat 1=random > before.txt; git stash pop");
        println!("  diff before.txt after.txt");
        println!(
            "With `--format jsonl` its record comes; its lines after the first are what is hashed (SHA-256, 16 digits)."
        );
    }
    insta::assert_snapshot!("whole_games", text);
}
