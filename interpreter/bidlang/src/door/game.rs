//! A game that was read from its rules file.

use std::ops::{Deref, RangeInclusive};
use std::sync::Arc;

use super::setup::names;
use super::{Error, Prepared, Setup, Table};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::engine::Seed;
use crate::record::{self, Replay};
use crate::rulebook::Rulebook;
use crate::variants::loader::{Empty, Kept, Loader, Source};
use crate::{lower, meant};

/// A rules file that was read and is without problems. A clone is the same game.
///
/// ```
/// let game = bidlang::Game::read("high.bid", bidlang::SMALL_GAME)?;
/// assert_eq!(game.title(), "High Card");
/// assert_eq!(game.players(), 2..=6);
/// assert_eq!(game.options(), [("deals", "3".to_owned())]);
/// # Ok::<(), bidlang::Error>(())
/// ```
///
/// What is wrong with a text is told as a letter, with the line and what to do:
///
/// ```
/// let wrong = bidlang::SMALL_GAME.replace("shuffle stock", "shufle stock");
/// let error = bidlang::Game::read("high.bid", &wrong).unwrap_err();
/// assert!(error.to_string().contains("did you mean `shuffle`?"), "{error}");
/// ```
#[derive(Debug, Clone)]
pub struct Game {
    book: Arc<Rulebook>,
}

/// What the crates around this one look at of a game.
#[doc(hidden)]
impl Deref for Game {
    type Target = Rulebook;

    fn deref(&self) -> &Rulebook {
        &self.book
    }
}

#[doc(hidden)]
impl From<Rulebook> for Game {
    fn from(book: Rulebook) -> Self {
        Self { book: Arc::new(book) }
    }
}

impl Game {
    /// Reads a text that stands alone; the libraries that come with bidlang are there. `name` is told in errors.
    ///
    /// # Errors
    /// [`Error::Rules`] with every problem of its syntax, names and types.
    pub fn read(name: &str, text: &str) -> Result<Self, Error> {
        Self::load(&Source { key: name.to_owned(), name: name.to_owned(), text: text.to_owned() }, &Empty)
    }

    /// Reads a file with its base and its libraries, which the loader gives.
    ///
    /// ```
    /// use bidlang::loader::{Source, Texts};
    ///
    /// let base = Texts(vec![("high".to_owned(), bidlang::SMALL_GAME.to_owned())]);
    /// let text = "variant Long High Card\nof high\n\noption deals  1 to 9, usually 5\n".to_owned();
    /// let source = Source { key: "long.bid".to_owned(), name: "long.bid".to_owned(), text };
    /// let game = bidlang::Game::load(&source, &base)?;
    /// assert_eq!(game.title(), "Long High Card");
    /// # Ok::<(), bidlang::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Rules`] with every problem, in whichever of the files it lies.
    pub fn load(source: &Source, loader: &dyn Loader) -> Result<Self, Error> {
        match Rulebook::load(source, loader) {
            Ok(book) => Ok(book.into()),
            Err(refused) => {
                let refused = meant::written_out(source, loader, *refused);
                Err(Error::Rules { sources: refused.sources, problems: refused.problems })
            }
        }
    }

    /// The texts of which it is made, by the names of their files: its own first. [`Self::of_texts`] reads them again, wherever the files are.
    #[must_use]
    pub fn texts(&self) -> Vec<(String, String)> {
        let (sources, whole) = (&self.sources, self.sources.text());
        let parts = sources.parts().iter();
        parts.map(|part| (part.name.clone(), part.span.of(whole).to_owned())).collect()
    }

    /// The game of texts that were kept; none where there are no texts.
    ///
    /// ```
    /// use bidlang::Game;
    ///
    /// let game = Game::read("high.bid", bidlang::SMALL_GAME)?;
    /// let again = Game::of_texts(&game.texts()).ok_or("no texts")??;
    /// assert_eq!(again.hash(), game.hash());
    /// assert!(Game::of_texts(&[]).is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of_texts(texts: &[(String, String)]) -> Option<Result<Self, Error>> {
        let (name, text) = texts.first().cloned()?;
        Some(Self::load(&Source { key: name.clone(), name, text }, &Kept(texts)))
    }

    /// What the game is called in its first line.
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

    /// Compiles it for one setup: for who plays more than one game of it.
    ///
    /// # Errors
    /// [`Error::Setup`] if the rules do not take this player count, have no such option or value, or refuse them together; or where
    /// two seats have one name.
    pub fn prepare(&self, setup: &Setup) -> Result<Prepared, Error> {
        let refused = |problems| self.refused(problems);
        let words = self.book.setup(setup.players, &setup.options).map_err(refused)?;
        self.prepare_for(words, &setup.names)
    }

    /// As [`Self::prepare`], with the options as numbers.
    ///
    /// # Errors
    /// As there.
    #[doc(hidden)]
    pub fn prepare_for(&self, setup: lower::Setup, given: &[String]) -> Result<Prepared, Error> {
        let compiled = self.book.compile(&setup).map_err(|problems| self.refused(problems))?;
        let names = names(given, setup.players).map_err(|problem| self.refused(vec![problem]))?;
        Ok(Prepared::new(self.clone(), setup, compiled, names))
    }

    /// Compiles it for the setup of a record.
    ///
    /// # Errors
    /// [`Error::Record`] if the record was made by other rules, or by another version of these, or if they refuse its setup.
    pub fn prepare_replay(&self, replay: &Replay) -> Result<Prepared, Error> {
        if replay.file != self.book.hash() {
            let what = "the record was made by another rules file, or by another version of this one";
            let problem = Diagnostic::new(Code::OtherRules, Span::default(), what);
            return Err(Error::Record(problem.help("take the rules file that it was made by, unchanged")));
        }
        self.prepare(&replay.setup()).map_err(|error| match error.problems().first() {
            Some(problem) => Error::Record(record::in_first_line(problem)),
            None => error,
        })
    }

    /// A table at which a game of it begins. The same setup, seed and acts give the same game on any machine.
    ///
    /// # Errors
    /// As [`Self::prepare`].
    pub fn table(&self, setup: &Setup, seed: impl Into<Seed>) -> Result<Table, Error> {
        Ok(self.prepare(setup)?.table(seed))
    }

    fn refused(&self, problems: Vec<Diagnostic>) -> Error {
        Error::Setup { sources: self.book.sources.clone(), problems }
    }
}
