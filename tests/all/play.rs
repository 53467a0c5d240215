//! What must hold in every game: it ends, no card is lost, choices listed and counted agree, the same seed gives the same bytes.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::time::Instant;

use bidlang::engine::{Pause, Runner, Silent, Stream, each_seat};
use bidlang::lower::{Compiled, Setup};
use bidlang::session::{MOST_DECISIONS, Session, Turn};
use bidlang::words::Words;
use bidlang_tests::{Conserving, classics, game, games, names, playable, record, sampled, shipped, sound};

#[test]
fn every_game_ends_and_conserves_its_cards() {
    for name in games() {
        let rulebook = game(&name);
        let setups = playable(&rulebook);
        assert!(!setups.is_empty(), "{name} cannot be played at all");
        for (setup, compiled) in setups {
            for seed in 0..10 {
                let mut listener = Conserving { program: &compiled.program, events: 0 };
                let session = bidlang_tests::play(&compiled, seed, &mut listener, |_, _, _| {})
                    .unwrap_or_else(|fault| panic!("{name} {setup:?} seed {seed}: {fault:?}"));
                assert!(listener.events > 10);
                assert_ne!(session.runner.winners(session.state()), 0, "{name}: somebody wins");
            }
        }
    }
}

#[test]
fn choices_are_listed_counted_numbered_and_explained_alike() {
    let mut all = 0;
    for (name, rulebook) in shipped().into_iter().chain(sound()) {
        for (_, compiled) in playable(&rulebook) {
            let mut looked = 0;
            let played = bidlang_tests::play(&compiled, 3, &mut Silent, |session, seat, chosen| {
                looked += 1;
                if looked > 150 {
                    return;
                }
                let mut listed = Vec::new();
                session.runner.clone().each_choice(&mut session.desk, seat, |choice| {
                    listed.push(*choice);
                    ControlFlow::Continue(())
                });
                let count = session.runner.choices(&mut session.desk, seat);
                assert_eq!(listed.len() as u64, count, "{name}: as many listed as counted");
                assert!(listed.contains(chosen));
                assert!(session.runner.is_legal(&mut session.desk, seat, chosen));
                assert_ne!(session.runner.choosers(session.state()) & (1 << seat), 0);
                assert!(!session.state().is_over());
                for (number, choice) in listed.iter().enumerate() {
                    assert_eq!(
                        session.runner.nth_choice(&mut session.desk, seat, number as u64).as_ref(),
                        Some(choice),
                        "{name}: the {number}th"
                    );
                    assert!(!listed[..number].contains(choice), "{name}: a choice is listed twice");
                    assert!(
                        session.runner.objections(&mut session.desk, seat, choice).is_empty(),
                        "{name}: nothing objects to a legal choice"
                    );
                }
                assert!(session.runner.nth_choice(&mut session.desk, seat, count).is_none());
                all += listed.len();
            });
            // Files of the corpus are made for their scripts: played from the beginning, some stop.
            assert!(played.is_ok() || name.ends_with(".bid"), "{name}: {:?}", played.err());
        }
    }
    assert!(all > 20_000, "only {all} choices");
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    for name in games() {
        let rulebook = game(&name);
        for (setup, compiled) in playable(&rulebook) {
            let first = record(&rulebook, &setup, &compiled, 11, None);
            assert_eq!(first, record(&rulebook, &setup, &compiled, 11, None), "{name}");
            assert_ne!(first, record(&rulebook, &setup, &compiled, 12, None), "{name}: another seed is another game");
        }
    }
}

#[test]
fn a_replay_equals_its_record() {
    for name in games() {
        let rulebook = game(&name);
        for (setup, compiled) in playable(&rulebook) {
            let recorded = record(&rulebook, &setup, &compiled, 5, None);
            let replay = bidlang::record::read(&recorded).unwrap();
            assert!(replay.whole);
            assert_eq!(replay.file, rulebook.hash());
            let names = names(setup.players);
            let words = Words { game: &rulebook.game, program: &compiled.program, seats: &names };
            let mut lines = Vec::new();
            let head = bidlang::record::Head { rulebook: &rulebook, setup: &setup, seed: replay.seed, view: None };
            let mut recorder = bidlang::record::Recorder::new(&head, words, |line| lines.push(line));
            let mut session =
                Session::new(compiled.runner(), bidlang::engine::Seeded::new(replay.seed), MOST_DECISIONS);
            let mut choices = replay.choices.iter();
            while let Turn::Choose(seats) = session.advance(&mut recorder).unwrap() {
                let (_, seat, wanted) = choices.next().unwrap();
                assert_ne!(seats & (1 << seat), 0);
                let choice = bidlang::record::find(&mut session, words, *seat, wanted).unwrap();
                session.make(*seat, &choice, false, &mut recorder).unwrap();
            }
            recorder.end(
                &session.runner.scores(session.state()).collect::<Vec<_>>(),
                Ok(session.runner.winners(session.state())),
                session.decisions,
            );
            assert!(choices.next().is_none());
            assert_eq!(lines.iter().map(|line| format!("{line}\n")).collect::<String>(), recorded, "{name}");
        }
    }
}

#[test]
fn copying_a_state_copies_the_game() {
    let rulebook = game("varg_bid");
    for (_, compiled) in playable(&rulebook) {
        let mut looked = 0;
        bidlang_tests::play(&compiled, 1, &mut Silent, |session, seat, choice| {
            looked += 1;
            if looked == 20 {
                let mut other = session.desk.clone();
                session.runner.choose(&mut other, seat, choice, false, &mut Silent).unwrap();
                assert!(!other.state().same(session.state(), &compiled.program), "the copy goes its own way");
            }
        })
        .unwrap();
        assert!(looked > 20);
    }
}

/// Plays 10,000 random games to their end in each setup on the engine, which is held to a naive one elsewhere.
/// Cards are counted at every 64th decision and at the end.
fn ten_thousand(name: &str, setups: &[(Setup, Compiled)]) {
    let (start, mut games, mut decisions) = (Instant::now(), 0, 0);
    for (setup, compiled) in setups {
        let runner = Runner::new(&compiled.program);
        let mut desk = runner.desk(0);
        for seed in 0..10_000 {
            runner.restart(&mut desk, seed);
            let mut players = Stream::of_players(seed);
            let mut made = 0;
            loop {
                let pause = runner
                    .run(&mut desk, &mut Silent)
                    .unwrap_or_else(|fault| panic!("{name} {setup:?} seed {seed}: {fault:?}"));
                let Pause::Decision(seats) = pause else { break };
                let seat = each_seat(seats).next().unwrap();
                let count = runner.choices(&mut desk, seat);
                let drawn = if count > 1 { players.below_long(count) } else { 0 };
                runner.take(&mut desk, seat, drawn).unwrap();
                made += 1;
                assert!(made <= MOST_DECISIONS, "{name} {setup:?} seed {seed} does not end");
                assert!(made % 64 != 0 || desk.state().conserved(&compiled.program), "{name} {setup:?} seed {seed}");
            }
            assert!(desk.state().conserved(&compiled.program), "{name} {setup:?} seed {seed}: a card is lost");
            assert_ne!(runner.winners(desk.state()), 0, "{name} {setup:?} seed {seed}: nobody wins");
            games += 1;
            decisions += made;
        }
    }
    println!("{name}: {} setups, {games} games, {decisions} decisions, {:?}", setups.len(), start.elapsed());
}

/// Takes minutes: `cargo test --release -p bidlang-tests --test all -- --ignored ten_thousand --nocapture`.
#[test]
#[ignore = "takes minutes; run before a release"]
fn ten_thousand_games_of_each_setup() {
    for name in games() {
        ten_thousand(&name, &playable(&game(&name)));
    }
}

/// For each player count 10,000 games with the usual options, and as many with each other combination of words and of
/// usual, lowest and highest numbers, at most 64 of them.
#[test]
#[ignore = "takes minutes; run before a release"]
fn ten_thousand_games_of_the_classics() {
    let games = Mutex::new(classics());
    let next = || games.lock().unwrap().pop();
    std::thread::scope(|threads| {
        for _ in 0..2 {
            threads.spawn(|| {
                while let Some((name, rulebook)) = next() {
                    let (low, high) = rulebook.game.players;
                    let setups: Vec<_> = (low..=high).flat_map(|players| sampled(&rulebook, players, 64)).collect();
                    ten_thousand(&name, &setups);
                }
            });
        }
    });
}

/// Beginnings of games of the classics, a few setups for each player count: they run, and no card is lost.
#[test]
fn classics_run_and_conserve_their_cards() {
    for (name, rulebook) in classics() {
        for players in rulebook.game.players.0..=rulebook.game.players.1 {
            let setups = sampled(&rulebook, players, 64);
            assert!(!setups.is_empty(), "{name} cannot be played by {players}");
            for (setup, compiled) in setups.iter().step_by(setups.len().div_ceil(8)) {
                for seed in 0..2 {
                    let mut listener = Conserving { program: &compiled.program, events: 0 };
                    bidlang_tests::play_some(compiled, seed, 150, &mut listener, |_, _, _| {})
                        .unwrap_or_else(|fault| panic!("{name} {setup:?} seed {seed}: {fault:?}"));
                    assert!(listener.events > 10);
                }
            }
        }
    }
}

#[test]
fn a_phase_that_is_ended_has_no_more_passes() {
    let text = "game Ends\nplayers 2\n\ncards\n  rank  1 to 4\n  1 to 4\n\nplaces\n  stock  seen by all\n\nplay\n  move all cards to stock\n  do turn\n  won by players with highest score\n\nphase turn repeats 5 times\n  score 1 to seat 1 for a pass\n  end phase when turn is 3\n  score 10 to seat 1 for going on\n";
    let rulebook = bidlang::rulebook::Rulebook::read("ends.bid", text).unwrap();
    let (_, compiled) = playable(&rulebook).remove(0);
    let session = bidlang_tests::play(&compiled, 1, &mut Silent, |_, _, _| {}).unwrap();
    assert_eq!(session.runner.scores(session.state()).collect::<Vec<_>>(), [23, 0]);
}

#[test]
fn closes_speaks_of_who_acted() {
    let text = "game Closes\nplayers 3\n\ncards\n  rank  1 to 4\n  1 to 4\n\nplaces\n  stock  seen by all\n\ntrack\n  spoke  player\n\nplay\n  move all cards to stock\n  circuit\n    order   clockwise from seat 1\n    act     speak\n      set spoke to player\n      score 1 to player for speaking\n    closes  when player is seat 2 and spoke is seat 2\n  won by players with highest score\n";
    let rulebook = bidlang::rulebook::Rulebook::read("closes.bid", text).unwrap();
    let (_, compiled) = playable(&rulebook).remove(0);
    let session = bidlang_tests::play(&compiled, 1, &mut Silent, |_, _, _| {}).unwrap();
    assert_eq!(session.runner.scores(session.state()).collect::<Vec<_>>(), [1, 1, 0]);
}
