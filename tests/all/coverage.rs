//! Counting what a game reaches must not change the game, and what is counted must be true.

use bidlang::engine::{Pause, Reached, Silent, Stream, each_seat};
use bidlang::ir::PointSort;
use bidlang::{Game, Prepared};
use bidlang_lab::coverage::{By, Coverage, RandomGames, play_random};
use bidlang_lab::script::{Manner, play, play_so};
use bidlang_tests::{classics, game, games, playable, root, sampled, scripts, sound};

/// The number of choices at each decision, what was drawn, and the scores or the fault at the end.
fn course(prepared: &Prepared, seed: u64, counts: bool) -> (Vec<u64>, String) {
    let mut table = prepared.table(seed).most_decisions(400);
    if counts {
        table.desk.count_reached(Reached::default());
    }
    let mut players = Stream::of_players(seed);
    let mut decisions = Vec::new();
    let end = loop {
        match table.advance(&mut Silent) {
            Err(fault) => break format!("{:?}", fault.kind),
            Ok(Pause::Over) => break format!("{:?}", table.scores()),
            Ok(Pause::Decision(seats)) => {
                let seat = each_seat(seats).next().unwrap();
                let count = table.runner.choices(&mut table.desk, seat);
                let drawn = players.below_long(count);
                let choice = table.runner.nth_choice(&mut table.desk, seat, drawn).unwrap();
                decisions.extend([u64::from(seats), count, drawn]);
                if let Err(fault) = table.make(seat, &choice, false, &mut Silent) {
                    break format!("{:?}", fault.kind);
                }
            }
        }
    };
    (decisions, end)
}

fn plays_alike(name: &str, rulebook: &Game, games: u64) {
    let plain: Vec<_> =
        (rulebook.game.players.0..=rulebook.game.players.1).flat_map(|players| sampled(rulebook, players, 6)).collect();
    assert!(!plain.is_empty(), "{name} has no setup to play");
    let coverage = Coverage::new(rulebook);
    for plain in plain {
        let setup = plain.setup();
        let watched = coverage.game.prepare_for(setup.clone(), &[]).unwrap_or_else(|error| panic!("{name}: {error}"));
        for seed in 0..games {
            let (plain, watched) = (course(&plain, seed, false), course(&watched, seed, true));
            assert_eq!(plain, watched, "{name} {setup:?}, seed {seed}");
        }
    }
}

#[test]
fn counting_changes_no_game() {
    for name in games() {
        plays_alike(&name, &game(&name), 3);
    }
    for (name, rulebook) in classics() {
        plays_alike(&name, &rulebook, 2);
    }
}

#[test]
fn counting_changes_no_game_of_the_sound_files() {
    for (name, rulebook) in sound() {
        plays_alike(&name, &rulebook, 5);
    }
}

#[test]
fn counting_changes_no_scripted_game() {
    let mut tests = 0;
    for name in games() {
        let text = std::fs::read_to_string(root().join("games/tests").join(format!("{name}.bid"))).unwrap();
        let plain = game(&name);
        let watched = Coverage::new(&game(&name)).game;
        for test in scripts(&text) {
            let counted = play_so(&watched, &test, Manner { counts: true, ..Manner::default() });
            let plain = play(&plain, &test);
            assert_eq!(plain.failures, counted.failures, "{name}: {}", plain.name);
            assert_eq!(plain.decisions, counted.decisions, "{name}: {}", plain.name);
            assert!(counted.counted.is_some() && plain.counted.is_none());
            tests += 1;
        }
    }
    assert!(tests >= 200, "only {tests} scripted games");
}

/// Each line says in a note what of it is reached by any number of random games: `all`, or the cases that are not.
const MARKED: &str = "game Marks
players 2 to 3

option long  yes or no, usually no

value copies by players
  2  1
  3  2

cards
  suit  Clubs, Hearts
  rank  1 to 6
  copies copies of 1 to 6 of each suit

value worth of card by rank
  1 to 5  rank                                              # all
  6       9                                                 # never: nobody has a 6
value due by players
  2  1                                                      # all
  3  2                                                      # all
value share is 1 if long otherwise 2                        # all
value high is 3 if players is 9 otherwise 4                 # never true

places
  stock               seen by nobody
  hand   each player  seen by owner
  bid    each player  seen by all

play
  move all cards to stock                                   # all
  move cards in stock where rank is 6 to box                # all
  shuffle stock                                             # all
  deal 2 from stock to hand of each player                  # all
  do sale                                                   # all
  score due + share + high to each player for all           # all
  score total worth of bid of player to each player for bid when players is 5 # never true
  won by players with highest score                         # all

phase sale
  auction                                                   # all
    order  all at once
    bid    a card from hand to bid where rank is at least 1 # never false
      must rank of card is less than 9                      # never: it forbids nothing
    pass   when long                                        # all
    worth  total worth of bid
    wins   highest worth, ties to nobody                    # all
    sold
      score 1 to winner for luck                            # all
    unsold
      score 1 to each player for luck                       # all
";

#[test]
fn what_is_reached_is_counted_and_nothing_else() {
    let rulebook = Game::read("marks.bid", MARKED).unwrap_or_else(|problems| panic!("{problems:#?}"));
    let setups = playable(&rulebook);
    let mut coverage = Coverage::new(&rulebook);
    for prepared in setups {
        let RandomGames { counted, stopped } = play_random(&coverage.game, prepared.setup(), 1, 200, 1000).unwrap();
        assert!(stopped.is_empty());
        coverage.add(By::Random, &counted);
    }
    let told = |line: usize| {
        let here = |at: u32| MARKED[..at as usize].matches('\n').count() == line;
        let mut missing: Vec<String> = coverage
            .cases()
            .iter()
            .filter(|case| here(case.span.start) && case.by == By::Nobody)
            .map(|case| format!("{:?} {:?}", case.sort, case.holds))
            .collect();
        missing.sort();
        let any = coverage.cases().iter().any(|case| here(case.span.start));
        (any, missing)
    };
    for (number, line) in MARKED.lines().enumerate() {
        let (any, missing) = told(number);
        let note = line.split_once("# ").map(|(_, note)| note.split(':').next().unwrap());
        let wanted: Vec<String> = match note {
            None => {
                assert!(!any, "line {} counts, and nothing says what: {line}", number + 1);
                continue;
            }
            Some("all") => Vec::new(),
            Some("never true") => vec![format!("{:?} Some(true)", PointSort::Condition)],
            Some("never false") => vec![format!("{:?} Some(false)", PointSort::Condition)],
            Some("never") if line.contains("must") => vec![format!("{:?} None", PointSort::Must)],
            Some("never") => vec![format!("{:?} None", PointSort::Row)],
            Some(other) => panic!("{other}"),
        };
        assert!(any, "line {} does not count: {line}", number + 1);
        assert_eq!(missing, wanted, "line {}: {line}", number + 1);
    }
}

/// A condition on several picks holds in each choice that is made, however the choices are counted: it is looked at there.
#[test]
fn a_so_that_on_several_groups_holds_where_it_is_chosen() {
    let text = "game Even Swap\nplayers 2\ncards\n  rank  1 to 8\n  1 to 8\nplaces\n  hand   each player  seen by owner\n\
        \x20 table  each player  seen by all\nplay\n  shuffle box\n  deal 4 from box to hand of each player\n  for each player\n    ask player\n\
        \x20     act keep\n      act two 1 to 2 cards from hand to table as xs so that lowest rank of xs is less than 8 with 0 to 2 cards from hand to table as ys so that number of xs is number of ys\n\
        \x20       score number of xs to player for pairs\n  won by players with highest score\n";
    let rulebook = Game::read("swap.bid", text).unwrap_or_else(|problems| panic!("{problems:#?}"));
    let mut coverage = Coverage::new(&rulebook);
    for prepared in playable(&rulebook) {
        let RandomGames { counted, .. } = play_random(&coverage.game, prepared.setup(), 1, 50, 1000).unwrap();
        coverage.add(By::Random, &counted);
    }
    let held: Vec<_> = coverage
        .cases()
        .iter()
        .filter(|case| case.sort == PointSort::Condition && case.holds == Some(true))
        .map(|case| case.by == By::Nobody)
        .collect();
    assert_eq!(held, [false, false]);
}

/// What is changed of a few lines, in words.
fn changed(text: &str) -> Vec<String> {
    bidlang_lab::mutants::of(text).into_iter().map(|mutant| mutant.what).collect()
}

#[test]
fn changes_are_those_of_rules_and_not_of_names() {
    let none = "game Two or more, at least 3\nby Ann\nplayers 2 to 4\n\ntest the highest of 2\n  players Ann, Ben\n";
    assert_eq!(changed(none), Vec::<String>::new());
    let score = "phase end\n  score 3 to player for the first of 2 cards when rank is at least 4\n";
    let wanted = [
        "`score 3 to player ...` was left out",
        "`score` became `deduct`",
        "`3` became `4`",
        "`3` became `2`",
        "`when rank is at least 4` was left out",
        "`at least` became `more than`",
        "`at least` became `at most`",
        "`4` became `5`",
        "`4` became `3`",
    ];
    assert_eq!(changed(score), wanted);
    // Bounds of a track are left alone, what it starts with is not.
    let track = "track\n  lives  each player  number from 0 to 3  starts 7\n";
    let numbers: Vec<String> = changed(track).into_iter().filter(|what| what.contains("became")).collect();
    assert_eq!(numbers, ["`7` became `8`", "`7` became `6`"]);
}

#[test]
fn words_that_a_line_can_do_without_are_left_out() {
    let left = |line: &str| -> Vec<String> {
        let found = changed(&format!("play\n  {line}\n"));
        let whole = format!("`{}", line.split(' ').next().unwrap());
        found.into_iter().filter(|what| what.ends_with("was left out") && !what.starts_with(&whole)).collect()
    };
    assert_eq!(
        left("follow suit or trump except cards where rank is 1"),
        ["`or trump` was left out", "`except cards where ...` was left out"]
    );
    assert_eq!(
        left("must beat trick if able except cards where rank is 1 when led"),
        ["`if able` was left out", "`except cards where ...` was left out", "`when led` was left out"]
    );
    assert_eq!(left("wins highest worth, following or not, ties to first"), ["`following or not` was left out"]);
    assert_eq!(left("act fold instead of a card"), ["`instead of a card` was left out"]);
    assert_eq!(left("act cry at any time"), ["`at any time` was left out"]);
    assert_eq!(left("act leave for good"), ["`for good` was left out"]);
    assert_eq!(left("set dealer to player with second highest worth"), ["`second` was left out"]);
    assert_eq!(
        left("won by players with highest score, then lowest debt, then highest purse"),
        ["`then lowest debt` was left out", "`then highest purse` was left out"]
    );
    assert_eq!(left("stage sealed when way is Sealed"), ["`when way is Sealed` was left out"]);
    assert!(changed("play\n  set direction to clockwise\n").contains(&"`clockwise` became `anticlockwise`".to_owned()));
    assert!(!changed("play\n  order clockwise from dealer\n").iter().any(|what| what.contains("anticlockwise")));
    assert_eq!(
        left("play 2 or more pairs in a row from hand by rank"),
        ["`or more` was left out", "`in a row` was left out"]
    );
    assert!(changed("play\n  lost by dealer\n").contains(&"`lost` became `won`".to_owned()));
    assert!(!changed("play\n  move lot to won of dealer\n").iter().any(|what| what.contains("lost")));
}

#[test]
fn bounds_of_tracks_are_left_alone() {
    let part = "phase deal\n  track\n    amount  number from 0 to 90\n    count   number from 0 to 9  starts 3\n";
    let found = changed(part);
    assert!(found.iter().any(|what| what.contains("`3` became `4`")), "{found:?}");
    assert!(!found.iter().any(|what| what.contains("90")), "{found:?}");
}

/// Every change changes something, at a place of the text, and no two are alike.
#[test]
fn every_change_is_another_text() {
    for name in games() {
        let text = std::fs::read_to_string(root().join("games").join(format!("{name}.bid"))).unwrap();
        let mut seen = std::collections::BTreeSet::new();
        for mutant in bidlang_lab::mutants::of(&text) {
            let changed = mutant.applied(&text);
            assert_ne!(changed, text, "{name}: {mutant:?}");
            assert!(seen.insert(changed), "{name}: {mutant:?} is there twice");
        }
        assert!(seen.len() > 100, "{name}");
    }
}
