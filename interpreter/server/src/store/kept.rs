//! What is kept: tables, their logs, what they came to, notes.

use bidlang::Seed;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::secrets::Hash;

/// A table as it is kept.
#[derive(Debug, Clone)]
pub struct Kept {
    /// Its name in links.
    pub id: String,
    /// The hash of its rules.
    pub game: String,
    /// The name on the shelf that it was made by, and the title of the game.
    pub named: (String, String),
    /// The texts of its rules, by name: the file first.
    pub texts: Vec<(String, String)>,
    /// Options that were set.
    pub options: Vec<(String, String)>,
    /// What chance begins with.
    pub seed: Seed,
    /// The hash of the host's token.
    pub host: Hash,
    /// How long a turn may take, where that is limited.
    pub turn_seconds: Option<u64>,
    /// Whether others may look on.
    pub look_on: bool,
    /// When it was made, in milliseconds since 1970.
    pub made: i64,
    /// Its seats.
    pub seats: Vec<Seated>,
}

impl Kept {
    /// How many play; none of more than can be counted.
    pub fn players(&self) -> Option<u8> {
        u8::try_from(self.seats.len()).ok()
    }
}

/// A seat as it is kept.
#[derive(Debug, Clone)]
pub struct Seated {
    /// The name.
    pub name: String,
    /// `person`, or the level of a bot.
    pub player: String,
    /// The hash of its token, where a person has it.
    pub token: Option<Hash>,
}

/// An entry of the log.
#[derive(Debug, Clone, PartialEq)]
pub enum Entry {
    /// A seat has chosen.
    Act {
        /// The decision.
        decision: u64,
        /// The seat, from 0.
        seat: u8,
        /// As records have it.
        choice: Value,
        /// Who chose: `person`, `bot`, or `clock` where the time was up.
        by: String,
        /// How long that took, in milliseconds.
        took: i64,
    },
    /// Acts were taken back: so many are left, and decisions are numbered from another base.
    Undo {
        /// How many acts are left.
        keep: usize,
        /// The new base.
        base: u64,
    },
    /// A bot of this level has the seat from now on.
    Replace {
        /// The seat.
        seat: u8,
        /// The level.
        by: String,
    },
    /// The game is left, and why.
    Left(String),
}

/// A note of somebody at the table.
#[derive(Debug, Clone)]
pub struct NoteRow {
    /// The step at which it was made.
    pub step: u64,
    /// The seat from 0; none for who looks on or is host.
    pub seat: Option<u8>,
    /// The text.
    pub text: String,
    /// When, in milliseconds since 1970.
    pub time: i64,
}

/// A table in a list.
#[derive(Debug, Clone)]
pub struct Summary {
    /// Its name in links.
    pub id: String,
    /// What it came to, where it is over.
    pub outcome: Option<Outcome>,
}

/// What a game came to, for reports.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The points, by seat.
    pub scores: Vec<i64>,
    /// Who has won, from 1.
    pub winners: Vec<u8>,
    /// Who played each seat at the end: `person`, or a level.
    pub players: Vec<String>,
    /// Decisions, forced ones too.
    pub decisions: u64,
    /// What was chosen where there was a choice.
    pub choices: usize,
    /// How long all seats together thought.
    pub milliseconds: i64,
    /// Why it was left before its end.
    pub stopped: Option<String>,
}
