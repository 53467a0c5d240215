//! One way to play a game of random players, heard by somebody or not; and one setup, played again and again as fast as it goes.

use std::sync::Arc;

use bidlang::Prepared;

use crate::engine::{Desk, Fault, FaultKind, Pause, Runner, SeatSet, Silent, Sink};

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// It is over; these have won.
    Over(SeatSet),
    /// The rules stopped it.
    Fault(Fault),
    /// Who chooses gave up.
    Left,
}

/// A game that was played.
#[derive(Debug)]
pub struct Played {
    /// How it ended.
    pub ending: Ending,
    /// The choices among several, each by its number.
    pub choices: Vec<u64>,
    /// All decisions, forced ones too.
    pub decisions: u64,
    /// A sum of how many choices there were at each.
    pub counts: u64,
}

/// Plays one game, which `sink` hears. `choose` is asked at each decision, also where there is one choice, with the seat and how many there
/// are, and leaves the game by giving none.
pub fn play<S: Sink>(
    (runner, desk): (&Runner, &mut Desk),
    sink: &mut S,
    (seed, most): (u64, u64),
    choose: &mut dyn FnMut(&Runner, &mut Desk, u8, u64) -> Option<u64>,
) -> Played {
    runner.restart(desk, seed);
    let mut played = Played { ending: Ending::Left, choices: Vec::new(), decisions: 0, counts: 0 };
    loop {
        match runner.run(desk, sink) {
            Err(fault) => {
                played.ending = Ending::Fault(fault);
                return played;
            }
            Ok(Pause::Over) => {
                played.ending = Ending::Over(runner.winners(desk.state()));
                return played;
            }
            Ok(Pause::Decision(seats)) => {
                let seat = u8::try_from(seats.trailing_zeros()).unwrap_or(0);
                let rule = runner.ask(desk.state()).map_or(0, |ask| ask.rule);
                let count = runner.choices(desk, seat);
                if count == 0 || played.decisions >= most {
                    let kind = if count == 0 { FaultKind::Stuck(seat) } else { FaultKind::Decisions(most) };
                    played.ending = Ending::Fault(Fault { kind, rule });
                    return played;
                }
                let Some(chosen) = choose(runner, desk, seat, count) else { return played };
                if count > 1 {
                    played.choices.push(chosen);
                }
                played.decisions += 1;
                played.counts = played.counts.rotate_left(7).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ count;
                if let Err(fault) = take(runner, desk, (seat, chosen, count == 1), sink) {
                    played.ending = Ending::Fault(Fault { rule, ..fault });
                    return played;
                }
            }
        }
    }
}

/// Takes a choice by its number; where nobody hears, as fast as it goes.
fn take<S: Sink>(
    runner: &Runner,
    desk: &mut Desk,
    (seat, number, forced): (u8, u64, bool),
    sink: &mut S,
) -> Result<(), Fault> {
    if !S::LISTENS {
        return runner.take(desk, seat, number).map(drop);
    }
    let choice = runner.nth_choice(desk, seat, number).ok_or(Fault { kind: FaultKind::Illegal, rule: 0 })?;
    runner.choose(desk, seat, &choice, forced, sink)
}

/// A setup with a desk to play on.
pub struct Again {
    runner: Arc<Runner>,
    desk: Desk,
}

impl Again {
    pub fn new(prepared: &Prepared) -> Self {
        let runner = Arc::clone(prepared.runner());
        let desk = runner.desk(0);
        Self { runner, desk }
    }

    /// Plays a game that nobody hears. `choose` is asked at each choice among several, with the number of those before it and of the
    /// choices, and leaves the game by giving none.
    pub fn play(&mut self, seed: u64, choose: &mut dyn FnMut(usize, u64) -> Option<u64>) -> Played {
        let mut made = 0;
        let mut each = |_: &Runner, _: &mut Desk, _: u8, count: u64| {
            if count == 1 {
                return Some(0);
            }
            made += 1;
            choose(made - 1, count)
        };
        play((&self.runner, &mut self.desk), &mut Silent, (seed, super::MOST_DECISIONS), &mut each)
    }

    /// Plays choices again, and leaves the game after the last. A number that is too high is taken round.
    pub fn replay(&mut self, seed: u64, choices: &[u64]) -> Played {
        self.play(seed, &mut |at, count| choices.get(at).map(|choice| choice % count))
    }
}
