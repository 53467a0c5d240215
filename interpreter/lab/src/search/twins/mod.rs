//! Non-interference, tested by two runs: whether a game tells a seat what it must not know. Takes a game, changes something that a seat
//! does not see (two hidden cards, a hidden choice, a seat or a number that was drawn), and plays the same choices again: all that the seat is
//! told has to be the same, until it sees by what the rules file shows it that something is different.
//!
//! Any chance of the game so far may be the one of which something else came, not the last alone: a card lies where it lies since it was last
//! shuffled together with the other, whatever was shuffled since then without the one or the other.
//!
//! What is found is certain: both games are possible, and the seat has been told nothing by which they differ but by this.

mod change;
mod finding;
mod heard;

use std::sync::Arc;

use bidlang::{Game, Prepared};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use super::players::{Kind, Players};
use super::{Share, shares};
use crate::diagnostic::{Diagnostic, Span};
use crate::engine::{CardSet, Choice, Reached, RuleId, Stream, each_card, each_seat};

use change::{Change, Changed, Drawn, Exchange};
use heard::{Heard, Position, Story, Viewer};

/// Twins of one game: with two cards exchanged, with all hidden cards in other places, with another choice, with another seat or number drawn.
const TWINS: [usize; 4] = [10, 4, 8, 3];
/// In one of so many twins with cards exchanged they are so since an earlier shuffle than the last: what was remembered of them may be hidden still.
const EARLIER: u32 = 4;
/// Most choices of a game that is looked at.
const MOST_CHOICES: usize = 800;
/// So many setups are looked at side by side.
const AT_ONCE: usize = 16;
/// Games that are played to find a shorter one.
const MORE_GAMES: u64 = 30;

/// Games and their twins, spread over the setups: what they tell, each rule once, by the shortest game found.
pub fn leaks(game: &Game, games: u64) -> Vec<Diagnostic> {
    // The first setup with a finding is the one that is told, on any number of threads.
    for some in shares(game, games).chunks(AT_ONCE) {
        let found: Vec<Vec<Leak>> = some.par_iter().map(|share| of_setup(game, share)).collect();
        if let Some(found) = found.into_iter().find(|found| !found.is_empty()) {
            return found.into_iter().map(|leak| game.blame(leak.problem)).collect();
        }
    }
    Vec::new()
}

/// What the games of one setup tell.
fn of_setup(game: &Game, share: &Share) -> Vec<Leak> {
    let mut found: Vec<Leak> = Vec::new();
    let Ok(prepared) = game.prepare_for(share.setup.clone(), &[]) else { return found };
    if share.setup.players < 2 {
        return found;
    }
    let planned: Vec<Option<Leak>> =
        share.seeds.par_iter().map(|seed| Room::new(&prepared, *seed).leak(MOST_CHOICES)).collect();
    planned.into_iter().flatten().for_each(|leak| keep(&mut found, leak));
    if found.is_empty() {
        return found;
    }
    // Where something was found a shorter game is worth while.
    for seed in 1..=MORE_GAMES {
        let most = found.iter().map(|leak| leak.choices).min().unwrap_or(MOST_CHOICES);
        if let Some(leak) = Room::new(&prepared, seed).leak(most) {
            keep(&mut found, leak);
        }
    }
    found
}

/// Keeps a leak, of each rule the one with the shortest game.
fn keep(found: &mut Vec<Leak>, leak: Leak) {
    match found.iter_mut().find(|known| known.line == leak.line) {
        Some(known) if leak.choices < known.choices => *known = leak,
        Some(_) => {}
        None => found.push(leak),
    }
}

/// Plays games of a setup and their twins, from these seeds: how many twins were compared to their end, or until what the rules file
/// shows told them apart; and what one of them was told that it must not know, in words.
///
/// # Errors
/// The first finding.
pub fn compare(prepared: &Prepared, seeds: impl IntoIterator<Item = u64>) -> Result<u64, Box<Diagnostic>> {
    let mut twins = 0;
    for seed in seeds {
        let mut room = Room::new(prepared, seed);
        room.viewer.asks_why = true;
        if let Some(leak) = room.leak(MOST_CHOICES) {
            return Err(Box::new(leak.problem));
        }
        twins += room.twins;
    }
    Ok(twins)
}

/// A rule that tells what is hidden.
struct Leak {
    /// The rule.
    line: Span,
    /// The choices that lead there.
    choices: usize,
    problem: Diagnostic,
}

/// Where the games are played.
struct Room<'a> {
    prepared: &'a Prepared,
    seed: u64,
    viewer: Viewer,
    /// Twins that were played.
    twins: u64,
}

/// A decision of a plain game.
struct Step {
    seat: u8,
    choice: Choice,
    /// How many choices there were, and the number of this.
    count: u64,
    number: u64,
    /// How often chance was asked before it.
    chances: usize,
    /// The game before it.
    at: Position,
    /// How much was heard before it was made.
    heard: usize,
}

/// A game without change.
struct Plain {
    begin: Position,
    steps: Vec<Step>,
    story: Story,
    /// What came of chance.
    drawn: Vec<Drawn>,
}

/// The first thing that a twin tells otherwise.
struct Difference {
    /// How much was heard before.
    at: usize,
    /// What the twin tells in its place, and by which line.
    twin: (Heard, RuleId),
    /// What it tells next, up to the next decision.
    rest: Vec<Heard>,
    change: Change,
    /// What the twin came to since the last decision, where that was asked for.
    reached: Option<Reached>,
}

impl<'a> Room<'a> {
    fn new(prepared: &'a Prepared, seed: u64) -> Self {
        let runner = Arc::clone(prepared.runner());
        let players = u64::from(prepared.players());
        let seat = seed.checked_rem(players).and_then(|seat| u8::try_from(seat).ok()).unwrap_or(0);
        Self { prepared, seed, viewer: Viewer { runner, seat, asks_why: false }, twins: 0 }
    }

    /// Plays one game, and some twins of it.
    fn leak(&mut self, most: usize) -> Option<Leak> {
        let plain = self.plain(most);
        let mut drawn = Stream::new(self.seed, 7);
        let [pairs, mixes, choices, draws] = TWINS;
        let mut changes: Vec<Change> = Vec::new();
        changes.extend((0..pairs).filter_map(|_| self.cards(&plain, &mut drawn, Some(2))));
        changes.extend((0..mixes).filter_map(|_| self.cards(&plain, &mut drawn, None)));
        changes.extend((0..choices).filter_map(|_| self.other_choice(&plain, &mut drawn)));
        changes.extend((0..draws).filter_map(|_| Self::other_draw(&plain, &mut drawn)));
        for change in changes {
            self.twins += 1;
            if let Some(difference) = self.twin(&plain, &change, false)
                && let Some(leak) = self.told(&plain, &difference)
            {
                return Some(leak);
            }
        }
        None
    }

    fn plain(&self, most: usize) -> Plain {
        let program = self.viewer.runner.program();
        let desk = self.viewer.runner.desk_by(Changed::new(self.seed));
        let mut at = Position::new(desk, program);
        let (begin, mut done) = (at.clone(), Vec::new());
        // Each seat hears games of all kinds of players.
        let kind = Kind::of_game(self.seed / u64::from(self.prepared.players()).max(1));
        let mut players = Players { kind, stream: Stream::of_players(self.seed), done: &mut done };
        let (mut steps, mut story, mut drawn, mut choices) = (Vec::new(), Story::new(), Vec::new(), 0);
        while let Some((seat, count)) = self.viewer.listen(&mut at, &mut story) {
            let number = if count > 1 { players.choose(&self.viewer.runner, &mut at.desk, seat, count) } else { 0 };
            let Some(choice) = self.viewer.runner.nth_choice(&mut at.desk, seat, number) else { break };
            let Some(chance) = at.desk.chance.other::<Changed>() else { break };
            drawn.append(&mut chance.drawn);
            let chances = drawn.len();
            let heard = story.len();
            steps.push(Step { seat, choice, count, number, chances, at: at.clone(), heard });
            choices += usize::from(count > 1);
            if choices > most
                || steps.len() > 2 * MOST_CHOICES
                || !self.viewer.choose(&mut at, seat, &choice, count == 1, &mut story)
            {
                break;
            }
        }
        if let Some(chance) = at.desk.chance.other::<Changed>() {
            drawn.append(&mut chance.drawn);
        }
        Plain { begin, steps, story, drawn }
    }

    /// Cards that the viewer does not see at some decision, in each other's places since they were shuffled together: so many, or all.
    fn cards(&self, plain: &Plain, drawn: &mut Stream, most: Option<usize>) -> Option<Change> {
        let step = Self::step(plain, drawn)?;
        let program = self.viewer.runner.program();
        let (mut desk, mut hidden) = (step.at.desk.clone(), CardSet::NONE);
        for place in (0_u16..).take(program.places.len()) {
            if !self.viewer.sees(&mut desk, place) {
                hidden |= desk.state().mask(u32::from(place));
            }
        }
        let shuffles: Vec<(usize, CardSet)> = shuffles(plain).take_while(|(from, _)| *from < step.chances).collect();
        hidden &= shuffles.iter().fold(CardSet::NONE, |all, (_, cards)| all | *cards);
        let mut cards: Vec<u8> = each_card(hidden).collect();
        drawn.shuffle(&mut cards);
        // The first, and one that was shuffled together with it: the last time, or an earlier one.
        let first = *cards.first()?;
        let with_first = |card: u8| shuffles.iter().any(|(_, cards)| cards.has(first) && cards.has(card));
        let other = cards.iter().skip(1).position(|card| with_first(*card))?;
        cards.swap(1, other + 1);
        let next = *cards.get(1)?;
        let mut together = shuffles.iter().filter(|(_, cards)| cards.has(first) && cards.has(next));
        let last = together.clone().count().checked_sub(1)?;
        let which = if last > 0 && drawn.below(EARLIER) == 0 { below(drawn, last)? } else { last };
        let (from, among) = *together.nth(which)?;
        cards.retain(|card| among.has(*card));
        cards.truncate(most.unwrap_or(usize::MAX));
        let mut others = cards.clone();
        others.rotate_left(1.min(cards.len()));
        let second = *others.first()?;
        let like = |card: u8| program.like.get(usize::from(card));
        let lies = |card: u8| desk.state().place_of(program, card);
        // Cards of one place lie in another order where a rule looks at the order.
        let ordered = lies(first).and_then(|place| program.places.get(usize::from(place)));
        let apart = which < last || lies(first) != lies(second) || ordered.is_some_and(|place| place.ordered);
        let differs = cards.len() > 2 || (like(first) != like(second) && apart);
        differs.then(|| Change::Cards(from, Exchange::of(&cards, &others)))
    }

    /// A decision; as often as not the first behind a shuffle, where most is hidden.
    fn step<'p>(plain: &'p Plain, drawn: &mut Stream) -> Option<&'p Step> {
        if drawn.below(2) == 0 {
            let shuffle = below(drawn, shuffles(plain).count())?;
            let (shuffle, _) = shuffles(plain).nth(shuffle)?;
            return plain.steps.iter().find(|step| step.chances > shuffle);
        }
        plain.steps.get(below(drawn, plain.steps.len())?)
    }

    /// Another choice of another seat.
    fn other_choice(&self, plain: &Plain, drawn: &mut Stream) -> Option<Change> {
        let others = plain.steps.iter().enumerate();
        let others: Vec<(usize, &Step)> =
            others.filter(|(_, step)| step.count > 1 && step.seat != self.viewer.seat).collect();
        let (number, step) = *others.get(below(drawn, others.len())?)?;
        let other = (step.number + 1 + drawn.below_long(step.count - 1)) % step.count;
        let choice = self.viewer.runner.nth_choice(&mut step.at.desk.clone(), step.seat, other)?;
        // What is picked in place of something else is taken for it from then on.
        let cards = |choice: &Choice| choice.picks.iter().fold(CardSet::NONE, |set, picked| set | picked.cards);
        let (was, is) = (cards(&step.choice), cards(&choice));
        let (was, is): (Vec<u8>, Vec<u8>) = (each_card(was & !is).collect(), each_card(is & !was).collect());
        let both = was.len().min(is.len());
        let (was, is) = (was.get(..both)?, is.get(..both)?);
        let exchange = Exchange::of(&[was, is].concat(), &[is, was].concat());
        Some(Change::Choice(number, choice, exchange))
    }

    /// Another seat or number that is drawn: each track as likely as the others, however often it is drawn for.
    fn other_draw(plain: &Plain, drawn: &mut Stream) -> Option<Change> {
        let slot = |one: &Drawn| match one {
            Drawn::Seat { slot, .. } | Drawn::Number { slot, .. } => Some(*slot),
            Drawn::Cards(_) => None,
        };
        let mut slots: Vec<u32> = plain.drawn.iter().filter_map(slot).collect();
        slots.sort_unstable();
        slots.dedup();
        let wanted = *slots.get(below(drawn, slots.len())?)?;
        let draws: Vec<(usize, Drawn)> =
            plain.drawn.iter().copied().enumerate().filter(|(_, one)| slot(one) == Some(wanted)).collect();
        let (number, one) = *draws.get(below(drawn, draws.len())?)?;
        match one {
            Drawn::Seat { among, seat, .. } => {
                let others: Vec<u8> = each_seat(among & !(1 << seat)).collect();
                Some(Change::Seat(number, *others.get(below(drawn, others.len())?)?))
            }
            Drawn::Number { low, high, value, .. } => {
                let others = high.abs_diff(low);
                let other = low.checked_add_unsigned((others > 0).then(|| drawn.below_long(others))?)?;
                Some(Change::Number(number, if other < value { other } else { other.checked_add(1)? }))
            }
            Drawn::Cards(_) => None,
        }
    }

    /// Plays a twin until it tells something else; counts what it comes to where somebody wants to know.
    fn twin(&self, plain: &Plain, change: &Change, counted: bool) -> Option<Difference> {
        // Up to the change both games are the same.
        let common = |same: &dyn Fn(&Step) -> bool| plain.steps.iter().take_while(|step| same(step)).count();
        let common = match change {
            Change::Cards(from, _) | Change::Seat(from, _) | Change::Number(from, _) => {
                common(&|step| step.chances <= *from)
            }
            Change::Choice(number, ..) => number + 1,
        };
        let first = common.checked_sub(1).and_then(|last| Some((last, plain.steps.get(last)?)));
        let (mut next, mut at, mut heard) = match first {
            Some((last, step)) => (last, step.at.clone(), step.heard),
            None => (0, plain.begin.clone(), 0),
        };
        at.desk.chance.other::<Changed>()?.set(change);
        let mut story = Story::new();
        if first.is_none() {
            if counted {
                at.desk.count_reached(Reached::default());
            }
            // A twin in which nobody is asked tells that by its end.
            self.viewer.listen(&mut at, &mut story);
        }
        loop {
            let mut told = story.drain(..);
            while let Some(twin) = told.next() {
                if plain.story.get(heard)?.0 != twin.0 {
                    let rest = told.map(|(heard, _)| heard).collect();
                    let reached = at.desk.reached();
                    return Some(Difference { at: heard, twin, rest, change: change.clone(), reached });
                }
                heard += 1;
            }
            drop(told);
            let step = plain.steps.get(next)?;
            let choice = match change {
                Change::Choice(number, choice, _) if *number == next => *choice,
                _ if step.seat != self.viewer.seat => at.desk.chance.other::<Changed>()?.choice(&step.choice),
                _ => step.choice,
            };
            let count = self.viewer.runner.choices(&mut at.desk, step.seat);
            if counted {
                at.desk.count_reached(Reached::default());
            }
            let waits = at.desk.state().waiting().is_some()
                && self.viewer.runner.choosers(at.desk.state()) & (1 << step.seat) != 0;
            if !waits
                || !self.viewer.runner.objections(&mut at.desk, step.seat, &choice).is_empty()
                || !self.viewer.choose(&mut at, step.seat, &choice, count == 1, &mut story)
            {
                return None;
            }
            self.viewer.listen(&mut at, &mut story);
            next += 1;
        }
    }
}

/// The shuffles of a game, by their numbers.
fn shuffles(plain: &Plain) -> impl Iterator<Item = (usize, CardSet)> {
    plain.drawn.iter().enumerate().filter_map(|(number, drawn)| match drawn {
        Drawn::Cards(cards) => Some((number, *cards)),
        Drawn::Seat { .. } | Drawn::Number { .. } => None,
    })
}

/// One of so many, from 0; none of none.
fn below(drawn: &mut Stream, count: usize) -> Option<usize> {
    let count = u32::try_from(count).ok().filter(|count| *count > 0)?;
    Some(drawn.below(count) as usize)
}
