//! bidlang: rules files for auction and trick-taking card games, checked, compiled and played.
//!
//! The way of a file: text, [`syntax`] tree, resolved and typed [`ir::Game`], compiled [`engine::Program`] for one
//! player count and set of options, [`engine::State`], events. Each arrow is one public function.

pub mod book;
pub mod compiler;
pub mod coverage;
pub mod design;
pub mod diagnostic;
pub mod difference;
pub mod engine;
pub mod ir;
mod knowledge;
pub mod listing;
pub mod lower;
pub mod mutants;
pub mod record;
pub mod rulebook;
pub mod script;
pub mod search;
pub mod session;
pub mod sim;
pub mod sources;
pub mod story;
pub mod syntax;
pub mod variants;
pub mod why;
pub mod words;
