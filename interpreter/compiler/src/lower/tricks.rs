//! What lies in a trick, and rules that leave some cards free.

use super::{Binding, Lower};
use crate::design::walk;
use crate::diagnostic::Span;
use crate::engine::{self, Node, NodeId, Op, Pc, Ties};
use crate::ir::{self, Comparison, Expr, Fold, Source, StmtKind};

impl<'g> Lower<'g> {
    /// The tricks of a form, as the program plays them and as they are said.
    fn tricks_of(&self, form: usize) -> Option<(engine::Tricks, &'g ir::Tricks)> {
        let game = self.game;
        let mut said = None;
        for phase in &game.phases {
            walk::statements(&phase.body, &mut |stmt| {
                if let StmtKind::Tricks(tricks) = &stmt.kind
                    && tricks.form == form
                {
                    said = Some(tricks);
                }
            });
        }
        let played = self.program.tricks.iter().find(|tricks| usize::from(tricks.form) == form)?;
        Some((played.clone(), said?))
    }

    fn is_not_empty(&mut self, cards: NodeId) -> NodeId {
        let (count, zero) = (self.node(Node::Count(cards)), self.constant_int(0));
        self.compare(Comparison::IsNot, count, zero)
    }

    fn in_trick(&mut self) -> NodeId {
        self.cards(&Expr::CardsIn(ir::PlaceRef { place: 1, of: ir::Of::Whole }))
    }

    /// The card that is ahead: of the trumps that lie there, else of the cards that follow, else of all.
    pub(super) fn winning_card(&mut self, form: usize) -> NodeId {
        let Some((tricks, _)) = self.tricks_of(form) else { return self.constant_int(-1) };
        let mut of = self.in_trick();
        for first in [tricks.follows, tricks.trumps].into_iter().flatten() {
            let any = self.is_not_empty(first);
            of = self.node(Node::IfCards(any, first, of));
        }
        let best = Node::BestCards { reg: tricks.card, of, key: tricks.key, highest: tricks.highest };
        let of = self.node(best);
        self.node(Node::EndCard { of, last: tricks.ties == Ties::Last })
    }

    /// Whether a card would be ahead, were it played now. What counts is worked out as the trick lies.
    pub(super) fn beats(&mut self, form: usize, card: &Expr) -> NodeId {
        let Some((tricks, said)) = self.tricks_of(form) else { return self.constant_int(0) };
        let card = self.int(card);
        let before = self.env.get(said.card).copied().flatten();
        self.bind(said.card, Binding::Node(card));
        let trump = said.trump.as_ref().map(|trump| self.int(trump));
        let follows = said.follows.as_ref().map(|follows| self.int(follows));
        let key = self.ordered_by(&said.key, said.highest);
        if let Some(before) = before {
            self.bind(said.card, before);
        }
        let ahead = self.winning_card(form);
        let to_beat = self.with(tricks.card, ahead, tricks.key);
        let better = match (tricks.highest, tricks.ties == Ties::Last) {
            (true, false) => Comparison::MoreThan,
            (true, true) => Comparison::AtLeast,
            (false, false) => Comparison::LessThan,
            (false, true) => Comparison::AtMost,
        };
        let better = self.compare(better, key, to_beat);
        // The best of the trumps, of those that follow, or of all: it is the same for each card which of them lie there.
        let mut beats = better;
        for (one, lie) in [(follows, tricks.follows), (trump, tricks.trumps)] {
            if let (Some(one), Some(lie)) = (one, lie) {
                let any = self.is_not_empty(lie);
                let (best, first) = (self.node(Node::And(one, better)), self.node(Node::Or(one, beats)));
                beats = self.node(Node::If(any, best, first));
            }
        }
        let lie = self.in_trick();
        let any = self.is_not_empty(lie);
        let lead = self.node(Node::Not(any));
        self.node(Node::Or(lead, beats))
    }

    /// An act that may be done once a turn.
    pub(super) fn once_a_turn(&mut self, done: u32, when: Option<NodeId>) -> NodeId {
        let done = self.node(Node::Slot(done));
        let open = self.node(Node::Not(done));
        when.map_or(open, |when| self.node(Node::And(open, when)))
    }

    /// What comes before a seat is asked for a card: what others may do at any time; then none of its acts has been done.
    pub(super) fn before_a_card(&mut self, tricks: &ir::Tricks, done: Option<u32>, count: usize) {
        tricks.window.iter().for_each(|window| self.circuit(window));
        if let Some(base) = done {
            let (count, value) = (u32::try_from(count).unwrap_or(0), self.constant_int(0));
            self.emit(Op::Reset { base, count, value }, tricks.span);
        }
    }

    /// An act beside the card has been done: the seat is asked again.
    pub(super) fn asked_again(&mut self, done: Option<u32>, ask: usize, span: Span) {
        let (value, at) = (self.constant_int(1), self.program.asks.get(ask).map_or(0, |ask| ask.at));
        done.into_iter().for_each(|base| {
            self.emit(Op::Reset { base, count: 1, value }, span);
        });
        self.emit(Op::Jump(at), span);
    }

    /// The turn of a seat is over without a card.
    pub(super) fn no_card(&mut self, tricks: u16, next: Pc, span: Span) {
        let (pick, value) = (self.new_ints(1), self.constant_int(-1));
        self.emit(Op::Reset { base: pick, count: 1, value }, span);
        self.emit(Op::Played { tricks, pick }, span);
        self.emit(Op::Jump(next), span);
    }

    /// A jump alone is put together with others; where lines are counted, something stands for this one.
    pub(super) fn counts_as_done(&mut self, span: Span) {
        if !self.unwatched {
            let value = self.constant_int(0);
            self.emit(Op::Reset { base: 0, count: 0, value }, span);
        }
    }

    /// Whether anybody has played a card to the trick.
    pub(super) fn somebody_played(&mut self, played: u32) -> NodeId {
        let reg = self.new_reg();
        let seat = self.node(Node::Reg(reg));
        let keys = vec![(seat, u32::from(self.setup.players))];
        let card = self.node(Node::SlotAt { base: played, keys, nothing: -1 });
        let none = self.constant_int(-1);
        let key = self.compare(Comparison::IsNot, card, none);
        let of = self.seats(&Expr::AllPlayers);
        self.node(Node::FoldSeats { fold: Fold::Any, reg, of, key })
    }

    /// Whether a `must` obliges anybody: whether one of the cards obeys it that the lines above it leave.
    pub(super) fn obliges(&mut self, pick: &ir::Pick, above: &[ir::Must], must: &ir::Must) -> NodeId {
        let Source::Cards { from, .. } = &pick.source else { return self.constant_int(0) };
        let before = self.env.get(pick.var).copied().flatten();
        let reg = self.new_reg();
        self.bind(pick.var, Binding::Reg(reg));
        let mut left = self.cards(from);
        if let Some(cond) = &pick.cond {
            let cond = self.int(cond);
            left = self.filter(left, cond, reg);
        }
        for line in above {
            left = self.left_by(line, left, reg);
        }
        let cond = self.int(&must.cond);
        let obeying = self.filter(left, cond, reg);
        if let Some(before) = before {
            self.bind(pick.var, before);
        }
        self.is_not_empty(obeying)
    }

    /// The cards that one line leaves.
    fn left_by(&mut self, line: &ir::Must, left: NodeId, reg: u32) -> NodeId {
        let cond = self.int(&line.cond);
        let when = line.when.as_ref().map(|when| self.int(when));
        let (cond, when) = match when {
            Some(when) if self.deps_of(when).on(reg) => {
                let not = self.node(Node::Not(when));
                (self.node(Node::Or(not, cond)), None)
            }
            when => (cond, when),
        };
        let obeying = self.filter(left, cond, reg);
        let mut counts = when;
        let mut keeps = obeying;
        if line.if_able {
            let able = self.is_not_empty(obeying);
            counts = Some(counts.map_or(able, |when| self.node(Node::And(when, able))));
        }
        if let Some(except) = &line.except {
            let except = self.int(except);
            let free = self.filter(left, except, reg);
            keeps = self.node(Node::Either(obeying, free));
        }
        match counts {
            Some(counts) => self.node(Node::IfCards(counts, keeps, left)),
            None => keeps,
        }
    }
}
