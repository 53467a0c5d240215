//! Who counts what happens while whole games are played.

use super::desk::Desk;

/// A decision that was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Made {
    /// Its number in the program.
    pub ask: u16,
    /// The act, by its place among those of the decision.
    pub act: usize,
    /// Whose it was.
    pub seat: u8,
    /// Among how many choices.
    pub choices: u64,
}

/// Who is told of decisions while whole games are played. What is told is cheap to tell: nobody is told what could be read from the
/// desk.
pub trait Watch {
    /// Whether each decision is told. If not, they are only counted.
    const EACH: bool;

    /// How many decisions were made.
    fn decisions(&self) -> u64;

    /// A decision is reached, or several of which nothing but cards of hands and tricks changes before the last. The desk may be
    /// looked at; sales and points may be taken from it.
    fn reached(&mut self, desk: &mut Desk, ask: u16);

    /// A decision was made; its picks stand in their slots, and nothing else has happened.
    fn made(&mut self, desk: &Desk, made: Made);

    /// So many decisions were made, so many of them among several choices: in place of [`Watch::made`] where not each is told.
    fn counted(&mut self, decisions: u64, choices: u64);
}

/// How a game went.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Played {
    /// Decisions, forced ones too.
    pub decisions: u64,
    /// Decisions among several choices.
    pub choices: u64,
}

impl Watch for Played {
    const EACH: bool = false;

    #[inline(always)]
    fn decisions(&self) -> u64 {
        self.decisions
    }

    #[inline(always)]
    fn reached(&mut self, _: &mut Desk, _: u16) {}

    #[inline(always)]
    fn made(&mut self, _: &Desk, made: Made) {
        self.counted(1, u64::from(made.choices > 1));
    }

    #[inline(always)]
    fn counted(&mut self, decisions: u64, choices: u64) {
        self.decisions += decisions;
        self.choices += choices;
    }
}
