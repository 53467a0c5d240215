//! How long `check` plays: a number of games, or a time. The lab plays, and does not know of clocks.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use bidlang_lab::search::Budget;

use crate::{counts, output};

/// Games and time where nothing is said.
const USUAL: Play = Play { games: 2_000, time: Some(Duration::from_millis(900)), progress: false };
/// Between two lines of progress.
const PAUSE: Duration = Duration::from_secs(1);

/// How much is played of each file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Play {
    games: u64,
    time: Option<Duration>,
    progress: bool,
}

impl Default for Play {
    fn default() -> Self {
        USUAL
    }
}

/// `200`, `10s`, `5m`
///
/// # Errors
/// What is wanted instead.
pub fn how_long(text: &str) -> Result<Play, String> {
    let wanted = || "a number of games is wanted, or a time such as `10s` or `5m`".to_owned();
    let number = |digits: &str| digits.parse::<u64>().map_err(|_| wanted());
    let time = |seconds: u64| match seconds {
        0 => Play::NONE,
        seconds => Play { games: u64::MAX, time: Some(Duration::from_secs(seconds)), progress: true },
    };
    match text.strip_suffix('s').map(|digits| (digits, 1)).or_else(|| text.strip_suffix('m').map(|digits| (digits, 60)))
    {
        Some((digits, unit)) => Ok(time(number(digits)?.saturating_mul(unit))),
        None => Ok(Play { games: counts::count(text).map_err(|_| wanted())?, time: None, progress: true }),
    }
}

impl Play {
    /// No game.
    pub const NONE: Self = Self { games: 0, time: None, progress: false };

    /// From now on.
    pub fn begun(self) -> Begun {
        let (now, shown) = (Instant::now(), std::io::stderr().is_terminal() && self.progress);
        let spent = move || self.time.map_or(0.0, |time| now.elapsed().as_secs_f64() / time.as_secs_f64());
        let told = std::sync::Mutex::new(now);
        let progress = move |games| {
            if !shown {
                return;
            }
            if let Ok(mut last) = told.lock()
                && last.elapsed() >= PAUSE
            {
                *last = Instant::now();
                let of = if self.games < u64::MAX { format!(" of {}", self.games) } else { String::new() };
                output::note(&format!("{games}{of} games played"));
            }
        };
        Begun { games: self.games, spent: Box::new(spent), progress: Box::new(progress) }
    }
}

/// A time that has begun.
pub struct Begun {
    games: u64,
    spent: Box<dyn Fn() -> f64 + Sync>,
    progress: Box<dyn Fn(u64) + Sync>,
}

impl Begun {
    /// What the lab is given.
    pub fn budget(&self) -> Budget<'_> {
        Budget { games: self.games, spent: &*self.spent, progress: &*self.progress }
    }
}
