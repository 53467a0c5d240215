//! Phrases worked out against a state.

use super::TRICK;
use super::fault::{Fault, FaultKind};
use super::program::{CardSet, Node, NodeId, Program, RuleId, SeatSet};
use super::reached::{Reach, Reached};
use super::state::State;
use super::step::MOST_LOOKED_AT;
use crate::ir::{Comparison, Fold};

/// Registers: what is spoken of inside a phrase, and the first fault met.
#[derive(Debug, Clone, Default)]
pub struct Regs {
    pub ints: Vec<i64>,
    pub cards: Vec<CardSet>,
    pub fault: Option<Fault>,
    /// How many choices may still be looked at one by one.
    pub look_at: u64,
    /// What was reached, where somebody counts.
    pub reached: Option<Box<Reached>>,
}

impl Regs {
    pub fn new(program: &Program) -> Self {
        Self {
            ints: vec![0; program.regs as usize],
            cards: vec![0; program.mask_regs as usize],
            fault: None,
            look_at: u64::MAX,
            reached: None,
        }
    }

    pub fn set(&mut self, reg: u32, value: i64) {
        if let Some(to) = self.ints.get_mut(reg as usize) {
            *to = value;
        }
    }

    pub fn set_cards(&mut self, reg: u32, value: CardSet) {
        if let Some(to) = self.cards.get_mut(reg as usize) {
            *to = value;
        }
    }

    /// Looks at one more choice: whether there are still few enough.
    pub fn looks_at_one(&mut self) -> bool {
        self.look_at = self.look_at.saturating_sub(1);
        if self.look_at == 0 {
            self.fail(FaultKind::Choices(MOST_LOOKED_AT), 0);
        }
        self.look_at > 0
    }

    /// Counts what was reached, where somebody wants to know.
    #[inline]
    pub fn note(&mut self, rule: RuleId, what: Reach) {
        if let Some(reached) = &mut self.reached {
            reached.note(rule, what);
        }
    }

    fn fail(&mut self, kind: FaultKind, rule: u32) -> i64 {
        self.fault.get_or_insert(Fault { kind, rule });
        0
    }
}

/// A program and a state, to work out phrases in.
#[derive(Clone, Copy)]
pub struct Eval<'e> {
    pub program: &'e Program,
    pub state: &'e State,
}

/// The cards of a set, lowest number first.
pub fn each_card(set: CardSet) -> impl Iterator<Item = u8> {
    // Half by half: what is done with a whole set takes longer.
    let (mut half, mut rest, mut base) = (set as u64, (set >> 64) as u64, 0);
    std::iter::from_fn(move || {
        if half == 0 {
            if rest == 0 {
                return None;
            }
            (half, rest, base) = (rest, 0, 64);
        }
        let card = half.trailing_zeros() as u8;
        half &= half - 1;
        Some(base | card)
    })
}

/// The seats of a set, lowest number first.
pub fn each_seat(mut set: SeatSet) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let seat = set.trailing_zeros();
        set &= set - 1;
        u8::try_from(seat).ok()
    })
}

const fn card_bit(card: i64) -> CardSet {
    if card >= 0 && card < 128 { 1 << card } else { 0 }
}

const fn seat_bit(seat: i64) -> SeatSet {
    if seat >= 0 && seat < 32 { 1 << seat } else { 0 }
}

impl Eval<'_> {
    fn node(&self, id: NodeId) -> &Node {
        self.program.nodes.get(id as usize).unwrap_or(&Node::Int(0))
    }

    /// Whether a condition holds.
    pub fn holds(&self, regs: &mut Regs, id: NodeId) -> bool {
        self.int(regs, id) != 0
    }

    fn table(&self, table: u32, index: i64) -> Option<i64> {
        self.program.tables.get(table as usize)?.get(usize::try_from(index).ok()?).copied()
    }

    fn all_seats(&self) -> SeatSet {
        (1 << self.program.seats) - 1
    }

    /// The slot that keys lead to; none where a key is nobody or none.
    pub fn slot(&self, regs: &mut Regs, base: u32, keys: &[(NodeId, u32)]) -> Option<u32> {
        let mut index = 0;
        for (key, size) in keys {
            let at = u32::try_from(self.int(regs, *key)).ok().filter(|at| at < size)?;
            index = index * size + at;
        }
        Some(base + index)
    }

    /// A scalar.
    pub fn int(&self, regs: &mut Regs, id: NodeId) -> i64 {
        match self.node(id) {
            Node::Int(value) => *value,
            Node::Slot(slot) => self.state.int(*slot),
            Node::SlotAt { base, keys, nothing } => {
                self.slot(regs, *base, keys).map_or(*nothing, |slot| self.state.int(slot))
            }
            Node::Reg(reg) => regs.ints.get(*reg as usize).copied().unwrap_or(0),
            Node::Tab { table, low, key, other } => {
                let key = self.int(regs, *key);
                self.table(*table, key.saturating_sub(*low)).unwrap_or(*other)
            }
            Node::Arms { low, key, arms, other, rule } => {
                let key = self.int(regs, *key);
                let arm = usize::try_from(key.saturating_sub(*low)).ok().and_then(|at| arms.get(at)).copied().flatten();
                match arm.or(*other) {
                    Some(arm) => self.int(regs, arm),
                    None => regs.fail(FaultKind::NoRow(key), *rule),
                }
            }
            Node::Add(a, b) => self.arith(regs, *a, *b, i64::checked_add),
            Node::Sub(a, b) => self.arith(regs, *a, *b, i64::checked_sub),
            Node::Mul(a, b) => self.arith(regs, *a, *b, i64::checked_mul),
            Node::Mod(a, b) => {
                let (a, b) = (self.int(regs, *a), self.int(regs, *b));
                a.checked_rem_euclid(b).unwrap_or_else(|| regs.fail(FaultKind::DivideByZero, 0))
            }
            Node::Div { a, b, up } => {
                let (a, b) = (self.int(regs, *a), self.int(regs, *b));
                divide(a, b, *up).unwrap_or_else(|| regs.fail(FaultKind::DivideByZero, 0))
            }
            Node::Cmp(comparison, a, b) => {
                let (a, b) = (self.int(regs, *a), self.int(regs, *b));
                i64::from(compares(*comparison, a, b))
            }
            Node::And(a, b) => i64::from(self.holds(regs, *a) && self.holds(regs, *b)),
            Node::Or(a, b) => i64::from(self.holds(regs, *a) || self.holds(regs, *b)),
            Node::Not(a) => i64::from(!self.holds(regs, *a)),
            Node::If(cond, a, b) => {
                if self.holds(regs, *cond) {
                    self.int(regs, *a)
                } else {
                    self.int(regs, *b)
                }
            }
            Node::Let { reg, value, body } => {
                let value = self.int(regs, *value);
                regs.set(*reg, value);
                self.int(regs, *body)
            }
            Node::Watch { rule, holds, of } => {
                let value = self.int(regs, *of);
                regs.note(*rule, Reach::held(holds.unwrap_or(value != 0)));
                value
            }
            Node::Count(of) => i64::from(self.cards(regs, *of).count_ones()),
            Node::CountSeats(of) => i64::from(self.seats(regs, *of).count_ones()),
            Node::FoldCards { fold, reg, of, key } => {
                let of = self.cards(regs, *of);
                self.fold(regs, *fold, *reg, *key, each_card(of).map(i64::from))
            }
            Node::FoldSeats { fold, reg, of, key } => {
                let of = self.seats(regs, *of);
                self.fold(regs, *fold, *reg, *key, each_seat(of).map(i64::from))
            }
            Node::FoldMembers { fold, reg, count, key } => self.fold(regs, *fold, *reg, *key, 0..i64::from(*count)),
            Node::TotalTab { table, of } => {
                let of = self.cards(regs, *of);
                each_card(of).map(|card| self.table(*table, i64::from(card)).unwrap_or(0)).sum()
            }
            Node::EndCard { of, last } => self.end_card(regs, *of, *last),
            Node::OnlyCard(of) => {
                let of = self.cards(regs, *of);
                if of.count_ones() == 1 { i64::from(of.trailing_zeros()) } else { -1 }
            }
            Node::OnlySeat(of) => {
                let of = self.seats(regs, *of);
                if of.count_ones() == 1 { i64::from(of.trailing_zeros()) } else { -1 }
            }
            Node::FirstFrom { from, of } => {
                let from = self.int(regs, *from);
                let of = self.seats(regs, *of);
                first_from(self.program.seats, from, of)
            }
            Node::SeatStep { from, steps } => {
                let (from, steps) = (self.int(regs, *from), self.int(regs, *steps));
                if from < 0 { -1 } else { from.wrapping_add(steps).rem_euclid(i64::from(self.program.seats.max(1))) }
            }
            Node::Owner(card) => {
                let card = self.int(regs, *card);
                self.owner(card)
            }
            Node::InCards(card, of) => {
                let card = self.int(regs, *card);
                i64::from(self.cards(regs, *of) & card_bit(card) != 0)
            }
            Node::InSeats(seat, of) => {
                let seat = self.int(regs, *seat);
                i64::from(self.seats(regs, *of) & seat_bit(seat) != 0)
            }
            Node::InSet { set, key, card } => {
                let (key, card) = (self.int(regs, *key), self.int(regs, *card));
                i64::from(self.set(*set, key) & card_bit(card) != 0)
            }
            Node::Partner(seat) => {
                let seat = self.int(regs, *seat);
                let mates = self.team_seats(self.team(seat)) & !seat_bit(seat);
                if mates.count_ones() == 1 { i64::from(mates.trailing_zeros()) } else { -1 }
            }
            Node::TeamOf(seat) => {
                let seat = self.int(regs, *seat);
                self.team(seat)
            }
            Node::Score(seat) => {
                let seat = self.int(regs, *seat);
                u32::try_from(self.team(seat)).map_or(0, |team| self.state.int(self.program.scores + team))
            }
            Node::AllPass { still, passed } => i64::from(self.state.seats(*still) & !self.state.seats(*passed) == 0),
            _ => 0,
        }
    }

    fn arith(&self, regs: &mut Regs, a: NodeId, b: NodeId, of: fn(i64, i64) -> Option<i64>) -> i64 {
        let (a, b) = (self.int(regs, a), self.int(regs, b));
        of(a, b).unwrap_or_else(|| regs.fail(FaultKind::Overflow, 0))
    }

    /// Whose place a card lies in; in a trick, who played it.
    fn owner(&self, card: i64) -> i64 {
        let place = u8::try_from(card).ok().and_then(|card| self.state.place_of(self.program, card));
        let place = place.and_then(|place| self.program.places.get(usize::from(place)));
        match place {
            Some(place) if place.of_seat => place.owner.map_or(-1, i64::from),
            Some(place) if place.name == TRICK => {
                let seats = u32::from(self.program.seats);
                let played = |slot: u32| (0..seats).find(|seat| self.state.int(slot + seat) == card);
                self.program.tricks.iter().find_map(|tricks| played(tricks.played)).map_or(-1, i64::from)
            }
            _ => -1,
        }
    }

    fn team(&self, seat: i64) -> i64 {
        usize::try_from(seat).ok().and_then(|seat| self.program.teams.get(seat)).map_or(-1, |team| i64::from(*team))
    }

    fn team_seats(&self, team: i64) -> SeatSet {
        let members = self.program.teams.iter().enumerate().filter(|(_, other)| i64::from(**other) == team);
        members.fold(0, |set, (seat, _)| set | 1 << seat)
    }

    fn set(&self, set: u32, index: i64) -> CardSet {
        let table = self.program.sets.get(set as usize);
        usize::try_from(index).ok().and_then(|index| table?.get(index).copied()).unwrap_or(0)
    }

    fn end_card(&self, regs: &mut Regs, of: NodeId, last: bool) -> i64 {
        let set = self.cards(regs, of);
        // The order is that of one place: that of any card of the set.
        let any = each_card(set).next();
        let Some(place) = any.and_then(|card| self.state.place_of(self.program, card)) else { return -1 };
        let mut here = self
            .state
            .in_order(self.program, place)
            .filter(|card| set & card_bit(i64::from(*card)) != 0)
            .map(i64::from);
        if last { here.last() } else { here.next() }.unwrap_or(-1)
    }

    fn fold(&self, regs: &mut Regs, fold: Fold, reg: u32, key: NodeId, of: impl Iterator<Item = i64>) -> i64 {
        let mut total: i64 = 0;
        let mut best: Option<i64> = None;
        let mut second: Option<i64> = None;
        let mut seen: Vec<i64> = Vec::new();
        for one in of {
            regs.set(reg, one);
            let value = self.int(regs, key);
            match fold {
                Fold::Total => total = total.saturating_add(value),
                Fold::Any if value != 0 => return 1,
                Fold::Every if value == 0 => return 0,
                Fold::Any | Fold::Every => {}
                Fold::Different => {
                    if !seen.contains(&value) {
                        seen.push(value);
                    }
                }
                _ => {
                    let better = |than: i64| {
                        if matches!(fold, Fold::Highest | Fold::SecondHighest) { value > than } else { value < than }
                    };
                    if best.is_none_or(better) {
                        second = best;
                        best = Some(value);
                    } else if second.is_none_or(better) {
                        second = Some(value);
                    }
                }
            }
        }
        match fold {
            Fold::Total => total,
            Fold::Any => 0,
            Fold::Every => 1,
            Fold::Different => i64::try_from(seen.len()).unwrap_or(0),
            Fold::Highest | Fold::Lowest => best.unwrap_or(0),
            Fold::SecondHighest | Fold::SecondLowest => second.unwrap_or(0),
        }
    }

    /// The place of a key, if there is one.
    pub fn place_at(&self, regs: &mut Regs, base: u16, count: u16, key: NodeId) -> Option<u16> {
        u16::try_from(self.int(regs, key)).ok().filter(|at| *at < count).map(|at| base + at)
    }

    /// A set of cards.
    pub fn cards(&self, regs: &mut Regs, id: NodeId) -> CardSet {
        match self.node(id) {
            Node::Cards(set) => *set,
            Node::Place(place) => self.state.mask(u32::from(*place)),
            Node::PlaceOf { base, count, key } => {
                self.place_at(regs, *base, *count, *key).map_or(0, |place| self.state.mask(u32::from(place)))
            }
            Node::PlacesOf { base, count, seats } => {
                let seats = self.seats(regs, *seats);
                let places = each_seat(seats).filter(|seat| u16::from(*seat) < *count);
                places.fold(0, |set, seat| set | self.state.mask(u32::from(base + u16::from(seat))))
            }
            Node::CardSlot(slot) => self.state.mask(*slot),
            Node::CardReg(reg) => regs.cards.get(*reg as usize).copied().unwrap_or(0),
            Node::JustCard(card) => card_bit(self.int(regs, *card)),
            Node::SetTab { set, low, key } => {
                let key = self.int(regs, *key);
                self.set(*set, key.saturating_sub(*low))
            }
            Node::Both(a, b) => {
                let a = self.cards(regs, *a);
                if a == 0 { 0 } else { a & self.cards(regs, *b) }
            }
            Node::Either(a, b) => self.cards(regs, *a) | self.cards(regs, *b),
            Node::Without(a, b) => self.cards(regs, *a) & !self.cards(regs, *b),
            Node::IfCards(cond, a, b) => {
                if self.holds(regs, *cond) {
                    self.cards(regs, *a)
                } else {
                    self.cards(regs, *b)
                }
            }
            Node::Let { reg, value, body } => {
                let value = self.int(regs, *value);
                regs.set(*reg, value);
                self.cards(regs, *body)
            }
            Node::Watch { rule, holds, of } => {
                let set = self.cards(regs, *of);
                regs.note(*rule, Reach::held(holds.unwrap_or(set != 0)));
                set
            }
            Node::Scan { reg, of, cond } => {
                let of = self.cards(regs, *of);
                let mut found = 0;
                for card in each_card(of) {
                    regs.set(*reg, i64::from(card));
                    if self.holds(regs, *cond) {
                        found |= card_bit(i64::from(card));
                    }
                }
                found
            }
            Node::BestCards { reg, of, key, highest } => {
                let of = self.cards(regs, *of);
                let best = self.best(regs, *reg, *key, *highest, each_card(of).map(i64::from));
                best.set
            }
            _ => 0,
        }
    }

    /// A set of seats.
    pub fn seats(&self, regs: &mut Regs, id: NodeId) -> SeatSet {
        match self.node(id) {
            Node::Seats(set) => *set,
            Node::SeatSlot(slot) => self.state.seats(*slot),
            Node::JustSeat(seat) => seat_bit(self.int(regs, *seat)),
            Node::Members(team) => {
                let team = self.int(regs, *team);
                self.team_seats(team)
            }
            Node::Except(of, seat) => {
                let of = self.seats(regs, *of);
                of & !seat_bit(self.int(regs, *seat))
            }
            Node::Opponents(seat) => {
                let seat = self.int(regs, *seat);
                if seat < 0 { 0 } else { self.all_seats() & !self.team_seats(self.team(seat)) }
            }
            Node::IfSeats(cond, a, b) => {
                if self.holds(regs, *cond) {
                    self.seats(regs, *a)
                } else {
                    self.seats(regs, *b)
                }
            }
            Node::Let { reg, value, body } => {
                let value = self.int(regs, *value);
                regs.set(*reg, value);
                self.seats(regs, *body)
            }
            Node::Watch { rule, holds, of } => {
                let set = self.seats(regs, *of);
                regs.note(*rule, Reach::held(holds.unwrap_or(set != 0)));
                set
            }
            Node::ScanSeats { reg, of, cond } => {
                let of = self.seats(regs, *of);
                let mut found = 0;
                for seat in each_seat(of) {
                    regs.set(*reg, i64::from(seat));
                    if self.holds(regs, *cond) {
                        found |= seat_bit(i64::from(seat));
                    }
                }
                found
            }
            Node::BestSeats { reg, of, key, highest } => {
                let of = self.seats(regs, *of);
                let best = self.best(regs, *reg, *key, *highest, each_seat(of).map(i64::from));
                u32::try_from(best.set & u128::from(u32::MAX)).unwrap_or(0)
            }
            _ => 0,
        }
    }

    fn best(&self, regs: &mut Regs, reg: u32, key: NodeId, highest: bool, of: impl Iterator<Item = i64>) -> Best {
        let mut best = Best { value: 0, set: 0 };
        for one in of {
            regs.set(reg, one);
            let value = self.int(regs, key);
            let better = if highest { value > best.value } else { value < best.value };
            if best.set == 0 || better {
                best = Best { value, set: card_bit(one) };
            } else if value == best.value {
                best.set |= card_bit(one);
            }
        }
        best
    }
}

struct Best {
    value: i64,
    set: CardSet,
}

/// The first seat of a set clockwise from a seat, that seat included; -1 if there is none.
pub fn first_from(seats: u8, from: i64, of: SeatSet) -> i64 {
    if of == 0 {
        return -1;
    }
    let from = match u32::try_from(from) {
        Ok(from) if from < u32::from(seats) => from,
        _ => u32::try_from(from.rem_euclid(i64::from(seats.max(1)))).unwrap_or(0),
    };
    let ahead = of >> from;
    i64::from(if ahead != 0 { from + ahead.trailing_zeros() } else { of.trailing_zeros() })
}

/// Whether a comparison holds.
pub const fn compares(comparison: Comparison, a: i64, b: i64) -> bool {
    match comparison {
        Comparison::Is => a == b,
        Comparison::IsNot => a != b,
        Comparison::AtLeast => a >= b,
        Comparison::AtMost => a <= b,
        Comparison::MoreThan => a > b,
        Comparison::LessThan => a < b,
    }
}

pub fn divide(a: i64, b: i64, up: bool) -> Option<i64> {
    let down = a.checked_div_euclid(b)?;
    // Euclid rounds down for a positive divisor; for a negative one it rounds up.
    let exact = a.checked_rem_euclid(b)? == 0;
    Some(match (exact, up, b > 0) {
        (true, _, _) | (false, false, true) | (false, true, false) => down,
        (false, true, true) => down + 1,
        (false, false, false) => down - 1,
    })
}

/// The value of a phrase that depends on nothing but registers; none where working it out fails.
#[must_use]
pub fn constant_int(program: &Program, regs: &[(u32, i64)], id: NodeId) -> Option<i64> {
    constant(program, regs, |eval, regs| eval.int(regs, id))
}

/// The cards of a phrase that depends on nothing.
#[must_use]
pub fn constant_cards(program: &Program, id: NodeId) -> Option<CardSet> {
    constant(program, &[], |eval, regs| eval.cards(regs, id))
}

/// The seats of a phrase that depends on nothing.
#[must_use]
pub fn constant_seats(program: &Program, id: NodeId) -> Option<SeatSet> {
    constant(program, &[], |eval, regs| eval.seats(regs, id))
}

/// What a number is where some slots and registers have these values, and nothing else is known; nothing where that is a fault.
#[must_use]
pub fn number_given(program: &Program, slots: &[(u32, i64)], regs: &[(u32, i64)], id: NodeId) -> Option<i64> {
    number_in(program, State::nothing(), slots, regs, id)
}

/// The same, where a card leads a trick.
#[must_use]
pub fn number_led(
    program: &Program,
    led: Option<u8>,
    slots: &[(u32, i64)],
    regs: &[(u32, i64)],
    id: NodeId,
) -> Option<i64> {
    let mut state = State::nothing();
    if let Some(card) = led {
        state.put_down(card, program.spot(TRICK));
    }
    number_in(program, state, slots, regs, id)
}

fn number_in(
    program: &Program,
    mut state: State,
    slots: &[(u32, i64)],
    regs: &[(u32, i64)],
    id: NodeId,
) -> Option<i64> {
    for (slot, value) in slots {
        state.set_int(*slot, *value);
        if state.int(*slot) != *value {
            return None;
        }
    }
    let mut known = Regs::new(program);
    for (reg, value) in regs {
        known.set(*reg, *value);
    }
    let found = Eval { program, state: &state }.int(&mut known, id);
    known.fault.is_none().then_some(found)
}

fn constant<T>(program: &Program, set: &[(u32, i64)], of: impl FnOnce(&Eval, &mut Regs) -> T) -> Option<T> {
    let state = State::nothing();
    let mut regs = Regs::new(program);
    for (reg, value) in set {
        regs.set(*reg, *value);
    }
    let found = of(&Eval { program, state: &state }, &mut regs);
    regs.fault.is_none().then_some(found)
}
