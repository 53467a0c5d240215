//! Fuzz targets: each takes any bytes and panics where something that must hold does not. The bounded run of `cargo test` and
//! the libFuzzer programs in `tests/fuzz` use the same functions.

pub mod draw;
pub mod generate;
pub mod mutate;
mod records;
mod seats;
pub mod seeds;

pub use records::records;
pub use seats::seats;

use std::collections::BTreeSet;

use bidlang::diagnostic::{Code, Diagnostic, is_control};
use bidlang::difference;
use bidlang::engine::{Fault, FaultKind, Runner, Silent};
use bidlang::listing;
use bidlang::loader::{Empty, Source, Texts};
use bidlang::lower::{Compiled, Setup};
use bidlang::rulebook::Rulebook;
use bidlang::sources::Sources;
use bidlang::syntax::{formatter, parse, parse_said, tree};
use bidlang::{Error, Game, Replay};
use bidlang_lab::check::Checked;
use bidlang_lab::script;

use crate::naive::{Far, held};
use draw::Draw;
use seeds::{ALL, BASES, LINES, SCRIPTED, SOUND, VARIANTS};

/// A target by name.
pub type Target = fn(&[u8]);

/// All targets: what one looks at is said at its function.
pub const TARGETS: [(&str, Target); 9] = [
    ("lines", lines),
    ("parser", parser),
    ("check", check),
    ("scripts", scripts),
    ("records", records),
    ("seats", seats),
    ("changed", changed),
    ("generated", generated),
    ("variants", variants),
];

/// How much is played of one file.
#[derive(Clone, Copy)]
pub struct Amount {
    /// Setups of a file, at most.
    pub setups: usize,
    /// Games of each setup.
    pub games: u64,
    /// Decisions of each game, at most.
    pub decisions: u64,
}

impl Amount {
    /// A look.
    pub const FEW: Self = Self { setups: 3, games: 2, decisions: 60 };
    /// A thousand games.
    pub const THOUSAND: Self = Self { setups: 4, games: 250, decisions: 150 };
}

/// Any text becomes a tree; one without a problem becomes the same tree when it is tidied, and tidying twice is tidying once.
pub fn parser(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (file, problems) = parse(&text);
    well_told(&Sources::one("fuzz.bid", &text), &problems);
    if problems.is_empty() {
        let once = formatter::format(&text).unwrap();
        let (again, problems) = parse(&once);
        assert!(problems.is_empty(), "{problems:#?}");
        assert!(formatter::same(&file, &again), "tidying changed the tree:\n{once}");
        assert_eq!(once, formatter::format(&once).unwrap(), "tidying twice is not tidying once");
    }
    if let Some(line) = text.lines().next() {
        let _ = parse_said(line);
    }
}

/// A few lines of a real file, changed: the quickest way to many shapes of lines.
pub fn lines(data: &[u8]) {
    let mut draw = Draw::new(data);
    let pick = |draw: &mut Draw| &LINES[(draw.below(256) * 256 + draw.below(256)) % LINES.len()];
    let (text, other) = (pick(&mut draw), pick(&mut draw));
    parser(mutate::mutate(text, other, &mut draw).as_bytes());
}

/// Whether the problems can be told: places in the text, words without control characters, no mistake of the program.
fn well_told(sources: &Sources, problems: &[Diagnostic]) {
    for problem in problems {
        assert_ne!(problem.code, Code::Internal, "{problem:?} in\n{}", sources.text());
        let texts = problem.labels.iter().map(|label| &label.text).chain(&problem.help).chain([&problem.message]);
        for text in texts {
            assert!(!text.chars().any(|c| is_control(c) && c != '\n'), "{text:?}");
        }
        for label in &problem.labels {
            let (start, end) = (label.span.start as usize, label.span.end as usize);
            assert!(sources.text().get(start..end).is_some(), "{problem:?}");
        }
        assert!(!sources.labels(problem).is_empty() || problem.labels.is_empty(), "{problem:?}");
    }
}

/// The file that bytes stand for: a real one, changed. The first bytes say which and how, the rest is put in.
fn changed_text(texts: &[String], data: &[u8]) -> String {
    let mut draw = Draw::new(data);
    let pick = |draw: &mut Draw| &texts[(draw.below(256) * 256 + draw.below(256)) % texts.len()];
    let (text, other) = (pick(&mut draw), pick(&mut draw));
    mutate::mutate(text, other, &mut draw)
}

/// What `check`, `dump` and `fmt` make of a changed real file.
pub fn check(data: &[u8]) {
    let text = changed_text(&ALL, data);
    check_text(&text);
    parser(text.as_bytes());
}

/// What `check` and `dump` make of a text.
pub fn check_text(text: &str) {
    let source = Source { key: "fuzz.bid".to_owned(), name: "fuzz.bid".to_owned(), text: text.to_owned() };
    let Checked { sources, problems, .. } =
        bidlang_lab::check::check(&source, &Empty, &bidlang_lab::search::Budget::of(5));
    well_told(&sources, &problems);
    if let Ok(rulebook) = Rulebook::read("fuzz.bid", text) {
        assert!(serde_json::to_string(&rulebook.game).is_ok());
        for setup in rulebook.setups().iter().take(2) {
            if let Ok(compiled) = rulebook.compile(setup) {
                assert!(!listing::program(&rulebook, setup, &compiled).is_empty());
            }
        }
    }
}

/// Scripts and records that do not fit: changed ones of real games are played and told.
pub fn scripts(data: &[u8]) {
    let (which, data) = data.split_at(data.len().min(2));
    let game = &SCRIPTED[usize::from(which.first().copied().unwrap_or(0)) % SCRIPTED.len()];
    let of_record = which.get(1).is_some_and(|byte| byte % 4 == 0);
    let mut draw = Draw::new(data);
    if of_record && !game.records.is_empty() {
        let text = draw.pick(&game.records);
        // The beginning of a record, so that the end is told to be missing.
        let lines = 1 + draw.below(60);
        let beginning = text.lines().take(lines).collect::<Vec<_>>().join("\n");
        replay(&game.game, &mutate_record(&beginning, &mut draw));
        return;
    }
    let other = &SCRIPTED[draw.below(SCRIPTED.len())].scripts;
    let blocks: Vec<&str> = game.scripts.split_inclusive("\n\n").collect();
    let block = draw.of(&blocks);
    let text = mutate::mutate(block, other, &mut draw);
    let (file, problems) = parse(&text);
    well_told(&Sources::one("fuzz.bid", &text), &problems);
    for item in &file.items {
        if let tree::Item::Test(test) = item {
            let outcome = script::play(&game.game, test);
            assert!(outcome.failures.iter().all(|problem| problem.code != Code::Internal));
        }
    }
}

fn mutate_record(text: &str, draw: &mut Draw) -> String {
    if draw.one_in(3) {
        return mutate::mutate(text, text, draw);
    }
    // A value is put in place of another.
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=draw.below(3) {
        let at = draw.below(256) * 251 % bytes.len().max(1);
        if let Some(found) = bytes.iter().skip(at).position(u8::is_ascii_alphanumeric) {
            bytes[at + found] = draw.pick(b"0123456789-\"[]{},.eatn");
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Plays a record again as far as it goes, as `run --replay` does.
fn replay(game: &Game, text: &str) {
    let read = match Replay::read(text) {
        Ok(read) => read,
        Err(Error::Record(problem)) => return assert_ne!(problem.code, Code::Internal),
        Err(error) => panic!("{error}"),
    };
    let Ok(prepared) = game.prepare(&read.setup()) else { return };
    let mut table = prepared.table(read.seed).most_decisions(1000);
    match table.replay(&read.choices, &mut Silent) {
        Ok(_) | Err(Error::Stopped(_)) => {}
        Err(Error::Record(problem)) => assert_ne!(problem.code, Code::Internal),
        Err(error) => panic!("{error}"),
    }
}

/// Changed real files that are accepted are played.
pub fn changed(data: &[u8]) {
    play_text(&changed_text(&SOUND, data), Amount::FEW);
}

/// Generated files that are accepted are played.
pub fn generated(data: &[u8]) {
    play_text(&generate::game(&mut Draw::new(data)), Amount::FEW);
}

/// What was played.
#[derive(Debug, Default, Clone, Copy)]
pub struct Played {
    /// Files that were accepted.
    pub accepted: u64,
    /// Games.
    pub games: u64,
    /// Decisions.
    pub decisions: u64,
    /// Games that the rules stopped.
    pub faults: u64,
    /// Setups that could not be compiled.
    pub refused: u64,
    /// Games with more cards than a set of one word holds.
    pub many: u64,
}

impl Played {
    /// Adds another.
    pub fn add(&mut self, other: Self) {
        self.accepted += other.accepted;
        self.games += other.games;
        self.decisions += other.decisions;
        self.faults += other.faults;
        self.refused += other.refused;
        self.many += other.many;
    }
}

/// Plays random games of a file on the engine and the naive oracle, which have to agree, if the file is accepted. A game may
/// be stopped by its own rules; a fault of names or types does not exist, and one that says so is a mistake of the program.
pub fn play_text(text: &str, amount: Amount) -> Played {
    let mut sum = Played::default();
    let rulebook = match Rulebook::read("fuzz.bid", text) {
        Ok(rulebook) => rulebook,
        Err(problems) => {
            assert!(problems.iter().all(|problem| problem.code != Code::Internal), "{problems:#?}");
            return sum;
        }
    };
    sum.accepted = 1;
    // The usual one first and the last, in which players and options are at their ends, and some between.
    let setups = rulebook.setups();
    let among = |number: usize| number * (setups.len() - 1) / (amount.setups - 1);
    let chosen: BTreeSet<usize> = (0..amount.setups).map(among).collect();
    for setup in chosen.into_iter().map(|number| &setups[number]) {
        match rulebook.compile(setup) {
            Ok(compiled) => play_setup(setup, &compiled, amount, &mut sum),
            Err(problems) => {
                sum.refused += 1;
                assert!(problems.iter().all(|problem| problem.code != Code::Internal), "{problems:#?}");
            }
        }
    }
    sum
}

fn play_setup(setup: &Setup, compiled: &Compiled, amount: Amount, sum: &mut Played) {
    let runner = Runner::new(&compiled.program);
    let what = format!("{setup:?}");
    let far = Far::decisions(amount.decisions);
    for seed in 0..amount.games {
        let played = held(&compiled.program, &runner, seed, far, &what);
        sum.games += 1;
        sum.many += u64::from(compiled.program.cards.len() > 128);
        sum.decisions += played.decisions;
        if let Some(Fault { kind, .. }) = played.fault {
            sum.faults += 1;
            assert_ne!(kind, FaultKind::Illegal, "{what}, seed {seed}");
            // A game that runs without a decision does so with every seed.
            if matches!(kind, FaultKind::Steps(_)) {
                return;
            }
        }
    }
}

/// Changed variants over real bases are refused or played, and compared with the base and with one another.
pub fn variants(data: &[u8]) {
    let text = changed_text(&VARIANTS, data);
    let other = changed_text(&VARIANTS, data.get(4..).unwrap_or_default());
    let loader = Texts(BASES.clone());
    let load = |text: &str| {
        let source = Source { key: "fuzz.bid".to_owned(), name: "fuzz.bid".to_owned(), text: text.to_owned() };
        match Rulebook::load(&source, &loader) {
            Ok(rulebook) => Some(rulebook),
            Err(refused) => {
                well_told(&refused.sources, &refused.problems);
                None
            }
        }
    };
    let Some(one) = load(&text) else { return };
    well_told(&one.sources, &one.problems_of_setups());
    assert!(difference::between(&one, &one).is_empty());
    if let Some(other) = load(&other) {
        let _ = difference::between(&one, &other);
        let _ = difference::between(&other, &one);
    }
    let mut sum = Played::default();
    for setup in one.setups().iter().take(1) {
        if let Ok(compiled) = one.compile(setup) {
            play_setup(setup, &compiled, Amount { setups: 1, games: 1, decisions: 40 }, &mut sum);
        }
    }
}
