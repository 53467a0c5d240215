//! The one test binary: each module is a subject.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod book;
mod boundaries;
mod chance;
mod choices;
mod contracts;
mod corpus;
mod coverage;
mod docs;
mod door;
mod engines;
mod formatter;
mod fuzz;
mod games_table;
mod listing;
mod mistakes;
mod naive;
mod oracle;
mod pages;
mod plans;
mod planted;
mod play;
mod players;
mod records;
mod referee;
mod robust;
mod runner;
mod schema;
mod scripts;
mod secrets;
mod solve;
mod typed;
mod variants;
mod views;
mod whole;
mod why;
