//! What a seat remembers of what it was told: who is ahead in auctions, what each did last, the last events. Made from tellings alone.

use std::collections::VecDeque;
use std::hash::{DefaultHasher, Hash, Hasher};

use bidlang::engine::{CardsTold, Choice, Likes, PickTold, Telling};

use crate::cells::{ActCells, Cells, EVENT};
use crate::index::{at_mut, put};

/// Cards of a move that are told one by one; of more, how many.
const MOST_CARDS: usize = 13;

/// Sorts of events, as cells have them.
#[derive(Clone, Copy)]
enum Sort {
    Pass = 1,
    Shuffle,
    Draw,
    Act,
    Picked,
    Moved,
    Shown,
    Set,
    Bid,
    Sold,
    Unsold,
    Trick,
    Score,
}

/// The same in words, from the first on.
pub(crate) const SORTS: [&str; 13] = [
    "pass of a phase",
    "shuffle",
    "draw",
    "act",
    "card picked",
    "move",
    "shown",
    "track set",
    "bid",
    "sold",
    "unsold",
    "trick",
    "score",
];

/// What a seat was told, as far as its vector tells it.
#[derive(Debug, Clone)]
pub struct Heard {
    seat: u8,
    passes: Vec<i64>,
    /// Of each auction who is ahead, where somebody is, and what for.
    ahead: Vec<(Option<u8>, i64)>,
    /// Of each seat its last act, and the number that it picked.
    said: Vec<Option<(u16, i64)>>,
    /// The newest last.
    events: VecDeque<[f32; EVENT]>,
    keeps: usize,
    /// All that was told, as two hashes.
    memory: (u64, u64),
}

impl Heard {
    /// Nothing yet.
    #[must_use]
    pub fn new(cells: &Cells, seat: u8, phases: usize, auctions: usize) -> Self {
        Self {
            seat,
            passes: vec![0; phases],
            ahead: vec![(None, 0); auctions],
            said: vec![None; usize::from(cells.seats)],
            events: VecDeque::with_capacity(cells.history),
            keeps: cells.history,
            memory: (1, 2),
        }
    }

    /// A word that stands for all that the seat was told and has chosen (perfect recall): the same for the same, and another for any other,
    /// as far as 128 bits can tell.
    #[must_use]
    pub fn memory(&self) -> String {
        format!("{:016x}{:016x}", self.memory.0, self.memory.1)
    }

    /// The seat has chosen.
    pub fn chose(&mut self, cells: &Cells, choice: &Choice) {
        self.remember(&cells.likes.choice(choice));
    }

    fn remember(&mut self, what: &impl Hash) {
        let after = |before: u64, salt: u64| {
            let mut hasher = DefaultHasher::new();
            (before, salt).hash(&mut hasher);
            what.hash(&mut hasher);
            hasher.finish()
        };
        self.memory = (after(self.memory.0, 17), after(self.memory.1, 71));
    }

    /// The seat is told something.
    pub fn hear(&mut self, cells: &Cells, telling: &Telling) {
        self.remember(&settled(cells, telling));
        let seat = |seat: u8| cells.around(self.seat, seat) as f32 + 1.0;
        let place = |place: u16| f32::from(cells.place_for(self.seat, place)) + 1.0;
        // 0 where it is not told which.
        let told_place = |at: Option<u16>| at.map_or(0.0, place);
        let card = |card: u8| f32::from(cells.likes.first(card)) + 1.0;
        let row = |sort: Sort, rest: [f32; EVENT - 1]| {
            let [a, b, c, d, e, f] = rest;
            [f32::from(sort as u8), a, b, c, d, e, f]
        };
        let mut rows: Vec<[f32; EVENT]> = Vec::new();
        match *telling {
            Telling::Pass { phase, pass } => {
                put(&mut self.passes, usize::from(phase), pass);
                rows.push(row(Sort::Pass, [0.0, f32::from(phase) + 1.0, 0.0, 0.0, pass as f32, 0.0]));
            }
            Telling::Shuffle { place: at, count, .. } => {
                rows.push(row(
                    Sort::Shuffle,
                    [0.0, told_place(at), 0.0, 0.0, count.map_or(-1.0, |count| count as f32), 0.0],
                ));
            }
            Telling::Draw { track, seat: drawn, .. } => {
                let track = track.map_or(0.0, |track| f32::from(track) + 1.0);
                rows.push(row(Sort::Draw, [seat(drawn), track, 0.0, 0.0, 0.0, 0.0]));
            }
            Telling::Act { ask, seat: who, act, ref picks, forced, .. } => {
                let told = cells.act(ask, act);
                let number = self.number(cells, told, picks);
                put(&mut self.said, usize::from(who), Some((told.name, number)));
                let what = f32::from(told.name) + 1.0;
                let forced = f32::from(u8::from(forced));
                rows.push(row(Sort::Act, [seat(who), what, 0.0, 0.0, number as f32, forced]));
                for picked in picks.iter().flat_map(PickTold::cards).take(MOST_CARDS) {
                    rows.push(row(Sort::Picked, [seat(who), what, 0.0, card(picked), 0.0, 0.0]));
                }
            }
            Telling::Move { from, to, ref cards, .. } => {
                let at = |card: f32, count: f32, told: f32| {
                    row(Sort::Moved, [0.0, told_place(from), told_place(to), card, count, told])
                };
                match cards {
                    CardsTold::Which(which) if which.len() <= MOST_CARDS => {
                        rows.extend(which.iter().map(|which| at(card(*which), 1.0, 1.0)));
                    }
                    CardsTold::Which(which) => rows.push(at(0.0, which.len() as f32, 1.0)),
                    CardsTold::Count(count) => rows.push(at(0.0, *count as f32, 2.0)),
                    CardsTold::Left(left) => rows.push(at(0.0, *left as f32, 3.0)),
                    CardsTold::There(there) => rows.push(at(0.0, *there as f32, 4.0)),
                }
            }
            Telling::Show { place: at, ref cards, .. } => {
                let shown = cards.iter().take(MOST_CARDS);
                rows.extend(shown.map(|shown| row(Sort::Shown, [0.0, place(at), 0.0, card(*shown), 1.0, 0.0])));
            }
            Telling::Set { track, index, value } | Telling::ShowTrack { track, index, value, .. } => {
                let index = cells.slot_for(self.seat, track, index) as f32 + 1.0;
                let value = cells.turned(self.seat, track, value) as f32;
                rows.push(row(Sort::Set, [0.0, f32::from(track) + 1.0, index, 0.0, value, 0.0]));
            }
            Telling::Bid { auction, seat: who, worth, leader } => {
                if let Some(ahead) = at_mut(&mut self.ahead, usize::from(auction)) {
                    if let Some(leader) = leader {
                        ahead.0 = leader;
                    }
                    if let Some(worth) = worth.filter(|_| leader == Some(Some(who))) {
                        ahead.1 = worth;
                    }
                }
                let leader = leader.flatten().map_or(0.0, seat);
                let told = f32::from(u8::from(worth.is_some()));
                rows.push(row(
                    Sort::Bid,
                    [seat(who), f32::from(auction) + 1.0, leader, 0.0, worth.unwrap_or(0) as f32, told],
                ));
            }
            Telling::Closed { auction, winner, best, .. } => {
                if let Some(ahead) = at_mut(&mut self.ahead, usize::from(auction)) {
                    *ahead = (None, 0);
                }
                let worth = best.map_or(0, |(worth, _)| worth) as f32;
                let auction = f32::from(auction) + 1.0;
                rows.push(match winner {
                    Some(winner) => row(Sort::Sold, [seat(winner), auction, 0.0, 0.0, worth, 0.0]),
                    None => row(Sort::Unsold, [0.0, auction, 0.0, 0.0, worth, 0.0]),
                });
            }
            Telling::Trick { number, winner } => {
                rows.push(row(Sort::Trick, [seat(winner), 0.0, 0.0, 0.0, number as f32, 0.0]));
            }
            Telling::Score { seats, points, reason, .. } => {
                let scored = bidlang::engine::each_seat(seats).map(|scored| {
                    row(Sort::Score, [seat(scored), f32::from(reason) + 1.0, 0.0, 0.0, points as f32, 0.0])
                });
                rows.extend(scored);
            }
            Telling::Won { .. } => {}
        }
        for row in rows {
            self.events.push_back(row);
            if self.events.len() > self.keeps {
                self.events.pop_front();
            }
        }
    }

    /// The number that an act has picked, a seat counted from who hears of it; nought where it picks none, or is not told.
    fn number(&self, cells: &Cells, told: ActCells, picks: &[PickTold]) -> i64 {
        match told.number.and_then(|pick| picks.get(pick)) {
            Some(PickTold::Whole(picked)) => match u8::try_from(picked.value) {
                Ok(seat) if told.of_seat => cells.around(self.seat, seat) as i64,
                _ => picked.value,
            },
            Some(PickTold::Count(_) | PickTold::Nothing) | None => 0,
        }
    }

    /// Writes it down.
    pub(crate) fn write(&self, cells: &Cells, to: &mut [f32]) {
        let Some(at) = cells.heard else { return };
        let mut put = |at: usize, value: f32| put(to, at, value);
        for (number, pass) in self.passes.iter().enumerate() {
            put(at.passes + number, *pass as f32);
        }
        let seats = usize::from(cells.seats);
        for (number, (leader, worth)) in self.ahead.iter().enumerate() {
            let base = at.auctions + number * (seats + 2);
            put(base + leader.map_or(seats, |leader| cells.around(self.seat, leader)), 1.0);
            put(base + seats + 1, *worth as f32);
        }
        for (who, said) in (0_u8..).zip(&self.said) {
            let base = at.said + cells.around(self.seat, who) * (cells.acts + 1);
            if let Some((act, number)) = said {
                put(base + usize::from(*act), 1.0);
                put(base + cells.acts, *number as f32);
            }
        }
        for (age, row) in self.events.iter().rev().enumerate() {
            for (cell, value) in row.iter().enumerate() {
                put(at.events + age * EVENT + cell, *value);
            }
        }
    }
}

/// A telling in which like cards are called by the first of their sort.
fn settled(cells: &Cells, telling: &Telling) -> Telling {
    let mut line = telling.clone();
    let likes: &Likes = &cells.likes;
    if likes.differ() {
        return line;
    }
    let first = |card: &mut u8| *card = likes.first(*card);
    match &mut line {
        Telling::Move { cards: CardsTold::Which(cards), .. }
        | Telling::Show { cards, .. }
        | Telling::Shuffle { order: Some(cards), .. } => cards.iter_mut().for_each(first),
        Telling::Score { items: Some(items), .. } => items.iter_mut().for_each(|(card, _)| first(card)),
        Telling::Set { track, value, .. } | Telling::ShowTrack { track, value, .. } => {
            if cells.of_cards(*track) {
                *value = u8::try_from(*value).map_or(*value, |card| i64::from(likes.first(card)));
            }
        }
        Telling::Act { picks, .. } => {
            for pick in picks {
                if let PickTold::Whole(picked) = pick {
                    picked.cards = likes.firsts(picked.cards);
                }
            }
        }
        Telling::Move { .. }
        | Telling::Shuffle { .. }
        | Telling::Score { .. }
        | Telling::Pass { .. }
        | Telling::Draw { .. }
        | Telling::Bid { .. }
        | Telling::Closed { .. }
        | Telling::Trick { .. }
        | Telling::Won { .. } => {}
    }
    line
}
