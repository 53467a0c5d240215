//! What is seen of rounds of random games: where each seat stands when one begins and when it ends.

use bidlang::engine::{Program, State};

use crate::aim::margins;
use crate::carried::{Carried, Told, leads};
use crate::habits::sides::Settled;

/// Where a round begins or ends.
#[derive(Debug, Clone, Default)]
pub struct Stand {
    /// How far each seat is in front of the others.
    pub margins: Vec<f64>,
    /// And by each of the things that tracks tell; empty at the end of a game, where they have been brought to points.
    pub leads: Vec<Vec<f64>>,
}

impl Stand {
    /// At a decision.
    pub fn at(program: &Program, state: &State, told: &[Told]) -> Self {
        Self { margins: margins(program, state), leads: leads(told, state, program.seats) }
    }

    /// What each seat has, with what it carries over.
    pub fn worth(&self, carried: &[Carried]) -> Vec<f64> {
        let none = Vec::new();
        let leads = self.leads.iter().chain(std::iter::repeat(&none));
        self.margins.iter().zip(leads).map(|(margin, leads)| margin + Carried::of_leads(carried, leads)).collect()
    }
}

/// A round of a random game.
pub struct Round {
    pub begins: Stand,
    pub ends: Stand,
    /// The tracks in which sides may show, before it was settled.
    pub tracks: Vec<i64>,
}

impl Round {
    /// What each seat gained, and what the tracks were before that.
    pub fn settled(self, carried: &[Carried]) -> Settled {
        let gained =
            self.ends.worth(carried).into_iter().zip(self.begins.worth(carried)).map(|(now, before)| now - before);
        Settled { margins: gained.collect(), tracks: self.tracks }
    }
}
