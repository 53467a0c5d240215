//! Nothing that is read makes the checker or the engine panic or hang: noise, and shipped games with words changed.

use bidlang::engine::{Machine, Seeded, Silent, Stream, each_seat};
use bidlang::rulebook::Rulebook;
use bidlang::session::{Session, Turn};
use bidlang::variants::shelf::Source;
use bidlang_tests::{Folders, games, root};
use proptest::prelude::*;

/// Plays a few random games, each up to a number of decisions; a fault is as good an end as any, a panic is not.
fn try_to_play(rulebook: &Rulebook) -> usize {
    let mut played = 0;
    for setup in rulebook.setups().into_iter().take(6) {
        let Ok(compiled) = rulebook.compile(&setup) else { continue };
        for seed in 0..2 {
            let mut session = Session::new(Machine::new(&compiled.program), Seeded::new(seed), 400);
            let mut stream = Stream::new(seed, 1);
            while let Ok(Turn::Choose(seats)) = session.advance(&mut Silent) {
                let Some(seat) = each_seat(seats).next() else { break };
                let count = session.machine.count_choices(&session.state, seat, 1_000_000);
                let drawn = stream.below_long(count.min(1_000_000));
                let Some(choice) = session.machine.nth_choice(&session.state, seat, drawn) else { break };
                if session.make(seat, &choice, false, &mut Silent).is_err() {
                    break;
                }
            }
            assert!(session.state.conserved(&compiled.program));
            played += 1;
        }
    }
    played
}

fn shipped() -> Vec<String> {
    games()
        .iter()
        .map(|name| std::fs::read_to_string(root().join("games").join(format!("{name}.bid"))).unwrap())
        .collect()
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
    let (mut accepted, mut refused) = (0, 0);
    for seed in 0..1500 {
        let text = change(&texts, seed);
        match Rulebook::read("changed.bid", &text) {
            Ok(rulebook) => {
                accepted += 1;
                try_to_play(&rulebook);
            }
            Err(problems) => {
                refused += 1;
                assert!(!problems.is_empty());
                for problem in problems {
                    assert_ne!(problem.code, "internal", "seed {seed}: {problem:?}");
                    // A library that is used lies behind the text.
                    assert!(problem.span().end as usize <= text.len() || text.contains("use "));
                }
            }
        }
    }
    assert!(accepted > 50 && refused > 50, "{accepted} accepted, {refused} refused");
}

/// Variants with words of them changed, over their bases.
#[test]
fn changed_variants_are_refused_or_played() {
    let texts: Vec<String> = bidlang_tests::variants()
        .iter()
        .map(|(name, _)| std::fs::read_to_string(root().join(format!("games/variants/{name}.bid"))).unwrap())
        .collect();
    let key = root().join("games/variants/changed.bid").display().to_string();
    let (mut accepted, mut refused) = (0, 0);
    for seed in 0..600 {
        let source = Source { key: key.clone(), name: "changed.bid".to_owned(), text: change(&texts, seed) };
        match Rulebook::load(&source, &Folders) {
            Ok(rulebook) => {
                accepted += 1;
                try_to_play(&rulebook);
            }
            Err(found) => {
                refused += 1;
                for problem in &found.problems {
                    assert_ne!(problem.code, "internal", "seed {seed}: {problem:?}");
                    assert!(problem.span().end as usize <= found.sources.text().len());
                    assert!(!found.sources.labels(problem).is_empty());
                }
            }
        }
    }
    assert!(accepted > 20 && refused > 100, "{accepted} accepted, {refused} refused");
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
