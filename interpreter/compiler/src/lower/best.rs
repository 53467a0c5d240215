//! `for the 3 artists with highest shown`: all of the group are put on a list with what counts, the list is put in order, and its
//! first ones are gone through.

use super::{Binding, Lower};
use crate::engine::{Node, Op, Ranking};
use crate::ir::{Comparison, Expr, Over, Sorted, Stmt};

impl Lower<'_> {
    pub(super) fn for_sorted(
        &mut self,
        stmt: &Stmt,
        (over, var): (Over, usize),
        group: &Expr,
        from: Option<&Expr>,
        sorted: &Sorted,
        body: &[Stmt],
    ) {
        let room = self.count_of(over);
        let all = Expr::Int(room.into());
        let count = sorted.count.as_ref().unwrap_or(&all);
        let (found, most) = (self.new_ints(1), self.new_ints_for(1, self.ranges.of(count)));
        let list = self.new_ints(room);
        let keys = sorted.keys.iter().map(|(_, key, highest)| {
            let range = self.ranges.of(key).widened();
            (self.new_ints_for(room, range), *highest)
        });
        let ranking = Ranking { found, list, room, keys: keys.collect() };
        let (count, zero) = (self.int(count), self.constant_int(0));
        self.emit(Op::Reset { base: most, count: 1, value: count }, stmt.span);
        self.emit(Op::Reset { base: found, count: 1, value: zero }, stmt.span);
        let one = self.env.len();
        self.env.push(None);
        self.for_each(stmt, (over, one), group, from, &mut |this| this.enlist(stmt, one, sorted, &ranking));
        self.emit(Op::Rank(ranking), stmt.span);
        self.first_of(stmt, var, (list, room), (found, most), body);
    }

    /// Puts one thing on the list, if it has all that counts.
    fn enlist(&mut self, stmt: &Stmt, one: usize, sorted: &Sorted, ranking: &Ranking) {
        let Some(Some(Binding::Slot(slot))) = self.env.get(one).copied() else { return };
        let mut skips = Vec::new();
        if let Some((var, cond)) = &sorted.cond {
            self.bind(*var, Binding::Slot(slot));
            let cond = self.int(cond);
            skips.push(self.emit(Op::Unless { cond, to: 0 }, stmt.span));
        }
        let mut keys = Vec::new();
        for (var, key, _) in &sorted.keys {
            self.bind(*var, Binding::Slot(slot));
            let (there, key) = self.key_of_one(key);
            if self.constant(there) != Some(1) {
                skips.push(self.emit(Op::Unless { cond: there, to: 0 }, stmt.span));
            }
            keys.push(key);
        }
        let one = self.node(Node::Slot(slot));
        self.emit(Op::Enlist { on: ranking.clone(), one, keys }, stmt.span);
        for skip in skips {
            self.lands_here(skip);
        }
    }

    /// Does something for the first things of a list.
    fn first_of(
        &mut self,
        stmt: &Stmt,
        var: usize,
        (list, room): (u32, u32),
        (found, most): (u32, u32),
        body: &[Stmt],
    ) {
        let (at, current) = (self.new_ints(1), self.new_ints(1));
        let (zero, one) = (self.constant_int(0), self.constant_int(1));
        self.emit(Op::Reset { base: at, count: 1, value: zero }, stmt.span);
        let again = self.here();
        let (now, found, most) = (self.node(Node::Slot(at)), self.node(Node::Slot(found)), self.node(Node::Slot(most)));
        let (there, wanted) =
            (self.compare(Comparison::LessThan, now, found), self.compare(Comparison::LessThan, now, most));
        let cond = self.node(Node::And(there, wanted));
        let exit = self.emit(Op::Unless { cond, to: 0 }, stmt.span);
        let value = self.node(Node::SlotAt { base: list, keys: vec![(now, room)], nothing: -1 });
        self.emit(Op::Reset { base: current, count: 1, value }, stmt.span);
        self.bind(var, Binding::Slot(current));
        self.block(body);
        let value = self.node(Node::Add(now, one));
        self.emit(Op::Reset { base: at, count: 1, value }, stmt.span);
        self.emit(Op::Jump(again), stmt.span);
        self.lands_here(exit);
    }
}
