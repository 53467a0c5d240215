//! Setups: how many play, with which options, under which names.

use crate::diagnostic::{Code, Diagnostic, Span, printable};

/// How many play, with which options, under which names. What is not said is as usual: the fewest players that the game takes, its
/// options as the rules file has them, seats called Ann, Ben, Cat and so on.
///
/// ```
/// use bidlang::{Game, Setup};
///
/// let game = Game::read("high.bid", bidlang::SMALL_GAME)?;
/// let setup = Setup::players(3).option("deals", "5").names(["Li", "Mo"]);
/// assert_eq!(game.table(&setup, 1)?.names(), ["Li", "Mo", "Ann"]);
/// assert_eq!(game.table(&Setup::default(), 1)?.names(), ["Ann", "Ben"]);
///
/// let wrong = Setup::players(3).option("deels", "5");
/// assert!(game.table(&wrong, 1).unwrap_err().to_string().contains("did you mean `deals`"));
/// # Ok::<(), bidlang::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Setup {
    pub(super) players: Option<u8>,
    pub(super) options: Vec<(String, String)>,
    pub(super) names: Vec<String>,
}

impl Setup {
    /// So many players; the game says how many it takes.
    #[must_use]
    pub const fn players(players: u8) -> Self {
        Self { players: Some(players), options: Vec::new(), names: Vec::new() }
    }

    /// An option has another value: a word or a number, as the rules file writes it.
    #[must_use]
    pub fn option(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.options.push((name.into(), value.into()));
        self
    }

    /// The names of the first seats, in their order, each its own; the others have the usual ones.
    #[must_use]
    pub fn names<T: Into<String>>(mut self, names: impl IntoIterator<Item = T>) -> Self {
        self.names = names.into_iter().map(Into::into).collect();
        self
    }
}

/// The names of so many seats: those given, then the usual ones that are still free.
///
/// # Errors
/// Too many names, an empty one, or two of one name.
pub fn names(given: &[String], players: u8) -> Result<Vec<String>, Diagnostic> {
    const USUAL: [&str; 12] = ["Ann", "Ben", "Cat", "Dan", "Eva", "Fay", "Gus", "Hal", "Ida", "Jon", "Kit", "Lea"];
    let usage = |message: String| Diagnostic::new(Code::Usage, Span::default(), message);
    if given.len() > usize::from(players) {
        return Err(usage(format!("{} names are given for {players} players", given.len()))
            .help("give one name for each seat, separated by commas"));
    }
    let mut names: Vec<String> = given.iter().map(|name| printable(name.trim())).collect();
    for (index, name) in names.iter().enumerate() {
        let what = if name.is_empty() {
            format!("the name of seat {} is empty", index + 1)
        } else if names.iter().take(index).any(|other| other == name) {
            format!("the name `{name}` is there twice")
        } else {
            continue;
        };
        return Err(usage(what).help("give each seat a name of its own"));
    }
    let free: Vec<&str> = USUAL.into_iter().filter(|name| !given.iter().any(|given| given == name)).collect();
    let missing = usize::from(players) - names.len();
    names.extend(free.into_iter().take(missing).map(str::to_owned));
    Ok(names)
}
