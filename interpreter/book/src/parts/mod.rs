//! The parts of a rule book, one file each.

mod acts;
mod forms;
mod front;
mod material;
mod play;
mod scoring;
mod statements;
mod values;

pub(super) use front::{about, credits, front, options, variant};
pub(super) use material::material;
pub(super) use play::play;
pub(super) use scoring::scoring;
pub(super) use values::values;

use super::model::{Block, Chapter, Step, Text, anchor};

/// Headings of the book's own.
const OWN: [&str; 13] = [
    "What is different",
    "What you need",
    "Cards",
    "Lists",
    "Places",
    "What is kept track of",
    "House rules",
    "Values and numbers",
    "Set-up",
    "The game",
    "Scoring and end",
    "An example",
    "Where the rules come from",
];

/// The heading of a phase, which is not one of the book's own.
fn heading_of(phase: &str) -> String {
    let heading = super::model::capital(&super::english::spoken(phase));
    let taken = OWN.iter().any(|own| anchor(own) == anchor(&heading));
    if taken { format!("{heading} (a part of the game)") } else { heading }
}

/// A part with a heading.
fn part(heading: &str, level: u8, blocks: Vec<Block>) -> Chapter {
    Chapter { heading: heading.to_owned(), level, anchor: anchor(heading), blocks }
}

/// A point that leads with a stressed word.
fn point(lead: &str, words: &str) -> Step {
    let text = Text::sentence(words);
    Step { text: Text(format!("{} {}", super::model::strong(&format!("{lead}.")), text.0)), inner: Vec::new() }
}
