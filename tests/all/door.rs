//! The front door: what is not legal is refused with its clauses, nothing happens then, and errors print their letters.

use bidlang::engine::{CardSet, Choice, Picked};
use bidlang::{Act, Error, Game, Prepared, Recorder, Replay, SMALL_GAME, Setup, Silent, Table, Transcript, Turn, View};
use bidlang_tests::{record, root, shipped};

fn table(name: &str, players: u8) -> Table {
    let text = std::fs::read_to_string(root().join("games").join(name)).unwrap();
    Game::read(name, &text).unwrap().table(&Setup::players(players), 3).unwrap()
}

/// A choice of the first act with these picks.
fn made(turn: &Turn, picks: &[Picked]) -> Act {
    let mut choice = Choice::default();
    choice.picks[..picks.len()].copy_from_slice(picks);
    turn.act(&choice)
}

#[test]
fn the_whole_deck_as_one_pick_is_refused_and_nothing_has_happened() {
    let mut table = table("varg_bid.bid", 4);
    let turn = table.turn().unwrap().unwrap();
    let before = table.view_of_all();
    let deck = made(&turn, &[Picked { cards: CardSet::first(36), value: 0 }]);
    let refused = table.play(turn.seat(), &deck).unwrap_err();
    assert!(matches!(&refused, Error::Illegal { because, .. } if !because.is_empty()), "{refused}");
    assert!(refused.to_string().contains("varg_bid.bid:"), "{refused}");
    assert_eq!(table.view_of_all(), before);
    table.play(turn.seat(), &turn.nth(0).unwrap()).unwrap();
    assert_ne!(table.view_of_all(), before);
}

#[test]
fn what_has_not_the_shape_of_an_act_is_refused() {
    let mut table = table("varg_bid.bid", 4);
    let turn = table.turn().unwrap().unwrap();
    let legal = turn.nth(0).unwrap();
    let one = legal.choice().picks[0];
    for wrong in [
        made(&turn, &[one, one]),
        made(&turn, &[Picked { value: 1, ..one }]),
        turn.act(&Choice { act: 77, ..Choice::default() }),
        turn.act(&Choice::default()),
    ] {
        assert!(matches!(table.play(turn.seat(), &wrong), Err(Error::Illegal { .. })), "{wrong:?}");
    }
    for seat in [turn.seat() + 1, 31, 255] {
        assert!(matches!(table.play(seat, &legal), Err(Error::NotToChoose { .. })), "{seat}");
    }
    table.play(turn.seat(), &legal).unwrap();
}

#[test]
fn every_legal_act_is_taken_and_a_snapshot_goes_its_own_way() {
    for (name, rulebook) in shipped() {
        let players = rulebook.game.players.0;
        let game = Game::read(&name, rulebook.text());
        // A variant needs its base.
        let Ok(game) = game else { continue };
        let mut table = game.table(&Setup::players(players), 5).unwrap();
        for number in 0..60 {
            let Some(turn) = table.turn().unwrap() else { break };
            assert_eq!(turn.count(), if turn.count() < 2_000 { turn.legal().len() as u64 } else { turn.count() });
            let snapshot = table.clone();
            for n in [0, turn.count() / 2, turn.count() - 1] {
                let act = turn.nth(n).unwrap();
                snapshot.clone().play(turn.seat(), &act).unwrap_or_else(|error| panic!("{name}: {error}"));
            }
            assert_eq!(snapshot.view_of_all(), table.view_of_all());
            table.play(turn.seat(), &turn.nth(number % turn.count()).unwrap()).unwrap();
        }
    }
}

/// Everything can be sent to another thread and looked at from several: this does not compile otherwise.
#[test]
fn all_of_the_door_can_be_sent_and_shared() {
    fn both<T: Send + Sync + 'static>() {}
    both::<Game>();
    both::<Setup>();
    both::<Prepared>();
    both::<Table>();
    both::<Turn>();
    both::<Act>();
    both::<View>();
    both::<Replay>();
    both::<Error>();
    both::<Recorder<fn(String)>>();
    both::<Transcript<fn(String)>>();
    let mut table = Game::read("high.bid", SMALL_GAME).unwrap().table(&Setup::players(2), 1).unwrap();
    let turn = table.turn().unwrap().unwrap();
    std::thread::spawn(move || table.play(turn.seat(), &turn.nth(0).unwrap()).unwrap()).join().unwrap();
}

#[test]
fn an_odd_setup_gives_an_error() {
    let game = Game::read("high.bid", SMALL_GAME).unwrap();
    let two = || Setup::players(2);
    for setup in [
        Setup::players(0),
        Setup::players(1),
        Setup::players(255),
        two().option("deals", "0"),
        two().option("deals", "10"),
        two().option("deals", "99999999999999999999"),
        two().option("deals", ""),
        two().option("", "1"),
        two().option("d\u{7}", "\u{1b}[2J"),
        two().names(["Li", "Li"]),
        two().names(["Li", " "]),
        two().names(["Li", "Mo", "Eva"]),
    ] {
        let error = game.table(&setup, 1).unwrap_err();
        assert!(matches!(error, Error::Setup { .. }), "{setup:?}");
        let letter = error.to_string();
        assert!(!letter.is_empty() && !letter.contains(['\u{7}', '\u{1b}']), "{letter:?}");
    }
    for seed in [0, u64::MAX] {
        let mut table = game.table(&two(), seed).unwrap();
        while let Some(turn) = table.turn().unwrap() {
            table.play(turn.seat(), &turn.nth(0).unwrap()).unwrap();
        }
    }
}

#[test]
fn a_seat_that_is_not_there_sees_no_card() {
    for name in ["varg_bid.bid", "bid_war.bid"] {
        let mut table = table(name, 3);
        for seat in [3, 8, 31, 32, 40, 64, 200, 255] {
            let mut lines = Vec::new();
            let mut game = table.prepared().table(9);
            let mut recorder = Recorder::new(game.prepared(), 9, Some(seat), |line| lines.push(line));
            while let Some(turn) = game.turn_told(&mut recorder).unwrap() {
                let view = game.view(seat);
                assert!(view.places.is_empty() && view.tracks.is_empty(), "{name}, {seat}: {view}");
                game.play_told(turn.seat(), &turn.nth(0).unwrap(), &mut recorder).unwrap();
            }
            recorder.end(&game, None);
            drop(recorder);
            let told = lines.iter().find(|line| line.contains("\"card\":\""));
            assert_eq!(told, None, "{name}, {seat}");
        }
        let turn = table.turn().unwrap().unwrap();
        assert!(matches!(table.play(40, &turn.nth(0).unwrap()), Err(Error::NotToChoose { .. })));
    }
}

#[test]
fn who_knows_whose_turn_it_is_need_not_ask() {
    let (mut asked, mut table) = (table("bid_war.bid", 2), table("bid_war.bid", 2));
    let first = asked.turn().unwrap().unwrap();
    let act = first.nth(0).unwrap();
    table.play(first.seat(), &act).unwrap();
    asked.play(first.seat(), &act).unwrap();
    assert_eq!((table.decisions(), table.view_of_all()), (asked.decisions(), asked.view_of_all()));
}

#[test]
fn an_act_of_another_game_is_refused_even_where_it_would_fit() {
    let hand = |card: &str| {
        format!(
            "game {card}\nplayers 2\n\ncards\n  rank  1 to 6\n  1 to 6\n\nplaces\n  hand  each player  seen by owner\n\nplay\n  deal 3 from box to hand of each player\n  ask seat 1 to {card} a card from hand to box\n  won by seat 1\n"
        )
    };
    let table = |name: &str| Game::read(name, &hand(name)).unwrap().table(&Setup::players(2), 1).unwrap();
    let (mut drop, mut again, mut lay) = (table("drop"), table("drop"), table("lay"));
    let act = drop.turn().unwrap().unwrap().nth(0).unwrap();
    assert!(matches!(lay.play(0, &act), Err(Error::Illegal { because, .. }) if because.is_empty()));
    again.play(0, &act).unwrap();
    // Nor is one of other players.
    let text = hand("drop").replace("players 2", "players 2 to 3").replace("deal 3", "deal 2");
    let game = Game::read("drop", &text).unwrap();
    let (mut two, mut three) = (game.table(&Setup::players(2), 1).unwrap(), game.table(&Setup::players(3), 1).unwrap());
    let act = two.turn().unwrap().unwrap().nth(0).unwrap();
    assert!(matches!(three.play(0, &act), Err(Error::Illegal { because, .. }) if because.is_empty()));
    two.play(0, &act).unwrap();
}

#[test]
fn an_act_of_another_decision_or_after_the_end_is_refused() {
    let mut table = table("bid_war.bid", 2);
    let first = table.turn().unwrap().unwrap();
    let act = first.nth(0).unwrap();
    let mut other_decision = 0;
    while let Some(turn) = table.turn().unwrap() {
        let before = table.view_of_all();
        if let Err(error) = table.clone().play(turn.seat(), &act) {
            other_decision += u32::from(matches!(error, Error::Illegal { ref because, .. } if because.is_empty()));
        }
        assert!(turn.nth(turn.count()).is_none() && turn.nth(u64::MAX).is_none());
        assert_eq!(table.view_of_all(), before);
        table.play(turn.seat(), &turn.nth(turn.count() / 2).unwrap()).unwrap();
    }
    assert!(other_decision > 0, "it has decisions of several sorts");
    let over = table.play(first.seat(), &act).unwrap_err();
    assert!(over.to_string().contains("the game is over"), "{over}");
    assert!(table.turn().unwrap().is_none(), "and stays over");
}

#[test]
fn a_game_that_stops_tells_its_line_and_what_comes_again() {
    let text = "game Endless\nplayers 2\n\ncards\n  rank  1 to 4\n  1 to 4\n\nplaces\n  stock  seen by all\n\nplay\n  move all cards to stock\n  do turn\n  won by seat 1\n\n\
                phase turn repeats until score of seat 1 is 5\n  ask seat 2 to go yes or no\n    score 0 to seat 2 for nothing\n";
    let game = Game::read("endless.bid", text).unwrap();
    let mut table = game.prepare(&Setup::default()).unwrap().table(1).most_decisions(20);
    let stopped = loop {
        match table.turn() {
            Ok(Some(turn)) => {
                if let Err(error) = table.play(turn.seat(), &turn.nth(0).unwrap()) {
                    break error;
                }
            }
            Ok(None) => panic!("it has no end"),
            Err(error) => break error,
        }
    };
    let letter = stopped.to_string();
    assert!(matches!(stopped, Error::Stopped(_)) && letter.contains("more than 20 decisions"), "{letter}");
    assert!(letter.contains("endless.bid:17:") && letter.contains("come again and again"), "{letter}");
}

#[test]
fn a_record_that_does_not_fit_is_refused_where_it_differs() {
    let game = Game::read("high.bid", SMALL_GAME).unwrap();
    let prepared = game.prepare(&Setup::players(2)).unwrap();
    let whole = record(&prepared, 3, None);
    let again = |text: &str| {
        let replay = Replay::read(text)?;
        game.prepare_replay(&replay)?.table(replay.seed).replay(&replay.choices, &mut Silent).map(|turn| turn.is_some())
    };
    assert!(!again(&whole).unwrap());
    let decision = whole.lines().position(|line| line.contains("decision")).unwrap();
    let cut: String = whole.lines().take(decision + 1).map(|line| format!("{line}\n")).collect();
    assert!(again(&cut).unwrap(), "it goes on from there");
    for (wrong, what) in [
        (whole.replacen("\"seat\":1", "\"seat\":2", 1), "lets seat 2 choose"),
        (whole.replacen("\"picks\":[{", "\"picks\":[{\"more\":1,", 9), "is not legal"),
        (whole.replacen("\"file\":\"", "\"file\":\"0", 1), "other"),
        (whole.replacen("\"seed\":3", "\"seed\":-3", 1), "no seed"),
        (whole.replacen("\"players\":2", "\"players\":300", 1), "no number of players"),
        (format!("{whole}{}\n", whole.lines().nth(decision).unwrap()), "the game is over before"),
        (String::new(), "the file is empty"),
    ] {
        let error = again(&wrong).unwrap_err();
        assert!(matches!(error, Error::Record(_)) && error.to_string().contains(what), "{what}: {error}");
    }
}

#[test]
fn errors_print_their_letters() {
    let wrong = SMALL_GAME.replace("highest worth", "highest wroth");
    let error = Game::read("high.bid", &wrong).unwrap_err();
    let letter = error.to_string();
    assert!(letter.contains("high.bid:29:20\n  29 |     wins   highest wroth, ties to nobody\n"), "{letter}");
    assert_eq!(letter, format!("{error:?}"), "a program that ends with it prints the same");
    let game = Game::read("high.bid", SMALL_GAME).unwrap();
    let letter = |setup: Setup| game.table(&setup, 1).unwrap_err().to_string();
    assert!(letter(Setup::players(9)).contains("2 to 6"), "{}", letter(Setup::players(9)));
    let option = letter(Setup::players(2).option("dealz", "2"));
    assert!(option.contains("dealz") && option.contains("deals"), "{option}");
}

/// How many cards lie in several places is known to all who count each of them: the clause is named.
#[test]
fn a_limit_by_the_cards_of_several_places_is_told_by_its_line() {
    let rules = "game Talon\nplayers 2\ncards\n  rank  1 to 13\n  1 to 13\nplaces\n  talon  seen by nobody\n  stock  seen by nobody\n\
        \x20 hand  each player  seen by owner\n  aside  each player  seen by owner\nplay\n  shuffle box\n  deal 5 from box to hand of each player\n\
        \x20 deal 2 from box to talon\n  move box to stock\n  ask seat 1 to lay-away 1 to (number of cards in talon and in stock) cards from hand to aside\n\
        \x20 move stock to talon\n  won by players with highest score\n";
    let game = Game::read("talon.bid", rules).unwrap();
    let mut table = game.table(&Setup::players(2), 1).unwrap();
    let turn = table.turn().unwrap().unwrap();
    let refused = turn.refused();
    assert_eq!(refused.groups.len(), 1, "{refused:?}");
    assert!(refused.groups[0].because.iter().all(|reason| reason.clause.line == 16), "{refused:?}");
}
