//! What must hold in every game: it ends, no card is lost, choices listed and counted agree, the same seed gives the same bytes.

use std::ops::ControlFlow;
use std::sync::Mutex;
use std::time::Instant;

use bidlang::engine::{Pause, Runner, Silent, Stream, each_seat};
use bidlang::{Game, MOST_DECISIONS, Prepared, Recorder, Replay, Setup, Transcript};
use bidlang_tests::{Conserving, classics, game, games, playable, record, sampled, shipped, sound};

#[test]
fn every_game_ends_and_conserves_its_cards() {
    for name in games() {
        let rulebook = game(&name);
        let setups = playable(&rulebook);
        assert!(!setups.is_empty(), "{name} cannot be played at all");
        for prepared in setups {
            for seed in 0..10 {
                let mut listener = Conserving { program: &prepared.compiled().program, events: 0 };
                let table = bidlang_tests::play(&prepared, seed, &mut listener, |_, _, _| {})
                    .unwrap_or_else(|fault| panic!("{name} {:?} seed {seed}: {fault:?}", prepared.setup()));
                assert!(listener.events > 10);
                assert!(!table.winners().is_empty(), "{name}: somebody wins");
            }
        }
    }
}

#[test]
fn choices_are_listed_counted_numbered_and_explained_alike() {
    let mut all = 0;
    for (name, rulebook) in shipped().into_iter().chain(sound()) {
        for prepared in playable(&rulebook) {
            let mut looked = 0;
            let played = bidlang_tests::play(&prepared, 3, &mut Silent, |table, seat, chosen| {
                looked += 1;
                if looked > 150 {
                    return;
                }
                let mut listed = Vec::new();
                table.runner.clone().each_choice(&mut table.desk, seat, |choice| {
                    listed.push(*choice);
                    ControlFlow::Continue(())
                });
                let count = table.runner.choices(&mut table.desk, seat);
                assert_eq!(listed.len() as u64, count, "{name}: as many listed as counted");
                assert!(listed.contains(chosen));
                assert!(table.runner.is_legal(&mut table.desk, seat, chosen));
                assert_ne!(table.runner.choosers(table.state()) & (1 << seat), 0);
                assert!(!table.state().is_over());
                for (number, choice) in listed.iter().enumerate() {
                    assert_eq!(
                        table.runner.nth_choice(&mut table.desk, seat, number as u64).as_ref(),
                        Some(choice),
                        "{name}: the {number}th"
                    );
                    assert!(!listed[..number].contains(choice), "{name}: a choice is listed twice");
                    assert!(
                        table.runner.objections(&mut table.desk, seat, choice).is_empty(),
                        "{name}: nothing objects to a legal choice"
                    );
                }
                assert!(table.runner.nth_choice(&mut table.desk, seat, count).is_none());
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
        for prepared in playable(&rulebook) {
            let first = record(&prepared, 11, None);
            assert_eq!(first, record(&prepared, 11, None), "{name}");
            assert_ne!(first, record(&prepared, 12, None), "{name}: another seed is another game");
        }
    }
}

#[test]
fn a_replay_equals_its_record() {
    for name in games() {
        let rulebook = game(&name);
        for prepared in playable(&rulebook) {
            let recorded = record(&prepared, 5, None);
            let replay = Replay::read(&recorded).unwrap();
            assert!(replay.whole);
            let prepared = rulebook.prepare_replay(&replay).unwrap();
            let mut lines = Vec::new();
            let mut recorder = Recorder::new(&prepared, replay.seed, None, |line| lines.push(line));
            let mut table = prepared.table(replay.seed);
            assert!(table.replay(&replay.choices, &mut recorder).unwrap().is_none(), "{name}: the game is over");
            recorder.end(&table, None);
            assert_eq!(lines.iter().map(|line| format!("{line}\n")).collect::<String>(), recorded, "{name}");
        }
    }
}

#[test]
fn copying_a_state_copies_the_game() {
    let rulebook = game("varg_bid");
    for prepared in playable(&rulebook) {
        let mut looked = 0;
        bidlang_tests::play(&prepared, 1, &mut Silent, |table, seat, choice| {
            looked += 1;
            if looked == 20 {
                let mut other = table.desk.clone();
                table.runner.choose(&mut other, seat, choice, false, &mut Silent).unwrap();
                assert!(!other.state().same(table.state(), &prepared.compiled().program), "the copy goes its own way");
            }
        })
        .unwrap();
        assert!(looked > 20);
    }
}

/// Plays 10,000 random games to their end in each setup on the engine, which is held to a naive one elsewhere.
/// Cards are counted at every 64th decision and at the end.
fn ten_thousand(name: &str, setups: &[Prepared]) {
    let (start, mut games, mut decisions) = (Instant::now(), 0, 0);
    for prepared in setups {
        let (setup, compiled) = (prepared.setup(), prepared.compiled());
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
            let may_be_nobodys = prepared.game().text().contains("won by nobody");
            assert!(may_be_nobodys || runner.winners(desk.state()) != 0, "{name} {setup:?} seed {seed}: nobody wins");
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
            for prepared in setups.iter().step_by(setups.len().div_ceil(8)) {
                for seed in 0..2 {
                    let mut listener = Conserving { program: &prepared.compiled().program, events: 0 };
                    bidlang_tests::play_some(prepared, seed, 150, &mut listener, |_, _, _| {})
                        .unwrap_or_else(|fault| panic!("{name} {:?} seed {seed}: {fault:?}", prepared.setup()));
                    assert!(listener.events > 10);
                }
            }
        }
    }
}

#[test]
fn a_phase_that_is_ended_has_no_more_passes() {
    let text = "game Ends\nplayers 2\n\ncards\n  rank  1 to 4\n  1 to 4\n\nplaces\n  stock  seen by all\n\nplay\n  move all cards to stock\n  do turn\n  won by players with highest score\n\nphase turn repeats 5 times\n  score 1 to seat 1 for a pass\n  end phase when turn is 3\n  score 10 to seat 1 for going on\n";
    let rulebook = Game::read("ends.bid", text).unwrap();
    let table = bidlang_tests::play(&playable(&rulebook).remove(0), 1, &mut Silent, |_, _, _| {}).unwrap();
    assert_eq!(table.scores(), [23, 0]);
}

#[test]
fn closes_speaks_of_who_acted() {
    let text = "game Closes\nplayers 3\n\ncards\n  rank  1 to 4\n  1 to 4\n\nplaces\n  stock  seen by all\n\ntrack\n  spoke  player\n\nplay\n  move all cards to stock\n  circuit\n    order   clockwise from seat 1\n    act     speak\n      set spoke to player\n      score 1 to player for speaking\n    closes  when player is seat 2 and spoke is seat 2\n  won by players with highest score\n";
    let rulebook = Game::read("closes.bid", text).unwrap();
    let table = bidlang_tests::play(&playable(&rulebook).remove(0), 1, &mut Silent, |_, _, _| {}).unwrap();
    assert_eq!(table.scores(), [1, 1, 0]);
}

/// Points of a group in which nobody is are told to nobody.
#[test]
fn points_of_an_empty_group_are_not_told() {
    let text = "game Empty Group\nplayers 2\n\ncards\n  suit  Clubs\n  rank  1 to 4\n  1 to 4 of Clubs\n\nplaces\n  \
                hand  each player  seen by owner\n\nplay\n  score -7 to players where number of (cards in hand) is more \
                than 3 for the rest\n  score 2 to each player for coming\n  won by players with highest score\n";
    let prepared = Game::read("empty.bid", text).unwrap().prepare(&Setup::players(2)).unwrap();
    let mut told = Vec::new();
    let mut transcript = Transcript::new(&prepared, None, |line: String| told.push(line));
    bidlang_tests::play(&prepared, 1, &mut transcript, |_, _, _| {}).unwrap();
    transcript.flush();
    drop(transcript);
    let told = told.join("\n");
    assert!(!told.contains("the rest") && told.contains("coming"), "{told}");
}
