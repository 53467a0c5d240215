//! Nothing that is read makes the checker or the engine panic or hang: noise, and shipped games with words changed.

use bidlang::diagnostic::{Code, Diagnostic};
use std::path::PathBuf;

use bidlang::engine::{Runner, Stream};
use bidlang::loader::Source;
use bidlang::rulebook::Rulebook;
use bidlang::{Error, Game};
use bidlang_tests::naive::{Far, held};
use bidlang_tests::{Folders, root, rules_files};
use proptest::prelude::*;

/// Plays a few random games, each up to a number of decisions; a fault is as good an end as any, a panic is not.
fn try_to_play(rulebook: &Game) -> usize {
    let mut played = 0;
    for setup in rulebook.setups().into_iter().take(6) {
        let Ok(prepared) = rulebook.prepare_for(setup, &[]) else { continue };
        for seed in 0..2 {
            let mut table = prepared.table(seed).most_decisions(400);
            let mut stream = Stream::new(seed, 1);
            while let Ok(Some(turn)) = table.turn() {
                let drawn = stream.below_long(turn.count().min(1_000_000));
                let Some(act) = turn.nth(drawn) else { break };
                match table.play(turn.seat(), &act) {
                    Ok(()) => {}
                    Err(Error::Stopped(_)) => break,
                    Err(error) => panic!("a legal act is refused: {error}"),
                }
            }
            assert!(table.state().conserved(&prepared.compiled().program));
            played += 1;
        }
    }
    played
}

/// What playing on the engine and the oracle came to.
#[derive(Debug, Default)]
struct Both {
    games: u64,
    decisions: u64,
    faults: u64,
}

/// Plays a few random games on the engine and on the naive oracle, which have to agree, in faults too.
fn try_both(rulebook: &Rulebook, seeds: u64, most: u64, what: &str, sum: &mut Both) {
    for setup in rulebook.setups().into_iter().take(6) {
        let Ok(compiled) = rulebook.compile(&setup) else { continue };
        let runner = Runner::new(&compiled.program);
        for seed in 0..seeds {
            let far = Far::decisions(most);
            let played = held(&compiled.program, &runner, seed, far, &format!("{what} {setup:?}"));
            sum.games += 1;
            sum.decisions += played.decisions;
            sum.faults += u64::from(played.fault.is_some());
        }
    }
}

/// The text of all rules files: shipped, the classics, and those of the corpus that are sound.
fn all_texts() -> Vec<String> {
    texts_but(&[])
}

/// The same without some files of the corpus.
fn texts_but(some: &[&str]) -> Vec<String> {
    let folders = [("games", 5), ("games/classics", 10), ("tests/corpus/sound", 6)];
    let mut files: Vec<PathBuf> = folders.iter().flat_map(|(folder, least)| rules_files(folder, *least)).collect();
    files.retain(|path| !some.iter().any(|name| path.ends_with(name)));
    files.sort();
    files.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect()
}

/// Plays changed files of these seeds on both.
fn changed_games_on_both(seeds: std::ops::Range<u64>, most: u64) -> (u64, Both) {
    let texts = all_texts();
    let (mut accepted, mut sum) = (0, Both::default());
    for seed in seeds {
        let text = change(&texts, seed);
        if let Ok(rulebook) = Rulebook::read("changed.bid", &text) {
            accepted += 1;
            try_both(&rulebook, 2, most, &format!("changed by seed {seed}"), &mut sum);
        }
    }
    (accepted, sum)
}

#[test]
fn the_engine_keeps_step_with_the_oracle_on_changed_games() {
    let (accepted, sum) = changed_games_on_both(10_000..10_600, 150);
    assert!(accepted > 20 && sum.decisions > 1_000, "{accepted} accepted, {sum:?}");
}

/// Not part of an ordinary run: it takes minutes.
#[test]
#[ignore = "long: many changed and generated games"]
fn the_engine_keeps_step_with_the_oracle_on_changed_games_for_long() {
    let (accepted, sum) = changed_games_on_both(100_000..105_000, 400);
    println!("changed games: {accepted} of 5,000 accepted, {sum:?}");
}

fn shipped() -> Vec<String> {
    rules_files("games", 5).iter().map(|path| std::fs::read_to_string(path).unwrap()).collect()
}

/// Changes a few words or lines of a text, by a seed.
fn change(texts: &[String], seed: u64) -> String {
    let mut chance = Stream::new(seed, 0);
    let text = &texts[chance.below(texts.len() as u32) as usize];
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..=chance.below(3) {
        let line = chance.below(lines.len() as u32) as usize;
        match chance.below(6) {
            0 => drop(lines.remove(line)),
            1 => {
                let other = chance.below(lines.len() as u32) as usize;
                lines.swap(line, other);
            }
            2 => {
                let again = lines[line].clone();
                lines.insert(line, again);
            }
            _ => {
                // A word is exchanged for another word of the same file.
                let words: Vec<&str> = text.split_whitespace().collect();
                let new = words[chance.below(words.len() as u32) as usize].to_owned();
                let old: Vec<String> = lines[line].split_whitespace().map(str::to_owned).collect();
                if !old.is_empty() {
                    let word = &old[chance.below(old.len() as u32) as usize];
                    lines[line] = lines[line].replacen(word.as_str(), &new, 1);
                }
            }
        }
        if lines.is_empty() {
            break;
        }
    }
    lines.join("\n")
}

#[test]
fn changed_games_are_refused_or_played() {
    let texts = shipped();
    let (mut accepted, mut refused, mut played) = (0, 0, 0);
    for seed in 0..1500 {
        let text = change(&texts, seed);
        match Rulebook::read("changed.bid", &text) {
            Ok(rulebook) => {
                accepted += 1;
                played += try_to_play(&rulebook.into());
            }
            Err(problems) => {
                refused += 1;
                assert!(!problems.is_empty());
                for problem in problems {
                    assert_ne!(problem.code, Code::Internal, "seed {seed}: {problem:?}");
                    // A library that is used lies behind the text.
                    assert!(problem.span().end as usize <= text.len() || text.contains("use "));
                }
            }
        }
    }
    assert!(accepted > 50 && refused > 50, "{accepted} accepted, {refused} refused");
    assert!(played > 1_000, "{played} games");
}

/// Changed games that are accepted are looked at and played; each script of a finding leads to what it tells. How many were found by reading, and how
/// many by playing.
fn found_is_so(seeds: std::ops::Range<u64>) -> (u64, u64) {
    // Without the games of more than 128 cards: which file a seed changes goes by how many there are, and of those three 150 changes led to no finding
    // (2026-11-23). `changed_games_are_refused_or_played` has them.
    let texts = texts_but(&["256-cards.bid", "tiles.bid", "two-packs-twice.bid"]);
    let (mut by_reading, mut by_playing) = (0, 0);
    for seed in seeds {
        let text = change(&texts, seed);
        let Ok(game) = Game::read("changed.bid", &text) else { continue };
        if !game.problems_of_setups().is_empty() {
            by_reading += 1;
            continue;
        }
        for problem in bidlang_lab::search::search(&game, 12).problems.into_iter().filter(Diagnostic::is_error) {
            by_playing += 1;
            // A game without an end takes long to play again.
            if problem.code != Code::GoesOn {
                crate::corpus::replays(&game, &text, &problem);
            }
        }
    }
    (by_reading, by_playing)
}

#[test]
fn what_is_found_in_changed_games_is_so() {
    let (by_reading, by_playing) = found_is_so(20_250..20_350);
    assert!(by_reading > 0 && by_playing > 0, "{by_reading} by reading, {by_playing} by playing");
}

#[test]
#[ignore = "long: minutes"]
fn what_is_found_in_many_changed_games_is_so() {
    let (by_reading, by_playing) = found_is_so(20_000..20_500);
    assert!(by_reading > 5 && by_playing > 0, "{by_reading} by reading, {by_playing} by playing");
}

/// Variants with words of them changed, over their bases.
#[test]
fn changed_variants_are_refused_or_played() {
    let texts: Vec<String> =
        rules_files("games/variants", 10).iter().map(|path| std::fs::read_to_string(path).unwrap()).collect();
    let key = root().join("games/variants/changed.bid").display().to_string();
    let (mut accepted, mut refused, mut played) = (0, 0, 0);
    for seed in 0..600 {
        let source = Source { key: key.clone(), name: "changed.bid".to_owned(), text: change(&texts, seed) };
        match Rulebook::load(&source, &Folders) {
            Ok(rulebook) => {
                accepted += 1;
                played += try_to_play(&rulebook.into());
            }
            Err(found) => {
                refused += 1;
                for problem in &found.problems {
                    assert_ne!(problem.code, Code::Internal, "seed {seed}: {problem:?}");
                    assert!(problem.span().end as usize <= found.sources.text().len());
                    assert!(!found.sources.labels(problem).is_empty());
                }
            }
        }
    }
    assert!(accepted > 20 && refused > 100, "{accepted} accepted, {refused} refused");
    assert!(played > 1_000, "{played} games");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn noise_is_read_without_a_panic(text in "\\PC{0,400}") {
        let _ = Rulebook::read("noise.bid", &text);
    }

    #[test]
    fn lines_of_the_languages_own_words_are_read_without_a_panic(
        words in proptest::collection::vec(
            prop_oneof![
                Just("play\n  "), Just("phase a\n  "), Just("auction\n    "), Just("\n"), Just("\n  "), Just("\n      "), Just("of "), Just("player "),
                Just("cards "), Just("where "), Just("is "), Just("not "), Just("( "), Just(") "), Just("if "), Just("otherwise "), Just("hand "),
                Just("move "), Just("to "), Just("bid "), Just("a "), Just("card "), Just("from "), Just("every "), Just("each "), Just("value "),
                Just("9 "), Just("- "), Just("+ "), Just("* "), Just(", "), Just("highest "), Just("total "), Just("number "), Just("when "),
            ],
            0..80,
        )
    ) {
        let text: String = words.concat();
        let _ = Rulebook::read("words.bid", &format!("game X\nplayers 2\n{text}"));
    }

    #[test]
    fn a_shuffle_keeps_every_card(seed in any::<u64>(), count in 0_u8..128) {
        let mut cards: Vec<u8> = (0..count).collect();
        Stream::new(seed, 3).shuffle(&mut cards);
        cards.sort_unstable();
        prop_assert_eq!(cards, (0..count).collect::<Vec<u8>>());
    }

    #[test]
    fn a_bounded_draw_stays_below(seed in any::<u64>(), below in 1..u32::MAX) {
        prop_assert!(Stream::new(seed, 0).below(below) < below);
    }
}
