//! Lists of things that are put in order: `for the 3 artists with highest shown`.

use std::cmp::Ordering;

use super::super::program::{NodeId, Pc, Ranking};
use super::{Build, Call};

impl Build<'_> {
    /// A thing comes to the end of a list.
    pub(super) fn enlisting(&self, on: &Ranking, one: NodeId, keys: &[NodeId], next: Pc) -> Call {
        let (found, list, one) = (on.found, on.list, self.number(one));
        let keys: Vec<_> =
            on.keys.iter().map(|(slot, _)| *slot).zip(keys.iter().map(|key| self.amount(*key))).collect();
        Box::new(move |desk| {
            let Ok(at) = u32::try_from(desk.state.int(found)) else { return next };
            let one = one(desk);
            desk.keep(list + at, one);
            for (slot, key) in &keys {
                let key = key.of(desk);
                desk.keep(slot + at, key);
            }
            desk.keep(found, i64::from(at) + 1);
            next
        })
    }

    /// The best come first; equal ones keep their order.
    pub(super) fn ranking(&self, ranking: &Ranking, next: Pc) -> Call {
        let ranking = ranking.clone();
        Box::new(move |desk| {
            let Ok(found) = u32::try_from(desk.state.int(ranking.found)) else { return next };
            let mut order: Vec<(u32, i64)> = (0..found).map(|at| (at, desk.state.int(ranking.list + at))).collect();
            order.sort_by(|(one, _), (other, _)| {
                let by_key = ranking.keys.iter().map(|(slot, highest)| {
                    let (one, other) = (desk.state.int(slot + one), desk.state.int(slot + other));
                    if *highest { other.cmp(&one) } else { one.cmp(&other) }
                });
                by_key.fold(Ordering::Equal, Ordering::then)
            });
            for (at, (_, one)) in (0..).zip(order) {
                desk.keep(ranking.list + at, one);
            }
            next
        })
    }
}
