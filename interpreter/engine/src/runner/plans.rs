//! Plans: which way of playing each decision of a program is given, in words, for listings and for tests that hold it.

use super::Runner;
use super::asks::Asked;
use super::menus::Menu;

use super::desk::Plan;

impl Runner {
    /// How each decision of the program is played.
    #[must_use]
    pub fn plans(&self) -> Vec<Plan> {
        self.asks.iter().map(Asked::plan).collect()
    }
}

impl Asked {
    fn plan(&self) -> Plan {
        Plan { way: self.way(), acts: self.offers().iter().map(|offer| offer.plan()).collect() }
    }

    const fn way(&self) -> &'static str {
        match (&self.contest, &self.rounds, &self.secret, &self.simple) {
            (Some(contest), ..) => contest.plan(),
            (None, Some(_), ..) => "circuit as one",
            (None, None, Some(_), _) => "all at once as one",
            (None, None, None, Some(_)) => "a card of a hand",
            (None, None, None, None) if self.at_once() => "all at once, one by one",
            (None, None, None, None) => "by itself",
        }
    }
}

impl Menu {
    /// How the choices of an act are counted.
    pub(super) fn plan(&self) -> &'static str {
        match self {
            Self::Plain => "nothing picked",
            Self::Hand { .. } => "a card of a hand",
            Self::Card { .. } => "a card",
            Self::Range { .. } => "a number between two",
            Self::With(_) => "a card with a companion",
            Self::Groups(_) => "groups of cards",
            Self::Small(_) => "small things as sets",
            Self::Walk(walk) => walk.plan(),
        }
    }
}
