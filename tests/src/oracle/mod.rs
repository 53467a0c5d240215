//! Games that the package open_spiel played, played again by the rules files. See `tests/oracle/README.md`.

pub mod line;

mod bridge;
mod chance;
mod euchre;
mod follow;
mod goofspiel;
mod hearts;
mod oh_hell;
mod replay;
mod tally;

pub use replay::{Replay, replay};
pub use tally::Tally;

use crate::oracle::line::{Decision, Line};

/// How a game of the package is played by the rules file.
pub struct Way {
    /// The number of players.
    pub players: u8,
    /// Options by name.
    pub options: Vec<(&'static str, String)>,
    /// How many deals go before the recorded one; the game ends after it.
    pub before: usize,
    /// The seat that is drawn at random, if one is.
    pub drawn: u8,
    /// The package's numbers of the cards, in the order in which the rules file deals them.
    pub order: Vec<u32>,
    /// The decisions in the order of the rules file.
    pub decisions: Vec<Decision>,
}

/// A choice in the rules file, apart from cards that are picked.
pub struct Said<'a> {
    /// The act.
    pub act: &'a str,
    /// All acts of the decision.
    pub acts: Vec<&'a str>,
    /// The values of the picks: numbers, places of members in their kind, answers.
    pub values: Vec<i64>,
}

/// How the game ended in the rules file.
pub struct Ended<'a> {
    /// What each seat scored in the recorded deal.
    pub gained: &'a [i64],
    /// The winners, a bit for each seat.
    pub winners: u32,
}

/// What the follower has to know of a game.
pub trait Oracle {
    /// The phase that is one deal, where the game goes on after it.
    fn deal(&self) -> Option<&'static str> {
        None
    }
    /// The ways in which the rules file can play a recorded game; all are tried.
    fn ways(&self, line: &Line) -> Result<Vec<Way>, String>;
    /// The package's number of a card, from the numbers of its rank and suit in the rules file, both from 0.
    fn card(&self, line: &Line, rank: u32, suit: u32) -> u32;
    /// The package's number of an act that picks no card.
    fn action(&self, line: &Line, said: &Said) -> Option<u32>;
    /// What the package returns.
    fn returns(&self, line: &Line, ended: &Ended) -> Vec<f64>;
    /// Whether the package makes the last forced decisions by itself, without telling.
    fn last_by_itself(&self) -> bool {
        false
    }
    /// Whether points are counted by their number too, not by their reason alone.
    fn counts_points(&self) -> bool {
        false
    }
}

/// The game with this name.
fn oracle(name: &str) -> Option<Box<dyn Oracle>> {
    Some(match name {
        "bridge" => Box::new(bridge::Bridge),
        "euchre" => Box::new(euchre::Euchre),
        "goofspiel" => Box::new(goofspiel::Goofspiel),
        "hearts" => Box::new(hearts::Hearts),
        "oh_hell" => Box::new(oh_hell::OhHell),
        _ => return None,
    })
}

fn word(yes: bool) -> String {
    if yes { "yes" } else { "no" }.to_owned()
}

/// Cards dealt one by one to so many seats, from `first` on; given by seat.
fn by_seat(dealt: &[u32], seats: usize, first: usize) -> Vec<u32> {
    (0..seats).flat_map(|seat| dealt.iter().copied().skip((seat + seats - first) % seats).step_by(seats)).collect()
}
