//! Plans: which way of playing each decision of a program is given, in words, for listings and for tests that hold it.

use super::Runner;
use super::asks::Asked;
use super::menus::Menu;

impl Runner {
    /// For each decision how it is played: as part of a form that is played as one piece, at once, or by itself; and how the choices of
    /// each of its acts are counted.
    #[must_use]
    pub fn plans(&self) -> Vec<String> {
        self.asks.iter().map(Asked::plan).collect()
    }
}

impl Asked {
    fn plan(&self) -> String {
        let menus: Vec<&str> = self.offers().iter().map(|offer| offer.plan()).collect();
        format!("{}; {}", self.way(), menus.join(", "))
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
    pub(super) const fn plan(&self) -> &'static str {
        match self {
            Self::Plain => "nothing picked",
            Self::Hand { .. } => "a card of a hand",
            Self::Card { .. } => "a card",
            Self::Range { .. } => "a number between two",
            Self::With(_) => "a card with a companion",
            Self::Walk(_) => "looked at one by one",
        }
    }
}
