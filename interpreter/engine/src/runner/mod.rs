//! The same rules at speed: each operation and phrase of a [`Program`] becomes a closure made for its shape, so that nothing is
//! looked up while a game is played. It works on the same [`State`] as the [`Machine`](super::Machine), which says what is right:
//! wherever a game stops, both have the same state. Nobody is told of anything: for events and views there is the machine.

mod apart;
mod asks;
mod bounds;
mod cards;
mod circuits;
mod companions;
mod conditions;
mod contest;
mod deals;
mod desk;
mod effects;
mod facts;
mod follow;
mod forms;
mod groups;
mod inputs;
mod keys;
mod menus;
mod moves;
mod numbers;
mod ops;
mod play;
mod rounds;
mod seats;
mod secret;
mod select;
mod small;
mod subsets;
mod tabulated;
mod taker;
mod tricks;
mod walk;
mod watch;

use std::cell::{Cell, RefCell};

use super::fault::{Fault, FaultKind};
use super::machine::Pause;
use super::program::{CardSet, NodeId, Pc, Program, RuleId, SeatSet};
use super::state::State;
use super::step::MOST_STEPS;

pub use desk::{Desk, Points, Sale};
pub use watch::{Made, Played, Watch};

use asks::Asked;

type Numbers = Box<dyn Fn(&mut Desk) -> i64 + Send + Sync>;
type Conditions = Box<dyn Fn(&mut Desk) -> bool + Send + Sync>;
type Cards = Box<dyn Fn(&mut Desk) -> CardSet + Send + Sync>;
type Seats = Box<dyn Fn(&mut Desk) -> SeatSet + Send + Sync>;
type Call = Box<dyn Fn(&mut Desk) -> Pc + Send + Sync>;

/// Why operations stopped.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stop {
    /// Somebody is asked.
    Asked,
    Over,
    /// The operation is reached up to which they were to go.
    There,
}

/// No operation.
const NOWHERE: Pc = Pc::MAX - 1;

/// A program made ready to be played fast, without listeners. One serves any number of games and threads.
pub struct Runner {
    code: Vec<Call>,
    lines: Vec<RuleId>,
    asks: Vec<Asked>,
    winners: u32,
    scores: u32,
    teams: Vec<u8>,
    start: State,
    regs: (usize, usize),
    most_acts: usize,
}

/// What is made while a runner is built.
struct Build<'p> {
    program: &'p Program,
    /// While a number is made for what its table does not hold.
    untabulated: Cell<bool>,
    /// What registers are while a phrase is made in which they are no more than another name for a slot, a number or a register.
    known: RefCell<Vec<(u32, NodeId)>>,
}

impl Runner {
    /// Makes a program ready.
    #[must_use]
    pub fn new(program: &Program) -> Self {
        let build = Build { program, untabulated: Cell::new(false), known: RefCell::default() };
        let code = (0_u32..).zip(&program.code).map(|(pc, op)| build.op(pc, op)).collect();
        let asks: Vec<Asked> = (0_u16..).zip(&program.asks).map(|(number, ask)| build.asked(number, ask)).collect();
        let mut start = State::new(program);
        start.set_seats(program.winners, 0);
        Self {
            code,
            lines: program.lines.clone(),
            most_acts: asks.iter().map(Asked::acts).max().unwrap_or(0),
            asks,
            winners: program.winners,
            scores: program.scores,
            teams: program.teams.clone(),
            start,
            regs: (program.regs as usize, program.mask_regs as usize),
        }
    }

    /// A desk to play on, with a game at its beginning.
    #[must_use]
    pub fn desk(&self, seed: u64) -> Desk {
        Desk::new(self.start.clone(), self.regs, self.most_acts, seed)
    }

    /// Begins another game on a desk.
    pub fn restart(&self, desk: &mut Desk, seed: u64) {
        desk.restart(&self.start, seed);
    }

    /// Runs until somebody has to choose or the game is over.
    ///
    /// # Errors
    /// Where a rule asks for what cannot be done.
    pub fn run(&self, desk: &mut Desk) -> Result<Pause, Fault> {
        if let Some(ask) = desk.state.waiting().and_then(|ask| self.asks.get(usize::from(ask))) {
            let waiting = desk.state.seats(ask.waiting);
            if waiting != 0 {
                return Ok(Pause::Decision(waiting));
            }
            desk.state.waiting = -1;
            desk.state.pc += 1;
        }
        loop {
            if desk.state.over {
                return Ok(Pause::Over);
            }
            let from = desk.state.pc;
            if self.run_on(desk, from, NOWHERE)? != Stop::Asked {
                return Ok(Pause::Over);
            }
            let seats = self.begin(desk)?;
            if seats != 0 {
                return Ok(Pause::Decision(seats));
            }
            // Nobody is asked: on to what follows.
            desk.state.pc += 1;
        }
    }

    /// Runs up to a decision, to the end or up to an operation. Where somebody is asked, the program counter stands on what asks.
    #[inline]
    fn run_on(&self, desk: &mut Desk, from: Pc, until: Pc) -> Result<Stop, Fault> {
        desk.stopped = false;
        desk.heavy = 0;
        let mut left = MOST_STEPS;
        let mut next = from;
        while next != until {
            let pc = next;
            let Some(op) = self.code.get(pc as usize) else {
                desk.state.over = true;
                desk.state.pc = pc;
                return Ok(Stop::Over);
            };
            next = op(desk);
            left -= 1;
            if desk.stopped || left == 0 {
                return self.stopped(desk, pc, next);
            }
        }
        Ok(Stop::There)
    }

    /// Why the operation at `pc` stopped the game, or the limit of steps did.
    fn stopped(&self, desk: &mut Desk, pc: Pc, next: Pc) -> Result<Stop, Fault> {
        if desk.fault.is_some() || !desk.stopped {
            return Err(self.fault(desk, pc));
        }
        desk.state.pc = if desk.state.over { next } else { pc };
        desk.stopped = false;
        Ok(if desk.state.over { Stop::Over } else { Stop::Asked })
    }

    /// What stopped the game at an operation.
    fn fault(&self, desk: &mut Desk, pc: Pc) -> Fault {
        desk.state.pc = pc;
        let found = desk.fault.take().unwrap_or(Fault { kind: FaultKind::Steps(MOST_STEPS), rule: 0 });
        self.fault_of(desk, found)
    }

    fn fault_of(&self, desk: &Desk, fault: Fault) -> Fault {
        let rule = self.lines.get(desk.state.pc as usize).copied().unwrap_or(0);
        if fault.rule == 0 { Fault { rule, ..fault } } else { fault }
    }

    /// The score of each seat.
    pub fn scores<'d>(&'d self, state: &'d State) -> impl Iterator<Item = i64> + 'd {
        self.teams.iter().map(|team| state.int(self.scores + u32::from(*team)))
    }

    /// The winners of a game that is over.
    #[must_use]
    pub fn winners(&self, state: &State) -> SeatSet {
        state.seats(self.winners)
    }
}

impl std::fmt::Debug for Runner {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(to, "Runner of {} operations", self.code.len())
    }
}
