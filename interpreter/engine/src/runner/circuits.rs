//! Circuits: whose turn it is, who is still in, who has passed.

use super::super::eval::{self, first_either_way};
use super::super::program::{Circuit, Node, NodeId, Op, Pc, SeatSet};
use super::super::state::State;
use super::conditions::Test;
use super::desk::Desk;
use super::ops::nobody;
use super::{Build, Call};
use crate::{Comparison, Role};

/// What a circuit knows beside its decision, as the slots say.
#[derive(Clone, Copy)]
pub(super) struct Around {
    seat: i32,
    still: SeatSet,
    todo: SeatSet,
    passed: SeatSet,
    row: i32,
    acts: i32,
    /// Whether play is turned round.
    back: bool,
}

/// A circuit: its first slot, the others following, and what does not change.
#[derive(Clone, Copy)]
pub(super) struct Slots {
    pub(super) seat: u32,
    leader: Option<u32>,
    once: bool,
    seats: u8,
    way: eval::Around,
}

/// Slots that a circuit has one after the other.
const SLOTS: usize = 6;

impl Slots {
    #[inline(always)]
    pub(super) fn load(self, state: &State) -> Around {
        let set = |slot: &i32| slot.cast_unsigned();
        let back = self.way.is_turned(state);
        match state.several::<SLOTS>(self.seat) {
            Some([seat, still, todo, passed, row, acts]) => Around {
                seat: *seat,
                still: set(still),
                todo: set(todo),
                passed: set(passed),
                row: *row,
                acts: *acts,
                back,
            },
            // Those of a large game lie apart; one by one, so that none of it need lie in memory.
            None => Around {
                seat: state.int(self.seat) as i32,
                still: state.seats(self.seat + 1),
                todo: state.seats(self.seat + 2),
                passed: state.seats(self.seat + 3),
                row: state.int(self.seat + 4) as i32,
                acts: state.int(self.seat + 5) as i32,
                back,
            },
        }
    }

    #[inline(always)]
    pub(super) fn store(self, state: &mut State, around: Around) {
        match state.several_mut::<SLOTS>(self.seat) {
            Some([seat, still, todo, passed, row, acts]) => {
                *seat = around.seat;
                *still = around.still.cast_signed();
                *todo = around.todo.cast_signed();
                *passed = around.passed.cast_signed();
                *row = around.row;
                *acts = around.acts;
            }
            None => {
                state.set_small(self.seat, i64::from(around.seat));
                state.set_seats(self.seat + 1, around.still);
                state.set_seats(self.seat + 2, around.todo);
                state.set_seats(self.seat + 3, around.passed);
                state.set_small(self.seat + 4, i64::from(around.row));
                state.set_small(self.seat + 5, i64::from(around.acts));
            }
        }
    }

    /// What a seat has done counts.
    #[inline(always)]
    fn counts(self, state: &State, around: &mut Around, role: Role) {
        match role {
            Role::Pass(for_good) => self.counts_pass(state, around, for_good),
            Role::Leave => {
                around.still &= !(1 << (around.seat & 31));
                Self::counts_act(around);
            }
            Role::Act | Role::Bid | Role::Play | Role::Instead => Self::counts_act(around),
        }
    }

    #[inline(always)]
    fn counts_act(around: &mut Around) {
        (around.row, around.passed) = (0, 0);
        around.acts = around.acts.wrapping_add(1);
    }

    /// A seat has passed; for good if it is not ahead.
    #[inline(always)]
    pub(super) fn passed(self, state: &State, around: &mut Around, for_good: bool) {
        self.counts_pass(state, around, for_good);
        self.done(around);
    }

    #[inline(always)]
    fn counts_pass(self, state: &State, around: &mut Around, for_good: bool) {
        let bit: SeatSet = 1 << (around.seat & 31);
        around.row = around.row.wrapping_add(1);
        around.passed |= bit;
        // Who is ahead gives nothing up by passing.
        if for_good && self.leader.is_none_or(|leader| state.int(leader) != i64::from(around.seat)) {
            around.still &= !bit;
        }
    }

    /// A seat has bid or done something else.
    #[inline(always)]
    pub(super) fn acted(self, around: &mut Around) {
        Self::counts_act(around);
        self.done(around);
    }

    #[inline(always)]
    fn done(self, around: &mut Around) {
        around.todo &= !(1 << (around.seat & 31));
        let seats = i32::from(self.seats);
        let next = if around.back { around.seat.wrapping_sub(1) } else { around.seat.wrapping_add(1) };
        around.seat = match next {
            next if next < 0 => seats - 1,
            next if next >= seats => 0,
            next => next,
        };
    }

    /// Goes on to the seat whose turn it is next; nothing if it is nobody's.
    #[inline(always)]
    fn turn(self, around: &mut Around) -> Option<()> {
        let among = if self.once { around.still & around.todo } else { around.still };
        let next = first_either_way(self.seats, i64::from(around.seat), among, around.back);
        around.seat = if next < 0 { return None } else { next as i32 };
        Some(())
    }
}

/// When a circuit goes on.
enum Open {
    /// Until it is nobody's turn.
    Always,
    /// Until all who are still in have passed.
    UnlessAllPass,
    /// Until so many are still in.
    UnlessLeft(i64),
    Other(Test),
}

/// What comes after an act of a circuit: whether it stays open, and where the program goes on if not, if it is nobody's turn, and
/// if it is somebody's.
pub(super) struct NextTurn {
    slots: Slots,
    open: Open,
    closed: Pc,
    exit: Pc,
    pub(super) asks: Pc,
}

impl NextTurn {
    /// Where the program goes on; what the circuit knows is kept.
    #[inline(always)]
    pub(super) fn of(&self, desk: &mut Desk, around: &mut Around) -> Pc {
        let open = match &self.open {
            Open::Always => true,
            Open::UnlessAllPass => around.still & !around.passed != 0,
            Open::UnlessLeft(seats) => i64::from(around.still.count_ones()) != *seats,
            Open::Other(open) => {
                self.slots.store(&mut desk.state, *around);
                open.holds(desk)
            }
        };
        let next = if !open {
            self.closed
        } else if self.slots.turn(around).is_some() {
            self.asks
        } else {
            self.exit
        };
        self.slots.store(&mut desk.state, *around);
        next
    }
}

impl Build<'_> {
    pub(super) fn circuit_begin(&self, number: u16, next: Pc) -> Option<Call> {
        let slots = self.circuit_slots(number)?;
        let circuit = self.program.circuits.get(usize::from(number))?;
        let (among, from) = (self.seats(circuit.among), self.amount(circuit.from));
        // Whose turn it is is looked for at once.
        let (asks, exit) = self.turn_of(circuit)?;
        Some(Box::new(move |desk| {
            let among = among(desk);
            let from = from.of(desk);
            if from < 0 {
                nobody(desk);
                return next;
            }
            let back = slots.way.is_turned(&desk.state);
            let mut around = Around { seat: from as i32, still: among, todo: among, passed: 0, row: 0, acts: 0, back };
            let next = slots.turn(&mut around).map_or(exit, |()| asks);
            slots.store(&mut desk.state, around);
            next
        }))
    }

    /// Where a circuit goes on if it is somebody's turn, and if it is nobody's.
    fn turn_of(&self, circuit: &Circuit) -> Option<(Pc, Pc)> {
        let Op::CircuitTurn { exit, .. } = self.program.code.get(circuit.at.turn as usize)? else { return None };
        Some((circuit.at.turn + 1, self.thread(*exit)))
    }

    pub(super) fn circuit_turn(&self, number: u16) -> Option<Call> {
        let slots = self.circuit_slots(number)?;
        let (asks, exit) = self.turn_of(self.program.circuits.get(usize::from(number))?)?;
        Some(Box::new(move |desk| {
            let mut around = slots.load(&desk.state);
            match slots.turn(&mut around) {
                Some(()) => {
                    desk.state.set_small(slots.seat, i64::from(around.seat));
                    asks
                }
                None => exit,
            }
        }))
    }

    pub(super) fn circuit_slots(&self, number: u16) -> Option<Slots> {
        let Circuit { seat, still, todo, passed, row, acts, leader, once, .. } =
            *self.program.circuits.get(usize::from(number))?;
        // That is how they are made.
        let one_after_the_other = (seat..).take(SLOTS).eq([seat, still, todo, passed, row, acts]);
        debug_assert!(one_after_the_other, "slots of a circuit");
        Some(Slots { seat, leader, once, seats: self.program.seats.max(1), way: eval::Around::of(self.program) })
    }

    pub(super) fn circuit_acted(&self, number: u16, role: Option<Role>, next: Pc) -> Option<Call> {
        let slots = self.circuit_slots(number)?;
        let turn = self.next_turn(number);
        Some(Box::new(move |desk| {
            let mut around = slots.load(&desk.state);
            if let Some(role) = role {
                slots.counts(&desk.state, &mut around, role);
            }
            slots.done(&mut around);
            match &turn {
                // It is asked at once whether the circuit closes, and whose turn it is if not.
                Some(turn) => turn.of(desk, &mut around),
                None => {
                    slots.store(&mut desk.state, around);
                    next
                }
            }
        }))
    }

    pub(super) fn circuit_counted(&self, number: u16, role: Role, next: Pc) -> Option<Call> {
        let slots = self.circuit_slots(number)?;
        Some(Box::new(move |desk| {
            let mut around = slots.load(&desk.state);
            slots.counts(&desk.state, &mut around, role);
            slots.store(&mut desk.state, around);
            next
        }))
    }

    /// What follows an act of a circuit; nothing where a fault of its own may come first.
    pub(super) fn next_turn(&self, number: u16) -> Option<NextTurn> {
        let circuit = self.program.circuits.get(usize::from(number))?;
        let (asks, exit) = self.turn_of(circuit)?;
        let slots = self.circuit_slots(number)?;
        let Some(closes) = circuit.at.closes else {
            return Some(NextTurn { slots, open: Open::Always, closed: exit, exit, asks });
        };
        let Op::Unless { cond, to } = self.program.code.get(closes as usize)? else { return None };
        // A fault would be told at another line.
        let usual = self.harmless(*cond) && self.is_light(closes);
        usual.then(|| NextTurn { slots, open: self.open(*cond, circuit), closed: self.thread(*to), exit, asks })
    }

    fn open(&self, cond: NodeId, circuit: &Circuit) -> Open {
        let Node::Not(closed) = self.node(cond) else { return Open::Other(self.test(cond)) };
        match self.node(*closed) {
            Node::AllPass { still, passed } if (*still, *passed) == (circuit.still, circuit.passed) => {
                Open::UnlessAllPass
            }
            Node::Cmp(Comparison::Is, count, left) => match (self.node(*count), self.node(*left)) {
                (Node::CountSeats(of), Node::Int(left)) if *self.node(*of) == Node::SeatSlot(circuit.still) => {
                    Open::UnlessLeft(*left)
                }
                _ => Open::Other(self.test(cond)),
            },
            _ => Open::Other(self.test(cond)),
        }
    }
}
