//! Code generation: tricks, what lies in them, and what is done in a turn beside a card.

use super::forms::Turn;
use super::{Binding, Lower};
use crate::design::walk;
use crate::diagnostic::Span;
use crate::engine::{self, CardSet, Node, NodeId, Op, Pc, SlotRef, Ties, TricksAt, Turns};
use crate::ir::{self, Comparison, Expr, Fact, Fold, Role, StmtKind};

impl<'g> Lower<'g> {
    pub(super) fn tricks(&mut self, tricks: &ir::Tricks) {
        let slots = self.form(tricks.form);
        let among = match &tricks.among {
            Some(among) => self.seats(among),
            None => self.seats(&Expr::AllPlayers),
        };
        let lead = self.int(&tricks.lead);
        let number = self.short(self.program.tricks.len(), tricks.span);
        let form = self.short(tricks.form, tricks.span);
        let card = self.new_reg();
        self.bind(tricks.card, Binding::Reg(card));
        let trick = ir::PlaceRef { place: ir::TRICK, of: ir::Of::Whole };
        let lies = self.cards(&Expr::CardsIn(trick));
        let follows = tricks.follows.as_ref().map(|follows| self.card_set(follows, card, lies));
        let trumps = tricks.trump.as_ref().map(|trump| self.card_set(trump, card, lies));
        let key = self.ordered_by(&tricks.key, tricks.highest);
        self.program.tricks.push(engine::Tricks {
            form,
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
        // Who takes part is settled as a trick begins, for those who are asked out of turn, too.
        let window = tricks.window.as_ref().map(|window| {
            let left = self.new_ints(1);
            self.emit(Op::KeepSeats { left, of: among, from: None }, tricks.span);
            (window, self.node(Node::SeatSlot(left)))
        });
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
                let count = self.short(tricks.acts.len() + 1, tricks.span);
                self.new_ints(count.into())
            }),
            turns: Turns::Tricks(number),
        };
        self.tricks.push(slots.worth);
        let acts: Vec<&ir::Act> = std::iter::once(&tricks.play).chain(&tricks.acts).collect();
        self.before_a_card((window, turn.done), acts.len(), tricks.span);
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
    pub(super) fn lay(&mut self, base: u32, (seat, card): (u32, u32), span: Span) {
        let (key, value) = (self.node(Node::Slot(seat)), self.node(Node::Slot(card)));
        let to = SlotRef {
            base,
            keys: vec![(key, u32::from(self.setup.players))],
            range: (-1, self.last_card()),
            track: None,
        };
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
            other => {
                debug_assert!(false, "tricks in which no card is played: {other:?}");
                self.node(Node::Cards(CardSet::NONE))
            }
        };
        let key = self.node(Node::Count(from));
        let any = self.node(Node::FoldSeats { fold: Fold::Any, reg, of: among, key });
        self.node(Node::Not(any))
    }

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

    pub(super) fn is_not_empty(&mut self, cards: NodeId) -> NodeId {
        let (count, zero) = (self.node(Node::Count(cards)), self.constant_int(0));
        self.compare(Comparison::IsNot, count, zero)
    }

    fn in_trick(&mut self) -> NodeId {
        self.cards(&Expr::CardsIn(ir::PlaceRef { place: ir::TRICK, of: ir::Of::Whole }))
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
        let than = match (tricks.highest, tricks.ties == Ties::Last) {
            (true, false) => Comparison::MoreThan,
            (true, true) => Comparison::AtLeast,
            (false, false) => Comparison::LessThan,
            (false, true) => Comparison::AtMost,
        };
        let better = self.compare(than, key, to_beat);
        // The best of the trumps, of those that follow, or of all: it is the same for each card which of them lie there.
        let among = |this: &mut Self, beats: NodeId, one: Option<NodeId>, lie: Option<NodeId>| {
            let (Some(one), Some(lie)) = (one, lie) else { return beats };
            let any = this.is_not_empty(lie);
            let (best, first) = (this.node(Node::And(one, better)), this.node(Node::Or(one, beats)));
            this.node(Node::If(any, best, first))
        };
        let mut beats = among(self, better, follows, tricks.follows);
        if let Some(obliges) = &said.obliges {
            let (leads, ahead) = self.would_be_led((&tricks, said.card), obliges, (card, better), |this, other| {
                this.compare(than, key, other)
            });
            beats = self.node(Node::If(leads, ahead, beats));
        }
        let beats = among(self, beats, trump, tricks.trumps);
        let lie = self.in_trick();
        let any = self.is_not_empty(lie);
        let lead = self.node(Node::Not(any));
        self.node(Node::Or(lead, beats))
    }

    /// Whether a card would be what was led, as those that lie there oblige nobody; and whether it would be ahead of those of them that follow
    /// it, or of all where it would not follow itself, as it has nothing that can be followed.
    fn would_be_led(
        &mut self,
        (tricks, var): (&engine::Tricks, ir::VarId),
        obliges: &ir::Obliges,
        (card, better_than_all): (NodeId, NodeId),
        better: impl FnOnce(&mut Self, NodeId) -> NodeId,
    ) -> (NodeId, NodeId) {
        let led = self.cards(&obliges.led);
        let any = self.is_not_empty(led);
        self.bind(obliges.var, Binding::Node(card));
        let exempt = self.int(&obliges.exempt);
        let not = self.node(Node::Or(any, exempt));
        let leads = self.node(Node::Not(not));
        self.bind(obliges.other, Binding::Node(card));
        let lie = self.in_trick();
        let follow = self.card_set(&obliges.alike, tricks.card, lie);
        let best =
            self.node(Node::BestCards { reg: tricks.card, of: follow, key: tricks.key, highest: tricks.highest });
        let best = self.node(Node::EndCard { of: best, last: tricks.ties == Ties::Last });
        let to_beat = self.with(tricks.card, best, tricks.key);
        let (any, better) = (self.is_not_empty(follow), better(self, to_beat));
        let alone = self.node(Node::Not(any));
        let ahead = self.node(Node::Or(alone, better));
        let before = self.env.get(var).copied().flatten();
        self.bind(var, Binding::Node(card));
        let follows_itself = self.int(&obliges.alike);
        if let Some(before) = before {
            self.bind(var, before);
        }
        (leads, self.node(Node::If(follows_itself, ahead, better_than_all)))
    }

    /// An act that may be done once a turn.
    pub(super) fn once_a_turn(&mut self, done: u32, when: Option<NodeId>) -> NodeId {
        let done = self.node(Node::Slot(done));
        let open = self.node(Node::Not(done));
        when.map_or(open, |when| self.node(Node::And(open, when)))
    }

    /// What comes before a seat is asked for a card: what others may do at any time; then none of its acts has been done.
    pub(super) fn before_a_card(
        &mut self,
        (window, done): (Option<(&ir::Circuit, NodeId)>, Option<u32>),
        count: usize,
        span: Span,
    ) {
        if let Some((window, part)) = window {
            self.circuit_of(window, part);
        }
        if let Some(base) = done {
            let (count, value) = (self.short(count, span).into(), self.constant_int(0));
            self.emit(Op::Reset { base, count, value }, span);
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
}
