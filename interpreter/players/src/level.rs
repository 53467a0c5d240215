//! How well a player plays, by name.

use std::fmt;
use std::str::FromStr;

use crate::habits::Practised;

/// How well a seat is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Level {
    /// Thinks a little.
    Easy,
    /// Thinks as long as one does not mind waiting.
    #[default]
    Normal,
    /// Thinks long.
    Hard,
    /// So many tries for each question.
    Iterations(u32),
    /// So many milliseconds for each question.
    Think(u64),
}

impl fmt::Display for Level {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Easy => to.write_str("easy"),
            Self::Normal => to.write_str("normal"),
            Self::Hard => to.write_str("hard"),
            Self::Iterations(count) => write!(to, "search:iterations={count}"),
            Self::Think(time) => write!(to, "search:think={time}ms"),
        }
    }
}

/// A level by name thinks as long as its tries take where each is of so many choices.
const CHOICES_OF_A_TRY: u64 = 25;

/// Tries for which one world more is kept: worlds are dearer than tries.
const TRIES_OF_A_WORLD: usize = 25;
/// Fewest and most worlds, and how many changes of each are tried for each question.
const WORLDS: (usize, usize) = (8, 100);
const SWEEPS: usize = 2;

/// Most tries for a question.
const MOST_ITERATIONS: u32 = 10_000_000;

impl FromStr for Level {
    type Err = String;

    /// `easy`, `normal`, `hard`, `search:iterations=5000`, `search:think=500ms`.
    fn from_str(words: &str) -> Result<Self, String> {
        let milliseconds = |text: &str| {
            let (digits, unit) = match (text.strip_suffix("ms"), text.strip_suffix('s')) {
                (Some(digits), _) => (digits, 1),
                (None, Some(digits)) => (digits, 1_000),
                (None, None) => return None,
            };
            digits.parse::<u64>().ok()?.checked_mul(unit).filter(|time| (1..=86_400_000).contains(time))
        };
        match words {
            "easy" => Ok(Self::Easy),
            "normal" => Ok(Self::Normal),
            "hard" => Ok(Self::Hard),
            _ => match words.strip_prefix("search:").and_then(|rest| rest.split_once('=')) {
                Some(("iterations", count)) => {
                    let count = count.parse().ok().filter(|count| (1..=MOST_ITERATIONS).contains(count));
                    count.map(Self::Iterations).ok_or_else(|| {
                        format!("say how many tries, from 1 to {MOST_ITERATIONS}, as in `search:iterations=5000`")
                    })
                }
                Some(("think", time)) => {
                    let time = milliseconds(time).map(Self::Think);
                    time.ok_or_else(|| {
                        "say how long in whole `ms` or `s`, up to a day, as in `search:think=500ms`".to_owned()
                    })
                }
                _ => Err("a level is easy, normal, hard, search:iterations=N or search:think=TIME".to_owned()),
            },
        }
    }
}

/// What a level comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// Tries for each question.
    pub iterations: u32,
    /// At most so many choices on all of them, where games are long.
    pub choices: Option<u64>,
    /// At most so many milliseconds.
    pub think: Option<u64>,
    /// Worlds that are kept, and changes of each for each question.
    pub worlds: (usize, usize),
    /// Trees side by side.
    pub trees: u32,
    /// Whether worlds in which others chose what is usual count more in any game, also where rounds are long.
    pub weighs: bool,
    /// Whether the best choices are held against each other at last, all else being the same.
    pub pairs: bool,
    /// Whether what was worked out for small rounds is done with the chance that was found.
    pub mixes: bool,
}

impl Level {
    /// The effort.
    #[must_use]
    pub fn effort(self) -> Effort {
        let of = |iterations: u32, trees: u32| Effort {
            iterations,
            choices: None,
            think: None,
            worlds: ((iterations as usize / TRIES_OF_A_WORLD).clamp(WORLDS.0, WORLDS.1), SWEEPS),
            trees,
            weighs: false,
            pairs: true,
            mixes: false,
        };
        let named = |iterations: u32, trees: u32| Effort {
            choices: Some(u64::from(iterations) * CHOICES_OF_A_TRY),
            ..of(iterations, trees)
        };
        match self {
            Self::Easy => named(40, 1),
            Self::Normal => Effort { mixes: true, ..named(1_000, 1) },
            Self::Hard => Effort { mixes: true, ..named(20_000, 2) },
            Self::Iterations(iterations) => of(iterations, if iterations >= 2_000 { 2 } else { 1 }),
            Self::Think(time) => Effort { think: Some(time), mixes: true, ..of(MOST_ITERATIONS, 2) },
        }
    }

    /// How long who plays so has practised.
    #[must_use]
    pub const fn practised(self) -> Practised {
        match self {
            Self::Hard => Practised::Long,
            Self::Easy | Self::Normal | Self::Iterations(_) | Self::Think(_) => Practised::Usual,
        }
    }

    /// Whether the same seed gives the same game on any machine.
    #[must_use]
    pub const fn repeats(self) -> bool {
        !matches!(self, Self::Think(_))
    }
}
