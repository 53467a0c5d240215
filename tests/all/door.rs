//! The front door: what is not legal is refused with its clauses, nothing happens then, and errors print their letters.

use bidlang::engine::{Choice, Picked};
use bidlang::{Act, Error, Game, SMALL_GAME, Setup, Table};
use bidlang_tests::{root, shipped};

fn table(name: &str, players: u8) -> Table {
    let text = std::fs::read_to_string(root().join("games").join(name)).unwrap();
    Game::read(name, &text).unwrap().table(&Setup::players(players), 3).unwrap()
}

/// A choice of the first act with these picks.
fn made(picks: &[Picked]) -> Act {
    let mut choice = Choice::default();
    choice.picks[..picks.len()].copy_from_slice(picks);
    Act::of_choice(choice, "this")
}

#[test]
fn the_whole_deck_as_one_pick_is_refused_and_nothing_has_happened() {
    let mut table = table("varg_bid.bid", 4);
    let turn = table.turn().unwrap().unwrap();
    let before = table.view_of_all();
    let deck = made(&[Picked { cards: (1 << 36) - 1, value: 0 }]);
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
        made(&[one, one]),
        made(&[Picked { value: 1, ..one }]),
        Act::of_choice(Choice { act: 77, ..Choice::default() }, "act 77"),
        Act::of_choice(Choice::default(), "nothing"),
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

#[test]
fn a_table_can_be_sent_to_another_thread() {
    fn is_send<T: Send + Sync + 'static>(of: T) -> T {
        of
    }
    let game = is_send(Game::read("high.bid", SMALL_GAME).unwrap());
    let mut table = is_send(game.table(&Setup::players(2), 1).unwrap());
    let turn = is_send(table.turn().unwrap().unwrap());
    std::thread::spawn(move || table.play(turn.seat(), &turn.nth(0).unwrap()).unwrap()).join().unwrap();
}

#[test]
fn errors_print_their_letters() {
    let wrong = SMALL_GAME.replace("highest worth", "highest wroth");
    let error = Game::read("high.bid", &wrong).unwrap_err();
    let letter = error.to_string();
    assert!(letter.contains("high.bid:29: `wins highest wroth"), "{letter}");
    assert_eq!(letter, format!("{error:?}"), "a program that ends with it prints the same");
    let game = Game::read("high.bid", SMALL_GAME).unwrap();
    let letter = |setup: Setup| game.table(&setup, 1).unwrap_err().to_string();
    assert!(letter(Setup::players(9)).contains("2 to 6"), "{}", letter(Setup::players(9)));
    let option = letter(Setup::players(2).option("dealz", "2"));
    assert!(option.contains("dealz") && option.contains("deals"), "{option}");
}
