//! A position of a game, and how it goes on to the next decision by the ways that chance is told to go.

use std::hash::{DefaultHasher, Hasher};
use std::ops::ControlFlow;

use crate::engine::{Alike, Choice, Desk, Fault, FaultKind, Pause, Program, Runner, Shown, each_seat};

use super::branching::Branching;
use super::listener::{All, Ears};

/// Most choices on the way to an end, forced ones too: a game that goes on for longer is thought to be without end.
pub const MOST_CHOICES: usize = 1_000;

/// A game that is being played, and what was shown of it.
#[derive(Clone)]
pub struct Position {
    pub desk: Desk,
    shown: Shown,
    /// How many choices were made.
    choices: usize,
}

/// Where a game has come to.
pub enum Reached {
    /// Its end.
    Over,
    /// A seat has a choice.
    Decision(u8),
    /// There is no end in sight.
    Endless,
}

/// Who plays: the game made ready.
#[derive(Clone, Copy)]
pub struct Table<'t> {
    pub runner: &'t Runner,
    pub like: &'t Alike,
}

impl Position {
    /// The beginning of a game by this chance.
    pub fn new(runner: &Runner, chance: Branching) -> Self {
        Self { desk: runner.desk_by(chance), shown: Shown::new(runner.program()), choices: 0 }
    }

    /// Its chance.
    pub fn chance(&mut self) -> Option<&mut Branching> {
        self.desk.chance.other()
    }

    /// A seat chooses, by itself.
    pub fn choose(
        &mut self,
        table: Table,
        ears: &mut Ears,
        (seat, choice): (u8, &Choice),
        forced: bool,
    ) -> Result<(), Fault> {
        self.choices += 1;
        let (program, like) = (table.runner.program(), table.like);
        let mut all = All { ears, program, like };
        self.shown.choose(table.runner, &mut self.desk, (seat, choice, forced), &mut all)
    }

    /// Plays on to where somebody has more than one choice, or to the end.
    pub fn play_on(&mut self, table: Table, ears: &mut Ears) -> Result<Reached, Fault> {
        let (runner, program, like) = (table.runner, table.runner.program(), table.like);
        while self.choices <= MOST_CHOICES {
            let paused = self.shown.run(runner, &mut self.desk, &mut All { ears: &mut *ears, program, like })?;
            let Pause::Decision(seats) = paused else { return Ok(Reached::Over) };
            let stuck = Fault { kind: FaultKind::Illegal, rule: runner.here(&self.desk) };
            let seat = each_seat(seats).next().ok_or(stuck)?;
            if runner.choices(&mut self.desk, seat) != 1 {
                return Ok(Reached::Decision(seat));
            }
            let only = runner.nth_choice(&mut self.desk, seat, 0).ok_or(stuck)?;
            self.choose(table, ears, (seat, &only), true)?;
        }
        Ok(Reached::Endless)
    }

    /// What a seat may choose: in common words, and as it is here.
    pub fn offered(&mut self, table: Table, seat: u8) -> Vec<(Choice, Choice)> {
        let mut offered = Vec::new();
        table.runner.each_choice(&mut self.desk, seat, |choice| {
            offered.push((table.like.choice(choice), *choice));
            ControlFlow::Continue(())
        });
        let key = |choice: &Choice| (choice.act, choice.picks.map(|pick| (pick.value, pick.cards)));
        offered.sort_unstable_by_key(|(common, _)| key(common));
        offered
    }

    /// A number that positions have in common from which the game goes on in the same way.
    pub fn print(&mut self, program: &Program) -> u128 {
        let mut both = Both(DefaultHasher::new(), DefaultHasher::new());
        both.1.write_u8(1);
        self.desk.state().tell_to(program, &mut both);
        if let Some(chance) = self.chance() {
            chance.tell_to(&mut both);
        }
        u128::from(both.0.finish()) << 64 | u128::from(both.1.finish())
    }
}

/// Two hashers that begin differently.
struct Both(DefaultHasher, DefaultHasher);

impl Hasher for Both {
    fn write(&mut self, bytes: &[u8]) {
        self.0.write(bytes);
        self.1.write(bytes);
    }

    fn finish(&self) -> u64 {
        self.0.finish()
    }
}
