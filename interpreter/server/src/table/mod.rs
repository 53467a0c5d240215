//! Tables: each is a game that is played, whoever is told of it, and its log.

mod after;
mod asks;
mod audience;
mod bots;
mod course;
mod faces;
mod flow;
mod host;
mod log;
mod room;
mod teller;
mod twins;
mod undo;

pub use after::Noted;
pub use bots::LEVELS;
pub use faces::Faces;
pub use log::{By, record};
pub use room::{Owner, Refused, Room, Said};
pub use teller::Who;
