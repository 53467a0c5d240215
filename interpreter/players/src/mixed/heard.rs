//! What a seat was told in a round, as a number (an information set).

use std::hash::{DefaultHasher, Hash, Hasher};

use bidlang::engine::Telling;

use crate::lasting::Alone;

/// What a seat was told since its round began.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heard {
    /// All that, as a number.
    number: u64,
    /// Whether somebody has acted since.
    acted: bool,
    /// What was told since cards were shuffled behind the last act: of the next round, where one begins then.
    behind: Option<u64>,
    /// The pass.
    pass: i64,
    /// Who tracks name that name players.
    named: Vec<((u16, u32), i64)>,
}

impl Heard {
    /// As the game begins.
    #[must_use]
    pub fn new(rounds: &Alone) -> Self {
        let named = rounds.players.clone();
        let begins = Self { number: 0, acted: false, behind: None, pass: 0, named };
        Self { number: begins.base(), ..begins }
    }

    /// It is told something, of like cards the first, without an order that no rule knows of. As a round begins all is forgotten but who deals and so on; what is told before cards
    /// are shuffled for it is of the last one.
    pub fn hear(&mut self, line: Telling, rounds: &Alone) {
        let mut hasher = DefaultHasher::new();
        match &line {
            Telling::Pass { phase, pass } if rounds.phases.contains(phase) => {
                self.pass = *pass;
                // What was dealt behind the last act, for this round, is not of another.
                if self.acted {
                    let behind = self.behind.take();
                    self.begins();
                    self.number = behind.unwrap_or(self.number);
                }
                return;
            }
            Telling::Shuffle { .. } if !self.acted => return self.begins(),
            // How much each has in all makes no difference to a round.
            Telling::Score { seats, points, reason, .. } => (*seats, *points, *reason).hash(&mut hasher),
            Telling::Shuffle { .. } => {
                self.behind = Some(self.base());
                line.hash(&mut hasher);
            }
            Telling::Act { .. } => {
                (self.acted, self.behind) = (true, None);
                line.hash(&mut hasher);
            }
            Telling::Set { track, index, value } => {
                self.names((*track, *index), *value);
                line.hash(&mut hasher);
            }
            Telling::Draw { track: Some(track), index, seat, .. } => {
                self.names((*track, *index), i64::from(*seat));
                line.hash(&mut hasher);
            }
            Telling::Pass { .. }
            | Telling::Draw { track: None, .. }
            | Telling::Move { .. }
            | Telling::Show { .. }
            | Telling::ShowTrack { .. }
            | Telling::Bid { .. }
            | Telling::Closed { .. }
            | Telling::Trick { .. }
            | Telling::Won { .. } => line.hash(&mut hasher),
        }
        let told = hasher.finish();
        let with = |number: u64| (number.rotate_left(9) ^ told).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (self.number, self.behind) = (with(self.number), self.behind.map(with));
    }

    /// A round begins.
    fn begins(&mut self) {
        (self.number, self.acted, self.behind) = (self.base(), false, None);
    }

    /// What is known as a round begins.
    fn base(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.named.hash(&mut hasher);
        hasher.finish()
    }

    /// A track that names players says another one, where it is one of those that are remembered.
    fn names(&mut self, slot: (u16, u32), seat: i64) {
        self.named.iter_mut().filter(|(of, _)| *of == slot).for_each(|(_, named)| *named = seat);
    }

    /// Whether it is the last of several rounds.
    #[must_use]
    pub fn is_last(&self, rounds: &Alone) -> bool {
        rounds.last == Some(self.pass)
    }

    /// The number of all that, where the seat is asked, among so many choices.
    #[must_use]
    pub fn asked(&self, (ask, seat, count): (u16, u8, u64), rounds: &Alone) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.number, rounds.differ.then_some(self.pass), ask, seat, count).hash(&mut hasher);
        hasher.finish()
    }
}
