//! One who gives hints to a person: learns the game when it is first asked, so that nobody waits for it who never asks (lazily). It knows what the person's seat
//! was told, and nothing else.

use bidlang::engine::{Choice, Telling};
use bidlang::{Prepared, Seed};
use bidlang_host::Players;
use bidlang_players::{Goal, Hears, Level, Thinker, never};

/// What a seat heard.
enum Heard {
    /// It was told something.
    Told(Telling),
    /// It chose among so many.
    Chose(Choice, u64),
}

/// Gives hints to a seat.
pub struct Hinter {
    prepared: Prepared,
    seed: Seed,
    goal: Goal,
    seat: u8,
    /// What was heard before there was a thinker.
    heard: Vec<Heard>,
    thinker: Option<Thinker>,
}

impl Hinter {
    /// For a seat of the game of a seed, which has not begun.
    pub fn new(prepared: &Prepared, seed: Seed, goal: Goal, seat: u8) -> Self {
        Self { prepared: prepared.clone(), seed, goal, seat, heard: Vec::new(), thinker: None }
    }

    /// The player that thinks, who has heard everything.
    pub fn thinker(&mut self) -> Option<&mut Thinker> {
        if self.thinker.is_none() {
            let levels =
                (0..self.prepared.players()).map(|seat| (seat == self.seat).then_some(Level::Normal)).collect();
            let players = Players::new(&self.prepared, levels, self.goal, &never);
            let (_, mut thinker) = players.thinkers(self.seed).next()?;
            for heard in self.heard.drain(..) {
                match heard {
                    Heard::Told(telling) => thinker.hear(&telling),
                    Heard::Chose(choice, count) => thinker.chose(&choice, count),
                }
            }
            self.thinker = Some(thinker);
        }
        self.thinker.as_mut()
    }
}

impl Hears for Hinter {
    fn hear(&mut self, telling: &Telling) {
        match &mut self.thinker {
            Some(thinker) => thinker.hear(telling),
            None => self.heard.push(Heard::Told(telling.clone())),
        }
    }

    fn chose(&mut self, choice: &Choice, count: u64) {
        match &mut self.thinker {
            Some(thinker) => thinker.chose(choice, count),
            None => self.heard.push(Heard::Chose(*choice, count)),
        }
    }
}
