//! The extension module behind the Python package `bidlang`: rules files, games being played, and what learning needs of them. It goes
//! through the front door of the library; what it gives to Python is plain data or one of the classes below.

/// The docstring of a name in the stubs.
macro_rules! doc_of {
    ($name:literal) => {
        include_str!(concat!(env!("OUT_DIR"), "/", $name))
    };
}

mod acts;
mod arrays;
mod bots;
mod dice;
mod env;
mod follows;
mod game;
mod given;
mod matches;
mod numbering;
mod patience;
mod problems;
mod sim;
mod state;
mod values;
mod worlds;

use pyo3::prelude::*;

/// What the package `bidlang` is made of; use the package, not this module.
#[pymodule]
mod _bidlang {
    #[pymodule_export]
    use crate::acts::{Act, View};
    #[pymodule_export]
    use crate::bots::Bot;
    #[pymodule_export]
    use crate::dice::Dice;
    #[pymodule_export]
    use crate::env::Env;
    #[pymodule_export]
    use crate::game::{_again, Game, load, read, shipped};
    #[pymodule_export]
    use crate::matches::Match;
    #[pymodule_export]
    use crate::numbering::Numbering;
    #[pymodule_export]
    use crate::sim::{Simulation, simulate};
    #[pymodule_export]
    use crate::state::State;
    #[pymodule_export]
    use crate::worlds::Worlds;
}
