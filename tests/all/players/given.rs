//! Cards that are given away among very many ways: what is practised of them, and cards that are alike.

use bidlang::Prepared;
use bidlang::engine::{CardSet, Choice, Pause, Picked, Silent, Stream, each_card, each_seat};
use bidlang_players::{Clock, Effort, Eyes, Goal, Level, Lore, Nothing, Practised, Thinker, Weighed, never};

use super::{heard, prepared};

/// Twelve of 24 cards are dealt, and six of them laid aside; what is kept counts.
const KITTY: &str = "\
game Kitty
players 1

cards
  suit  Clubs, Diamonds, Hearts, Spades
  rank  1 to 6
  1 to 6 of each suit

value worth of card is position of rank
value length of suit as row is number of (cards in hand of seat 1 where suit is row)

places
  stock              seen by nobody
  hand  each player  seen by owner
  kitty              seen by nobody

play
  move all cards to stock
  shuffle stock
  deal 12 from stock to hand of each player
  ask seat 1 to bury 6 cards from hand to kitty
  COUNTS
  won by players with highest score
";

/// What habits keep of 40 hands, as a share of the most that could be kept.
fn kept(counts: &str, most: impl Fn(CardSet) -> i64) -> f64 {
    let prepared = prepared(&KITTY.replace("COUNTS", counts), 1);
    let lore = Lore::of(&prepared, (Goal::Score, Practised::Usual), (&Nothing, &never));
    let (runner, mut eyes) = (prepared.runner(), Eyes::default());
    let hand = runner.program().places.iter().position(|place| place.of_seat).unwrap();
    let (mut got, mut best) = (0, 0);
    for seed in 0..40 {
        let (mut desk, mut dice) = (runner.desk(seed), Stream::of_players(seed));
        while let Pause::Decision(seats) = runner.run(&mut desk, &mut Silent).unwrap() {
            let (seat, ask) = (each_seat(seats).next().unwrap(), desk.state().waiting().unwrap());
            best += most(desk.state().mask(u32::try_from(hand).unwrap()));
            let count = runner.choices(&mut desk, seat);
            let choice =
                lore.habits().choose(runner, &mut desk, (ask, seat, count), (&mut eyes, None), &mut dice).unwrap();
            runner.choose(&mut desk, seat, &choice, false, &mut Silent).unwrap();
        }
        got += desk.state().int(runner.program().scores);
    }
    got as f64 / best as f64
}

/// Of 924 ways to bury six cards a dozen are drawn, and those keep 0.81 of what could be kept; with those that are usual beside them it is 0.89.
#[test]
fn cards_worth_little_are_buried() {
    let share = kept("score total worth of hand of seat 1 to seat 1 for cards", |hand| {
        let mut ranks: Vec<i64> = each_card(hand).map(|card| i64::from(card) % 6 + 1).collect();
        ranks.sort_unstable();
        ranks.iter().skip(6).sum()
    });
    assert!(share > 0.86, "{share}");
}

/// What a card is worth goes by how many of its suit stay: 0.89 of what could be kept, 0.78 by those alone that are drawn, or where it is not seen.
#[test]
fn long_suits_are_kept() {
    let share =
        kept("for each suit\n    score (length of suit) * (length of suit) to seat 1 for a long suit", |hand| {
            let mut lengths = [0_i64; 4];
            each_card(hand).for_each(|card| lengths[usize::from(card) / 6] += 1);
            lengths.sort_unstable();
            let mut left = 6;
            lengths.iter().rev().fold(0, |sum, length| {
                let keeps = left.min(*length);
                left -= keeps;
                sum + keeps * keeps
            })
        });
    assert!(share > 0.86, "{share}");
}

/// What a card is called.
fn face(prepared: &Prepared, card: u8) -> &str {
    let of = prepared.runner().program().cards[usize::from(card)];
    &prepared.game().game.cards[usize::from(of)].name
}

/// What a search without habits lays for seat 2, and among how many choices.
fn by_the_tree_alone(text: &str) -> (Vec<String>, usize) {
    let prepared = prepared(text, 2);
    let lore = Lore::of(&prepared, (Goal::Score, Practised::Usual), (&Nothing, &never)).without_habits();
    let clock: std::sync::Arc<Clock> = std::sync::Arc::new(|| 0);
    let effort = Effort { pairs: false, mixes: false, ..Level::Normal.effort() };
    let found = heard(&prepared, 1, Thinker::new(&lore, 1, effort, (5, &clock)), 5).consider();
    let cards = each_card(found[0].choice.picks[0].cards).map(|card| face(&prepared, card).to_owned());
    (cards.collect(), found.len())
}

/// Who holds the second of two like cards is judged by those, whichever of them the other worlds and the record name.
#[test]
fn like_cards_are_taken_for_each_other_in_the_search() {
    let text = "\
game Twins
players 2

cards
  sort    Low
  face    1 to 3
  2 copies of 1 to 3 of Low

places
  open  each player  seen by all
  done               seen by all

play
  for each player
    deal one of each face of Low to open
  for each player
    ask player
      act lay 1 to 2 cards from open to done
        score total face to player for cards
      act rest
  won by players with highest score
";
    let prepared = prepared(text, 2);
    let lore = Lore::of(&prepared, (Goal::Score, Practised::Usual), (&Nothing, &never));
    let clock: std::sync::Arc<Clock> = std::sync::Arc::new(|| 0);
    let mut thinker =
        heard(&prepared, 1, Thinker::new(&lore, 1, Effort { mixes: false, ..Level::Normal.effort() }, (5, &clock)), 5);
    let found = by_the_tree_alone(text);
    assert_eq!(found, (vec!["2 of Low".to_owned(), "3 of Low".to_owned()], 7), "three cards, three pairs, and no card");
    // What is laid is one's own: where cards that are left count more, none is.
    let left = "  for each player\n    score 10 * number of cards in open to player for cards left\n  won by";
    assert_eq!(by_the_tree_alone(&text.replace("  won by", left)), (vec![], 7));
    let lays = |card: u8| {
        let mut choice = Choice::default();
        choice.picks[0] = Picked { cards: CardSet::one(card), ..Picked::default() };
        choice
    };
    for card in 0..6 {
        let face = face(&prepared, card);
        let Weighed::Worse { points, error, .. } = thinker.weigh(&lays(card), 100) else { panic!("{face}") };
        let lost = 5.0
            - f64::from(
                u8::from(face.starts_with('2')) * 2
                    + u8::from(face.starts_with('3')) * 3
                    + u8::from(face.starts_with('1')),
            );
        assert!((points - lost).abs() < 1e-9 && error < 1e-9, "{face}: {points} +- {error}, not {lost}");
    }
}
