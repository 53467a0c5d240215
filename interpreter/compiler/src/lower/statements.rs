//! Statements to flat code.

use super::{Binding, Lower};
use crate::engine::{CardSet, Lack, Node, NodeId, Op, Pc, SlotRef};
use crate::ir::{Comparison, Expr, Members, Over, Repeats, Stmt, StmtKind};

impl Lower<'_> {
    pub(super) fn block(&mut self, body: &[Stmt]) {
        for stmt in body {
            self.statement(stmt);
        }
    }

    fn statement(&mut self, stmt: &Stmt) {
        let mut skip = None;
        let decided = stmt.when.as_ref().and_then(|when| self.decided(when));
        if let Some((span, holds)) = decided {
            self.tell_decided(span, holds);
            if !holds {
                return;
            }
        } else if let Some(when) = &stmt.when {
            let cond = self.int(when);
            match self.constant(cond) {
                Some(0) => return,
                Some(_) => {}
                None => skip = Some(self.emit(Op::Unless { cond, to: 0 }, stmt.span)),
            }
        }
        let around = self.together;
        self.together |= matches!(stmt.kind, StmtKind::ForEach { together: true, .. });
        self.act_on(stmt);
        self.together = around;
        if !self.together && scores(stmt) {
            self.ends_here(stmt.span);
        }
        if let Some(skip) = skip {
            self.lands_here(skip);
        }
    }

    fn act_on(&mut self, stmt: &Stmt) {
        let op = match &stmt.kind {
            StmtKind::Do { phase, given } => {
                let base = self.program.phases.get(*phase).map_or(0, |entry| entry.given.0);
                for (slot, given) in (base..).zip(given) {
                    let value = self.int(given);
                    self.emit(Op::Reset { base: slot, count: 1, value }, stmt.span);
                }
                Op::Call(self.short(*phase, stmt.span))
            }
            StmtKind::Move { cards, to } => Op::Move { cards: self.cards(cards), to: self.place_at(to) },
            StmtKind::Deal { count, from, to, if_able } => {
                Op::Deal { count: self.int(count), from: self.place_at(from), to: self.place_at(to), exact: !if_able }
            }
            StmtKind::DealEach { attr, like, from, to, if_able } => {
                let from = Expr::CardsIn(from.clone());
                Op::Move { cards: self.one_of_each(*attr, like, &from, *if_able), to: self.place_at(to) }
            }
            StmtKind::Fill { place, size, from } => {
                Op::Fill { place: self.place_at(place), size: self.int(size), from: self.place_at(from) }
            }
            StmtKind::Shuffle(place) => Op::Shuffle(self.place_at(place)),
            StmtKind::Sort { place, var, key, highest } => {
                let reg = self.new_reg();
                self.bind(*var, Binding::Reg(reg));
                Op::Sort { place: self.place_at(place), reg, key: self.ordered_by(key, *highest), highest: *highest }
            }
            StmtKind::Swap(a, b) => Op::Swap(self.place_at(a), self.place_at(b)),
            StmtKind::Set { target, to } => Op::Set { to: self.slot_ref(target), value: self.int(to) },
            StmtKind::Draw { target, from } => Op::Draw { to: self.slot_ref(target), from: self.seats(from) },
            StmtKind::Add { target, amount } => Op::AddTo { to: self.slot_ref(target), amount: self.int(amount) },
            StmtKind::Pay { amount, from, to } => {
                let amount = self.int(amount);
                let from: Option<SlotRef> = from.as_ref().map(|from| self.slot_ref(from));
                let to = to.as_ref().map(|to| self.slot_ref(to));
                Op::Pay { amount, from, to }
            }
            StmtKind::Score { amount, who, reason, minus } => Op::Score {
                amount: self.int(amount),
                who: self.seats(who),
                reason: self.short(*reason, stmt.span),
                minus: *minus,
            },
            StmtKind::DrawNumber { target, low, high } => {
                Op::DrawNumber { to: self.slot_ref(target), low: self.int(low), high: self.int(high) }
            }
            StmtKind::Ends { body, .. } => return self.ending(body, stmt.span),
            StmtKind::Won(who) => Op::Won(self.seats(who)),
            StmtKind::EndPhase => {
                for played in self.tricks.clone() {
                    self.forget_who_played(played, stmt.span);
                }
                self.counts_as_done(stmt.span);
                let jump = self.emit(Op::Jump(0), stmt.span);
                self.ends.push(jump);
                return;
            }
            StmtKind::If { branches, otherwise } => return self.branches(stmt, branches, otherwise),
            StmtKind::ForEach { over, var, group, from, sorted: None, body, .. } => {
                return self.for_each(stmt, (*over, *var), group, from.as_ref(), &mut |this| this.block(body));
            }
            StmtKind::ForEach { over, var, group, from, sorted: Some(sorted), body, .. } => {
                return self.for_sorted(stmt, (*over, *var), group, from.as_ref(), sorted, body);
            }
            StmtKind::Repeat { repeats, body } => return self.repeat(stmt, repeats, body),
            StmtKind::Ask(ask) => return self.ask(ask, stmt.span),
            StmtKind::Auction(auction) => return self.auction(auction),
            StmtKind::Circuit { circuit, after } => {
                self.circuit(circuit);
                return self.block(after);
            }
            StmtKind::Tricks(tricks) => return self.tricks(tricks),
        };
        self.emit(op, stmt.span);
    }

    /// For each value of an attribute that cards like these have, the first such card of a place.
    fn one_of_each(&mut self, attr: usize, like: &[Members], from: &Expr, if_able: bool) -> NodeId {
        let from = self.cards(from);
        let cards: Vec<usize> = self.cards_like(like).collect();
        let members = self.game.attrs.get(attr).and_then(|attr| self.game.kinds.get(attr.kind));
        let members = members.map_or(0, |kind| kind.members.len());
        let mut found = self.node(Node::Cards(CardSet::NONE));
        for member in 0..members {
            let set = cards.iter().filter(|card| self.members(**card, attr) >> member & 1 == 1);
            let set: CardSet = set.copied().collect();
            if set == 0 {
                continue;
            }
            let set = self.node(Node::Cards(set));
            let there = self.node(Node::Both(from, set));
            let first = self.node(Node::EndCard { of: there, last: false });
            let card = if if_able {
                first
            } else {
                let (zero, missing) = (self.constant_int(0), self.node(Node::Missing { lack: Lack::Card, rule: 0 }));
                let has = self.compare(Comparison::AtLeast, first, zero);
                self.node(Node::If(has, first, missing))
            };
            let card = self.node(Node::JustCard(card));
            found = self.node(Node::Either(found, card));
        }
        found
    }

    fn branches(&mut self, stmt: &Stmt, branches: &[(Expr, Vec<Stmt>)], otherwise: &[Stmt]) {
        let mut ends: Vec<Pc> = Vec::new();
        for (cond, body) in branches {
            let cond = self.int(cond);
            let skip = self.emit(Op::Unless { cond, to: 0 }, stmt.span);
            self.block(body);
            ends.push(self.emit(Op::Jump(0), stmt.span));
            self.lands_here(skip);
        }
        self.block(otherwise);
        for end in ends {
            self.lands_here(end);
        }
    }

    pub(super) fn for_each(
        &mut self,
        stmt: &Stmt,
        (over, var): (Over, usize),
        group: &Expr,
        from: Option<&Expr>,
        body: &mut dyn FnMut(&mut Self),
    ) {
        let current = self.new_ints(1);
        let (begin, step) = match over {
            Over::Players => {
                let left = self.new_ints(1);
                let of = self.seats(group);
                let from = from.map(|from| (self.new_ints(1), self.int(from)));
                let start = from.map(|(slot, _)| slot);
                (Op::KeepSeats { left, of, from }, Op::NextSeat { left, seat: current, from: start, exit: 0 })
            }
            Over::Cards => {
                let left = self.new_masks(1);
                let of = self.cards(group);
                (Op::KeepCards { left, of }, Op::NextCard { left, card: current, exit: 0 })
            }
            Over::Kind(_) | Over::Teams => {
                let last = i64::from(self.count_of(over)) - 1;
                return self.count(stmt, var, &Expr::Int(0), &Expr::Int(last), false, body);
            }
        };
        self.emit(begin, stmt.span);
        let again = self.emit(step, stmt.span);
        self.bind(var, Binding::Slot(current));
        body(self);
        self.emit(Op::Jump(again), stmt.span);
        self.lands_here(again);
    }

    fn repeat(&mut self, stmt: &Stmt, repeats: &Repeats, body: &[Stmt]) {
        match repeats {
            Repeats::Once => self.block(body),
            Repeats::Until(until) => {
                let again = self.here();
                let until = self.int(until);
                let cond = self.node(Node::Not(until));
                let exit = self.emit(Op::Unless { cond, to: 0 }, stmt.span);
                self.block(body);
                self.emit(Op::Jump(again), stmt.span);
                self.lands_here(exit);
            }
            Repeats::Times(times) => {
                let var = self.env.len();
                self.env.push(None);
                self.count(stmt, var, &Expr::Int(1), times, false, &mut |this| this.block(body));
            }
            Repeats::Count { var, from, to, down } => {
                self.count(stmt, *var, from, to, *down, &mut |this| this.block(body));
            }
        }
    }

    /// A loop over numbers; both ends are worked out at the start.
    fn count(&mut self, stmt: &Stmt, var: usize, from: &Expr, to: &Expr, down: bool, body: &mut dyn FnMut(&mut Self)) {
        // Counting goes one beyond the end.
        let counted = self.ranges.of(from).or(self.ranges.of(to)).widened();
        let (current, last) = (self.new_ints_for(1, counted), self.new_ints_for(1, counted));
        let (from, to) = (self.int(from), self.int(to));
        self.emit(Op::Reset { base: current, count: 1, value: from }, stmt.span);
        self.emit(Op::Reset { base: last, count: 1, value: to }, stmt.span);
        let again = self.here();
        let (now, end) = (self.node(Node::Slot(current)), self.node(Node::Slot(last)));
        let cond = self.compare(if down { Comparison::AtLeast } else { Comparison::AtMost }, now, end);
        let exit = self.emit(Op::Unless { cond, to: 0 }, stmt.span);
        self.bind(var, Binding::Slot(current));
        body(self);
        let step = self.constant_int(if down { -1 } else { 1 });
        let next = self.node(Node::Add(now, step));
        self.emit(Op::Reset { base: current, count: 1, value: next }, stmt.span);
        self.emit(Op::Jump(again), stmt.span);
        self.lands_here(exit);
    }
}

/// Whether a statement by itself brings points, be it to each of several.
fn scores(stmt: &Stmt) -> bool {
    if let StmtKind::ForEach { together: true, body, .. } = &stmt.kind {
        return body.iter().any(scores_to_each);
    }
    matches!(stmt.kind, StmtKind::Score { .. })
}

/// The same of what is done for each: where it is done for teams, only for those that have players.
fn scores_to_each(stmt: &Stmt) -> bool {
    if let StmtKind::If { branches, .. } = &stmt.kind {
        return branches.iter().flat_map(|(_, body)| body).any(scores_to_each);
    }
    matches!(stmt.kind, StmtKind::Score { .. })
}
