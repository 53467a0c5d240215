//! What each seat was told and chose, from the beginning: a tree of stories for each seat, in which two histories lead to the same place
//! where the seat cannot tell them apart.

use super::quick::Map;
use crate::engine::{Choice, Telling};

/// Something of a story.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Token {
    /// The seat is told of it.
    Told(Telling),
    /// The seat chooses in a decision.
    Chose {
        /// The decision.
        ask: u16,
        /// What it chooses.
        choice: Choice,
    },
}

/// A place in the tree: how a story goes on.
struct Step {
    /// The place before it; itself at a beginning.
    before: u32,
    token: u32,
    /// In how many ways it goes on.
    ways: u32,
}

/// The stories of all seats. The first places are the beginnings, one a seat.
pub struct Stories {
    tokens: Vec<Token>,
    numbers: Map<Token, u32>,
    steps: Vec<Step>,
    on: Map<(u32, u32), u32>,
}

/// One step of a story.
#[derive(Debug, Clone, Copy)]
pub struct Told<'s> {
    /// What.
    pub token: &'s Token,
    /// Whether a story that begins the same way can go on in another.
    pub is_news: bool,
}

impl Stories {
    pub fn new(seats: u8) -> Self {
        let beginnings = (0..u32::from(seats)).map(|seat| Step { before: seat, token: u32::MAX, ways: 0 });
        Self { tokens: Vec::new(), numbers: Map::default(), steps: beginnings.collect(), on: Map::default() }
    }

    /// The number of something told.
    pub fn number(&mut self, token: Token) -> u32 {
        if let Some(number) = self.numbers.get(&token) {
            return *number;
        }
        let next = u32::try_from(self.tokens.len()).unwrap_or(u32::MAX);
        self.tokens.push(token.clone());
        self.numbers.insert(token, next);
        next
    }

    /// Where a story is that was at a place and goes on so.
    pub fn go_on(&mut self, from: u32, tokens: &[u32]) -> u32 {
        let mut at = from;
        for token in tokens {
            let next = u32::try_from(self.steps.len()).unwrap_or(u32::MAX);
            let place = *self.on.entry((at, *token)).or_insert(next);
            if place == next {
                self.steps.push(Step { before: at, token: *token, ways: 0 });
                if let Some(step) = self.steps.get_mut(at as usize) {
                    step.ways += 1;
                }
            }
            at = place;
        }
        at
    }

    /// What makes new stories is no longer needed.
    pub fn close(&mut self) {
        self.numbers = Map::default();
        self.on = Map::default();
    }

    /// The story that leads to a place, from its beginning.
    pub fn story(&self, place: u32) -> Vec<Told<'_>> {
        let mut found = Vec::new();
        let mut at = place;
        while let Some(step) = self.steps.get(at as usize)
            && let Some(token) = self.tokens.get(step.token as usize)
        {
            let before = self.steps.get(step.before as usize);
            found.push(Told { token, is_news: before.is_some_and(|before| before.ways > 1) });
            at = step.before;
        }
        found.reverse();
        found
    }
}
