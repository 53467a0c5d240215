//! Code generation: decisions, circuits and auctions to flat code.

use super::bids::Bidding;
use super::{Binding, Lower};
use crate::design::Range;
use crate::diagnostic::Span;
use crate::engine::{self, CircuitAt, Node, NodeId, Op, Pc, Turns};
use crate::ir::{self, Expr, Order, Role};

/// What every decision of a form shares.
pub(super) struct Turn {
    pub(super) who: NodeId,
    pub(super) at_once: bool,
    /// The slot of the seat whose turn it is, and whether the decision sets it.
    pub(super) player: u32,
    pub(super) sets_player: bool,
    pub(super) var: usize,
    pub(super) form: Option<usize>,
    /// In tricks, the first slot of the card that each seat played, where that is asked for in the block of the act.
    pub(super) lays: Option<u32>,
    /// The first slot of which acts have been done in this turn, one for each, where each may be done once.
    pub(super) done: Option<u32>,
    pub(super) turns: Turns,
}

impl Lower<'_> {
    pub(super) fn ask(&mut self, ask: &ir::Ask, span: Span) {
        let player = self.new_ints(1);
        let who = if ask.at_once { self.seats(&ask.who) } else { self.int(&ask.who) };
        let turn = Turn {
            who,
            at_once: ask.at_once,
            player,
            sets_player: true,
            var: ask.player,
            form: None,
            turns: Turns::Alone,
            lays: None,
            done: None,
        };
        let ends = self.decision(&turn, &ask.acts.iter().collect::<Vec<_>>(), span, |_, _| None);
        for end in ends {
            self.lands_here(end);
        }
    }

    /// A decision and the blocks of its acts. `after` adds what follows the block of each act, and gives the operation by which the turn is over. Gives the jumps that leave
    /// it; for a decision of several at once there is one, taken when all have been heard.
    pub(super) fn decision(
        &mut self,
        turn: &Turn,
        acts: &[&ir::Act],
        span: Span,
        mut after: impl FnMut(&mut Self, &ir::Act) -> Option<Pc>,
    ) -> Vec<Pc> {
        let me = self.new_reg();
        self.bind(turn.var, if turn.at_once { Binding::Reg(me) } else { Binding::Slot(turn.player) });
        let rule = self.rule(span);
        let mut lowered: Vec<engine::Act> = acts.iter().map(|act| self.act(act)).collect();
        for (slot, (act, low)) in turn.done.into_iter().flat_map(|first| first..).zip(acts.iter().zip(&mut lowered)) {
            if act.role == Role::Act {
                low.when = Some(self.once_a_turn(slot, low.when));
            }
        }
        let picks = lowered.iter().map(|act| u32::from(self.short(act.picks.len(), span))).max().unwrap_or(0);
        let seats = u32::from(self.setup.players);
        let form = turn.form.map(|form| self.short(form, span));
        let waiting = self.new_ints(1);
        let (answers, answer_cards, unheard) = if turn.at_once {
            let answered = self.answered(acts);
            (self.new_ints_for(seats * (picks + 2), answered), self.new_masks(seats * picks), self.new_ints(1))
        } else {
            (0, 0, 0)
        };
        let number = self.short(self.program.asks.len(), span);
        self.program.asks.push(engine::Ask {
            who: turn.who,
            at_once: turn.at_once,
            player: turn.player,
            sets_player: turn.sets_player,
            me,
            acts: Vec::new(),
            waiting,
            answers: (answers, picks + 2),
            answer_cards: (answer_cards, picks),
            unheard,
            form,
            turns: turn.turns,
            at: self.here(),
            hears: self.here() + 1,
            rule,
        });
        self.emit(Op::Ask(number), span);
        let hear = turn.at_once.then(|| self.emit(Op::NextAnswer { ask: number, exit: 0 }, span));
        self.bind(turn.var, Binding::Slot(turn.player));
        let mut ends = Vec::new();
        for (act, low) in acts.iter().zip(&mut lowered) {
            low.entry = self.here();
            if let (Some(base), [pick], Role::Play) = (turn.lays, low.picks.as_slice(), act.role) {
                self.lay(base, (turn.player, pick.slot), act.span);
            }
            for (pick, low) in act.picks.iter().zip(&low.picks) {
                self.bind(pick.var, if pick.several { Binding::CardSlot(low.slot) } else { Binding::Slot(low.slot) });
            }
            for (pick, low) in act.picks.iter().zip(&mut low.picks) {
                low.told = self.told(act, pick, turn.var);
            }
            self.block(&act.body);
            low.over = after(self, act);
            let leaves = self.emit(Op::Jump(hear.unwrap_or(0)), act.span);
            if hear.is_none() {
                ends.push(leaves);
            }
        }
        if let Some(ask) = self.program.asks.get_mut(usize::from(number)) {
            ask.acts = lowered;
        }
        hear.map_or(ends, |hear| vec![hear])
    }

    /// What numbers the answers of several at once can be.
    fn answered(&self, acts: &[&ir::Act]) -> Range {
        let numbers =
            acts.iter().flat_map(|act| &act.picks).filter(|pick| matches!(pick.source, ir::Source::Number { .. }));
        numbers.fold(Range::YES_NO, |all, pick| all.or(self.ranges.of(&Expr::Var(pick.var))))
    }

    pub(super) fn circuit(&mut self, circuit: &ir::Circuit) {
        let among = match &circuit.among {
            Some(among) => self.seats(among),
            None => self.seats(&Expr::AllPlayers),
        };
        self.circuit_of(circuit, among);
    }

    /// A circuit in which these take part.
    pub(super) fn circuit_of(&mut self, circuit: &ir::Circuit, among: NodeId) {
        let skip = circuit.when.as_ref().map(|when| {
            let cond = self.int(when);
            self.emit(Op::Unless { cond, to: 0 }, circuit.span)
        });
        self.turns(circuit, among);
        skip.into_iter().for_each(|skip| self.lands_here(skip));
    }

    fn turns(&mut self, circuit: &ir::Circuit, among: NodeId) {
        let slots = self.form(circuit.form);
        let (once, from) = match &circuit.order {
            Order::AtOnce => return self.at_once(circuit, among),
            Order::Clockwise { once, from } => (*once, self.int(from)),
        };
        let number = self.short(self.program.circuits.len(), circuit.span);
        let form = self.short(circuit.form, circuit.span);
        self.program.circuits.push(engine::Circuit {
            form,
            among,
            from,
            once,
            seat: slots.seat,
            still: slots.still,
            todo: slots.todo,
            passed: slots.passed,
            row: slots.row,
            acts: slots.acts,
            leader: self.auction.as_ref().map(|bidding| bidding.leader),
            at: CircuitAt::default(),
        });
        self.emit(Op::CircuitBegin(number), circuit.span);
        let again = self.emit(Op::CircuitTurn { circuit: number, exit: 0 }, circuit.span);
        let who = self.node(Node::Slot(slots.seat));
        let turn = Turn {
            who,
            at_once: false,
            player: slots.seat,
            sets_player: false,
            var: circuit.player,
            form: Some(circuit.form),
            lays: None,
            done: None,
            turns: Turns::Circuit(number),
        };
        let ends = self.decision(&turn, &circuit.acts.iter().collect::<Vec<_>>(), circuit.span, |this, act| {
            this.bid_made(circuit.player, act, slots.seat);
            let mut role = Some(act.role);
            if !circuit.each.is_empty() {
                this.emit(Op::CircuitCounted { circuit: number, role: act.role }, act.span);
                this.block(&circuit.each);
                role = None;
            }
            Some(this.emit(Op::CircuitActed { circuit: number, role }, act.span))
        });
        for end in ends {
            self.lands_here(end);
        }
        let at = CircuitAt { turn: again, closes: circuit.closes.as_ref().map(|_| self.here()) };
        if let Some(circuit) = self.program.circuits.get_mut(usize::from(number)) {
            circuit.at = at;
        }
        if let Some(closes) = &circuit.closes {
            // The turn has gone on by one seat already; `player` is still who acted.
            let reg = self.new_reg();
            self.bind(circuit.player, Binding::Reg(reg));
            let closes = self.int(closes);
            let (next, mut steps) = (self.node(Node::Slot(slots.seat)), self.constant_int(-1));
            if let Some(turned) = self.program.turned {
                let (turned, one) = (self.node(Node::Slot(turned)), self.constant_int(1));
                steps = self.node(Node::If(turned, one, steps));
            }
            let acted = self.node(Node::SeatStep { from: next, steps });
            let closes = self.with(reg, acted, closes);
            let open = self.node(Node::Not(closes));
            let skip = self.emit(Op::Unless { cond: open, to: 0 }, circuit.span);
            self.emit(Op::Jump(again), circuit.span);
            self.lands_here(skip);
        } else {
            self.emit(Op::Jump(again), circuit.span);
        }
        self.lands_here(again);
    }

    /// A circuit in which all choose at once.
    fn at_once(&mut self, circuit: &ir::Circuit, among: NodeId) {
        let slots = self.form(circuit.form);
        let turn = Turn {
            who: among,
            at_once: true,
            player: slots.seat,
            sets_player: true,
            var: circuit.player,
            form: Some(circuit.form),
            lays: None,
            done: None,
            turns: Turns::Alone,
        };
        let ends = self.decision(&turn, &circuit.acts.iter().collect::<Vec<_>>(), circuit.span, |this, act| {
            this.bid_made(circuit.player, act, slots.seat);
            this.block(&circuit.each);
            None
        });
        for end in ends {
            self.lands_here(end);
        }
    }

    pub(super) fn auction(&mut self, auction: &ir::Auction) {
        let slots = self.form(auction.form);
        let number = self.short(self.program.auctions.len(), auction.span);
        let form = self.short(auction.form, auction.span);
        let (bid, clock) = (self.new_ints(1), self.new_ints(1));
        let bids: Vec<&ir::Act> =
            auction.stages.iter().flat_map(|stage| &stage.acts).filter(|act| act.role == Role::Bid).collect();
        let from = auction.from.as_ref().map(|from| (self.new_ints(1), self.int(from)));
        let differ = bids.len() > 1 && bids.iter().any(|bid| bid.own_worth);
        let bidding = Bidding {
            auction: number,
            leader: slots.leader,
            bidder: self.new_reg(),
            which: differ.then(|| self.new_ints(1)),
            worths: Vec::new(),
        };
        // What bids are worth is known when all stages are.
        let nothing = self.constant_int(0);
        self.program.auctions.push(engine::Auction {
            form,
            bid,
            worth: slots.worth,
            time: slots.time,
            clock,
            leader: slots.leader,
            value: (bidding.bidder, nothing),
            highest: auction.highest,
            ties: auction.ties,
            from,
        });
        self.emit(Op::AuctionBegin(number), auction.span);
        let outer = self.auction.replace(bidding);
        for stage in &auction.stages {
            self.circuit(stage);
        }
        if let Some(bidding) = std::mem::replace(&mut self.auction, outer) {
            let worth = self.worth_of_bids(&bidding);
            if let Some(auction) = self.program.auctions.get_mut(usize::from(number)) {
                auction.value = (bidding.bidder, worth);
            }
        }
        let close = self.emit(Op::AuctionClose { auction: number, unsold: 0 }, auction.wins);
        let before = self.ranges.somebody_won(Some(auction.form));
        self.block(&auction.sold);
        self.ranges.somebody_won(before);
        let done = self.emit(Op::Jump(0), auction.span);
        self.lands_here(close);
        self.block(&auction.unsold);
        self.lands_here(done);
        self.block(&auction.after);
    }
}
