//! Holds what a world tells against what was told.

use std::collections::VecDeque;

use bidlang::engine::{Event, Program, Reader, Sink, State, Telling};

use super::otherwise::{Otherwise, distance, number, slot_of};
use crate::story::Likes;

/// Holds what happens against what was told.
pub(super) struct Ear<'e> {
    pub(super) program: &'e Program,
    pub(super) likes: &'e Likes,
    pub(super) seat: u8,
    pub(super) lines: &'e [Telling],
    pub(super) told: &'e mut usize,
    pub(super) differs: &'e mut Option<Telling>,
    /// Numbers that came otherwise, where they may.
    pub(super) otherwise: Option<&'e mut Vec<Otherwise>>,
    /// What slots hold by what was told, where it came otherwise just now.
    pub(super) as_told: VecDeque<(u32, i64)>,
}

/// What was done with what came otherwise.
enum Taken {
    /// Nothing: it is no number, or may not.
    No,
    /// What happens was taken as it was told, or as if it had not happened.
    Whole,
    /// What was told was taken as if it had happened; what happens is still to be held against what comes behind.
    Told,
}

impl Ear<'_> {
    fn same(&self, here: &Telling) -> bool {
        let line = self.lines.get(*self.told);
        if self.likes.cards.differ() {
            return line == Some(here);
        }
        let mut settled = here.clone();
        self.likes.settle(&mut settled);
        line == Some(&settled)
    }

    /// Takes numbers as they were told, where they may come otherwise.
    fn takes(&mut self, state: &State, event: &Event, here: &Telling) -> Taken {
        if self.otherwise.is_none() {
            return Taken::No;
        }
        let told = self.lines.get(*self.told);
        if let (Some(told @ Telling::Score { .. }), Telling::Score { .. }) = (told, here) {
            return self.takes_score(told, here);
        }
        let number = |line| number(line).filter(|((track, _), _)| !self.likes.holds_card(*track));
        let (tells, comes) = (told.and_then(number), number(here));
        match (tells, comes) {
            (Some((slot, value)), Some((slot2, value2))) if slot == slot2 => match self.keep(slot, value, value2) {
                true => Taken::Whole,
                false => Taken::No,
            },
            // It is told of further on.
            (Some((slot, value)), Some((slot2, _))) if self.is_told_soon(slot2) => self.keep_told(state, slot, value),
            (_, Some((slot, value))) => {
                // Nobody was told of it: it is as it was.
                let &Event::Set { was, .. } = event else { return Taken::No };
                let Some(at) = slot_of(self.program, slot) else { return Taken::No };
                self.as_told.push_back((at, was));
                self.write_down(distance(was, value), Some((at, was)));
                Taken::Whole
            }
            (Some((slot, value)), None) => self.keep_told(state, slot, value),
            (None, None) => Taken::No,
        }
    }

    /// Takes scores as they were told, where the same seats score for the same.
    fn takes_score(&mut self, told: &Telling, here: &Telling) -> Taken {
        let (
            Telling::Score { seats, reason, rule, totals, .. },
            Telling::Score { seats: seats2, reason: reason2, rule: rule2, .. },
        ) = (told, here)
        else {
            return Taken::No;
        };
        if (seats, reason, rule) != (seats2, reason2, rule2) {
            return Taken::No;
        }
        let slots = self.program.teams.iter().map(|team| self.program.scores + u32::from(*team));
        self.as_told.extend(slots.zip(totals.iter().copied()));
        self.write_down(1, None);
        *self.told += 1;
        Taken::Whole
    }

    /// A slot holds what was told in place of another number: whether there is one.
    fn keep(&mut self, slot: (u16, u32), told: i64, here: i64) -> bool {
        let Some(at) = slot_of(self.program, slot) else { return false };
        self.as_told.push_back((at, told));
        self.write_down(distance(told, here), Some((at, told)));
        *self.told += 1;
        true
    }

    /// A slot holds what was told, though nothing of the kind happened.
    fn keep_told(&mut self, state: &State, slot: (u16, u32), told: i64) -> Taken {
        let here = slot_of(self.program, slot).map_or(told, |at| state.int(at));
        if self.keep(slot, told, here) { Taken::Told } else { Taken::No }
    }

    /// Whether a slot is told of before anything but numbers is.
    fn is_told_soon(&self, slot: (u16, u32)) -> bool {
        let mut soon = self.lines.iter().skip(*self.told).map_while(number);
        soon.any(|(of, _)| of == slot)
    }

    fn write_down(&mut self, far: u32, track: Option<(u32, i64)>) {
        if let Some(otherwise) = &mut self.otherwise {
            otherwise.push(Otherwise { line: *self.told, far: far.max(1), track });
        }
    }
}

impl Sink for Ear<'_> {
    fn event(&mut self, state: &State, event: &Event) {
        if self.differs.is_some() {
            return;
        }
        let Some(telling) = Telling::of(event, self.program, state, Reader::Seats(1 << self.seat)) else { return };
        loop {
            if self.same(&telling) {
                *self.told += 1;
                return;
            }
            match self.takes(state, event, &telling) {
                Taken::Whole => return,
                Taken::Told => {}
                Taken::No => break,
            }
        }
        *self.differs = Some(telling);
    }

    fn has_enough(&self) -> bool {
        self.differs.is_some()
    }

    fn corrects(&mut self) -> Option<(u32, i64)> {
        self.as_told.pop_front()
    }
}
