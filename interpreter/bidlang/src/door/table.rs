//! A table: one game being played, with what is asked of it from outside.

use std::sync::Arc;

use super::{Act, Error, Objected, Turn, View};
use crate::engine::{Fault, Runner, Seeded, Silent, each_seat};
use crate::lower::Compiled;
use crate::rulebook::Rulebook;
use crate::session::{Listener, MOST_DECISIONS, Session, Turn as Pause};
use crate::why::{Clause, word_of};
use crate::words::Words;

/// What does not change while a game is played.
#[derive(Debug)]
pub(super) struct Seated {
    pub(super) book: Arc<Rulebook>,
    pub(super) compiled: Arc<Compiled>,
    pub(super) runner: Arc<Runner>,
    pub(super) names: Vec<String>,
}

impl Seated {
    pub(super) fn words(&self) -> Words<'_> {
        Words { game: &self.book.game, program: &self.compiled.program, seats: &self.names }
    }

    pub(super) fn name(&self, seat: u8) -> &str {
        self.names.get(usize::from(seat)).map_or("nobody here", String::as_str)
    }
}

/// One game being played. A clone is a snapshot: both go their own way from there. It can be sent to another thread.
///
/// ```
/// # const TEXT: &str = bidlang::SMALL_GAME;
/// use bidlang::{Game, Setup};
///
/// let game = Game::read("high.bid", TEXT)?;
/// let mut table = game.table(&Setup::players(2), 7)?;
/// while let Some(turn) = table.turn()? {
///     let act = turn.nth(0).unwrap();
///     let before = table.clone();
///     table.play(turn.seat(), &act)?;
///     assert!(before.clone().play(turn.seat(), &act).is_ok(), "a snapshot can go on too");
/// }
/// assert_eq!(table.scores().len(), 2);
/// # Ok::<(), bidlang::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Table {
    seated: Arc<Seated>,
    session: Session,
}

impl Table {
    pub(super) fn new(book: Arc<Rulebook>, compiled: Arc<Compiled>, names: Vec<String>, seed: u64) -> Self {
        let runner = compiled.runner();
        let session = Session::new(Arc::clone(&runner), Seeded::new(seed), MOST_DECISIONS);
        Self { seated: Arc::new(Seated { book, compiled, runner, names }), session }
    }

    /// Plays on until a seat has to choose among several acts; forced acts are made. None when the game is over.
    ///
    /// # Errors
    /// [`Error::Stopped`] where the rules ask for what cannot be done, or after a million decisions.
    pub fn turn(&mut self) -> Result<Option<Turn>, Error> {
        self.turn_told(&mut Silent)
    }

    /// The same where somebody is told what happens.
    ///
    /// # Errors
    /// As [`Self::turn`].
    pub fn turn_told<L: Listener>(&mut self, listener: &mut L) -> Result<Option<Turn>, Error> {
        let paused = self.session.advance(listener).map_err(|fault| self.stopped(fault))?;
        let Pause::Choose(seats) = paused else { return Ok(None) };
        let turn = |seat| Turn { seated: Arc::clone(&self.seated), desk: self.session.desk.clone(), seat, seats };
        Ok(each_seat(seats).next().map(turn))
    }

    /// A seat acts.
    ///
    /// # Errors
    /// [`Error::NotToChoose`] if it is not its turn, [`Error::Illegal`] with the clauses that forbid the act, [`Error::Stopped`] where
    /// the rules ask for what cannot be done. Nothing has happened then.
    pub fn play(&mut self, seat: u8, act: &Act) -> Result<(), Error> {
        self.play_told(seat, act, &mut Silent)
    }

    /// The same where somebody is told what happens.
    ///
    /// # Errors
    /// As [`Self::play`].
    pub fn play_told<L: Listener>(&mut self, seat: u8, act: &Act, listener: &mut L) -> Result<(), Error> {
        let choosers = self.seated.runner.choosers(self.session.state());
        if !each_seat(choosers).any(|chooser| chooser == seat) {
            let choosers = each_seat(choosers).map(|seat| self.seated.name(seat).to_owned()).collect();
            return Err(Error::NotToChoose { seat: self.seated.name(seat).to_owned(), choosers });
        }
        let objections = self.seated.runner.objections(&mut self.session.desk, seat, act.choice());
        if !objections.is_empty() || !self.seated.runner.fits(self.session.state(), act.choice()) {
            let because = objections.iter().map(|objection| Objected {
                why: word_of(objection.why),
                clause: Clause::of(&self.seated.book, &self.seated.compiled, objection.rule),
            });
            return Err(Error::Illegal { act: act.to_string(), because: because.collect() });
        }
        self.session.make(seat, act.choice(), false, listener).map_err(|fault| self.stopped(fault))
    }

    fn stopped(&self, fault: Fault) -> Error {
        let at = Clause::of(&self.seated.book, &self.seated.compiled, fault.rule);
        Error::Stopped { what: self.seated.words().fault(fault.kind), at }
    }

    /// The table as a seat may see it.
    #[must_use]
    pub fn view(&self, seat: u8) -> View {
        View::new(&self.seated, &mut self.session.desk.clone(), Some(seat))
    }

    /// The whole table, with all that is hidden.
    #[must_use]
    pub fn view_of_all(&self) -> View {
        View::new(&self.seated, &mut self.session.desk.clone(), None)
    }

    /// The names of the seats, in their order.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.seated.names
    }

    /// The score of each seat.
    #[must_use]
    pub fn scores(&self) -> Vec<i64> {
        self.seated.runner.scores(self.session.state()).collect()
    }

    /// The seats that have won; none before the end, or where the rules name nobody.
    #[must_use]
    pub fn winners(&self) -> Vec<u8> {
        each_seat(self.seated.runner.winners(self.session.state())).collect()
    }

    /// Whether the game is over.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.session.state().is_over()
    }

    /// How many decisions were made, forced ones too.
    #[must_use]
    pub const fn decisions(&self) -> u64 {
        self.session.decisions
    }

    /// The game as the engine plays it, for who needs more than this door gives.
    pub const fn session(&mut self) -> &mut Session {
        &mut self.session
    }
}
