//! Holds what a world tells against what was told.

use std::collections::VecDeque;

use bidlang::engine::{Event, Program, Reader, Sink, State, Telling};

use super::otherwise::{Otherwise, distance, number};
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
        let told = self.lines.get(*self.told);
        if self.otherwise.is_none() {
            return Taken::No;
        }
        if let (
            Some(Telling::Score { seats, reason, rule, totals, .. }),
            Telling::Score { seats: seats2, reason: reason2, rule: rule2, .. },
        ) = (told, here)
        {
            if (seats, reason, rule) != (seats2, reason2, rule2) {
                return Taken::No;
            }
            let slots = self.program.teams.iter().map(|team| self.program.scores + u32::from(*team));
            self.as_told.extend(slots.zip(totals.iter().copied()));
            self.write_down(1, None);
            *self.told += 1;
            return Taken::Whole;
        }
        let number = |line| number(line).filter(|((track, _), _)| !self.likes.holds_card(*track));
        let (tells, comes) = (told.and_then(number), number(here));
        match (tells, comes) {
            (Some((slot, value)), Some((slot2, value2))) if slot == slot2 => self.keep(slot, value, value2),
            // It is told of further on.
            (Some((slot, value)), Some((slot2, _))) if self.is_told_soon(slot2) => self.keep_told(state, slot, value),
            (_, Some((slot, value))) => {
                // Nobody was told of it: it is as it was.
                let &Event::Set { was, .. } = event else { return Taken::No };
                let Some(at) = self.slot(slot) else { return Taken::No };
                self.as_told.push_back((at, was));
                self.write_down(distance(was, value), Some((at, was)));
                Taken::Whole
            }
            (Some((slot, value)), None) => self.keep_told(state, slot, value),
            (None, None) => Taken::No,
        }
    }

    /// A slot holds what was told in place of another number.
    fn keep(&mut self, slot: (u16, u32), told: i64, here: i64) -> Taken {
        let Some(at) = self.slot(slot) else { return Taken::No };
        self.as_told.push_back((at, told));
        self.write_down(distance(told, here), Some((at, told)));
        *self.told += 1;
        Taken::Whole
    }

    /// A slot holds what was told, though nothing of the kind happened.
    fn keep_told(&mut self, state: &State, slot: (u16, u32), told: i64) -> Taken {
        let Some(at) = self.slot(slot) else { return Taken::No };
        match self.keep(slot, told, state.int(at)) {
            Taken::Whole | Taken::Told => Taken::Told,
            Taken::No => Taken::No,
        }
    }

    fn slot(&self, (track, index): (u16, u32)) -> Option<u32> {
        Some(self.program.tracks.get(usize::from(track))?.base + index)
    }

    /// Whether a slot is told of before anything but numbers is.
    fn is_told_soon(&self, slot: (u16, u32)) -> bool {
        let soon = self.lines.get(*self.told..).unwrap_or_default().iter().map_while(number);
        soon.into_iter().any(|(of, _)| of == slot)
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
