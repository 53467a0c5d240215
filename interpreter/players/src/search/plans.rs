//! Plans: whether it is better to go on with an act whenever it may be done again than to do what is done by habit (policy switching; Chang, Givan and Chong,
//! "Parallel rollout for online solution of partially observable Markov decision processes", 2004). What is worth something only when it has been done three times
//! no tree finds behind habits that never do it.

use bidlang::engine::{Choice, State};

use super::pairs::Rest;
use super::{Budget, Considered, Look};
use crate::playout::Plan;
use crate::tree::Tree;

/// They take this part of all choices that are thought through, at most.
pub(super) const PART: u64 = 10;
/// Most plans.
const MOST: usize = 8;

impl Look<'_> {
    /// Puts the choice first with which the best plan begins, where that is clearly better than what is done by habit behind the first.
    pub(super) fn follow_plans(
        &self,
        (worlds, trees): (&[&State], &[Tree]),
        found: &mut [Considered],
        budget: Budget,
        seed: u64,
    ) {
        let Some(first) = found.first().copied() else { return };
        let Some(ask) = worlds.first().and_then(|state| state.waiting()) else { return };
        let to_the_end = !self.aim.carried.is_empty();
        // Of each act the choice that was tried most.
        let mut begins: Vec<(usize, Choice)> = Vec::new();
        for (at, Considered { choice, .. }) in found.iter().enumerate() {
            if begins.len() < MOST && begins.iter().all(|(_, known)| known.act != choice.act) {
                begins.push((at, *choice));
            }
        }
        if begins.len() < 2 {
            return;
        }
        // Each for good; and the first before another for good, or another before the first: what is for good now may be better still later.
        let pairs = begins.iter().flat_map(|one| begins.iter().map(move |later| (one, later)));
        let looked_at = pairs.filter(|((at, _), (later, _))| at == later || *at == 0 || *later == 0);
        let plans = looked_at.map(|((at, choice), (_, later))| {
            let plan = Some(Plan { seat: self.seat, ask, act: later.act });
            (*at, *choice, Rest { plan, to_the_end })
        });
        let by_habit = (first.choice, Rest { plan: None, to_the_end });
        let best = self.best_beside((worlds, trees), by_habit, plans.collect(), (budget, PART, seed, 2_000));
        let Some((best, rest)) = best.filter(|(at, _)| *at > 0) else { return };
        if let Some(one) = found.get_mut(best) {
            one.kept_up = rest.plan.is_some_and(|plan| plan.act == one.choice.act);
        }
        if let Some(before) = found.get_mut(..=best) {
            before.rotate_right(1);
        }
    }
}
