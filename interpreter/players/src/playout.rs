//! How a game is played on behind the tree: each seat does what it is used to (a rollout policy).

use bidlang::engine::{Desk, Pause, Runner, Silent, Stream, each_seat};

use crate::habits::{Eyes, Habits};
use crate::redeal::{Deal, Redeals};

/// Most decisions of a playout.
const MOST: usize = 4_000;

/// What a seat goes on to do in a playout: of one question always the same act, where it may.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan {
    /// Who.
    pub seat: u8,
    /// Of which question.
    pub ask: u16,
    /// What.
    pub act: u8,
}

impl Plan {
    /// What is done by it of a question to a seat; nothing where it is another's, or another question.
    pub fn of(self, (ask, seat): (u16, u8)) -> Option<u8> {
        ((self.seat, self.ask) == (seat, ask)).then_some(self.act)
    }
}

/// What comes next in a game that is played on.
pub enum Next {
    /// A seat has a choice: the question, the seat, and how many ways there are.
    Asks(u16, u8, u64),
    /// There was one way only, and it was taken.
    Forced,
    /// The game is over, stands still, or came to nothing.
    Ends,
}

/// Goes on to the next question, where what stands on the desk then has not come to nothing.
pub fn next(runner: &Runner, desk: &mut Desk, came_to_nothing: impl FnOnce(&Desk) -> bool) -> Next {
    let Ok(Pause::Decision(seats)) = runner.run(desk, &mut Silent) else { return Next::Ends };
    if came_to_nothing(desk) {
        return Next::Ends;
    }
    let (Some(seat), Some(ask)) = (each_seat(seats).next(), desk.state().waiting()) else { return Next::Ends };
    match runner.choices(desk, seat) {
        0 | 1 if runner.take(desk, seat, 0).is_ok() => Next::Forced,
        0 | 1 => Next::Ends,
        count => Next::Asks(ask, seat, count),
    }
}

/// Plays on to the end, to where the desk stops or the deal comes to nothing: how many choices that took.
pub fn play_on(
    runner: &Runner,
    desk: &mut Desk,
    (habits, eyes): (&Habits, &mut Eyes),
    (redeals, deal): (&Redeals, &mut Deal),
    plan: Option<Plan>,
    stream: &mut Stream,
) -> u64 {
    let mut choices = 0;
    for _ in 0..MOST {
        let (ask, seat, count) = match next(runner, desk, |desk| redeals.came_to_nothing(desk, deal)) {
            Next::Asks(ask, seat, count) => (ask, seat, count),
            Next::Forced => continue,
            Next::Ends => break,
        };
        choices += 1;
        let act = plan.and_then(|plan| plan.of((ask, seat)));
        let Some(choice) = habits.choose(runner, desk, (ask, seat, count), (eyes, act), stream) else { break };
        if runner.choose(desk, seat, &choice, false, &mut Silent).is_err() {
            break;
        }
    }
    choices
}
