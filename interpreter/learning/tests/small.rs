//! Small games for what no shipped game brings about.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use std::sync::Arc;

use bidlang::engine::Seeded;
use bidlang::{Game, Prepared, Setup};
use bidlang_learning::{Actions, Batch, Branched, Cells, Match, Refused, Reward, Shows};

/// A game of three with four cards a hand.
fn game(play: &str) -> Prepared {
    let text = format!(
        "game Small\nplayers 3\n\ncards\n  rank  1 to 12\n  1 to 12\n\nplaces\n  stock              seen by nobody\n  \
         hand  each player  seen by owner\n  pile               seen by all\n\nplay\n  move all cards to stock\n  shuffle stock\n  \
         deal 4 from stock to hand of each player\n{play}  won by players with highest score\n"
    );
    Game::read("small.bid", &text).unwrap_or_else(|error| panic!("{error}")).prepare(&Setup::default()).unwrap()
}

fn numbered(prepared: &Prepared, history: usize) -> (Arc<Actions>, Arc<Cells>) {
    (Arc::new(Actions::of(prepared)), Arc::new(Cells::of(prepared, history)))
}

/// The cells of a section.
fn section<'v>(cells: &Cells, name: &str, vector: &'v [f32]) -> &'v [f32] {
    let found = cells.sections().iter().find(|section| section.name == name).unwrap();
    &vector[found.from..found.from + found.count]
}

#[test]
fn a_seat_that_was_picked_is_counted_from_who_hears_of_it() {
    let prepared = game(
        "  for each player\n    ask player\n      act point a player as target\n        score 1 to target for being pointed at\n",
    );
    let (actions, cells) = numbered(&prepared, 4);
    let mut game = Match::by(&prepared, &actions, Seeded::new(1).into(), Some(&cells), false).unwrap();
    // Seat 0 points at the seat behind it, which is seat 1.
    assert_eq!(actions.words(&prepared, 1), "point seat +1");
    assert!(game.take(&actions, 0, 1).unwrap());
    for (seat, picked) in [(0_u8, 1.0), (1, 0.0), (2, 2.0)] {
        let mut vector = vec![0.0; cells.count()];
        game.observe(&actions, &cells, seat, &mut vector);
        let (said, who) = (section(&cells, "last acts", &vector), (3 - usize::from(seat)) % 3);
        let each = said.len() / 3;
        assert_eq!(said[who * each..(who + 1) * each].last(), Some(&picked), "seat {seat}: {said:?}");
        // The newest event but one is the act: the points come behind it.
        let events = section(&cells, "events", &vector);
        assert_eq!((events[7], events[7 + 5]), (4.0, picked), "seat {seat}: {events:?}");
    }
}

#[test]
fn a_game_in_which_nobody_has_a_choice_is_refused() {
    let prepared = game("  score 1 to seat 1 for nothing\n");
    let (actions, cells) = numbered(&prepared, 0);
    let made = Batch::new(&prepared, (&actions, &cells), (2, 1), Reward::Win);
    assert_eq!(made.err(), Some(Refused::NoChoice(1_000)));
}

#[test]
fn games_that_end_before_a_choice_are_passed_over() {
    let prepared = game(
        "  if rank of first card in hand of seat 1 is at most 2\n    ask seat 2 to discard a card from hand to pile\n    score 1 to seat 2 for it\n",
    );
    let (actions, cells) = numbered(&prepared, 0);
    let count = actions.count();
    let mut batch = Batch::new(&prepared, (&actions, &cells), (2, 1), Reward::Win).unwrap();
    let (mut mask, mut seats, mut rewards, mut done) =
        (vec![false; 2 * count], vec![0; 2], vec![0.0; 6], vec![false; 2]);
    batch.show(&mut mask, &mut seats).unwrap();
    for _ in 0..20 {
        assert_eq!(seats, [1, 1]);
        let taken: Vec<i64> = mask.chunks(count).map(|row| row.iter().position(|open| *open).unwrap() as i64).collect();
        let mut shows = Shows { mask: &mut mask, seats: &mut seats, rewards: &mut rewards, done: &mut done };
        batch.step(&taken, &mut shows).unwrap();
        assert_eq!(done, [true, true], "each game has one choice");
    }
}

#[test]
fn a_game_begins_anew_with_nothing_said() {
    let prepared = game("  ask seat 1 to discard 2 cards from hand to pile\n  ask seat 2 to keep 2 cards from hand\n");
    let (actions, _) = numbered(&prepared, 0);
    let mut game = Match::begin(&prepared, &actions, 1, false).unwrap();
    let fresh = game.legal(&actions, 0);
    assert!(game.take(&actions, 0, fresh[0]).unwrap());
    assert_ne!(game.legal(&actions, 0), fresh, "a card was said");
    game.restart(&actions, 1).unwrap();
    assert_eq!(game.legal(&actions, 0), fresh);
}

#[test]
fn what_may_come_of_a_seed_is_not_told() {
    let prepared = game(
        "  ask seat 1 to discard a card from hand to pile\n  shuffle stock\n  ask seat 2 to keep a card from hand\n",
    );
    let (actions, _) = numbered(&prepared, 0);
    let mut game = Match::begin(&prepared, &actions, 1, false).unwrap();
    let number = game.legal(&actions, 0)[0];
    assert!(matches!(game.branches(&actions, 0, number, 1_000).unwrap(), Branched::Unlisted));
}

#[test]
fn an_order_that_somebody_sees_is_gone_through() {
    let of = |cards: &str| {
        let text = format!(
            "game Row\nplayers 2\n\ncards\n  rank  1 to 4\n  1 to 4\n\nplaces\n  stock  seen by nobody\n  row    seen by all\n  hand   each player  \
             seen by owner\n\nplay\n  move all cards to stock\n  shuffle stock\n{cards}  ask seat 1\n    act name a number from 0 to 1\n      \
             score number + rank of first card in row to seat 1 for it\n  won by players with highest score\n"
        );
        let read = Game::read("row.bid", &text).unwrap_or_else(|error| panic!("{error}"));
        let prepared = read.prepare(&Setup::default()).unwrap();
        let (actions, cells) = numbered(&prepared, 4);
        match Match::beginnings(&prepared, &actions, &cells, 100).unwrap() {
            Branched::All(found) => {
                let sum: f64 = found.iter().map(|(likely, _)| likely).sum();
                assert!((sum - 1.0).abs() < 1e-9, "{sum}");
                found.len()
            }
            other => panic!("{other:?}"),
        }
    };
    // Four cards in a row that all see; a hand of two whose order is nothing, and one of two cards in the row.
    assert_eq!(of("  move stock to row\n"), 24);
    assert_eq!(of("  deal 2 from stock to hand of seat 1\n  deal 1 from stock to row\n"), 12);
}

/// Each cell of a seat's vector and of the table's has a name of its own, which says what it is.
#[test]
fn each_cell_has_a_name() {
    let prepared = game("  ask seat 1 to keep a card from hand\n");
    let (_, cells) = numbered(&prepared, 2);
    for cells in [cells.as_ref(), &Cells::of_all(&prepared)] {
        let names = cells.names(&prepared);
        assert_eq!(names.len(), cells.count());
        assert_eq!(names.iter().collect::<std::collections::BTreeSet<_>>().len(), names.len(), "{names:?}");
        for name in [
            "is to choose",
            "hand of own seat: 7",
            "hand of seat +2, how many",
            "scores: seat +1",
            "which decision: ask (line 17, 1)",
        ] {
            assert!(names.iter().any(|known| known == name), "{name}: {names:?}");
        }
    }
    let names = cells.names(&prepared);
    assert_eq!(names.last().unwrap(), "events: 1 before the last, how it was told");
}
