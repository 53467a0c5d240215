//! What never came about: statements, acts, conditions, rows, phases that no game reached though it could have.

use std::collections::{BTreeMap, BTreeSet};

use bidlang::Game;

use super::seen::{Seen, Times, times};
use crate::design::{self, Rare};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::engine::Reach;
use crate::ir::{self, Point, PointSort};
use crate::resolve;
use crate::syntax::block_range;

/// So often a condition has to be worked out, an act be offered, a table be looked up, before it says anything that
/// something never came of it.
pub const OFTEN: u64 = 400;
/// Fewer games than this say nothing of what never happens.
pub const FEWEST_GAMES: u64 = 150;
/// Fewer games than this say nothing of conditions, however often these are worked out: what comes once in a hundred games need not have come yet.
pub const FEWEST_GAMES_OF_CONDITIONS: u64 = 400;
/// The same of what luck decides: a deal that one game in some hundred has need not have come yet.
pub const FEWEST_GAMES_OF_LUCK: u64 = 1_000;
/// The same of a condition about cards: luck of the deal is rarer than what players do.
pub const VERY_OFTEN: u64 = 1_500;
/// The same of a condition in a formula.
pub const PROVIDED: u64 = 6_000;
/// The same of a condition that a value asks of each card.
pub const FOR_EACH_CARD: u64 = 20_000;

/// What stands in rows that a table has to have, though nothing may ever look them up.
const FILLERS: [&str; 4] = ["0", "no", "none", "nobody"];

/// `2,000 games of five kinds of players`
pub fn among(games: u64) -> String {
    let digits = games.to_string();
    let mut shown = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(digit);
    }
    format!("{shown} games of five kinds of players")
}

/// What is told of all that never came about: of things inside of each other the outermost.
pub fn happened(game: &Game, seen: &Seen, games: u64) -> Vec<Diagnostic> {
    // What comes up once in a long game comes up often in it, or not at all: few games say nothing.
    if games < FEWEST_GAMES {
        return Vec::new();
    }
    let (watched, points) = resolve::resolve_watched(&game.file);
    let look = Look { game, seen, games, among: among(games), rare: design::rare(&watched) };
    let mut found: Vec<(Diagnostic, std::ops::Range<usize>)> = Vec::new();
    for point in points.iter().filter(|point| game.is_own(point.span)) {
        let Some(problem) = look.at(*point) else { continue };
        found.push((problem, look.block(point.span)));
    }
    // What stands under a line that never comes about never does either.
    let blocks: Vec<std::ops::Range<usize>> = found.iter().map(|(_, block)| block.clone()).collect();
    let within = |span: Span, own: &std::ops::Range<usize>| {
        blocks.iter().any(|block| block != own && block.contains(&(span.start as usize)) && block.len() > own.len())
    };
    let mut lines = BTreeSet::new();
    let mut told: Vec<Diagnostic> = found
        .iter()
        .filter(|(problem, block)| !within(problem.span(), block) && lines.insert(block.start))
        .map(|(problem, _)| problem.clone())
        .collect();
    told.extend(look.phases(&told));
    told.extend(look.rows(&watched));
    told
}

struct Look<'g> {
    game: &'g Game,
    seen: &'g Seen,
    games: u64,
    among: String,
    /// Conditions that may be rare.
    rare: BTreeMap<Span, Rare>,
}

impl Look<'_> {
    fn times(&self, span: Span, what: Reach) -> u64 {
        self.seen.lines.get(&span).map_or(0, |all: &Times| times(all, what))
    }

    /// The line of a place with all that stands under it, as a stretch of the text.
    fn block(&self, span: Span) -> std::ops::Range<usize> {
        block_range(self.game.text(), span)
    }

    fn at(&self, point: Point) -> Option<Diagnostic> {
        let span = point.span;
        let tell = |message: String, help: &str| Some(Diagnostic::new(Code::NeverHappens, span, message).help(help));
        match point.sort {
            PointSort::Condition => {
                let (held, failed) = (self.times(span, Reach::Held), self.times(span, Reach::Failed));
                let rare = self.rare.get(&span).copied().unwrap_or(Rare::Usual);
                let fewest = if rare == Rare::Usual { FEWEST_GAMES_OF_CONDITIONS } else { FEWEST_GAMES_OF_LUCK };
                (self.games >= fewest).then_some(())?;
                let often = match rare {
                    Rare::Usual => OFTEN,
                    Rare::Luck => VERY_OFTEN,
                    Rare::Provided => PROVIDED,
                    Rare::EachCard => FOR_EACH_CARD,
                    Rare::Formula => return None,
                };
                (held == 0 && failed >= often).then_some(())?;
                tell(
                    format!("this never holds, in {}", self.among),
                    "look at what it asks for: can that be so at this moment? Or take it out with what depends on it",
                )
            }
            PointSort::Act => {
                let asked = design::offers(&self.game.game, span).into_iter();
                let chosen: u64 = asked.map(|act| self.times(act, Reach::Chosen)).sum();
                (self.times(span, Reach::Chosen) == 0 && chosen >= OFTEN).then_some(())?;
                tell(
                    format!("nobody could ever do this, in {}", self.among),
                    "look at its conditions and at the place from which it picks; or take it out",
                )
            }
            PointSort::Must => {
                let act = design::act_of_must(&self.game.game, span)?;
                let chosen = self.times(act, Reach::Chosen);
                (self.times(span, Reach::Forbade) == 0 && chosen >= OFTEN).then_some(())?;
                tell(
                    format!("this never forbids anything, in {}", self.among),
                    "look at what it asks for; or take it out",
                )
            }
            PointSort::Statement | PointSort::Row | PointSort::Value | PointSort::Ties => None,
        }
    }

    /// Rows of tables that nothing ever looked up, though the others were.
    fn rows(&self, watched: &ir::Game) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for rows in design::rows(watched) {
            let looked_up: Vec<u64> =
                rows.iter().map(|row| self.times(*row, Reach::Held) + self.times(*row, Reach::Failed)).collect();
            if looked_up.iter().sum::<u64>() < VERY_OFTEN.saturating_mul(rows.len() as u64) {
                continue;
            }
            let is_told = |row: Span| self.game.is_own(row) && !FILLERS.contains(&row.of(self.game.text()));
            for (row, _) in rows.iter().zip(looked_up).filter(|(row, times)| *times == 0 && is_told(**row)) {
                let what = format!("nothing ever looks up this row, in {}", self.among);
                found.push(
                    Diagnostic::new(Code::NeverHappens, *row, what)
                        .help("look at what the table is asked for: can it ever be this? Or take the row out"),
                );
            }
        }
        found
    }

    /// Phases that were never run, and lines before which the phase or the game always ended.
    fn phases(&self, told: &[Diagnostic]) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for (line, before) in design::in_a_row(&self.game.game) {
            let is_told = told.iter().any(|problem| self.block(problem.span()).contains(&(line.start as usize)));
            if is_told || !self.game.is_own(line) {
                continue;
            }
            if self.times(line, Reach::Done) == 0 && self.times(before, Reach::Done) >= OFTEN {
                found.push(
                    Diagnostic::new(Code::NeverHappens, line, format!("this line never comes, in {}", self.among))
                        .and(before, "this one does")
                        .help("look at what ends the phase, or the game, before it"),
                );
            }
        }
        let each = design::for_each(&self.game.game).into_iter().map(|pair| {
            (
                pair,
                OFTEN,
                "there never is any of these",
                "look at whom or what this line asks for; or take it out with what stands under it",
            )
        });
        let again = design::repeated(&self.game.game).into_iter().map(|pair| {
            (
                pair,
                VERY_OFTEN,
                "what this repeats never comes, as it is over before it begins",
                "look at how often, or until when, it repeats: is that so from the beginning? Or take it out with what stands under it",
            )
        });
        for ((line, first), often, what, help) in each.chain(again) {
            let is_told = told.iter().any(|problem| self.block(problem.span()).contains(&(line.start as usize)));
            if !is_told
                && self.game.is_own(line)
                && self.times(first, Reach::Done) == 0
                && self.times(line, Reach::Done) >= often
            {
                found.push(Diagnostic::new(Code::NeverHappens, line, format!("{what}, in {}", self.among)).help(help));
            }
        }
        found
    }
}
