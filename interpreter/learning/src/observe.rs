//! A seat's vector: its view of the table, cell by cell, and what it has heard.

use bidlang::engine::{CardSet, Desk, Runner, View, each_card};

use crate::actions::Actions;
use crate::cells::{Cells, Coded, SAID};
use crate::heard::Heard;
use crate::index::{at, put};
use crate::partial::Partial;

impl Cells {
    /// The number that the value of a track has for a seat: seats and teams are counted from it.
    pub(crate) fn turned(&self, me: u8, track: u16, value: i64) -> i64 {
        let coded = at(&self.tracks, usize::from(track)).copied().flatten().map(|track| track.coded);
        match (coded, u8::try_from(value)) {
            (Some(Coded::Seat), Ok(seat)) => self.around(me, seat) as i64,
            (Some(Coded::Team), Ok(team)) => self.team_around(me, u16::from(team)) as i64,
            (Some(Coded::Card), Ok(card)) => i64::from(self.likes.first(card)),
            _ => value,
        }
    }

    /// Whether a track holds a card.
    pub(crate) fn of_cards(&self, track: u16) -> bool {
        at(&self.tracks, usize::from(track)).copied().flatten().is_some_and(|track| track.coded == Coded::Card)
    }

    /// Writes what a seat sees and has heard; `partial` is what it has said so far of what it chooses. All cells are written.
    pub fn observe(
        &self,
        actions: &Actions,
        (runner, desk): (&Runner, &mut Desk),
        seat: u8,
        (partial, heard): (&Partial, Option<&Heard>),
        to: &mut [f32],
    ) {
        to.fill(0.0);
        if runner.choosers(desk.state()) & (1 << seat) != 0 {
            put(to, self.to_choose, 1.0);
            if let Some(ask) = desk.state().waiting() {
                put(to, self.asks + usize::from(ask), 1.0);
            }
        }
        each_card(partial.cards(actions)).for_each(|card| put(to, self.picked + usize::from(card), 1.0));
        for (cell, number) in partial.numbers().iter().rev().take(SAID).enumerate() {
            put(to, self.said + cell, *number as f32 + 1.0);
        }
        let view = runner.view(desk, Some(seat));
        self.table(&view, seat, to);
        for (number, place) in (0_u16..).zip(&self.places) {
            if let (Some(_), Some(may)) = (place.may, desk.may_lie(seat, number)) {
                let at = at(&self.places, usize::from(self.place_for(seat, number))).and_then(|place| place.may);
                let Some(at) = at else { continue };
                each_card(self.likes.firsts(may)).for_each(|card| put(to, at + usize::from(card), 1.0));
            }
        }
        if let Some(heard) = heard {
            heard.write(self, to);
        }
    }

    /// Writes the whole table, seats counted from one; with all that is hidden.
    pub fn observe_all(&self, runner: &Runner, desk: &mut Desk, seat: u8, to: &mut [f32]) {
        to.fill(0.0);
        let choosers = runner.choosers(desk.state());
        put(to, self.to_choose, if choosers & (1 << seat) != 0 { 1.0 } else { 0.0 });
        if let Some(ask) = desk.state().waiting() {
            put(to, self.asks + usize::from(ask), 1.0);
        }
        let view = runner.view(desk, None);
        self.table(&view, seat, to);
    }

    fn table(&self, view: &View, me: u8, to: &mut [f32]) {
        for place in &view.places {
            let Some(at) = at(&self.places, usize::from(self.place_for(me, place.place))) else { continue };
            put(to, at.count, place.count.map_or(-1.0, |count| count as f32));
            if let (Some(from), Some(cards)) = (at.cards, &place.cards) {
                self.lying(cards, at.ordered, from, to);
            }
            for (total, value) in &place.totals {
                let at = at.totals + 2 * usize::from(*total);
                put(to, at, 1.0);
                put(to, at + 1, *value as f32);
            }
        }
        for seen in &view.tracks {
            let Some(track) = at(&self.tracks, usize::from(seen.track)).copied().flatten() else { continue };
            let at = track.from + self.slot_for(me, seen.track, seen.index) as usize * track.each;
            let value = self.turned(me, seen.track, seen.value);
            put(to, at, 1.0);
            let one_of = |none: usize| usize::try_from(value).ok().filter(|value| *value < none).unwrap_or(none);
            match track.coded {
                Coded::Number => put(to, at + 1, value as f32),
                Coded::Member(_) | Coded::Seat | Coded::Team | Coded::Card => {
                    put(to, at + 1 + one_of(track.each - 2), 1.0)
                }
            }
        }
        for (seat, score) in (0_u8..).zip(&view.scores) {
            put(to, self.scores + self.around(me, seat), *score as f32);
        }
    }

    /// Cards of a place; like ones are called by the first of their sort, as many as there are.
    fn lying(&self, cards: &[u8], ordered: bool, from: usize, to: &mut [f32]) {
        let mut used = CardSet::NONE;
        for (place, card) in cards.iter().enumerate() {
            let called = each_card(self.likes.of_card(*card) & !used).next().unwrap_or(*card);
            used |= CardSet::one(called);
            put(to, from + usize::from(called), if ordered { place as f32 + 1.0 } else { 1.0 });
        }
    }
}
