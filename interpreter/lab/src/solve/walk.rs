//! The way through a whole game: every outcome of chance that somebody could tell from another, every choice.

use std::sync::Arc;

use bidlang::Prepared;

use crate::engine::{Choice, Fault, Op, Pc, each_seat, item};

use super::branching::{Branching, Places};
use super::listener::{Ears, Mark};
use super::position::{Position, Reached, Table};
use super::probe;
use super::quick::Map;
use super::small::{End, Gathered, Goal, Set, Side, Small};
use super::stories::Token;

/// Why a game cannot be solved.
#[derive(Debug, Clone, PartialEq)]
pub enum Refused {
    /// It has so many sides, and not two.
    Sides(usize),
    /// It is played for points, and has none.
    NoPoints,
    /// It has more histories than the limit; about ten to the power of this many, where that was found out.
    TooLarge(Option<f64>),
    /// It goes on and on: after so many choices no end was in sight.
    Endless(usize),
    /// This seat and its partners do not know the same when they choose, so that what is best for their side cannot be worked out.
    Partners(u8),
    /// The rules stop it.
    Stopped(Fault),
    /// Whoever asked wanted to stop, after so many histories.
    Interrupted(u64),
}

impl From<Fault> for Refused {
    fn from(fault: Fault) -> Self {
        Self::Stopped(fault)
    }
}

/// What tells two outcomes of chance apart.
#[derive(PartialEq, Eq, Hash)]
enum Key {
    /// The scores and who has won.
    Over(Vec<i64>, u32),
    /// The position, and what all seats were told on the way.
    At(u128, Vec<Box<[u32]>>),
}

/// An outcome of chance, or several that nobody can tell apart.
struct Outcome {
    ways: Vec<u64>,
    likely: f64,
}

/// A choice that leads on, and the last sequences of both sides.
#[derive(Clone, Copy)]
struct Onward<'p> {
    position: &'p Position,
    chosen: Option<(u8, Choice)>,
    sequences: [u32; 2],
    chance: f64,
}

struct Walk<'w> {
    table: Table<'w>,
    goal: Goal,
    /// The side of each seat.
    side_of: Vec<usize>,
    sides: [Side; 2],
    /// Each list of choices, with its number.
    lists: Map<Arc<[Choice]>, u32>,
    /// The information set of each story, decision and list of choices, among those of its side.
    known: Map<(u32, u16, u32), usize>,
    ears: Ears,
    found: Vec<End>,
    histories: u64,
    ends: u64,
    range: (f64, f64),
    most: u64,
    /// How often it was looked whether somebody wants to stop.
    worked: u64,
    keep_on: &'w dyn Fn(u64) -> bool,
}

/// Walks through a game of two sides of at most so many histories. `keep_on` is told now and then how many it has come through, and says
/// whether to go on.
///
/// # Errors
/// Why it cannot be solved.
pub fn walk(prepared: &Prepared, goal: Goal, most: u64, keep_on: &dyn Fn(u64) -> bool) -> Result<Small, Refused> {
    let program = prepared.runner().program();
    let side_of = sides(&program.teams)?;
    if goal == Goal::Score && !scores(prepared) {
        return Err(Refused::NoPoints);
    }
    let mut places = Arc::new(Places::new(program));
    probe::is_it_small(prepared.runner(), &places, most)?;
    loop {
        let table = Table { runner: prepared.runner(), like: &Arc::clone(&places).like };
        let of = |side: usize| {
            let seats = (0_u8..).zip(&side_of).filter(|(_, of)| **of == side).map(|(seat, _)| seat).collect();
            Side { seats, sets: Vec::new(), sequences: 1 }
        };
        let mut walk = Walk {
            table,
            goal,
            side_of: side_of.clone(),
            sides: [of(0), of(1)],
            lists: Map::default(),
            known: Map::default(),
            ears: Ears::new(program.seats),
            found: Vec::new(),
            histories: 0,
            ends: 0,
            range: (f64::INFINITY, f64::NEG_INFINITY),
            most,
            worked: 0,
            keep_on,
        };
        let position = Position::new(prepared.runner(), Branching::new(&places));
        let from = Onward { position: &position, chosen: None, sequences: [0, 0], chance: 1.0 };
        match walk.on(from) {
            Ok(()) => return Ok(walk.whole()),
            Err(Halt::Refused(refused)) => return Err(refused),
            // Somebody sees the order of a place that was left open: it has to be gone through.
            Err(Halt::Seen(place)) => {
                let mut known = Places::new(program);
                known.settle_as(&places);
                if !known.settle(place) {
                    return Err(Refused::TooLarge(None));
                }
                places = Arc::new(known);
            }
        }
    }
}

/// Whether anything is scored.
#[must_use]
pub fn scores(prepared: &Prepared) -> bool {
    prepared.runner().program().code.iter().any(|op| matches!(op, Op::Score { .. }))
}

/// The side of each seat: 0 or 1.
fn sides(teams: &[u8]) -> Result<Vec<usize>, Refused> {
    let mut known: Vec<u8> = Vec::new();
    for team in teams {
        if !known.contains(team) {
            known.push(*team);
        }
    }
    if known.len() != 2 {
        return Err(Refused::Sides(known.len()));
    }
    Ok(teams.iter().map(|team| usize::from(known.first() != Some(team))).collect())
}

/// Why a way through a game was left.
enum Halt {
    Refused(Refused),
    /// Somebody came to see the order of this place.
    Seen(u16),
}

impl<R: Into<Refused>> From<R> for Halt {
    fn from(refused: R) -> Self {
        Self::Refused(refused.into())
    }
}

impl Walk<'_> {
    /// Goes on from a position by a choice, through every outcome of chance up to the next decision.
    fn on(&mut self, from: Onward) -> Result<(), Halt> {
        let mark = self.ears.mark();
        let (mut first, reached) = self.play(from, &[])?;
        let Some(mut next) = after(&mut first)? else {
            return self.arrive(first, reached, from).map(|()| self.ears.back_to(&mark));
        };
        let mut known: Map<Key, usize> = Map::default();
        let mut outcomes: Vec<Outcome> = Vec::new();
        let (mut position, mut reached) = (first, reached);
        loop {
            let key = self.key(&mut position, &reached, &mark);
            let chance = position.chance().map(|chance| (chance.ways.clone(), chance.likely));
            let Some((ways, likely)) = chance else { break };
            let at = *known.entry(key).or_insert(outcomes.len());
            match outcomes.get_mut(at) {
                Some(outcome) => outcome.likely += likely,
                None => outcomes.push(Outcome { ways, likely }),
            }
            self.ears.back_to(&mark);
            self.work(outcomes.len() as u64)?;
            let Some(ways) = next else { break };
            (position, reached) = self.play(from, &ways)?;
            next = after(&mut position)?.flatten();
        }
        drop((known, position));
        for Outcome { ways, likely } in outcomes {
            let (position, reached) = self.play(from, &ways)?;
            self.arrive(position, reached, Onward { chance: from.chance * likely, ..from })?;
            self.ears.back_to(&mark);
        }
        Ok(())
    }

    /// So many histories or outcomes are there, which may be too many; now and then somebody wants to stop.
    fn work(&mut self, count: u64) -> Result<(), Refused> {
        if count > self.most {
            return Err(Refused::TooLarge(None));
        }
        self.worked += 1;
        if self.worked.is_multiple_of(1024) && !(self.keep_on)(self.histories) {
            return Err(Refused::Interrupted(self.histories));
        }
        Ok(())
    }

    /// Makes a choice and plays on, chance going these ways.
    fn play(&mut self, from: Onward, ways: &[u64]) -> Result<(Box<Position>, Reached), Halt> {
        let mut position = Box::new(from.position.clone());
        if let Some(chance) = position.chance() {
            chance.begin(ways);
        }
        if let Some((seat, choice)) = from.chosen {
            position.choose(self.table, &mut self.ears, (seat, &choice), false)?;
        }
        let reached = position.play_on(self.table, &mut self.ears)?;
        match position.chance().and_then(|chance| chance.seen) {
            Some(place) => Err(Halt::Seen(place)),
            None => Ok((position, reached)),
        }
    }

    /// What tells this outcome from others.
    fn key(&self, position: &mut Position, reached: &Reached, mark: &Mark) -> Key {
        match reached {
            Reached::Over => {
                let (runner, state) = (self.table.runner, position.desk.state());
                Key::Over(runner.scores(state).collect(), runner.winners(state))
            }
            Reached::Decision(_) | Reached::Endless => {
                Key::At(position.print(self.table.runner.program()), self.ears.since(mark))
            }
        }
    }

    /// The game has come somewhere.
    fn arrive(&mut self, mut position: Box<Position>, reached: Reached, from: Onward) -> Result<(), Halt> {
        self.histories += 1;
        self.work(self.histories)?;
        match reached {
            Reached::Over => {
                self.end(&position, from);
                Ok(())
            }
            Reached::Endless => Err(Refused::Endless(super::position::MOST_CHOICES).into()),
            Reached::Decision(seat) => self.decide(&mut position, seat, from),
        }
    }

    /// The game is over.
    fn end(&mut self, position: &Position, from: Onward) {
        let (runner, state) = (self.table.runner, position.desk.state());
        let scores: Vec<i64> = runner.scores(state).collect();
        let [one, other] = &self.sides;
        let points = |side: &Side| side.seats.first().map_or(0, |seat| item(&scores, usize::from(*seat))) as f64;
        let winners = runner.winners(state);
        let won = |side: &Side| f64::from(u8::from(each_seat(winners).any(|seat| side.seats.contains(&seat))));
        let gain = match self.goal {
            Goal::Win => won(one) - won(other),
            Goal::Score => (points(one) - points(other)) / 2.0,
        };
        self.ends += 1;
        self.range = (self.range.0.min(gain), self.range.1.max(gain));
        let [first, second] = from.sequences;
        self.found.push(End {
            sequences: (first, second),
            chance: from.chance,
            gain: gain * from.chance,
            total: (points(one) + points(other)) * from.chance,
        });
    }

    /// A seat has a choice: each is gone.
    fn decide(&mut self, position: &mut Position, seat: u8, from: Onward) -> Result<(), Halt> {
        let stuck = |rule: Pc| Fault { kind: crate::engine::FaultKind::Stuck(seat), rule };
        let here = self.table.runner.here(&position.desk);
        let offered = position.offered(self.table, seat);
        let (Some(ask), false) = (position.desk.state().waiting(), offered.is_empty()) else {
            return Err(stuck(here).into());
        };
        let side = item(&self.side_of, usize::from(seat));
        let before = if side == 0 { from.sequences[0] } else { from.sequences[1] };
        let story = self.ears.place(seat).ok_or_else(|| stuck(here))?;
        let first = self.set((seat, ask, story), &offered, (side, before))?;
        let mark = self.ears.mark();
        for (sequence, (common, choice)) in (first..).zip(offered) {
            self.ears.tell(seat, Token::Chose { ask, choice: common });
            let [one, other] = from.sequences;
            let sequences = if side == 0 { [sequence, other] } else { [one, sequence] };
            self.on(Onward { position, chosen: Some((seat, choice)), sequences, ..from })?;
            self.ears.back_to(&mark);
        }
        Ok(())
    }

    /// The first sequence of an information set, which may be a new one.
    fn set(
        &mut self,
        (seat, ask, story): (u8, u16, u32),
        offered: &[(Choice, Choice)],
        (side, before): (usize, u32),
    ) -> Result<u32, Refused> {
        let (number, choices) = self.list(offered);
        let [one, other] = &mut self.sides;
        let of = if side == 0 { one } else { other };
        let key = (story, ask, number);
        if let Some(set) = self.known.get(&key) {
            let set = of.sets.get(*set).filter(|set| set.before == before);
            // A seat remembers what it chose; what its partner chose it may not know.
            return set.map(|set| set.first).ok_or(Refused::Partners(seat));
        }
        let first = u32::try_from(of.sequences).unwrap_or(u32::MAX);
        of.sequences += choices.len();
        self.known.insert(key, of.sets.len());
        of.sets.push(Set { seat, ask, story, choices, before, first });
        Ok(first)
    }

    /// A list of choices, and its number.
    fn list(&mut self, offered: &[(Choice, Choice)]) -> (u32, Arc<[Choice]>) {
        let choices: Vec<Choice> = offered.iter().map(|(common, _)| *common).collect();
        if let Some((list, number)) = self.lists.get_key_value(choices.as_slice()) {
            return (*number, Arc::clone(list));
        }
        let (list, number): (Arc<[Choice]>, _) = (choices.into(), u32::try_from(self.lists.len()).unwrap_or(u32::MAX));
        self.lists.insert(Arc::clone(&list), number);
        (number, list)
    }

    fn whole(self) -> Small {
        let Self { goal, sides, histories, ends, found, range, ears, .. } = self;
        Gathered { goal, sides, histories, ends, found, range, stories: ears.stories }.into()
    }
}

/// The ways of chance behind those that were gone: none where chance had nothing to decide, and none of them behind the last.
fn after(position: &mut Position) -> Result<Option<Option<Vec<u64>>>, Halt> {
    let chance = position.chance();
    Ok(chance.filter(|chance| !chance.widths.is_empty()).map(|chance| chance.next()))
}
