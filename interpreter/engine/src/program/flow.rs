//! The control flow graph: which operations may come after which, and where ways meet again.

use std::collections::HashSet;

use super::{Ask, Op, Program};

/// Where a call leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Calls {
    /// Into the phase that is called, and from its end to behind each call of it.
    Into,
    /// To behind the call: the end of a phase leads nowhere.
    Over,
}

impl Program {
    /// The operations that may come after one.
    #[must_use]
    pub fn successors(&self, pc: usize, calls: Calls) -> Vec<usize> {
        let next = pc + 1;
        let at = |pc: &u32| *pc as usize;
        let entries = |ask: &u16| {
            let acts = self.asks.get(usize::from(*ask)).map_or(&[][..], |ask: &Ask| ask.acts.as_slice());
            acts.iter().map(|act| act.entry as usize).chain([next])
        };
        match self.code.get(pc) {
            None | Some(Op::End | Op::Won(_)) => Vec::new(),
            Some(Op::Jump(to)) => vec![at(to)],
            Some(Op::Call(_)) if calls == Calls::Over => vec![next],
            Some(Op::Call(phase)) => {
                self.phases.get(usize::from(*phase)).map(|phase| phase.entry as usize).into_iter().collect()
            }
            Some(Op::Return(_)) if calls == Calls::Over => Vec::new(),
            Some(Op::Return(phase)) => {
                let calls = self.code.iter().enumerate();
                calls
                    .filter(|(_, op)| matches!(op, Op::Call(called) if called == phase))
                    .map(|(pc, _)| pc + 1)
                    .collect()
            }
            Some(Op::Ask(ask)) => entries(ask).collect(),
            Some(Op::NextAnswer { ask, exit }) => entries(ask).chain([at(exit)]).collect(),
            Some(
                Op::Unless { to, .. }
                | Op::NextSeat { exit: to, .. }
                | Op::NextCard { exit: to, .. }
                | Op::CircuitTurn { exit: to, .. }
                | Op::TrickTurn { exit: to, .. }
                | Op::AuctionClose { unsold: to, .. },
            ) => vec![next, at(to)],
            Some(_) => vec![next],
        }
    }
}

/// The graph of a program in which calls lead to behind them.
#[derive(Debug)]
pub struct Flow {
    successors: Vec<Vec<usize>>,
    /// Where all ways from each operation meet again (immediate post-dominators; K. Cooper, T. Harvey and K. Kennedy, "A Simple, Fast Dominance
    /// Algorithm", 2001): nothing, where that is behind the last operation of a phase or of the game.
    meets: Vec<Option<usize>>,
}

impl Flow {
    /// Of a program.
    #[must_use]
    pub fn of(program: &Program) -> Self {
        let successors: Vec<Vec<usize>> =
            (0..program.code.len()).map(|pc| program.successors(pc, Calls::Over)).collect();
        let meets = meets(&successors);
        Self { successors, meets }
    }

    /// Where all ways from an operation meet again.
    #[must_use]
    pub fn meet(&self, pc: usize) -> Option<usize> {
        self.meets.get(pc).copied().flatten()
    }

    /// The operations that may come next.
    #[must_use]
    pub fn next(&self, pc: usize) -> &[usize] {
        self.successors.get(pc).map_or(&[], Vec::as_slice)
    }

    /// The operations that are come to from one on, up to before those at which `ends` says that no more is wanted.
    pub fn reach(&self, from: usize, ends: impl Fn(usize) -> bool) -> HashSet<usize> {
        let (mut open, mut found) = (vec![from], HashSet::new());
        while let Some(pc) = open.pop() {
            if pc < self.successors.len() && !ends(pc) && found.insert(pc) {
                open.extend(self.next(pc));
            }
        }
        found
    }
}

/// The immediate post-dominators of a graph: dominators of the graph turned round, from a node behind all that lead nowhere.
fn meets(successors: &[Vec<usize>]) -> Vec<Option<usize>> {
    let exit = successors.len();
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); exit + 1];
    for (pc, next) in successors.iter().enumerate() {
        for to in next.iter().copied().chain(next.is_empty().then_some(exit)) {
            if let Some(before) = before.get_mut(to.min(exit)) {
                before.push(pc);
            }
        }
    }
    // From the exit backwards, each behind all that it leads to.
    let mut order: Vec<usize> = Vec::with_capacity(exit + 1);
    let mut number: Vec<Option<usize>> = vec![None; exit + 1];
    let (mut met, mut open) = (vec![false; exit + 1], vec![(exit, 0)]);
    if let Some(met) = met.last_mut() {
        *met = true;
    }
    while let Some((node, at)) = open.last_mut() {
        let Some(next) = before.get(*node).and_then(|before| before.get(*at)).copied() else {
            if let Some(number) = number.get_mut(*node) {
                *number = Some(order.len());
            }
            order.push(*node);
            open.pop();
            continue;
        };
        *at += 1;
        if let Some(met) = met.get_mut(next).filter(|met| !**met) {
            *met = true;
            open.push((next, 0));
        }
    }
    let mut meets: Vec<Option<usize>> = vec![None; exit + 1];
    if let Some(of_exit) = meets.last_mut() {
        *of_exit = Some(exit);
    }
    let later = |meets: &[Option<usize>], mut a: usize, mut b: usize| {
        let at = |node: usize| number.get(node).copied().flatten();
        while a != b {
            let up = |node: usize| meets.get(node).copied().flatten().unwrap_or(exit);
            if at(a) < at(b) { a = up(a) } else { b = up(b) }
        }
        a
    };
    let mut changed = true;
    while changed {
        changed = false;
        for node in order.iter().rev().copied().filter(|node| *node != exit) {
            let next = successors.get(node).map_or(&[][..], Vec::as_slice);
            let next = next.iter().copied().map(|to| to.min(exit)).chain(next.is_empty().then_some(exit));
            let known = next.filter(|to| meets.get(*to).copied().flatten().is_some());
            let meet = known.reduce(|a, b| later(&meets, a, b));
            if let Some(of) = meets.get_mut(node).filter(|of| **of != meet) {
                *of = meet;
                changed = true;
            }
        }
    }
    meets.truncate(exit);
    meets.into_iter().map(|meet| meet.filter(|meet| *meet != exit)).collect()
}
