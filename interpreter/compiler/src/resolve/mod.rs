//! Name resolution and type checking: tree to typed game. Takes the tree of a file, gives an [`ir::Game`](crate::ir::Game) and
//! every problem of names and types; it plays nothing and knows neither player count nor options.
//!
//! Invariant: after this stage strings are only for people.

mod acts;
mod allowed;
mod bare;
mod best;
mod bids;
mod cards;
mod chains;
mod comparisons;
mod components;
mod depends;
mod direction;
mod each;
mod forms;
mod groups;
mod names;
mod numbers;
mod phases;
mod phrases;
mod places;
mod scope;
mod sets;
mod several;
mod shares;
mod spoken;
mod statements;
mod tables;
mod targets;
mod teams;
mod totals;
mod tricks;
mod types;
mod values;
mod words;

pub use spoken::{CARDS_OF_WHOM, NEXT_OF_WHOM, OF_WHOM};

use crate::diagnostic::Diagnostic;
use crate::ir::{Game, Point};
use crate::syntax::tree::{File, Phrase};

pub use names::{NAMES_ARE, Resolver};
pub use numbers::{SaidNumber, numbers, resolve_with};
pub use types::Typed;

/// Resolves and types a whole file. The game is whole only if there are no problems.
#[must_use]
pub fn resolve(file: &File) -> (Game, Vec<Diagnostic>) {
    let mut resolver = Resolver::new(file);
    resolver.components(file);
    resolver.phases();
    resolver.every_side_has_players();
    resolver.allowances(file);
    resolver.finish()
}

/// Resolves and types a whole file so that its use can be counted: the game plays as that of [`resolve`] does. Also what a game
/// may reach, in the order of the text.
#[must_use]
pub fn resolve_watched(file: &File) -> (Game, Vec<Point>) {
    let mut resolver = Resolver::new(file);
    resolver.points = Some(Vec::new());
    resolver.game.watched = true;
    resolver.components(file);
    resolver.phases();
    resolver.allowances(file);
    let mut points = resolver.points.take().unwrap_or_default();
    points.sort_unstable();
    points.dedup();
    (resolver.finish().0, points)
}

/// What a scripted game speaks of at a point of its game.
#[derive(Debug, Clone, Copy, Default)]
pub struct Moment {
    /// The form whose facts are meant.
    pub form: Option<usize>,
    /// The seat that has to choose; none where nobody has to, or several.
    pub turn: Option<usize>,
    /// Whether cards lie in the trick.
    pub in_trick: bool,
}

/// Resolves one phrase against a game that is already whole, as a scripted game needs it: seats are named, and facts are
/// those of the moment.
///
/// # Errors
/// The problems found.
pub fn resolve_phrase(file: &File, seats: &[String], now: Moment, phrase: &Phrase) -> Result<Typed, Vec<Diagnostic>> {
    let mut resolver = Resolver::new(file);
    resolver.components(file);
    resolver.phases();
    let before = resolver.problems.len();
    resolver.sit(seats, Some(now));
    let typed = resolver.typed(phrase, None);
    let problems = resolver.problems.split_off(before);
    typed.filter(|_| problems.is_empty()).ok_or(problems)
}

/// Resolves one phrase as a value of type `wanted`.
///
/// # Errors
/// The problems found.
pub fn resolve_value(
    file: &File,
    seats: &[String],
    phrase: &Phrase,
    wanted: crate::ir::Ty,
) -> Result<crate::ir::Expr, Vec<Diagnostic>> {
    let mut resolver = Resolver::new(file);
    resolver.components(file);
    resolver.phases();
    let before = resolver.problems.len();
    resolver.sit(seats, None);
    let found = resolver.typed(phrase, Some(wanted)).and_then(|typed| resolver.want(typed, wanted));
    let problems = resolver.problems.split_off(before);
    found.filter(|_| problems.is_empty()).ok_or(problems)
}
