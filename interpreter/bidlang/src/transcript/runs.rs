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
}

/// The points of some seats.
pub(super) struct Scored {
    seats: SeatSet,
    points: i64,
    /// The cards that brought them, where they are told.
    items: Option<Vec<(u8, i64)>>,
    /// Each seat's score after it.
    totals: Vec<i64>,
}

impl Scored {
    fn total(&self, seat: u8) -> i64 {
        self.totals.get(usize::from(seat)).copied().unwrap_or_default()
    }

    /// The cards that brought something, each with what it brought.
    fn cards(&self, words: Words) -> Option<String> {
        let items = self.items.iter().flatten().filter(|(_, points)| *points != 0);
        let items: Vec<String> = items.map(|(card, points)| format!("{} {points}", words.card(*card))).collect();
        (!items.is_empty()).then(|| items.join(", "))
    }
}

impl Scores {
    fn add(&mut self, scored: Scored) {
        let Some(side) = self.sides.iter_mut().find(|side| side.seats == scored.seats) else {
            return self.sides.push(scored);
        };
        side.points = side.points.saturating_add(scored.points);
        side.totals = scored.totals;
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
            let has = |seat: u8| format!("{} has {}", words.seat(seat), side.total(seat));
            let has = list(each_seat(side.seats).map(has).collect());
            let points = side.points.unsigned_abs();
            return format!("{} {verb} {points} for {reason}{cards} ({has})", words.seat_list(side.seats));
        }
        let each = self.sides.iter().map(|side| {
            let cards = side.cards(words).map_or_else(String::new, |cards| format!(" ({cards})"));
            format!("{} {}{cards}", words.seat_list(side.seats), side.points)
        });
        let each: Vec<String> = each.collect();
        let now: Vec<String> = self.sides.iter().flat_map(|side| now(words, side)).collect();
        format!("Points for {reason}: {}; now {}", each.join(", "), now.join(", "))
    }
}

/// What some seats have after they scored: a side that shares its score is told once.
fn now(words: Words, side: &Scored) -> Vec<String> {
    let seats: Vec<u8> = each_seat(side.seats).collect();
    match seats.as_slice() {
        [first, rest @ ..] if rest.iter().all(|seat| side.total(*seat) == side.total(*first)) => {
            vec![format!("{} {}", words.seat_list(side.seats), side.total(*first))]
        }
        seats => seats.iter().map(|seat| format!("{} {}", words.seat(*seat), side.total(*seat))).collect(),
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
                let run = self.scores.get_or_insert_with(|| Scores { reason, sides: Vec::new() });
                run.add(Scored { seats, points, items, totals });
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
