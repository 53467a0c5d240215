//! The games that come with bidlang, for tests.

use bidlang::loader::{Loader, Missing, Source};
use bidlang::{Game, Prepared, Setup};

struct Shipped;

fn source(game: &bidlang_games::Shipped) -> Source {
    Source { key: game.name.to_owned(), name: game.name.to_owned(), text: game.text.to_owned() }
}

impl Loader for Shipped {
    fn base(&self, _: &str, name: &str) -> Result<Source, Missing> {
        let name = name.rsplit('/').next().unwrap();
        bidlang_games::called(name).map(source).ok_or(Missing::Alone)
    }

    fn library(&self, _: &str, _: &str) -> Result<Source, Missing> {
        Err(Missing::Alone)
    }
}

/// Each of them with its usual setup.
pub fn games() -> impl Iterator<Item = (&'static str, Prepared)> {
    bidlang_games::ALL.iter().map(|game| {
        let read = Game::load(&source(game), &Shipped).unwrap();
        (game.name, read.prepare(&Setup::default()).unwrap())
    })
}
