//! One game being played: decisions, forced acts, limits, and who is told.

use std::sync::Arc;

use crate::engine::{
    Choice, Desk, Event, Fault, FaultKind, Luck, Pause, RuleId, Runner, SeatSet, Sink, State, Told, each_seat,
};

/// Most decisions of one game, where nothing else is said.
pub const MOST_DECISIONS: u64 = 1_000_000;

/// Who is told of a game: events, and decisions when they are made.
pub trait Listener: Sink {
    /// A seat has chosen; the desk has the state before the choice.
    fn decided(&mut self, runner: &Runner, desk: &mut Desk, seat: u8, choice: &Choice, forced: bool);
}

impl Listener for crate::engine::Silent {
    fn decided(&mut self, _: &Runner, _: &mut Desk, _: u8, _: &Choice, _: bool) {}
}

/// What the game waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turn {
    /// These seats have to choose, each among several legal choices or yet to be looked at.
    Choose(SeatSet),
    /// The game is over.
    Over,
}

/// A game being played.
#[derive(Debug, Clone)]
pub struct Session {
    /// The engine.
    pub runner: Arc<Runner>,
    /// What the game is played on: its state and chance.
    pub desk: Desk,
    /// How many decisions were made, forced ones too.
    pub decisions: u64,
    /// Lines of the last decisions, newest last.
    recent: Vec<RuleId>,
    limit: u64,
    /// What the listener has been told; none before anybody listens.
    told: Option<Told>,
}

/// Hears with a listener, and keeps what has been told.
struct Ear<'l, L> {
    told: &'l mut Told,
    listener: &'l mut L,
}

impl<L: Sink> Sink for Ear<'_, L> {
    const LISTENS: bool = L::LISTENS;

    fn event(&mut self, state: &State, event: &Event) {
        self.told.hear(event);
        self.listener.event(state, event);
    }
}

impl Session {
    /// A game from its beginning.
    pub fn new(runner: Arc<Runner>, chance: impl Into<Luck>, limit: u64) -> Self {
        let desk = runner.desk_by(chance);
        Self { runner, desk, decisions: 0, recent: Vec::new(), limit, told: None }
    }

    /// The state.
    #[must_use]
    pub const fn state(&self) -> &State {
        self.desk.state()
    }

    /// Looks at another state of the game, and goes on from this one.
    pub fn in_state<T>(&mut self, state: &State, look: impl FnOnce(&Runner, &mut Desk) -> T) -> T {
        let now = self.desk.state().clone();
        self.desk.load(state);
        let found = look(&self.runner, &mut self.desk);
        self.desk.load(&now);
        found
    }

    /// Plays on until a seat has to choose among several legal choices. Forced acts are made on the way, in their turn.
    ///
    /// # Errors
    /// Where the rules ask for what cannot be done, or a limit is reached.
    pub fn advance<L: Listener>(&mut self, listener: &mut L) -> Result<Turn, Fault> {
        loop {
            match self.run(listener)? {
                Pause::Over => return Ok(Turn::Over),
                Pause::Decision(seats) => {
                    // In seat order: a forced seat is passed over only when its turn has come.
                    let Some(seat) = each_seat(seats).next() else { return Ok(Turn::Over) };
                    if self.runner.choices(&mut self.desk, seat) != 1 {
                        return Ok(Turn::Choose(seats));
                    }
                    let Some(only) = self.runner.nth_choice(&mut self.desk, seat, 0) else {
                        return Ok(Turn::Choose(seats));
                    };
                    self.make(seat, &only, true, listener)?;
                }
            }
        }
    }

    /// Runs on. Where it stops, places that have become visible are told.
    fn run<L: Listener>(&mut self, listener: &mut L) -> Result<Pause, Fault> {
        if !L::LISTENS {
            return self.runner.run(&mut self.desk, listener);
        }
        let told = self.told.get_or_insert_with(|| Told::new(self.runner.program()));
        let found = self.runner.run(&mut self.desk, &mut Ear { told, listener });
        told.show(&self.runner, &mut self.desk, listener);
        found
    }

    /// Takes a choice, which the caller found among the legal ones.
    ///
    /// # Errors
    /// If the seat does not have to choose, or a limit is reached.
    pub fn make<L: Listener>(
        &mut self,
        seat: u8,
        choice: &Choice,
        forced: bool,
        listener: &mut L,
    ) -> Result<(), Fault> {
        let rule = self.runner.ask(self.desk.state()).map_or(0, |ask| ask.rule);
        self.decisions += 1;
        if self.recent.len() >= 64 {
            self.recent.remove(0);
        }
        self.recent.push(rule);
        if self.decisions > self.limit {
            return Err(Fault { kind: FaultKind::Decisions(self.limit), rule });
        }
        if L::LISTENS {
            listener.decided(&self.runner, &mut self.desk, seat, choice, forced);
        }
        if !L::LISTENS {
            return self.runner.choose(&mut self.desk, seat, choice, forced, listener);
        }
        let told = self.told.get_or_insert_with(|| Told::new(self.runner.program()));
        self.runner.choose(&mut self.desk, seat, choice, forced, &mut Ear { told, listener })
    }

    /// What the game goes through again and again after a limit was reached, oldest first: the lines of the last decisions,
    /// or those that the rules run through without a decision. The shortest part that repeats.
    #[must_use]
    pub fn cycle(&self, kind: FaultKind) -> Vec<RuleId> {
        if matches!(kind, FaultKind::Steps(_)) {
            return self.runner.circle(&self.desk);
        }
        let recent = &self.recent;
        let repeats = |length: usize| {
            let last = recent.iter().rev().take(length);
            let before = recent.iter().rev().skip(length).take(length);
            recent.len() >= 2 * length && last.eq(before)
        };
        let length = (1..=recent.len() / 2).find(|length| repeats(*length)).unwrap_or_else(|| recent.len().min(8));
        recent.iter().skip(recent.len() - length).copied().collect()
    }
}
