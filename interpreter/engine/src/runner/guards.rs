//! Implicit flows: what changes without a word only where a condition holds says by that whether it held (control dependence). Such a slot is known to those
//! alone who know the condition; so is one that was left as it was.

use super::super::program::{Flow, Node, NodeId, Op, Pc, SeatSet};
use super::desk::Desk;
use super::learned::changes;
use super::ops::Coder;
use super::phrases::Phrases;
use super::tell::Tell;
use super::{Build, Call};
use crate::index::fit;

/// A condition or a loop on which it hangs whether slots change without a word, and nobody is told by anything else which way it goes.
struct Guard {
    at: Pc,
    /// The condition, or what the loop goes through.
    phrase: NodeId,
    slots: Vec<u32>,
}

/// Those of a program.
#[derive(Default)]
pub(super) struct Guards {
    all: Vec<Guard>,
    /// Of each operation those around it, by their numbers.
    around: Vec<Vec<usize>>,
}

impl Guards {
    pub(super) fn of(build: &Build) -> Self {
        let code = &build.program.code;
        let flow = Flow::of(build.program);
        let mut guards = Self { all: Vec::new(), around: vec![Vec::new(); code.len()] };
        for (at, op) in code.iter().enumerate() {
            let Some((phrase, fork, starts)) = fork(build, at, op) else { continue };
            // Up to where all ways meet.
            let ends = |pc: usize| pc == fork || flow.comes_surely(pc, fork);
            if starts.iter().any(|start| shows(build, &flow, *start, ends)) {
                continue;
            }
            let mut within = vec![false; code.len()];
            for start in starts {
                add(build, &flow, flow.reach(start, ends).0, &mut within);
            }
            let within = || within.iter().enumerate().filter(|(_, within)| **within).map(|(pc, _)| pc);
            let changed = within().filter_map(|pc| code.get(pc)).flat_map(|op| changes(build, op));
            let mut slots: Vec<u32> = changed.flat_map(|changed| changed.slots()).collect();
            slots.sort_unstable();
            slots.dedup();
            if slots.is_empty() {
                continue;
            }
            for pc in within() {
                if let Some(around) = guards.around.get_mut(pc) {
                    around.push(guards.all.len());
                }
            }
            guards.all.push(Guard { at: fit(at), phrase, slots });
        }
        guards
    }

    /// The conditions and loops around an operation.
    pub(super) fn phrases_around(&self, pc: Pc) -> impl Iterator<Item = NodeId> {
        self.around(pc).map(|guard| guard.phrase)
    }

    fn around(&self, pc: Pc) -> impl Iterator<Item = &Guard> {
        let around = self.around.get(pc as usize).map_or(&[][..], Vec::as_slice);
        around.iter().filter_map(|number| self.all.get(*number))
    }

    /// Who knows that an operation is come to.
    pub(super) fn known(&self, desk: &Desk, pc: Pc, all: SeatSet) -> SeatSet {
        let known = |guard: &Guard| desk.minds.as_ref().and_then(|minds| minds.way(guard.at));
        self.around(pc).filter_map(known).fold(all, |all, known| all & known)
    }

    fn at(&self, pc: Pc) -> Option<&Guard> {
        let number = self.all.binary_search_by_key(&pc, |guard| guard.at).ok()?;
        self.all.get(number)
    }
}

/// What an operation hangs others on: the phrase that says which way it goes, where the ways part, and where they begin.
fn fork(build: &Build, at: usize, op: &Op) -> Option<(NodeId, usize, Vec<usize>)> {
    let code = || build.program.code.iter().enumerate();
    match op {
        Op::Unless { cond, .. } if matches!(build.program.nodes.get(*cond), Some(Node::Int(_))) => None,
        Op::Unless { cond, to } => Some((*cond, at, vec![at + 1, *to as usize])),
        Op::KeepSeats { left, of, .. } => {
            let mut nexts = code().filter(|(_, op)| matches!(op, Op::NextSeat { left: kept, .. } if kept == left));
            nexts.next().map(|(next, _)| (*of, next, vec![next + 1]))
        }
        Op::KeepCards { left, of } => {
            let mut nexts = code().filter(|(_, op)| matches!(op, Op::NextCard { left: kept, .. } if kept == left));
            nexts.next().map(|(next, _)| (*of, next, vec![next + 1]))
        }
        _ => None,
    }
}

/// Whether all are told of something that is done on every way from one operation to where the ways meet.
fn shows(build: &Build, flow: &Flow, start: usize, ends: impl Fn(usize) -> bool) -> bool {
    let mut met = false;
    flow.reach(start, |pc| {
        met |= ends(pc);
        ends(pc) || is_seen(build, pc)
    });
    !met
}

/// Adds operations, and those of the phases that they call.
fn add(build: &Build, flow: &Flow, found: Vec<usize>, within: &mut [bool]) {
    for pc in found {
        match within.get_mut(pc) {
            Some(within) if !*within => *within = true,
            _ => continue,
        }
        if let Some(Op::Call(phase)) = build.program.code.get(pc)
            && let Some(phase) = build.program.phases.get(usize::from(*phase))
        {
            add(build, flow, flow.reach(phase.entry as usize, |_| false).0, within);
        }
    }
}

/// Whether everybody is told that an operation is done.
fn is_seen(build: &Build, pc: usize) -> bool {
    match build.program.code.get(pc) {
        Some(Op::Ask(_) | Op::Shuffle(_) | Op::Pass { .. }) => true,
        Some(Op::Score { who, .. }) => names_somebody(build, *who),
        _ => false,
    }
}

/// Whether a set of seats is never empty.
fn names_somebody(build: &Build, seats: NodeId) -> bool {
    matches!(build.program.nodes.get(seats), Some(Node::Seats(1..) | Node::JustSeat(_)))
}

impl<T: Tell> Coder<'_, '_, T> {
    /// An operation on which it hangs what changes without a word: who knows it is known behind it.
    pub(super) fn known_way(&self, pc: Pc, call: Call) -> Call {
        let Some(guard) = self.tell.eyes().and_then(|eyes| eyes.guards().at(pc)) else { return call };
        if !cfg!(debug_assertions) && self.tell.eyes().is_some_and(|eyes| eyes.is_open_phrase(guard.phrase)) {
            return call;
        }
        let (tell, phrase, slots) = (self.tell.clone(), guard.phrase, guard.slots.clone());
        Box::new(move |desk| {
            let known = tell.eyes().map(|eyes| (eyes.who_knows(desk, phrase), eyes));
            let next = call(desk);
            if let Some((known, eyes)) = known {
                desk.goes(pc, known);
                for slot in &slots {
                    let before = eyes.who_was_told(desk, *slot);
                    desk.known_to((*slot, false), before & known);
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
