//! Everything that is told about a file: what reading finds in every setup, then what random games find.

use crate::diagnostic::{Code, Diagnostic, first_of};
use crate::ir::Allowed;
use crate::meant;
use crate::rulebook::{Rulebook, problems_of_library};
use crate::search::{Budget, search_within};
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
    /// What was not looked at, in words, because there was no more time.
    pub left_out: Option<String>,
}

impl Checked {
    /// A file of which nothing more is known than its problems.
    #[must_use]
    pub fn of(sources: Sources, problems: Vec<Diagnostic>) -> Self {
        Self { sources, problems, ..Self::default() }
    }
}

/// Whether the same sort of problem was told at the same place.
fn told_at(found: &[Diagnostic], problem: &Diagnostic) -> bool {
    found.iter().any(|other| other.code == problem.code && other.span() == problem.span())
}

/// Before so many games it is not known of what shows in play that it is never told: what is allowed may be rare.
const KNOWN: u64 = 20_000;

/// Whether it is known that an `allow` line allows nothing, after so many games.
const fn is_known(allowed: &Allowed, played: u64) -> bool {
    match allowed.code {
        Code::EverybodyWins | Code::NeverHappens | Code::NeverInPlay | Code::NoEffect | Code::PilesUp => {
            played >= KNOWN
        }
        _ => played > 0,
    }
}

/// An `allow` line that allows nothing.
fn needless(allowed: &Allowed) -> Diagnostic {
    Diagnostic::new(
        Code::NeedlessAllow,
        allowed.span,
        format!("`{}` is not told here, so nothing has to be allowed", allowed.code),
    )
    .help("take the line out")
}

/// What is wrong with a file, be it a game, a variant or a library, in any player count and with any options. Where nothing
/// is found by reading, so many random games are played.
///
/// ```
/// use bidlang::loader::{Empty, Source};
///
/// let text = bidlang::SMALL_GAME.to_owned();
/// let source = Source { key: "high".to_owned(), name: "high.bid".to_owned(), text };
/// let checked = bidlang_lab::check::check(&source, &Empty, &bidlang_lab::search::Budget::of(20));
/// assert!(checked.problems.is_empty());
/// assert_eq!(checked.games, 20);
/// ```
#[must_use]
pub fn check(source: &Source, loader: &dyn Loader, budget: &Budget) -> Checked {
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
            let mut found = game.findings();
            let (mut played, mut left_out) = (0, None);
            if !found.iter().any(Diagnostic::is_error) {
                let searched = search_within(&game, budget);
                (played, left_out) = (searched.games, searched.left_out);
                // Who wins follows from what is told already.
                let known = found.iter().any(|problem| matches!(problem.code, Code::NoPoints | Code::NeverShuffled));
                let told = searched.problems.into_iter();
                let told: Vec<Diagnostic> = told
                    .filter(|problem| !known || problem.code != Code::EverybodyWins)
                    .filter(|problem| !(problem.code == Code::NeverInPlay && told_at(&found, problem)))
                    .collect();
                found.extend(told);
            }
            let (mut problems, idle) = game.settled(found);
            if !problems.iter().any(Diagnostic::is_error) {
                let idle = idle.into_iter().filter(|allowed| game.is_own(allowed.span) && is_known(allowed, played));
                problems.extend(idle.map(needless));
            }
            let problems = first_of(problems);
            let setups = Some((game.setups().len(), game.declared_setups()));
            Checked { problems, setups, games: played, left_out, sources: game.sources.clone() }
        }
        Err(refused) => {
            let refused = meant::written_out(source, loader, *refused);
            Checked::of(refused.sources, refused.problems)
        }
    }
}
