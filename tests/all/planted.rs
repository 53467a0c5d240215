//! Mistakes of a designer, planted in the shipped games by changes of their text, and which of them `check` finds.
//!
//! Each file of `corpus/planted` is for one game. `# what was done`, then the kind of mistake, then the codes of which one has to be told
//! (`found`), or which rule one has to know to see it (`rules`), then lines behind `-` that become those behind `+`.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};

use bidlang::diagnostic::Code;
use bidlang::loader::{Loader, Missing, Source};
use bidlang_lab::check::check;
use bidlang_lab::search::Budget;
use bidlang_tests::root;

/// A mistake.
pub(crate) struct Planted {
    pub(crate) game: String,
    pub(crate) what: String,
    kind: String,
    /// Codes that may be told; none where the mistake cannot be seen without the rules.
    pub(crate) codes: Vec<Code>,
    pub(crate) edits: Vec<(String, String)>,
    /// How well what is told helps, as somebody judged it who saw nothing else: 0 to 3.
    pub(crate) grade: Option<u32>,
}

pub(crate) fn planted(folder: &str) -> Vec<Planted> {
    let mut all = Vec::new();
    let mut paths: Vec<_> =
        std::fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "txt"));
    paths.sort();
    for path in paths {
        let game = path.file_stem().unwrap().to_string_lossy().into_owned();
        let mut side = 0;
        for line in std::fs::read_to_string(&path).unwrap().lines() {
            if let Some(what) = line.strip_prefix("# ") {
                let (game, what) = (game.clone(), what.to_owned());
                all.push(Planted {
                    game,
                    what,
                    kind: String::new(),
                    codes: Vec::new(),
                    edits: Vec::new(),
                    grade: None,
                });
                side = 0;
                continue;
            }
            let Some(one) = all.last_mut() else { panic!("{}: a mistake begins with `# `", path.display()) };
            match (line, side) {
                ("-", _) => {
                    one.edits.push(Default::default());
                    side = 1;
                }
                ("+", _) => side = 2,
                (_, 1) => one.edits.last_mut().unwrap().0 += &format!("{line}\n"),
                (_, 2) if !line.is_empty() => one.edits.last_mut().unwrap().1 += &format!("{line}\n"),
                (_, 2) | ("", _) => {}
                _ => match line.split_once(' ').map(|(word, rest)| (word, rest.trim())) {
                    Some(("kind", kind)) => one.kind = kind.to_owned(),
                    Some(("found", codes)) => {
                        one.codes =
                            codes.split(", ").map(|code| Code::of(code).unwrap_or_else(|| panic!("{code}"))).collect();
                    }
                    Some(("rules", _)) => {}
                    Some(("grade", grade)) => one.grade = Some(grade.parse().unwrap()),
                    _ => panic!("{}: {line}", path.display()),
                },
            }
        }
    }
    all
}

/// The shipped games; the text of one is changed.
pub(crate) struct Games;

impl Loader for Games {
    fn base(&self, _: &str, name: &str) -> Result<Source, Missing> {
        panic!("`{name}` is a base")
    }

    fn library(&self, _: &str, _: &str) -> Result<Source, Missing> {
        Err(Missing::Unknown(Vec::new()))
    }
}

pub(crate) fn source(mistake: &Planted) -> Source {
    let folder = ["games", "games/classics"].map(|folder| root().join(folder).join(format!("{}.bid", mistake.game)));
    let path = folder.into_iter().find(|path| path.is_file()).unwrap();
    let mut text = std::fs::read_to_string(&path).unwrap();
    for (from, to) in &mistake.edits {
        let (from, to) = (from.trim_end_matches('\n'), to.trim_end_matches('\n'));
        assert_eq!(text.matches(from).count(), 1, "{}: {}: stands there once:\n{from}", mistake.game, mistake.what);
        text = if to.is_empty() { text.replace(&format!("{from}\n"), "") } else { text.replace(from, to) };
    }
    Source { key: mistake.game.clone(), name: format!("{}.bid", mistake.game), text }
}

/// What is told of a mistake: the codes.
pub(crate) fn told(mistake: &Planted, games: u64) -> Vec<Code> {
    check(&source(mistake), &Games, &Budget::of(games)).problems.iter().map(|problem| problem.code).collect()
}

fn found(mistake: &Planted, games: u64) -> bool {
    let told = told(mistake, games);
    mistake.codes.iter().any(|code| told.contains(code))
}

/// All changes can be made, and what can be seen by reading is seen.
#[test]
fn mistakes_that_reading_finds() {
    let all = planted("tests/corpus/planted");
    assert!(all.len() >= 100, "{}", all.len());
    let by_reading = all.iter().filter(|mistake| found(mistake, 0)).count();
    assert!(by_reading >= BY_READING, "{by_reading} of {} are found by reading", all.len());
}

/// How many of them reading alone finds.
const BY_READING: usize = 54;

/// Few games say nothing wrong: numbers are compared in many setups all the same.
#[test]
fn few_games_find_nothing_in_a_game_that_is_right() {
    let path = root().join("games/classics/hearts.bid");
    let text = std::fs::read_to_string(&path).unwrap();
    for games in [1, 5, 20] {
        let hearts = Source { key: "hearts".to_owned(), name: "hearts.bid".to_owned(), text: text.clone() };
        let found = check(&hearts, &Games, &Budget::of(games)).problems;
        assert!(found.is_empty(), "{games} games: {found:#?}");
    }
}

/// What was gone of the time when play began, for reading, is not taken from it.
#[test]
fn time_for_play_begins_with_play() {
    let looks = AtomicU32::new(0);
    let spent = || 5.0 + f64::from(looks.fetch_add(1, Ordering::Relaxed)) / 2_000.0;
    let budget = Budget { games: 200, spent: &spent, progress: &|_| {} };
    let path = root().join("games/classics/euchre.bid");
    let text = std::fs::read_to_string(&path).unwrap();
    let euchre = Source { key: "euchre".to_owned(), name: "euchre.bid".to_owned(), text };
    let checked = check(&euchre, &Games, &budget);
    assert!(checked.games > 0, "{:?}", checked.left_out);
}

/// Of few games, too: what tells them from places that are cleared by a phase further out is short of saying nothing.
#[test]
fn cards_that_pile_up_are_found_in_few_games() {
    let piles: Vec<_> = planted("tests/corpus/planted").into_iter().filter(|one| one.kind == "cards pile up").collect();
    assert_eq!(piles.len(), 5);
    for mistake in piles {
        let told = told(&mistake, 100);
        assert!(mistake.codes.iter().any(|code| told.contains(code)), "{}: {}: {told:?}", mistake.game, mistake.what);
    }
}

/// Every mistake that does not need the rules is found, by reading or by playing as much as the command does where nothing is said.
#[test]
#[ignore = "takes some minutes without optimisation"]
fn every_mistake_that_needs_no_rules_is_found() {
    let mut missed = Vec::new();
    let mut kinds: BTreeMap<String, (u32, u32)> = BTreeMap::new();
    let (mut seen, mut all) = (0, 0);
    // KIND=row looks at the kinds alone whose name has this word.
    let only = std::env::var("KIND").ok();
    for mistake in planted("tests/corpus/planted") {
        if only.as_ref().is_some_and(|kind| !mistake.kind.contains(kind.as_str())) {
            continue;
        }
        let told = told(&mistake, 2_000);
        let is_found = mistake.codes.iter().any(|code| told.contains(code));
        all += 1;
        seen += u32::from(is_found);
        let kind = kinds.entry(mistake.kind.clone()).or_default();
        kind.0 += u32::from(is_found);
        kind.1 += 1;
        if !is_found && !mistake.codes.is_empty() {
            missed.push(format!("{}: {}: {told:?}", mistake.game, mistake.what));
        }
        if mistake.codes.is_empty() && !told.is_empty() {
            println!("found though it needs the rules: {}: {}: {told:?}", mistake.game, mistake.what);
        }
    }
    for (kind, (found, all)) in &kinds {
        println!("{kind}: {found} of {all}");
    }
    println!("{seen} of {all}");
    assert!(missed.is_empty(), "not found:\n{}", missed.join("\n"));
}
