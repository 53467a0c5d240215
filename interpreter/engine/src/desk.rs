//! What one game is played on: its state, its chance, and what is spoken of inside a phrase.

use super::chance::{Luck, Seeded};
use super::event::Event;
use super::fault::{Fault, FaultKind};
use super::kept::Kept;
use super::minds::{Minds, Way};
use super::program::{CardSet, Program, RuleId, SeatSet};
use super::reached::{Reach, Reached};
use super::seed::Seed;
use super::state::State;
use super::{few, many};
use crate::index::item;

/// Most steps between two decisions: the weights of the operations that are done.
pub(crate) const MOST_STEPS: u64 = 2_000_000;

/// Most steps to find what one seat may choose: looks at a group or a value, each as long as its conditions, and numbers of tables.
pub(crate) const MOST_WORK: u64 = 20_000_000;

/// A game being played fast.
#[derive(Debug, Clone)]
pub struct Desk {
    pub(crate) state: State,
    /// Chance.
    pub chance: Luck,
    /// A phase, and how many of its passes are played before the game is stopped.
    pub most_passes: Option<(u16, i64)>,
    /// Whether the game was stopped after those passes; the rules would go on.
    pub out_of_passes: bool,
    /// What has happened since it was last told, where somebody listens.
    pub(crate) events: Vec<Event>,
    /// What each reader can know, where somebody listens.
    pub(crate) minds: Option<Box<Minds>>,
    /// What was reached, where somebody counts.
    pub(crate) reached: Option<Box<Reached>>,
    /// How many cards were shuffled so far, each as often as it was, in whatever game was played on this desk.
    pub shuffled: u64,
    /// Steps up to the last decision, and work to find what may be chosen.
    pub(crate) worked: u64,
    /// Auctions that have closed since this was last emptied, if anybody asks.
    pub sales: Option<Vec<Sale>>,
    /// Points written down since this was last emptied, if anybody asks.
    pub points: Option<Vec<Points>>,
    pub(crate) ints: Box<[i64]>,
    pub(crate) sets: Box<[CardSet]>,
    pub(crate) fault: Option<Fault>,
    /// Whether something has happened that operations stop for: a fault, a decision, the end.
    pub(crate) stopped: bool,
    /// How many choices each act has, and the cards where it is one card: of the last decision that was looked at.
    pub(crate) counts: Box<[(u64, CardSet)]>,
    /// Whose choices those are, and how many in all.
    pub(crate) looked: Option<(u8, u64)>,
    /// The decision in which a seat has just acted, and its act, before anything else has happened.
    pub(crate) acted: Option<(u16, u8)>,
    /// The card that leads the trick, while one is played apart from the state.
    pub(crate) led: u8,
    /// How many steps may still be worked to find what may be chosen.
    pub(crate) look_at: u64,
    /// Room to count choices in, for each of the two engines.
    pub(crate) few: few::runner::Scratch,
    pub(crate) many: many::runner::Scratch,
    /// What was worked out in the last look at a decision.
    pub(crate) kept: Kept,
    /// Steps since the last decision of somebody: one that asks nobody does not begin the count anew.
    pub(crate) steps: u64,
    /// Most of them.
    pub(crate) most_steps: u64,
}

/// An auction that has closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sale {
    /// The auction's number in the program.
    pub auction: u16,
    /// Who won, or -1.
    pub winner: i64,
    /// What the winning bid is worth.
    pub worth: i64,
    /// The score of the winner when it closed; 0 where nobody won.
    pub score: i64,
    /// How many bids were made.
    pub bids: i64,
}

/// Points that were written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Points {
    /// What for: its number in the game.
    pub reason: u16,
    /// How many, for each side.
    pub points: i64,
    /// For so many sides: seats or teams.
    pub sides: u32,
}

impl Desk {
    pub(crate) fn new(state: State, regs: (usize, usize), acts: usize, seed: impl Into<Seed>) -> Self {
        Self {
            state,
            chance: Seeded::new(seed).into(),
            most_passes: None,
            out_of_passes: false,
            events: Vec::new(),
            minds: None,
            reached: None,
            shuffled: 0,
            worked: 0,
            sales: None,
            points: None,
            ints: vec![0; regs.0].into(),
            sets: vec![CardSet::NONE; regs.1].into(),
            fault: None,
            stopped: false,
            counts: vec![(0, CardSet::NONE); acts].into(),
            looked: None,
            acted: None,
            led: 0,
            look_at: u64::MAX,
            few: few::runner::Scratch::default(),
            many: many::runner::Scratch::default(),
            kept: Kept::default(),
            steps: 0,
            most_steps: MOST_STEPS,
        }
    }

    /// A desk on which phrases of a program are worked out in a state.
    pub(crate) fn of_state(state: State, program: &Program) -> Self {
        Self::new(state, (program.regs as usize, program.mask_regs as usize), 0, 0_u64)
    }

    pub(crate) fn restart(&mut self, start: &State, seed: impl Into<Seed>) {
        self.state.clone_from(start);
        self.chance = Seeded::new(seed).into();
        self.events.clear();
        self.minds = None;
        self.fault = None;
        (self.looked, self.acted) = (None, None);
        (self.stopped, self.out_of_passes) = (false, false);
        if let Some(sales) = &mut self.sales {
            sales.clear();
        }
        if let Some(points) = &mut self.points {
            points.clear();
        }
    }

    /// What games on this desk have cost so far: steps of the rules, and work to find what may be chosen. The same on any machine; where whole games
    /// are played at a stretch, less of it is counted.
    #[must_use]
    pub const fn worked(&self) -> u64 {
        self.worked.wrapping_add(self.steps)
    }

    /// The state.
    #[must_use]
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// Sets a slot of a track, as a script says: whether the number fits.
    #[must_use]
    pub fn set_slot(&mut self, slot: u32, value: i64) -> bool {
        (self.looked, self.acted) = (None, None);
        self.state.keep(slot, value)
    }

    /// The cards that a seat holds to be possible in a place, from all that it was told; none where nobody has listened.
    #[must_use]
    pub fn may_lie(&self, seat: u8, place: u16) -> Option<CardSet> {
        self.minds.as_ref().map(|minds| minds.may(1 << seat, place))
    }

    /// Goes on from another state of the same program.
    pub fn load(&mut self, state: &State) {
        self.state.clone_from(state);
        (self.looked, self.acted) = (None, None);
        self.minds = None;
        self.fault = None;
        (self.stopped, self.out_of_passes) = (false, false);
    }

    /// Somebody listens from here on.
    pub(crate) fn listened(&mut self, program: &Program) {
        if self.minds.is_none() {
            self.minds = Some(Box::new(Minds::new(program, &self.state)));
        }
    }

    /// From here on these seats know what a slot holds, of cards or of one thing.
    pub(crate) fn known_to(&mut self, slot: (u32, bool), seats: SeatSet) {
        if let Some(minds) = &mut self.minds {
            minds.picked(slot, seats);
        }
    }

    /// These seats know which way the program went on.
    pub(crate) fn goes(&mut self, way: Way, seats: SeatSet) {
        if let Some(minds) = &mut self.minds {
            minds.goes(way, seats);
        }
    }

    /// Readers learn from what happens, and chance hears of it.
    pub(crate) fn knows_from(&mut self, event: &Event) {
        self.chance.hear(event);
        if let Some(minds) = &mut self.minds {
            minds.hear(&self.state, event);
        }
    }

    /// Readers learn from the two moves that came last, which are one exchange.
    pub(crate) fn knows_from_swap(&mut self) {
        if let (Some(minds), [.., there, back]) = (&mut self.minds, self.events.as_slice()) {
            minds.swapped(&self.state, (there, back));
        }
    }

    /// Something happens: readers learn from it, and who listens will hear of it.
    pub(crate) fn tell(&mut self, event: Event) {
        self.knows_from(&event);
        self.events.push(event);
    }

    #[inline]
    pub(crate) fn reg(&self, reg: u32) -> i64 {
        item(&self.ints, reg as usize)
    }

    #[inline]
    pub(crate) fn set_reg(&mut self, reg: u32, value: i64) {
        if let Some(to) = self.ints.get_mut(reg as usize) {
            *to = value;
        }
    }

    /// Finds what may be chosen, in no more than so much work: what was found, and what it took.
    #[inline(always)]
    pub(crate) fn looking<T>(&mut self, find: impl FnOnce(&mut Self) -> T) -> (T, u64) {
        self.look_at = MOST_WORK;
        let found = find(self);
        let took = MOST_WORK.saturating_sub(self.look_at);
        self.look_at = u64::MAX;
        (found, took)
    }

    /// Works so many more steps to find what may be chosen: whether there are still few enough.
    #[inline]
    pub(crate) fn works(&mut self, steps: u64, rule: RuleId) -> bool {
        self.look_at = self.look_at.saturating_sub(steps);
        if self.look_at == 0 {
            self.fail(FaultKind::Choices(MOST_WORK), rule);
        }
        self.look_at > 0
    }

    /// Counts an operation: whether it may still be done.
    #[inline]
    pub(crate) fn may_do(&mut self, weight: u32) -> bool {
        self.steps += u64::from(weight);
        if self.steps > self.most_steps {
            self.fail(FaultKind::Steps(self.most_steps), 0);
        }
        self.steps <= self.most_steps
    }

    /// Stops a game after so many steps without a decision, in place of the usual 2,000,000.
    pub const fn limit_steps(&mut self, most: u64) {
        self.most_steps = most;
    }

    /// Works something out beside the game: a fault in it stops nothing.
    pub(crate) fn quietly<T>(&mut self, of: impl FnOnce(&mut Self) -> T) -> T {
        let before = (self.fault, self.stopped);
        let found = of(self);
        (self.fault, self.stopped) = before;
        found
    }

    /// The same, and nothing that is looked at counts as reached.
    pub(crate) fn unseen<T>(&mut self, of: impl FnOnce(&mut Self) -> T) -> T {
        let reached = self.reached.take();
        let found = self.quietly(of);
        self.reached = reached;
        found
    }

    /// Counts what was reached, where somebody wants to know.
    #[inline]
    pub(crate) fn note(&mut self, rule: RuleId, what: Reach) {
        if let Some(reached) = &mut self.reached {
            reached.note(rule, what);
        }
    }

    /// Counts from now on what is reached, or goes on with what was counted before.
    pub fn count_reached(&mut self, reached: Reached) {
        self.reached = Some(Box::new(reached));
    }

    /// What was reached since [`Self::count_reached`]; nothing is counted any more.
    pub fn reached(&mut self) -> Option<Reached> {
        self.reached.take().map(|reached| *reached)
    }

    /// Keeps a number in a slot; a fault where it does not fit.
    #[inline]
    pub(crate) fn keep(&mut self, slot: u32, value: i64) {
        if !self.state.keep(slot, value) {
            self.fail(FaultKind::does_not_fit(value), 0);
        }
    }

    /// Keeps a number in several slots; what does not fit is a fault.
    #[inline]
    pub(crate) fn keep_all(&mut self, slots: std::ops::Range<u32>, value: i64) {
        if !self.state.keep_all(slots, value) {
            self.fail(FaultKind::does_not_fit(value), 0);
        }
    }

    #[cold]
    pub(crate) fn fail(&mut self, kind: FaultKind, rule: RuleId) -> i64 {
        self.stopped = true;
        self.fault.get_or_insert(Fault { kind, rule });
        0
    }
}

/// Why a game stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pause {
    /// These seats have to choose; none sees another's choice before all have chosen.
    Decision(SeatSet),
    /// The game is over.
    Over,
}

/// How a decision is played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// As part of a form that is played as one piece, at once, or by itself.
    pub way: &'static str,
    /// How the choices of each of its acts are counted.
    pub acts: Vec<&'static str>,
}
