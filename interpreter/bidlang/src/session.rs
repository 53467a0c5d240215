//! One game being played: decisions, forced acts, limits, and who is told.

use crate::engine::{
    Chance, Choice, Event, Fault, FaultKind, Machine, Pause, RuleId, SeatSet, Sink, State, Told, each_seat,
};

/// Most decisions of one game, where nothing else is said.
pub const MOST_DECISIONS: u64 = 1_000_000;

/// Who is told of a game: events, and decisions when they are made.
pub trait Listener: Sink {
    /// A seat has chosen; `state` is that before the choice.
    fn decided(&mut self, machine: &mut Machine, state: &State, seat: u8, choice: &Choice, forced: bool);
}

impl Listener for crate::engine::Silent {
    fn decided(&mut self, _: &mut Machine, _: &State, _: u8, _: &Choice, _: bool) {}
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
#[derive(Debug)]
pub struct Session<'p, C> {
    /// The machine.
    pub machine: Machine<'p>,
    /// The state.
    pub state: State,
    /// Chance.
    pub chance: C,
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

    fn event(&mut self, state: &State, event: Event) {
        self.told.hear(&event);
        self.listener.event(state, event);
    }
}

impl<'p, C: Chance> Session<'p, C> {
    /// A game from its beginning.
    pub fn new(machine: Machine<'p>, chance: C, limit: u64) -> Self {
        let state = machine.start();
        Self { machine, state, chance, decisions: 0, recent: Vec::new(), limit, told: None }
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
                    if self.machine.count_choices(&self.state, seat, 2) != 1 {
                        return Ok(Turn::Choose(seats));
                    }
                    let Some(only) = self.machine.nth_choice(&self.state, seat, 0) else {
                        return Ok(Turn::Choose(seats));
                    };
                    self.make(seat, &only, true, listener)?;
                }
            }
        }
    }

    /// Runs the machine. Where it stops, places that have become visible are told.
    fn run<L: Listener>(&mut self, listener: &mut L) -> Result<Pause, Fault> {
        if !L::LISTENS {
            return self.machine.run(&mut self.state, &mut self.chance, listener);
        }
        let told = self.told.get_or_insert_with(|| Told::new(self.machine.program()));
        let found = self.machine.run(&mut self.state, &mut self.chance, &mut Ear { told, listener });
        told.show(&mut self.machine, &self.state, listener);
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
        let rule = self.machine.ask(&self.state).map_or(0, |ask| ask.rule);
        self.decisions += 1;
        if self.recent.len() >= 64 {
            self.recent.remove(0);
        }
        self.recent.push(rule);
        if self.decisions > self.limit {
            return Err(Fault { kind: FaultKind::Decisions(self.limit), rule });
        }
        if L::LISTENS {
            listener.decided(&mut self.machine, &self.state, seat, choice, forced);
        }
        if !L::LISTENS {
            return self.machine.choose(&mut self.state, seat, choice, forced, listener);
        }
        let told = self.told.get_or_insert_with(|| Told::new(self.machine.program()));
        self.machine.choose(&mut self.state, seat, choice, forced, &mut Ear { told, listener })
    }

    /// What the game goes through again and again after a limit was reached, oldest first: the lines of the last decisions,
    /// or those that the rules run through without a decision. The shortest part that repeats.
    #[must_use]
    pub fn cycle(&mut self, kind: FaultKind) -> Vec<RuleId> {
        if matches!(kind, FaultKind::Steps(_)) {
            return self.machine.circle(&self.state, &mut self.chance);
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
