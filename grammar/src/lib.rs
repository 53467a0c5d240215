//! The concrete syntax of `.bid` rules files: the pest grammar, and what its rules are called when people read errors.
//!
//! Takes one logical line and the rule that it should match; gives pest's pairs or pest's error. It knows nothing of
//! blocks, names or meaning.

mod names;

pub use names::{is_layout, name_for_people};
pub use parser::{BidParser, Rule};

// The derive writes code whose lints are not ours to mend.
#[allow(missing_docs, unused_qualifications, clippy::all, clippy::pedantic, clippy::restriction)]
mod parser {
    /// The parser that pest makes from `bid.pest`.
    #[derive(pest_derive::Parser)]
    #[grammar = "../bid.pest"]
    pub struct BidParser;
}
