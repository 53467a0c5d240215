//! What each cell of a vector is called, one by one: for people who look at one, and for columns of tables.

use std::collections::BTreeMap;

use bidlang::Prepared;
use bidlang::ir::{Per, Ty};
use bidlang_lab::sim::Names;

use crate::cells::{Cells, Coded, EVENT, HOW_MANY, PlaceCells, SAID};
use crate::heard::SORTS;
use crate::index::{at, at_mut};

/// What the numbers of an event are.
const OF_EVENT: [&str; EVENT] = ["sort", "seat", "what", "where to", "card", "number", "how it was told"];

impl Cells {
    /// A name for each cell, in their order, each another: its section, and what it is in it.
    #[must_use]
    pub fn names(&self, prepared: &Prepared) -> Vec<String> {
        let mut parts = vec![String::new(); self.count()];
        let mut name = |from: usize, count: usize, of: &dyn Fn(usize) -> String| {
            for cell in 0..count {
                if let Some(part) = at_mut(&mut parts, from + cell) {
                    *part = of(cell);
                }
            }
        };
        let (program, game, words) = (prepared.runner().program(), &prepared.game().game, prepared.words());
        let cards = program.cards.len();
        let called = called(prepared);
        let card = |cell: usize| at(&called, cell).cloned().unwrap_or_default();
        let or_none = |count: usize, cell: usize, of: &dyn Fn(usize) -> String| {
            if cell < count { of(cell) } else { "none".to_owned() }
        };
        let asks = Names::new(prepared);
        name(self.asks, program.asks.len(), &|cell| {
            let ask = |ask| format!("{} (line {}, {})", asks.ask(ask), asks.line(ask.rule), cell + 1);
            at(&program.asks, cell).map_or_else(String::new, ask)
        });
        name(self.picked, cards, &card);
        name(self.said, SAID, &|cell| format!("{cell} before the last"));
        for (number, place) in (0_u16..).zip(&self.places) {
            for from in [place.cards, place.may].into_iter().flatten() {
                name(from, cards, &card);
            }
            let totals = at(&program.places, usize::from(number)).map_or(0, |place| place.totals.len());
            name(place.totals, 2 * totals, &|cell| {
                let total = words.total(number, (cell / 2) as u16).unwrap_or_default();
                if cell % 2 == 0 { format!("{total}, seen") } else { total.to_owned() }
            });
        }
        for (number, track) in (0_u16..).zip(&self.tracks) {
            let (Some(track), Some(definition)) = (track, at(&game.tracks, usize::from(number))) else { continue };
            let slots = at(&self.per, usize::from(number)).map_or(0, |(_, dims)| dims.iter().product::<u32>() as usize);
            name(track.from, slots * track.each, &|cell| {
                let value = match (cell % track.each, track.coded) {
                    (0, _) => "seen".to_owned(),
                    (_, Coded::Number) => "number".to_owned(),
                    (value, Coded::Member(count)) => or_none(count, value - 1, &|value| match definition.ty {
                        Ty::Member(kind) => words.member(kind, value as i64),
                        _ => value.to_string(),
                    }),
                    (value, Coded::Seat) => or_none(track.each - 2, value - 1, &|seat| relative("seat", seat)),
                    (value, Coded::Team) => or_none(track.each - 2, value - 1, &|team| relative("team", team)),
                    (value, Coded::Card) => or_none(cards, value - 1, &card),
                };
                let slot = u32::try_from(cell / track.each).unwrap_or(u32::MAX);
                let mut keys: Vec<String> = (words.keys(number, slot).into_iter())
                    .map(|(per, key)| match (per, usize::try_from(key).unwrap_or(0)) {
                        (Per::Player, seat) => relative("seat", seat),
                        (Per::Team, team) => relative("team", team),
                        (Per::Kind(kind), _) => words.member(kind, key),
                    })
                    .collect();
                keys.push(value);
                keys.join(", ")
            });
        }
        let seats = usize::from(self.seats);
        name(self.scores, seats, &|seat| relative("seat", seat));
        if let Some(heard) = self.heard {
            name(heard.passes, program.phases.len(), &|phase| {
                let known = at(&game.phases, phase);
                known.map_or_else(String::new, |known| format!("{} ({})", known.name, phase + 1))
            });
            name(heard.auctions, program.auctions.len() * (seats + 2), &|cell| {
                let auction = format!("{} ({})", asks.auction(cell / (seats + 2)), cell / (seats + 2) + 1);
                match cell % (seats + 2) {
                    seat if seat < seats => format!("{auction}, {} is ahead", relative("seat", seat)),
                    nobody if nobody == seats => format!("{auction}, nobody is ahead"),
                    _ => format!("{auction}, worth"),
                }
            });
            name(heard.said, seats * (self.acts + 1), &|cell| {
                let seat = relative("seat", cell / (self.acts + 1));
                match game.acts.get(cell % (self.acts + 1)) {
                    Some(act) => format!("{seat}, {act}"),
                    None => format!("{seat}, number"),
                }
            });
            name(heard.events, self.history * EVENT, &|cell| {
                format!("{} before the last, {}", cell / EVENT, OF_EVENT.get(cell % EVENT).unwrap_or(&""))
            });
        }
        let sections = self.sections().iter().flat_map(|section| std::iter::repeat_n(&section.name, section.count));
        let named = sections.zip(parts);
        named
            .map(|(section, part)| if part.is_empty() { section.clone() } else { format!("{section}: {part}") })
            .collect()
    }

    /// What the numbers in the cells of events mean, which count from 1: for each sort of thing all of them in their order.
    #[must_use]
    pub fn event_words(&self, prepared: &Prepared) -> Vec<(&'static str, Vec<String>)> {
        let (program, game, names) = (prepared.runner().program(), &prepared.game().game, Names::new(prepared));
        let cells = self.names(prepared);
        let place = |place: &PlaceCells| {
            let name = at(&cells, place.count).map_or("", String::as_str);
            name.strip_suffix(HOW_MANY).unwrap_or(name).to_owned()
        };
        vec![
            ("sorts", SORTS.map(str::to_owned).to_vec()),
            ("places", self.places.iter().map(place).collect()),
            ("tracks", game.tracks.iter().map(|track| track.name.clone()).collect()),
            ("auctions", (0..program.auctions.len()).map(|auction| names.auction(auction)).collect()),
            ("acts", game.acts.clone()),
            ("phases", game.phases.iter().map(|phase| phase.name.clone()).collect()),
            ("reasons", (0..game.reasons.len()).map(|reason| names.reason(reason)).collect()),
            ("cards", called(prepared)),
        ]
    }
}

/// What each card is called, like ones one by one.
fn called(prepared: &Prepared) -> Vec<String> {
    let (words, cards) = (prepared.words(), prepared.runner().program().cards.len());
    one_by_one((0..cards).map(|card| u8::try_from(card).map_or("", |card| words.card(card))))
}

/// Names, of which those that come several times are counted.
fn one_by_one<'n>(names: impl Iterator<Item = &'n str> + Clone) -> Vec<String> {
    let mut met: BTreeMap<&str, usize> = BTreeMap::new();
    let mut all: BTreeMap<&str, usize> = BTreeMap::new();
    names.clone().for_each(|name| *all.entry(name).or_default() += 1);
    let called = names.map(|name| {
        let number = met.entry(name).or_default();
        *number += 1;
        if all.get(name).is_some_and(|all| *all > 1) { format!("{name} ({number})") } else { name.to_owned() }
    });
    called.collect()
}

/// A seat or a team, as who looks counts them.
pub(crate) fn relative(what: &str, far: usize) -> String {
    if far == 0 { format!("own {what}") } else { format!("{what} +{far}") }
}
