//! What the flags of several commands say: players, options, seed, who sits where.

use std::fmt;
use std::time::Duration;

use bidlang::Setup;
use bidlang::diagnostic::{Diagnostic, printable};
use bidlang_players::{Goal, Level};
use rand::TryRngCore;
use rand::rngs::OsRng;

use crate::{End, counts, report, run};

/// The player count and options of a game.
#[derive(Debug, Clone, clap::Args)]
pub struct Setting {
    /// How many players; the fewest that the game takes where nothing is said
    #[arg(long, short, value_name = "N", value_parser = counts::players)]
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

const PLAYERS: &str = "human, easy, normal, hard, search:iterations=5000, search:think=500ms, random, first, or a program: `cmd:python3 my_bot.py`";

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

/// How well somebody plays who thinks.
///
/// # Errors
/// What is wrong with the words.
pub fn thinks(words: &str) -> Result<Level, String> {
    words.trim().parse()
}

/// What those who think are after.
///
/// # Errors
/// What is wrong with the words.
pub fn goal(words: &str) -> Result<Goal, String> {
    words.trim().parse()
}

/// Seats from one on, up to one, and who plays them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SomeSeats<P> {
    /// The first, from 0.
    pub first: u8,
    /// The last; none where it is the last of the table.
    pub last: Option<u8>,
    /// Who plays, or how well.
    pub player: P,
}

impl<P: Clone> SomeSeats<P> {
    /// Says of these seats who plays them.
    ///
    /// # Errors
    /// A seat that is not there.
    pub fn seat(&self, players: &mut [P]) -> Result<(), Diagnostic> {
        let count = players.len();
        let last = self.last.map_or(count.saturating_sub(1), usize::from);
        let first = usize::from(self.first);
        if first >= count || last >= count {
            return Err(run::usage(no_seat(first.max(last) + 1, count)));
        }
        players.iter_mut().take(last + 1).skip(first).for_each(|seat| *seat = self.player.clone());
        Ok(())
    }
}

impl<P> fmt::Display for SomeSeats<P> {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = u16::from(self.first) + 1;
        match self.last {
            Some(last) if last == self.first => write!(to, "seat {first}"),
            Some(last) => write!(to, "seats {first} to {}", u16::from(last) + 1),
            None => write!(to, "the seats from {first} on"),
        }
    }
}

/// That a seat (from 1) is not there.
pub fn no_seat(seat: impl fmt::Display, players: impl Into<usize>) -> String {
    match players.into() {
        1 => format!("there is no seat {seat}: 1 player plays"),
        players => format!("there is no seat {seat}: {players} players play"),
    }
}

/// Says who plays which seats, one after the other, so that a seat may be said apart from others; but nothing twice.
///
/// # Errors
/// A seat that is not there, seats that are said twice.
pub fn seated<P: Clone>(said: &[SomeSeats<P>], players: &mut [P]) -> Result<(), Diagnostic> {
    for (index, some) in said.iter().enumerate() {
        if said.iter().take(index).any(|other| (other.first, other.last) == (some.first, some.last)) {
            let problem = run::usage(format!("who plays {some} is said twice"));
            return Err(problem.help("leave one of the two out"));
        }
        some.seat(players)?;
    }
    Ok(())
}

/// `1=hard`, `2..4=normal`, `2..=random`: the seats, and what is behind the sign of equality.
fn some_seats<P>(text: &str, player: impl Fn(&str) -> Result<P, String>) -> Result<SomeSeats<P>, String> {
    let (seats, words) = text.split_once('=').ok_or("say SEAT=PLAYER, as in 2=random, or 2..=random for all others")?;
    let number = |digits: &str| digits.trim().parse::<u8>().ok().filter(|seat| *seat >= 1).map(|seat| seat - 1);
    let wrong = || "seats are numbered from 1, as in 1=hard, 2..4=normal or 2..=normal".to_owned();
    let (first, last) = match seats.split_once("..") {
        None => (number(seats), Some(number(seats))),
        Some((first, "")) => (number(first), None),
        Some((first, last)) => (number(first), Some(number(last))),
    };
    let (Some(first), last @ (None | Some(Some(_)))) = (first, last) else { return Err(wrong()) };
    let last = last.flatten();
    if last.is_some_and(|last| last < first) {
        return Err(wrong());
    }
    Ok(SomeSeats { first, last, player: player(words)? })
}

/// Seats and how well they are played.
///
/// # Errors
/// What is wrong with the words.
pub fn leveled(text: &str) -> Result<SomeSeats<Option<Level>>, String> {
    some_seats(text, level)
}

/// How well each of so many seats is played, where `usual` says what is not said of a seat.
///
/// # Errors
/// A seat that is not there.
pub fn levels(
    players: u8,
    usual: Option<Level>,
    said: &[SomeSeats<Option<Level>>],
) -> Result<Vec<Option<Level>>, Diagnostic> {
    let mut levels = vec![usual; usize::from(players)];
    seated(said, &mut levels)?;
    Ok(levels)
}

/// Seats and who plays them.
///
/// # Errors
/// What is wrong with the words.
pub fn played(text: &str) -> Result<SomeSeats<Player>, String> {
    some_seats(text, player)
}

fn player(words: &str) -> Result<Player, String> {
    let player = match words.trim() {
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
    Ok(player)
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
