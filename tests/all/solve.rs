//! Small games solved: held to what is known of them, to each other, and to what must always hold.

use std::cell::RefCell;
use std::collections::HashSet;

use bidlang::engine::Stream;
use bidlang::{Game, Prepared, Recorder, Setup};
use bidlang_lab::solve::{Goal, MOST_HISTORIES, Measure, Refused, Situations, Small, Solver, walk};
use bidlang_tests::{root, source};
use proptest::prelude::{ProptestConfig, prop_assert, proptest};

/// A shipped game for two.
fn shipped(name: &str, options: &[(&str, &str)]) -> Prepared {
    let shipped = source(&root().join(format!("games/classics/{name}.bid")));
    let game = Game::read(&shipped.name, &shipped.text).unwrap();
    let setup = options.iter().fold(Setup::players(2), |setup, (name, value)| setup.option(*name, *value));
    game.prepare(&setup).unwrap()
}

fn read(text: &str) -> Prepared {
    Game::read("small.bid", text).unwrap().prepare(&Setup::default()).unwrap()
}

fn walked(prepared: &Prepared, goal: Goal) -> Result<Small, Refused> {
    // Each choice of a history is a call inside of the one before it.
    let way = || walk(prepared, goal, 500_000, &|_| true);
    std::thread::scope(|scope| {
        std::thread::Builder::new().stack_size(64 << 20).spawn_scoped(scope, way).unwrap().join().unwrap()
    })
}

fn scored(prepared: &Prepared) -> Small {
    walked(prepared, Goal::Score).unwrap()
}

fn solved(small: &Small, rounds: u64) -> Measure {
    let mut solver = Solver::new(small);
    (0..rounds).for_each(|_| solver.round());
    solver.measure()
}

fn sets(small: &Small) -> [usize; 2] {
    small.sides.each_ref().map(|side| side.sets.len())
}

/// Kuhn's own paper: -1/18 for who is first. 30 ends are the six deals by the five ways of betting.
#[test]
fn kuhn_poker_is_worth_an_eighteenth_to_the_second() {
    let small = scored(&shipped("kuhn_poker", &[]));
    assert_eq!((small.histories, small.ends, sets(&small)), (54, 30, [6, 6]));
    let measure = solved(&small, 2_000);
    assert!((measure.value + 1.0 / 18.0).abs() < 1e-4, "{measure:?}");
    assert!(measure.least < -1.0 / 18.0 && measure.most > -1.0 / 18.0, "{measure:?}");
    assert!(measure.exploitability() < 1e-4, "{measure:?}");
}

/// In Kuhn poker who is first may bet a Jack as often as it likes up to a third, and then bets a King three times as often; what the second does is
/// settled (Kuhn 1950).
#[test]
fn kuhn_poker_is_played_as_in_the_paper() {
    let prepared = shipped("kuhn_poker", &[]);
    let small = scored(&prepared);
    let mut solver = Solver::new(&small);
    (0..5_000).for_each(|_| solver.round());
    let plans = solver.plans();
    let situations = Situations::new(&small, &prepared, &plans);
    let share = |seat: u8, words: &str, act: &str| {
        let found = situations.of(seat, usize::MAX).find(|found| found.words == words);
        let found = found.unwrap_or_else(|| panic!("nothing is known of `{words}`"));
        found.parts.iter().find(|part| part.words == act).unwrap().share.unwrap()
    };
    let bluff = share(0, "with Jack, first to act", "bet");
    assert!((0.0..1.0 / 3.0 + 0.01).contains(&bluff), "{bluff}");
    for (seat, words, act, wanted) in [
        (0, "with King, first to act", "bet", 3.0 * bluff),
        (0, "with Queen, first to act", "bet", 0.0),
        (0, "with Queen, Ann passes, Ben bets", "call", bluff + 1.0 / 3.0),
        (0, "with Jack, Ann passes, Ben bets", "fold", 1.0),
        (1, "with Queen, Ann bets", "call", 1.0 / 3.0),
        (1, "with Jack, Ann passes", "bet", 1.0 / 3.0),
        (1, "with King, Ann passes", "bet", 1.0),
    ] {
        let found = share(seat, words, act);
        assert!((found - wanted).abs() < 0.02, "{words}: {act} {found}, not {wanted}");
    }
}

/// As open_spiel's leduc_poker: 5,520 ends, 468 information sets of each, -0.0856 chips for who is first.
#[test]
fn leduc_poker_is_solved() {
    let small = scored(&shipped("leduc_poker", &[]));
    assert_eq!((small.ends, sets(&small)), (5_520, [468, 468]));
    let measure = solved(&small, 500);
    assert!((measure.value + 0.0856).abs() < 2e-4, "{measure:?}");
    assert!(measure.exploitability() < 0.005, "{measure:?}");
}

/// Goofspiel with 4 cards and secret bids has as many information sets as open_spiel's, 3,608; it is the same for both, so worth nothing.
#[test]
fn goofspiel_is_fair() {
    for (hidden, wanted) in [("yes", [1_804, 1_804]), ("no", [3_652, 3_652])] {
        let small = scored(&shipped("goofspiel", &[("numbers", "4"), ("hidden-bids", hidden)]));
        assert_eq!((small.ends, sets(&small)), (13_824, wanted), "{hidden}");
        let measure = solved(&small, 300);
        assert!(measure.value.abs() < 1e-3 && measure.exploitability() < 0.005, "{measure:?}");
    }
}

/// In a sealed auction nobody bids as much as the lot is worth, and the more the higher it is.
#[test]
fn bids_are_shaded_in_a_sealed_auction() {
    let prepared = shipped("first_sealed_auction", &[("limit", "6")]);
    let small = scored(&prepared);
    let mut solver = Solver::new(&small);
    (0..500).for_each(|_| solver.round());
    let (measure, plans) = (solver.measure(), solver.plans());
    assert!(measure.value.abs() < 1e-4 && measure.exploitability() < 1e-3, "{measure:?}");
    let mut before = 0.0;
    for situation in Situations::new(&small, &prepared, &plans).of(0, usize::MAX) {
        let mean: f64 = (0..).zip(&situation.parts).map(|(bid, part)| f64::from(bid) * part.share.unwrap()).sum();
        assert!(mean > before, "{}: {mean}", situation.words);
        before = mean;
    }
    assert!(before < 4.5, "a lot of 6 is bid {before} for");
}

/// A game of two numbers chosen at once, by hand: who is first shows 0 in two of five games and is paid a fifth.
const FINGERS: &str = "game Fingers
players 2

cards
  rank  1 to 2
  1 to 2

places
  stock  seen by nobody

track
  shown  each player  number from 0 to 1

play
  ask each player at once to show a number from 0 to 1
    set shown of player to number
  if shown of seat 1 is shown of seat 2
    score 4 - 2 * shown of seat 1 to seat 1 for a match
  otherwise
    deduct 2 from seat 1 for a difference
  won by players with highest score
";

#[test]
fn who_chooses_at_once_does_not_know_the_other() {
    let prepared = read(FINGERS);
    let small = scored(&prepared);
    assert_eq!((small.histories, small.ends, sets(&small)), (7, 4, [1, 1]));
    let mut solver = Solver::new(&small);
    (0..3_000).for_each(|_| solver.round());
    let (measure, plans) = (solver.measure(), solver.plans());
    assert!((measure.value - 0.2).abs() < 1e-3, "{measure:?}");
    for seat in 0..2 {
        let situation = Situations::new(&small, &prepared, &plans).of(seat, 1).next().unwrap();
        assert_eq!(situation.words, "at the start");
        assert!((situation.parts[0].share.unwrap() - 0.4).abs() < 0.01, "{situation:?}");
    }
    // To win it is enough to be paid at all.
    let small = walked(&prepared, Goal::Win).unwrap();
    assert!(solved(&small, 2_000).value.abs() < 1e-3);
}

#[test]
fn exploitability_falls() {
    for prepared in [shipped("kuhn_poker", &[]), shipped("leduc_poker", &[]), read(FINGERS)] {
        let small = scored(&prepared);
        let course: Vec<f64> = [1, 10, 100, 1_000].map(|rounds| solved(&small, rounds).exploitability()).to_vec();
        assert!(course.is_sorted_by(|before, after| *after < before / 2.0), "{course:?}");
    }
}

/// A small game of betting on two cards each; how they are dealt, who sees what, how many there are.
fn betting(cards: &str, places: &str, deal: &str) -> String {
    format!(
        "game Betting
players 2

cards
  rank  1 to 9
{cards}

places
{places}

track
  stake   number
  folded  yes or no

play
  move all cards to stock
  shuffle stock
{deal}
  set stake to 1
  ask seat 1
    act raise
      set stake to 4
    act stay
  if stake is 4
    ask seat 2
      act call
      act fold
        set folded to yes
  if folded
    score 1 to seat 1 for a bluff
  otherwise if total rank of hand of seat 1 is more than total rank of hand of seat 2
    score stake to seat 1 for high cards
  otherwise if total rank of hand of seat 1 is less than total rank of hand of seat 2
    score stake to seat 2 for high cards
  won by players with highest score
"
    )
}

const FIVE: &str = "  1 to 5";
const ALIKE: &str = "  3 copies of 1 to 2\n  2 copies of 3";
const HIDDEN: &str = "  stock  seen by nobody
  kitty  seen by nobody
  hand  each player  seen by owner";
const BY_HANDS: &str = "  deal 2 from stock to hand of each player";
/// Other ways to deal two cards each, of which nobody knows more.
const OTHER_DEALS: [&str; 6] = [
    "  repeat 2 times
    deal 1 from stock to hand of each player",
    "  repeat 2 times
    for each player
      move first card in stock to hand",
    "  deal 4 from stock to kitty
  deal 2 from kitty to hand of each player",
    "  for each player
    move first 2 cards in stock to kitty
    deal 2 from kitty to hand",
    "  move stock to kitty
  repeat 2 times
    for each player
      move first card in kitty to hand",
    "  deal 4 from stock to kitty
  repeat 2 times
    for each player
      move first card in kitty to hand",
];

/// However they are dealt, cards are as likely: the best answers to players who choose at random gain the same, to the last digit.
#[test]
fn it_does_not_matter_how_cards_are_dealt() {
    for cards in [FIVE, ALIKE] {
        let text = betting(cards, HIDDEN, BY_HANDS);
        let wanted = scored(&read(&text));
        let of = Solver::new(&wanted).measure();
        for deal in OTHER_DEALS {
            let small = scored(&read(&betting(cards, HIDDEN, deal)));
            let found = Solver::new(&small).measure();
            let near = |one: f64, other: f64| (one - other).abs() < 1e-12;
            assert!(
                near(of.value, found.value) && near(of.least, found.least) && near(of.most, found.most),
                "{deal}\n{of:?}\n{found:?}"
            );
            assert!(small.ends >= wanted.ends, "{deal}: {} ends, {} by hands", small.ends, wanted.ends);
        }
    }
}

/// Hands are sets, like cards are one, and cards that are not dealt are in no order: the deals are counted by hand.
#[test]
fn outcomes_that_nobody_can_tell_apart_are_one() {
    let ends = |cards: &str| scored(&read(&betting(cards, HIDDEN, BY_HANDS))).ends;
    // 5 cards: 10 hands by 3, and each of the three ways to bet.
    assert_eq!(ends(FIVE), 10 * 3 * 3);
    // Of 1, 1, 1, 2, 2, 2, 3, 3 the hand 11 leaves 12, 13, 22, 23 and 33; 12 leaves all six; 13 and 23 leave no 33; 33 leaves 11, 12, 22.
    assert_eq!(ends(ALIKE), (5 + 6 + 5 + 5 + 5 + 3) * 3);
}

/// Who sees the order of the stock knows what is dealt from it: as much as who sees all hands.
#[test]
fn an_order_that_is_seen_is_known() {
    let open = "  stock  seen by nobody\n  kitty  seen by nobody\n  hand  each player  seen by owner, seen by seat 1";
    for cards in [FIVE, ALIKE] {
        let wanted = Solver::new(&scored(&read(&betting(cards, open, BY_HANDS)))).measure();
        let blind = Solver::new(&scored(&read(&betting(cards, HIDDEN, BY_HANDS)))).measure();
        assert!(wanted.most > blind.most + 0.02, "{wanted:?} {blind:?}");
        let stock = "  stock  seen by seat 1\n  kitty  seen by nobody\n  hand  each player  seen by owner";
        let kitty = "  stock  seen by nobody\n  kitty  seen by seat 1\n  hand  each player  seen by owner";
        let (first, then) = OTHER_DEALS[2].split_once('\n').unwrap();
        for (places, deal, later) in [
            (stock, BY_HANDS, ""),
            (stock, OTHER_DEALS[1], ""),
            (kitty, OTHER_DEALS[2], ""),
            // Who is first chooses before its cards are dealt, and sees which they will be.
            (stock, "", BY_HANDS),
            (stock, "", OTHER_DEALS[1]),
            (stock, first, then),
            (kitty, first, then),
        ] {
            let text = betting(cards, places, deal).replace("  if stake is 4", &format!("{later}\n  if stake is 4"));
            let found = Solver::new(&scored(&read(&text))).measure();
            assert!((found.most - wanted.most).abs() < 1e-12, "{places}\n{deal}\n{later}\n{found:?}\n{wanted:?}");
            assert!((found.value - wanted.value).abs() < 1e-12);
        }
    }
}

/// Numbers and seats are drawn, too.
#[test]
fn draws_are_gone_through() {
    let text = "game Draws
players 2

cards
  rank  1 to 2
  1 to 2

places
  stock  seen by nobody

track
  size   number from 0 to 9, seen by seat 1
  lucky  player or nobody

play
  set size to random number from 1 to 4
  ask seat 1
    act play
      set lucky to random player
      score size to lucky for luck
    act leave
      score 1 to seat 1 for nothing
  won by players with highest score
";
    let small = scored(&read(text));
    // A choice for each number, and an end for each draw and for leaving it; who leaves has one end.
    assert_eq!((small.histories, small.ends, sets(&small)), (16, 12, [4, 0]));
    let measure = solved(&small, 50);
    // To play is worth nothing, to leave half a point.
    assert!((measure.value - 0.5).abs() < 1e-2 && (measure.most - 0.5).abs() < 1e-12, "{measure:?}");
}

fn teams(seen: &str) -> String {
    format!(
        "game Pairs
players 4
teams 1 and 3, 2 and 4

cards
  rank  1 to 4
  1 to 4

places
  stock  seen by nobody
  hand  each player  seen by {seen}

track
  said  each player  number from 0 to 1

play
  move all cards to stock
  shuffle stock
  deal 1 from stock to hand of each player
  for each player
    ask player to say a number from 0 to 1
      set said to number
  score said of seat 1 * total rank of hand of seat 3 + said of seat 3 to seat 1 for words
  score said of seat 2 * total rank of hand of seat 4 + said of seat 4 to seat 2 for words
  won by players with highest score
"
    )
}

/// A team is solved where partners know the same.
#[test]
fn partners_have_to_know_the_same() {
    let small = scored(&read(&teams("all")));
    assert_eq!(small.sides.each_ref().map(|side| side.seats.clone()), [vec![0, 2], vec![1, 3]]);
    let measure = solved(&small, 300);
    assert!(measure.value.abs() < 1e-3 && measure.exploitability() < 1e-2, "{measure:?}");
    let refused = walked(&read(&teams("owner")), Goal::Score).err();
    assert!(matches!(refused, Some(Refused::Partners(2 | 3))), "{refused:?}");
}

#[test]
fn what_cannot_be_solved_is_refused() {
    let none = "game Still\nplayers 2\n\ncards\n  rank  1 to 2\n  1 to 2\n\nplaces\n  stock  seen by nobody\n\nplay\n  won by seat 1\n";
    assert_eq!(walked(&read(none), Goal::Score).err(), Some(Refused::NoPoints));
    let small = walked(&read(none), Goal::Win).unwrap();
    assert_eq!((small.histories, solved(&small, 3).value), (1, 1.0));
    let endless = "game Endless
players 2

cards
  rank  1 to 2
  1 to 2

places
  stock  seen by nobody

track
  over  yes or no

play
  do turn
  won by seat 1

phase turn repeats until over
  ask seat 1
    act again
    act stop
      set over to yes
";
    assert_eq!(walked(&read(endless), Goal::Win).err(), Some(Refused::Endless(1_000)));
    assert_eq!(walked(&shipped("goofspiel", &[("numbers", "5")]), Goal::Score).err(), Some(Refused::TooLarge(None)));
    let Some(Refused::TooLarge(Some(power))) = walked(&shipped("goofspiel", &[]), Goal::Score).err() else {
        panic!("13 cards cannot be walked through")
    };
    // 13 prizes, 13 cards of each: 13!³ is about 10^29.4.
    assert!((28.0..31.0).contains(&power), "{power}");
    let stopped = walk(&shipped("leduc_poker", &[]), Goal::Score, MOST_HISTORIES, &|histories| histories < 3_000);
    assert!(matches!(stopped.err(), Some(Refused::Interrupted(3_000..4_100))));
    let three = Game::read("three.bid", none.replace("players 2", "players 3").as_str()).unwrap();
    assert_eq!(walked(&three.prepare(&Setup::default()).unwrap(), Goal::Win).err(), Some(Refused::Sides(3)));
}

/// What random players have on average in games that the engine deals from seeds lies where the game that was walked through has it, in which every
/// choice is as likely as the others: within five standard errors.
#[test]
fn chance_is_that_of_the_engine() {
    let open = "  stock  seen by nobody\n  kitty  seen by nobody\n  hand  each player  seen by owner, seen by seat 1";
    let games = [
        (shipped("kuhn_poker", &[]), Goal::Score),
        (shipped("leduc_poker", &[]), Goal::Score),
        (shipped("goofspiel", &[("numbers", "3"), ("tied-prize", "lost")]), Goal::Win),
        (shipped("first_sealed_auction", &[("limit", "5")]), Goal::Score),
        (read(&betting(ALIKE, HIDDEN, BY_HANDS)), Goal::Score),
        (read(&betting(FIVE, HIDDEN, OTHER_DEALS[2])), Goal::Score),
        (read(&betting(ALIKE, open, OTHER_DEALS[3])), Goal::Win),
    ];
    for (prepared, goal) in games {
        let small = walked(&prepared, goal).unwrap();
        let wanted = Solver::new(&small).measure().value;
        let (games, mut sum, mut squares) = (20_000, 0.0, 0.0);
        for seed in 0..games {
            let mut table = prepared.table(seed);
            let mut players = Stream::of_players(seed);
            while let Some(turn) = table.turn().unwrap() {
                let any = turn.nth(players.below_long(turn.count())).unwrap();
                table.play(turn.seat(), &any).unwrap();
            }
            let gain = match goal {
                Goal::Score => (table.scores()[0] - table.scores()[1]) as f64 / 2.0,
                Goal::Win => {
                    f64::from(u8::from(table.winners().contains(&0)))
                        - f64::from(u8::from(table.winners().contains(&1)))
                }
            };
            sum += gain;
            squares += gain * gain;
        }
        let mean = sum / games as f64;
        let error = ((squares / games as f64 - mean * mean) / games as f64).sqrt();
        assert!(error > 0.0 && (mean - wanted).abs() < 5.0 * error, "{mean} +- {error}, not {wanted}");
    }
}

/// An information set is what the seat's record says before its decision: there are as many of the one as of the other. But a record lists a
/// hand in the order in which it came, which is nothing to anybody: two cards come in two.
#[test]
fn information_sets_are_what_records_tell_a_seat() {
    for (prepared, orders) in [
        (shipped("kuhn_poker", &[]), 1),
        (shipped("goofspiel", &[("numbers", "3")]), 1),
        (shipped("goofspiel", &[("numbers", "3"), ("hidden-bids", "yes")]), 1),
        (shipped("first_sealed_auction", &[("limit", "4")]), 1),
        (read(&betting(FIVE, HIDDEN, BY_HANDS)), 2),
        (read(FINGERS), 1),
    ] {
        let small = scored(&prepared);
        for seat in 0..2 {
            let mut known: HashSet<String> = HashSet::new();
            for seed in 0..4_000 {
                let lines = RefCell::new(Vec::new());
                let mut table = prepared.table(seed);
                let mut players = Stream::of_players(seed);
                let mut recorder = Recorder::new(&prepared, seed, Some(seat), |line| lines.borrow_mut().push(line));
                while let Some(turn) = table.turn_told(&mut recorder).unwrap() {
                    if turn.seat() == seat && turn.count() > 1 {
                        // The first line is of the whole game.
                        known.insert(lines.borrow()[1..].join("\n"));
                    }
                    let any = turn.nth(players.below_long(turn.count())).unwrap();
                    table.play_told(turn.seat(), &any, &mut recorder).unwrap();
                }
            }
            let wanted = orders * sets(&small)[usize::from(seat)];
            assert_eq!(known.len(), wanted, "{} {seat}", prepared.game().title());
        }
    }
}

/// Whatever differs for a seat is told in its words.
#[test]
fn no_two_situations_have_the_same_words() {
    let games = [
        shipped("kuhn_poker", &[]),
        shipped("leduc_poker", &[]),
        shipped("goofspiel", &[("numbers", "4")]),
        shipped("goofspiel", &[("numbers", "4"), ("hidden-bids", "yes")]),
        shipped("first_sealed_auction", &[]),
        read(&betting(ALIKE, HIDDEN, BY_HANDS)),
        read(&teams("all")),
    ];
    for prepared in games {
        let small = scored(&prepared);
        let plans = Solver::new(&small).plans();
        let situations = Situations::new(&small, &prepared, &plans);
        for seat in 0..prepared.players() {
            let mut words: Vec<String> = situations.of(seat, usize::MAX).map(|found| found.words).collect();
            let count = words.len();
            words.sort();
            words.dedup();
            assert_eq!(words.len(), count, "{}", prepared.game().title());
            assert!(!words.is_empty() && words.iter().all(|words| !words.is_empty()));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    /// In any betting game, after any number of rounds: what both have lies between what each can be sure of, these never pass each other whenever
    /// they are measured, and with the seats exchanged all is turned round.
    #[test]
    fn values_lie_between_best_responses(low in 1_u8..4, more in 2_u8..5, copies in 1_u8..3, raise in 2_u8..6, rounds in 0_u64..60) {
        let cards = format!("  {copies} copies of {low} to {}\n  1 to 1", low + more);
        let text = betting(&cards, HIDDEN, BY_HANDS).replace("set stake to 4", &format!("set stake to {raise}"));
        let text = text.replace("if stake is 4", &format!("if stake is {raise}"));
        let turned = text.replace("seat 1", "seat 3").replace("seat 2", "seat 1").replace("seat 3", "seat 2");
        let (small, turned) = (scored(&read(&text)), scored(&read(&turned)));
        let (mut least, mut most) = (f64::NEG_INFINITY, f64::INFINITY);
        let mut solver = Solver::new(&small);
        for _ in 0..=rounds {
            let measure = solver.measure();
            prop_assert!(measure.least <= measure.value + 1e-9 && measure.value <= measure.most + 1e-9, "{measure:?}");
            prop_assert!(measure.exploitability() >= -1e-9);
            (least, most) = (measure.least.max(least), measure.most.min(most));
            prop_assert!(least <= most + 1e-9, "{least} {most}");
            solver.round();
        }
        let (one, other) = (solved(&small, 400), solved(&turned, 400));
        let apart = (one.value + other.value).abs();
        prop_assert!(apart <= 2.0 * (one.exploitability() + other.exploitability()) + 1e-9, "{one:?} {other:?}");
        let met: f64 = small.met(0, &solver.plans()).iter().sum();
        // Who is first is asked once in each game.
        prop_assert!((met - 1.0).abs() < 1e-9, "{met}");
    }
}
