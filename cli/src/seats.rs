//! What the flags of several commands say: players, options, seed, who sits where.

use std::time::Duration;

use bidlang::Setup;
use bidlang::diagnostic::{Diagnostic, printable};
use bidlang_players::Level;
use rand::TryRngCore;
use rand::rngs::OsRng;

use crate::{End, report, run};

/// The player count and options of a game.
#[derive(Debug, Clone, clap::Args)]
pub struct Setting {
    /// How many players; the fewest that the game takes where nothing is said
    #[arg(long, short, value_name = "N")]
    pub players: Option<u8>,
    /// A house rule, as in `--option length=long`; may be given several times
    #[arg(long = "option", short = 'o', value_name = "NAME=VALUE", value_parser = pair)]
    pub options: Vec<(String, String)>,
}

/// `length=long`
///
/// # Errors
/// What is wrong with the words.
pub fn pair(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() && !value.is_empty() => {
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        }
        _ => Err("say NAME=VALUE, as in length=long".to_owned()),
    }
}

impl Setting {
    /// The setup that the flags ask for.
    pub fn setup(&self) -> Setup {
        let setup = self.players.map_or_else(Setup::default, Setup::players);
        self.options.iter().fold(setup, |setup, (name, value)| setup.option(name, value))
    }
}

/// Who decides for a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Player {
    /// The person at the terminal.
    Human,
    /// Any legal choice, each as likely as the others.
    Random,
    /// The first legal choice.
    First,
    /// Thinks, as well as its level says.
    Thinks(Level),
    /// A program, by its name and what it is called with.
    Bot(Vec<String>),
}

/// What is done where a program that plays fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum OnFailure {
    /// The game is left
    Stop,
    /// A random player takes the seat
    Random,
}

/// `10s`, `500ms`
///
/// # Errors
/// What is wanted instead.
pub fn time(text: &str) -> Result<Duration, String> {
    let (digits, unit) = match (text.strip_suffix("ms"), text.strip_suffix('s')) {
        (Some(digits), _) => (digits, 1),
        (None, Some(digits)) => (digits, 1_000),
        (None, None) => (text, 0),
    };
    let milliseconds = digits.parse::<u64>().ok().map(|number| number.saturating_mul(unit));
    let fits = milliseconds.filter(|time| (1..=86_400_000).contains(time));
    fits.map(Duration::from_millis).ok_or_else(|| "say a time up to a day, such as `10s` or `500ms`".to_owned())
}

const PLAYERS: &str =
    "human, easy, normal, hard, search:iterations=5000, search:think=500ms, random, first, cmd:PROGRAM";

/// How well a seat is played where nobody sits there: none where any legal choice is taken.
///
/// # Errors
/// What is wrong with the words.
pub fn level(words: &str) -> Result<Option<Level>, String> {
    match words.trim() {
        "random" => Ok(None),
        other => other.parse().map(Some).map_err(|problem: String| {
            if other.starts_with("search:") { problem } else { format!("{problem}, or random") }
        }),
    }
}

/// Seats from one on, up to one, and how well they are played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SomeSeats {
    /// The first, from 0.
    pub first: u8,
    /// The last; none where it is the last of the table.
    pub last: Option<u8>,
    /// How well; none where any legal choice is taken.
    pub level: Option<Level>,
}

/// `1=hard`, `2..4=normal`, `2..=random`
///
/// # Errors
/// What is wrong with the words.
pub fn seats(text: &str) -> Result<SomeSeats, String> {
    // `2..=normal` has its own sign of equality behind the dots.
    let (seats, words) = text.split_once('=').ok_or("say SEAT=LEVEL, as in 1=hard, or 2..=normal for all others")?;
    let number = |digits: &str| digits.trim().parse::<u8>().ok().filter(|seat| *seat >= 1).map(|seat| seat - 1);
    let wrong = || "seats are numbered from 1, as in 1=hard, 2..4=normal or 2..=normal".to_owned();
    let level = level(words)?;
    match seats.split_once("..") {
        None => number(seats).map(|first| SomeSeats { first, last: Some(first), level }).ok_or_else(wrong),
        Some((first, "")) => number(first).map(|first| SomeSeats { first, last: None, level }).ok_or_else(wrong),
        Some((first, last)) => match (number(first), number(last)) {
            (Some(first), Some(last)) if first <= last => Ok(SomeSeats { first, last: Some(last), level }),
            _ => Err(wrong()),
        },
    }
}

/// How well each of so many seats is played, where `usual` says what is not said of a seat.
///
/// # Errors
/// A seat that is not there.
pub fn levels(players: u8, usual: Option<Level>, said: &[SomeSeats]) -> Result<Vec<Option<Level>>, Diagnostic> {
    let mut levels = vec![usual; usize::from(players)];
    for some in said {
        let (first, last) = (some.first, some.last.unwrap_or(players.saturating_sub(1)));
        if first >= players || last >= players {
            let seat = first.max(last) + 1;
            return Err(run::usage(format!("there is no seat {seat}: {players} players play")));
        }
        let named = levels.iter_mut().take(usize::from(last) + 1).skip(usize::from(first));
        named.for_each(|level| *level = some.level);
    }
    Ok(levels)
}

/// `2=random`
///
/// # Errors
/// What is wrong with the words.
pub fn seat(text: &str) -> Result<(u8, Player), String> {
    let (seat, player) = text.split_once('=').ok_or("say SEAT=PLAYER, as in 2=random")?;
    let seat: u8 = seat.trim().parse().ok().filter(|seat| *seat >= 1).ok_or("seats are numbered from 1")?;
    let player = match player.trim() {
        "human" => Player::Human,
        "random" => Player::Random,
        "first" => Player::First,
        other => match other.strip_prefix("cmd:").map(shlex::split) {
            Some(Some(words)) if !words.is_empty() => Player::Bot(words),
            Some(Some(_)) => return Err("`cmd:` wants a program, as in `2=cmd:python3 my_bot.py`".to_owned()),
            Some(None) => return Err("a quote in the program's call has no end".to_owned()),
            None if other.starts_with("search:") => Player::Thinks(other.parse()?),
            None => match other.parse() {
                Ok(level) => Player::Thinks(level),
                Err(_) => return Err(format!("`{}` is no player; say one of {PLAYERS}", printable(other))),
            },
        },
    };
    Ok((seat - 1, player))
}

/// A seed, or one that nobody can guess, from the operating system.
///
/// # Errors
/// Where the operating system has no random numbers to give.
pub fn seed(given: Option<u64>) -> Result<u64, End> {
    let seed = given.map_or_else(|| OsRng.try_next_u64(), Ok);
    seed.map_err(|error| {
        let problem = run::usage(format!("the operating system gives no random number for a seed: {error}"));
        report::plain(&problem.help("say one, as in `--seed 1`"));
        End::Usage
    })
}
