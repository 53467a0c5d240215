//! How well a player plays, by name.

use std::time::Duration;

/// How well a seat is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Level {
    /// Any legal choice, each as likely as the others.
    Random,
    /// Thinks a little.
    Easy,
    /// Thinks as long as one does not mind waiting.
    #[default]
    Normal,
    /// Thinks long.
    Hard,
    /// So many tries for each question.
    Iterations(u32),
    /// So long for each question.
    Think(Duration),
}

/// What a level comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// Tries for each question.
    pub iterations: u32,
    /// At most so long.
    pub think: Option<Duration>,
    /// Worlds that are kept, and changes of each for each question.
    pub worlds: (usize, usize),
    /// Trees side by side.
    pub trees: u32,
}

impl Level {
    /// The effort; none for who does not think.
    #[must_use]
    pub fn effort(self) -> Option<Effort> {
        let of = |iterations: u32, trees: u32| Effort {
            iterations,
            think: None,
            worlds: ((iterations as usize / 5).clamp(8, 160), 3),
            trees,
        };
        match self {
            Self::Random => None,
            Self::Easy => Some(of(40, 1)),
            Self::Normal => Some(of(400, 1)),
            Self::Hard => Some(of(4_000, 4)),
            Self::Iterations(iterations) => Some(of(iterations, if iterations >= 2_000 { 4 } else { 1 })),
            Self::Think(time) => Some(Effort { think: Some(time), ..of(100_000_000, 2) }),
        }
    }
}
