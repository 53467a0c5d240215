//! Games in bulk and on trial: what a file does wrong ([`check`]), found by reading and by random games ([`search`]); many
//! random games counted ([`sim`]); small games solved ([`solve`]); scripted games ([`script`]), what they reach ([`coverage`]) and what they would notice
//! ([`mutants`]).

pub mod check;
pub mod coverage;
pub mod mutants;
pub mod script;
pub mod search;
pub mod sim;
pub mod solve;

// What is used of the crates below, by the names that this one uses for it.
use bidlang::{design, diagnostic, engine, ir, lower, meant, passes, resolve, rulebook, sources, syntax, words};
