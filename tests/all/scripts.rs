//! Every scripted game passes, and its transcript is the one that was reviewed.

use bidlang::Game;
use bidlang::diagnostic::Code;
use bidlang_lab::script;
use bidlang_tests::{classics, game, root, scripts, shipped, variants};

/// Plays the scripted games of rules files, which lie in a folder under the same names; at least `least` for each. Gives how
/// many there are.
fn all_pass(rules: Vec<(String, Game)>, folder: &str, least: usize) -> usize {
    let folder = root().join(folder);
    let mut count = 0;
    for (name, rulebook) in rules {
        let text = std::fs::read_to_string(folder.join(format!("{name}.bid")))
            .unwrap_or_else(|_| panic!("{name} has no scripted games"));
        let tests = scripts(&text);
        assert!(tests.len() >= least, "{name}: only {} scripted games", tests.len());
        count += tests.len();
        for test in tests {
            let outcome = script::play(&rulebook, &test);
            assert!(outcome.failures.is_empty(), "{name}: {}: {:#?}", outcome.name, outcome.failures);
            if outcome.snapshot {
                let slug: String = outcome
                    .name
                    .chars()
                    .map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '_' })
                    .collect();
                insta::with_settings!({ snapshot_path => folder.join("snapshots"), prepend_module_to_snapshot => false, omit_expression => true }, {
                    insta::assert_snapshot!(format!("{name}__{slug}"), outcome.transcript);
                });
            }
        }
    }
    count
}

#[test]
fn scripted_games_pass() {
    assert!(all_pass(shipped(), "games/tests", 20) >= 200);
}

#[test]
fn scripted_games_of_the_classics_pass() {
    assert!(all_pass(classics(), "games/classics/tests", 3) >= 150);
}

#[test]
fn scripted_games_of_the_variants_pass() {
    assert!(all_pass(variants(), "games/variants/tests", 2) >= 40);
}

/// A game in which a rule cannot be followed, and a script for it: the fault is told at once, with the rule's line.
fn first_failure(script: &str) -> bidlang::diagnostic::Diagnostic {
    let game = "game Faults\nplayers 2\n\ncards\n  rank  1 to 9\n  1 to 9\n\nplaces\n  stock  seen by all\n\ntrack\n  purse  number from 0 to 5\n\nplay\n  move all cards to stock\n  ask seat 1 to say a number from 0 to 9\n    set purse to number\n  ask seat 2 to agree yes or no\n  set purse to 6\n  won by seat 1\n\n";
    let text = format!("{game}test faults\n{script}");
    let rulebook = Game::read("faults.bid", &text).unwrap();
    let mut failures = script::play(&rulebook, &scripts(&text)[0]).failures;
    assert_eq!(failures.len(), 1, "{failures:#?}");
    let mut failure = failures.remove(0);
    let at = failure.span().of(&text).to_owned();
    failure.labels[0].text.insert_str(0, &format!("{at}: "));
    failure
}

#[test]
fn a_fault_is_told_before_what_it_makes_fail() {
    for (script, at, rule) in [
        ("  Seat-1: say 7\n  expect purse is 7\n", "say 7", "set purse to number"),
        ("  Seat-1: say 7\n  expect stock holds 1\n", "say 7", "set purse to number"),
        ("  Seat-1: say 7\n  refused Seat-2: agree yes\n", "say 7", "set purse to number"),
        ("  Seat-1: say 7\n", "say 7", "set purse to number"),
        ("  Seat-1: say 4\n  Seat-2: agree yes\n  won by Seat-1\n", "agree yes", "set purse to 6"),
        ("  Seat-1: say 4\n  play on\n", "play on", "set purse to 6"),
    ] {
        let failure = first_failure(script);
        assert_eq!(failure.code, Code::GameStopped, "{script}: {failure:?}");
        let here = &failure.labels[0].text;
        assert!(here.starts_with(at) && here.contains(rule), "{script}: {here}");
    }
}

#[test]
fn a_bid_of_several_sorts_is_told_by_what_is_bid_or_by_its_name() {
    let text = std::fs::read_to_string(root().join("tests/corpus/sound/bids-with-a-worth.bid")).unwrap();
    let rulebook = Game::read("sound.bid", &text).unwrap();
    let transcript = script::play(&rulebook, &scripts(&text)[0]).transcript;
    // What they are worth inside is no word of the players.
    for line in [
        "Ann bids 4 with Hearts, ahead",
        "Ben bids misere, ahead",
        "Cat bids 55, ahead",
        "Ann bids 6 with Clubs, ahead",
    ] {
        assert!(transcript.contains(line), "{line} is not in:\n{transcript}");
    }
    assert!(!transcript.contains("in all") && !transcript.contains("42"), "{transcript}");
}

/// The transcript of a whole game, every seat of which plays its first legal choice.
fn whole(name: &str, seed: u64) -> String {
    let prepared = game(name).prepare(&bidlang::Setup::players(3)).unwrap();
    let mut table = prepared.table(seed);
    let mut lines = Vec::new();
    let mut transcript = bidlang::Transcript::new(&prepared, None, |line| lines.push(line));
    while let Some(turn) = table.turn_told(&mut transcript).unwrap() {
        let act = turn.nth(0).unwrap();
        table.play_told(turn.seat(), &act, &mut transcript).unwrap();
    }
    transcript.end(&table, None);
    drop(transcript);
    lines.join("\n")
}

#[test]
fn what_goes_on_in_the_same_way_is_told_in_one_line() {
    let varg = whole("varg_bid", 3);
    assert!(varg.contains(" and ") && varg.contains(" pass (forced)"), "{varg}");
    let twice = varg.lines().zip(varg.lines().skip(1)).find(|(one, other)| {
        let forced = |line: &str| line.ends_with("passes (forced)");
        forced(one) && forced(other) && one != other
    });
    assert_eq!(twice, None, "two players in a row have to pass, in two lines");
    let points: Vec<&str> = varg.lines().filter(|line| line.starts_with("Points for score pile: Ann ")).collect();
    assert!(!points.is_empty() && points.iter().all(|line| line.contains("; now Ann ")), "{varg}");
    assert!(!varg.contains(" scores 0 for score pile"), "{varg}");
    // Of bids at once nobody is ahead before all are open.
    let war = whole("bid_war", 3);
    let bids: Vec<&str> = war.lines().filter(|line| line.contains(" bids ")).collect();
    assert!(bids.iter().take(3).all(|line| line.ends_with(" in all")), "{bids:#?}");
}

/// What is wrong in a script for the game of `sound/scripts.bid`: each code with its words.
fn told(script: &str) -> Vec<String> {
    let text = std::fs::read_to_string(root().join("tests/corpus/sound/scripts.bid")).unwrap();
    let rules = text.split("test what").next().unwrap();
    let text = format!("{rules}test wrong\n  players Ann, Ben\n{script}");
    let game = Game::read("scripts.bid", &text).unwrap();
    let failures = script::play(&game, &scripts(&text)[0]).failures;
    let words = |failure: &bidlang::diagnostic::Diagnostic| {
        let here = failure.labels.first().map(|label| format!(" [{}: {}]", label.span.of(&text), label.text));
        format!("{}: {}{}", failure.code, failure.message, here.unwrap_or_default())
    };
    failures.iter().map(words).collect()
}

#[test]
fn what_a_script_cannot_give_or_expect_is_told() {
    let cases = [
        "  begin round\n  given opener is Ann\n  expect opener is Ben and money of Ann is 3 and turn is Ann and lot is not empty\n",
        "  begin round\n  given opener is Ann\n  expect turn is Ann, Ben\n",
        "  begin round\n  expect lot is empty before forced acts\n",
        "  begin round 5\n",
        "  begin round 0\n",
        "  begin play 2\n",
        "  begin round\n  given round is 3\n",
        "  begin round\n  given hand of Ann holds 1 of Clubs\n  given hand of each player is empty\n",
        "  given hand of each player is empty\n",
        "  begin round\n  given hand of Ann holds 1 of each colour\n",
        "  begin round\n  given hand of Ann holds 9 of each suit\n",
        "  begin round\n  given hand of Ann holds Joker of each suit\n",
        "  begin round\n  given hand of Ann holds 2 to Elevn of Clubs\n",
        "  begin round\n  given hand of Ann holds 1, 2 of Clubs\n",
        "  begin round\n  expect hand of Ann includes 1\n",
        "  begin round\n  given money of each suit is 3\n",
        "  begin round\n  given price of each suits is 3\n",
        "  begin round\n  given money of each player is 100\n",
        "  begin round\n  given lot holds 1 of Clubs\n",
        "  begin round\n  given opener is Ann\n  Ann: open 9 of Clubs\n",
        "  begin round\n  given opener is Ann\n  refused Ann: opne 9 of Clubs\n",
        "  begin round\n  given opener is Ann\n  refused Ann: open 9 of Clbs\n",
        "  begin round\n  expect money of (player where money is 99) is 0\n",
        "  begin round\n  expect money of (player where money is 99) + 1 is 1\n",
        "  begin round\n  given money of (player where money is 99) is 3\n",
        "  begin round\n  given hand of all players holds 1 of Clubs\n",
        "  begin round\n  given score of (player where money is 99) is 3\n",
        "  begin round\n  given hand of (player where money is 99) holds 1 of Clubs\n",
        "  expect turn is Bob\n",
        "  expect Ann holds 1 of Clubs\n",
    ];
    let all: Vec<String> = cases.iter().map(|case| format!("{case}=> {}\n", told(case).join("\n=> "))).collect();
    insta::assert_snapshot!(all.join("\n"));
}

/// Cards are given where they are dealt: where a `move` brings them, it says so, and a `deal` in its place takes what is given.
#[test]
fn cards_that_a_move_brings_are_not_given() {
    let text = "\
game Given Moved
players 2

cards
  rank  1 to 8
  1 to 8

places
  stock              seen by nobody
  hand  each player  seen by owner
  talon              seen by all
  aside              seen by all

play
  shuffle box
  move box to stock
  deal 3 from stock to hand of each player
  move stock to talon
  for each player
    ask player to take a card from talon to hand
  won by all players

test talon
  players Ann, Ben
  given talon holds 3, 8
  Ann: take 8
";
    let help = |text: &str| {
        let game = Game::read("moved.bid", text).unwrap_or_else(|error| panic!("{error}"));
        let mut failures = script::play(&game, &scripts(text)[0]).failures;
        failures.pop().map(|failure| {
            assert!(failure.span().of(text).starts_with(['3', '8']), "{failure:?}");
            (
                failure.code,
                failure.labels.len(),
                failure.help.unwrap_or_default().lines().next().unwrap_or_default().to_owned(),
            )
        })
    };
    let never = bidlang::diagnostic::Code::NeverDealt;
    let anywhere = "begin in a phase to put cards anywhere";
    let dealt = "cards are given where the rules deal or shuffle them";
    let moved = format!("{dealt}: say `deal`, with how many, in place of `move`; or {anywhere}");
    assert_eq!(help(text), Some((never, 2, moved)));
    assert_eq!(help(&text.replace("move stock to talon", "deal 2 from stock to talon")), None);
    // Where no line brings any.
    let aside = text.replace("talon holds 3, 8", "aside holds 3").replace("Ann: take 8", "play on");
    assert_eq!(help(&aside), Some((never, 1, format!("{dealt}; {anywhere}"))));
}
