//! Points.

use super::super::eval::compares;
use super::super::event::Event;
use super::super::fault::FaultKind;
use super::super::program::{Node, NodeId, Op, Pc, RuleId, SeatSet};
use super::Call;
use super::desk::{Desk, Points};
use super::numbers::seats_of;
use super::ops::Coder;
use super::stores::sum;
use super::tell::Tell;
use crate::index::item;

impl<T: Tell> Coder<'_, '_, T> {
    pub(super) fn scoring(
        &self,
        pc: Pc,
        (amount, who): (NodeId, NodeId),
        (reason, minus): (u16, bool),
        next: Pc,
    ) -> Call {
        let scores = self.build.program.scores;
        let teams: Box<[u8]> = self.build.program.teams.clone().into();
        let (number, tell) = (self.build.number(amount), self.tell.clone());
        if let (Node::JustSeat(seat), None) = (self.build.node(who), tell.eyes()) {
            let seat = self.build.number(*seat);
            return Box::new(move |desk| {
                let points = number(desk);
                let points = signed(desk, points, minus);
                let seat = seat(desk);
                let team = usize::try_from(seat).ok().and_then(|seat| teams.get(seat));
                if let Some(told) = &mut desk.points {
                    told.push(Points { reason, points, sides: team.is_some().into() });
                }
                if let Some(team) = team {
                    add_to_score(desk, scores + u32::from(*team), points);
                }
                next
            });
        }
        let rule: RuleId = item(&self.build.program.lines, pc as usize);
        let who = self.build.seats(who);
        Box::new(move |desk| {
            let points = number(desk);
            let points = signed(desk, points, minus);
            let seats = who(desk);
            let mut sides: SeatSet = 0;
            for seat in seats_of(seats) {
                sides |= 1 << teams.get(seat as usize).copied().map_or(seat, u32::from);
            }
            if let Some(told) = &mut desk.points {
                told.push(Points { reason, points, sides: sides.count_ones() });
            }
            for team in seats_of(sides) {
                if !add_to_score(desk, scores + team, points) {
                    return next;
                }
            }
            if let Some(eyes) = tell.eyes() {
                let (items, known) = desk.quietly(|desk| eyes.items(desk, amount, minus));
                desk.tell(Event::Score { seats, points, reason, items, known, rule });
            }
            next
        })
    }

    /// A number is asked for, and scored at once if it is such: it is worked out once.
    pub(super) fn score_if(&self, pc: Pc, cond: NodeId, to: Pc) -> Option<Call> {
        let Node::Cmp(comparison, number, bound) = *self.build.node(cond) else { return None };
        let Node::Int(bound) = *self.build.node(bound) else { return None };
        let Op::Score { amount, who, minus: false, reason } = self.build.program.code.get(pc as usize + 1)? else {
            return None;
        };
        let Node::JustSeat(who) = self.build.node(*who) else { return None };
        let usual =
            *amount == number && matches!(self.build.node(number), Node::Let { .. } | Node::If(..) | Node::Count(_));
        (usual && self.build.is_light(pc) && self.build.is_light(pc + 1)).then_some(())?;
        let (amount, who, reason) = (self.build.number(number), self.build.number(*who), *reason);
        let scores: Box<[u32]> =
            self.build.program.teams.iter().map(|team| self.build.program.scores + u32::from(*team)).collect();
        let (again, next) = (pc + 1, self.build.thread(pc + 2));
        Some(Box::new(move |desk| {
            let points = amount(desk);
            if desk.stopped || !compares(comparison, points, bound) {
                return to;
            }
            let seat = who(desk);
            let slot = usize::try_from(seat).ok().and_then(|seat| scores.get(seat));
            let score = slot.and_then(|slot| desk.state.int(*slot).checked_add(points));
            let kept = match (slot, score, desk.stopped) {
                (Some(slot), Some(score), false) => desk.state.keep(*slot, score),
                _ => false,
            };
            if !kept {
                // What is wrong is told at the line of the score.
                (desk.fault, desk.stopped) = (None, false);
                return again;
            }
            if let Some(told) = &mut desk.points {
                told.push(Points { reason, points, sides: 1 });
            }
            next
        }))
    }
}

/// Adds to a score: whether it still fits.
#[inline]
fn add_to_score(desk: &mut Desk, slot: u32, points: i64) -> bool {
    let value = sum(desk, slot, points);
    desk.keep(slot, value);
    !desk.stopped
}

/// Points, or as many taken off.
#[inline]
fn signed(desk: &mut Desk, points: i64, minus: bool) -> i64 {
    if !minus {
        return points;
    }
    points.checked_neg().unwrap_or_else(|| desk.fail(FaultKind::Overflow, 0))
}
