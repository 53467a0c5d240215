//! The parts of a rule book, one file each.

mod forms;
mod front;
mod material;
mod play;
mod scoring;
mod statements;
mod values;

pub(super) use front::{credits, front, options, variant};
pub(super) use material::material;
pub(super) use play::play;
pub(super) use scoring::scoring;
pub(super) use values::values;

use super::model::{Block, Part, Step, Text, anchor};

/// A part with a heading.
fn part(heading: &str, level: u8, blocks: Vec<Block>) -> Part {
    Part { heading: heading.to_owned(), level, anchor: anchor(heading), blocks }
}

/// A point that leads with a stressed word.
fn point(lead: &str, words: &str) -> Step {
    let text = Text::sentence(words);
    Step { text: Text(format!("{} {}", super::model::strong(&format!("{lead}.")), text.0)), inner: Vec::new() }
}
