//! Lists of things that are put in order: `for the 3 artists with highest shown`.

use std::cmp::Ordering;

use super::super::program::{NodeId, Pc, Ranking};
use super::desk::Desk;
use super::{Build, Call};

/// So few are put in order without a list of what they go by.
const FEW: usize = 16;

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
            if found as usize <= FEW {
                rank_few(desk, &ranking, found);
                return next;
            }
            let mut rows: Vec<(Vec<i64>, i64)> = (0..found)
                .map(|at| {
                    let keys = ranking.keys.iter().map(|(slot, highest)| {
                        let key = desk.state.int(slot + at);
                        // The other way round, without -i64::MIN.
                        if *highest { !key } else { key }
                    });
                    (keys.collect(), desk.state.int(ranking.list + at))
                })
                .collect();
            rows.sort_by(|(a, _), (b, _)| a.cmp(b));
            for (at, (_, one)) in (0..).zip(rows) {
                desk.keep(ranking.list + at, one);
            }
            next
        })
    }
}

/// The same of a few (insertion sort of their numbers).
fn rank_few(desk: &mut Desk, ranking: &Ranking, found: u32) {
    // Whether one belongs before another.
    let is_before = |desk: &Desk, this: u32, other: u32| {
        let order = ranking.keys.iter().map(|(slot, highest)| {
            let (this, other) = (desk.state.int(slot + this), desk.state.int(slot + other));
            if *highest { other.cmp(&this) } else { this.cmp(&other) }
        });
        order.into_iter().find(|order| order.is_ne()).is_some_and(Ordering::is_lt)
    };
    let (mut order, mut ones) = ([0_u32; FEW], [0_i64; FEW]);
    for (number, one) in (0..found).zip(&mut ones) {
        *one = desk.state.int(ranking.list + number);
        let ahead = order.iter().take(number as usize).filter(|other| !is_before(desk, number, **other)).count();
        order.get_mut(ahead..=number as usize).unwrap_or_default().rotate_right(1);
        if let Some(to) = order.get_mut(ahead) {
            *to = number;
        }
    }
    for (at, number) in (0..found).zip(order) {
        let one = ones.get(number as usize).copied().unwrap_or_default();
        desk.keep(ranking.list + at, one);
    }
}
