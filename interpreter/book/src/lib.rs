//! A rules file as a rule book for people. Takes a checked file, what of it is settled, and a scripted game to tell; gives a
//! [`Book`], which can be written as Markdown or HTML. It knows the constructs of the language, and no game.

mod english;
mod example;
mod html;
mod markdown;
mod model;
mod notes;
mod parts;
mod print;

use bidlang::lower::Setup;
use bidlang::rulebook::Rulebook;

use english::{English, Wish};

pub use example::{Example, choose};
pub use model::{Block, Book, Chapter, Run, Step, Table, Text};
pub use print::{card, pad, sheets};

/// What is settled before the book is written; what is not is told in all its cases.
#[derive(Debug, Clone, Default)]
pub struct Settled {
    /// How many play.
    pub players: Option<u8>,
    /// For each option of the game its value, if it is settled.
    pub options: Vec<Option<i64>>,
}

/// The rule book of a game; `base` is that of which it is a variant.
///
/// ```
/// let game = bidlang::Game::read("high.bid", bidlang::SMALL_GAME)?;
/// let book = bidlang_book::of(&game, &bidlang_book::Settled::default(), None, None);
/// assert!(book.markdown().starts_with("# High Card"));
/// # Ok::<(), bidlang::Error>(())
/// ```
#[must_use]
pub fn of(rulebook: &Rulebook, settled: &Settled, base: Option<&Rulebook>, example: Option<&Example>) -> Book {
    let wish = Wish { players: settled.players, options: settled.options.clone() };
    let english = English::new(rulebook, &wish);
    let mut parts = vec![parts::front(english)];
    parts.extend(base.map(|base| parts::variant(english, base)));
    parts.extend(parts::material(english));
    parts.extend(parts::options(english));
    parts.extend(parts::values(english));
    parts.extend(parts::play(english));
    parts.extend(parts::scoring(english));
    parts.extend(example.map(|told| example::part(english, told)));
    parts.extend(parts::credits(english));
    Book { title: bidlang::diagnostic::printable(&rulebook.game.title), parts }
}

/// What a game is, in a sentence or two of its file's head: the last paragraph that names neither designer nor source; of a
/// variant the first, which says what it changes.
#[must_use]
pub fn description(rulebook: &Rulebook) -> Option<String> {
    let wish = Wish { players: None, options: Vec::new() };
    let about = parts::about(English::new(rulebook, &wish));
    if rulebook.base.is_some() { about.into_iter().next() } else { about.into_iter().next_back() }
}

impl Settled {
    /// Whether a setup is one of those that are left.
    #[must_use]
    pub fn allows(&self, setup: &Setup) -> bool {
        let same = |(wanted, value): (&Option<i64>, &i64)| wanted.is_none_or(|wanted| wanted == *value);
        self.players.is_none_or(|players| players == setup.players) && self.options.iter().zip(&setup.options).all(same)
    }
}

impl Book {
    /// The book as Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        markdown::write(self)
    }

    /// The book as one page of HTML that needs nothing else.
    #[must_use]
    pub fn html(&self) -> String {
        html::write(self)
    }
}
