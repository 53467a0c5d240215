//! Plans: whether it is better to go on with an act whenever it may be done again than to do what is done by habit (policy switching; Chang, Givan and Chong,
//! "Parallel rollout for online solution of partially observable Markov decision processes", 2004). What is worth something only when it has been done three times
//! no tree finds behind habits that never do it.

use bidlang::engine::State;

use super::pairs::{Better, Rest, Side, most_rounds};
use super::usual::Usual;
use super::{Budget, Considered, Look};
use crate::playout::Plan;

/// They take this part of all choices that are thought through, at most.
pub(super) const PART: u64 = 10;
/// Most plans.
const MOST: usize = 8;

impl Look<'_> {
    /// Puts the choice first with which the best plan begins, where that is clearly better than what is done by habit behind the first.
    pub(super) fn follow_plans(&self, worlds: &[&State], found: &mut [Considered], budget: Budget, seed: u64) {
        let Some(first) = found.first().copied() else { return };
        let Some(ask) = worlds.first().and_then(|state| state.waiting()) else { return };
        // Of each act the choice that was tried most.
        let mut plans: Vec<(usize, Considered, Better)> = Vec::new();
        for (at, one) in found.iter().enumerate() {
            if plans.len() < MOST && plans.iter().all(|(_, known, _)| known.choice.act != one.choice.act) {
                plans.push((at, *one, Better::default()));
            }
        }
        if plans.len() < 2 {
            return;
        }
        let to_the_end = !self.aim.carried.is_empty();
        let (mut side, mut usual, mut rounds) = (Side::new(*self), Usual::default(), 0);
        for (round, state) in (0..most_rounds(budget)).zip(worlds.iter().cycle()) {
            if plans.is_empty()
                || budget.until.is_some_and(|until| (self.clock)() >= until)
                || budget.choices.is_some_and(|most| side.made() >= most / PART)
            {
                break;
            }
            let chance = (seed, 2_000 + u64::from(round));
            let rest = |plan| Rest { plan, to_the_end };
            let Some(least) = side.gained(state, &first.choice, rest(None), chance) else { continue };
            usual.see(least);
            rounds += 1;
            plans.retain_mut(|(_, one, better)| {
                let plan = Plan { seat: self.seat, ask, act: one.choice.act };
                let Some(gained) = side.gained(state, &one.choice, rest(Some(plan)), chance) else { return false };
                better.add(usual.level(gained) - usual.level(least));
                !better.is_out(rounds)
            });
        }
        let clear = plans.iter().filter_map(|(at, _, better)| better.clear(rounds).map(|mean| (*at, mean)));
        let best = clear.max_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(at, _)| at);
        let Some(best) = best.filter(|at| *at > 0) else { return };
        if let Some(one) = found.get_mut(best) {
            one.kept_up = true;
        }
        if let Some(before) = found.get_mut(..=best) {
            before.rotate_right(1);
        }
    }
}
