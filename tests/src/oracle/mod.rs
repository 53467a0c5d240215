//! Games that the package open_spiel played, played again by the rules files. See `tests/oracle/README.md`.

pub mod line;

mod bridge;
mod chance;
mod cribbage;
mod dou_dizhu;
mod euchre;
mod first_sealed_auction;
mod follow;
mod goofspiel;
mod hearts;
mod kuhn_poker;
mod leduc_poker;
mod oh_hell;
mod replay;
mod spades;
mod tally;

pub use replay::{Replay, replay};
pub use tally::Tally;

use crate::oracle::line::{Decision, Line, bit};

/// How a game of the package is played by the rules file.
#[derive(Default)]
pub struct Way {
    /// The number of players.
    pub players: u8,
    /// Options by name.
    pub options: Vec<(&'static str, String)>,
    /// How many deals go before the recorded ones; the game ends after those.
    pub before: usize,
    /// The seat that is drawn at random, if one is.
    pub drawn: u8,
    /// The numbers that are drawn at random, in order.
    pub numbers: Vec<i64>,
    /// Of each recorded deal the package's numbers of the cards, in the order in which the rules file deals them.
    pub orders: Vec<Vec<u32>>,
    /// The decisions in the order of the rules file.
    pub decisions: Vec<Decision>,
}

/// A choice in the rules file.
pub struct Said<'a> {
    /// The act.
    pub act: &'a str,
    /// All acts of the decision.
    pub acts: Vec<&'a str>,
    /// The values of the picks: numbers, places of members in their kind, answers.
    pub values: Vec<i64>,
    /// The package's numbers of the cards of each pick; empty where none of them picks cards.
    pub cards: Vec<Vec<u32>>,
}

/// How the game ended in the rules file.
pub struct Ended<'a> {
    /// What each seat scored in the recorded deals.
    pub gained: &'a [i64],
    /// The scores after each item since the last choice.
    pub course: &'a [Vec<i64>],
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
    /// The package's number of a card, from the numbers of its rank and suit in the rules file and that of its copy, all from 0.
    fn card(&self, line: &Line, rank: u32, suit: u32, copy: u32) -> u32;
    /// The package's number of an act that picks no card.
    fn action(&self, line: &Line, said: &Said) -> Option<u32>;
    /// A choice as it is compared: a bit for each card, or for the action.
    fn choice(&self, line: &Line, said: &Said) -> Option<u128> {
        match said.cards[..] {
            [] => bit(self.action(line, said)?).ok(),
            _ => Some(said.cards.iter().flatten().fold(0, |set, card| set | 1 << card)),
        }
    }
    /// What the package returns.
    fn returns(&self, line: &Line, ended: &Ended) -> Vec<f64>;
    /// Whether the package makes the last forced decisions by itself, without telling.
    fn last_by_itself(&self) -> bool {
        false
    }
    /// Whether a forced pass is not compared, as the package asks for others than the rules file.
    fn passes_by_itself(&self) -> bool {
        false
    }
    /// Whether the package may stop in the midst of a deal.
    fn stops_early(&self) -> bool {
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
        "cribbage" => Box::new(cribbage::Cribbage),
        "dou_dizhu" => Box::new(dou_dizhu::DouDizhu::new()),
        "euchre" => Box::new(euchre::Euchre),
        "first_sealed_auction" => Box::new(first_sealed_auction::FirstSealedAuction),
        "goofspiel" => Box::new(goofspiel::Goofspiel),
        "hearts" => Box::new(hearts::Hearts),
        "kuhn_poker" => Box::new(kuhn_poker::KuhnPoker),
        "leduc_poker" => Box::new(leduc_poker::LeducPoker),
        "oh_hell" => Box::new(oh_hell::OhHell),
        "spades" => Box::new(spades::Spades),
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
