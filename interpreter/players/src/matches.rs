//! Whole games among players: each is told what its seat may know, and asked.

use std::sync::Arc;

use bidlang::engine::{
    Desk, Event, Fault, FaultKind, Made, Pause, Program, Seed, Shown, Sink, State, Stream, Watch, each_seat,
};
use bidlang::{Act, Prepared, Turn};

use crate::goal::Goal;
use crate::habits::Practised;
use crate::hearing::tell;
use crate::keep::{Keep, Stop};
use crate::level::Level;
use crate::player::{Answer, Player, Question};
use crate::search::Clock;
use crate::story::Likes;
use crate::thinker::{Lore, Thinker};

/// Who plays each seat; none where any legal choice is taken.
pub type Seats = Vec<Option<Box<dyn Player>>>;

/// Tells players what happens.
struct Tells<'p> {
    program: &'p Program,
    players: &'p mut [Option<Box<dyn Player>>],
}

impl Sink for Tells<'_> {
    fn event(&mut self, state: &State, event: &Event) {
        let players = (0_u8..).zip(self.players.iter_mut());
        let there = players.filter_map(|(seat, player)| Some((seat, player.as_deref_mut()?)));
        tell(there, self.program, (state, event));
    }
}

/// The number from which a seat's player draws in the game of a seed: nothing of the game's chance can be worked out from it.
#[must_use]
pub fn own_seed(seed: impl Into<Seed>, seat: u8) -> u64 {
    let mut stream = Stream::new(seed, 1_000 + u64::from(seat));
    u64::from(stream.below(u32::MAX)) << 32 | u64::from(stream.below(u32::MAX))
}

/// What a player answers to a turn, as an act; none where it is not legal.
#[must_use]
pub fn act(turn: &Turn, answer: Answer) -> Option<Act> {
    match answer {
        Answer::Nth(number) => turn.nth(number),
        Answer::Choice(choice) => {
            let prepared = turn.prepared();
            let likes = Likes::of(prepared);
            let there = likes.among_those_there(prepared.runner(), &mut turn.desk(), turn.seat(), &choice);
            turn.allows(&there).then(|| turn.act(&there))
        }
    }
}

/// Plays a game that is at its beginning on a desk, to its end; `dice` are drawn for seats that nobody plays. Who watches is told of each
/// decision. Where an answer is not legal, any choice is taken.
///
/// # Errors
/// Where the rules stop the game, or there are more than `most` decisions.
pub fn play<W: Watch>(
    prepared: &Prepared,
    desk: &mut Desk,
    (players, dice): (&mut [Option<Box<dyn Player>>], &mut Stream),
    watch: &mut W,
    most: u64,
) -> Result<(), Fault> {
    let runner = prepared.runner();
    let program = runner.program();
    let (mut shown, likes) = (Shown::new(program), Likes::of(prepared));
    while watch.decisions() < most {
        let paused = shown.run(runner, desk, &mut Tells { program, players: &mut *players });
        let Pause::Decision(seats) = paused? else { return Ok(()) };
        let illegal = Fault { kind: FaultKind::Illegal, rule: runner.here(desk) };
        let seat = each_seat(seats).next().ok_or(illegal)?;
        let ask = desk.state().waiting().ok_or(illegal)?;
        watch.reached(desk, ask);
        let count = runner.choices(desk, seat);
        let player = players.get_mut(usize::from(seat)).and_then(Option::as_mut).filter(|_| count > 1);
        let answer = match player {
            Some(player) => player.answer(Question { ask, count }),
            None if count > 1 => Answer::Nth(dice.below_long(count)),
            None => Answer::Nth(0),
        };
        let choice = match answer {
            Answer::Nth(number) => runner.nth_choice(desk, seat, number).ok_or(illegal)?,
            Answer::Choice(choice) => {
                let there = likes.among_those_there(runner, desk, seat, &choice);
                // Where no world fits, what is legal in them may not be legal here.
                match runner.allows(desk, seat, &there) {
                    true => there,
                    false => runner.nth_choice(desk, seat, dice.below_long(count)).ok_or(illegal)?,
                }
            }
        };
        if let Some(player) = players.get_mut(usize::from(seat)).and_then(Option::as_mut).filter(|_| count > 1) {
            player.chose(&choice, count);
        }
        shown.choose(runner, desk, (seat, &choice, count == 1), &mut Tells { program, players: &mut *players })?;
        watch.made(desk, Made { ask, act: usize::from(choice.act), seat, choices: count });
    }
    Err(Fault { kind: FaultKind::Decisions(most), rule: runner.here(desk) })
}

/// For each seat how well it is played; none where any legal choice is taken.
#[derive(Debug, Clone)]
pub struct Company {
    levels: Vec<Option<Level>>,
    /// What was learnt of the game by those who think, each practice once.
    lore: Vec<(Practised, Lore)>,
}

impl Company {
    /// Learns the game where somebody thinks, and keeps what is practised. Where it is told to stop it has learnt less.
    #[must_use]
    pub fn new(prepared: &Prepared, levels: Vec<Option<Level>>, goal: Goal, (keep, stop): (&dyn Keep, &Stop)) -> Self {
        let mut lore: Vec<(Practised, Lore)> = Vec::new();
        for practised in levels.iter().flatten().map(|level| level.practised()) {
            if !lore.iter().any(|(known, _)| *known == practised) {
                lore.push((practised, Lore::of(prepared, (goal, practised), (keep, stop))));
            }
        }
        Self { levels, lore }
    }

    /// How well each seat is played.
    #[must_use]
    pub fn levels(&self) -> &[Option<Level>] {
        &self.levels
    }

    /// Those who think in the game of a seed, with their seats.
    pub fn thinkers(&self, seed: impl Into<Seed>, clock: Arc<Clock>) -> impl Iterator<Item = (u8, Thinker)> {
        let seed = seed.into();
        (0_u8..).zip(&self.levels).filter_map(move |(seat, level)| {
            let level = (*level)?;
            let (_, lore) = self.lore.iter().find(|(practised, _)| *practised == level.practised())?;
            Some((seat, Thinker::new(lore, seat, level.effort(), (own_seed(seed, seat), &clock))))
        })
    }

    /// Plays the game of a seed, which is at its beginning on the desk, to its end. Who watches is told of each decision.
    ///
    /// # Errors
    /// Where the rules stop the game, or there are more than `most` decisions.
    pub fn play<W: Watch>(
        &self,
        prepared: &Prepared,
        (seed, clock): (u64, Arc<Clock>),
        desk: &mut Desk,
        watch: &mut W,
        most: u64,
    ) -> Result<(), Fault> {
        let mut dice = Stream::of_players(seed);
        if self.lore.is_empty() {
            return prepared.runner().play_watched(desk, &mut dice, watch, most);
        }
        let mut seats: Seats = self.levels.iter().map(|_| None).collect();
        for (seat, thinker) in self.thinkers(seed, clock) {
            if let Some(at) = seats.get_mut(usize::from(seat)) {
                *at = Some(Box::new(thinker) as Box<dyn Player>);
            }
        }
        play(prepared, desk, (&mut seats, &mut dice), watch, most)
    }
}
