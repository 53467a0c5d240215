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
        let Ok(Pause::Decision(seats)) = runner.run(desk, &mut Silent) else { break };
        if redeals.came_to_nothing(desk, deal) {
            break;
        }
        let (Some(seat), Some(ask)) = (each_seat(seats).next(), desk.state().waiting()) else { break };
        let count = runner.choices(desk, seat);
        let done = if count > 1 {
            choices += 1;
            let act = plan.filter(|plan| (plan.seat, plan.ask) == (seat, ask)).map(|plan| plan.act);
            let Some(choice) = habits.choose(runner, desk, (ask, seat, count), (eyes, act), stream) else { break };
            runner.choose(desk, seat, &choice, false, &mut Silent).is_ok()
        } else {
            runner.take(desk, seat, 0).is_ok()
        };
        if !done {
            break;
        }
    }
    choices
}
