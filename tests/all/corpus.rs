//! Files that must be refused: each shows one mistake, and the snapshot beside it is the letter that its author gets.

use std::cell::RefCell;

use bidlang::Game;
use bidlang::diagnostic::{Code, Diagnostic};
use bidlang::engine::{Pause, Silent};
use bidlang::loader::{Loader, Missing, Source, Texts};
use bidlang::lower::{Setup, compile};
use bidlang::resolve::resolve;
use bidlang::rulebook::Rulebook;
use bidlang::sources::Sources;
use bidlang::syntax::parse;
use bidlang_cli::letters::{Look, letter, with_texts};
use bidlang_lab::search::search;
use bidlang_tests::scripts;

/// How the letters are drawn: as at a terminal of 80 columns without colours.
const LOOK: Look = Look { width: 80, colour: false };

/// The letters of a text's author.
fn letters(name: &str, text: &str, problems: &[Diagnostic]) -> String {
    letters_of(&Sources::one(name, text), problems)
}

/// The letters of a game of several files: what lies in another file than the problem itself stands below it.
fn letters_of(sources: &Sources, problems: &[Diagnostic]) -> String {
    shown(problems.iter().map(|problem| with_texts(sources, problem, LOOK)))
}

/// Letters without blanks at the ends of lines, an empty line between two.
fn shown(letters: impl Iterator<Item = String>) -> String {
    let plain = letters.map(|letter| letter.lines().map(|line| format!("{}\n", line.trim_end())).collect::<String>());
    plain.collect::<Vec<_>>().join("\n").trim_end().to_owned()
}

fn each(folder: &str, check: impl Fn(&str) -> Vec<Diagnostic>) {
    let wrong = RefCell::new(Vec::new());
    insta::glob!(&format!("../corpus/{folder}"), "*.bid", |path| {
        let text = std::fs::read_to_string(path).unwrap();
        let problems = check(&text);
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if problems.is_empty() {
            wrong.borrow_mut().push(format!("{name} is not refused"));
        }
        for problem in problems.iter().filter(|problem| {
            (problem.help.is_none() && problem.code != Code::Syntax) || problem.code == Code::Internal
        }) {
            wrong.borrow_mut().push(format!(
                "{name}: a problem has to say what to do:\n{}",
                letters(&name, &text, std::slice::from_ref(problem))
            ));
        }
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(path.parent().unwrap());
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.remove_snapshot_suffix();
        let sources = Sources::one(&name, &text);
        // Where a setup is asked for, what has no place in the file stands alone.
        let drawn = match folder {
            "setup" => shown(problems.iter().map(|problem| letter(&sources, problem, LOOK))),
            _ => letters_of(&sources, &problems),
        };
        settings.bind(|| insta::assert_snapshot!(name, drawn));
    });
    let wrong = wrong.into_inner();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn grammar_and_layout() {
    each("syntax", |text| parse(text).1);
}

#[test]
fn names_and_types() {
    each("resolve", |text| {
        let (file, problems) = parse(text);
        assert!(problems.is_empty(), "the file must be grammatical:\n{}", letters("corpus.bid", text, &problems));
        resolve(&file).1
    });
}

/// The first line is a note with the player count and the options: `# 5 players, straws 1`.
#[test]
fn player_counts_and_options() {
    each("setup", |text| {
        let (file, problems) = parse(text);
        assert!(problems.is_empty(), "the file must be grammatical:\n{}", letters("corpus.bid", text, &problems));
        let (game, problems) = resolve(&file);
        assert!(problems.is_empty(), "the file must be sound:\n{}", letters("corpus.bid", text, &problems));
        let numbers: Vec<i64> = text
            .lines()
            .next()
            .unwrap()
            .split(|c: char| !c.is_ascii_digit())
            .filter_map(|word| word.parse().ok())
            .collect();
        let setup = Setup { players: u8::try_from(numbers[0]).unwrap(), options: numbers[1..].to_vec() };
        compile(&game, &setup).err().unwrap_or_default()
    });
}

/// Files that can be read and played in each setup, and are not what their author can have meant.
#[test]
fn design() {
    each("design", |text| {
        let rulebook = Rulebook::read("design.bid", text);
        rulebook.map_or_else(|problems| problems, |rulebook| rulebook.problems_of_setups())
    });
}

/// Files in which no error is found by reading: what goes wrong shows in random games.
#[test]
fn played() {
    each("played", |text| {
        let rulebook = Rulebook::read("played.bid", text)
            .unwrap_or_else(|problems| panic!("{}", letters("corpus.bid", text, &problems)));
        let problems = rulebook.problems_of_setups();
        assert!(
            !problems.iter().any(Diagnostic::is_error),
            "it must be sound to a reader:\n{}",
            letters("corpus.bid", text, &problems)
        );
        let game = Game::from(rulebook);
        let searched = search(&game, 200);
        assert_eq!(searched.problems, search(&game, 200).problems, "the same games find the same");
        for problem in searched.problems.iter().filter(|problem| problem.is_error()) {
            replays(&game, text, problem);
        }
        searched.problems
    });
}

/// What comes once in a hundred games need not have come in two hundred: there a condition that never held is told of where it was worked out often, and otherwise later.
#[test]
fn of_few_games_less_is_told() {
    const TEXT: &str = "\
game Seldom
players 2

cards
  rank  1 to 8
  1 to 8

places
  hand  each player  seen by owner
  pile               seen by all

play
  shuffle box
  deal 4 from box to hand of each player
  repeat 4 times
    for each player
      ask player to play a card from hand to pile
    score 1 to owner-of-best for a trick when score of seat 1 is at least 50
  score 1 to seat 1 for the first
  won by players with highest score

value owner-of-best is seat 2
";
    let game = Game::read("seldom.bid", TEXT).unwrap_or_else(|error| panic!("{error}"));
    let told = |games| search(&game, games).problems.iter().any(|problem| problem.code == Code::NeverHappens);
    // In 390 games it is asked 1,560 times, which says nothing yet.
    assert!(!told(200) && !told(390) && told(500));
}

/// Where the file says that a game may go on and on, the others are played all the same: here one in 504 stops at a debt that cannot be paid, and one in nine goes on.
#[test]
fn games_that_may_go_on_and_on_hide_nothing() {
    const TEXT: &str = "\
game Goes On
players 3
allow goes-on because who holds the nine may go on for ever
cards
  rank  1 to 9
  1 to 9
places
  hand  each player  seen by all
track
  coins  each player  number  starts 3
  over   yes or no
play
  shuffle box
  deal 1 from box to hand of each player
  do turn
  pay 4 from coins of seat 1 to coins of seat 2 when rank of card in hand of seat 1 is 8 and rank of card in hand of seat 2 is 7 and rank of card in hand of seat 3 is 6
  for each player
    score coins + total rank of hand to player for all
  won by players with highest score
phase turn repeats until over
  ask seat 1
    act go
    act end when rank of card in hand is not 9
      set over to yes
";
    let game = Game::read("goes-on.bid", TEXT).unwrap_or_else(|error| panic!("{error}"));
    let searched = search(&game, 2_000);
    let codes: Vec<Code> = searched.problems.iter().map(|problem| problem.code).collect();
    assert!(codes.contains(&Code::CanStop) && codes.contains(&Code::GoesOn), "{codes:?}");
    assert_eq!(searched.games, 2_000);
}

/// What a place holds over the passes of an inner phase, until the outer one clears it, does not pile up; without the line that clears it each time it does.
#[test]
fn what_is_cleared_each_epoch_does_not_pile_up() {
    let text =
        std::fs::read_to_string(bidlang_tests::root().join("tests/corpus/sound/cleared-each-epoch.bid")).unwrap();
    let piles = |text: &str| {
        let game = Game::read("cleared.bid", text).unwrap_or_else(|error| panic!("{error}"));
        search(&game, 300).problems.iter().any(|problem| problem.code == Code::PilesUp)
    };
    assert!(!piles(&text));
    let left = text
        .replace("  do turn\n  move row to spent\n", "  do turn\n")
        .replace("    act draw\n", "    act clear\n      move row to spent\n    act draw\n");
    assert!(piles(&left), "{left}");
}

/// An option says which of two auctions is held: bids of the one do not lie there when the other begins. Where both are held, they do.
#[test]
fn one_auction_or_the_other_piles_nothing_up() {
    let path = bidlang_tests::root().join("tests/corpus/sound/one-auction-by-an-option.bid");
    let text = std::fs::read_to_string(path).unwrap();
    let piles = |text: &str| {
        let rulebook = Rulebook::read("option.bid", text).unwrap_or_else(|_| panic!("{text}"));
        rulebook.problems_of_setups().iter().any(|problem| problem.code == Code::PilesUp)
    };
    assert!(!piles(&text));
    let both = text.replace("  if way is Open\n", "  if way is Sealed\n");
    assert!(piles(&both), "{both}");
}

/// What a counted loop lays out card by card is one lot; what comes in a loop in which it is sold lies there when the next comes.
#[test]
fn a_lot_that_is_laid_out_one_by_one_piles_nothing_up() {
    let text = "game Piles\nplayers 2\ncards\n  rank  1 to 9\n  1 to 9\nplaces\n  lot  seen by all\nplay\n  shuffle box\n  repeat 3 times\n    deal 1 from box to lot\n\
        \x20 ask seat 1 to show yes or no\n  for each player\n    score total rank of lot to player for the lot\n  won by players with highest score\n";
    let piles = |text: &str| {
        let rulebook = Rulebook::read("lot.bid", text).unwrap_or_else(|_| panic!("{text}"));
        rulebook.problems_of_setups().iter().any(|problem| problem.code == Code::PilesUp)
    };
    assert!(!piles(text));
    assert!(piles(&text.replace("  ask seat 1", "    ask seat 1")));
}

/// A card that is dealt to where the bids lie is no bid of an earlier auction; one that is left there is.
#[test]
fn a_card_that_is_dealt_among_bids_piles_nothing_up() {
    let text = "game Piles\nplayers 2\ncards\n  rank  1 to 20\n  1 to 20\nplaces\n  hand  each player  seen by owner\n\
        \x20 won   each player  seen by all\n  lot                seen by all\nplay\n  shuffle box\n  deal 5 from box to hand of each player\n\
        \x20 do sale\n  for each player\n    score total rank of won to player for cards\n  won by players with highest score\n\
        phase sale repeats 3 times\n  deal 1 from box to lot\n  auction\n    order   once clockwise from seat 1\n\
        \x20   bid     a card from hand to lot\n    worth   rank of card\n    pass\n    wins    highest worth, ties to first\n\
        \x20   sold\n      move lot to won of winner\n    unsold\n      move lot to box\n";
    let piles = |text: &str| {
        let rulebook = Rulebook::read("piles.bid", text).unwrap_or_else(|_| panic!("{text}"));
        rulebook.problems_of_setups().iter().any(|problem| problem.code == Code::PilesUp)
    };
    assert!(!piles(text));
    let left =
        text.replace("move lot to won of winner", "move cards in lot where rank is more than 10 to won of winner");
    assert!(piles(&left), "{left}");
}

/// Which of several places it is goes by what some do not see: then all see that cards left, and not where they are.
#[test]
fn a_hidden_place_hides_its_size() {
    let text = "game Dens\nplayers 2\ncards\n  rank  1 to 4\n  1 to 4\nkind room  Red, Blue\nplaces\n  hand  each player  seen by owner\n\
        \x20 den   each room    seen by nobody, size seen by nobody\ntrack\n  lodging  each player  room or none, seen by owner\nplay\n  shuffle box\n\
        \x20 deal 2 from box to hand of each player\n  ask seat 1 to enter a room\n    set lodging to room\n  move hand of seat 1 to den of lodging of seat 1\n\
        \x20 score 1 to each player for the walk\n  won by players with highest score\n";
    let hides_nothing = |text: &str| {
        let rulebook = Rulebook::read("dens.bid", text).unwrap_or_else(|_| panic!("{text}"));
        rulebook.problems_of_setups().iter().any(|problem| problem.code == Code::HidesNothing)
    };
    assert!(!hides_nothing(text));
    assert!(hides_nothing(&text.replace("den of lodging of seat 1", "den of Red")));
}

/// An option by which goes who plays together changes something: they score together.
#[test]
fn an_option_of_teams_is_used() {
    let text = "game Pairs\nplayers 4\nteams 1 and 3, 2 and 4 when pairs\noption pairs  yes or no, usually yes\ncards\n  rank  1 to 8\n  1 to 8\n\
        places\n  hand  each player  seen by all\n  out                seen by all\nplay\n  shuffle box\n  deal 2 from box to hand of each player\n\
        \x20 for each player\n    ask player to lay a card from hand to out\n      score rank of card to player for laying\n\
        \x20 won by players with highest score\n";
    let unused = |text: &str| {
        let rulebook = Rulebook::read("pairs.bid", text).unwrap_or_else(|_| panic!("{text}"));
        rulebook.problems_of_setups().iter().any(|problem| problem.code == Code::Unused)
    };
    assert!(!unused(text));
    assert!(unused(&text.replace("teams 1 and 3, 2 and 4 when pairs\n", "").replace(
        "option pairs  yes or no, usually yes\n",
        "option pairs  yes or no, usually yes\nrequire pairs or players is 4\n"
    )));
}

/// Random games of this file have no end, and take longer than there is time: one is played to where that is known.
#[test]
fn a_file_of_which_no_game_ends_in_time_is_not_without_a_problem() {
    const TEXT: &str = "\
game Drift
players 2

cards
  rank  1 to 2
  1 to 2

places
  pile  seen by all

track
  held  number from 0 to 1000000

play
  do turns
  won by players with highest score

phase turns repeats until held is at least 400000
  for each player
    ask player
      act grow
        add 1 to held
      act shrink
        set held to larger of 0 and (held - 1)
";
    let game = Game::read("drift.bid", TEXT).unwrap_or_else(|error| panic!("{error}"));
    let asked = std::sync::atomic::AtomicU64::new(0);
    // Time is up at once when play has begun.
    let spent = || if asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) < 1 { 0.0 } else { 1.0 };
    let budget = bidlang_lab::search::Budget { games: 2_000, spent: &spent, progress: &|_| {} };
    let found = bidlang_lab::search::search_within(&game, &budget);
    let codes: Vec<Code> = found.problems.iter().map(|problem| problem.code).collect();
    assert_eq!((codes, found.games), (vec![Code::GoesOn], 1));
}

/// The script of a finding, put into the file, leads to what is told.
pub fn replays(game: &Game, text: &str, problem: &Diagnostic) {
    let script = problem.script.as_ref().unwrap_or_else(|| panic!("{} has no script", problem.code));
    let outcome = bidlang_lab::script::play(game, &scripts(&format!("{text}\n{script}\n")).pop().unwrap());
    let failed: Vec<Code> = outcome.failures.iter().map(|failure| failure.code).collect();
    match problem.code {
        Code::TellsHiddenCards => assert!(failed.is_empty(), "{script}\n{failed:?}"),
        Code::NobodyWins => {
            assert!(failed.is_empty() && outcome.transcript.contains("obody wins"), "{}", outcome.transcript)
        }
        _ => assert_eq!(failed, [Code::GameStopped], "{script}\n{}", outcome.transcript),
    }
}

/// The files of `corpus/variants/shelf`, and names that lead elsewhere.
struct Folder(Texts);

impl Loader for Folder {
    fn base(&self, from: &str, name: &str) -> Result<Source, Missing> {
        match name {
            "locked" => Err(Missing::Unreadable("locked.bid: this is not a text in UTF-8".to_owned())),
            _ if name.starts_with("..") => Err(Missing::Outside("games".to_owned())),
            _ => self.0.base(from, name),
        }
    }

    fn library(&self, from: &str, name: &str) -> Result<Source, Missing> {
        self.0.library(from, name)
    }
}

/// Variants of the files in `corpus/variants/shelf`, checked with all player counts and options.
#[test]
fn variants() {
    let mut texts = Vec::new();
    for entry in std::fs::read_dir(bidlang_tests::root().join("tests/corpus/variants/shelf")).unwrap() {
        let path = entry.unwrap().path();
        texts.push((path.file_stem().unwrap().to_string_lossy().into_owned(), std::fs::read_to_string(&path).unwrap()));
    }
    texts.sort();
    let wrong = RefCell::new(Vec::new());
    insta::glob!("../corpus/variants", "*.bid", |path| {
        let text = std::fs::read_to_string(path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let stem = path.file_stem().unwrap().to_string_lossy().into_owned();
        let mut texts = texts.clone();
        texts.push((stem.clone(), text.clone()));
        let source = Source { key: stem, name: name.clone(), text };
        let found = bidlang_lab::check::check(&source, &Folder(Texts(texts)), &bidlang_lab::search::Budget::of(0));
        let mut problems = found.problems;
        if problems.is_empty() {
            // A library may be checked, but not played.
            let refused = Rulebook::load(&source, &Folder(Texts(Vec::new()))).err();
            problems = refused.map(|refused| refused.problems).unwrap_or_default();
        }
        if problems.is_empty() {
            wrong.borrow_mut().push(format!("{name} is not refused"));
        }
        if problems.iter().any(|problem| problem.help.is_none() || problem.code == Code::Internal) {
            wrong.borrow_mut().push(format!("{name}: a problem has to say what to do: {problems:#?}"));
        }
        let shown = letters_of(&found.sources, &problems);
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(path.parent().unwrap());
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.remove_snapshot_suffix();
        settings.bind(|| insta::assert_snapshot!(name, shown));
    });
    let wrong = wrong.into_inner();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Files that must be accepted, for each player count and with every option at each end.
#[test]
fn sound_files() {
    insta::glob!("../corpus/sound", "*.bid", |path| {
        let text = std::fs::read_to_string(path).unwrap();
        let (file, mut problems) = parse(&text);
        let (game, more) = resolve(&file);
        problems.extend(more);
        assert!(problems.is_empty(), "{}:\n{}", path.display(), letters("corpus.bid", &text, &problems));
        for players in game.players.0..=game.players.1 {
            for highest in [false, true] {
                let options =
                    game.options.iter().map(|option| if highest { option.range.1 } else { option.range.0 }).collect();
                let problems = compile(&game, &Setup { players, options }).err().unwrap_or_default();
                assert!(problems.is_empty(), "{}:\n{}", path.display(), letters("corpus.bid", &text, &problems));
            }
        }
        // What they mean is said by the scripted games in them.
        let game = Game::read("sound.bid", &text).unwrap();
        for test in scripts(&text) {
            let outcome = bidlang_lab::script::play(&game, &test);
            assert!(outcome.failures.is_empty(), "{}: {}: {:#?}", path.display(), outcome.name, outcome.failures);
        }
    });
}

// ---- texts too odd to keep as files --------------------------------------------------------------

fn generated(name: &str, letters: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../corpus/generated");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, letters));
}

#[test]
fn thousands_of_levels_are_refused_and_harm_nothing() {
    let mut text = String::from("game Deep\nplayers 2\nplay\n");
    for level in 1..3_900 {
        text.push_str(&" ".repeat(level.min(90)));
        text.push_str("if 1 is 1\n");
    }
    let mut steps = String::from("play\n");
    for level in 1..1_400 {
        steps.push_str(&" ".repeat(level));
        steps.push_str("if 1 is 1\n");
    }
    assert!(parse(&text).1.iter().any(|problem| problem.code == Code::NestedTooDeep));
    generated("nested-deep", &letters("corpus.bid", &steps, &parse(&steps).1));
    for inside in ["(", "not ", "half of ", "-", "a of ", "1 + (", "1 if 1 is 1 otherwise ", "seat ", "cards where "] {
        let line = format!("play\n  set x to {}\n", inside.repeat(10_000));
        let problems = parse(&line).1;
        assert!(!problems.is_empty(), "{inside}");
        assert!(problems.iter().all(|problem| problem.code != Code::Internal));
    }
}

#[test]
fn a_file_too_long_is_not_read() {
    let text = "# nothing\n".repeat(220_000);
    generated("file-too-long", &letters("corpus.bid", &text, &parse(&text).1));
}

#[test]
fn a_zero_byte_is_no_text() {
    let text = "game Zero\nplayers\u{0} 2\n";
    generated("zero-byte", &letters("corpus.bid", text, &parse(text).1).replace('\0', "?"));
}

#[test]
fn an_act_with_too_many_rules_is_refused() {
    let mut text = String::from(
        "game Rules\nplayers 2\n\ncards\n  rank  1 to 9\n  1 to 9\n\nplaces\n  stock  seen by all\n\nplay\n  move all cards to stock\n  ask seat 1 to say a number from 1 to 99\n",
    );
    for number in 1..=65 {
        text.push_str(&format!("    must number is not {number}\n"));
    }
    text.push_str("  won by seat 1\n");
    let (game, problems) = resolve(&parse(&text).0);
    assert!(problems.is_empty(), "{}", letters("corpus.bid", &text, &problems));
    let problems = compile(&game, &Setup { players: 2, options: Vec::new() }).err().unwrap_or_default();
    generated("too-many-musts", &letters("corpus.bid", &text, &problems));
}

#[test]
fn a_loop_over_cards_goes_in_the_order_of_their_place() {
    let text = "game Order\nplayers 2\ncards\n  rank  1 to 9\n  1 to 9\nplaces\n  stock  seen by all\ntrack\n  total-so-far  number\nplay\n  \
                move all cards to stock\n  sort stock by rank, highest first\n  for each card in stock\n    set total-so-far to total-so-far * 10 + rank\n    \
                move card to box\n  score total-so-far to seat 1 for it\n  won by seat 1\n";
    let (file, problems) = parse(text);
    assert!(problems.is_empty(), "{}", letters("corpus.bid", text, &problems));
    let (game, problems) = resolve(&file);
    assert!(problems.is_empty(), "{}", letters("corpus.bid", text, &problems));
    let compiled = compile(&game, &Setup { players: 2, options: Vec::new() }).unwrap();
    let runner = compiled.runner();
    let mut desk = runner.desk(1);
    assert!(matches!(runner.run(&mut desk, &mut Silent), Ok(Pause::Over)));
    assert_eq!(runner.scores(desk.state()).next(), Some(987_654_321));
}
