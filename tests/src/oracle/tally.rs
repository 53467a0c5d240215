//! What was compared, counted.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use bidlang::engine::{Event, Program, Sink, State};

/// What was compared.
#[derive(Debug, Default)]
pub struct Tally {
    /// Recorded games.
    pub games: usize,
    /// Games played by the rules file: each recorded game in all its ways.
    pub replays: usize,
    /// Decisions of those.
    pub decisions: usize,
    /// In how many recorded games something happened: points for a reason, an act that is no card.
    pub happened: BTreeMap<String, usize>,
    /// What differs, the first few.
    pub differences: Vec<String>,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { games, replays, decisions, happened, differences } = self;
        write!(f, "{games} games, {replays} replays, {decisions} decisions, {} differences", differences.len())?;
        happened.iter().try_for_each(|(what, count)| write!(f, "\n  {count:7} {what}"))?;
        differences.iter().try_for_each(|what| write!(f, "\n  {what}"))
    }
}

/// Hears what happens in one game.
pub struct Ear<'a> {
    /// The reasons of the rules file.
    pub reasons: &'a [String],
    /// Whether points are told by their number too.
    pub points: bool,
    /// What happened.
    pub heard: BTreeSet<String>,
    /// The program.
    pub program: &'a Program,
    /// The scores of all seats after each item.
    pub course: Vec<Vec<i64>>,
}

impl Sink for Ear<'_> {
    fn event(&mut self, state: &State, event: &Event) {
        if let Event::Score { .. } = event {
            let score = |team: &u8| state.int(self.program.scores + u32::from(*team));
            self.course.push(self.program.teams.iter().map(score).collect());
        }
        if let Event::Score { points, reason, .. } = event
            && *points != 0
        {
            let reason = &self.reasons[usize::from(*reason)];
            self.heard.insert(if self.points { format!("{reason}, {points}") } else { reason.clone() });
        }
    }
}
