//! From trees to programs: a rules file with its base and libraries ([`variants`]) is resolved and typed ([`resolve`]) into an
//! [`ir::Game`], compiled for one player count and set of options ([`lower`]), and looked at for what cannot be meant
//! ([`design`]). [`rulebook`] is the door: it does these one after the other.

pub mod design;
pub mod difference;
pub mod ir;
pub mod listing;
pub mod lower;
pub mod meant;
pub mod passes;
pub mod resolve;
pub mod rulebook;
pub mod variants;

// The crates below, by the names that this one uses for them.
use bidlang_engine as engine;
use bidlang_syntax as syntax;
use bidlang_syntax::{diagnostic, sources};
