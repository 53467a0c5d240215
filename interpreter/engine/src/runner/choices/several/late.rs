//! Ways to count groups that are made when a decision is come to (staging): where values of cards go by what tracks say, as by the trump suit or the rank
//! of the level, classes of cards are known once the tracks are. What is made is kept for each that they say.

use std::sync::{Arc, OnceLock};

use super::super::super::super::program::{Must, Node, NodeId, Pick, Program};
use super::super::super::Build;
use super::super::super::desk::Desk;
use super::How;

/// By so many slots groups go at most.
const MOST_SLOTS: usize = 4;
/// For so much of what tracks say ways are kept; beyond it groups are counted as if nothing was known of tracks.
const KEPT: usize = 512;
/// In so many places is looked for one.
const PLACES: usize = 8;

/// What is made for a pick once it is known what tracks say.
pub(super) struct Late {
    slots: Box<[u32]>,
    program: Arc<Program>,
    pick: Pick,
    musts: Box<[Must]>,
    from: NodeId,
    made: Box<[OnceLock<Box<Made>>]>,
    pub(super) plan: &'static str,
    pub(super) may_search: bool,
}

/// A way, and what the slots hold for it.
struct Made {
    values: Box<[i64]>,
    how: How,
}

impl Late {
    /// How groups are counted now; nothing where there is no room for one more way.
    pub(super) fn how(&self, desk: &Desk) -> Option<&How> {
        let mut values = [0; MOST_SLOTS];
        for (to, slot) in values.iter_mut().zip(&self.slots) {
            *to = desk.state.int(*slot);
        }
        let values = values.get(..self.slots.len())?;
        let first = values.iter().fold(0_u64, |hash, value| {
            (hash ^ value.cast_unsigned()).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29)
        });
        (0..PLACES).find_map(|place| {
            let at = usize::try_from(first.wrapping_add(place as u64) % KEPT as u64).ok()?;
            let made = self.made.get(at)?.get_or_init(|| Box::new(self.made_for(values)));
            (*made.values == *values).then_some(&made.how)
        })
    }

    fn made_for(&self, values: &[i64]) -> Made {
        let fixed = self.slots.iter().copied().zip(values.iter().copied()).collect();
        let musts: Vec<&Must> = self.musts.iter().collect();
        let how = Build::where_slots_hold(&self.program, fixed).how(&self.pick, &musts, self.from);
        Made { values: values.into(), how }
    }
}

impl Build<'_> {
    /// What is made once it is known what tracks say, if groups are then counted where they are looked at one by one now.
    pub(super) fn late(&self, pick: &Pick, musts: &[&Must], from: NodeId, now: &How) -> Option<Late> {
        if !now.may_search() || !self.fixed.is_empty() {
            return None;
        }
        let mut slots = Vec::new();
        let conditions = musts.iter().flat_map(|must| must.when.into_iter().chain([must.cond]));
        for cond in conditions.chain(pick.so_that) {
            self.slots_of_cards(cond, &mut Vec::new(), &mut slots);
        }
        if slots.is_empty() || slots.len() > MOST_SLOTS {
            return None;
        }
        // What is known of numbers at the beginning says what can be known of them later.
        let better = |value: i64| {
            let how = Build::where_slots_hold(self.program, slots.iter().map(|slot| (*slot, value)).collect())
                .how(pick, musts, from);
            (rank(&how) < rank(now)).then(|| (plan(&how), how.may_search()))
        };
        let (plan, may_search) = [1, 0, -1].into_iter().find_map(better)?;
        Some(Late {
            slots: slots.into(),
            program: self.kept_program(),
            pick: pick.clone(),
            musts: musts.iter().map(|must| (*must).clone()).collect(),
            from,
            made: (0..KEPT).map(|_| OnceLock::new()).collect(),
            plan,
            may_search,
        })
    }

    /// The slots by which it goes what a phrase says of each card.
    fn slots_of_cards(&self, id: NodeId, bound: &mut Vec<u32>, found: &mut Vec<u32>) {
        let Some(node) = self.program.nodes.get(id) else { return };
        if let Node::Slot(slot) = node
            && !bound.is_empty()
            && !found.contains(slot)
        {
            found.push(*slot);
        }
        let before = bound.len();
        if matches!(node, Node::FoldCards { .. } | Node::Scan { .. }) {
            bound.extend(node.sets_reg());
        }
        self.program.inner(node, &mut |inner| self.slots_of_cards(inner, bound, found));
        bound.truncate(before);
    }
}

/// How groups are counted then, in words.
fn plan(how: &How) -> &'static str {
    if how.may_search() {
        "groups by classes by what tracks say, looked at one by one"
    } else {
        "groups counted by what tracks say"
    }
}

/// What is looked at one by one, of all and of a few, comes behind what is counted.
fn rank(how: &How) -> u8 {
    u8::from(how.may_search()) + u8::from(how.is_searched())
}
