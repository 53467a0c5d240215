//! A game that was read from its rules file, and setups of it.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::{Error, Table};
use crate::rulebook::Rulebook;
use crate::variants::loader::{Loader, Source};

/// A rules file that was read and is without problems. A clone is the same game.
///
/// ```
/// # const TEXT: &str = bidlang::SMALL_GAME;
/// let game = bidlang::Game::read("high.bid", TEXT)?;
/// assert_eq!(game.title(), "High Card");
/// assert_eq!(game.players(), 2..=6);
/// # Ok::<(), bidlang::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Game {
    pub(super) book: Arc<Rulebook>,
}

/// How many play, with which options, under which names.
///
/// ```
/// # const TEXT: &str = bidlang::SMALL_GAME;
/// use bidlang::{Game, Setup};
///
/// let setup = Setup::players(2).option("deals", "3").names(["Li", "Mo"]);
/// let table = Game::read("high.bid", TEXT)?.table(&setup, 1)?;
/// assert_eq!(table.names(), ["Li", "Mo"]);
/// # Ok::<(), bidlang::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    pub(super) players: u8,
    pub(super) options: Vec<(String, String)>,
    pub(super) names: Vec<String>,
}

impl Setup {
    /// So many players, the options as they usually are, seats called by their numbers.
    #[must_use]
    pub const fn players(players: u8) -> Self {
        Self { players, options: Vec::new(), names: Vec::new() }
    }

    /// An option has another value: a word or a number, as the rules file writes it.
    #[must_use]
    pub fn option(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.options.push((name.into(), value.into()));
        self
    }

    /// The names of the seats, in their order; seats without one are called by their numbers.
    #[must_use]
    pub fn names<T: Into<String>>(mut self, names: impl IntoIterator<Item = T>) -> Self {
        self.names = names.into_iter().map(Into::into).collect();
        self
    }
}

impl Game {
    /// Reads a text that stands alone; the libraries that come with bidlang are there. `name` is told in errors.
    ///
    /// # Errors
    /// [`Error::Rules`] with every problem of its syntax, names and types.
    pub fn read(name: &str, text: &str) -> Result<Self, Error> {
        Self::load(
            &Source { key: name.to_owned(), name: name.to_owned(), text: text.to_owned() },
            &crate::variants::loader::Empty,
        )
    }

    /// Reads a file with its base and its libraries, which the loader gives.
    ///
    /// # Errors
    /// [`Error::Rules`] with every problem, in whichever of the files it lies.
    pub fn load(source: &Source, loader: &dyn Loader) -> Result<Self, Error> {
        match Rulebook::load(source, loader) {
            Ok(book) => Ok(Self { book: Arc::new(book) }),
            Err(refused) => Err(Error::Rules { sources: refused.sources, problems: refused.problems }),
        }
    }

    /// The title.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.book.game.title
    }

    /// How many may play.
    #[must_use]
    pub fn players(&self) -> RangeInclusive<u8> {
        self.book.game.players.0..=self.book.game.players.1
    }

    /// The options, each with its usual value.
    #[must_use]
    pub fn options(&self) -> Vec<(&str, String)> {
        let options = self.book.game.options.iter().enumerate();
        options.map(|(index, option)| (option.name.as_str(), self.book.option_word(index, option.usually))).collect()
    }

    /// The rules behind it: tree, names and types.
    #[must_use]
    pub fn rulebook(&self) -> &Rulebook {
        &self.book
    }

    /// A table at which a game of it begins. The same setup, seed and acts give the same game on any machine.
    ///
    /// # Errors
    /// [`Error::Rules`] if the rules do not take this player count, have no such option or value, or refuse them together.
    pub fn table(&self, setup: &Setup, seed: u64) -> Result<Table, Error> {
        let refused = |problems| Error::Rules { sources: self.book.sources.clone(), problems };
        let words = self.book.setup(Some(setup.players), &setup.options).map_err(refused)?;
        let compiled = self.book.compile(&words).map_err(refused)?;
        let name =
            |seat: u8| setup.names.get(usize::from(seat)).cloned().unwrap_or_else(|| format!("seat {}", seat + 1));
        let names = (0..setup.players).map(name).collect();
        Ok(Table::new(Arc::clone(&self.book), Arc::new(compiled), names, seed))
    }
}
