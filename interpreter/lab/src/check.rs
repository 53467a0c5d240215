//! Everything that is told about a file: what reading finds in every setup, then what random games find.

use crate::diagnostic::Diagnostic;
use crate::rulebook::{Rulebook, problems_of_library};
use crate::search::search;
use bidlang::Game;
use bidlang::loader::{Loader, Source};
use bidlang::sources::Sources;
use bidlang::variants::{self, Sort};

/// A file that was checked.
#[derive(Debug, Default)]
pub struct Checked {
    /// The texts in which the problems lie.
    pub sources: Sources,
    /// The problems, in the order of the texts.
    pub problems: Vec<Diagnostic>,
    /// In how many setups it was compiled, and how many it declares; nothing where it did not come to that.
    pub setups: Option<(usize, u64)>,
    /// How many random games were played.
    pub games: u64,
}

impl Checked {
    /// A file of which nothing more is known than its problems.
    #[must_use]
    pub fn of(sources: Sources, problems: Vec<Diagnostic>) -> Self {
        Self { sources, problems, ..Self::default() }
    }
}

/// What is wrong with a file, be it a game, a variant or a library, in any player count and with any options. Where nothing
/// is found by reading, so many random games are played.
///
/// ```
/// use bidlang::loader::{Empty, Source};
///
/// let text = bidlang::SMALL_GAME.to_owned();
/// let source = Source { key: "high".to_owned(), name: "high.bid".to_owned(), text };
/// let checked = bidlang_lab::check::check(&source, &Empty, 20);
/// assert!(checked.problems.is_empty());
/// assert_eq!(checked.games, 20);
/// ```
#[must_use]
pub fn check(source: &Source, loader: &dyn Loader, games: u64) -> Checked {
    let whole = variants::gather(source, loader);
    if whole.sort == Sort::Library {
        let mut problems = whole.problems.clone();
        if problems.is_empty() {
            problems = problems_of_library(&whole);
        }
        return Checked::of(whole.sources, problems);
    }
    match Rulebook::load(source, loader) {
        Ok(rulebook) => {
            let game = Game::from(rulebook);
            let mut problems = game.problems_of_setups();
            let mut played = 0;
            if problems.is_empty() {
                let searched = search(&game, games);
                (problems, played) = (searched.problems, searched.games);
            }
            let setups = Some((game.setups().len(), game.declared_setups()));
            Checked { problems, setups, games: played, sources: game.sources.clone() }
        }
        Err(refused) => Checked::of(refused.sources, refused.problems),
    }
}
