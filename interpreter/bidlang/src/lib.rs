//! bidlang: rules files for auction and trick-taking card games, checked, compiled and played.
//!
//! The way of a file: text, [`syntax`] tree, resolved and typed [`ir::Game`], compiled [`engine::Program`] for one
//! player count and set of options, [`engine::State`], events. Each arrow is one public function.
//!
//! This is the door for those who embed it: what they need of the crates below is here under one name.

mod knowledge;
pub mod record;
pub mod session;
pub mod transcript;
pub mod why;
pub mod words;

pub use bidlang_compiler::{design, difference, ir, listing, lower, resolve, rulebook, variants};
pub use bidlang_engine as engine;
pub use bidlang_syntax as syntax;
pub use bidlang_syntax::{diagnostic, sources};
