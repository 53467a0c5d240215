//! Code generation: decisions and forms to flat code.

use super::bids::Bidding;
use super::{Binding, Lower};
use crate::design::{Range, walk};
use crate::diagnostic::{Code, Diagnostic, Span};
use crate::engine::{
    self, CircuitAt, MOST_MUSTS, MOST_PICKS, Node, NodeId, Op, Pc, SlotRef, Source, Told, TricksAt, Turns,
};
use crate::ir::{self, Comparison, Expr, Fact, Fold, Order, Role};

/// What every decision of a form shares.
struct Turn {
    who: NodeId,
    at_once: bool,
    /// The slot of the seat whose turn it is, and whether the decision sets it.
    player: u32,
    sets_player: bool,
    var: usize,
    form: Option<usize>,
    /// In tricks, the first slot of the card that each seat played, where that is asked for in the block of the act.
    lays: Option<u32>,
    /// The first slot of which acts have been done in this turn, one for each, where each may be done once.
    done: Option<u32>,
    turns: Turns,
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
    fn decision(
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
        let picks = u32::try_from(lowered.iter().map(|act| act.picks.len()).max().unwrap_or(0)).unwrap_or(0);
        let seats = u32::from(self.setup.players);
        let waiting = self.new_ints(1);
        let (answers, answer_cards, unheard) = if turn.at_once {
            let answered = self.answered(acts);
            (self.new_ints_for(seats * (picks + 2), answered), self.new_masks(seats * picks), self.new_ints(1))
        } else {
            (0, 0, 0)
        };
        let number = u16::try_from(self.program.asks.len()).unwrap_or(u16::MAX);
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
            form: turn.form.and_then(|form| u16::try_from(form).ok()),
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

    fn act(&mut self, act: &ir::Act) -> engine::Act {
        let when = act.when.as_ref().map(|when| self.int(when));
        if act.picks.len() > MOST_PICKS {
            self.problems.push(
                Diagnostic::new(Code::TooManyPicks, act.span, format!("one act picks at most {MOST_PICKS} things"))
                    .help("ask again in the block of the act"),
            );
        }
        if act.musts.len() > MOST_MUSTS {
            self.problems.push(
                Diagnostic::new(
                    Code::TooManyMusts,
                    act.span,
                    format!("one act obeys at most {MOST_MUSTS} `must` lines"),
                )
                .help("join conditions by `and`, or put them into the `where` of a pick"),
            );
        }
        let picks: Vec<engine::Pick> = act.picks.iter().map(|pick| self.pick(pick)).collect();
        let mut musts: Vec<engine::Must> = Vec::new();
        for (at, must) in act.musts.iter().enumerate() {
            let above = act.musts.get(..at).unwrap_or_default();
            let obliges =
                act.picks.first().filter(|_| must.except.is_some()).map(|pick| self.obliges(pick, above, must));
            musts.push(self.must(must, &picks, obliges));
        }
        // A bound holds for all choices from the start: not behind a line that has to look at them first.
        musts.iter_mut().skip_while(|must| !must.if_able).for_each(|must| must.bound = None);
        let rule = self.rule(act.span);
        engine::Act {
            name: u16::try_from(act.name).unwrap_or(0),
            role: act.role,
            when,
            picks,
            musts,
            entry: 0,
            over: None,
            rule,
        }
    }

    fn pick(&mut self, pick: &ir::Pick) -> engine::Pick {
        let source = match &pick.source {
            ir::Source::Cards { from, least, most, if_able, .. } => Source::Cards {
                from: self.cards(from),
                least: self.int(least),
                most: self.int(most),
                if_able: *if_able,
            },
            ir::Source::Number { low, high } => Source::Number { low: self.int(low), high: self.int(high) },
            ir::Source::Member(kind) => {
                let count = u32::try_from(self.game.kinds.get(*kind).map_or(0, |kind| kind.members.len())).unwrap_or(0);
                Source::Member { kind: u16::try_from(*kind).unwrap_or(0), count }
            }
            ir::Source::Player => Source::Seat,
            ir::Source::YesNo => Source::YesNo,
        };
        let cards = matches!(source, Source::Cards { .. });
        let (reg, slot) = if pick.several {
            let (reg, slot) = (self.new_card_reg(), self.new_masks(1));
            self.bind(pick.var, Binding::CardReg(reg));
            (reg, slot)
        } else {
            let range = self.ranges.of(&Expr::Var(pick.var));
            let slot = if cards { self.new_ints(1) } else { self.new_ints_for(1, range) };
            let reg = self.new_reg();
            self.bind(pick.var, Binding::Reg(reg));
            (reg, slot)
        };
        let each = if pick.several { self.new_reg() } else { reg };
        if pick.several {
            self.bind(pick.each, Binding::Reg(each));
        }
        let filter = pick.cond.as_ref().map(|cond| {
            let cond = self.int(cond);
            if !cards {
                return cond;
            }
            let all = self.node(Node::Cards(self.all_cards()));
            // The condition is asked only of the cards that are there.
            match (self.as_set(cond, each), &source) {
                (Some(set), _) => set,
                (None, Source::Cards { from, .. }) => self.node(Node::Scan { reg: each, of: *from, cond }),
                (None, _) => all,
            }
        });
        let so_that = pick.so_that.as_ref().map(|cond| self.int(cond));
        let to = pick.to.as_ref().map(|to| self.place_at(to));
        let rule = self.rule(pick.span);
        // Nobody else, until the block of the act says who.
        let told = Told::WhoSees(Vec::new());
        engine::Pick { source, reg, slot, several: pick.several, to, filter, so_that, told, rule }
    }

    /// Where a line leaves some cards free, it counts while another one obeys it, and is no `if able` any more.
    fn must(&mut self, must: &ir::Must, picks: &[engine::Pick], obliges: Option<NodeId>) -> engine::Must {
        let mut when = must.when.as_ref().map(|when| self.int(when));
        let mut cond = self.int(&must.cond);
        if let (Some(except), Some(obliges)) = (&must.except, obliges) {
            let except = self.int(except);
            cond = self.node(Node::Or(cond, except));
            when = Some(when.map_or(obliges, |when| self.node(Node::And(when, obliges))));
        }
        let if_able = must.if_able && obliges.is_none();
        // The last pick of which a phrase speaks.
        let speaks = |this: &Self, node: NodeId| {
            let deps = this.deps_of(node);
            picks.iter().rposition(|pick| deps.on(if pick.several { pick.reg + (1 << 20) } else { pick.reg }))
        };
        let mut spoken_of = speaks(self, cond);
        // Where `when` speaks of what is picked, the line is a condition on it as a whole.
        let (when, cond) = match when.map(|when| (when, speaks(self, when))) {
            Some((of_pick, at @ Some(_))) => {
                spoken_of = spoken_of.max(at);
                let not = self.node(Node::Not(of_pick));
                (None, self.node(Node::Or(not, cond)))
            }
            when => (when.map(|(when, _)| when), cond),
        };
        let at = spoken_of.unwrap_or_else(|| picks.len().saturating_sub(1));
        let of = picks.get(at);
        let single = of.filter(|pick| matches!(pick.source, Source::Cards { .. }) && !pick.several);
        let cards = single.and_then(|pick| self.as_set(cond, pick.reg));
        let bound = of
            .filter(|pick| matches!(pick.source, Source::Number { .. }) && !if_able)
            .and_then(|pick| self.bound(cond, pick.reg));
        let rule = self.rule(must.span);
        engine::Must { when, cond, cards, bound, if_able, of_picks: spoken_of.is_some(), at, rule }
    }

    /// A condition that bounds the number in a register.
    fn bound(&self, cond: NodeId, reg: u32) -> Option<(Comparison, NodeId)> {
        let Some(Node::Cmp(comparison, a, b)) = self.program.nodes.get(cond) else { return None };
        let this = |node: &NodeId| self.program.nodes.get(*node) == Some(&Node::Reg(reg));
        let flipped = match comparison {
            Comparison::AtLeast => Comparison::AtMost,
            Comparison::AtMost => Comparison::AtLeast,
            Comparison::MoreThan => Comparison::LessThan,
            Comparison::LessThan => Comparison::MoreThan,
            other => *other,
        };
        if *comparison == Comparison::IsNot {
            return None;
        }
        if this(a) && !self.deps_of(*b).on(reg) {
            return Some((*comparison, *b));
        }
        (this(b) && !self.deps_of(*a).on(reg)).then_some((flipped, *a))
    }

    // ---- circuits -------------------------------------------------------------------------------

    pub(super) fn circuit(&mut self, circuit: &ir::Circuit) {
        let slots = self.form(circuit.form);
        let among = match &circuit.among {
            Some(among) => self.seats(among),
            None => self.seats(&Expr::AllPlayers),
        };
        let (once, from) = match &circuit.order {
            Order::AtOnce => return self.at_once(circuit, among),
            Order::Clockwise { once, from } => (*once, self.int(from)),
        };
        let number = u16::try_from(self.program.circuits.len()).unwrap_or(u16::MAX);
        self.program.circuits.push(engine::Circuit {
            form: u16::try_from(circuit.form).unwrap_or(0),
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
            this.block(&circuit.each);
            Some(this.emit(Op::CircuitActed { circuit: number, role: act.role }, act.span))
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
            let (next, back) = (self.node(Node::Slot(slots.seat)), self.constant_int(-1));
            let acted = self.node(Node::SeatStep { from: next, steps: back });
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
        let number = u16::try_from(self.program.auctions.len()).unwrap_or(u16::MAX);
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
            form: u16::try_from(auction.form).unwrap_or(0),
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

    // ---- tricks ---------------------------------------------------------------------------------

    pub(super) fn tricks(&mut self, tricks: &ir::Tricks) {
        let slots = self.form(tricks.form);
        let among = match &tricks.among {
            Some(among) => self.seats(among),
            None => self.seats(&Expr::AllPlayers),
        };
        let lead = self.int(&tricks.lead);
        let number = u16::try_from(self.program.tricks.len()).unwrap_or(u16::MAX);
        let card = self.new_reg();
        self.bind(tricks.card, Binding::Reg(card));
        let trick = ir::PlaceRef { place: 1, of: ir::Of::Whole };
        let lies = self.cards(&Expr::CardsIn(trick));
        let follows = tricks.follows.as_ref().map(|follows| self.card_set(follows, card, lies));
        let trumps = tricks.trump.as_ref().map(|trump| self.card_set(trump, card, lies));
        let key = self.ordered_by(&tricks.key, tricks.highest);
        self.program.tricks.push(engine::Tricks {
            form: u16::try_from(tricks.form).unwrap_or(0),
            among,
            lead,
            seat: slots.seat,
            leader: slots.leader,
            todo: slots.todo,
            number: slots.row,
            played: slots.worth,
            card,
            follows,
            trumps,
            key,
            highest: tricks.highest,
            ties: tricks.ties,
            at: TricksAt::default(),
        });
        self.emit(Op::TricksBegin(number), tricks.span);
        let again = self.here();
        let over = match &tricks.until {
            Some(until) => {
                let until = self.int(until);
                let empty = self.nobody_can_play(tricks, among);
                self.node(Node::Or(until, empty))
            }
            None => self.nobody_can_play(tricks, among),
        };
        let open = self.node(Node::Not(over));
        let exit = self.emit(Op::Unless { cond: open, to: 0 }, tricks.span);
        self.emit(Op::TrickBegin(number), tricks.span);
        let next = self.emit(Op::TrickTurn { tricks: number, exit: 0 }, tricks.span);
        self.bind(tricks.player, Binding::Slot(slots.seat));
        let who = match &tricks.chooser {
            Some(chooser) => self.int(chooser),
            None => self.node(Node::Slot(slots.seat)),
        };
        let turn = Turn {
            who,
            at_once: false,
            player: slots.seat,
            sets_player: false,
            var: tricks.player,
            form: Some(tricks.form),
            lays: walk::is_asked(self.game, &tricks.play.body, |phrase| {
                matches!(phrase, Expr::Owner(_) | Expr::Fact(Fact::CardOf(..)))
            })
            .then_some(slots.worth),
            done: (!tricks.acts.is_empty()).then(|| {
                let count = u32::try_from(tricks.acts.len()).unwrap_or(0) + 1;
                self.new_ints(count)
            }),
            turns: Turns::Tricks(number),
        };
        self.tricks.push(slots.worth);
        let acts: Vec<&ir::Act> = std::iter::once(&tricks.play).chain(&tricks.acts).collect();
        self.before_a_card(tricks, turn.done, acts.len());
        let ask = self.program.asks.len();
        let mut slot = turn.done;
        let ends = self.decision(&turn, &acts, tricks.play.span, |this, act| {
            let done = slot;
            slot = slot.map(|slot| slot + 1);
            match act.role {
                Role::Act => this.asked_again(done, ask, act.span),
                Role::Instead => this.no_card(number, next, act.span),
                Role::Play | Role::Bid | Role::Leave | Role::Pass(_) => {}
            }
            None
        });
        for end in ends {
            self.lands_here(end);
        }
        let pick = self
            .program
            .asks
            .get(ask)
            .and_then(|ask| ask.acts.first())
            .and_then(|act| act.picks.first())
            .map_or(0, |pick| pick.slot);
        let played = self.emit(Op::Played { tricks: number, pick }, tricks.play.span);
        self.emit(Op::Jump(next), tricks.span);
        self.lands_here(next);
        let over = self.here();
        let nobody = tricks.acts.iter().any(|act| act.role == Role::Instead).then(|| {
            let cond = self.somebody_played(slots.worth);
            self.emit(Op::Unless { cond, to: 0 }, tricks.span)
        });
        self.emit(Op::TrickWon(number), tricks.span);
        if let Some(tricks) = self.program.tricks.get_mut(usize::from(number)) {
            tricks.at = TricksAt { head: exit, turn: next, played, won: over };
        }
        let before = self.ranges.somebody_won(Some(tricks.form));
        let to = self.place_at(&tricks.taken);
        self.emit(Op::Move { cards: lies, to }, tricks.span);
        self.block(&tricks.after);
        self.ranges.somebody_won(before);
        self.emit(Op::Jump(again), tricks.span);
        self.lands_here(exit);
        // A trick to which nobody plays a card is the end of them.
        nobody.into_iter().for_each(|nobody| self.lands_here(nobody));
        self.tricks.pop();
        self.forget_who_played(slots.worth, tricks.span);
    }

    /// Puts down who played a card before the block of the act asks for it.
    fn lay(&mut self, base: u32, (seat, card): (u32, u32), span: Span) {
        let (key, value) = (self.node(Node::Slot(seat)), self.node(Node::Slot(card)));
        let to = SlotRef { base, keys: vec![(key, u32::from(self.setup.players))], range: (-1, 127), track: None };
        self.emit(Op::Set { to, value }, span);
    }

    /// When tricks are over, nobody has played a card in them any more: so `owner of card` goes by those that are being played.
    pub(super) fn forget_who_played(&mut self, base: u32, span: Span) {
        if self.forgets_who_played {
            let (count, value) = (u32::from(self.setup.players), self.constant_int(-1));
            self.emit(Op::Reset { base, count, value }, span);
        }
    }

    /// The cards of the trick of which a condition holds.
    fn card_set(&mut self, cond: &Expr, reg: u32, of: NodeId) -> NodeId {
        let cond = self.int(cond);
        self.filter(of, cond, reg)
    }

    /// Whether nobody who takes part has a card to play.
    fn nobody_can_play(&mut self, tricks: &ir::Tricks, among: NodeId) -> NodeId {
        let reg = self.new_reg();
        self.bind(tricks.player, Binding::Reg(reg));
        let from = match tricks.play.picks.first().map(|pick| &pick.source) {
            Some(ir::Source::Cards { from, .. }) => self.cards(from),
            _ => self.node(Node::Cards(0)),
        };
        let key = self.node(Node::Count(from));
        let any = self.node(Node::FoldSeats { fold: Fold::Any, reg, of: among, key });
        self.node(Node::Not(any))
    }
}
