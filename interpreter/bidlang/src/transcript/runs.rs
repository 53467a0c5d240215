//! What is gathered into one line as long as nothing else happens: passes to which players were forced, and points for one reason.

use super::Transcript;
use crate::engine::{SeatSet, Telling, each_seat};
use crate::ir::Role;
use crate::words::{Words, list};

/// Seats that had to pass, one after the other.
pub(super) struct Passes {
    seats: Vec<u8>,
    /// What the rules call it.
    name: String,
}

impl Passes {
    /// `Ann and Ben pass (forced)`
    pub(super) fn line(&self, words: Words) -> String {
        let names: Vec<String> = self.seats.iter().map(|seat| words.seat(*seat).to_owned()).collect();
        let verb = match names.len() {
            1 => super::verbs::third_person(&self.name),
            _ => self.name.replace('-', " "),
        };
        format!("{} {verb} (forced)", list(names))
    }
}

/// Points for one reason.
pub(super) struct Scores {
    reason: u16,
    sides: Vec<Scored>,
    /// Each seat's score after all of them.
    totals: Vec<i64>,
}

/// The points of some seats.
pub(super) struct Scored {
    seats: SeatSet,
    points: i64,
    /// The cards that brought them, where they are told.
    items: Option<Vec<(u8, i64)>>,
}

impl Scored {
    /// The cards that brought something, each with what it brought.
    fn cards(&self, words: Words) -> Option<String> {
        let items = self.items.iter().flatten().filter(|(_, points)| *points != 0);
        let items: Vec<String> = items.map(|(card, points)| format!("{} {points}", words.card(*card))).collect();
        (!items.is_empty()).then(|| items.join(", "))
    }
}

impl Scores {
    fn total(&self, seat: u8) -> i64 {
        self.totals.get(usize::from(seat)).copied().unwrap_or_default()
    }

    fn add(&mut self, scored: Scored, totals: Vec<i64>) {
        self.totals = totals;
        let Some(side) = self.sides.iter_mut().find(|side| side.seats == scored.seats) else {
            return self.sides.push(scored);
        };
        side.points = side.points.saturating_add(scored.points);
        side.items = side.items.take().zip(scored.items).map(|(mut items, more)| {
            items.extend(more);
            items
        });
    }

    /// `Ann scores 3 for cards (Ann has 7)`, or of several `for cards: Ann 3, Ben 5; now Ann 7, Ben 5`.
    pub(super) fn line(&self, words: Words) -> String {
        let reason = words.game.reasons.get(usize::from(self.reason)).map_or("", String::as_str);
        if let [side] = self.sides.as_slice() {
            let verb = match (side.points < 0, side.seats.count_ones()) {
                (false, 1) => "scores",
                (false, _) => "score",
                (true, 1) => "loses",
                (true, _) => "lose",
            };
            let cards = side.cards(words).map_or_else(String::new, |cards| format!(": {cards}"));
            let has = |seat: u8| format!("{} has {}", words.seat(seat), self.total(seat));
            let has = list(each_seat(side.seats).map(has).collect());
            let points = side.points.unsigned_abs();
            return format!("{} {verb} {points} for {reason}{cards} ({has})", words.seat_list(side.seats));
        }
        let each = self.sides.iter().map(|side| {
            let cards = side.cards(words).map_or_else(String::new, |cards| format!(" ({cards})"));
            format!("{} {}{cards}", words.seat_list(side.seats), side.points)
        });
        let each: Vec<String> = each.collect();
        format!("Points for {reason}: {}; now {}", each.join(", "), self.now(words).join(", "))
    }

    /// What those who scored have in the end, each seat once; those of one side or team that have as much are told together.
    fn now(&self, words: Words) -> Vec<String> {
        let team = |seat: u8| words.program.teams.get(usize::from(seat)).copied();
        let scored = self.sides.iter().fold(0, |seats, side| seats | side.seats);
        let (mut told, mut lines): (SeatSet, Vec<String>) = (0, Vec::new());
        let has = |seats: SeatSet, total: i64| format!("{} {total}", words.seat_list(seats));
        for side in &self.sides {
            let belongs = |other: &u8| each_seat(side.seats).any(|seat| team(seat) == team(*other));
            let new: Vec<u8> = each_seat(scored & !told).filter(belongs).collect();
            let seats = new.iter().fold(0, |seats, seat| seats | 1 << seat);
            told |= seats;
            match new.as_slice() {
                [] => {}
                [first, rest @ ..] if rest.iter().all(|seat| self.total(*seat) == self.total(*first)) => {
                    lines.push(has(seats, self.total(*first)));
                }
                all => lines.extend(all.iter().map(|seat| has(1 << seat, self.total(*seat)))),
            }
        }
        lines
    }
}

impl<W: FnMut(String)> Transcript<W> {
    /// Takes what belongs to a line that is being gathered, or ends such lines and gives it back.
    pub(super) fn gathered(&mut self, words: Words, telling: Telling) -> Option<Telling> {
        match telling {
            Telling::Act { ask, seat, turn: None, act, forced: true, .. } if is_pass(words, ask, act) => {
                let name =
                    words.program.asks.get(usize::from(ask)).map_or("", |ask| words.act_name(ask, act)).to_owned();
                let goes_on = self.passes.as_ref().is_some_and(|run| run.name == name && !run.seats.contains(&seat));
                if !goes_on {
                    self.flush();
                }
                self.passes.get_or_insert_with(|| Passes { seats: Vec::new(), name }).seats.push(seat);
                None
            }
            // Points of a group in which nobody is: nothing comes of them.
            Telling::Score { seats: 0, .. } => None,
            Telling::Score { seats, points, reason, items, totals, .. } => {
                if self.scores.as_ref().is_none_or(|run| run.reason != reason) {
                    self.end_runs();
                }
                let run = self.scores.get_or_insert_with(|| Scores { reason, sides: Vec::new(), totals: Vec::new() });
                run.add(Scored { seats, points, items }, totals);
                None
            }
            // Nothing is said of it.
            Telling::Move { by_act: true, .. } => None,
            other => {
                self.end_runs();
                Some(other)
            }
        }
    }
}

fn is_pass(words: Words, ask: u16, act: u8) -> bool {
    let act = words.program.asks.get(usize::from(ask)).and_then(|ask| ask.acts.get(usize::from(act)));
    act.is_some_and(|act| matches!(act.role, Role::Pass(_)) && act.picks.is_empty())
}
