//! A game for one setup: compiled once, played as often as one likes.

use std::sync::{Arc, OnceLock};

use super::setup::names;
use super::{Error, Game, Stopped, Table, Turn};
use crate::board::faces::Deck;
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{Fault, Luck, Reader, RuleId, Runner, Seed, Seeded, State};
use crate::lower::{Compiled, Setup};
use crate::why::{Clause, Running};
use crate::words::Words;

/// A game compiled for one setup, with the names of its seats. A clone is the same; one serves any number of tables and threads.
///
/// ```
/// use bidlang::{Game, Setup};
///
/// let high = Game::read("high.bid", bidlang::SMALL_GAME)?.prepare(&Setup::players(2))?;
/// let mut won = [0, 0];
/// for seed in 0..20 {
///     let mut table = high.table(seed);
///     while let Some(turn) = table.turn()? {
///         let any = turn.nth(seed % turn.count()).ok_or("no such choice")?;
///         table.play(turn.seat(), &any)?;
///     }
///     table.winners().iter().for_each(|seat| won[usize::from(*seat)] += 1);
/// }
/// assert!(won[0] + won[1] >= 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Prepared {
    all: Arc<All>,
}

#[derive(Debug)]
struct All {
    game: Game,
    setup: Setup,
    compiled: Arc<Compiled>,
    names: Vec<String>,
    /// How its cards look; worked out when it is first asked for.
    deck: OnceLock<Arc<Deck>>,
}

/// A seat that is at no table.
const NO_SEAT: u8 = 31;

impl Prepared {
    pub(super) fn new(game: Game, setup: Setup, compiled: Compiled, names: Vec<String>) -> Self {
        Self { all: Arc::new(All { game, setup, compiled: Arc::new(compiled), names, deck: OnceLock::new() }) }
    }

    /// Whether it is the same, or the same rules for as many players with the same options.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        let alike = |this: &All, other: &All| this.setup == other.setup && this.game.hash() == other.game.hash();
        Arc::ptr_eq(&self.all, &other.all) || alike(&self.all, &other.all)
    }

    /// What was prepared: the rules file, whatever the setup.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.all.game
    }

    /// How many play.
    #[must_use]
    pub fn players(&self) -> u8 {
        self.all.setup.players
    }

    /// The names of the seats, in their order.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.all.names
    }

    /// The options, each with its value in this setup.
    #[must_use]
    pub fn options(&self) -> Vec<(&str, String)> {
        let options = self.all.game.game.options.iter().zip(&self.all.setup.options).enumerate();
        let word = |index, value: i64| self.all.game.option_word(index, value);
        options.map(|(index, (option, value))| (option.name.as_str(), word(index, *value))).collect()
    }

    /// A table at which a game begins. The same seed and acts give the same game on any machine.
    #[must_use]
    pub fn table(&self, seed: impl Into<Seed>) -> Table {
        self.table_by(Seeded::new(seed))
    }

    /// A seat whose view is asked for; for one that is not at the table, one that sees nothing of its own.
    pub(crate) fn viewer(&self, seat: u8) -> u8 {
        if seat < self.players() { seat } else { NO_SEAT }
    }

    /// Who knows what all seats know in common. At a table of one nobody else knows anything.
    #[doc(hidden)]
    #[must_use]
    pub fn everybody(&self) -> Reader {
        let seats = (1 << self.players()) - 1;
        Reader::Seats(if self.players() > 1 { seats } else { seats | 1 << NO_SEAT })
    }

    pub(super) fn name(&self, seat: u8) -> &str {
        self.all.names.get(usize::from(seat)).map_or("nobody here", String::as_str)
    }
}

/// For the crates around this one.
#[doc(hidden)]
impl Prepared {
    /// The same game compiled for the same setup, for seats of other names: nothing is compiled again.
    ///
    /// # Errors
    /// [`Error::Setup`] for too many names, an empty one, or two of one name.
    pub fn named(&self, given: &[String]) -> Result<Self, Error> {
        let All { game, setup, compiled, deck, .. } = &*self.all;
        let refused = |problem| Error::Setup { sources: game.sources.clone(), problems: vec![problem] };
        let (game, setup, compiled, deck) = (game.clone(), setup.clone(), Arc::clone(compiled), deck.clone());
        let names = names(given, setup.players).map_err(refused)?;
        Ok(Self { all: Arc::new(All { game, setup, compiled, names, deck }) })
    }

    /// The cards as screens show them.
    pub(crate) fn deck(&self) -> &Deck {
        self.all.deck.get_or_init(|| Arc::new(Deck::of(self.words())))
    }

    /// A table whose chance comes from elsewhere than a seed.
    #[must_use]
    pub fn table_by(&self, chance: impl Into<Luck>) -> Table {
        Table::new(self.clone(), chance.into())
    }

    /// The turn of a seat in a state in which it has to choose.
    #[must_use]
    pub fn turn_in(&self, state: &State, seat: u8) -> Turn {
        let mut desk = self.runner().desk(0);
        desk.load(state);
        Turn::new(self.clone(), desk, seat)
    }

    /// The options as numbers.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.all.setup
    }

    /// The program and its lines.
    #[must_use]
    pub fn compiled(&self) -> &Compiled {
        &self.all.compiled
    }

    /// The program made ready.
    #[must_use]
    pub fn runner(&self) -> &Arc<Runner> {
        self.all.compiled.runner()
    }

    /// What the numbers of the engine are called.
    #[must_use]
    pub fn words(&self) -> Words<'_> {
        Words { game: &self.all.game.game, program: &self.all.compiled.program, seats: &self.all.names, apart: None }
    }

    /// What stopped a game, with its place.
    #[must_use]
    pub fn stopped(&self, fault: Fault) -> Stopped {
        let what = self.words().fault(fault.kind);
        let (line, message) = (self.compiled().line(fault.rule), format!("the game stopped: {what}"));
        let problem = Diagnostic::new(Code::GameStopped, line, message);
        Stopped { what, problem, sources: self.game().sources.clone(), fault }
    }

    /// The clause behind a line of the program.
    #[must_use]
    pub fn clause(&self, rule: RuleId) -> Clause {
        Clause::at(&self.all.game, self.all.compiled.line(rule))
    }

    /// The phases that are being run in a state, the outermost first. The whole game is left out.
    #[must_use]
    pub fn phases(&self, state: &State) -> Vec<Running> {
        let phases = &self.all.game.game.phases;
        let name = |phase: u16| phases.get(usize::from(phase)).map(|phase| phase.name.clone());
        let running = self.all.compiled.program.phases_at(state).into_iter();
        running.skip(1).filter_map(|(phase, pass)| Some(Running { phase: name(phase)?, pass })).collect()
    }
}
