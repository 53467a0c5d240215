//! What the flags of several commands say: players, options, seed, who sits where.

use bidlang::diagnostic::{Code, Diagnostic, Span};
use bidlang::lower::Setup;
use bidlang::rulebook::Rulebook;

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

/// The setup that the flags ask for.
///
/// # Errors
/// Unknown options or values.
pub fn setup(rulebook: &Rulebook, setting: &Setting) -> Result<Setup, Vec<Diagnostic>> {
    rulebook.setup(setting.players, &setting.options)
}

/// Who decides for a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Player {
    /// The person at the terminal.
    Human,
    /// Any legal choice, each as likely as the others.
    Random,
    /// The first legal choice.
    First,
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
        _ => return Err("a seat is played by human, random or first".to_owned()),
    };
    Ok((seat - 1, player))
}

/// Names for the seats: those given, then the usual ones.
///
/// # Errors
/// Too many names, or two of one name.
pub fn names(given: &[String], players: u8) -> Result<Vec<String>, Diagnostic> {
    const USUAL: [&str; 12] = ["Ann", "Ben", "Cat", "Dan", "Eva", "Fay", "Gus", "Hal", "Ida", "Jon", "Kit", "Lea"];
    let usage = |message: String| Diagnostic::new(Code::Usage, Span::default(), message);
    if given.len() > usize::from(players) {
        return Err(usage(format!("{} names are given for {players} players", given.len()))
            .help("give one name for each seat, separated by commas"));
    }
    let mut names: Vec<String> = given.iter().map(|name| bidlang::diagnostic::printable(name.trim())).collect();
    for (index, name) in names.iter().enumerate() {
        if name.is_empty() || names.iter().take(index).any(|other| other == name) {
            return Err(
                usage(format!("the name `{name}` is empty or there twice")).help("give each seat a name of its own")
            );
        }
    }
    let free = USUAL.iter().map(|name| (*name).to_owned()).filter(|name| !given.contains(name));
    let missing = usize::from(players) - names.len();
    let more: Vec<String> = free.take(missing).collect();
    names.extend(more);
    Ok(names)
}

/// A seed, or one from the clock.
pub fn seed(given: Option<u64>) -> u64 {
    given.unwrap_or_else(|| {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        now.map_or(0, |now| u64::from(now.subsec_nanos()) ^ (now.as_secs() << 16)) % 1_000_000
    })
}
