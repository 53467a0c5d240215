//! A game that was walked through, as flat arrays: for each side its information sets and the *sequences* that lead to them, and for
//! each pair of sequences what the ends are worth to which they lead (the sequence form of D. Koller, N. Megiddo and B. von Stengel, 1994).
//!
//! A sequence of a side is what it chose up to somewhere: an information set and one of its choices, which have one number; number 0 is
//! to have chosen nothing yet. A set stands behind those that lead to it.

use std::sync::Arc;

use crate::engine::{Choice, Telling, item};

use super::stories::{Stories, Token};

/// What a side wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// To have won and the other not: 1; the other way round: -1; both or nobody: 0.
    Win,
    /// Many points, and the other few: half of the difference.
    Score,
}

/// What a seat knows when it has to choose.
#[derive(Debug, Clone)]
pub struct Set {
    /// Who chooses.
    pub seat: u8,
    /// The decision.
    pub ask: u16,
    /// Where the seat's story has come to.
    pub(super) story: u32,
    /// What may be chosen; sets in which it is the same share it.
    pub choices: Arc<[Choice]>,
    /// What the side chose last before: a sequence.
    pub before: u32,
    /// The sequence of the first choice; those of the others follow.
    pub first: u32,
}

impl Set {
    /// The sequences of its choices.
    pub fn range(&self) -> std::ops::Range<usize> {
        let first = self.first as usize;
        first..first + self.choices.len()
    }
}

/// A side: a seat, or a team.
#[derive(Debug, Clone, Default)]
pub struct Side {
    /// Its seats.
    pub seats: Vec<u8>,
    /// Its information sets.
    pub sets: Vec<Set>,
    /// How many sequences it has.
    pub sequences: usize,
}

/// Numbers for pairs of sequences, in rows: those of one side, with columns of the other.
#[derive(Debug, Default)]
pub struct Rows {
    /// Where each row begins, and the end.
    starts: Vec<usize>,
    columns: Vec<u32>,
    /// What the ends are worth to the first side, times their chance.
    gains: Vec<f64>,
}

impl Rows {
    /// A row: its columns with what stands there.
    pub fn row(&self, row: usize) -> impl Iterator<Item = (u32, f64)> + '_ {
        self.row_of(row, &self.gains)
    }

    /// A row of other values that stand in the same places.
    fn row_of<'v>(&'v self, row: usize, values: &'v [f64]) -> impl Iterator<Item = (u32, f64)> + 'v {
        let range = match (self.starts.get(row), self.starts.get(row + 1)) {
            (Some(start), Some(end)) => *start..*end,
            _ => 0..0,
        };
        let columns = self.columns.get(range.clone()).unwrap_or_default();
        columns.iter().copied().zip(values.get(range).unwrap_or_default().iter().copied())
    }

    /// How many pairs there are.
    pub fn len(&self) -> usize {
        self.columns.len()
    }
}

/// An end of the game, or several of one pair of sequences.
#[derive(Debug, Clone, Copy)]
pub struct End {
    /// The last sequence of each side.
    pub sequences: (u32, u32),
    /// How likely it is that chance brings it about.
    pub chance: f64,
    /// What it is worth to the first side, times that chance.
    pub gain: f64,
    /// What both sides have in points, times that chance.
    pub total: f64,
}

/// A game that was walked through.
pub struct Small {
    /// What is played for.
    pub goal: Goal,
    /// Both sides.
    pub sides: [Side; 2],
    /// How many histories it has: decisions with a choice, and ends; outcomes of chance that nobody can tell apart are one.
    pub histories: u64,
    /// How many of them are ends.
    pub ends: u64,
    /// The lowest and the highest that an end is worth to the first side.
    pub range: (f64, f64),
    /// By the sequences of each side.
    pub(super) rows: [Rows; 2],
    /// In the order of the rows of the first side: how likely chance makes each, and what both sides have.
    chances: Vec<f64>,
    totals: Vec<f64>,
    pub(super) stories: Stories,
}

/// What was gathered on the way through a game.
pub struct Gathered {
    pub goal: Goal,
    pub sides: [Side; 2],
    pub histories: u64,
    pub ends: u64,
    pub found: Vec<End>,
    pub range: (f64, f64),
    pub stories: Stories,
}

impl From<Gathered> for Small {
    fn from(gathered: Gathered) -> Self {
        let Gathered { goal, sides, histories, ends, mut found, range, mut stories } = gathered;
        stories.close();
        // A stable order, so that sums come out the same each time.
        found.sort_by_key(|end| end.sequences);
        found.dedup_by(|next, kept| {
            let same = next.sequences == kept.sequences;
            if same {
                kept.chance += next.chance;
                kept.gain += next.gain;
                kept.total += next.total;
            }
            same
        });
        let [one, other] = &sides;
        let rows = rows(one.sequences, found.iter().map(|end| (end.sequences, end.gain)));
        let (chances, totals) = found.iter().map(|end| (end.chance, end.total)).unzip();
        found.sort_by_key(|end| (end.sequences.1, end.sequences.0));
        let turned = found.iter().map(|end| ((end.sequences.1, end.sequences.0), end.gain));
        let columns = self::rows(other.sequences, turned);
        Self { goal, histories, ends, range, rows: [rows, columns], chances, totals, stories, sides }
    }
}

/// Sorted entries in rows.
fn rows(count: usize, entries: impl Iterator<Item = ((u32, u32), f64)>) -> Rows {
    let mut found = Rows { starts: vec![0; count + 1], ..Rows::default() };
    for ((row, column), gain) in entries {
        found.columns.push(column);
        found.gains.push(gain);
        if let Some(end) = found.starts.get_mut(row as usize + 1) {
            *end = found.columns.len();
        }
    }
    // A row without entries ends where it begins.
    let mut last = 0;
    for start in &mut found.starts {
        last = last.max(*start);
        *start = last;
    }
    found
}

impl Small {
    /// What the seat was told that is asked in an information set, line by line.
    pub fn told(&self, set: &Set) -> impl Iterator<Item = &Telling> {
        self.stories.story(set.story).into_iter().filter_map(|told| match told.token {
            Token::Told(telling) => Some(telling),
            Token::Chose { .. } => None,
        })
    }

    /// The expected points of both sides together, where these plans are followed.
    #[must_use]
    pub fn points(&self, plans: &[Vec<f64>; 2]) -> f64 {
        let ([one, other], [rows, _]) = (plans, &self.rows);
        let row = |(row, own): (usize, &f64)| {
            own * rows
                .row_of(row, &self.totals)
                .map(|(column, total)| item(other, column as usize) * total)
                .sum::<f64>()
        };
        one.iter().enumerate().map(row).sum()
    }

    /// For each information set of a side, how likely it is that it comes up where these plans are followed.
    #[must_use]
    pub fn met(&self, side: usize, plans: &[Vec<f64>; 2]) -> Vec<f64> {
        let (Some(of), [one, other], [rows, _]) = (self.sides.get(side), plans, &self.rows) else { return Vec::new() };
        let mut reached = vec![0.0; of.sequences];
        for (row, own) in one.iter().enumerate() {
            for (column, chance) in rows.row_of(row, &self.chances) {
                let at = if side == 0 { row } else { column as usize };
                if let Some(to) = reached.get_mut(at) {
                    *to += own * item(other, column as usize) * chance;
                }
            }
        }
        let mut met = vec![0.0; of.sets.len()];
        for (set, met) in of.sets.iter().zip(&mut met).rev() {
            *met = reached.get(set.range()).unwrap_or_default().iter().sum();
            if let Some(before) = reached.get_mut(set.before as usize) {
                *before += *met;
            }
        }
        met
    }
}
