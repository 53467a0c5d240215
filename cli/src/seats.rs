//! What the flags of several commands say: players, options, seed, who sits where.

use std::time::Duration;

use bidlang::Setup;
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
            None => {
                return Err("a seat is played by human, random, first or a program: `cmd:python3 my_bot.py`".to_owned());
            }
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
