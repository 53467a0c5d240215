//! Paired games: whether an option makes any difference. The same seed and the same choices are played with two of its values.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use bidlang::{Game, Prepared};

use super::Budget;
use super::again::Ending;
use super::players::{Kind, Players};
use super::slot::{Slot, most_of, one_game};
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::{Event, Sink, State, Stream};
use crate::lower::Setup;

/// Pairs of games for each option, over all its values: so many have to be without a difference before that says anything.
const PAIRS: u64 = 600;
/// So many for each two setups.
const FEWEST: u64 = 5;

/// Options of which some value, or all of them, made no difference in any pair of games.
pub fn options(game: &Game, slots: &[Slot], budget: &Budget) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for (index, option) in game.game.options.iter().enumerate().filter(|(_, option)| game.is_own(option.span)) {
        let (mut same, mut played, mut values) = (Vec::new(), 0, 0);
        for (value, pairs) in pairs(index, option.usually, slots) {
            values += 1;
            match alike(game, &pairs, budget) {
                Alike::No => {}
                Alike::Yes(count) => {
                    same.push(value);
                    played += count;
                }
                Alike::NoTime => return found,
            }
        }
        let (name, usual) = (&option.name, game.option_word(index, option.usually));
        let message = match same.as_slice() {
            [] => continue,
            all if all.len() == values => format!("the option `{name}` made no difference"),
            // Of a number the ends are played: that one of them is as the usual value may be meant.
            _ if option.kind.is_none() => continue,
            some => {
                let words: Vec<String> =
                    some.iter().map(|value| format!("`{}`", game.option_word(index, *value))).collect();
                format!("`{name}` is played with {} as with `{usual}`: it made no difference", words.join(" and with "))
            }
        };
        let message = format!("{message} in {played} pairs of games with the same seed and choices");
        found.push(Diagnostic::new(Code::NoEffect, option.span, message).help(
            "look at the rules that ask for it: do they come to it, and is what they then do different? Or take it out",
        ));
    }
    found
}

/// Whether pairs of games came out alike.
enum Alike {
    No,
    /// In all of so many.
    Yes(u64),
    NoTime,
}

fn alike(game: &Game, pairs: &[(&Setup, &Setup)], budget: &Budget) -> Alike {
    let each = PAIRS.div_ceil((pairs.len() as u64).max(1)).max(FEWEST);
    let mut played = 0;
    for (one, other) in pairs {
        let ready = |setup: &Setup| game.prepare_for(setup.clone(), &[]).ok();
        let Some((one, other)) = ready(one).zip(ready(other)) else { continue };
        for seed in 1..=each {
            if (budget.spent)() >= 1.0 {
                return Alike::NoTime;
            }
            played += 1;
            if told(&one, seed) != told(&other, seed) {
                return Alike::No;
            }
        }
    }
    if played < PAIRS { Alike::No } else { Alike::Yes(played) }
}

/// Setups that differ in one option alone: with its usual value, and with another; for each other value.
fn pairs(index: usize, usually: i64, slots: &[Slot]) -> BTreeMap<i64, Vec<(&Setup, &Setup)>> {
    let mut setups: Vec<&Setup> = Vec::new();
    for slot in slots {
        if setups.last() != Some(&&slot.setup) {
            setups.push(&slot.setup);
        }
    }
    let without = |setup: &Setup| {
        let mut options = setup.options.clone();
        (index < options.len()).then(|| options.remove(index));
        (setup.players, options)
    };
    let value = |setup: &Setup| setup.options.get(index).copied();
    let mut others: BTreeMap<(u8, Vec<i64>), Vec<&Setup>> = BTreeMap::new();
    for setup in setups {
        others.entry(without(setup)).or_default().push(setup);
    }
    let mut found: BTreeMap<i64, Vec<(&Setup, &Setup)>> = BTreeMap::new();
    for alike in others.values() {
        let Some(one) = alike.iter().find(|one| value(one) == Some(usually)) else { continue };
        for other in alike {
            if let Some(value) = value(other).filter(|value| *value != usually) {
                found.entry(value).or_default().push((one, other));
            }
        }
    }
    found
}

/// What is told of a game, and to whom, in one number; whether it came to its end, and its scores.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    events: u64,
    tracks: u64,
    choices: u64,
    /// Whether the game came to its end.
    pub over: bool,
    scores: Vec<i64>,
}

impl Told {
    /// Whether all went the same but for what tracks are set to.
    pub fn but_for_tracks(&self, other: &Self) -> bool {
        Self { tracks: 0, ..self.clone() } == Self { tracks: 0, ..other.clone() }
    }
}

/// Plays one game and sums it up.
pub fn told(prepared: &Prepared, seed: u64) -> Told {
    let runner = prepared.runner();
    let mut desk = runner.desk(0);
    let mut sum = Sum::default();
    let mut done = Vec::new();
    let mut players = Players { kind: Kind::of_game(seed), stream: Stream::of_players(seed), done: &mut done };
    let most = most_of(players.kind);
    let made = one_game((runner, &mut desk), &mut sum, &mut players, (seed, most, &|| false));
    let over = matches!(made.ending, Ending::Over(_));
    let (events, tracks) = (sum.events.finish(), sum.tracks.finish());
    Told { events, tracks, choices: made.counts, over, scores: runner.scores(desk.state()).collect() }
}

/// A sum of all that is told, without the numbers of lines: those differ between two setups.
#[derive(Default)]
struct Sum {
    events: DefaultHasher,
    /// What tracks are set to.
    tracks: DefaultHasher,
}

impl Sink for Sum {
    fn event(&mut self, _: &State, event: &Event) {
        let to = if matches!(event, Event::Set { .. } | Event::ShowTrack { .. }) {
            &mut self.tracks
        } else {
            &mut self.events
        };
        std::mem::discriminant(event).hash(to);
        match event {
            Event::Pass { pass, .. } => pass.hash(to),
            Event::Shuffle { place, order, seen, .. } => (place, order, seen).hash(to),
            Event::Draw { among, seat, .. } => (among, seat).hash(to),
            Event::Act { seat, choice, .. } => (seat, choice).hash(to),
            Event::Move { cards, from, to: place, seen, .. } => (cards, from, place, seen).hash(to),
            Event::Show { place, cards, seen, .. } => (place, cards, seen).hash(to),
            Event::ShowTrack { track, index, value, seen, .. } => (track, index, value, seen).hash(to),
            Event::Set { track, index, value, was: _, seen } => (track, index, value, seen).hash(to),
            Event::Bid { seat, worth, leader, .. } => (seat, worth, leader).hash(to),
            Event::Closed { winner, worth, .. } => (winner, worth).hash(to),
            Event::Trick { number, winner, cards, .. } => (number, winner, cards).hash(to),
            Event::Score { seats, points, .. } => (seats, points).hash(to),
            Event::Won { seats } => seats.hash(to),
        }
    }
}
