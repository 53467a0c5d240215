use bidlang::engine::{Seeded, Silent, Stream, each_seat};
use bidlang::rulebook::Rulebook;
use bidlang::session::{Session, Turn};

use crate::{bidlang_in, err, out, scratch};

const TEMPLATES: [&str; 5] = ["trick", "auction", "sealed", "contract", "empty"];

/// Plays random games with every setup in turn.
pub fn play(rulebook: &Rulebook, games: u64) {
    let setups: Vec<_> = rulebook.setups().iter().filter_map(|setup| rulebook.compile(setup).ok()).collect();
    assert!(!setups.is_empty(), "there is no setup to play");
    for (seed, compiled) in (0..games).zip(setups.iter().cycle()) {
        let mut session = Session::new(compiled.runner(), Seeded::new(seed), 100_000);
        let mut stream = Stream::new(seed, 1);
        let turn =
            |session: &mut Session| session.advance(&mut Silent).unwrap_or_else(|fault| panic!("{seed}: {fault:?}"));
        while let Turn::Choose(seats) = turn(&mut session) {
            let seat = each_seat(seats).next().unwrap();
            let count = session.runner.choices(&mut session.desk, seat);
            let choice = session.runner.nth_choice(&mut session.desk, seat, stream.below_long(count)).unwrap();
            session.make(seat, &choice, false, &mut Silent).unwrap();
        }
    }
}

#[test]
fn every_template_checks_plays_and_is_tidy() {
    for template in TEMPLATES {
        let folder = scratch(&format!("new-{template}"));
        let made = bidlang_in(&folder, &["new", "night_market", "--template", template], "");
        assert_eq!(made.status.code(), Some(0), "{}", err(&made));
        for call in ["bidlang run night_market.bid", "bidlang test night_market.bid", "check --watch night_market.bid"]
        {
            assert!(out(&made).contains(call), "{}", out(&made));
        }
        let text = std::fs::read_to_string(folder.join("night_market.bid")).unwrap();
        assert!(text.starts_with("game Night Market\n# "), "{text}");
        for call in [vec!["check"], vec!["fmt", "--check"], vec!["test"]] {
            let output = bidlang_in(&folder, &[call.as_slice(), &["night_market.bid"]].concat(), "");
            assert_eq!(output.status.code(), Some(0), "{template} {call:?}: {}{}", out(&output), err(&output));
        }
        let tested = bidlang_in(&folder, &["test", "night_market.bid"], "");
        assert!(out(&tested).contains("1 passed"), "{}", out(&tested));
        let rulebook = Rulebook::read("night_market.bid", &text).unwrap();
        assert!(rulebook.problems_of_setups().is_empty());
        play(&rulebook, 100);
    }
}

#[test]
fn a_file_that_is_there_is_not_overwritten() {
    let folder = scratch("new-there");
    std::fs::write(folder.join("mine.bid"), "my work").unwrap();
    for name in ["mine", "mine.bid"] {
        let output = bidlang_in(&folder, &["new", name], "");
        assert_eq!(output.status.code(), Some(2));
        assert!(err(&output).contains("there is such a file"), "{}", err(&output));
    }
    assert_eq!(std::fs::read_to_string(folder.join("mine.bid")).unwrap(), "my work");
}

#[test]
fn odd_names_are_refused() {
    let folder = scratch("new-odd");
    for name in ["..", "-", "a\u{1b}[31mb", ".hidden", "no/such/folder"] {
        let output = bidlang_in(&folder, &["new", "--", name], "");
        assert_eq!(output.status.code(), Some(2), "{name:?}");
        assert!(!err(&output).contains('\u{1b}'));
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
}
