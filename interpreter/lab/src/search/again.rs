//! One setup, played again and again, as fast as it goes.

use std::sync::Arc;

use bidlang::Prepared;

use crate::engine::{Desk, Fault, FaultKind, Pause, Runner, SeatSet, Silent};

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
}

/// A setup with a desk to play on.
pub struct Again<'p> {
    prepared: &'p Prepared,
    runner: Arc<Runner>,
    desk: Desk,
}

impl<'p> Again<'p> {
    pub fn new(prepared: &'p Prepared) -> Self {
        let runner = Arc::clone(prepared.runner());
        let desk = runner.desk(0);
        Self { prepared, runner, desk }
    }

    /// Plays a game. `choose` is asked at each choice among several, with the number of those before it and of the choices, and
    /// leaves the game by giving none.
    pub fn play(&mut self, seed: u64, most: u64, choose: &mut dyn FnMut(usize, u64) -> Option<u64>) -> Played {
        self.runner.restart(&mut self.desk, seed);
        let mut played = Played { ending: Ending::Left, choices: Vec::new(), decisions: 0 };
        loop {
            match self.runner.run(&mut self.desk, &mut Silent) {
                Err(fault) => {
                    played.ending = Ending::Fault(fault);
                    return played;
                }
                Ok(Pause::Over) => {
                    played.ending = Ending::Over(self.runner.winners(self.desk.state()));
                    return played;
                }
                Ok(Pause::Decision(seats)) => {
                    let seat = u8::try_from(seats.trailing_zeros()).unwrap_or(0);
                    let count = self.runner.choices(&mut self.desk, seat);
                    if count == 0 || played.decisions >= most {
                        let kind = if count == 0 { FaultKind::Stuck(seat) } else { FaultKind::Decisions(most) };
                        played.ending = Ending::Fault(Fault { kind, rule: self.rule() });
                        return played;
                    }
                    let chosen = if count == 1 { Some(0) } else { choose(played.choices.len(), count) };
                    let Some(chosen) = chosen else { return played };
                    if count > 1 {
                        played.choices.push(chosen);
                    }
                    played.decisions += 1;
                    if let Err(fault) = self.runner.take(&mut self.desk, seat, chosen) {
                        played.ending = Ending::Fault(Fault { rule: self.rule(), ..fault });
                        return played;
                    }
                }
            }
        }
    }

    /// Plays choices again, and leaves the game after the last. A number that is too high is taken round.
    pub fn replay(&mut self, seed: u64, choices: &[u64]) -> Played {
        let most = choices.len();
        self.play(seed, super::MOST_DECISIONS, &mut |at, count| {
            (at < most).then(|| choices.get(at).copied().unwrap_or(0) % count)
        })
    }

    /// The line of the decision that waits.
    fn rule(&self) -> u32 {
        let ask =
            self.desk.state().waiting().and_then(|ask| self.prepared.compiled().program.asks.get(usize::from(ask)));
        ask.map_or(0, |ask| ask.rule)
    }
}
