//! The engine: closure generation and the machine that runs it. Each operation and phrase of a [`Program`] becomes a closure made for its
//! shape, so that nothing is looked up while a game is played. Operations are made twice from the same text: for nobody who listens,
//! and for somebody who is told of everything ([`tell`]).

mod alike;
mod amounts;
mod apart;
mod asks;
mod bounds;
mod cards;
mod choices;
mod circuits;
mod companions;
mod conditions;
mod contest;
mod deals;
mod effects;
mod ends;
mod facts;
mod fits;
mod follow;
mod forms;
mod grounds;
mod groups;
mod guards;
mod inputs;
mod judge;
mod keys;
mod knowers;
mod learned;
pub(crate) mod lies;
mod loops;
mod memoized;
mod menus;
mod moves;
mod named;
mod numbers;
mod objections;
mod offers;
mod open;
mod ops;
mod phrases;
mod plans;
mod play;
mod public;
mod ranges;
mod ranks;
mod refusals;
mod rounds;
mod scores;
mod seats;
mod secret;
mod select;
mod shared;
mod singles;
mod small;
mod steps;
mod stores;
mod stride;
mod subsets;
mod tabulated;
mod taker;
mod tell;
mod tricks;
mod views;
mod walk;
mod winning;
mod within;
mod worst;

use crate::index::item;
use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use std::sync::{Arc, OnceLock};

use super::event::{Silent, Sink};
use super::fault::{Fault, FaultKind};
use super::program::{CardSet, Node, NodeId, Pc, PerNode, Program, RuleId, SeatSet};
use super::reached::Reach;
use super::seed::Seed;
use super::state::State;

use super::desk::{self, Desk, MOST_WORK, Pause};
use super::watch;

pub(crate) use choices::Scratch;
pub(crate) use judge::{Judge, Laying};

use asks::Asked;
use choices::Known;
use ops::Coder;
use phrases::Phrases;
use tell::{Silence, Tell};

pub(crate) type Numbers = Box<dyn Fn(&mut Desk) -> i64 + Send + Sync>;
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

/// A program made ready to be played. One serves any number of games and threads.
pub struct Runner {
    program: Arc<Program>,
    /// The operations where nobody listens.
    code: Vec<Call>,
    /// The same where somebody does, made when it is first asked for.
    told: OnceLock<Vec<Call>>,
    asks: Vec<Asked>,
    phrases: Arc<Phrases>,
    start: State,
    most_acts: usize,
}

/// What is made while a runner is built.
pub(crate) struct Build<'p> {
    program: &'p Program,
    /// While a number is made for what its table does not hold.
    untabulated: Cell<bool>,
    /// What registers are while a phrase is made in which they are no more than another name for a slot, a number or a register.
    known: RefCell<Vec<(u32, NodeId)>>,
    /// How many acts there are so far of which something is remembered.
    memos: Cell<usize>,
    /// What is known of all phrases, for some registers.
    looked_through: RefCell<Vec<(Node, Rc<PerNode<Known>>)>>,
    /// Phrases that are worked out once in a look at a decision.
    shared: RefCell<shared::Sharing>,
    /// Slots of which it is known what they hold while what is made here is used.
    fixed: Vec<(u32, i64)>,
    /// The program for what is made later.
    kept: OnceCell<Arc<Program>>,
}

impl<'p> Build<'p> {
    pub(crate) fn new(program: &'p Program) -> Self {
        Self {
            program,
            untabulated: Cell::new(false),
            known: RefCell::default(),
            memos: Cell::new(0),
            looked_through: RefCell::default(),
            shared: RefCell::default(),
            fixed: Vec::new(),
            kept: OnceCell::new(),
        }
    }

    /// Where some slots hold this.
    fn where_slots_hold(program: &'p Program, fixed: Vec<(u32, i64)>) -> Self {
        Self { fixed, ..Self::new(program) }
    }

    /// The program for what is made later.
    fn kept_program(&self) -> Arc<Program> {
        Arc::clone(self.kept.get_or_init(|| Arc::new(self.program.clone())))
    }

    /// Phrases without tables that are worked out before: those that are used but a few times.
    pub(crate) fn plain(program: &'p Program) -> Self {
        Self { untabulated: Cell::new(true), ..Self::new(program) }
    }

    fn code(&self, tell: impl Tell, asks: &[Asked]) -> Vec<Call> {
        let coder = Coder { build: self, tell, asks };
        (0_u32..).zip(&self.program.code).map(|(pc, op)| coder.op(pc, op)).collect()
    }
}

/// Who hears after each operation.
trait Hears {
    const EACH: bool;
    fn hear(&mut self, desk: &mut Desk);
}

impl<S: Sink> Hears for S {
    const EACH: bool = S::LISTENS;

    fn hear(&mut self, desk: &mut Desk) {
        if !desk.events.is_empty() {
            let mut events = std::mem::take(&mut desk.events);
            events.drain(..).for_each(|event| self.event(&desk.state, &event));
            desk.events = events;
            while let Some((slot, value)) = self.corrects() {
                desk.keep(slot, value);
            }
            self.settles(desk);
            if self.has_enough() {
                desk.fail(FaultKind::Illegal, 0);
            }
        } else if self.looks(&desk.state) {
            self.settles(desk);
        }
    }
}

/// Nobody listens, but what is reached is counted.
struct Counting;

impl Hears for &mut Counting {
    const EACH: bool = true;

    fn hear(&mut self, desk: &mut Desk) {
        desk.events.clear();
    }
}

impl Runner {
    /// Makes a program ready.
    #[must_use]
    pub fn new(program: &Program) -> Self {
        let build = Build::new(program);
        let asks: Vec<Asked> = (0_u16..).zip(&program.asks).map(|(number, ask)| build.asked(number, ask)).collect();
        let code = build.code(Silence, &asks);
        let mut start = State::new(program);
        start.set_seats(program.winners, 0);
        let program = Arc::new(program.clone());
        Self {
            code,
            told: OnceLock::new(),
            most_acts: asks.iter().map(Asked::acts).max().unwrap_or(0),
            asks,
            phrases: Arc::new(Phrases::new(Arc::clone(&program))),
            start,
            program,
        }
    }

    /// The operations that tell.
    fn told(&self) -> &[Call] {
        self.told.get_or_init(|| Build::new(&self.program).code(Arc::clone(&self.phrases), &self.asks))
    }

    /// The program.
    #[must_use]
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// A desk to play on, with a game at its beginning.
    #[must_use]
    pub fn desk(&self, seed: impl Into<Seed>) -> Desk {
        let regs = (self.program.regs as usize, self.program.mask_regs as usize);
        Desk::new(self.start.clone(), regs, self.most_acts, seed)
    }

    /// Begins another game on a desk.
    pub fn restart(&self, desk: &mut Desk, seed: impl Into<Seed>) {
        desk.restart(&self.start, seed);
    }

    /// Runs until somebody has to choose or the game is over. Who listens is told of what happens.
    ///
    /// # Errors
    /// Where a rule asks for what cannot be done.
    pub fn run<S: Sink>(&self, desk: &mut Desk, sink: &mut S) -> Result<Pause, Fault> {
        desk.worked = desk.worked.wrapping_add(desk.steps);
        desk.steps = 0;
        if S::LISTENS {
            desk.acted = None;
            desk.listened(&self.program);
            self.run_by(self.told(), desk, sink)
        } else if desk.reached.is_some() {
            desk.acted = None;
            self.run_by(self.told(), desk, &mut &mut Counting)
        } else {
            if let Some((ask, act)) = desk.acted.take()
                && let Some(paused) = self.stride(desk, ask, act)?
            {
                return Ok(paused);
            }
            self.run_by(&self.code, desk, &mut Silent)
        }
    }

    fn run_by<H: Hears>(&self, code: &[Call], desk: &mut Desk, hears: &mut H) -> Result<Pause, Fault> {
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
            if self.go(code, desk, (from, NOWHERE), hears)? != Stop::Asked {
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

    /// The same up to a decision, to the end or up to an operation, where nobody listens.
    #[inline]
    fn run_on(&self, desk: &mut Desk, from: Pc, until: Pc) -> Result<Stop, Fault> {
        self.go(&self.code, desk, (from, until), &mut Silent)
    }

    /// Goes through operations. Where somebody is asked, the program counter stands on what asks.
    #[inline]
    fn go<H: Hears>(
        &self,
        code: &[Call],
        desk: &mut Desk,
        (from, until): (Pc, Pc),
        hears: &mut H,
    ) -> Result<Stop, Fault> {
        if desk.fault.is_some() {
            // What was chosen could not be done.
            return Err(self.fault(desk, from));
        }
        desk.stopped = false;
        let mut next = from;
        while next != until {
            let pc = next;
            let Some(op) = code.get(pc as usize) else {
                desk.state.over = true;
                desk.state.pc = pc;
                return Ok(Stop::Over);
            };
            if H::EACH {
                desk.state.pc = pc;
                desk.note(self.line(pc), Reach::Done);
            }
            next = op(desk);
            if H::EACH {
                hears.hear(desk);
            }
            if desk.stopped {
                return self.stopped(desk, pc, next);
            }
        }
        Ok(Stop::There)
    }

    /// Why the operation at `pc` stopped the game.
    fn stopped(&self, desk: &mut Desk, pc: Pc, next: Pc) -> Result<Stop, Fault> {
        if desk.fault.is_some() {
            return Err(self.fault(desk, pc));
        }
        desk.state.pc = if desk.state.over { next } else { pc };
        desk.stopped = false;
        Ok(if desk.state.over { Stop::Over } else { Stop::Asked })
    }

    /// What stopped the game at an operation.
    fn fault(&self, desk: &mut Desk, pc: Pc) -> Fault {
        desk.state.pc = pc;
        let found = desk.fault.take().unwrap_or(Fault { kind: FaultKind::Illegal, rule: 0 });
        self.fault_of(desk, found)
    }

    fn fault_of(&self, desk: &Desk, fault: Fault) -> Fault {
        if fault.rule == 0 { Fault { rule: self.line(desk.state.pc), ..fault } } else { fault }
    }

    /// The line of an operation.
    fn line(&self, pc: Pc) -> RuleId {
        item(&self.program.lines, pc as usize)
    }

    /// The score of each seat.
    pub fn scores<'d>(&'d self, state: &'d State) -> impl Iterator<Item = i64> + 'd {
        self.program.teams.iter().map(|team| state.int(self.program.scores + u32::from(*team)))
    }

    /// The winners of a game that is over; empty before, and where the rules name none.
    #[must_use]
    pub fn winners(&self, state: &State) -> SeatSet {
        state.seats(self.program.winners)
    }
}

impl std::fmt::Debug for Runner {
    fn fmt(&self, to: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(to, "Runner of {} operations", self.code.len())
    }
}
