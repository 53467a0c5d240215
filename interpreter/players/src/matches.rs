//! Whole games among players: each is told what its seat may know, and asked.

use bidlang::Prepared;
use bidlang::engine::{
    Choice, Desk, Event, Fault, FaultKind, Pause, Program, Reader, Shown, Sink, State, Telling, each_seat,
};

use crate::player::{Answer, Player, Question};
use crate::story::Likes;

/// Those who play a game, one for each seat.
pub type Seats = Vec<Box<dyn Player>>;

/// Tells players what happens.
struct Tells<'p> {
    program: &'p Program,
    players: &'p mut [Box<dyn Player>],
}

impl Sink for Tells<'_> {
    fn event(&mut self, state: &State, event: &Event) {
        for (seat, player) in (0_u8..).zip(self.players.iter_mut()) {
            if let Some(telling) = Telling::of(event, self.program, state, Reader::Seats(1 << seat)) {
                player.hear(&telling);
            }
        }
    }
}

/// The same, and what was shown is kept.
struct Shows<'p, 's> {
    tells: Tells<'p>,
    shown: &'s mut Shown,
}

impl Sink for Shows<'_, '_> {
    fn event(&mut self, state: &State, event: &Event) {
        self.shown.hear(event);
        self.tells.event(state, event);
    }
}

/// A decision that was made: who, what, among how many.
#[derive(Debug, Clone, Copy)]
pub struct Decided {
    /// The seat.
    pub seat: u8,
    /// What it chose.
    pub choice: Choice,
    /// Among how many.
    pub count: u64,
}

/// Plays a game to its end, at most so many decisions; each is shown before it takes effect.
///
/// # Errors
/// Where the rules stop the game, a player answers what is not legal, or there are too many decisions.
pub fn play(
    prepared: &Prepared,
    seed: u64,
    players: &mut [Box<dyn Player>],
    most: u64,
    mut decided: impl FnMut(&mut Desk, Decided),
) -> Result<Desk, Fault> {
    let runner = prepared.runner();
    let program = runner.program();
    let (mut desk, mut shown) = (runner.desk(seed), Shown::new(program));
    let likes = Likes::of(prepared);
    for _ in 0..most {
        let tells = Tells { program, players: &mut *players };
        let paused = runner.run(&mut desk, &mut Shows { tells, shown: &mut shown });
        shown.show(runner, &mut desk, &mut Tells { program, players: &mut *players });
        let Pause::Decision(seats) = paused? else { return Ok(desk) };
        let illegal = Fault { kind: FaultKind::Illegal, rule: runner.here(&desk) };
        let seat = each_seat(seats).next().ok_or(illegal)?;
        let (count, ask) = (runner.choices(&mut desk, seat), desk.state().waiting().ok_or(illegal)?);
        let nth = |desk: &mut Desk, number| runner.nth_choice(desk, seat, number).ok_or(illegal);
        let choice = if count == 1 {
            nth(&mut desk, 0)?
        } else {
            let player = players.get_mut(usize::from(seat)).ok_or(illegal)?;
            let choice = match player.answer(Question { ask, count }) {
                Answer::Nth(number) => nth(&mut desk, number)?,
                Answer::Choice(choice) => {
                    let there = likes.among_those_there(runner, &mut desk, seat, &choice);
                    if !runner.allows(&mut desk, seat, &there) {
                        return Err(illegal);
                    }
                    there
                }
            };
            player.chose(&choice, count);
            choice
        };
        decided(&mut desk, Decided { seat, choice, count });
        let tells = Tells { program, players: &mut *players };
        runner.choose(&mut desk, seat, &choice, count == 1, &mut Shows { tells, shown: &mut shown })?;
    }
    Err(Fault { kind: FaultKind::Decisions(most), rule: runner.here(&desk) })
}
