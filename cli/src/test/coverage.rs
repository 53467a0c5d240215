//! `bidlang test --coverage`: what scripted and random games reach of each rules file.

use std::collections::BTreeMap;

use bidlang::diagnostic::Span;
use bidlang::ir::PointSort;
use bidlang_lab::coverage::{self, By, Case, Coverage, RandomGames};
use bidlang_lab::script::{self, Manner};
use serde_json::{Value, json};

use super::suites::{self, Suite};
use super::{Args, Format};
use crate::sim::progress;
use crate::{End, formats, output};

/// Random games of each setup, where nothing is said.
const GAMES: u64 = 20;
/// Most decisions of a random game: one that goes on counts up to there.
const MOST_DECISIONS: u64 = 20_000;
/// Lines shown before and after one with a mark.
const AROUND: usize = 1;

/// A game, and what was reached of it.
struct Covered {
    suite: Suite,
    coverage: Coverage,
    scripted: usize,
    random: u64,
    setups: usize,
}

/// How many cases were reached by whom.
#[derive(Debug, Clone, Copy, Default)]
struct Figures {
    scripted: usize,
    random: usize,
    nobody: usize,
}

impl Figures {
    fn of<'c>(cases: impl Iterator<Item = &'c Case>) -> Self {
        let mut figures = Self::default();
        for case in cases {
            match case.by {
                By::Scripted => figures.scripted += 1,
                By::Random => figures.random += 1,
                By::Nobody => figures.nobody += 1,
            }
        }
        figures
    }

    const fn all(self) -> usize {
        self.scripted + self.random + self.nobody
    }

    /// How many of a hundred cases a scripted game reached; all where there are none.
    fn percent(self) -> f64 {
        if self.all() == 0 { 100.0 } else { 100.0 * self.scripted as f64 / self.all() as f64 }
    }
}

pub fn run(args: &Args) -> End {
    let (suites, mut end) = suites::gather(args);
    let mut passed = true;
    let mut found = Vec::new();
    for suite in suites {
        let Some(game) = suite.game() else { continue };
        let _shown = progress::thinking(&format!("{}: scripted and random games", suite.text.name));
        passed &= suite.passes(args, &game);
        found.push(count(args, suite, Coverage::new(&game)));
    }
    match args.format {
        Format::Human => found.iter().for_each(|found| print(args, found)),
        Format::Json => output::line(&formats::pretty(&json(&found))),
    }
    if !passed && end == End::Fine {
        output::note("some scripted games failed: what they would have reached is missing above");
        end = End::Findings;
    }
    let least = found.iter().map(|found| Figures::of(found.coverage.cases().iter()).percent()).fold(100.0, f64::min);
    if args.fail_under.is_some_and(|wanted| least < wanted) && end == End::Fine {
        output::note(&format!("{least:.1} % is less than --fail-under {}", args.fail_under.unwrap_or_default()));
        end = End::Findings;
    }
    end
}

fn count(args: &Args, suite: Suite, mut coverage: Coverage) -> Covered {
    let manner = Manner { counts: true, ..Manner::default() };
    let mut scripted = 0;
    for (_, test) in suite.tests(args) {
        if let Some(counted) = script::play_so(&coverage.game, test, manner).counted {
            coverage.add(By::Scripted, &counted);
        }
        scripted += 1;
    }
    let (games, seed) = (args.games.unwrap_or(GAMES), args.seed.unwrap_or(1));
    let (mut random, mut setups) = (0, 0);
    let (mut halted, mut first_halted) = (0, None);
    for setup in coverage.game.setups() {
        let played = coverage::play_random(&coverage.game, &setup, seed, games, MOST_DECISIONS);
        let Some(RandomGames { counted, stopped }) = played else { continue };
        coverage.add(By::Random, &counted);
        random += games;
        setups += 1;
        halted += stopped.len();
        if let (None, Some(game)) = (&first_halted, stopped.first()) {
            let line = counted.lines.get(game.fault.rule as usize).copied().unwrap_or_default();
            let place = coverage.game.sources.place(line);
            let place = place.map_or_else(String::new, |place| format!(" at {}:{}", place.name, place.line()));
            first_halted = Some(format!("the first with seed {} of {} players{place}", game.seed, setup.players));
        }
    }
    if let Some(first) = first_halted {
        output::note(&format!("{}: {halted} of {random} random games were stopped, {first}", suite.text.name));
    }
    Covered { suite, coverage, scripted, random, setups }
}

// ---- lines ------------------------------------------------------------------------------------------

/// The cases of one file by their line, from 1.
fn by_line(found: &Covered, file: usize) -> BTreeMap<usize, Vec<Case>> {
    let mut lines: BTreeMap<usize, Vec<Case>> = BTreeMap::new();
    for case in found.coverage.cases() {
        let sources = &found.coverage.game.sources;
        if sources.file_of(case.span) == file
            && let Some(place) = sources.place(case.span)
        {
            lines.entry(place.line()).or_default().push(case);
        }
    }
    lines
}

fn mark(cases: &[Case]) -> char {
    match cases.iter().map(|case| case.by).min() {
        Some(By::Nobody) => '!',
        Some(By::Random) => '~',
        Some(By::Scripted) | None => ' ',
    }
}

/// What was not reached of a line, in words.
fn words(found: &Covered, cases: &[Case]) -> Vec<String> {
    let text = found.coverage.game.text();
    let mut places: Vec<(Span, PointSort)> = cases.iter().map(|case| (case.span, case.sort)).collect();
    places.dedup();
    let mut told = Vec::new();
    for (span, sort) in places {
        let here = || cases.iter().filter(move |case| case.span == span && case.sort == sort);
        let worst = here().map(|case| case.by).min().unwrap_or(By::Scripted);
        if worst == By::Scripted {
            continue;
        }
        let whole = here().all(|case| case.by == worst);
        let told_of = match sort {
            PointSort::Statement => "done".to_owned(),
            PointSort::Act => "chosen".to_owned(),
            PointSort::Must => "forbids anything".to_owned(),
            PointSort::Ties => "a tie".to_owned(),
            PointSort::Value => "worked out".to_owned(),
            PointSort::Row => format!("`{}` looked up", short(span.of(text))),
            PointSort::Condition if whole => format!("`{}` looked at", short(span.of(text))),
            PointSort::Condition => {
                let missing = here().find(|case| case.by == worst).and_then(|case| case.holds);
                format!("`{}` {}", short(span.of(text)), if missing == Some(true) { "true" } else { "false" })
            }
        };
        told.push(match worst {
            By::Nobody => never(&told_of),
            _ => format!("{told_of} only in random games"),
        });
    }
    cells_together(told)
}

/// Cells of one row of which the same is to be said are told together.
fn cells_together(told: Vec<String>) -> Vec<String> {
    let mut found: Vec<(Vec<String>, String)> = Vec::new();
    for words in told {
        let (quoted, rest) = match words.split_once("` ") {
            Some((quoted, rest)) if rest.contains("looked up") => (format!("{quoted}`"), rest.to_owned()),
            _ => (String::new(), words),
        };
        match found.last_mut().filter(|(cells, said)| *said == rest && !cells.is_empty() && !quoted.is_empty()) {
            Some((cells, _)) => cells.push(quoted),
            None => found.push((if quoted.is_empty() { Vec::new() } else { vec![quoted] }, rest)),
        }
    }
    let told = |(cells, rest): (Vec<String>, String)| match cells.as_slice() {
        [] => rest,
        cells => format!("{} {rest}", cells.join(", ")),
    };
    found.into_iter().map(told).collect()
}

/// `chosen` to `never chosen`; the words that are quoted come first.
fn never(what: &str) -> String {
    match what.rsplit_once("` ") {
        Some((quoted, rest)) => format!("{quoted}` never {rest}"),
        None => format!("never {what}"),
    }
}

/// Words of the file on one line, not too many.
fn short(text: &str) -> String {
    const MOST: usize = 60;
    let line = text.lines().map(|line| line.split('#').next().unwrap_or("").trim()).collect::<Vec<_>>().join(" ");
    if line.chars().count() <= MOST {
        return line;
    }
    let cut: String = line.chars().take(MOST).collect();
    format!("{}...", cut.trim_end())
}

// ---- for people -------------------------------------------------------------------------------------

fn print(args: &Args, found: &Covered) {
    let sources = &found.coverage.game.sources;
    let of = |count: u64, one: &str| format!("{count} {one}{}", if count == 1 { "" } else { "s" });
    output::line(&format!(
        "{}: {}, {} ({})",
        found.suite.text.name,
        of(found.scripted as u64, "scripted game"),
        of(found.random, "random game"),
        of(found.setups as u64, "setup"),
    ));
    for (file, part) in sources.parts().iter().enumerate() {
        let lines = by_line(found, file);
        let figures = Figures::of(lines.values().flatten());
        if figures.all() == 0 {
            continue;
        }
        // Lines of a base or a library have games of their own: only what nobody reaches is shown of them.
        let shown: BTreeMap<usize, Vec<Case>> = lines
            .into_iter()
            .filter(|(_, cases)| match mark(cases) {
                '!' => true,
                '~' => file == 0 || args.all_lines,
                _ => false,
            })
            .collect();
        if args.all_lines || !shown.is_empty() {
            output::line("");
            list(args, found, part.span.of(sources.text()), &shown);
        }
        let percent = format!("{:.1} %", figures.percent());
        output::line("");
        output::line(&format!(
            "  {}: {} cases; {} reached by scripted games ({percent}), {} only by random games, {} never",
            part.name,
            figures.all(),
            figures.scripted,
            figures.random,
            figures.nobody
        ));
    }
    output::line("");
}

fn list(args: &Args, found: &Covered, text: &str, marked: &BTreeMap<usize, Vec<Case>>) {
    let near = |line: usize| marked.range(line.saturating_sub(AROUND)..=line + AROUND).next().is_some();
    let mut last = 0;
    for (number, line) in (1..).zip(text.lines()) {
        if !args.all_lines && !near(number) {
            continue;
        }
        if !args.all_lines && last != 0 && number > last + 1 {
            output::line("       ...");
        }
        last = number;
        let cases = marked.get(&number).map(Vec::as_slice).unwrap_or_default();
        output::line(format!(" {} {number:>4} | {line}", mark(cases)).trim_end());
        let indent = line.len() - line.trim_start().len();
        for words in words(found, cases) {
            output::line(&format!("        | {}^ {words}", " ".repeat(indent)));
        }
    }
}

// ---- for programs -----------------------------------------------------------------------------------

fn json(found: &[Covered]) -> Value {
    json!({ "version": 1, "games": found.iter().map(game).collect::<Vec<_>>() })
}

fn game(found: &Covered) -> Value {
    let sources = &found.coverage.game.sources;
    let file = |(file, part): (usize, &bidlang::sources::Part)| {
        let lines = by_line(found, file);
        let mut value = figures(Figures::of(lines.values().flatten()));
        let cases = lines.iter().flat_map(|(line, cases)| cases.iter().map(move |case| (line, case)));
        if let Some(object) = value.as_object_mut() {
            object.insert("file".to_owned(), json!(part.name));
            object.insert(
                "cases".to_owned(),
                cases.map(|(line, case)| self::case(sources.text(), *line, case)).collect(),
            );
        }
        value
    };
    json!({
        "game": found.suite.text.name,
        "scriptedGames": found.scripted,
        "randomGames": found.random,
        "setups": found.setups,
        "files": sources.parts().iter().enumerate().map(file).collect::<Vec<_>>(),
    })
}

fn figures(figures: Figures) -> Value {
    json!({
        "scripted": figures.scripted,
        "onlyRandom": figures.random,
        "never": figures.nobody,
        "percent": (figures.percent() * 10.0).round() / 10.0,
    })
}

fn case(text: &str, line: usize, case: &Case) -> Value {
    let sort = match case.sort {
        PointSort::Statement => "statement",
        PointSort::Condition => "condition",
        PointSort::Row => "row",
        PointSort::Value => "value",
        PointSort::Act => "act",
        PointSort::Must => "must",
        PointSort::Ties => "ties",
    };
    let by = match case.by {
        By::Scripted => "scripted",
        By::Random => "random",
        By::Nobody => "never",
    };
    json!({ "line": line, "words": short(case.span.of(text)), "sort": sort, "holds": case.holds, "reached": by })
}
