//! The control flow graph: which operations may come after which, and which come in any case.

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
    /// Of each operation those that come in any case once it was come to, itself among them (post-dominators), as bits; all, where nothing comes to an end.
    surely: Vec<Vec<u64>>,
}

impl Flow {
    /// Of a program, to its fixed point.
    #[must_use]
    pub fn of(program: &Program) -> Self {
        let count = program.code.len();
        let successors: Vec<Vec<usize>> = (0..count).map(|pc| program.successors(pc, Calls::Over)).collect();
        let all = vec![u64::MAX; count.div_ceil(64)];
        let mut flow = Self { successors, surely: vec![all; count] };
        loop {
            let mut changed = false;
            for pc in (0..count).rev() {
                let now = flow.after(pc);
                if let Some(known) = flow.surely.get_mut(pc).filter(|known| **known != now) {
                    *known = now;
                    changed = true;
                }
            }
            if !changed {
                return flow;
            }
        }
    }

    /// What comes in any case after an operation, by what is known of those that may come next.
    fn after(&self, pc: usize) -> Vec<u64> {
        let width = self.surely.len().div_ceil(64);
        let nexts = self.next(pc).iter().filter_map(|next| self.surely.get(*next));
        let mut common: Option<Vec<u64>> = None;
        for next in nexts {
            match &mut common {
                Some(common) => common.iter_mut().zip(next).for_each(|(here, there)| *here &= there),
                None => common = Some(next.clone()),
            }
        }
        let mut all = common.unwrap_or_else(|| vec![0; width]);
        if let Some(word) = all.get_mut(pc / 64) {
            *word |= 1 << (pc % 64);
        }
        all
    }

    /// The operations that may come next.
    #[must_use]
    pub fn next(&self, pc: usize) -> &[usize] {
        self.successors.get(pc).map_or(&[], Vec::as_slice)
    }

    /// Whether one operation comes in any case once another was come to.
    #[must_use]
    pub fn comes_surely(&self, pc: usize, behind: usize) -> bool {
        let words = self.surely.get(behind);
        words.and_then(|words| words.get(pc / 64)).is_some_and(|word| word >> (pc % 64) & 1 != 0)
    }

    /// The operations that are come to from one on, up to where `ends` says that no more is wanted; and whether it ended there anywhere.
    pub fn reach(&self, from: usize, mut ends: impl FnMut(usize) -> bool) -> (Vec<usize>, bool) {
        let (mut open, mut ended) = (vec![from], false);
        let mut reached = vec![false; self.successors.len()];
        while let Some(pc) = open.pop() {
            match reached.get_mut(pc) {
                Some(false) if ends(pc) => ended = true,
                Some(here) if !*here => {
                    *here = true;
                    open.extend(self.next(pc));
                }
                Some(_) => {}
                None => ended = true,
            }
        }
        (reached.iter().enumerate().filter(|(_, reached)| **reached).map(|(pc, _)| pc).collect(), ended)
    }
}
