//! Operations as closures: each does its work and says where the program goes on.

use super::super::event::Event;
use super::super::fault::FaultKind;
use super::super::program::{Node, NodeId, Op, Pc, SlotRef, Whose};
use super::amounts::Find;
use super::asks::Asked;
use super::desk::Desk;
use super::tell::Tell;
use super::{Build, Call};
use crate::index::item;

/// Code generation: operations become closures, told to somebody or not.
pub(super) struct Coder<'b, 'p, T> {
    pub(super) build: &'b Build<'p>,
    pub(super) tell: T,
    /// The decisions, for answers that take effect.
    pub(super) asks: &'b [Asked],
}

impl Build<'_> {
    /// Where the program goes on behind jumps.
    pub(super) fn thread(&self, pc: Pc) -> Pc {
        let mut at = pc;
        // A circle of jumps is left as it is: it is the limit of steps that ends it.
        for _ in 0..64 {
            match self.program.code.get(at as usize) {
                Some(Op::Jump(to)) => at = *to,
                _ => return at,
            }
        }
        pc
    }

    /// As how many steps an operation counts.
    pub(super) fn steps_at(&self, pc: Pc) -> u32 {
        item(&self.program.weights, pc as usize)
    }

    /// Whether an operation counts as no step.
    pub(super) fn is_light(&self, pc: Pc) -> bool {
        self.steps_at(pc) == 0
    }

    /// Which slot gets which value, if that is known before the game.
    pub(super) fn constant_set(&self, op: &Op) -> Option<(u32, i64)> {
        if let Op::Set { to, value } = op { self.constant(to, *value) } else { None }
    }

    /// The one slot, and what it gets, if both are known before the game.
    pub(super) fn constant(&self, to: &SlotRef, value: NodeId) -> Option<(u32, i64)> {
        match self.node(value) {
            Node::Int(value) if to.keys.is_empty() && *value >= to.range.0 && *value <= to.range.1 => {
                Some((to.base, *value))
            }
            _ => None,
        }
    }

    pub(super) fn find(&self, to: &SlotRef) -> Find {
        self.slot_of(to.base, &to.keys)
    }
}

impl<T: Tell> Coder<'_, '_, T> {
    pub(super) fn op(&self, pc: Pc, op: &Op) -> Call {
        let call = self.known_way((pc, op), self.known_after(pc, op, self.call(pc, op)));
        let (weight, next) = (self.build.steps_at(pc), pc + 1);
        if weight == 0 {
            return call;
        }
        Box::new(move |desk| if desk.may_do(weight) { call(desk) } else { next })
    }

    fn call(&self, pc: Pc, op: &Op) -> Call {
        let back = pc + 1;
        let build = self.build;
        let next = build.thread(back);
        match op {
            Op::Jump(to) => {
                let to = build.thread(*to);
                Box::new(move |_| to)
            }
            Op::Unless { cond, to } => {
                if self.tell.eyes().is_none()
                    && let Some(call) = self.score_if(pc, *cond, build.thread(*to))
                {
                    return call;
                }
                let (cond, to) = (build.test(*cond), build.thread(*to));
                Box::new(move |desk| if cond.holds(desk) { next } else { to })
            }
            Op::Ask(number) => {
                let number = i32::from(*number);
                Box::new(move |desk| {
                    desk.state.waiting = number;
                    desk.stopped = true;
                    pc
                })
            }
            Op::Call(phase) => {
                let Some(entry) = build.program.phases.get(usize::from(*phase)) else {
                    return Box::new(move |_| next);
                };
                let (slot, to) = (entry.back, build.thread(entry.entry));
                Box::new(move |desk| {
                    desk.state.set_small(slot, i64::from(back));
                    to
                })
            }
            Op::Return(phase) => {
                let slot = build.program.phases.get(usize::from(*phase)).map_or(0, |entry| entry.back);
                Box::new(move |desk| Pc::try_from(desk.state.int(slot)).unwrap_or(Pc::MAX))
            }
            Op::Pass { phase, slot } => {
                let (phase, slot, tell) = (*phase, *slot, self.tell.clone());
                Box::new(move |desk| {
                    let pass = desk.state.int(slot) + 1;
                    if desk.most_passes.is_some_and(|(stopped, most)| stopped == phase && pass > most) {
                        desk.state.over = true;
                        (desk.stopped, desk.out_of_passes) = (true, true);
                        return next;
                    }
                    desk.state.set_small(slot, pass);
                    if tell.eyes().is_some() {
                        desk.tell(Event::Pass { phase, pass });
                    }
                    next
                })
            }
            Op::Set { to, value } => self.setting(to, *value, next),
            Op::AddTo { to, amount } => self.adding(to, *amount, next),
            Op::Reset { base, count, value } => {
                // Who listens hears of each operation by itself.
                let silent = self.tell.eyes().is_none();
                let round = (silent && *count == 1).then(|| build.next_round(*base, *value, next)).flatten();
                round.unwrap_or_else(|| build.resetting(*base, *count, *value, next))
            }
            Op::Move { cards, to } => match build.program.code.get(back as usize) {
                Some(Op::Shuffle(place))
                    if place.base == to.base && matches!((place.of, to.of), (Whose::Whole, Whose::Whole)) =>
                {
                    match self.tell.eyes() {
                        None => build.gathering(*cards, *to, back),
                        Some(_) => self.moving(*cards, *to, next),
                    }
                }
                _ => self.moving(*cards, *to, next),
            },
            Op::Deal { count, from, to, exact } => self.dealing(*count, *from, *to, *exact, next),
            Op::Fill { place, size, from } => self.filling(*place, *size, *from, next),
            Op::Shuffle(place) => self.shuffling(*place, next),
            Op::Sort { place, reg, key, highest } => build.sorting(*place, *reg, *key, *highest, next),
            Op::Swap(a, b) => self.swapping(*a, *b, next),
            Op::Draw { to, from } => self.drawing(to, *from, next),
            Op::DrawNumber { to, low, high } => self.drawing_number(to, (*low, *high), next),
            Op::Pay { amount, from, to } => self.paying(build.amount(*amount), from.as_ref(), to.as_ref(), next),
            Op::Score { amount, who, reason, minus } => self.scoring(pc, (*amount, *who), (*reason, *minus), next),
            Op::KeepSeats { left, of, from } => build.keep_seats(*left, *of, *from, next),
            Op::NextSeat { left, seat, from, exit } => {
                build.next_seat((*left, *seat), *from, build.thread(*exit), next)
            }
            Op::KeepCards { left, of } => build.keep_cards(*left, *of, next),
            Op::Enlist { on, one, keys } => build.enlisting(on, *one, keys, next),
            Op::Rank(list) => build.ranking(list, next),
            Op::NextCard { left, card, exit } => build.next_card(*left, *card, build.thread(*exit), next),
            Op::NextAnswer { ask, exit } => self.next_answer(*ask, build.thread(*exit)),
            Op::Won(who) => {
                let (who, winners, tell) = (build.seats(*who), build.program.winners, self.tell.clone());
                Box::new(move |desk| {
                    let seats = who(desk);
                    desk.state.set_seats(winners, seats);
                    if tell.eyes().is_some() {
                        desk.tell(Event::Won { seats });
                    }
                    desk.state.over = true;
                    desk.stopped = true;
                    next
                })
            }
            Op::End => Box::new(move |desk| {
                desk.state.over = true;
                desk.stopped = true;
                next
            }),
            Op::CircuitBegin(number) => usual(build.circuit_begin(*number, next), next),
            Op::CircuitTurn { circuit, .. } => usual(build.circuit_turn(*circuit), next),
            Op::CircuitCounted { circuit, role } => usual(build.circuit_counted(*circuit, *role, next), next),
            Op::CircuitActed { circuit, role } => usual(build.circuit_acted(*circuit, *role, next), next),
            Op::AuctionBegin(number) => usual(build.auction_begin(*number, next), next),
            Op::BidMade { auction, seat } => usual(self.bid_made(*auction, *seat, next), next),
            Op::AuctionClose { auction, unsold } => {
                usual(self.auction_close(pc, *auction, build.thread(*unsold), next), next)
            }
            Op::TricksBegin(number) => usual(build.tricks_begin(*number, next), next),
            Op::TrickBegin(number) => usual(build.trick_begin(*number, next), next),
            Op::TrickTurn { tricks, exit } => usual(build.trick_turn(*tricks, build.thread(*exit), next), next),
            Op::Played { tricks, pick } => usual(build.played(*tricks, *pick), next),
            Op::TrickWon(number) => {
                let tricks = build.program.tricks.get(usize::from(*number));
                usual(tricks.map(|tricks| self.trick_won(*number, tricks, next)), next)
            }
        }
    }
}

/// An operation of a form that the program has; of one that it has not, a mistake of the compiler that stops the game.
fn usual(made: Option<Call>, next: Pc) -> Call {
    made.unwrap_or_else(|| {
        Box::new(move |desk| {
            desk.fail(FaultKind::Illegal, 0);
            next
        })
    })
}

/// A seat is kept in a slot; it must be somebody.
#[inline]
pub(super) fn keep_seat(desk: &mut Desk, slot: u32, seat: i64) {
    if seat < 0 {
        nobody(desk);
    } else {
        desk.state.set_small(slot, seat);
    }
}

#[cold]
pub(super) fn nobody(desk: &mut Desk) {
    desk.fail(FaultKind::Nobody, 0);
}
