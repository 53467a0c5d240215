//! What a player is after, where the person says so (the objective): the win, points, or points in front of the others.

use std::fmt;
use std::str::FromStr;

/// What is played for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Goal {
    /// Points in front of the others, and the win: what random games show to be of use.
    #[default]
    Both,
    /// The win alone.
    Win,
    /// Own points alone, whatever the others have.
    Score,
    /// Points in front of the mean of the others.
    Margin,
}

impl fmt::Display for Goal {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(match self {
            Self::Both => "both",
            Self::Win => "win",
            Self::Score => "score",
            Self::Margin => "margin",
        })
    }
}

impl FromStr for Goal {
    type Err = String;

    fn from_str(words: &str) -> Result<Self, String> {
        match words {
            "both" => Ok(Self::Both),
            "win" => Ok(Self::Win),
            "score" => Ok(Self::Score),
            "margin" => Ok(Self::Margin),
            _ => Err("a goal is both, win, score or margin".to_owned()),
        }
    }
}
