//! What a seat is told is worked out from what it can know: small games in which each sort of telling might tell more, and twins of all
//! shipped games, which differ in nothing that the seat may know.

use std::cell::RefCell;

use crate::planted::{planted, told};
use bidlang::diagnostic::Code;
use bidlang::loader::{Empty, Source};
use bidlang::{Game, Recorder, Setup, Transcript};
use bidlang_lab::check::check;
use bidlang_lab::search::{Budget, compare_twins};
use bidlang_tests::{classics, play, play_some, root, sampled, shipped, variants};

/// Each game of `corpus/secrets`, with the second seat's transcript of one game, and the lines of its record that tell acts, moves and
/// shows of others: reviewed line by line.
#[test]
fn tellings() {
    insta::glob!("../corpus/secrets", "*.bid", |path| {
        let text = std::fs::read_to_string(path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy();
        let game = Game::read(&name, &text).unwrap();
        let players = game.game.players.0;
        let prepared = game.prepare(&Setup::players(players)).unwrap();
        let told = RefCell::new(String::new());
        for viewer in [0_u8, 1] {
            *told.borrow_mut() += &format!("To {}\n", prepared.names()[usize::from(viewer)]);
            let mut transcript = Transcript::new(&prepared, Some(1 << viewer), |line: String| {
                *told.borrow_mut() += &format!("{line}\n")
            });
            play(&prepared, 1, &mut transcript, |_, _, _| {}).unwrap();
            transcript.flush();
        }
        let mut recorder = Recorder::new(&prepared, 1, Some(0), |line: String| {
            if line.contains(r#""line":"move""#) && line.contains("null")
                || line.contains(r#""line":"show""#)
                || line.contains(r#""line":"draw""#)
            {
                *told.borrow_mut() += &format!("{line}\n");
            }
        });
        play(&prepared, 1, &mut recorder, |_, _, _| {}).unwrap();
        drop(recorder);
        insta::with_settings!({ snapshot_path => "../corpus/secrets", prepend_module_to_snapshot => false, snapshot_suffix => "", omit_expression => true }, {
            insta::assert_snapshot!(name.into_owned(), told.into_inner());
        });
    });
}

/// Whether something hidden holds is known to all where all are told of what is done then: a rules file that tells more than it should, but no more is
/// kept from anybody behind it.
#[test]
fn what_is_done_before_all_says_which_way_it_went() {
    let rules = "game Seen\nplayers 2\ncards\n  rank  1 to 6\n  1 to 6\nplaces\n  hand  each player  seen by owner\n\
        play\n  do deal\n  won by players with highest score\nphase deal\n  track\n    known  number, not told\n    unknown  number, not told\n\
        \x20 shuffle box\n  deal 2 from box to hand of each player\n  if highest rank of hand of seat 1 is at least 5\n    set known to 1\n\
        \x20   score 1 to seat 1 for a high card\n  if lowest rank of hand of seat 1 is at most 2\n    set unknown to 1\n\
        \x20 ask seat 1\n    act by-known when known is 1\n    act else-known\n  ask seat 1\n    act by-unknown when unknown is 1\n    act else-unknown\n";
    let game = Game::read("seen.bid", rules).unwrap();
    let prepared = game.prepare(&Setup::players(2)).unwrap();
    let told = RefCell::new(String::new());
    for seed in 1..=30 {
        let mut transcript =
            Transcript::new(&prepared, Some(1 << 1), |line: String| *told.borrow_mut() += &format!("{line}\n"));
        play(&prepared, seed, &mut transcript, |_, _, _| {}).unwrap();
        transcript.flush();
    }
    let told = told.into_inner();
    assert!(told.contains("elses known (forced)") && told.contains("elses unknown"), "{told}");
    assert!(!told.contains("unknown (forced)"), "{told}");
}

/// Twins of all shipped games and variants, `games` games of each of some setups: how many were compared.
fn twins(games: u64, setups: usize) -> u64 {
    let mut twins = 0;
    for (name, game) in shipped().into_iter().chain(classics()).chain(variants()) {
        let (few, many) = game.game.players;
        for prepared in (few..=many).flat_map(|players| sampled(&game, players, setups)) {
            match compare_twins(&prepared, 1..=games) {
                Ok(found) => twins += found,
                Err(problem) => panic!("{name}: {problem:?}"),
            }
        }
    }
    twins
}

#[test]
fn twins_of_shipped_games_are_told_the_same() {
    let twins = twins(1, 2);
    assert!(twins > 1_000, "{twins}");
}

/// What a seat holds to be possible is never too little: each card lies where every seat holds it to be possible; and it is never all.
#[test]
fn no_seat_holds_the_truth_to_be_impossible() {
    let (mut certain, mut open) = (0, 0);
    let sound = std::fs::read_dir(root().join("tests/corpus/sound")).unwrap().map(|entry| entry.unwrap().path());
    let sound = sound.filter(|path| path.extension().is_some_and(|extension| extension == "bid"));
    let sound = sound.map(|path| (path.display().to_string(), std::fs::read_to_string(&path).unwrap()));
    let sound = sound.filter_map(|(name, text)| Some((name.clone(), Game::read(&name, &text).ok()?)));
    for (name, game) in shipped().into_iter().chain(classics()).chain(sound) {
        for prepared in sampled(&game, game.game.players.1, 1) {
            let mut recorder = Recorder::new(&prepared, 5, None, |_| {});
            let played = play_some(&prepared, 5, 400, &mut recorder, |table, _, _| {
                let program = table.runner.program();
                for place in (0_u16..).take(program.places.len()) {
                    let there = table.desk.state().mask(u32::from(place));
                    for seat in 0..prepared.players() {
                        let may = table.desk.may_lie(seat, place).unwrap();
                        assert_eq!(there & !may, 0, "{name}: seat {seat} holds place {place} to be otherwise");
                        *if may == there { &mut certain } else { &mut open } += 1;
                    }
                }
            });
            drop(played);
        }
    }
    assert!(certain > 10_000 && open > 10_000, "{certain} places known, {open} not");
}

/// In games whose rules look at much that is hidden, too.
#[test]
fn twins_of_games_full_of_secrets_are_told_the_same() {
    insta::glob!("../corpus/secrets", "*.bid", |path| {
        let name = path.file_name().unwrap().to_string_lossy();
        let game = Game::read(&name, &std::fs::read_to_string(path).unwrap()).unwrap();
        let prepared = game.prepare(&Setup::players(game.game.players.0)).unwrap();
        if let Err(problem) = compare_twins(&prepared, 1..=100) {
            panic!("{name}: {problem:?}");
        }
    });
}

#[test]
#[ignore = "long: a million twins"]
fn a_million_twins_of_shipped_games_are_told_the_same() {
    let games = std::env::var("TWINS").ok().and_then(|games| games.parse().ok()).unwrap_or(150);
    let twins = twins(games, 12);
    println!("{twins} twins");
    assert!(twins > 1_000, "{twins}");
}

/// How many of so many leaks, planted in the shipped games, `check` finds in so many games. None is told of a file that is right: that is
/// in `planted`. Those behind `found nothing` are hardly ever told in play.
fn leaks(games: u64, each: usize) -> (usize, usize, Vec<String>) {
    let all: Vec<_> = planted("tests/corpus/leaks").into_iter().step_by(each).collect();
    let missed = all.iter().filter(|leak| !told(leak, games).contains(&Code::TellsHiddenCards));
    let missed: Vec<String> =
        missed.filter(|leak| !leak.codes.is_empty()).map(|leak| format!("{}: {}", leak.game, leak.what)).collect();
    let wanted = all.iter().filter(|leak| !leak.codes.is_empty()).count();
    (wanted - missed.len(), all.len(), missed)
}

#[test]
fn planted_leaks_are_found() {
    let (found, all, missed) = leaks(200, 4);
    assert!(found * 2 > all, "{found} of {all}; not {missed:#?}");
}

/// Small games of `corpus/leaks`, each with one line that tells what is hidden: in a pick, a bound, an order, an end, a size, a draw.
#[test]
fn leaks_of_small_games_are_found() {
    insta::glob!("../corpus/leaks", "*.bid", |path| {
        let name = path.file_name().unwrap().to_string_lossy();
        let game =
            Source { key: name.to_string(), name: name.to_string(), text: std::fs::read_to_string(path).unwrap() };
        let told = check(&game, &Empty, &Budget::of(400)).problems;
        assert!(told.iter().any(|problem| problem.code == Code::TellsHiddenCards), "{name}: {told:?}");
    });
}

#[test]
#[ignore = "takes some minutes without optimisation"]
fn all_planted_leaks_are_found() {
    let (found, all, missed) = leaks(2_000, 1);
    println!("{found} of {all} leaks are found");
    assert!(missed.is_empty(), "not found:\n{}", missed.join("\n"));
}
