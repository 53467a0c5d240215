//! What may be tried in a node of the tree, and what is tried.

use bidlang::engine::{Choice, Stream};

use super::{Look, Search};
use crate::habits::{Candidate, Habits, MOST_LISTED};
use crate::tree::Bandit;

/// A choice that is not what a seat is used to is still looked at: its share of all, as far as habits go by nothing.
const OPEN: f32 = 0.3;
/// So many of a hundred that are looked at next of very many choices are of any act.
const WIDE: u32 = 30;

/// How usual a number near the best is taken to be.
const NEAR: f32 = 0.3;

/// What is looked at next of very many: by habit, or any of any act.
fn widened<'o>(new: &'o [Candidate], stream: &mut Stream) -> Option<&'o Candidate> {
    if new.is_empty() {
        return None;
    }
    if stream.below(100) < WIDE {
        let mut acts: Vec<u8> = new.iter().map(|option| option.choice.act).collect();
        acts.dedup();
        let act = *acts.get(stream.below(u32::try_from(acts.len()).ok().filter(|count| *count > 0)?) as usize)?;
        let of: Vec<&Candidate> = new.iter().filter(|option| option.choice.act == act).collect();
        return of.get(stream.below(u32::try_from(of.len()).ok()?) as usize).copied();
    }
    let all = new.iter().map(|option| option.share).sum();
    new.get(Habits::draw(new, all, stream)?)
}

/// A number not far from that which was tried most, now and then.
fn near(bandit: &Bandit, (habits, ask): (&Habits, u16), stream: &mut Stream) -> Option<Choice> {
    let traits = habits.traits();
    let of_numbers = bandit.arms.iter().filter(|arm| traits.is_of_numbers(ask, usize::from(arm.choice.act)));
    let best = of_numbers.max_by_key(|arm| arm.tried)?;
    let number = traits.number_of(ask, &best.choice)?;
    // A step of any size up to that of the number.
    let step = 1_i64 << stream.below(number.unsigned_abs().max(8).ilog2() + 2).min(62);
    let other = if stream.below(2) == 0 { number.saturating_add(step) } else { number.saturating_sub(step) };
    traits.with_number(ask, &best.choice, other).filter(|other| bandit.arms.iter().all(|arm| arm.choice != *other))
}

impl Search<'_> {
    /// What is fixed, where it may be done: its table, the arm and the choice.
    pub(super) fn fixed(&mut self, node: usize, of: (u16, u8), choice: Choice) -> Option<(usize, usize, Choice)> {
        let Look { runner, likes, .. } = self.look;
        let number = self.tree.bandit(node, of);
        let arm = self.tree.arm(node, number, &likes.cards.choice(&choice))?;
        let there = likes.among_those_there(runner, &mut self.desk, of.1, &choice);
        runner.allows(&mut self.desk, of.1, &there).then_some((number, arm, there))
    }

    /// What a seat tries in a node: its table, the arm and the choice.
    pub(super) fn pick(&mut self, node: usize, of: (u16, u8), count: u64) -> Option<(usize, usize, Choice)> {
        let (ask, seat) = of;
        let number = self.tree.bandit(node, of);
        self.offer(node, number, (ask, seat, count))?;
        let is_asked = self.way.is_empty() && seat == self.look.seat;
        let at_once = self.look.runner.program().asks.get(usize::from(ask)).is_some_and(|ask| ask.at_once);
        let Self { tree, offered, desk, stream, .. } = self;
        if is_asked {
            tree.look_at((node, number), offered);
        }
        let spread = tree.spread();
        let bandit = tree.at(node, number)?;
        let arm = bandit.choose(offered, spread, at_once.then_some(stream))?;
        let Look { runner, likes, .. } = self.look;
        let choice = likes.among_those_there(runner, desk, seat, &bandit.arms.get(arm)?.choice);
        // A menu that was kept is that of another world, which may be one that fits nearly.
        (count <= MOST_LISTED || runner.allows(desk, seat, &choice)).then_some((number, arm, choice))
    }

    /// What may be tried in a table: the arms, each with how usual it is.
    fn offer(&mut self, node: usize, number: usize, (ask, seat, count): (u16, u8, u64)) -> Option<()> {
        let Look { runner, habits, likes, seat: own, .. } = self.look;
        // What the seat itself may do now is the same in all worlds that fit.
        let is_kept = self.way.is_empty() && seat == own && count > MOST_LISTED;
        let Self { tree, desk, stream, offered, known, eyes, asked, .. } = self;
        let bandit = tree.at(node, number)?;
        let before = bandit.arms.len();
        offered.clear();
        known.clear();
        if count <= MOST_LISTED {
            habits.look(runner, desk, (ask, seat, count), (eyes, &[], true), stream);
            offered.extend(
                eyes.options.iter().map(|option| (bandit.arm(&likes.cards.choice(&option.choice)), option.share)),
            );
        } else if is_kept && !asked.is_empty() && !bandit.has_room(count) {
            offered.extend_from_slice(asked);
            return Some(());
        } else {
            // Of very many those that are known, and another now and then (progressive widening): by habit, or of any act.
            for (at, arm) in bandit.arms.iter().enumerate() {
                let there = likes.among_those_there(runner, desk, seat, &arm.choice);
                if runner.allows(desk, seat, &there) {
                    offered.push((at, 0.0));
                    known.push(there);
                }
            }
            let more = bandit.has_room(count) || offered.is_empty();
            habits.look(runner, desk, (ask, seat, count), (eyes, known, more), stream);
            for ((_, share), option) in offered.iter_mut().zip(&eyes.options) {
                *share = option.share;
            }
            let near = more.then(|| near(bandit, (habits, ask), stream)).flatten();
            if let Some(choice) = near.filter(|choice| runner.allows(desk, seat, choice)) {
                offered.push((bandit.arm(&likes.cards.choice(&choice)), NEAR));
            }
            let new = eyes.options.get(known.len()..).unwrap_or_default();
            if let Some(option) = widened(new, stream) {
                offered.push((bandit.arm(&likes.cards.choice(&option.choice)), option.share));
            }
        }
        let grown = bandit.arms.len() - before;
        tree.arms += grown;
        let (all, even) = (offered.iter().map(|(_, share)| share).sum::<f32>(), OPEN / offered.len().max(1) as f32);
        offered.iter_mut().for_each(|(_, share)| *share = *share / all.max(f32::MIN_POSITIVE) * (1.0 - OPEN) + even);
        if is_kept {
            asked.clone_from(offered);
        }
        Some(())
    }
}
