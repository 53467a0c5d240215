//! Implicit flows: what changes without a word only where a condition holds says by that whether it held (control dependence). Such a slot is known to those
//! alone who know the condition; so is one that was left as it was.

use std::collections::HashSet;
use std::ops::Range;

use super::super::program::{Flow, Node, NodeId, Op, Pc, SeatSet};
use super::desk::Desk;
use super::learned::{Changed, changes};
use super::ops::Coder;
use super::phrases::Phrases;
use super::tell::Tell;
use super::{Build, Call};
use crate::index::fit;
use crate::minds::Way;

/// A condition or a loop on which it hangs whether slots change without a word, and nobody is told by anything else which way it goes.
struct Guard {
    at: Pc,
    /// The condition, or what the loop goes through.
    phrase: NodeId,
    slots: Vec<Range<u32>>,
}

/// Those of a program.
pub(super) struct Guards {
    all: Vec<Guard>,
    /// Of each operation those around it in its phase, by their numbers.
    around: Vec<Vec<usize>>,
    /// Of each operation the phase in which it stands; none at the beginning.
    phase: Vec<Option<u16>>,
    /// Where phases are called.
    calls: Vec<(Pc, u16)>,
}

/// Operations on which no other hangs, and of which not all are told.
macro_rules! others {
    () => {
        Op::Jump(_)
            | Op::Call(_)
            | Op::Return(_)
            | Op::Set { .. }
            | Op::AddTo { .. }
            | Op::Reset { .. }
            | Op::Move { .. }
            | Op::Deal { .. }
            | Op::Fill { .. }
            | Op::Sort { .. }
            | Op::Swap(..)
            | Op::Draw { .. }
            | Op::DrawNumber { .. }
            | Op::Pay { .. }
            | Op::NextSeat { .. }
            | Op::NextCard { .. }
            | Op::Enlist { .. }
            | Op::Rank(_)
            | Op::NextAnswer { .. }
            | Op::CircuitBegin(_)
            | Op::CircuitTurn { .. }
            | Op::CircuitCounted { .. }
            | Op::CircuitActed { .. }
            | Op::AuctionBegin(_)
            | Op::BidMade { .. }
            | Op::AuctionClose { .. }
            | Op::TricksBegin(_)
            | Op::TrickBegin(_)
            | Op::TrickTurn { .. }
            | Op::Played { .. }
            | Op::TrickWon(_)
            | Op::Won(_)
            | Op::End
    };
}

/// What is found on the way.
struct Search<'b, 'p> {
    build: &'b Build<'p>,
    flow: Flow,
    /// Of each operation the slots that it changes without a word.
    changed: Vec<Vec<Range<u32>>>,
    /// Of each phase its operations.
    phases: Vec<HashSet<usize>>,
}

impl Guards {
    pub(super) fn of(build: &Build) -> Self {
        let code = &build.program.code;
        let flow = Flow::of(build.program);
        let phases: Vec<HashSet<usize>> =
            build.program.phases.iter().map(|phase| flow.reach(phase.entry as usize, |_| false)).collect();
        let changed = code.iter().map(|op| changes(build, op).iter().map(Changed::slots).collect()).collect();
        let mut guards = Self {
            all: Vec::new(),
            around: vec![Vec::new(); code.len()],
            phase: vec![None; code.len()],
            calls: (0..)
                .zip(code)
                .filter_map(|(pc, op)| if let Op::Call(to) = op { Some((pc, *to)) } else { None })
                .collect(),
        };
        for (number, within) in (0..).zip(&phases) {
            for pc in within {
                if let Some(phase) = guards.phase.get_mut(*pc) {
                    *phase = Some(number);
                }
            }
        }
        let search = Search { build, flow, changed, phases };
        for (at, op) in code.iter().enumerate() {
            let Some((guard, within)) = search.guard(at, op) else { continue };
            for pc in within {
                if let Some(around) = guards.around.get_mut(pc) {
                    around.push(guards.all.len());
                }
            }
            guards.all.push(guard);
        }
        guards
    }

    /// For each operation whether all know at all times that it is come to, by the phrases that they know.
    pub(super) fn open(&self, is_open: impl Fn(NodeId) -> bool) -> Vec<bool> {
        let around = |around: &Vec<usize>| self.those(around).all(|guard| is_open(guard.phrase));
        let here: Vec<bool> = self.around.iter().map(around).collect();
        let mut closed: HashSet<u16> = HashSet::new();
        let is_known = |closed: &HashSet<u16>, pc: usize| {
            let phase = self.phase.get(pc).copied().flatten();
            here.get(pc).copied().unwrap_or(false) && phase.is_none_or(|phase| !closed.contains(&phase))
        };
        loop {
            let hidden = self.calls.iter().filter(|(pc, _)| !is_known(&closed, *pc as usize)).map(|(_, to)| *to);
            let hidden: Vec<u16> = hidden.filter(|to| !closed.contains(to)).collect();
            if hidden.is_empty() {
                return (0..here.len()).map(|pc| is_known(&closed, pc)).collect();
            }
            closed.extend(hidden);
        }
    }

    fn those(&self, numbers: &[usize]) -> impl Iterator<Item = &Guard> {
        numbers.iter().filter_map(|number| self.all.get(*number))
    }

    /// Who knows that an operation is come to.
    pub(super) fn known(&self, desk: &Desk, pc: Pc, all: SeatSet) -> SeatSet {
        let around = self.around.get(pc as usize).map_or(&[][..], Vec::as_slice);
        let phase = self.phase.get(pc as usize).copied().flatten().map(Way::Phase);
        let ways = self.those(around).map(|guard| Way::Fork(guard.at)).chain(phase);
        ways.filter_map(|way| desk.minds.as_ref()?.way(way)).fold(all, |all, known| all & known)
    }

    fn at(&self, pc: Pc) -> Option<&Guard> {
        let number = self.all.binary_search_by_key(&pc, |guard| guard.at).ok()?;
        self.all.get(number)
    }
}

impl Search<'_, '_> {
    /// The guard that an operation is, and the operations of its phase that hang on it.
    fn guard(&self, at: usize, op: &Op) -> Option<(Guard, HashSet<usize>)> {
        let (phrase, fork, starts) = fork(self.build, at, op)?;
        // Up to where all ways meet.
        let meet = self.flow.meet(fork);
        let ends = |pc: usize| pc == fork || Some(pc) == meet;
        if starts.iter().any(|start| self.shows(*start, ends)) {
            return None;
        }
        let within: HashSet<usize> = starts.into_iter().flat_map(|start| self.flow.reach(start, ends)).collect();
        let mut slots = Vec::new();
        self.add(&within, &mut HashSet::new(), &mut slots);
        slots.sort_unstable_by_key(|slots: &Range<u32>| (slots.start, slots.end));
        slots.dedup();
        (!slots.is_empty()).then_some((Guard { at: fit(at), phrase, slots }, within))
    }

    /// Whether all are told of something that is done on every way from one operation to where the ways meet.
    fn shows(&self, start: usize, ends: impl Fn(usize) -> bool) -> bool {
        let unseen = self.flow.reach(start, |pc| ends(pc) || self.is_seen(pc));
        let leads_on = |pc: &usize| {
            let next = self.flow.next(*pc);
            next.is_empty() || next.iter().any(|next| ends(*next))
        };
        !ends(start) && !unseen.iter().any(leads_on)
    }

    /// Adds what operations change, and those of the phases that they call.
    fn add(&self, within: &HashSet<usize>, done: &mut HashSet<u16>, slots: &mut Vec<Range<u32>>) {
        for pc in within {
            slots.extend(self.changed.get(*pc).into_iter().flatten().cloned());
            if let Some(Op::Call(phase)) = self.build.program.code.get(*pc)
                && done.insert(*phase)
                && let Some(within) = self.phases.get(usize::from(*phase))
            {
                self.add(within, done, slots);
            }
        }
    }

    /// Whether everybody is told that an operation is done.
    fn is_seen(&self, pc: usize) -> bool {
        let program = self.build.program;
        match program.code.get(pc) {
            // Several who are asked at once may be nobody.
            Some(Op::Ask(ask)) => program.asks.get(usize::from(*ask)).is_some_and(|ask| !ask.at_once),
            Some(Op::Shuffle(_) | Op::Pass { .. }) => true,
            Some(Op::Score { who, .. }) => names_somebody(self.build, *who),
            Some(Op::Unless { .. } | Op::KeepSeats { .. } | Op::KeepCards { .. } | others!()) | None => false,
        }
    }
}

/// What an operation hangs others on: the phrase that says which way it goes, where the ways part, and where they begin. Whose turn it is and who won an
/// auction is told to all.
fn fork(build: &Build, at: usize, op: &Op) -> Option<(NodeId, usize, Vec<usize>)> {
    let next = |is_next: &dyn Fn(&Op) -> bool| build.program.code.iter().position(is_next);
    match op {
        Op::Unless { cond, .. } if matches!(build.program.nodes.get(*cond), Some(Node::Int(_))) => None,
        Op::Unless { cond, to } => Some((*cond, at, vec![at + 1, *to as usize])),
        Op::KeepSeats { left, of, .. } => next(&|op| matches!(op, Op::NextSeat { left: kept, .. } if kept == left))
            .map(|next| (*of, next, vec![next + 1])),
        Op::KeepCards { left, of } => next(&|op| matches!(op, Op::NextCard { left: kept, .. } if kept == left))
            .map(|next| (*of, next, vec![next + 1])),
        Op::Ask(_) | Op::Shuffle(_) | Op::Pass { .. } | Op::Score { .. } => None,
        others!() => None,
    }
}

/// Whether a set of seats is never empty.
fn names_somebody(build: &Build, seats: NodeId) -> bool {
    matches!(build.program.nodes.get(seats), Some(Node::Seats(1..) | Node::JustSeat(_)))
}

impl<T: Tell> Coder<'_, '_, T> {
    /// An operation on which it hangs what changes without a word, or that calls a phase: who knows the way that it goes is known behind it.
    pub(super) fn known_way(&self, (pc, op): (Pc, &Op), call: Call) -> Call {
        let Some(eyes) = self.tell.eyes() else { return call };
        let (guards, tell) = (eyes.guards(), self.tell.clone());
        if let Op::Call(phase) = *op {
            return Box::new(move |desk| {
                if let Some(eyes) = tell.eyes() {
                    let known = eyes.who_knows_of(desk, pc);
                    desk.goes(Way::Phase(phase), known);
                }
                call(desk)
            });
        }
        let Some(guard) = guards.at(pc) else { return call };
        // Tests learn what all know, too.
        if !cfg!(debug_assertions) && eyes.is_open_phrase(guard.phrase) {
            return call;
        }
        let (phrase, slots) = (guard.phrase, guard.slots.clone());
        Box::new(move |desk| {
            let Some(eyes) = tell.eyes() else { return call(desk) };
            let known = eyes.who_knows(desk, phrase);
            let next = call(desk);
            desk.goes(Way::Fork(pc), known);
            if known != eyes.all_seats() {
                for slot in slots.iter().cloned().flatten() {
                    let before = eyes.who_was_told(desk, slot);
                    desk.known_to((slot, false), before & known);
                }
            }
            next
        })
    }
}

impl Phrases {
    /// Who knows that an operation is come to.
    pub(super) fn who_knows_of(&self, desk: &Desk, pc: Pc) -> SeatSet {
        self.guards().known(desk, pc, self.all_seats())
    }
}
