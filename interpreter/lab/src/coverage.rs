//! What games reach of a rules file: every statement, condition, act, `must`, table row and tie, by whom. Takes a rulebook and what
//! the engine counted; gives cases with their places. It never touches files.

use std::collections::{BTreeMap, BTreeSet};

use bidlang::{Game, Table};

use crate::diagnostic::Span;
use crate::engine::{Fault, Pause, Reach, Reached, RuleId, Silent, Stream, each_seat};
use crate::ir::{Point, PointSort};
use crate::lower::Setup;
use crate::resolve;

/// What was reached, and what its lines are in the text.
#[derive(Debug, Clone)]
pub struct Counted {
    /// The span of each line number.
    pub lines: Vec<Span>,
    /// How often each came to what.
    pub reached: Reached,
}

impl Counted {
    /// Where what was reached begins in the text.
    #[must_use]
    pub fn begins(&self) -> BTreeSet<usize> {
        const ALL: [Reach; 6] = [Reach::Done, Reach::Held, Reach::Failed, Reach::Chosen, Reach::Forbade, Reach::Tied];
        let is_reached = |rule: RuleId| ALL.into_iter().any(|what| self.reached.times(rule, what) > 0);
        (0..).zip(&self.lines).filter(|(rule, _)| is_reached(*rule)).map(|(_, line)| line.start as usize).collect()
    }
}

/// Who reached something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum By {
    /// No game that was played.
    Nobody,
    /// Random games, and no scripted one.
    Random,
    /// A scripted game.
    Scripted,
}

/// One of the things that may come of a place in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Case {
    /// The place.
    pub span: Span,
    /// What there is to reach.
    pub sort: PointSort,
    /// For a condition: that it holds, or that it does not.
    pub holds: Option<bool>,
    /// Who reached it.
    pub by: By,
}

/// A game that can be counted, and what was reached.
#[derive(Debug)]
pub struct Coverage {
    /// The game; it goes as the plain one.
    pub game: Game,
    cases: Vec<Case>,
    /// The cases of each place.
    places: BTreeMap<Span, Vec<usize>>,
    /// Where each value and phase begins, and whether it is a value that no game works out.
    parts: BTreeMap<u32, bool>,
}

/// A random game that was stopped.
#[derive(Debug, Clone, Copy)]
pub struct StoppedGame {
    /// The seed that plays it again.
    pub seed: u64,
    /// What stopped it, with its line.
    pub fault: Fault,
}

/// Random games of one setup.
#[derive(Debug)]
pub struct RandomGames {
    /// What they reached.
    pub counted: Counted,
    /// Those that were stopped.
    pub stopped: Vec<StoppedGame>,
}

fn cases_of(point: Point) -> Vec<Case> {
    let case = |holds| Case { span: point.span, sort: point.sort, holds, by: By::Nobody };
    match point.sort {
        PointSort::Condition => vec![case(Some(true)), case(Some(false))],
        _ => vec![case(None)],
    }
}

/// Whether a line came to the case.
fn came_to(case: &Case, reached: &Reached, rule: u32) -> bool {
    let was = |what| reached.times(rule, what) > 0;
    match case.sort {
        PointSort::Statement => was(Reach::Done),
        PointSort::Condition => was(Reach::held(case.holds == Some(true))),
        PointSort::Row | PointSort::Value => was(Reach::Held) || was(Reach::Failed),
        PointSort::Act => was(Reach::Chosen),
        PointSort::Must => was(Reach::Forbade),
        PointSort::Ties => was(Reach::Tied),
    }
}

impl Coverage {
    /// Nothing of a game is reached yet.
    #[must_use]
    pub fn new(plain: &Game) -> Self {
        let (game, points) = resolve::resolve_watched(&plain.file);
        let rulebook = plain.with_game(game);
        let cases: Vec<Case> = points.into_iter().flat_map(cases_of).collect();
        let mut places: BTreeMap<Span, Vec<usize>> = BTreeMap::new();
        for (index, case) in cases.iter().enumerate() {
            places.entry(case.span).or_default().push(index);
        }
        let values = rulebook.game.values.iter().map(|value| (value.span.start, true));
        let parts = rulebook.game.phases.iter().map(|phase| (phase.span.start, false)).chain(values).collect();
        Self { game: rulebook.into(), cases, places, parts }
    }

    /// Adds what a game reached.
    pub fn add(&mut self, by: By, counted: &Counted) {
        for (rule, span) in (0_u32..).zip(&counted.lines) {
            if self.places.contains_key(span)
                && let Some((_, unused)) = self.parts.range_mut(..=span.start).next_back()
            {
                *unused = false;
            }
            for index in self.places.get(span).into_iter().flatten() {
                if let Some(case) = self.cases.get_mut(*index)
                    && case.by < by
                    && came_to(case, &counted.reached, rule)
                {
                    case.by = by;
                }
            }
        }
    }

    /// All cases, in the order of the texts. Those of values of which no game that was added makes any use are left out: a library may
    /// hold more than a game needs, and what the deck needs is worked out before.
    #[must_use]
    pub fn cases(&self) -> Vec<Case> {
        let unused = |case: &Case| self.parts.range(..=case.span.start).next_back().is_some_and(|(_, unused)| *unused);
        self.cases.iter().filter(|case| !unused(case)).copied().collect()
    }
}

/// Plays random games of one setup, with the seeds from `first` on, and counts what they reach. A game that is stopped counts up to
/// there. Nothing if the setup is refused.
#[must_use]
pub fn play_random(game: &Game, setup: &Setup, first: u64, games: u64, decisions: u64) -> Option<RandomGames> {
    let prepared = game.prepare_for(setup.clone(), &[]).ok()?;
    let mut reached = Reached::default();
    let mut stopped = Vec::new();
    for seed in (0..games).map(|game| first.wrapping_add(game)) {
        let mut table = prepared.table(seed).most_decisions(decisions);
        table.desk.count_reached(reached);
        if let Err(fault) = play_to_the_end(&mut table, seed) {
            stopped.push(StoppedGame { seed, fault });
        }
        reached = table.desk.reached().unwrap_or_default();
    }
    Some(RandomGames { counted: Counted { lines: prepared.compiled().lines.clone(), reached }, stopped })
}

/// Plays on with the random players of a seed.
pub(crate) fn play_to_the_end(table: &mut Table, seed: u64) -> Result<(), Fault> {
    let mut players = Stream::of_players(seed);
    while let Pause::Decision(seats) = table.advance(&mut Silent)? {
        let Some(seat) = each_seat(seats).next() else { break };
        let count = table.runner.choices(&mut table.desk, seat);
        let drawn = players.below_long(count);
        let Some(choice) = table.runner.nth_choice(&mut table.desk, seat, drawn) else { break };
        table.make(seat, &choice, false, &mut Silent)?;
    }
    Ok(())
}
